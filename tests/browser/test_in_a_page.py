"""The engine in a real browser: it starts, plays, and comes out where CPython does."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser

from pbem.browser.calls import Engine
from tests.engine_site import START, Served, called

pytestmark = pytest.mark.browser


def whole_game(call: Any, **begin: Any) -> tuple[int, str]:
    """A game in which the person always gives the same one of the legal answers; returns the answers and its digest."""
    told, answers = call("begin", language="en", **begin), 0
    while not told["surface"]["over"]:
        while told["goes_on"]:
            told = call("next")
        ask = told["surface"]["ask"]
        if ask is not None:
            legal = ask["legal"]
            told = call("order", text=legal[answers % len(legal)]["order"])
            answers += 1
    return answers, call("digest")


def test_a_whole_duel_in_the_page_ends_as_in_cpython(browser: Browser, host: Served) -> None:
    page = browser.new_page()
    page.goto(f"{host.address}wonders_duel.html")
    states = page.evaluate(START)
    assert states[-1] == {"state": "ready", "quick": False, "text": "The rules are ready."}, states[-1]
    engine = Engine("wonders_duel")

    def natively(name: str, **args: Any) -> Any:
        return json.loads(engine.answered(name, json.dumps(args)))["value"]

    here = whole_game(natively, seed=5)
    assert here[0] > 20
    assert whole_game(lambda name, **args: called(page, name, **args), seed=5) == here
    assert called(page, "saved") == natively("saved")
    page.close()
