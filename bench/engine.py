"""The engine in a page against CPython: its start, whole games of bots, and answers to orders, as ratios."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table as Figures

from pbem import titles
from pbem.browser.calls import Engine
from pbem.pages import engine_runtime
from pbem.pages.engine_files import EngineFiles

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SEED = 5
MOST = 160
"""Answers of bots in one game: some games are long."""
ORDERS = 8

Call = Callable[..., Any]


def run(console: Console) -> None:
    runtime = engine_runtime.there()
    if runtime is None:
        console.print("no runtime: `pbem engine get` fetches it")
        return
    from tests.chromium import launched

    columns = ("title", "first start", "second", "second / first", "bots: page / CPython", "an order: page / CPython")
    table = Figures(*columns, title="engine")
    with TemporaryDirectory() as room, launched() as browser:
        for ident in titles.ours():
            table.add_row(ident, *_figures(ident, runtime, Path(room) / ident, browser))
    console.print(table)


def _figures(ident: str, runtime: engine_runtime.EngineRuntime, folder: Path, browser: Browser) -> Iterator[str]:
    from tests.engine_site import START, called, put_engine, served

    engine, native = EngineFiles.of(runtime), Engine(ident)
    engine.add(titles.load(ident))
    put_engine(folder, engine, ident)
    with served(folder) as host:
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"{host.address}{ident}.html")
        first, second = _timed(lambda: page.evaluate(START)), _timed(lambda: page.evaluate(START))
        there = _game(lambda name, **given: called(page, name, **given))
        here = _game(lambda name, **given: json.loads(native.answered(name, json.dumps(given)))["value"])
        context.close()
    yield from (f"{first:.2f} s", f"{second:.2f} s", f"{second / first:.2f}")
    yield from (f"{there[n] / here[n]:.1f}" for n in range(2))


def _timed(work: Callable[[], Any]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _game(call: Call) -> tuple[float, float]:
    """Seconds for the bots' answers of a game, and for an order of the person in the middle."""
    told, orders, bots = call("begin", language="en", seed=SEED), list[float](), 0.0
    for _ in range(MOST):
        began = time.perf_counter()
        if told["goes_on"]:
            told = call("next")
            bots += time.perf_counter() - began
        elif told["surface"]["over"] or len(orders) == ORDERS:
            break
        else:
            legal = told["surface"]["ask"]["legal"]
            told = call("order", text=legal[len(orders) % len(legal)]["order"])
            orders.append(time.perf_counter() - began)
    return bots, median(orders)
