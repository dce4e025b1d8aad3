"""What the maps of all titles share: places and the borders between them, as a graph."""

from __future__ import annotations

from collections.abc import Iterable


def beside(places: Iterable[str], pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Place → its neighbours, in the order of the pairs; each pair is a border in both directions."""
    found: dict[str, list[str]] = {place: [] for place in places}
    for here, there in pairs:
        found[here].append(there)
        found[there].append(here)
    return {place: tuple(near) for place, near in found.items()}
