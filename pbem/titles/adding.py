"""Adding fractions the same way under every Python."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import add


def added(values: Iterable[float]) -> float:
    """Fractions added from left to right.

    From Python 3.12 on, `sum` rounds them less. A bot that weighs by such sums would choose otherwise in a browser,
    whose Python is newer, than here.
    """
    return reduce(add, values, 0)
