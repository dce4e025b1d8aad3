"""What the desk does not open, and what it forgets: hands that are not the moderator's, keys, and pages one left."""

from __future__ import annotations

import functools
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from tables import KEYS, Playing, duel
from visits import Visit

from pbem.pages.site import publish
from pbem.seals.keys import PrivateKey
from pbem.seals.sealing import pad, seal, unseal
from tests.chromium import FLAGS, program

pytestmark = pytest.mark.browser


@pytest.fixture
def asked(keys: Path) -> Playing:
    playing = duel(keys / "games")
    playing.play(8)
    return playing


def at_desk(browser: Browser, playing: Playing, handle: str) -> Visit:
    site = playing.folder.parent.parent / "site"
    publish([playing.story("moves@lantern.example")], site)
    one = Visit(browser, site, viewport={"width": 1280, "height": 900})
    one.to(f"games/{playing.folder.name}/desk-{handle}.html")
    one.page.wait_for_selector("[data-keybox]:not([hidden])")
    return one


def give(page: Page, key: PrivateKey) -> None:
    page.fill("[data-keytext]", key.pem().decode())
    page.click("[data-keyform] button")


def refused(browser: Browser, playing: Playing, handle: str) -> str:
    """What the desk says of a hand that it must not show, opened with the right key."""
    one = at_desk(browser, playing, handle)
    give(one.page, KEYS[handle])
    one.page.wait_for_selector("[data-keyfault]:not([hidden])")
    assert one.page.locator("[data-open]").is_hidden()
    assert one.page.locator("[data-handbox]").is_hidden()
    assert one.page.locator("[data-menu] *").count() == 0
    assert one.page.text_content("[data-hand]") == ""
    assert one.page.input_value("[data-keytext]") == ""
    said = one.page.inner_text("[data-keyfault]")
    one.done()
    return said


def sealed(playing: Playing, handle: str) -> Path:
    return playing.folder / "sealed" / f"{handle}.age"


def rewritten(path: Path, handle: str, change: Callable[[dict[str, Any]], None]) -> None:
    """A hand that somebody else sealed to the player's public key."""
    whole = json.loads(unseal(path.read_bytes(), KEYS[handle]))
    change(whole)
    path.write_bytes(seal(pad(json.dumps(whole).encode()), [KEYS[handle].public]))


def test_a_hand_that_somebody_else_wrote_is_not_opened(browser: Browser, asked: Playing) -> None:
    (handle,) = asked.campaign.position["waiting"]

    def fewer(whole: dict[str, Any]) -> None:
        for ask in whole["data"]["asked"]:
            ask["legal"] = ask.get("legal", [])[:1]

    rewritten(sealed(asked, handle), handle, fewer)
    assert "has not signed it" in refused(browser, asked, handle)


def test_a_hand_with_one_changed_letter_is_not_opened(browser: Browser, asked: Playing) -> None:
    (handle,) = asked.campaign.position["waiting"]
    path = sealed(asked, handle)
    plain = unseal(path.read_bytes(), KEYS[handle])
    at = plain.index(b'"data"') - 10
    path.write_bytes(seal(plain[:at] + b"~" + plain[at + 1 :], [KEYS[handle].public]))
    assert "has not signed it" in refused(browser, asked, handle)


def test_a_hand_without_signature_is_not_opened(browser: Browser, asked: Playing) -> None:
    def unsigned(whole: dict[str, Any]) -> None:
        whole["pbem"] = 1
        del whole["sig"]
        whole["data"] |= {"game": asked.campaign.id, "player": "anna"}

    rewritten(sealed(asked, "anna"), "anna", unsigned)
    assert "has not signed it" in refused(browser, asked, "anna")


def test_an_older_hand_is_not_opened_and_its_entry_told(browser: Browser, asked: Playing) -> None:
    before, n = sealed(asked, "anna").read_bytes(), asked.campaign.head.n
    asked.play(1)
    sealed(asked, "anna").write_bytes(before)
    assert f"belongs to entry {n}, this page to entry {asked.campaign.head.n}" in refused(browser, asked, "anna")


def test_the_hand_of_another_seat_or_game_is_not_opened(browser: Browser, asked: Playing, keys: Path) -> None:
    good = sealed(asked, "anna").read_bytes()
    whole = unseal(sealed(asked, "ben").read_bytes(), KEYS["ben"])
    sealed(asked, "anna").write_bytes(seal(whole, [KEYS["anna"].public]))
    assert "that of ben" in refused(browser, asked, "anna")
    other = duel(keys / "games", "other-duel")
    other.play(8)
    sealed(asked, "anna").write_bytes(sealed(other, "anna").read_bytes())
    assert "in other-duel" in refused(browser, asked, "anna")
    sealed(asked, "anna").write_bytes(good)
    one = at_desk(browser, asked, "anna")
    give(one.page, KEYS["anna"])
    one.page.wait_for_selector("[data-open]:not([hidden])")
    one.done()


def test_a_wrong_key_does_not_stay_in_the_page(browser: Browser, asked: Playing, tmp_path: Path) -> None:
    one = at_desk(browser, asked, "anna")
    for text in (KEYS["ben"].pem().decode(), "hello", KEYS["anna"].pem().decode()[:120]):
        one.page.fill("[data-keytext]", text)
        one.page.click("[data-keyform] button")
        one.page.wait_for_selector("[data-keyfault]:not([hidden])")
        assert one.page.input_value("[data-keytext]") == ""
    (tmp_path / "ben").write_bytes(KEYS["ben"].pem())
    one.page.set_input_files("[data-keyfile]", tmp_path / "ben")
    one.page.wait_for_function("() => document.querySelector('[data-keyfault]').textContent.includes('not the key')")
    assert one.page.input_value("[data-keytext]") == ""
    assert one.page.input_value("[data-keyfile]") == ""
    one.done()


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A site over http: browsers keep no pages of file:// to go back to."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def keeping(browser: Browser) -> Iterator[Browser]:
    """A browser that keeps a page in memory when one leaves it, as people's browsers do."""
    started = browser.browser_type.launch(
        executable_path=program(),
        args=list(FLAGS),
        ignore_default_args=["--disable-back-forward-cache"],
    )
    yield started
    started.close()


NOTHING_LEFT = """() => {
  const $ = s => document.querySelector(s);
  return [$("[data-hand]").textContent, $("[data-orders]").textContent, $("[data-file]").textContent,
          $("[data-block]").textContent, $("[data-menu]").textContent, $("[data-question]").textContent,
          $("[data-ahead]").textContent, $("[data-keytext]").value, $("[data-keyfile]").value, $("[data-line]").value,
          $("[data-findorder]").value].join("");
}"""


def test_who_leaves_the_page_and_comes_back_finds_it_locked(asked: Playing, keeping: Browser) -> None:
    (handle,) = asked.campaign.position["waiting"]
    site = asked.folder.parent.parent / "site"
    publish([asked.story()], site)
    with served(site) as root:
        page = keeping.new_context().new_page()
        page.goto(f"{root}/games/{asked.folder.name}/desk-{handle}.html")
        page.wait_for_selector("[data-keybox]:not([hidden])")
        page.evaluate("addEventListener('pageshow', e => { window.cameBack = e.persisted; })")
        give(page, KEYS[handle])
        page.wait_for_selector("[data-open]:not([hidden])")
        page.click("[data-order]")
        page.click("[data-copy]")  # else the page asks whether the orders shall be lost
        page.wait_for_selector("[data-blockbox]:not([hidden])")
        page.fill("[data-line]", "always on play_card: any")
        page.evaluate("location.href = '../../index.html'")
        page.wait_for_url("**/index.html")
        page.evaluate("history.back()")
        page.wait_for_url("**/desk-*", wait_until="commit")
        page.wait_for_selector("[data-keybox]:not([hidden])")
        assert page.evaluate("window.cameBack") is True, "the browser must have kept the page, else this shows nothing"
        assert page.locator("[data-locked]").is_visible()
        assert page.locator("[data-open]").is_hidden()
        assert page.locator("[data-paper]").is_hidden()
        assert page.evaluate(NOTHING_LEFT) == ""
        give(page, KEYS[handle])
        page.wait_for_selector("[data-open]:not([hidden])")


def test_a_desk_that_is_left_while_it_opens_stays_locked(browser: Browser, asked: Playing) -> None:
    (handle,) = asked.campaign.position["waiting"]
    one = at_desk(browser, asked, handle)
    one.page.fill("[data-keytext]", KEYS[handle].pem().decode())
    one.page.evaluate(
        """() => { document.querySelector("[data-keyform] button").click();
                   dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })); }"""
    )
    one.page.wait_for_timeout(1500)
    assert one.page.locator("[data-open]").is_hidden()
    assert one.page.evaluate(NOTHING_LEFT) == ""
    one.done()
