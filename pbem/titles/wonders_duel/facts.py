"""What conditions in orders may read of a duel. Everything here is public (WD-R-18)."""

from __future__ import annotations

from ...table import NUMBER, PLAYER, TRUTH, facts
from ...table import Fact as F
from .cards import AGES, BUILDINGS, CAPITAL, CARDS
from .rules.payment import price_of
from .rules.scoring import points
from .state import City, Duel


def _city(game: Duel, seat: int, of: int | None) -> City:
    return game.cities[seat if of is None else of]


def _cost(game: Duel, seat: int, thing: str) -> int:
    return price_of(game.cities[seat], game.cities[1 - seat], CARDS[thing])


def _open(game: Duel, _seat: int, card: str) -> bool:
    return card in game.face_up.values()


def _accessible(game: Duel, _seat: int, card: str) -> bool:
    return card in game.accessible()


def _taken(game: Duel, _seat: int, card: str) -> bool:
    """It has left a layout: it is in a city, under a wonder or discarded."""
    return card in game.discards or any(card in c.buildings or card in c.built.values() for c in game.cities)


def _stands(city: City, thing: str) -> bool:
    return thing in city.buildings if thing in BUILDINGS else thing in city.built


def _vp(game: Duel, seat: int, of: int | None) -> int:
    return sum(points(game, seat if of is None else of).values())


FACTS = facts(
    F("turn", NUMBER, lambda game, seat: game.turn, low=0),
    F("age", NUMBER, lambda game, seat: game.age, low=0, high=AGES),
    F("active", PLAYER, lambda game, seat: game.active),
    F("vp", NUMBER, _vp, (PLAYER,), given=0, low=0),
    F("leader_vp", TRUTH, lambda game, seat, of: _vp(game, seat, of) >= _vp(game, 1 - of, None), (PLAYER,)),
    F("coins", NUMBER, lambda game, seat, of: _city(game, seat, of).coins, (PLAYER,), given=0, low=0),
    F("cost", NUMBER, _cost, ("card|wonder",), low=0),
    F("free", TRUTH, lambda game, seat, thing: _cost(game, seat, thing) == 0, ("card|wonder",)),
    F("open", TRUTH, _open, ("card",)),
    F("accessible", TRUTH, _accessible, ("card",)),
    F("taken", TRUTH, _taken, ("card",)),
    F("pawn", NUMBER, lambda game, seat: game.lead(seat), low=-CAPITAL, high=CAPITAL),
    F(
        "symbols",
        NUMBER,
        lambda game, seat, of: len(dict.fromkeys(_city(game, seat, of).symbols())),
        (PLAYER,),
        given=0,
        low=0,
        high=7,
    ),
    F("built", TRUTH, lambda game, seat, thing: _stands(game.cities[seat], thing), ("card|wonder",)),
    F("opponent_built", TRUTH, lambda game, seat, thing: _stands(game.cities[1 - seat], thing), ("card|wonder",)),
)
