"""How fast the titles play, compared with python-chess in the same run."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable
from time import process_time
from typing import Any

from rich.console import Console

from pbem import titles
from pbem.table import Ask, Table, Title
from pbem.table.state_json import copy

ROUNDS = 7
SECONDS = 0.8
USUAL = 4
"""The usual number of players in a multiplayer game."""


def source(seed: int) -> Callable[[int], int]:
    draw = random.Random(seed).random
    return lambda n: int(draw() * n)


def rate(work: Callable[[int], int]) -> float:
    """Units of work per second of this process: the best of several short rounds, because other programs interfere."""
    best = 0.0
    seed = 0
    for _ in range(ROUNDS):
        done = 0
        start = process_time()
        while (spent := process_time() - start) < SECONDS / ROUNDS or not done:
            done += work(seed)
            seed += 1
        best = max(best, done / spent)
    return best


def play(title: Title, seats: int, seed: int, stride: int = 10**9) -> tuple[Table, int]:
    below = source(seed)
    table = Table(title, [f"p{n + 1}" for n in range(seats)], below=below, stride=stride)
    decisions = 0
    while asked := table.unanswered:
        for seat, ask in asked.items():
            table.answer(seat, ask.sample(below))
            decisions += 1
    return table, decisions


def halfway(title: Title, seats: int) -> Table:
    """A table in the middle of a game, with its checkpoints."""
    _, total = play(title, seats, 3)
    below = source(3)
    table = Table(title, [f"p{n + 1}" for n in range(seats)], below=below)
    done = 0
    while done < total // 2:
        for seat, ask in table.unanswered.items():
            table.answer(seat, ask.sample(below))
            done += 1
    return table


def chess_games(seed: int) -> tuple[int, int]:
    import chess

    below = source(seed)
    board = chess.Board()
    moves = 0
    while not board.is_game_over(claim_draw=False) and moves < 400:
        legal = list(board.legal_moves)
        board.push(legal[below(len(legal))])
        moves += 1
    return 1, moves


def memory(make: Callable[[], Any]) -> int:
    tracemalloc.start()
    made = make()
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    del made
    return size


def fresh_list(table: Table) -> Callable[[int], int]:
    """Work out the legal answers of a position from its data alone."""

    def work(_: int) -> int:
        state = copy(table.state)
        return len(next(table.title.phases[state.phase](state)).listed()) and 1

    return work


def at_an_ask(title: Title, seats: int) -> Table:
    """A table halfway through a game, whose phase begins with the pending ask."""
    table = halfway(title, seats)
    below = source(4)
    while True:
        state = copy(table.state)
        if isinstance(next(title.phases[state.phase](state)), Ask):
            return table
        for seat, ask in table.unanswered.items():
            table.answer(seat, ask.sample(below))


def figures_of_chess() -> dict[str, float]:
    import chess

    board = chess.Board()
    return {
        "games a second": rate(lambda seed: chess_games(seed)[0]),
        "decisions a second": rate(lambda seed: chess_games(seed)[1]),
        "legal lists a second": rate(lambda _: len([list(board.legal_moves) for _ in range(50)]) or 1),
        "clones a second": rate(lambda _: len([board.copy() for _ in range(50)])),
    }


def figures_of(title: Title, seats: int) -> dict[str, float]:
    middle = at_an_ask(title, seats)
    finished, _ = play(title, seats, 5)
    inputs, players = list(finished.inputs), finished.players
    return {
        "games a second": rate(lambda seed: play(title, seats, seed)[0].over),
        "decisions a second": rate(lambda seed: play(title, seats, seed)[1]),
        "legal lists a second": rate(fresh_list(middle)),
        "clones a second": rate(lambda _: len([middle.clone() for _ in range(20)])),
        "replays of a game a second": rate(lambda _: Table(title, players, record=inputs, stride=10**9).over),
        "memory of a table, KB": memory(lambda: halfway(title, seats)) / 1024,
    }


def run(console: Console) -> None:
    console.print("random play in one process, by its own seconds; in brackets the ratio to python-chess in this run")
    chess = figures_of_chess()
    for name, value in chess.items():
        console.print(f"  {'python-chess':28} {name:28} {value:12,.1f}")
    for ident in titles.ids():
        title = titles.load(ident)
        for seats in dict.fromkeys((title.seats[0], *(n for n in title.seats if n == USUAL), title.seats[-1])):
            for name, value in figures_of(title, seats).items():
                ratio = f"({value / chess[name]:.2f})" if name in chess else ""
                console.print(f"  {f'{ident}, {seats} players':28} {name:28} {value:12,.1f} {ratio}")
