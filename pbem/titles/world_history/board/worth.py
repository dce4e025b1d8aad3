"""What a step of a turn costs and brings, and the odds of an attack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....pages.board_api import Price
from ....table import Answer, Ask
from ..atlas import LANDS
from ..rules.combat import empire_force
from ..rules.scoring import gain, tally
from ..state import World
from ..worth import chance

WON, REPELLED = "taken", "repelled"
_OF_UNITS = ("army", "fleet", "fort", "attack")
OUTCOMES = {
    "conquered": "taken",
    "driven_out": "taken",
    "unit_lost": "repelled",
    "event_unit_lost": "repelled",
    "fought": "held",
    "died": "struck",
    "disease_strikes": "spared",
    "epoch_begun": "drawn",
}
"""By note: how what chance decided turned out; the first that is told counts."""


def meters(game: World, ask: Ask) -> Mapping[str, int]:
    seat = ask.player
    found = {"points": game.players[seat].total()}
    if game.turn is not None and game.turn.seat == seat:
        return {"units": sum(part.units for part in game.turn.parts), **found}
    return found


def weigh(game: World, ask: Ask, answer: Answer, about: Mapping[str, Any]) -> Price:
    verb, place = answer[0], answer[1] if len(answer) > 1 else ""
    if ask.kind.id != "place_unit" or not isinstance(place, str):
        return Price()
    cost = {"units": 1} if verb in _OF_UNITS else {}
    brings = place in LANDS and game.owner(place) != ask.player and verb in ("army", "attack", "event army")
    points = {"points": gain(game, tally(game), ask.player, place)} if brings else {}
    if verb != "attack" or not about.get("dice"):
        return Price(cost, points)
    share = chance(empire_force(game), about["dice"], bool(about.get("fort")), about["left"])
    return Price(cost, points, odds={WON: share, REPELLED: 1 - share})
