"""What notices a rule that was made wrong on purpose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import product
from types import ModuleType

import pytest

from pbem.trials.scenario import Scenario

Check = Callable[[], object]


def cases_of(module: ModuleType) -> Iterator[Check]:
    """Every test of a module with each of its parameters."""
    for name, one in vars(module).items():
        if not name.startswith("test_") or not callable(one):
            continue
        grids = []
        for mark in getattr(one, "pytestmark", ()):
            assert mark.name == "parametrize", f"{name} needs more than parameters"
            names = mark.args[0].replace(" ", "").split(",") if isinstance(mark.args[0], str) else list(mark.args[0])
            grids.append([dict(zip(names, row if len(names) > 1 else (row,), strict=True)) for row in mark.args[1]])
        for chosen in product(*grids):
            yield partial(one, **{key: value for part in chosen for key, value in part.items()})


def holds(example: Scenario) -> None:
    assert example.run() == []


def noticed(checks: Iterable[Check]) -> str:
    """What the first check that finds something wrong says."""
    for check in checks:
        try:
            check()
        except AssertionError as fault:
            return str(fault) or "an assertion"
        except (Exception, pytest.fail.Exception) as crash:  # an order that the test gives is refused, a key is missing
            return repr(crash)
    return ""
