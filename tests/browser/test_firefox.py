"""The engine in Firefox: it starts, is a cell, ends a game where CPython does, and checks a game. Nightly."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.browser.calls import Engine
from tests.browser.test_in_a_page import whole_game
from tests.engine_site import CALL, START, Served
from tests.firefox import FirefoxPage, launched_firefox

pytestmark = [pytest.mark.browser, pytest.mark.nightly]


@pytest.fixture(scope="module")
def firefox() -> Iterator[FirefoxPage]:
    with launched_firefox() as page:
        yield page


def asked(page: FirefoxPage, name: str, **given: Any) -> Any:
    answer = page.evaluate(CALL, [name, given])
    assert "value" in answer, answer
    return answer["value"]


def test_a_whole_duel_ends_as_in_cpython_also_from_memory(firefox: FirefoxPage, host: Served) -> None:
    engine = Engine("wonders_duel")
    here = whole_game(lambda name, **given: json.loads(engine.answered(name, json.dumps(given)))["value"], seed=5)
    for _ in range(2):
        firefox.goto(f"{host.address}wonders_duel.html")
        states = firefox.evaluate(START)
        assert states[-1]["state"] == "ready", states
        assert whole_game(lambda name, **given: asked(firefox, name, **given), seed=5) == here


def test_a_duel_from_a_folder(firefox: FirefoxPage, folder: Path) -> None:
    firefox.goto((folder / "wonders_duel.html").as_uri())
    states = firefox.evaluate(START)
    assert states[-1]["state"] == "ready", states
    assert asked(firefox, "begin", language="en", seed=9)["surface"]["players"]


def test_no_way_out_of_the_worker(firefox: FirefoxPage, host: Served, trials_page: str) -> None:
    firefox.goto(trials_page)
    states = firefox.evaluate(START)
    assert states[-1]["state"] == "ready", states
    became = asked(firefox, "trials", leaks=host.address)
    assert {name: told for name, told in became.items() if told not in ("ReferenceError", "TypeError")} == {}
    roots = "js, pyodide_js, pyodide_js._api, pyodide_js._module"
    code = f"import js, pyodide_js; found = js.JSON.reached({roots})"
    told = asked(firefox, "run", code=code, leaks=host.address)
    found = json.loads(told.removeprefix("REACHED "))
    assert found["seen"] > 1000
    assert found["found"] == []
    assert not [path for path in host.asked if "leak" in path]


def test_a_showcase_is_checked(firefox: FirefoxPage, hosted: Served) -> None:
    firefox.goto(f"{hosted.address}games/duel-showcase/checking.html")
    firefox.evaluate("() => { document.querySelector('[data-begin]').click(); }")
    told = firefox.evaluate(
        "async () => { const result = document.querySelector('[data-result]');"
        " for (let n = 0; n < 600 && result.hidden; n++) await new Promise(done => setTimeout(done, 150));"
        " return result.innerText || document.querySelector('[data-state]').innerText; }"
    )
    assert told.startswith("Everything is right: ")
