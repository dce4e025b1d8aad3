"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from pbem.pages.engine_runtime import EngineRuntime

ENGINE = "0.1.0"
# No test measures seconds, nor does Hypothesis for each of its examples.
settings.register_profile("without a clock", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("without a clock")


@pytest.fixture(scope="session", autouse=True)
def one_engine() -> Iterator[None]:
    """The version stands in the genesis, from which the dice follow: games of the tests shall not change with it."""
    with pytest.MonkeyPatch.context() as fixed:
        for module in ("agreement.genesis", "running.create", "ledger.verify"):
            fixed.setattr(f"pbem.campaign.{module}.__version__", ENGINE)
        yield


@pytest.fixture(scope="session", autouse=True)
def empty_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Sites of tests have no engine, even if the user has fetched one; `engine_runtime` is for those that need it."""
    with pytest.MonkeyPatch.context() as fixed:
        fixed.setenv("PBEM_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="session", autouse=True)
def nobody_yet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What the user of this machine has seen of a game, and with which keys, is nothing to the tests."""
    with pytest.MonkeyPatch.context() as fixed:
        fixed.setenv("PBEM_KEYS", str(tmp_path_factory.mktemp("user") / "keys"))
        fixed.setenv("PBEM_MODERATOR", str(tmp_path_factory.mktemp("user") / "moderator"))
        yield


@pytest.fixture(scope="session")
def engine_runtime() -> EngineRuntime:
    """The runtime in the user's own cache, as `pbem engine get` puts it there; used for the rest of the tests."""
    from tests.engine_site import fetched

    return fetched()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    from tests.chromium import launched  # everyday tests do without

    with launched() as started:
        yield started
