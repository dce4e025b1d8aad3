"""Recorded games of a title: one that plays any of them otherwise needs a numbered fix, or a new number."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..table import Table, Title
from ..table.inputs import input_from_json, input_to_json
from ..table.state_json import canonical, digest, to_json

PLAYERS = ("anna", "ben", "cleo")


def faults(title: Title, folder: Path) -> Iterator[str]:
    """What is not recorded there, and what is played otherwise now."""
    for fixes in range(title.fixes + 1):
        path = path_of(title, fixes, folder)
        if not path.is_file():
            yield f"{path.name} is missing: record it with `python -m tests.titles.test_behaviour`"
            continue
        game = json.loads(path.read_bytes())
        inputs = [input_from_json(one) for one in game["inputs"]]
        table = Table(title, game["players"], fixes=fixes, record=inputs)
        if not table.over or _end(table) != game["end"]:
            yield (
                f"{title.id} comes to another position in {path.name}: give the change a numbered fix, or raise "
                "`behaviour`"
            )


def path_of(title: Title, fixes: int, folder: Path) -> Path:
    return folder / f"{title.id}-{title.behaviour}-{fixes}.json"


def record(title: Title, folder: Path) -> None:
    """Record what is missing; what is there never changes."""
    folder.mkdir(parents=True, exist_ok=True)
    for fixes in range(title.fixes + 1):
        path = path_of(title, fixes, folder)
        if not path.is_file():
            path.write_bytes(canonical(_recorded(title, fixes)) + b"\n")


def _recorded(title: Title, fixes: int) -> dict[str, Any]:
    """A game at random, with the print of its position after it."""
    dice = random.Random(f"{title.id} {fixes}")
    table = Table(title, PLAYERS[: title.seats[-1]], below=dice.randrange, fixes=fixes)
    while not table.over:
        seat, ask = next((seat, ask) for seat, ask in table.pending.items() if seat not in table.given)
        table.answer(seat, ask.sample(dice.randrange))
    return {"players": table.players, "inputs": [input_to_json(one) for one in table.inputs], "end": _end(table)}


def _end(table: Table) -> str:
    return digest(to_json(table.state))
