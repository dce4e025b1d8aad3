"""The draw pile (SA-gap-1)."""

from __future__ import annotations

from ....table import Rule, Shuffle
from ..cards import CARDS
from ..state import Seven


def draw(game: Seven) -> Rule:
    """The top card, "" if there is none at all."""
    if not game.deck:
        if not game.discards:
            return ""
        game.deck = yield Shuffle(game.discards, label="pile")
        game.discards = []
        game.note("pile_mixed", number=len(game.deck))
    return game.deck.pop()


def draw_to_hand(game: Seven, seat: int, number: int) -> Rule:
    """Cards that only the player sees; no more than there are."""
    drawn: list[str] = []
    for _ in range(number):
        card = yield from draw(game)
        if card:
            drawn.append(card)
    game.players[seat].hand.extend(drawn)
    if drawn:
        game.note("drew", player=seat, number=len(drawn))
        game.note("drew_cards", seen_by=(seat,), cards=drawn, reveals=True)
    return None


def value(card: str) -> int:
    """The value of a card; one that must be shown but does not exist counts 0."""
    return CARDS[card].value if card else 0


def discard(game: Seven, *cards: str) -> None:
    """The discard pile is open (SA-gap-68)."""
    game.discards.extend(card for card in cards if card)
