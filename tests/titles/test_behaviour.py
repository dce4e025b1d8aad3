"""Recorded games of every title: a title that plays one of them otherwise needs a numbered fix, or a new number.

`python -m tests.titles.test_behaviour` records what is missing; it never changes what is there.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from pbem import titles
from pbem.table import Table
from pbem.table.inputs import input_from_json, input_to_json
from pbem.table.state_json import canonical, digest, to_json

FOLDER = Path(__file__).parents[1] / "vectors" / "behaviour"
TITLES = tuple(titles.ours())


def path_of(ident: str, behaviour: int, fixes: int) -> Path:
    return FOLDER / f"{ident}-{behaviour}-{fixes}.json"


def recorded(ident: str, fixes: int) -> dict[str, Any]:
    """A game at random, with the print of its position after it."""
    title = titles.load(ident)
    dice = random.Random(f"{ident} {fixes}")
    players = ("anna", "ben", "cleo", "dan")[: min(3, title.seats[-1])]
    table = Table(title, players, below=dice.randrange, fixes=fixes)
    while not table.over:
        seat, ask = next((seat, ask) for seat, ask in table.pending.items() if seat not in table.given)
        table.answer(seat, ask.sample(dice.randrange))
    return {"players": players, "inputs": [input_to_json(one) for one in table.inputs], "end": _end(table)}


def _end(table: Table) -> str:
    return digest(to_json(table.state))


@pytest.mark.parametrize("ident", TITLES)
def test_a_title_plays_recorded_games_as_it_did(ident: str) -> None:
    title = titles.load(ident)
    for fixes in range(title.fixes + 1):
        path = path_of(ident, title.behaviour, fixes)
        assert path.is_file(), f"{path.name} is missing: record it with `python -m tests.titles.test_behaviour`"
        game = json.loads(path.read_bytes())
        inputs = [input_from_json(one) for one in game["inputs"]]
        table = Table(title, game["players"], fixes=fixes, record=inputs)
        assert table.over
        assert _end(table) == game["end"], (
            f"{ident} comes to another position in {path.name}: give the change a numbered fix, or raise `behaviour`"
        )


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for ident in TITLES:
        title = titles.load(ident)
        for fixes in range(title.fixes + 1):
            path = path_of(ident, title.behaviour, fixes)
            if not path.is_file():
                path.write_bytes(canonical(recorded(ident, fixes)) + b"\n")


if __name__ == "__main__":
    main()
