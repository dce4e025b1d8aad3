"""International Agreement (TTA-APP-22 to TTA-APP-24, TTA-APP-30)."""

from __future__ import annotations

from collections import Counter

from ....table import Answer, ChooseSome, NotLegal, Refused, Rule
from ..cards import CARDS, FAMILY, LANGUAGE
from ..state import Ages
from .civil import forbidden, price, take_card
from .ratings import civil_limit
from .row import slide_and_fill

AGREEMENT = LANGUAGE["agreement_cards"]
NONE = ("agreement none",)
Item = tuple[str, int | None]
"""A card, and its space where it is not the cheapest copy."""


def agreement_ask(game: Ages, seat: int, worth: int) -> ChooseSome:
    """Row cards worth a given total of civil actions, by the normal rules; the cheapest copy by default."""
    civ = game.civs[seat]
    hand = len(game.civil_hand(seat))
    items = [
        (card, space + 1 if card in game.row[:space] else None)
        for space, card in enumerate(game.row)
        if card and not forbidden(game, seat, card)
    ]

    def fits(chosen: tuple[Item, ...]) -> Refused | None:
        cost = sum(price(game, seat, space) for space in spaces(game, chosen))
        if cost > worth:
            return NotLegal("beyond_the_agreement", {"actions": cost, "worth": worth}, rule="TTA-APP-30")
        families = Counter(FAMILY[card] for card, _ in chosen)
        if families["wonder"] > 1:
            return NotLegal("wonder_under_construction", {"wonder": civ.unfinished}, rule="TTA-WTAKE-4")
        to_hand = len(chosen) - families["wonder"]
        if to_hand and to_hand + hand > civil_limit(civ):
            return NotLegal("hand_full", {}, rule="TTA-TAKE-2")
        leaders = Counter(CARDS[card].age for card, _ in chosen if FAMILY[card] == "leader")
        if any(number > 1 for number in leaders.values()):
            return NotLegal("leader_of_that_age", {}, rule="TTA-TAKE-4")
        known = Counter(card for card, _ in chosen if FAMILY[card] != "action")
        if any(number > 1 for number in known.values()):
            return NotLegal("technology_known", {"card": known.most_common(1)[0][0]}, rule="TTA-TAKE-3")
        return None

    return ChooseSome(
        seat,
        AGREEMENT,
        "agreement take",
        items,
        0,
        len(items),
        empty=NONE,
        fits=fits,
        rule="TTA-APP-30",
        private=not game.options["civil_hands_public"],
        default=lambda: NONE,
        values={"worth": worth},
    )


def spaces(game: Ages, chosen: tuple[Item, ...]) -> list[int]:
    return [game.row.index(card) if at is None else at - 1 for card, at in chosen]


def agreement_taken(game: Ages, seat: int, answer: Answer) -> Rule:
    """The price is the next political action; the row is refilled without removing cards (TTA-APP-23)."""
    if answer == NONE:
        game.note("agreement_declined", player=seat)
        return
    for space in spaces(game, answer[1]):
        take_card(game, seat, space, price(game, seat, space), fresh=False)
    game.skip_politics.append(seat)
    game.note("agreement_taken", player=seat)
    yield from slide_and_fill(game)
