"""Positions of Through the Ages for tests, set up as scenarios set them up, and what can be read off them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

import pbem.titles.through_the_ages as package
from pbem.table import Table
from pbem.titles.through_the_ages import TITLE
from pbem.titles.through_the_ages.rules import goods, ratings
from tests.titles.position_kit import table_at

PLAYERS = ("anna", "ben", "cleo", "dan")
DATA = Path(package.__file__).parent / "data"
CIVIL: list[dict[str, Any]] = yaml.load((DATA / "civil.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)["cards"]
MILITARY: list[dict[str, Any]] = yaml.load((DATA / "military.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)[
    "cards"
]
PRINTED = {entry["id"]: entry for entry in (*CIVIL, *MILITARY)}
"""The cards as they stand in the data, read without the code under test."""


def at(
    given: Mapping[str, Any],
    *orders: str,
    seats: int = 2,
    phase: str = "act",
    chance: Sequence[Any] = (),
    seed: int | None = 1,
    options: Mapping[str, Any] | None = None,
) -> Table:
    """A table at a position, after orders of whoever is asked (the first, if several are)."""
    table = table_at(TITLE, PLAYERS[:seats], given, phase, chance, seed, options)
    for order in orders:
        play(table, order)
    return table


def play(table: Table, order: str) -> None:
    """An order of whoever is asked first, or of a player named before a colon."""
    who, _, text = order.rpartition(": ")
    seat = PLAYERS.index(who) if who else next(iter(seat for seat in table.pending if seat not in table.given))
    table.order(seat, text)


def legal(table: Table, seat: int | None = None) -> list[str]:
    ask = next(iter(table.pending.values())) if seat is None else table.pending[seat]
    return [ask.write(answer, table.players) for answer in ask.listed()]


READ = {
    "strength": lambda game, seat: ratings.strength(game, seat),
    "culture_rate": lambda game, seat: ratings.culture(game, seat),
    "science_rate": lambda game, seat: ratings.science(game, seat),
    "happy": lambda game, seat: ratings.happiness(game.civs[seat]),
    "discontent": lambda game, seat: ratings.discontent(game.civs[seat]),
    "colonization": lambda game, seat: ratings.colonization(game.civs[seat]),
    "urban_limit": lambda game, seat: ratings.urban_limit(game.civs[seat]),
    "civil_limit": lambda game, seat: ratings.civil_limit(game.civs[seat]),
    "military_limit": lambda game, seat: ratings.military_limit(game.civs[seat]),
    "food": lambda game, seat: goods.stock(game.civs[seat], "food"),
    "resources": lambda game, seat: goods.stock(game.civs[seat], "resources"),
    "food_made": lambda game, seat: goods.production(game, seat, "food"),
    "resources_made": lambda game, seat: goods.production(game, seat, "resources"),
    "cards": lambda game, seat: len(game.civs[seat].military_hand),
    "arms": lambda game, seat: sum(game.turn.arms.values()),
}


def read(table: Table, path: str) -> Any:
    """`anna.culture`, `ben.strength`, `age`."""
    who, _, what = path.rpartition(".")
    game = table.state
    if not who:
        return getattr(game, what)
    seat = PLAYERS.index(who)
    return READ[what](game, seat) if what in READ else getattr(game.civs[seat], what)


def holds(table: Table, expected: Mapping[str, Any]) -> None:
    got = {path: read(table, path) for path in expected}
    assert got == dict(expected)
