"""Destiny (chapter 5)."""

from __future__ import annotations

from ....table import Answer, ChooseSome, NotLegal, Rule
from ..cards import CONSTANTS, LANGUAGE
from ..state import Empire, Seven
from .effects import number
from .markers import finish
from .pile import discard, draw_to_hand

DISCARD = LANGUAGE["destiny_discard"]
NONE, ALL = ("discard none",), "discard all"
MOST, LEAST = 1, -1
"""What the option technology adds for the most and the least advanced empire (SA-opt-7)."""


def destiny(game: Seven) -> Rule:
    """Discard any cards, then fill the hand (SA-5-1)."""
    act = game.act
    one = game.players[act.seat]
    answer = yield discard_ask(game, act.seat, act.empire)
    cards = () if answer == NONE else answer[1]
    for card in cards:
        one.hand.remove(card)
    discard(game, *cards)
    game.note("discarded", player=act.seat, cards=list(cards), reveals=True)
    yield from draw_to_hand(game, act.seat, max(0, capacity(game, act.empire) - len(one.hand)))
    return finish(game)


def capacity(game: Seven, ident: str) -> int:
    """6; with technology 7 or 5 by the place on the track; then what the empire adds (SA-gap-43, SA-gap-92)."""
    cards = CONSTANTS["destiny_hand"]
    if not ident:
        return cards
    empire = game.empire(ident)
    if game.options["technology"]:
        if empire is ranked(game)[0]:
            cards += MOST
        elif empire is ranked(game)[-1]:
            cards += LEAST
    return number(game, empire, "hand_size", cards)


def ranked(game: Seven) -> list[Empire]:
    """By progress; ties from the first player on."""
    return sorted(game.empires(), key=lambda one: -one.step)


def discard_ask(game: Seven, seat: int, empire: str) -> ChooseSome:
    hand = game.players[seat].hand

    def means(answer: Answer) -> Answer:
        if answer[0] == ALL:
            return ("discard", tuple(hand)) if hand else NONE
        return answer

    def why(answer: Answer) -> NotLegal | None:
        strange = [card for card in answer[1] if card not in hand] if len(answer) > 1 else []
        return NotLegal("not_in_hand", {"card": strange[0]}, rule="SA-5-1") if strange else None

    return ChooseSome(
        seat,
        DISCARD,
        "discard",
        hand,
        0,
        len(hand),
        empty=NONE,
        private=True,
        means=means,
        why=why,
        default=lambda: NONE,
        context={"subject": empire, "for": empire} if empire else None,
    )
