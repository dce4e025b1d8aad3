"""Actions that events offer (TTA-APP-20, TTA-APP-29, TTA-EVRES-8)."""

from __future__ import annotations

from collections.abc import Iterator

from ....table import Answer, Choose, Rule
from ..cards import CARDS, FAMILY, LANGUAGE, UNITS
from ..state import Ages
from .civil import build, grow, no_build, no_grow
from .develop import develop, no_develop, no_revolution, revolution
from .row import is_technology

OFFER = LANGUAGE["event_offer"]
PASS = ("pass",)


def less(what: str) -> int:
    """By how much Development of Civilization makes something cheaper."""
    offers = CARDS["development_of_civilization"].steps[0]["may_one_of"]
    return int(next(offer["discount"][what] for offer in offers if what in offer["discount"]))


LESS_FOOD, LESS_RESOURCES, LESS_SCIENCE = less("food"), less("resources"), less("science")


def options(game: Ages, seat: int) -> Iterator[Answer]:
    if not no_grow(game, seat, LESS_FOOD, actions=0):
        yield ("grow",)
    for tech in game.civs[seat].workers:
        if FAMILY[tech] not in UNITS and not no_build(game, seat, tech, less=LESS_RESOURCES, actions=0):
            yield ("build", tech)
    for card in dict.fromkeys(game.civil_hand(seat)):
        if is_technology(card):
            if not no_develop(game, seat, card, LESS_SCIENCE, actions=0):
                yield ("develop", card)
            if FAMILY[card] == "government" and not no_revolution(game, seat, card, LESS_SCIENCE):
                yield ("revolution", card)
    yield PASS


def civilization_ask(game: Ages, seat: int) -> Choose:
    found = list(options(game, seat))
    return Choose(
        seat,
        OFFER,
        found,
        rule="TTA-APP-29",
        private=not game.options["civil_hands_public"],
        default=lambda: ("grow",) if ("grow",) in found else PASS,
        values={"tech": ""},
    )


def offer_taken(game: Ages, seat: int, answer: Answer) -> Rule:
    """Carried out in turn; what an earlier player's choice has made impossible is skipped."""
    if answer not in list(options(game, seat)):
        answer = PASS
    if answer == PASS:
        game.note("offer_declined", player=seat)
    elif answer[0] == "grow":
        grow(game, seat, LESS_FOOD, actions=0)
    elif answer[0] == "build":
        build(game, seat, answer[1], less=LESS_RESOURCES, actions=0)
    elif answer[0] == "develop":
        yield from develop(game, seat, answer[1], LESS_SCIENCE, actions=0)
    else:
        yield from revolution(game, seat, answer[1], LESS_SCIENCE)


def free_build(game: Ages, seat: int, answer: Answer) -> None:
    """Development of Religion, of Warfare."""
    if answer == PASS:
        game.note("offer_declined", player=seat)
    else:
        build(game, seat, answer[1], less=CARDS[answer[1]].cost, actions=0)
