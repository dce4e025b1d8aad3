"""Which units an owner misses least, for losses that nobody has chosen."""

from __future__ import annotations

from ..cards import UNITS
from ..state import Empire, Seven


def least_missed(game: Seven, empire: Empire, number: int) -> list[tuple[str, str]]:
    """The cheapest units, from areas in unrest, then where several stay, the last unit of a city at the very end."""
    sizes = {area: empire.size(area) for area in empire.stacks}
    left = [(unit, area) for area in empire.areas() for unit in empire.stacks[area].all()]
    chosen: list[tuple[str, str]] = []
    for _ in range(number):
        one = min(left, key=lambda item: _missed(game, sizes, item))
        left.remove(one)
        sizes[one[1]] -= 1
        chosen.append(one)
    return chosen


def _missed(game: Seven, sizes: dict[str, int], item: tuple[str, str]) -> tuple[bool, bool, int, bool, int]:
    unit, area = item
    last = sizes[area] == 1
    return last and area in game.cities, last, UNITS[unit].cost, area not in game.unrest, -sizes[area]
