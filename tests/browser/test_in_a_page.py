"""The engine in a real browser: it starts, plays, and comes out where CPython does."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from pbem import titles
from pbem.browser.calls import Engine
from pbem.pages.engine_files import EngineFiles
from pbem.pages.engine_runtime import EngineRuntime
from tests.engine_site import START, Served, called, put_engine, served

pytestmark = pytest.mark.browser

Call = Callable[..., Any]
LONGEST = 250
"""Answers of the person at the page: a game of 7 Ages would take thousands."""


def whole_game(call: Call, **begin: Any) -> tuple[int, str]:
    """A game in which the person gives the first, second, third … of the legal answers; returns how many answers, and
    the digest of the end."""
    told, answers = call("begin", language="en", **begin), 0
    while not told["surface"]["over"] and answers < LONGEST:
        while told["goes_on"]:
            told = call("next")
        ask = told["surface"]["ask"]
        if ask is not None:
            legal = ask["legal"]
            told = call("order", text=legal[answers % len(legal)]["order"])
            answers += 1
    return answers, call("digest")


def natively(title: str) -> Call:
    engine = Engine(title)

    def call(name: str, **args: Any) -> Any:
        return json.loads(engine.answered(name, json.dumps(args)))["value"]

    return call


def test_a_whole_duel_in_the_page_ends_as_in_cpython(browser: Browser, host: Served) -> None:
    page = browser.new_page()
    page.goto(f"{host.address}wonders_duel.html")
    states = page.evaluate(START)
    assert states[-1] == {"state": "ready", "quick": False, "text": "The rules are ready."}, states[-1]
    here = natively("wonders_duel")
    ended = whole_game(here, seed=5)
    assert ended[0] > 20
    assert whole_game(lambda name, **args: called(page, name, **args), seed=5) == ended
    assert called(page, "saved") == here("saved")
    page.close()


@pytest.mark.nightly
@pytest.mark.parametrize("title", titles.ours())
def test_whole_games_of_every_title_end_as_in_cpython(
    browser: Browser, engine_runtime: EngineRuntime, tmp_path: Path, title: str
) -> None:
    """A person at the page who answers as it comes, and bots."""
    engine = EngineFiles.of(engine_runtime)
    engine.add(titles.load(title))
    put_engine(tmp_path, engine, title)
    with served(tmp_path) as host:
        page = browser.new_page()
        page.goto(f"{host.address}{title}.html")
        assert page.evaluate(START)[-1]["state"] == "ready"
        here = natively(title)
        for seed in (5, 6):
            ended = whole_game(here, seed=seed)
            assert whole_game(lambda name, **args: called(page, name, **args), seed=seed) == ended
            assert called(page, "saved") == here("saved")
        page.close()
