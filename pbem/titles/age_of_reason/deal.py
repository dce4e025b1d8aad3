"""What may lie where a player sees only backs: the cards of each nation, but for those that lie open."""

from __future__ import annotations

from collections.abc import Sequence

from ...table import Below, Input, Shuffle, Unknown, in_sight
from .cards import ALLIANCE, BLANK, CARDS, SETS
from .state import Reason


def deal(game: Reason, unknown: Sequence[Unknown], _: Sequence[Input], below: Below) -> list[str]:
    """Everybody has the whole set of a nation; blank and alliance cards never go to the discards."""
    seen = in_sight(game)
    fighting: list[list[str]] = []
    always: list[list[str]] = []
    for one in game.players:
        cards = [card for card in SETS.get(one.nation, ()) if card not in seen]
        fighting.append(
            Shuffle([card for card in cards if CARDS[card].kind not in (ALLIANCE, BLANK)], "").outcome(below)
        )
        always.append([card for card in cards if CARDS[card].kind in (ALLIANCE, BLANK)])
    discards = {one.path: fighting[int(one.path[1])].pop() for one in unknown if one.path[2] == "discards"}
    rest = [Shuffle([*some, *others], "").outcome(below) for some, others in zip(fighting, always, strict=True)]
    return [discards[one.path] if one.path in discards else rest[int(one.path[1])].pop() for one in unknown]
