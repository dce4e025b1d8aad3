"""What conditions in orders may read of a duel. Everything here is public (WD-R-18)."""

from __future__ import annotations

from ...table import NUMBER, PLAYER, TRUTH, facts
from ...table import Fact as F
from ..common_facts import counted, of_player, standings
from .cards import AGES, BUILDINGS, CAPITAL, CARDS
from .rules.payment import price_of
from .rules.scoring import points
from .state import City, Duel


def _cost(game: Duel, seat: int, thing: str) -> int:
    return price_of(game.cities[seat], game.cities[1 - seat], CARDS[thing])


def _taken(game: Duel, _seat: int, card: str) -> bool:
    """It has left a layout: it is in a city, under a wonder or discarded."""
    return card in game.discards or any(card in c.buildings or card in c.built.values() for c in game.cities)


def _stands(city: City, thing: str) -> bool:
    return thing in city.buildings if thing in BUILDINGS else thing in city.built


FACTS = facts(
    counted("turn"),
    counted("age", high=AGES),
    counted("active", type=PLAYER),
    *standings(lambda game, seat: sum(points(game, seat).values())),
    of_player("coins", lambda game, seat: game.cities[seat].coins),
    F("cost", NUMBER, _cost, ("card|wonder",), low=0),
    F("free", TRUTH, lambda game, seat, thing: _cost(game, seat, thing) == 0, ("card|wonder",)),
    F("open", TRUTH, lambda game, seat, card: card in game.face_up.values(), ("card",)),
    F("accessible", TRUTH, lambda game, seat, card: card in game.accessible(), ("card",)),
    F("taken", TRUTH, _taken, ("card",)),
    F("pawn", NUMBER, lambda game, seat: game.lead(seat), low=-CAPITAL, high=CAPITAL),
    of_player("symbols", lambda game, seat: len(dict.fromkeys(game.cities[seat].symbols())), high=7),
    F("built", TRUTH, lambda game, seat, thing: _stands(game.cities[seat], thing), ("card|wonder",)),
    F("opponent_built", TRUTH, lambda game, seat, thing: _stands(game.cities[1 - seat], thing), ("card|wonder",)),
)
