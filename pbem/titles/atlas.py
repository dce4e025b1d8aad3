"""What maps of titles share: places and the borders between them, as a graph."""

from __future__ import annotations

from collections.abc import Iterable


def beside(places: Iterable[str], pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Place → places next to it, in the order of the pairs; each pair is a border in both directions."""
    found: dict[str, list[str]] = {place: [] for place in places}
    for here, there in pairs:
        found[here].append(there)
        found[there].append(here)
    return {place: tuple(near) for place, near in found.items()}


def touching(groups: dict[str, str], beside: dict[str, tuple[str, ...]]) -> tuple[tuple[str, str], ...]:
    """Pairs of groups (regions of lands, say) with a border between them, in the order in which groups are first met."""
    order = {group: n for n, group in enumerate(dict.fromkeys(groups.values()))}
    pairs = {
        (groups[here], groups[there])
        for here, near in beside.items()
        for there in near
        if order[groups[here]] < order[groups[there]]
    }
    return tuple(sorted(pairs, key=lambda pair: (order[pair[0]], order[pair[1]])))
