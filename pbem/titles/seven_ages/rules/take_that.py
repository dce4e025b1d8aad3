"""Take that! (optional rule 7): cards reach only what is in range."""

from __future__ import annotations

from ..atlas import AREAS
from ..cards import CIVILISE
from ..state import Seven
from .range import in_range, reached

Aim = tuple[str | int, ...]
"""What an event is aimed at: empires, areas, a player; other words of a target do not matter."""


def in_reach(game: Seven, seat: int, aim: Aim, through: tuple[str, ...] = ()) -> bool:
    """Whether a card of a player reaches everything that it is aimed at (SA-opt-10, SA-opt-11, SA-gap-100).

    through  empires that let it pass on the way to another empire (SA-gap-41)
    """
    if not game.options["take_that"]:
        return True
    return all(_reaches(game, seat, one, through) for one in aim)


def _reaches(game: Seven, seat: int, one: str | int, through: tuple[str, ...]) -> bool:
    own = measuring(game, seat)
    if isinstance(one, int):
        near = [empire.id for ident in own for empire in in_range(game, game.empire(ident))]
        return one == seat or any(game.owners[ident] == one for ident in near)
    if one in game.owners:
        return any(empire.id == one for ident in own for empire in in_range(game, game.empire(ident), through))
    if one in AREAS:
        return any(one in reached(game, game.empire(ident)) for ident in own)
    return True


def measuring(game: Seven, seat: int) -> list[str]:
    """The civilising empire; beside the cards, and at other times, any empire of the player."""
    if game.acts and game.act.action == CIVILISE and game.act.seat == seat and game.act.empire:
        return [game.act.empire]
    return list(game.players[seat].empires)


def near_conflict(game: Seven, seat: int) -> bool:
    """A conflict event needs range to the area or to one of the sides (SA-gap-100)."""
    fight = game.battle
    return any(in_reach(game, seat, (one,)) for one in (fight.area, *(side.empire for side in fight.sides)))
