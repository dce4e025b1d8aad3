"""How the engine is loaded: from a host, from a folder, the second time, and when something is not as it should be."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from pbem.browser.calls import Engine
from pbem.pages.engine_files import EngineFiles, worker
from tests.engine_site import START, Served, bare_page, called, put

pytestmark = pytest.mark.browser

KEPT = "async () => (await (await caches.open('pbem-engine')).keys()).map(one => one.url)"
SPOIL = """async () => {
  const store = await caches.open("pbem-engine"), [name] = await store.keys();
  await store.put(name, new Response(new Uint8Array(1e6)));
}"""
WASM = "pyodide.asm.wasm"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of a reader who was never here before."""
    context = browser.new_context()
    yield context.new_page()
    context.close()


def started(page: Page, address: str) -> Mapping[str, Any]:
    """The last state of a start."""
    page.goto(address)
    states: list[dict[str, Any]] = page.evaluate(START)
    return states[-1]


def begun(page: Page) -> str:
    """The print of a position some moves into a game, which all ways of loading must reach."""
    called(page, "begin", language="en", seed=9)
    for _ in range(6):
        called(page, "next")
    return str(called(page, "digest"))


@pytest.fixture(scope="module")
def right() -> str:
    engine = Engine("wonders_duel")

    def call(name: str, **given: Any) -> Any:
        return json.loads(engine.answered(name, json.dumps(given)))["value"]

    call("begin", language="en", seed=9)
    for _ in range(6):
        call("next")
    return str(call("digest"))


@pytest.fixture(scope="module")
def other(host: Served, engine: EngineFiles) -> Callable[..., str]:
    """The address of a page whose runtime lies in a folder of its own, with some files changed or left out."""

    def made(name: str, changed: Mapping[str, bytes | None], **pack: Any) -> str:
        told = engine.told("", "en", "wonders_duel")
        home = host.folder / "engine" / name
        home.mkdir()
        for path in (host.folder / engine.home).iterdir():
            if path.name not in changed:
                os.link(path, home / path.name)
        put(home, {file: data for file, data in changed.items() if data is not None})
        runtime = {**told["runtime"], "base": f"engine/{name}/"}
        text = bare_page({**told, "runtime": runtime, "pack": {**told["pack"], **pack}})
        put(host.folder, {f"{name}.html": text.encode()})
        return f"{host.address}{name}.html"

    return made


def test_the_second_start_is_from_memory_and_nothing_is_asked_of_others(page: Page, host: Served, right: str) -> None:
    addresses: list[str] = []
    page.context.on("request", lambda request: addresses.append(request.url))
    address = f"{host.address}wonders_duel.html"
    assert started(page, address) == {"state": "ready", "quick": False, "text": "The rules are ready."}
    kept = page.evaluate(KEPT)
    assert begun(page) == right
    assert len(kept) == 1
    assert started(page, address) == {"state": "ready", "quick": True, "text": "The rules are ready."}
    assert begun(page) == right
    assert page.evaluate(KEPT) == kept, "what is kept was made before the game, and is made once"
    page.evaluate(SPOIL)
    assert started(page, address) == {"state": "ready", "quick": False, "text": "The rules are ready."}
    assert begun(page) == right
    ours = {one for one in addresses if one.startswith((host.address, "data:", f"blob:{host.address}"))}
    assert len(ours) > 8
    assert set(addresses) == ours


NO_STORAGE = """Object.defineProperty(self, "caches", {
  configurable: true, get() { throw new DOMException("no", "SecurityError"); } });"""
FULL_DISK = 'Cache.prototype.put = async () => { throw new DOMException("full", "QuotaExceededError"); };'


@pytest.mark.parametrize(("name", "begins"), [("no-storage", NO_STORAGE), ("full-disk", FULL_DISK)])
def test_without_room_to_keep_anything_it_starts_as_usual(
    page: Page, other: Callable[..., str], engine: EngineFiles, right: str, name: str, begins: str
) -> None:
    own = engine.told("", "en", "wonders_duel")["runtime"]["worker"]
    address = other(name, {own: begins.encode() + worker()})
    for _ in range(2):
        assert started(page, address)["quick"] is False
    assert begun(page) == right


MISSING = f"The rules cannot be loaded: {WASM} is not on this site."
DIGEST = f"The rules were not started: {WASM} is not the file that belongs to this page."


@pytest.mark.parametrize(
    ("name", "changed", "why", "text"),
    [
        ("gone", {f"{WASM}.gz": None, WASM: None}, "missing", MISSING),
        ("page-instead", {f"{WASM}.gz": None, WASM: b"<!doctype html>not here"}, "missing", MISSING),
        ("torn", {f"{WASM}.gz": b"\x1f\x8b\x08torn", WASM: None}, "missing", MISSING),
        ("exchanged", {f"{WASM}.gz": None, WASM: b"\0asm\1\0\0\0"}, "digest", DIGEST),
    ],
)
def test_a_runtime_that_is_not_ours_is_not_started(
    page: Page, other: Callable[..., str], name: str, changed: dict[str, bytes | None], why: str, text: str
) -> None:
    assert started(page, other(name, changed)) == {"fault": text, "kind": "engine", "detail": why}


def test_a_host_without_the_small_files_is_good_enough(page: Page, other: Callable[..., str], right: str) -> None:
    assert started(page, other("large", {f"{WASM}.gz": None}))["state"] == "ready"
    assert begun(page) == right


def test_a_pack_of_other_rules_is_not_played(page: Page, other: Callable[..., str]) -> None:
    found = started(page, other("rules", {}, rules="wonders_duel 99 99"))
    assert found["fault"].startswith("The rules on this site are not the ones this page was made for.")


def test_a_worker_that_is_not_there_is_a_sentence(page: Page, other: Callable[..., str], engine: EngineFiles) -> None:
    own = engine.told("", "en", "wonders_duel")["runtime"]["worker"]
    assert started(page, other("no-worker", {own: None}))["fault"].startswith("The rules have stopped.")


def test_a_worker_that_dies_is_a_sentence_and_can_be_started_again(
    page: Page, other: Callable[..., str], engine: EngineFiles, right: str
) -> None:
    """Killed for want of memory, a worker says nothing: only its silence tells."""
    own = engine.told("", "en", "wonders_duel")["runtime"]["worker"]
    dies = b"""const killed = self.close.bind(self);
addEventListener("message", one => { if (one.data.call === "look") { one.stopImmediatePropagation(); killed(); } });"""
    address = other("killed", {own: dies + worker()})
    page.clock.install()
    assert started(page, address)["state"] == "ready"
    called(page, "begin", language="en", seed=9)
    page.evaluate("() => { window.heard = PBEM.engine.call('look', { seat: 0 }).catch(fault => fault.message); }")
    page.wait_for_timeout(500)
    page.clock.fast_forward(61_000)
    assert page.evaluate("() => window.heard").startswith("The rules did not answer in time and were stopped.")
    assert page.evaluate(START)[-1]["state"] == "ready"
    assert begun(page) == right


def test_from_a_folder_on_a_disk(page: Page, folder: Path, right: str) -> None:
    addresses: list[str] = []
    page.context.on("request", lambda request: addresses.append(request.url))
    said: list[str] = []
    page.on("console", lambda line: said.append(line.text))
    assert started(page, (folder / "wonders_duel.html").as_uri())["state"] == "ready"
    assert begun(page) == right
    assert all(one.startswith((folder.as_uri(), "data:", "blob:")) for one in addresses)
    assert said == []


def test_a_folder_without_the_scripts_says_so(page: Page, folder: Path, engine: EngineFiles) -> None:
    plain = {**engine.told("", "en", "wonders_duel")}
    put(folder, {"plain.html": bare_page(plain).encode()})
    assert started(page, (folder / "plain.html").as_uri())["fault"].startswith("Opened from a folder,")
    gone = {**plain, "scripts": ["engine/gone.packed.js"]}
    put(folder, {"gone.html": bare_page(gone).encode()})
    found = started(page, (folder / "gone.html").as_uri())["fault"]
    assert found.startswith("The rules cannot be loaded: gone.packed.js")
