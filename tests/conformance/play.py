"""Plays one random game and prints a digest of its positions, questions and inputs, in a process of its own."""

from __future__ import annotations

import sys

from pbem import titles
from pbem.table import Table
from pbem.table.state_json import digest, to_json
from pbem.table.table import input_to_json
from pbem.trials.conformance import HANDLES
from pbem.trials.simulate import source


def play(ident: str, seats: int, seed: int) -> str:
    table = Table(titles.load(ident), HANDLES[:seats], below=source(f"chance {seed}"))
    pick = source(f"picks {seed}")
    seen = []
    while not table.over:
        asked = [[ask.write(one, table.players) for one in ask.listed(100)] for ask in table.pending.values()]
        seen.append([to_json(table.state), asked])
        for seat, ask in list(table.pending.items()):
            table.answer(seat, ask.sample(pick))
    return digest([seen, to_json(table.state), [input_to_json(one) for one in table.inputs]])


if __name__ == "__main__":
    titles.__path__.append(sys.argv[4])
    print(play(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
