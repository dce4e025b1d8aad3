"""Facts that many titles have: what the game counts, what each player has, and who is ahead."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from ..table import NUMBER, PLAYER, TRUTH, Fact


def counted(name: str, low: int | None = 0, high: int | None = None, type: str = NUMBER) -> Fact:
    """A field of the game: the round, the turn, the age. `type=PLAYER` for the seat whose turn it is."""
    read = attrgetter(name)
    return Fact(name, type, lambda game, seat: read(game), low=low if type == NUMBER else None, high=high)


def of_player(name: str, read: Callable[[Any, int], int], low: int | None = 0, high: int | None = None) -> Fact:
    """What a player has, by default the writer of the order: `coins`, `coins(anna)`."""
    return Fact(name, NUMBER, lambda game, seat, of: read(game, seat if of is None else of), (PLAYER,), 0, low, high)


def standings(points: Callable[[Any, int], int]) -> tuple[Fact, Fact]:
    """`vp`, the points of a player, and `leader_vp`, whether nobody has more points."""

    def leads(game: Any, seat: int, of: int) -> bool:
        return points(game, of) == max(points(game, other) for other in range(game.seats))

    return of_player("vp", points), Fact("leader_vp", TRUTH, leads, (PLAYER,))
