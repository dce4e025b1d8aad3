"""Which units an owner needs least, for losses that nobody has chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ..cards import UNITS
from ..state import Empire, Seven


def seen_losses(empire: Empire, items: Iterable[tuple[str, str]]) -> dict[str, int]:
    """What others see of units (type, area) that are lost: how many from each area, and from its second coast."""
    found: dict[str, int] = {}
    left = {area: Counter(stack.far) for area, stack in empire.stacks.items()}
    near = {area: Counter([*stack.units, *(one[0] for one in stack.arrived)]) for area, stack in empire.stacks.items()}
    for unit, area in items:
        coast = 0 if near[area][unit] > 0 else 1
        (left if coast else near)[area][unit] -= 1
        place = f"{area} {coast}"
        found[place] = found.get(place, 0) + 1
    return found


def least_missed(game: Seven, empire: Empire, number: int) -> list[tuple[str, str]]:
    """The cheapest units, at equal cost from areas in unrest; the last unit of an area late, that of a city last."""
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
