"""What may lie where a player sees only backs: all cards but those that lie open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...table import Below, Input, Shuffle, Unknown, in_sight
from .cards import AGES, CONSTANTS, DECK_OF, DECKS, LAYOUTS, WONDERS, back
from .state import Duel


def deal(game: Duel, unknown: Sequence[Unknown], _: Sequence[Input], below: Below) -> list[Any]:
    """The decks of ages to come are complete but for the cards put back at set-up (WD-SU-5, WD-SU-6)."""
    seen = in_sight(game)

    def mixed(things: Sequence[str]) -> list[str]:
        return Shuffle([one for one in things if one not in seen], "").outcome(below)

    rest = {deck: mixed(cards) for deck, cards in DECKS.items()}
    wonders = mixed(tuple(WONDERS))
    dealt: list[Any] = []
    for one in unknown:
        if one.path[0] == "face_down":
            dealt.append(rest[_deck(one.shows)].pop())
        else:
            dealt.append("" if one.pool == "building" else wonders.pop())
    decks = mixed([card for deck, left in _to_come(game).items() for card in _taken(rest[deck], left)])
    removed = [card for cards in rest.values() for card in cards]
    piles = {"decks": decks, "removed": Shuffle(removed, "").outcome(below)}
    return [piles[str(one.path[0])].pop() if thing == "" else thing for one, thing in zip(unknown, dealt, strict=True)]


def _deck(shown: str) -> str:
    return next(deck for deck, cards in DECKS.items() if back(cards[0]) == shown)


def _to_come(game: Duel) -> dict[str, int]:
    """How many unknown cards of each kind still lie in the decks."""
    known = [DECK_OF[card] for card in game.decks if isinstance(card, str)]
    guilds = CONSTANTS["guilds_added_to_age_3"] if game.age < AGES else 0
    left = {f"age_{age}": len(LAYOUTS[age]) - (guilds if age == AGES else 0) for age in range(game.age + 1, AGES + 1)}
    return {deck: number - known.count(deck) for deck, number in (*left.items(), ("guilds", guilds))}


def _taken(cards: list[str], number: int) -> list[str]:
    taken = cards[len(cards) - number :]
    del cards[len(cards) - number :]
    return taken
