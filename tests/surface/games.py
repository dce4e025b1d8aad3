"""Random games of a title, position by position, for tests of what is seen and pressed."""

from __future__ import annotations

import random
from collections.abc import Iterator

from pbem import titles
from pbem.table import Ask, Table

NAMES = ("Anna Holm", "Ben", "Cleo", "Dave", "Erin", "Finn", "Gus")
HANDLES = ("anna", "ben", "cleo", "dave", "erin", "finn", "gus")


def begun(ident: str, seats: int, seed: int) -> Table:
    title = titles.load(ident)
    below = random.Random(f"{ident} {seed}").randrange
    return Table(title, HANDLES[:seats], title.settle(seats, {}), below=below)


def random_asks(ident: str, seats: int, seed: int, most: int = 100_000) -> Iterator[tuple[Table, int, Ask]]:
    """Every ask of a whole random game, before it is answered."""
    table = begun(ident, seats, seed)
    pick = random.Random(f"answers {seed}").randrange
    for _ in range(most):
        if table.over:
            return
        seat, ask = next(iter(table.unanswered.items()))
        yield table, seat, ask
        table.answer(seat, ask.sample(pick))
