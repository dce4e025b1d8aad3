"""A site with an engine, served over http as a host would serve it."""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from pbem.pages import engine_runtime

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

    address: str
    asked: list[str] = field(default_factory=list)


@contextmanager
def served(folder: Path) -> Iterator[Served]:
    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            made.asked.append(self.path)

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
    made = Served(f"http://127.0.0.1:{server.server_port}/")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
