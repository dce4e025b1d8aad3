"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ENGINE = "0.1.0"


@pytest.fixture(scope="session", autouse=True)
def one_engine() -> Iterator[None]:
    """The version stands in the genesis, from which the dice follow: games of the tests shall not change with it."""
    with pytest.MonkeyPatch.context() as fixed:
        for module in ("genesis", "create", "verify"):
            fixed.setattr(f"pbem.campaign.{module}.__version__", ENGINE)
        yield


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from tests.chromium import launched  # everyday tests do without

    with launched() as started:
        yield started
