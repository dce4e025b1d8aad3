"""Range between empires and areas (SA-3-4 to SA-3-7, SA-gap-12, SA-gap-83)."""

from __future__ import annotations

from ..atlas import AREAS, AROUND, CANALS, OCEAN
from ..cards import CONSTANTS
from ..state import Empire, Seven
from .effects import reach

OCEAN_AGE = CONSTANTS["range_ocean_age"]


def reached(game: Seven, empire: Empire, through: tuple[str, ...] = ()) -> dict[str, int]:
    """Areas in range, with their distance.

    A way can end in another player's area, but passes through one only with permission (`through`).
    """
    most = reach(game, empire)
    owner = game.owners[empire.id]
    oceans = empire.age >= OCEAN_AGE
    found = dict.fromkeys(empire.stacks, 0)
    edge = list(found)
    for distance in range(1, most + 1):
        following: list[str] = []
        for area in edge:
            if distance > 1 and not _open(game, owner, area) and game.control[area] not in through:
                continue
            for other in (*AROUND[area], *_by_canal(game, empire, owner, area)):
                if other not in found and (oceans or AREAS[other].kind != OCEAN):
                    found[other] = distance
                    following.append(other)
        edge = following
    return found


def _open(game: Seven, owner: int, area: str) -> bool:
    """Neutral areas and those of empires of the same player can be passed (SA-gap-12)."""
    holder = game.control.get(area)
    return holder is None or game.owners[holder] == owner


def _by_canal(game: Seven, empire: Empire, owner: int, area: str) -> list[str]:
    return [
        other
        for (one, other), canal in CANALS.items()
        if one == area and empire.age >= canal["from_age"] and all(_open(game, owner, bank) for bank in canal["areas"])
    ]


def in_range(game: Seven, empire: Empire, through: tuple[str, ...] = ()) -> list[Empire]:
    """Empires in range, itself included (SA-gap-41); without permissions except for ways `through` others."""
    areas = reached(game, empire, through)
    return [one for one in game.empires() if any(area in areas for area in one.stacks)]


def distances(game: Seven, areas: list[str], most: int) -> dict[str, int]:
    """How far areas are from the given ones, across any area, whoever holds it (SA-gap-77)."""
    found = dict.fromkeys(areas, 0)
    edge = list(found)
    for distance in range(1, most + 1):
        edge = [other for area in edge for other in AROUND[area] if found.setdefault(other, distance) == distance]
        edge = list(dict.fromkeys(edge))
    return found
