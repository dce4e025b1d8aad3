"""What a play costs and brings, and what the rival would pay for the same card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....pages.board_api import Price
from ....table import Answer, Ask
from ..cards import BUILDINGS, CARDS, TOKENS
from ..rules.payment import price_of
from ..rules.scoring import points
from ..state import Duel

LACKING = {"too_dear": ("coins", "price", "coins"), "too_dear_wonder": ("coins", "price", "coins")}
OUTCOMES = {
    "plays_again": "again",
    "library_draws": "drawn",
    "turned_up": "turned_up",
    "age_dealt": "dealt",
    "wonders_laid_out": "laid_out",
}
"""By note: how what chance decided turned out; the first that is told counts."""


def meters(game: Duel, ask: Ask) -> Mapping[str, int]:
    seat = ask.player
    return {"coins": game.cities[seat].coins, "points": sum(points(game, seat).values()), "lead": game.lead(seat)}


def weigh(game: Duel, ask: Ask, answer: Answer, about: Mapping[str, Any]) -> Price:
    verb = answer[0]
    if verb == "revive":
        return Price({}, _printed(answer[1]))
    if verb in ("token", "library"):
        token = TOKENS[answer[1]]
        return Price({}, {"coins": token.coins_now, "points": token.vp})
    if ask.kind.id != "play_card":
        return Price()
    seat, card = ask.player, answer[-1]
    other = 1 - seat
    price = price_of(game.cities[other], game.cities[seat], BUILDINGS[card])
    rival = [(other, "coins", price)]
    if verb == "discard":
        return Price({}, {"coins": about["gains"]}, rival)
    return Price({"coins": about["coins"]}, _printed(answer[1]), rival)


def _printed(card: str) -> dict[str, int]:
    """What a building or wonder brings at once, as printed."""
    one = CARDS[card]
    return {"coins": one.coins_now, "points": one.vp, "lead": one.shields}
