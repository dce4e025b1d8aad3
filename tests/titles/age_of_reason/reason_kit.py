"""Tables and positions for the tests of Zeitalter der Vernunft."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from pbem.table import Ask, Note, Table
from pbem.table.state_json import to_json
from pbem.titles.age_of_reason import TITLE
from pbem.titles.age_of_reason.scenario import given
from pbem.titles.age_of_reason.state import Reason, new

HANDLES = ("anna", "ben", "cleo", "dora", "emil", "finn", "gina")


def table(seats: int, seed: int, **options: Any) -> Table:
    return Table(TITLE, HANDLES[:seats], options, below=random.Random(seed).randrange)


def asked(one: Table) -> Ask:
    """The next ask that waits for an answer."""
    return next(ask for seat, ask in one.pending.items() if seat not in one.given)


def played(seats: int, seed: int, quiet: tuple[str, ...] = (), **options: Any) -> Iterator[tuple[Table, list[Note]]]:
    """A random game, after each of its answers, with what happened; first of all as it begins.

    `quiet`: asks that are answered by their default.
    """
    chance = random.Random(seed)
    one = Table(TITLE, HANDLES[:seats], options, below=chance.randrange)
    yield one, one.state.notes
    while not one.over:
        ask = asked(one)
        answer = ask.default() if ask.kind.id in quiet else ask.sample(chance.randrange)
        yield one, one.answer(ask.player, answer)


def position(nations: list[str], seats: int = 0, /, **fields: Any) -> Reason:
    """A position in which the first nation attacks all others."""
    options = TITLE.settle(seats or len(nations), fields.pop("options", {}))
    game = new(seats or len(nations), options, 0)
    words = {"nations": nations, "alliances": fields.pop("alliances", [nations[:1], nations[1:]])}
    game.phase = fields.pop("phase", "attack")
    for name, value in fields.items():
        setattr(game, name, value)
    assert list(given(game, words)) == []
    return game


def going_on(game: Reason, dice: list[int] | None = None) -> Table:
    """A table at a position, with the dice to come."""
    rest = iter(dice or ())
    saved = {
        "title": TITLE.id,
        "players": list(HANDLES[: game.seats]),
        "state": to_json(game),
        "place": 0,
        "inputs": [],
        "given": [],
        "barrier": 0,
        "revealed": [],
    }
    return Table.load(TITLE, saved, below=lambda sides: next(rest) - 1)


def told(notes: list[Note], key: str) -> dict[str, Any]:
    """The values of the only note of a kind."""
    (one,) = [note for note in notes if note.key == key]
    return one.values
