"""Tables of every title in every size: the smallest in the everyday tests, all others among the slow ones."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from pbem import titles


def sizes(of: Iterable[str] | None = None) -> list[object]:
    """For tests with the parameters `ident` and `seats`: of all titles, or of some."""
    found: list[object] = []
    for ident in titles.ids() if of is None else of:
        smallest, *larger = titles.load(ident).seats
        found.append(pytest.param(ident, smallest))
        found += [pytest.param(ident, seats, marks=pytest.mark.slow) for seats in larger]
    return found
