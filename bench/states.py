"""What JSON, views and masked copies of states cost, compared with the same made by walking a state by its types."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import Any

from rich.console import Console

from pbem import titles
from pbem.table import Table, from_view, masked, view
from pbem.table.imagine import Outlook, seen_table
from pbem.table.state_json import copy, digest, from_json, to_json
from pbem.trials.conformance import conform

from . import by_walking
from .titles import halfway, rate

MADE_UP = Path(__file__).parent / "made_up"
SIZES = (("wonders_duel", 2), ("world_history", 6), ("fog", 4), ("fog", 7))
TIMES = 10
LARGE = ("fog", 4)
SEEDS = range(1, 4)


def microseconds(work: Callable[[], Any]) -> float:
    def some(_: int) -> int:
        for _ in range(TIMES):
            work()
        return TIMES

    gc.disable()  # what it would collect is mostly what other figures have left
    try:
        return 1e6 / rate(some)
    finally:
        gc.enable()


def figures(table: Table) -> Iterator[tuple[str, float, float | None]]:
    """What is made, how long it takes, and how long it takes by walking, if that is possible."""
    state, seat = table.state, 0
    cls, data, seen = type(state), to_json(state), view(state, seat)
    yield "view of a seat", microseconds(lambda: view(state, seat)), microseconds(lambda: by_walking.view(state, seat))
    yield (
        "view of an onlooker",
        microseconds(lambda: view(state, None)),
        microseconds(lambda: by_walking.view(state, None)),
    )
    yield "to_json", microseconds(lambda: to_json(state)), microseconds(lambda: by_walking.to_json(state))
    yield "from_json", microseconds(lambda: from_json(cls, data)), microseconds(lambda: by_walking.from_json(cls, data))
    yield (
        "masked copy",
        microseconds(lambda: masked(state, seat)),
        # before there were masked copies: a view, read back
        microseconds(lambda: by_walking.view(state, seat)) + microseconds(lambda: by_walking.from_json(cls, data)),
    )
    yield "masked from a view", microseconds(lambda: from_view(cls, seen, seat)), None
    yield "copy", microseconds(lambda: copy(state)), None
    outlook = Outlook.of(table, seat)
    yield "outlook: what a hand needs", microseconds(lambda: Outlook.of(table, seat)), None
    if table.title.deal is not None:
        yield "table set up from it", microseconds(lambda: seen_table(table.title, table.players, outlook)), None
    yield (
        "public digest",
        microseconds(lambda: table.public_digest()),
        microseconds(lambda: digest(by_walking.view(state, None))),
    )


def run(console: Console) -> None:
    titles.__path__.append(str(MADE_UP))
    console.print("microseconds in the middle of a game; in brackets how many times as fast as by walking, in this run")
    for ident, seats in SIZES:
        table = halfway(titles.load(ident), seats)
        for name, now, walked in figures(table):
            ratio = f"({walked / now:.1f})" if walked is not None else ""
            console.print(f"  {f'{ident}, {seats} players':28} {name:32} {now:10,.1f} {ratio}")
    ident, seats = LARGE
    spent = []
    for seed in SEEDS:
        start = process_time()
        report = conform(titles.load(ident), seats, [seed])
        spent.append((process_time() - start) * 1000 / report.steps)
        if not report.held:
            raise SystemExit(str(report))
    console.print(f"  {f'{ident}, {seats} players':28} {'conformance, ms a step':32} {min(spent):10,.1f}")
