"""What may lie where a player sees only backs: the cards of this epoch, but for those that lie open."""

from __future__ import annotations

from collections.abc import Sequence

from ...table import Below, Input, Shuffle, Unknown, in_sight
from .cards import EMPIRE_DECKS, EVENT_DECKS
from .state import World


def deal(game: World, unknown: Sequence[Unknown], _: Sequence[Input], below: Below) -> list[str]:
    """Which events have been used already, nobody sees from the position: they may be dealt again."""
    seen = in_sight(game)
    piles = {
        pool: Shuffle([card for card in decks.get(game.epoch, ()) if card not in seen], "").outcome(below)
        for pool, decks in (("empire", EMPIRE_DECKS), ("event", EVENT_DECKS))
    }
    return [piles[one.pool].pop() for one in unknown]
