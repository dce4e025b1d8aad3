"""Tables and positions for the tests of Empire."""

from __future__ import annotations

import random
from collections.abc import Iterator

from pbem.table import Ask, Table
from pbem.table.state_json import to_json
from pbem.titles.world_history import TITLE
from pbem.titles.world_history.scenario import given
from pbem.titles.world_history.state import Holding, Turn, World, new

HANDLES = ("anna", "ben", "cleo", "dora", "emil", "finn")


def table(seats: int, seed: int) -> Table:
    return Table(TITLE, HANDLES[:seats], below=random.Random(seed).randrange)


def asked(one: Table) -> Ask:
    """The next ask that waits for an answer."""
    return next(ask for seat, ask in one.pending.items() if seat not in one.given)


def played(seats: int, seed: int, *, blind: bool = False) -> Iterator[Table]:
    """A random game, after each of its answers."""
    chance = random.Random(seed)
    one = Table(TITLE, HANDLES[:seats], {"blind_turns": blind}, below=chance.randrange)
    while not one.over:
        ask = asked(one)
        one.answer(ask.player, ask.sample(chance.randrange))
        yield one


def position(empire: str, lands: dict[str, Holding], units: int, event: str = "") -> World:
    """The turn of anna with units to place."""
    game = new(3, {}, 0)
    game.lands = lands
    game.turn = Turn(0, empire, event, "lion")
    game.phase = "expand"
    assert list(given(game, {"units": units})) == []
    return game


def going_on(game: World, dice: list[int]) -> Table:
    """A table at a position, with the dice to come, attack first; what comes after them is left to chance."""
    rest, later = iter(dice), random.Random(1)

    def below(sides: int) -> int:
        die = next(rest, None)
        return later.randrange(sides) if die is None else die - 1

    saved = {
        "title": TITLE.id,
        "players": list(HANDLES[:3]),
        "state": to_json(game),
        "place": 0,
        "inputs": [],
        "given": [],
        "barrier": 0,
        "revealed": [],
    }
    return Table.load(TITLE, saved, below=below)
