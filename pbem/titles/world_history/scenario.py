"""Positions as scenarios give them: what follows from the plain fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from .atlas import LANDS, WATERS
from .cards import EMBLEMS, EMPIRES, EPOCHS, EVENTS, MOST_ARMIES, REALMS, TOWNS
from .state import EmpirePart, World

PHASE = "expand"
"""Where play starts unless the scenario says otherwise: with units to place."""

WORDS = ("units",)
"""`units: 4`: what the realm of the running turn can still place; `[2, 1]` for Incas and Aztecs."""

Fault = tuple[str, str]


def given(game: World, words: Mapping[str, Any]) -> Iterator[Fault]:
    """Complete a position; yields what is wrong with it as (path, message)."""
    faults = list(_strangers(game))
    yield from faults
    if faults:
        return
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


def _strangers(game: World) -> Iterator[Fault]:
    """Ids that the game does not have, and more pieces than a place can hold."""
    if not 0 <= game.epoch <= EPOCHS:
        yield "epoch", f"must be from 1 to {EPOCHS}"
    for land, here in game.lands.items():
        if land not in LANDS:
            yield f"lands.{land}", "there is no such land"
        if here.emblem not in EMBLEMS:
            yield f"lands.{land}.emblem", f"there is no {here.emblem!r}"
        if not 1 <= here.armies <= MOST_ARMIES:
            yield f"lands.{land}.armies", f"must be from 1 to {MOST_ARMIES}"
    for land, town in game.towns.items():
        if land not in LANDS or town not in TOWNS:
            yield f"towns.{land}", "there is no such land, or no such town"
    yield from (("monuments", f"there is no {land!r}") for land in game.monuments if land not in LANDS)
    yield from ((f"fleets.{water}", "there is no such water") for water in game.fleets if water not in WATERS)
    for field in ("events", "returned"):
        yield from ((field, f"there is no {card!r}") for card in getattr(game, field) if card not in EVENTS)
    for seat, one in enumerate(game.players):
        for field in ("card", "played"):
            wrong = [card for card in getattr(one, field) if card not in EMPIRES]
            yield from ((f"players.{seat}.{field}", f"there is no {card!r}") for card in wrong)
    if game.turn is not None:
        if game.turn.empire not in REALMS:
            yield "turn.empire", f"there is no {game.turn.empire!r}"
        if game.turn.event and game.turn.event not in EVENTS:
            yield "turn.event", f"there is no {game.turn.event!r}"
        if game.turn.emblem and game.turn.emblem not in EMBLEMS:
            yield "turn.emblem", f"there is no {game.turn.emblem!r}"
