"""A site with an engine, served over http as a host would serve it."""

from __future__ import annotations

import json
import os
import shutil
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from html import escape
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pbem.pages import engine_runtime
from pbem.pages.engine_files import EngineFiles, EngineOnSite
from pbem.pages.page_frame import CSP
from pbem.pages.template_files import template_text

if TYPE_CHECKING:
    from playwright.sync_api import Page

START = """async () => {
  const states = [], told = JSON.parse(document.getElementById("engine").textContent);
  try { await PBEM.engine.start({ ...told, onstate: one => states.push(one) }); }
  catch (fault) { states.push({ fault: fault.message, kind: fault.kind, detail: fault.detail }); }
  return states;
}"""
CALL = """([name, args]) => PBEM.engine.call(name, args).then(
  value => ({ value }), ({ message, kind, rule, legal }) => ({ fault: { message, kind, rule, legal } }))"""

_OWN_CACHE = os.environ.get("PBEM_CACHE")
"""As it is before the tests set it."""


@contextmanager
def own_cache() -> Iterator[None]:
    """The user's own cache, in which the runtime stays from one run of the tests to the next."""
    with pytest.MonkeyPatch.context() as fixed:
        if _OWN_CACHE is None:
            fixed.delenv("PBEM_CACHE", raising=False)
        else:
            fixed.setenv("PBEM_CACHE", _OWN_CACHE)
        yield


def fetched() -> engine_runtime.EngineRuntime:
    """The runtime, fetched if it is not there; skips without npm, unless PBEM_ALL_PROGRAMS is set."""
    with own_cache():
        there = engine_runtime.there()
        if there is None and shutil.which("npm") is None and not os.environ.get("PBEM_ALL_PROGRAMS"):
            pytest.skip("not installed: npm, which gets the runtime of the engine (`make programs`)")
        return there or engine_runtime.get()


@dataclass
class Served:
    """A folder at an address of this machine, and what was asked of it."""

    folder: Path
    address: str
    asked: list[str] = field(default_factory=list)


@contextmanager
def served(folder: Path) -> Iterator[Served]:
    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            made.asked.append(self.path)

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
    made = Served(folder, f"http://127.0.0.1:{server.server_port}/")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def bare_page(told: Any, policy: str = CSP) -> str:
    """A page under the policy of all our pages, with the loader and nothing else."""
    data = json.dumps(told).replace("<", "\\u003c")
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>engine</title>'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}"><link rel="icon" href="data:,">'
        f'<script src="assets/engine.js"></script><script type="application/json" id="engine">{data}</script>'
    )


def put(folder: Path, files: Mapping[str, bytes]) -> None:
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)


def put_engine(folder: Path, engine: EngineFiles, title: str) -> None:
    """The engine's files, the loader, and a bare page TITLE.html."""
    page = {f"{title}.html": bare_page(engine.told("", "en", title), EngineOnSite(engine.in_folder).policy).encode()}
    put(folder, {**engine.files, "assets/engine.js": template_text("assets/engine.js").encode(), **page})


def called(page: Page, name: str, **args: Any) -> Any:
    answer = page.evaluate(CALL, [name, args])
    assert "value" in answer, answer
    return answer["value"]
