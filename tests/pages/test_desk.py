"""The player's desk in a real browser: what it opens, offers, composes and signs."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page
from tables import KEYS, MODERATOR, Playing, dawn, duel, minute
from visits import Visit, violations

from pbem.campaign.movefile import MoveFile, parse, write
from pbem.campaign.opening import opened
from pbem.pages.site import publish
from pbem.seals.keys import PrivateKey
from pbem.seals.signed import clear_block, sign_move

pytestmark = pytest.mark.browser


@pytest.fixture
def asked(keys: Path) -> Playing:
    """A duel in its first age, published."""
    playing = duel(keys / "games")
    playing.play(8)
    publish([playing.story("moves@lantern.example")], keys / "site")
    return playing


def at_desk(browser: Browser, playing: Playing, handle: str) -> Visit:
    one = Visit(browser, playing.folder.parent.parent / "site", viewport={"width": 1280, "height": 900})
    one.to(f"games/{playing.folder.name}/desk-{handle}.html")
    one.page.wait_for_selector("[data-keybox]:not([hidden])")
    return one


def unlock(page: Page, key: PrivateKey) -> None:
    page.fill("[data-keytext]", key.pem().decode())
    page.click("[data-keyform] button")
    page.wait_for_selector("[data-open]:not([hidden])")


@pytest.mark.parametrize("sealed", [True, False], ids=["sealed", "clear"])
def test_a_move_from_the_desk_is_the_one_that_the_moderator_carries_out(
    browser: Browser, asked: Playing, sealed: bool
) -> None:
    handle = asked.campaign.position["waiting"][0]
    one = at_desk(browser, asked, handle)
    page = one.page
    unlock(page, KEYS[handle])
    assert page.input_value("[data-keytext]") == "", "the key does not stay in the form"
    page.click("[data-order^=discard]")
    order = page.locator("[data-orders] code").first.inner_text()
    page.set_checked("[data-seal]", sealed)
    with page.expect_download() as loading:
        page.click("[data-sign]")
    block = Path(loading.value.path()).read_bytes()
    assert page.locator("[data-block]").text_content() == block.decode()
    with opened(asked.folder, MODERATOR) as keeper:
        receipt = keeper.submit(block, now=minute(200))
        keeper.publish()
    assert receipt.result == "applied", receipt.message
    taken = list(asked.campaign.entries())[-1]
    assert (taken["player"], taken["answers"][0]["order"]) == (handle, order)
    one.done()


def test_the_desk_composes_what_the_command_line_writes(browser: Browser, asked: Playing) -> None:
    handle = asked.campaign.position["waiting"][0]
    one = at_desk(browser, asked, handle)
    page = one.page
    unlock(page, KEYS[handle])
    for line in ("  build baths or discard inn ", "try wonder sphinx with press # später\u202e", "\tdefault"):
        page.fill("[data-line]", line)
        page.click("[data-addline] button")
    page.set_checked("[data-seal]", False)
    page.click("[data-copy]")
    page.wait_for_selector("[data-blockbox]:not([hidden])")
    written = page.locator("[data-file]").text_content() or ""
    file = parse(written.encode())
    assert file.orders.split("\n")[0] == "build baths or discard inn"
    exact = write(MoveFile(file.game, file.player, file.after, file.orders, written=file.written))
    assert file.written, "of two files after one entry the desk's own says which is newer"
    assert written.encode() == exact
    assert page.locator("[data-block]").text_content() == clear_block(sign_move(exact, KEYS[handle]))
    one.done()


def test_the_desk_says_what_is_wrong_with_a_key(browser: Browser, asked: Playing, tmp_path: Path) -> None:
    other = PrivateKey.from_seed(b"x" * 32)
    made = {}
    for name, options in {
        "locked": ("-N", "secret", "-t", "ed25519"),
        "rsa": ("-N", "", "-t", "rsa", "-b", "2048"),
    }.items():
        subprocess.run(["ssh-keygen", "-q", "-f", str(tmp_path / name), *options], check=True)
        made[name] = (tmp_path / name).read_text()
    own = KEYS["anna"].pem().decode()
    wrong = {
        "": "Paste a key first",
        KEYS["anna"].public.line: "This is the public half of a key",
        "hello": "not an OpenSSH private key",
        own[:120]: "The key is damaged",
        own.replace("b3BlbnNzaC1rZXktdjE", "c3BlbnNzaC1rZXktdjE"): "The key is damaged",
        made["rsa"]: "not of the kind ed25519",
        made["locked"]: "This key has a passphrase",
        other.pem().decode(): f"The seat has {KEYS['anna'].public.fingerprint}",
    }
    one = at_desk(browser, asked, "anna")
    for text, sentence in wrong.items():
        one.page.fill("[data-keytext]", text)
        one.page.click("[data-keyform] button")
        one.page.wait_for_selector("[data-keyfault]:not([hidden])")
        one.page.wait_for_function(
            "s => document.querySelector('[data-keyfault]').textContent.includes(s)", arg=sentence
        )
        assert not one.page.locator("[data-open]").is_visible()
    one.done()


def test_a_locked_desk_shows_nothing_and_a_file_opens_it(browser: Browser, asked: Playing, tmp_path: Path) -> None:
    (tmp_path / "anna").write_bytes(KEYS["anna"].pem())
    one = at_desk(browser, asked, "anna")
    page = one.page
    page.set_input_files("[data-keyfile]", tmp_path / "anna")
    page.wait_for_selector("[data-open]:not([hidden])")
    page.click("[data-handbox] summary")
    assert "Age I" in page.inner_text("[data-hand]")
    assert page.locator(".hand .card").count() == page.locator(".pyramid .reach").count() > 0
    page.click("[data-lock]")
    assert page.locator("[data-hand]").text_content() == ""
    assert not page.locator("[data-paper]").is_visible()
    one.done()


def test_the_desk_draws_what_its_seat_sees_and_nobody_else(browser: Browser, keys: Path) -> None:
    """The first player passes on a card and knows it from then on; the other one has it face down."""
    playing = dawn(keys / "games")
    table = playing.campaign.table()
    assert table is not None
    (first,) = playing.campaign.position["waiting"]
    (card,) = table.state.drawn
    name = playing.campaign.words().name("empire", card)
    second = next(handle for handle in KEYS if handle != first)

    def piles(handle: str) -> dict[str, list[str]]:
        one = at_desk(browser, playing, handle)
        unlock(one.page, KEYS[handle])
        shown = one.page.locator("[data-pile]:visible").all()
        heads = [pile.locator("h3").inner_text().removesuffix("ONLY YOU SEE THIS").strip() for pile in shown]
        found = dict(zip(heads, (pile.locator(".card").all_text_contents() for pile in shown), strict=True))
        offered = one.page.locator("[data-order]").count()
        assert bool(offered) == (handle in playing.campaign.position["waiting"]), "who is not asked is offered nothing"
        one.page.click("[data-lock]")
        assert one.page.locator("[data-pile] .card").count() == 0
        one.done()
        return found

    publish([playing.story()], keys / "site")
    assert [name in face for face in piles(first)["THE CARD THAT YOU HAVE DRAWN"]] == [True]
    assert piles(second) == {}
    playing.send(first, f"give {second}\n")
    publish([playing.story()], keys / "site")
    assert [name in face for face in piles(first)[f"PASSED TO {second.upper()}"]] == [True]
    assert piles(second)["YOUR EMPIRE"] == ["face downI"]


def test_orders_that_wait_stand_on_the_desk_of_their_owner(browser: Browser, asked: Playing) -> None:
    (active,) = asked.campaign.position["waiting"]
    other = next(handle for handle in asked.campaign.players if handle != active)
    asked.send(other, "always on play_card: default\n")
    publish([asked.story()], asked.folder.parent.parent / "site")
    for handle, lines in ((other, ["always on play_card: default"]), (active, [])):
        one = at_desk(browser, asked, handle)
        unlock(one.page, KEYS[handle])
        assert one.page.locator("[data-ahead] li").all_inner_texts() == lines
        assert one.page.locator("[data-aheadbox]").is_visible() == bool(lines)
        assert bool(one.page.locator("[data-order]").count()) == (handle == active), "nobody else can answer"
        one.done()


def test_an_open_desk_breaks_no_rule_of_accessibility(browser: Browser, asked: Playing) -> None:
    handle = asked.campaign.position["waiting"][0]
    one = at_desk(browser, asked, handle)
    unlock(one.page, KEYS[handle])
    one.page.click("[data-order]")
    assert violations(one.page) == []
    one.done()


def test_the_desk_shows_what_is_refused_with_its_rule(browser: Browser, asked: Playing) -> None:
    while not any(one["order"].startswith("build") for one in asked.campaign.position["asked"][0]["legal"]):
        asked.play(1)
    handle = asked.campaign.position["waiting"][0]
    one = at_desk(browser, asked, handle)
    unlock(one.page, KEYS[handle])
    barred = one.page.locator(".no3")
    for n in range(barred.count()):
        href = barred.nth(n).locator("a").get_attribute("href") or ""
        assert re.search(r"rules/wonders_duel\.html#WD-[A-Z]+-\d+$", href)
        assert barred.nth(n).locator("button").count() == 0
    first = one.page.locator("[data-order]").first.inner_text()
    assert ":" in first, "the name of the card and what it does stand beside the order"
    one.page.locator("[data-question] a").click()
    one.page.wait_for_url("**/rules/wonders_duel.html#WD-*")
    one.done()


def test_a_deadline_that_has_passed_is_said(browser: Browser, asked: Playing) -> None:
    """A page is read later than it was made: the clock of the reader decides."""
    due = asked.campaign.position["due"]
    for at, said in ((minute(1), "due"), ("2030-01-01T00:00:00Z", "overdue since")):
        one = Visit(browser, asked.folder.parent.parent / "site")
        one.page.clock.set_fixed_time(at)
        page = one.to("games/winter-duel/index.html")
        assert page.locator(".slip .due").inner_text().startswith(f"{said} ")
        assert page.locator(".slip .due time").get_attribute("datetime") == due
        one.done()


def test_a_browser_without_the_curves_gets_a_sentence(browser: Browser, asked: Playing) -> None:
    one = Visit(browser, asked.folder.parent.parent / "site")
    one.page.add_init_script("crypto.subtle.importKey = () => Promise.reject(new Error('unknown'));")
    one.to("games/winter-duel/desk-anna.html")
    one.page.wait_for_selector("[data-nocrypto]:not([hidden])")
    assert "command line" in one.page.inner_text("[data-nocrypto]")
    assert not one.page.locator("[data-keybox]").is_visible()
    one.done()
