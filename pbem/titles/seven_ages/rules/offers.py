"""Moments at which everybody may play a card: all are asked together, nobody must answer (SA-gap-53, SA-gap-55)."""

from __future__ import annotations

from collections.abc import Mapping

from ....table import Answer, Ask, Choose, Offer, Rule
from ..cards import CARDS, EVENTS, LANGUAGE
from ..state import Seven
from .take_that import Aim, Reach
from .targets import targets
from .waiting import patience

REACT = LANGUAGE["event_reaction"]
PASS = ("pass",)


def offer(game: Seven, asks: Mapping[int, Ask]) -> Rule:
    """Anybody may, nobody must: returns the answers of those who do something.

    All are asked, whether they hold a fitting card or not: asking only the holders would give them away.
    """
    return (yield Offer(asks, patience=patience(game))) if asks else {}


def holders(game: Seven) -> list[int]:
    """Seats that may have a card to play, as far as all can see: those with any hand cards at all."""
    return [seat for seat in game.order() if game.players[seat].hand]


def react_ask(game: Seven, seat: int, when: str, event: str = "", aim: Aim = ()) -> Choose:
    """The cards of a player that fit the moment, with everything they can be played on; `aim` is what the event
    reacted to was played on."""
    options: list[Answer] = [PASS]
    cards = [card for card in game.players[seat].hand if EVENTS[CARDS[card].event].when == when]
    for card in cards if cards and Reach(game, seat).hits(aim) else ():
        options += [("react", card, target or None) for target in targets(game, seat, "", CARDS[card].event)]
    return Choose(
        seat,
        REACT,
        options,
        private=True,
        default=lambda: PASS,
        values={"moment": when, "event": event},
        context={"for": game.act.empire} if game.acts and game.act.empire else None,
    )
