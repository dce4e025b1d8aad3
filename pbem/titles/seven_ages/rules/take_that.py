"""Take that! (optional rule 7): cards reach only what is in range."""

from __future__ import annotations

from functools import cached_property

from ..atlas import AREAS
from ..cards import CIVILISE
from ..state import Empire, Seven
from .range import in_range, reached

Aim = tuple[str | int, ...]
"""What an event is aimed at: empires, areas, a player; other words of a target do not matter."""


class Reach:
    """What cards of a player reach at this moment (SA-opt-10, SA-opt-11, SA-gap-100); measured once, when it matters.

    through  empires that let a card pass on the way to another empire (SA-gap-41)
    """

    def __init__(self, game: Seven, seat: int, through: tuple[str, ...] = ()) -> None:
        self.game, self.seat, self.through = game, seat, through
        self.everywhere = not game.options["take_that"]

    def hits(self, aim: Aim) -> bool:
        """Whether a card reaches everything that it is aimed at."""
        return self.everywhere or all(self._hits(one) for one in aim)

    def _hits(self, one: str | int) -> bool:
        if isinstance(one, int):
            return one == self.seat or one in self._players
        if one in self.game.owners:
            return one in self._empires
        return one in self._areas if one in AREAS else True

    @cached_property
    def _own(self) -> list[Empire]:
        return [self.game.empire(ident) for ident in measuring(self.game, self.seat)]

    @cached_property
    def _empires(self) -> set[str]:
        return {other.id for own in self._own for other in in_range(self.game, own, self.through)}

    @cached_property
    def _players(self) -> set[int]:
        """Permissions do not help here (SA-gap-104)."""
        return {self.game.owners[other.id] for own in self._own for other in in_range(self.game, own)}

    @cached_property
    def _areas(self) -> set[str]:
        return {area for own in self._own for area in reached(self.game, own)}


def measuring(game: Seven, seat: int) -> list[str]:
    """The civilising empire; beside the cards, and at other times, any empire of the player."""
    if game.acts and game.act.action == CIVILISE and game.act.seat == seat and game.act.empire:
        return [game.act.empire]
    return list(game.players[seat].empires)


def near_conflict(game: Seven, seat: int) -> bool:
    """A conflict event needs range to the area or to one of the sides (SA-gap-100)."""
    fight, reach = game.battle, Reach(game, seat)
    return any(reach.hits((one,)) for one in (fight.area, *(side.empire for side in fight.sides)))
