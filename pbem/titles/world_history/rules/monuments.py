"""Monuments at the end of a realm's turn (chapter 5.8)."""

from __future__ import annotations

from ....table import Answer, ChooseSome, NotLegal, Rule
from ..atlas import LANDS
from ..cards import LANGUAGE, PER_MONUMENT
from ..state import World

BUILD_MONUMENT = LANGUAGE["build_monument"]
NONE = ("monument none",)
_RESOURCES = [land.id for land in LANDS.values() if land.resource]


def unused_resources(game: World) -> list[str]:
    """Resource lands of the running realm that no monument of this turn has used (WH-5.8-1, WH-5.8-12)."""
    turn, lands = game.now, game.lands
    realms = [part.realm for part in turn.parts]
    return [land for land in _RESOURCES if land in lands and lands[land].realm in realms and land not in turn.used]


def sites(game: World) -> list[list[str]]:
    """Where a monument may stand, rank by rank: capitals, cities, resources (WH-5.8-4 to WH-5.8-7)."""
    free = [land for land in game.running() if land not in game.monuments]
    capitals = [land for land in free if game.towns.get(land) == "capital"]
    cities = [land for land in free if game.towns.get(land) == "city"]
    rest = [land for land in free if land not in game.towns and LANDS[land].resource]
    return [capitals, cities, rest]


def monuments(game: World) -> Rule:
    resources = len(unused_resources(game))
    if resources < PER_MONUMENT:
        return
    ranks = sites(game)
    lands = [land for rank in ranks for land in rank]
    most = min(resources // PER_MONUMENT, len(lands), game.monuments_left())
    if not most:
        return  # WH-5.8-8
    turn = game.now

    def fits(chosen: tuple[str, ...]) -> NotLegal | None:
        """A lower rank only where the higher ones are full."""
        left = len(chosen)
        for rank, rule in zip(ranks, ("WH-5.8-5", "WH-5.8-6", "WH-5.8-7"), strict=True):
            needed = min(left, len(rank))
            if sum(land in rank for land in chosen) != needed:
                return NotLegal("monument_elsewhere_first", {"lands": rank}, rule=rule)
            left -= needed
        return None

    def why(answer: Answer) -> NotLegal | None:
        for land in answer[1] if len(answer) > 1 else ():
            if land not in game.running():
                return NotLegal("not_of_the_realm", {"land": land}, rule="WH-5.8-7")
            if land in game.monuments:
                return NotLegal("monument_stands", {"land": land}, rule="WH-5.8-4")
            if land not in lands:
                return NotLegal("no_site", {}, rule="WH-5.8-7")
        return None

    def strongest(land: str) -> tuple[int, int]:
        here = game.lands[land]
        return (-here.armies - here.fort, LANDS[land].order)

    ask = ChooseSome(
        turn.seat,
        BUILD_MONUMENT,
        "monument",
        lands,
        0,
        most,
        empty=NONE,
        fits=fits,
        why=why,
        default=lambda: ("monument", tuple(land for r in ranks for land in sorted(r, key=strongest))[:most]),
        values={"most": most, "empire": turn.empire},
    )
    answer = yield ask
    for land in ask.chosen(answer):
        turn.used += unused_resources(game)[:PER_MONUMENT]  # WH-5.8-14: the first ones in map order
        game.monuments.append(land)
        game.note("monument_built", player=turn.seat, land=land)
