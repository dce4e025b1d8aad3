"""What happens to the pieces in a land: occupation, conquest (5.6) and joining of old units (7.3)."""

from __future__ import annotations

from ..atlas import NEIGHBOURS
from ..state import EmpirePart, Holding, World

_BESIDE = {land: tuple(way.to for way in ways) for land, ways in NEIGHBOURS.items()}


def occupy(game: World, seat: int, land: str, emblem: str, realm: int) -> None:
    """One army of a realm enters a vacant land, or joins its own there."""
    here = game.lands.get(land)
    if here is None:
        game.lands[land] = Holding(seat, emblem, realm)
    else:
        here.armies += 1


def conquer(game: World, land: str, seat: int, *, city_stays: bool = False) -> None:
    """All defenders are gone: WH-5.6-2, WH-5.6-3; monuments stay (WH-5.8-9)."""
    lost = game.lands.pop(land)
    town = game.towns.pop(land, "")
    if (town == "capital" and game.towns_left("city")) or (town == "city" and city_stays):
        game.towns[land] = "city"
    game.note(
        "own_replaced" if lost.owner == seat else "conquered",  # WH-7.2-1, WH-7.2-2
        player=seat,
        land=land,
        defender=lost.owner,
        fort=lost.fort,
        razed=town == "city" and land not in game.towns,
        spared=town == "city" and land in game.towns,
        turned=town == "capital" and land in game.towns,
        lost=town == "capital" and land not in game.towns,
        monument=land in game.monuments,
    )


def remove_armies(game: World, land: str, number: int) -> None:
    """Armies die without a fight; the fort goes with the last of them (WH-events-30)."""
    here = game.lands[land]
    here.armies -= number
    if not here.armies:
        del game.lands[land]


def found_town(game: World, land: str, kind: str) -> None:
    """A capital or city takes the place of the town that stands there (WH-7.1-7)."""
    if kind == "city" and game.towns.get(land) == "capital" and game.fix(1):
        return  # WH-events-30: a vacant land is not conquered, so its capital stays
    before = game.towns.pop(land, "")
    if game.towns_left(kind):
        game.towns[land] = kind
    elif before:
        game.towns[land] = before


def join(game: World, part: EmpirePart, land: str) -> bool:
    """Old units of the colour and emblem that touch the realm become part of it (WH-7.3-1, WH-7.3-4); if any did."""
    turn, lands = game.now, game.lands
    seat, emblem = turn.seat, turn.emblem
    joined: list[str] = []
    reached = [land]
    while reached:
        for to in _BESIDE[reached.pop()]:
            there = lands.get(to)
            if there and there.owner == seat and there.emblem == emblem and there.realm != part.realm:
                more = take_in(game, part, to)
                joined += more
                reached += more
    if joined:
        game.note("joined", player=turn.seat, lands=joined)
    return bool(joined)


def take_in(game: World, part: EmpirePart, land: str) -> list[str]:
    """A land of the emblem becomes part of the realm; returns the lands that do.

    Of an old realm it is this land alone (WH-7.3-4). Incas and Aztecs that meet are one realm with all their lands,
    and their units one pile (WH-7.5-4).
    """
    realm = game.lands[land].realm
    taken = [land]
    for other in [one for one in game.now.parts if one.realm == realm]:
        part.units += other.units
        part.bound += other.bound
        game.now.parts.remove(other)
        if game.fix(4):
            taken += [one for one in game.held(realm) if one != land]
    for one in taken:
        game.lands[one].realm = part.realm
    return taken
