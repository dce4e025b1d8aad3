"""Positions of 7 Ages for tests, set up as scenarios set them up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.table import Ask, Table
from pbem.titles.seven_ages import TITLE
from pbem.titles.seven_ages.state import Empire, Seven
from pbem.trials.scenario_given import nested
from tests.titles.position_kit import table_at

PLAYERS = ("anna", "ben", "cleo", "dan")
COLOURS = {"anna": "orange", "ben": "dark_green", "cleo": "dark_blue", "dan": "black"}
PAIRS = (["orange", "yellow"], ["light_green", "dark_green"], ["light_blue", "dark_blue"], ["red", "pink"])


def empire(ident: str, who: str, step: int = 1, **more: Any) -> dict[str, Any]:
    """An entry for `players.….empires`."""
    return {"id": ident, "colour": COLOURS[who], "step": step, **more}


def position(empires: Mapping[str, Mapping[str, Any]], **given: Any) -> dict[str, Any]:
    """`position({"anna": {"romans": {"step": 9}}}, units=…)`: a whole position, with the rest of it by keyword."""
    players = {
        who: {"empires": {ident: empire(ident, who, **fields) for ident, fields in own.items()}}
        for who, own in empires.items()
    }
    for seat, who in enumerate(PLAYERS):
        players.setdefault(who, {}).setdefault("colours", PAIRS[seat])
    hands = given.pop("hands", {})
    for who, hand in hands.items():
        players[who]["hand"] = hand
    return {"players": players, **given}


def at(
    given: Mapping[str, Any],
    *orders: str,
    seats: int = 2,
    phase: str = "turn",
    chance: Sequence[Any] = (),
    seed: int | None = 1,
    options: Mapping[str, Any] | None = None,
) -> Table:
    """A table at a position, after orders of whoever is asked (the first, if several are)."""
    players = PLAYERS[:seats]
    whole = nested(given)
    whole["players"] = {who: one for who, one in whole.get("players", {}).items() if who in players}
    table = table_at(TITLE, players, whole, phase, chance, seed, options)
    for order in orders:
        play(table, order)
    return table


def play(table: Table, order: str) -> list[Any]:
    """An order of whoever is asked first, or of a player named before a colon; returns what happened."""
    who, _, text = order.rpartition(": ")
    notes = []
    while table.offer is not None and not text.startswith(OFFERED):  # nobody takes it
        notes += table.lapse()
    seat = PLAYERS.index(who) if who else next(iter(table.unanswered))
    notes += table.order(seat, text)
    if text.startswith(OFFERED) and table.offer is not None and seat in table.given:
        notes += table.lapse()
    return [note.data() for note in notes]


def lapsed(table: Table) -> list[Any]:
    """Nobody takes what is offered, however often; returns what happened."""
    notes = []
    while table.offer is not None:
        notes += [note.data() for note in table.lapse()]
    return notes


OFFERED = ("react", "pass", "gift")
"""How orders begin that take or decline an offer; a conflict event says so itself."""


def legal(table: Table, seat: int | None = None) -> list[str]:
    ask = asked(table) if seat is None else table.pending[seat]
    return [ask.write(answer, table.players) for answer in ask.listed()]


def asked(table: Table) -> Ask:
    return next(iter(table.unanswered.values()))


def of(table: Table, ident: str) -> Empire:
    game: Seven = table.state
    return game.empire(ident)


def told(notes: Sequence[Mapping[str, Any]], key: str) -> list[Mapping[str, Any]]:
    return [note for note in notes if note["key"] == key]
