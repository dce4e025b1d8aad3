"""Positions as scenarios give them: what follows from the plain fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .cards import EMPIRES, REALMS
from .state import EmpirePart, World

PHASE = "expand"
"""Where play starts unless the scenario says otherwise: with units to place."""

WORDS = ("units",)
"""`units: 4`: what the realm of the running turn can still place; `[2, 1]` for Incas and Aztecs."""

Fault = tuple[str, str]


def given(game: World, words: Mapping[str, Any]) -> Iterator[Fault]:
    """Complete a position; yields what is wrong with it as (path, message)."""
    if not game.epoch:
        cards = [card for one in game.players for card in one.card]
        named = [game.turn.empire] if game.turn else cards
        game.epoch = REALMS[named[0]].epoch if named else 0
    if game.turn is not None:
        yield from _running(game, words.get("units", 0))
    for one in game.lands.values():
        if not one.realm:
            game.realms += 1
            for other in game.lands.values():
                if not other.realm and (other.owner, other.emblem) == (one.owner, one.emblem):
                    other.realm = game.realms
    game.realms = max([game.realms, *(one.realm for one in game.lands.values())])


def _running(game: World, units: Any) -> Iterator[Fault]:
    """The lands of the player and emblem whose turn it is are its realm, unless they name another."""
    turn = game.turn
    assert turn is not None
    numbers = units if isinstance(units, list) else [units]
    if not turn.parts and not all(type(one) is int and one >= 0 for one in numbers):
        yield "units", "must be a number, or a list of numbers"
        return
    if not turn.parts:
        turn.parts = [EmpirePart(game.realms + n, one) for n, one in enumerate(numbers, start=1)]
    game.realms = max(part.realm for part in turn.parts)
    starts = {start.land: n for n, start in enumerate(REALMS[turn.empire].starts)}
    for land, one in game.lands.items():
        if not one.realm and one.owner == turn.seat and one.emblem == turn.emblem:
            one.realm = turn.parts[min(starts.get(land, 0), len(turn.parts) - 1)].realm
    seat = game.players[turn.seat]
    if turn.empire in EMPIRES and turn.empire not in seat.played:
        seat.played.append(turn.empire)
