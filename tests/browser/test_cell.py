"""The worker is a cell: once it has loaded, nothing in it reaches anybody but the page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.engine_site import CALL, START, Served, called

pytestmark = pytest.mark.browser

ATTEMPTS = {
    **{
        name: f"import js; found = js.{name}"
        for name in (
            *(
                "fetch",
                "XMLHttpRequest",
                "WebSocket",
                "WebSocketStream",
                "EventSource",
                "WebTransport",
                "importScripts",
            ),
            *("Worker", "SharedWorker", "caches", "indexedDB", "BroadcastChannel", "MessageChannel", "FontFace"),
            *("navigator", "location", "Request", "Response", "Blob", "URL", "setInterval", "eval", "cookieStore"),
        )
    },
    "js.Function": "import js; js.Function(f\"return import('{leaks}leak-js')\")()",
    "js.setTimeout": "import js; js.setTimeout(f\"import('{leaks}leak-later')\", 0)",
    "run_js": "from pyodide.code import run_js; run_js(f\"import('{leaks}leak-run')\")",
    "constructor": "import js; js.Object.getPrototypeOf(js.Object).constructor(f\"import('{leaks}leak-made')\")()",
    "a Function of Pyodide's tests": "import pyodide_js\n"
    "pyodide_js._module.API.tests.Function(f\"return import('{leaks}leak-tests')\")()",
    "open_url": "from pyodide.http import open_url; open_url(f'{leaks}leak-open')",
    "pyxhr": "from pyodide.http import pyxhr; pyxhr.get(f'{leaks}leak-pyxhr')",
    "pyfetch": "import asyncio; from pyodide.http import pyfetch; asyncio.run(pyfetch(f'{leaks}leak-pyfetch'))",
    "pyfetch begun": "from pyodide.http import pyfetch; pyfetch(f'{leaks}leak-begun').send(None)",
    "loadPackage": "import pyodide_js; pyodide_js.loadPackage(f'{leaks}leak-1-py3-none-any.whl').then",
    "urllib": "from urllib.request import urlopen; urlopen(f'{leaks}leak-urllib')",
    "socket": "import socket; socket.create_connection(('127.0.0.1', int(leaks.split(':')[2].strip('/'))), 2)",
    "subprocess": "import subprocess; subprocess.run(['true'])",
    "webbrowser": "import webbrowser; assert webbrowser.open(f'{leaks}leak-browser')",
}
HARMLESS = {"pyfetch begun", "loadPackage"}
"""These only promise something; that nothing came of it is what the host says."""


@pytest.fixture(scope="module")
def cell(browser: Browser, trials_page: str) -> Iterator[Page]:
    """A page whose worker runs what tests ask for, loaded and shut as any other."""
    shown = browser.new_page()
    shown.goto(trials_page)
    assert shown.evaluate(START)[-1]["state"] == "ready"
    yield shown
    shown.close()


def leaks(host: Served) -> list[str]:
    return [path for path in host.asked if "leak" in path]


def test_no_way_out_of_the_worker_from_javascript(cell: Page, host: Served) -> None:
    became = called(cell, "trials", leaks=host.address)
    assert len(became) > 40
    reached = {name: told for name, told in became.items() if told not in ("ReferenceError", "TypeError")}
    assert reached == {}
    cell.wait_for_timeout(300)
    assert leaks(host) == []


def test_no_way_out_of_the_worker_from_python(cell: Page, host: Served) -> None:
    became = {name: called(cell, "run", code=code, leaks=host.address) for name, code in ATTEMPTS.items()}
    reached = {name: told for name, told in became.items() if told.startswith("REACHED") and name not in HARMLESS}
    assert reached == {}
    cell.wait_for_timeout(300)
    assert leaks(host) == []


def test_nothing_that_python_can_lay_hands_on_leads_out(cell: Page, host: Served) -> None:
    """All objects of the browser that can be reached from Python and the worker's globals, by any path."""
    roots = "js, pyodide_js, pyodide_js._api, pyodide_js._module"
    code = f"import js, pyodide_js; found = js.JSON.reached({roots})"
    told = called(cell, "run", code=code, leaks=host.address)
    found: dict[str, Any] = json.loads(told.removeprefix("REACHED "))
    assert found["seen"] > 1000
    assert found["found"] == []


def test_the_worker_still_plays_and_tells_the_page(cell: Page) -> None:
    called(cell, "begin", language="en", seed=3)
    assert called(cell, "next")["surface"]["players"]


BREAKS = {
    "a file that is read from an address": "import pyodide_js\n"
    "pyodide_js.FS.createLazyFile('/', 'x', f'{leaks}leak-lazy', True, False); found = open('/x').read()",
    "a script that C runs": "import ctypes\n"
    "found = ctypes.CDLL(None).emscripten_run_script(f\"import('{leaks}leak-script')\".encode())",
}


@pytest.mark.parametrize("code", BREAKS.values(), ids=BREAKS)
def test_python_that_breaks_its_own_machine_ends_in_a_sentence(cell: Page, host: Served, code: str) -> None:
    """What Emscripten offers needs what is gone, and takes the machine down with it."""
    assert cell.evaluate(START)[-1]["state"] == "ready"
    answer = cell.evaluate(CALL, ["run", {"code": code, "leaks": host.address}])
    assert answer["fault"]["message"].startswith("The rules have stopped.")
    assert leaks(host) == []
