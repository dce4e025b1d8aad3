"""The engine in a real browser: it starts, plays, and comes out where CPython does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from pbem import titles
from pbem.browser.calls import Engine
from pbem.pages.engine_files import EngineFiles
from pbem.pages.engine_runtime import EngineRuntime
from pbem.pages.page_frame import CSP
from pbem.pages.template_files import template_text
from tests.engine_site import Served, served

pytestmark = pytest.mark.browser

START = """async () => {
  const states = [], told = JSON.parse(document.getElementById("engine").textContent);
  try { await PBEM.engine.start({ ...told, onstate: one => states.push(one) }); }
  catch (fault) { states.push({ fault: fault.message, kind: fault.kind, detail: fault.detail }); }
  return states;
}"""
CALL = """([name, args]) => PBEM.engine.call(name, args).then(
  value => ({ value }), ({ message, kind, rule, legal }) => ({ fault: { message, kind, rule, legal } }))"""


def bare_page(told: Any) -> str:
    """A page under the policy of all our pages, with the loader and nothing else."""
    data = json.dumps(told).replace("<", "\\u003c")
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>engine</title>'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(CSP)}"><link rel="icon" href="data:,">'
        f'<script src="assets/engine.js"></script><script type="application/json" id="engine">{data}</script>'
    )


def put(folder: Path, engine: EngineFiles, title: str) -> None:
    pages = {f"{title}.html": bare_page(engine.told("", "en", title)).encode()}
    loader = {"assets/engine.js": template_text("assets/engine.js").encode()}
    for path, data in {**engine.files, **loader, **pages}.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory, engine_runtime: EngineRuntime) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("host")
    engine = EngineFiles.of(engine_runtime)
    engine.add(titles.load("wonders_duel"))
    put(folder, engine, "wonders_duel")
    with served(folder) as one:
        yield one


def called(page: Page, name: str, **args: Any) -> Any:
    answer = page.evaluate(CALL, [name, args])
    assert "value" in answer, answer
    return answer["value"]


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
