"""Range between empires and areas (SA-3-4 to SA-3-7, SA-gap-12, SA-gap-83)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..atlas import AREAS, AROUND, CANALS, OCEAN
from ..cards import CONSTANTS
from ..state import Empire, Seven
from .effects import reach

OCEAN_AGE = CONSTANTS["range_ocean_age"]
_WITHOUT_OCEANS = {
    area: tuple(other for other in around if AREAS[other].kind != OCEAN) for area, around in AROUND.items()
}
_CANALS_FROM: dict[str, list[tuple[str, Mapping[str, Any]]]] = {}
for (_one, _other), _canal in CANALS.items():
    _CANALS_FROM.setdefault(_one, []).append((_other, _canal))


def reached(game: Seven, empire: Empire, through: tuple[str, ...] = ()) -> dict[str, int]:
    """Areas in range, with their distance.

    A way can end in another player's area, but passes through one only with permission (`through`). Neutral areas
    and those of empires of the same player are free (SA-gap-12).
    """
    found: dict[str, int] = {}
    for areas in rings(game, empire, through):
        found = areas
    return found


def rings(game: Seven, empire: Empire, through: tuple[str, ...]) -> Iterator[dict[str, int]]:
    """What is reached, again after each step further."""
    around = AROUND if empire.age >= OCEAN_AGE else _WITHOUT_OCEANS
    free = {None, *game.players[game.owners[empire.id]].empires, *through}
    control = game.control
    found = dict.fromkeys(empire.stacks, 0)
    edge = list(found)
    yield found
    for distance in range(1, reach(game, empire) + 1):
        following: list[str] = []
        for area in edge:
            if distance > 1 and control.get(area) not in free:
                continue
            for other in around[area]:
                if other not in found:
                    found[other] = distance
                    following.append(other)
            for other, canal in _CANALS_FROM.get(area, ()):
                if other not in found and empire.age >= canal["from_age"] and _banks(game, canal) <= free:
                    found[other] = distance
                    following.append(other)
        edge = following
        yield found


def _banks(game: Seven, canal: Mapping[str, Any]) -> set[str | None]:
    """Who holds the areas next to a canal."""
    return {game.control.get(bank) for bank in canal["areas"]}


def in_range(game: Seven, empire: Empire, through: tuple[str, ...] = ()) -> list[Empire]:
    """Empires in range, itself included (SA-gap-41); without permissions except for ways `through` others."""
    every = game.empires()
    beyond = every
    for areas in rings(game, empire, through):
        beyond = [one for one in beyond if areas.keys().isdisjoint(one.stacks)]
        if not beyond:
            return every
    out = {one.id for one in beyond}
    return [one for one in every if one.id not in out]


def distances(game: Seven, areas: list[str], most: int) -> dict[str, int]:
    """How far areas are from the given ones, across any area, whoever holds it (SA-gap-77)."""
    found = dict.fromkeys(areas, 0)
    edge = list(found)
    for distance in range(1, most + 1):
        edge = [other for area in edge for other in AROUND[area] if found.setdefault(other, distance) == distance]
        edge = list(dict.fromkeys(edge))
    return found
