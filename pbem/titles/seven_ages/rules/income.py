"""Income and upkeep (chapters 2.1 and 2.2), as figures."""

from __future__ import annotations

from ..atlas import AREAS, area_income, ground
from ..cards import EVENTS, Effect
from ..state import Empire, Seven
from .effects import effects, upkeep_price


def half_up(number: int) -> int:
    return (number + 1) // 2


def income(game: Seven, empire: Empire, events: list[str] | None = None) -> int:
    """SA-2.1-1 to SA-2.1-9, in the order of SA-gap-79; `events` are those in force for this production."""
    calm = [area for area in game.controlled(empire) if area not in game.unrest]
    total = sum(area_income(area, empire.age, game.cities.get(area, 0)) for area in calm)
    added: list[tuple[Effect, str]] = list(effects(game, empire, "income"))
    for event in events or ():
        added += [(effect, "") for effect in EVENTS[event].effects if effect["type"] == "income"]
    total += sum(effect["amount"] * times(game, empire, calm, effect, at) for effect, at in added)
    if not empire.capital:
        total = half_up(total)
    for _ in range(empire.famines):
        total = half_up(total)
    return total


def times(game: Seven, empire: Empire, calm: list[str], effect: Effect, at: str) -> int:
    """How often an addition counts: things in unrest do not, those per empire need a capital."""
    per = effect["per"]
    if per == "empire":
        return int(bool(empire.capital))
    if per == "marker_area":
        return int(at in calm)
    lands = [area for area in calm if AREAS[area].is_land]
    if per == "city":
        return sum(game.cities.get(area, 0) >= effect.get("min_level", 1) for area in lands)
    if per == "terrain":
        return sum(ground(area, empire.age).id == effect["terrain"] for area in lands)
    if per == "region":
        return sum(effect["region"] in AREAS[area].regions for area in lands)
    return sum(effect["resource"] in AREAS[area].resources for area in lands)


def upkeep(game: Seven, empire: Empire) -> int:
    """What all its units cost; barbarians pay nothing (SA-2.2-1, SA-2.2-2, SA-gap-80)."""
    return 0 if empire.barbarian else upkeep_price(game, empire) * empire.units()
