"""Conditions of the data: what an empire, an area or the game must fulfil."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..atlas import AREAS, ground
from ..cards import TRADING, Needs
from ..state import Empire, Seven
from .effects import artifacts_of, of_category

Condition = Mapping[str, Any]


def fulfilled(game: Seven, needs: Needs, empire: Empire | None = None, area: str = "") -> bool:
    """Whether all conditions hold, of an empire, an area, or both (SA-gap-52)."""
    return all(_TESTS[need["type"]](game, need, empire, area) for need in needs)


Test = Callable[[Seven, Condition, Empire | None, str], bool]


def _any_of(game: Seven, need: Condition, empire: Empire | None, area: str) -> bool:
    return any(fulfilled(game, [one], empire, area) for one in need["of"])


def _city_level(game: Seven, need: Condition, empire: Empire | None, area: str) -> bool:
    return empire is not None and any(game.cities.get(one, 0) >= need["amount"] for one in game.controlled(empire))


def _terrain(game: Seven, need: Condition, empire: Empire | None, area: str) -> bool:
    """Terrain of an area, or of any that an empire controls, as it is in the owner's age (SA-gap-78)."""
    if area:
        return terrain_now(game, area) in need["terrains"]
    return empire is not None and any(terrain_now(game, one) in need["terrains"] for one in game.controlled(empire))


def terrain_now(game: Seven, area: str) -> str:
    holder = game.control.get(area)
    return ground(area, game.empire(holder).age if holder is not None else 0).id


def _coastal(game: Seven, need: Condition, empire: Empire | None, area: str) -> bool:
    if area:
        return bool(AREAS[area].is_land and AREAS[area].seas)
    return empire is not None and any(AREAS[one].seas for one in game.lands(empire))


def _has_artifact(game: Seven, need: Condition, empire: Empire | None, area: str) -> bool:
    return empire is not None and need["artifact"] in artifacts_of(game, empire)


def _has_marker(game: Seven, need: Condition, empire: Empire | None, area: str) -> bool:
    return empire is not None and bool(of_category(empire, need["category"]))


def _doing(game: Seven, need: Condition, empire: Empire | None, area: str) -> bool:
    """The empire carries out this action now, in a trade also as partner."""
    if empire is None or not game.acts or game.act.action != need["action"]:
        return False
    return empire.id == game.act.empire or (need["action"] == TRADING and empire.id == game.act.partner)


def artifact_in_play(game: Seven, artifact: str) -> bool:
    """Its marker lies on the map or on a card."""
    return artifact in game.artifacts.values() or any(artifact in one.card for one in game.empires())


_TESTS: Mapping[str, Test] = {
    "any_of": _any_of,
    "city_level": _city_level,
    "city_in_area": lambda game, need, empire, area: area in game.cities,
    "coastal": _coastal,
    "land": lambda game, need, empire, area: AREAS[area].is_land,
    "terrain": _terrain,
    "next_to": lambda game, need, empire, area: any(
        terrain_now(game, one) in need["terrains"] for one in AREAS[area].land if AREAS[area].is_land
    ),
    "island": lambda game, need, empire, area: AREAS[area].is_land and not AREAS[area].land,
    "river": lambda game, need, empire, area: bool(AREAS[area].rivers),
    "has_artifact": _has_artifact,
    "has_marker": _has_marker,
    "conflicts_this_turn": lambda game, need, empire, area: game.conflicts >= need["amount"],
    "won_this_turn": lambda game, need, empire, area: empire is not None and empire.won,
    "doing": _doing,
    "in_play": lambda game, need, empire, area: need["empire"] in game.owners,
    "artifact_in_play": lambda game, need, empire, area: artifact_in_play(game, need["artifact"]),
}
