"""What notices a rule that was made wrong on purpose."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest


def noticed(checks: Iterable[Callable[[], object]]) -> str:
    """What the first check that finds something wrong says."""
    for check in checks:
        try:
            check()
        except AssertionError as fault:
            return str(fault) or "an assertion"
        except (Exception, pytest.fail.Exception) as crash:  # an order that the test gives is refused, a key is missing
            return repr(crash)
    return ""
