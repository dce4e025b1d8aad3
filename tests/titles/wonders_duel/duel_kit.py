"""Positions of a duel for tests, set up as scenarios set them up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

import pbem.titles.wonders_duel as package
from pbem.table import Table
from pbem.titles.wonders_duel import TITLE
from pbem.trials.scenario_run import Script
from tests.titles.position_kit import table_at

PLAYERS = ("anna", "ben")
PRINTED: dict[str, Any] = yaml.load(
    (Path(package.__file__).parent / "data/components.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader
)
"""The component file as it stands, read without the code under test."""
BUILDINGS: dict[str, dict[str, Any]] = {entry["id"]: entry for entry in PRINTED["buildings"]}
WONDERS: dict[str, dict[str, Any]] = {entry["id"]: entry for entry in PRINTED["wonders"]}


def duel(
    given: Mapping[str, Any],
    *orders: str,
    chance: Sequence[Any] = (),
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    phase: str = "turn",
) -> Table:
    """A table at a position, after orders of whoever is asked."""
    table = table_at(TITLE, PLAYERS, given, phase, chance, seed, options)
    for order in orders:
        play(table, order)
    return table


def play(table: Table, order: str) -> None:
    (seat,) = table.pending
    table.order(seat, order)


def legal(table: Table) -> list[str]:
    """The orders that can be given now."""
    (ask,) = table.pending.values()
    return [ask.write(answer, PLAYERS) for answer in ask.listed()]


def price(table: Table, order: str) -> int:
    """The coins that an order would cost whoever is asked."""
    (ask,) = table.pending.values()
    coins = ask.about(ask.parse(order, PLAYERS))["coins"]
    assert isinstance(coins, int)
    return coins


def below(seed: int) -> Script:
    return Script((), seed)
