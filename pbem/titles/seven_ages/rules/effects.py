"""What an empire has, and what all of it together adds up to."""

from __future__ import annotations

from collections.abc import Iterator

from ..cards import ARTIFACTS, COSTS, EMPIRES, LEADER_KINDS, UNITS, Effect
from ..state import Empire, Seven

ELSEWHERE = ""
"""The area of an effect that comes from a card or a blue marker."""
_FOR_ALL: dict[str, list[tuple[str, Effect]]] = {}
"""By number: artifacts that change it for everybody."""
for _one in ARTIFACTS.values():
    for _effect in _one.effects.get("number", ()):
        if _effect.get("who") == "all":
            _FOR_ALL.setdefault(_effect["of"], []).append((_one.id, _effect))


def artifacts_of(game: Seven, empire: Empire) -> dict[str, str]:
    """What it has by its markers or by blue ones, with the area of a marker on the map (SA-6.1-18, SA-gap-51)."""
    found = {artifact: ELSEWHERE for artifact, step in game.blue.items() if step <= empire.step}
    found.update(dict.fromkeys(empire.card, ELSEWHERE))
    for area, artifact in game.artifacts.items():
        if game.control.get(area) == empire.id:
            found[artifact] = area
    return found


def effects(game: Seven, empire: Empire, kind: str) -> Iterator[tuple[Effect, str]]:
    """All effects of a kind that hold for an empire, with the area that they belong to.

    Several leaders of a kind have no more effect than one, unless the effect is local to their area (SA-gap-50).
    """
    for effect in EMPIRES[empire.id].effects.get(kind, ()):
        yield effect, ELSEWHERE
    for artifact, area in artifacts_of(game, empire).items():
        for effect in ARTIFACTS[artifact].effects.get(kind, ()):
            if effect.get("where") != "marker_area" or area:
                yield effect, area
    seen: list[str] = []
    for leader in empire.leaders:
        for effect in LEADER_KINDS[leader.kind].get(kind, ()):
            if effect.get("where") == "leader_area" or leader.kind not in seen:
                yield effect, leader.area
        seen.append(leader.kind)


def has_effect(game: Seven, empire: Empire, kind: str) -> bool:
    return next(effects(game, empire, kind), None) is not None


def number(game: Seven, empire: Empire, of: str, base: int) -> int:
    """A number of an empire: the lowest value that an effect sets, then everything that is added (SA-gap-51)."""
    added = 0
    lowest: int | None = None
    for effect in _numbers(game, empire, of):
        added += effect.get("add", 0)
        if "set" in effect:
            lowest = effect["set"] if lowest is None else min(lowest, effect["set"])
    return (base if lowest is None else lowest) + added


def _numbers(game: Seven, empire: Empire, of: str) -> Iterator[Effect]:
    for effect, _ in effects(game, empire, "number"):
        if effect["of"] == of and effect.get("who") != "all":
            yield effect
    for artifact, effect in _FOR_ALL.get(of, ()):
        if empire.age >= effect.get("min_age", 0) and any(artifact in one.card for one in game.empires()):
            yield effect


def price(game: Seven, empire: Empire, of: str, base: int) -> int:
    """A number that is paid: never below 1."""
    return max(1, number(game, empire, of, base))


def trade_number(game: Seven, empire: Empire) -> int:
    return number(game, empire, "trade", EMPIRES[empire.id].trade)


def leader_number(game: Seven, empire: Empire) -> int:
    return number(game, empire, "leaders", EMPIRES[empire.id].leaders)


def reach(game: Seven, empire: Empire) -> int:
    """How far range goes (SA-3-4)."""
    return number(game, empire, "range", empire.age)


def upkeep_price(game: Seven, empire: Empire) -> int:
    return price(game, empire, "upkeep", COSTS["upkeep"])


def is_among(unit: str, units: str) -> bool:
    """Whether a unit, class or group named in the data includes this unit."""
    one = UNITS[unit]
    return units in ("all", one.id, one.kind, one.group)


def unit_cost(game: Seven, empire: Empire, unit: str, *, start: bool) -> int:
    """What a unit costs now (SA-2.3-2, SA-1-33); an administrator does not make infantry cheaper (SA-1-23)."""
    cost = UNITS[unit].cost
    for effect, _ in effects(game, empire, "cost"):
        if (start or effect["when"] == "always") and any(is_among(unit, one) for one in effect["units"]):
            cost += effect["amount"]
    return max(COSTS["unit_minimum"], cost)


def religion_of(empire: Empire) -> str:
    return of_category(empire, "religion")


def of_category(empire: Empire, category: str) -> str:
    """The marker of a category on its card, "" for none."""
    return next((one for one in empire.card if ARTIFACTS[one].category == category), "")
