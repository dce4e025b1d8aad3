"""The player's desk in a real browser: what it opens, offers, composes and signs."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from conftest import Site
from playwright.sync_api import Browser, Page, expect
from tables import KEYS, MODERATOR, Playing, bots, dawn, duel, minute
from visits import Visit, violations

from pbem.campaign.movefile import MoveFile, parse, write
from pbem.campaign.running.create import opened
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


def open_desk(browser: Browser, playing: Playing) -> tuple[Visit, str]:
    """The desk of whoever is awaited, opened with the right key."""
    (handle,) = playing.campaign.position["waiting"]
    one = at_desk(browser, playing, handle)
    unlock(one.page, KEYS[handle])
    return one, handle


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


def test_a_substitute_sits_down_at_the_desk_as_well(browser: Browser, asked: Playing) -> None:
    (handle,) = asked.campaign.position["waiting"]
    other = PrivateKey.from_seed(b"s" * 32)
    line = " ".join(other.public.line.split()[:2])
    payload = write(MoveFile(asked.campaign.id, handle, asked.campaign.head.digest, f"substitute {line}"))
    with opened(asked.folder, MODERATOR) as keeper:
        assert keeper.submit(clear_block(sign_move(payload, KEYS[handle])).encode(), now=minute(150)).taken
        keeper.publish()
    publish([asked.story()], asked.folder.parent.parent / "site")
    one = at_desk(browser, asked, handle)
    page = one.page
    assert other.public.fingerprint in page.inner_text("[data-locked]")
    unlock(page, other)
    assert page.inner_text("[data-open] code").endswith(other.public.fingerprint[-4:])
    assert page.text_content("[data-hand]"), "the sealed hand was opened"
    page.click("[data-order^=discard]")
    with page.expect_download() as loading:
        page.click("[data-sign]")
    with opened(asked.folder, MODERATOR) as keeper:
        receipt = keeper.submit(Path(loading.value.path()).read_bytes(), now=minute(200))
    assert receipt.result == "applied", receipt.message
    page.click("[data-lock]")
    unlock(page, KEYS[handle])
    assert page.inner_text("[data-open] code").endswith(KEYS[handle].public.fingerprint[-4:])
    page.click("[data-lock]")
    page.fill("[data-keytext]", PrivateKey.from_seed(b"x" * 32).pem().decode())
    page.click("[data-keyform] button")
    page.wait_for_selector("[data-keyfault]:not([hidden])")
    assert other.public.fingerprint in page.inner_text("[data-keyfault]")
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
        made["rsa"]: "not an ed25519 key",
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

    def asked() -> tuple[str, list[str]]:
        """What is asked, and which orders would be refused."""
        (handle,) = playing.campaign.position["waiting"]
        one = at_desk(browser, playing, handle)
        unlock(one.page, KEYS[handle])
        said = one.page.inner_text("[data-question]"), one.page.locator(".no3 code").all_inner_texts()
        one.done()
        return said

    publish([playing.story()], keys / "site")
    assert [name in face for face in piles(first)["THE CARD THAT YOU HAVE DRAWN"]] == [True]
    assert piles(second) == {}
    assert asked()[0].startswith(f"You drew {name} (number ")
    assert asked()[1] == []
    playing.send(first, f"give {second}\n")
    publish([playing.story()], keys / "site")
    assert [name in face for face in piles(first)[f"PASSED TO {second.upper()}"]] == [True]
    assert piles(second)["YOUR EMPIRE"] == ["face downI"]
    assert asked()[1] == ["keep" if playing.campaign.position["waiting"] == [second] else f"give {second}"]


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


@pytest.mark.parametrize("game", ["asked", "marching"])
def test_an_open_desk_breaks_no_rule_of_accessibility(
    browser: Browser, game: str, request: pytest.FixtureRequest
) -> None:
    playing: Playing = request.getfixturevalue(game)
    handle = playing.campaign.position["waiting"][0]
    one = at_desk(browser, playing, handle)
    page = one.page
    unlock(page, KEYS[handle])
    page.check("[data-more]")
    for n in range(2):
        page.locator("[data-order]").nth(n).click()
    with page.expect_download():
        page.click("[data-sign]")
    page.set_viewport_size({"width": 390, "height": 800})
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, "color-contrast") == []
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
    with one.page.expect_popup() as opening:
        one.page.locator("[data-question] a").click()
    opening.value.wait_for_url("**/rules/wonders_duel.html#WD-*")
    assert one.page.locator("[data-open]").is_visible(), "who looks up a rule does not lose the open desk"
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


def test_a_page_over_plain_http_says_why_it_cannot_open_anything(browser: Browser, asked: Playing) -> None:
    one = Visit(browser, asked.folder.parent.parent / "site")
    one.page.add_init_script("Object.defineProperty(window, 'isSecureContext', {value: false});")
    one.page.add_init_script("Object.defineProperty(crypto, 'subtle', {value: undefined});")
    one.to("games/winter-duel/desk-anna.html")
    one.page.wait_for_selector("[data-insecure]:not([hidden])")
    assert "https" in one.page.inner_text("[data-insecure]")
    assert not one.page.locator("[data-nocrypto]").is_visible()
    one.done()


# ---- the sheet


@pytest.fixture
def marching(keys: Path) -> Playing:
    """Empire in its first turn, published: somebody places units, one order after another."""
    playing = dawn(keys / "games")
    while playing.campaign.position["asked"][0]["kind"] != "place_unit":
        playing.send(playing.campaign.position["waiting"][0], "default\n")
    publish([playing.story()], keys / "site")
    return playing


def on_sheet(page: Page) -> list[str]:
    return page.locator("[data-orders] code").all_inner_texts()


def test_a_whole_turn_is_composed_by_keyboard_and_carried_out(browser: Browser, marching: Playing) -> None:
    (handle,) = marching.campaign.position["waiting"]
    one = at_desk(browser, marching, handle)
    page = one.page

    def focused(attribute: str) -> str | None:
        found: str | None = page.evaluate("name => document.activeElement.getAttribute(name)", attribute)
        return found

    page.focus("[data-keytext]")
    page.keyboard.insert_text(KEYS[handle].pem().decode())
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-open]:not([hidden])")
    assert focused("data-open") is not None, "the focus does not stay in the form that is gone"
    orders = [one["order"] for one in marching.campaign.position["asked"][0]["legal"]]
    first = next(order for order in orders if order.startswith("army"))
    for order in ("end", first, first):
        page.focus(f"[data-order='{order}']")
        page.keyboard.press("Space")
    assert on_sheet(page) == ["end", first, first], "units are placed one after another"
    assert page.inner_text("[data-heard]") == f"Line 3: {first}"
    page.focus("[data-orders] li:nth-child(2) .up")
    page.keyboard.press("Enter")
    assert on_sheet(page) == [first, "end", first]
    assert focused("aria-label") == f"Remove {first}", "the first line has no way up"
    page.focus("[data-orders] li:nth-child(3) .up")
    page.keyboard.press("Enter")
    assert focused("aria-label") == f"Move {first} up"
    assert on_sheet(page) == [first, first, "end"]
    page.focus("[data-orders] li:nth-child(2) .x")
    page.keyboard.press("Enter")
    assert on_sheet(page) == [first, "end"]
    assert focused("aria-label") == "Remove end"
    page.focus("[data-sign]")
    with page.expect_download() as loading:
        page.keyboard.press("Enter")
    assert page.inner_text("[data-done]").startswith(f"Signed and saved as dawn-{handle}.txt. Send this file to your")
    with opened(marching.folder, MODERATOR) as keeper:
        receipt = keeper.submit(Path(loading.value.path()).read_bytes(), now=minute(300))
        keeper.publish()
    assert [line["result"] for line in receipt.lines] == ["done", "done"], receipt
    one.done()


@pytest.mark.parametrize("width", [1440, 1100, 390])
def test_long_orders_stay_in_their_column(browser: Browser, marching: Playing, width: int) -> None:
    (handle,) = marching.campaign.position["waiting"]
    one = at_desk(browser, marching, handle)
    one.page.set_viewport_size({"width": width, "height": 900})
    unlock(one.page, KEYS[handle])
    one.page.locator(".orders button").first.wait_for()
    wide = one.page.evaluate(
        """() => [...document.querySelectorAll('.menu > *')].map(group => {
            const button = group.querySelector('.orders button, .no3');
            if (!button) return 0;
            button.querySelector('code').textContent = 'attack eastern_mediterranean from western_mediterranean';
            const box = button.getBoundingClientRect(), inner = Math.max(
                ...[...button.children].map(child => child.getBoundingClientRect().right));
            return Math.max(inner, box.right) - group.getBoundingClientRect().right;
        })"""
    )
    assert len(wide) > 2
    assert max(wide) <= 1
    one.done()


def test_where_one_order_is_asked_for_another_takes_its_place(browser: Browser, asked: Playing) -> None:
    one, _ = open_desk(browser, asked)
    page = one.page
    first, second = (page.locator("[data-order^=discard]").nth(n) for n in range(2))
    names = [str(button.get_attribute("data-order")) for button in (first, second)]
    first.click()
    second.click()
    assert on_sheet(page) == [names[1]]
    assert (first.get_attribute("aria-pressed"), second.get_attribute("aria-pressed")) == ("false", "true")
    second.click()
    assert on_sheet(page) == []
    page.check("[data-more]")
    first.click()
    second.click()
    assert on_sheet(page) == names
    one.done()


def test_orders_that_were_not_signed_are_not_lost_by_a_click(browser: Browser, asked: Playing) -> None:
    one, _ = open_desk(browser, asked)
    page = one.page
    page.click("[data-order]")
    questions: list[str] = []
    page.on("dialog", lambda dialog: (questions.append(dialog.type), dialog.dismiss()))
    page.click(".tabs a >> nth=1")
    page.wait_for_timeout(300)
    assert questions == ["beforeunload"]
    assert page.locator("[data-open]").is_visible()
    with page.expect_download():
        page.click("[data-sign]")
    page.click(".tabs a >> nth=1")
    page.wait_for_url("**/log.html")
    assert questions == ["beforeunload"]
    one.done()


def test_a_browser_that_does_not_copy_marks_the_block(browser: Browser, asked: Playing) -> None:
    one, _ = open_desk(browser, asked)
    page = one.page
    page.click("[data-order]")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    page.click("[data-copy]")
    page.wait_for_selector("[data-signfault]:not([hidden])")
    assert "copy it yourself" in page.inner_text("[data-signfault]")
    assert page.evaluate("getSelection().toString().trim()") == page.inner_text("[data-block]").strip() != ""
    page.evaluate("() => { navigator.clipboard.writeText = async text => { window.copied = text; }; }")
    page.click("[data-copy]")
    expect(page.locator("[data-done]")).not_to_be_empty()
    assert page.inner_text("[data-done]").endswith("Paste the block into a mail to moves@lantern.example.")
    assert page.evaluate("window.copied") == page.locator("[data-block]").text_content()
    one.done()


def test_the_mail_program_gets_the_block_and_the_address(browser: Browser, asked: Playing) -> None:
    one, handle = open_desk(browser, asked)
    page = one.page
    page.click("[data-order]")
    asked_for: list[str] = []
    watched = one.context.new_cdp_session(page)
    watched.send("Page.enable")
    watched.on("Page.frameRequestedNavigation", lambda event: asked_for.append(event["url"]))
    page.click("[data-mail]")
    expect(page.locator("[data-done]")).not_to_be_empty()
    page.wait_for_timeout(200)
    (address,) = asked_for
    parts = urlsplit(address)
    assert (parts.scheme, parts.path) == ("mailto", "moves@lantern.example")
    given = parse_qs(parts.query)
    assert given["subject"] == [f"winter-duel {handle}"]
    assert given["body"] == [str(page.locator("[data-block]").text_content()).replace("\n", "\r\n")]
    # A browser without a mail program says so.
    one.complaints = [said for said in one.complaints if "mailto:" not in said]
    one.done()


def test_a_form_of_choices_offers_only_what_fits(browser: Browser, keys: Path) -> None:
    """With many orders of one kind there are lists to choose from; whatever is chosen in them is an order."""
    playing = duel(keys / "games", "new-duel", join=False)
    publish([playing.story()], keys / "site")
    path = keys / "site/games/new-duel/desk-anna.html"
    orders = [f"attack {place} from {start}" for place, start in (*((f"p{n}", "a") for n in range(12)), ("q", "b"))]
    legal = ",".join(f'{{"order":"{order}"}}' for order in orders)
    text = path.read_text(encoding="utf-8")
    assert text.count('[{"order":"join"}]') == 1
    path.write_text(text.replace('[{"order":"join"}]', f"[{legal}]"), encoding="utf-8")
    one = at_desk(browser, playing, "anna")
    page = one.page
    unlock(page, KEYS["anna"])
    places, starts = page.locator("[data-menu] select").all()
    assert (places.get_attribute("aria-label"), starts.get_attribute("aria-label")) == ("attack", "from")
    places.select_option("q")
    assert starts.locator("option").all_inner_texts() == ["b"]
    page.click(".choice button")
    assert on_sheet(page) == ["attack q from b"]
    assert not page.locator("[data-findbox]").is_visible(), "there is nothing to find among"
    one.done()


def test_on_a_phone_the_sheet_is_a_tap_away(browser: Browser, asked: Playing) -> None:
    one, _ = open_desk(browser, asked)
    page = one.page
    page.click("[data-order]")
    assert not page.locator("[data-tosheet]").is_visible()
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.evaluate("scrollTo(0, 0)")
    page.click("text=To your orders: 1 line")
    page.wait_for_function("""() => { const at = document.querySelector("[data-orders]").getBoundingClientRect().y;
        return 0 <= at && at < innerHeight; }""")
    one.done()


# ---- before and after play


def test_a_seat_joins_from_its_desk(browser: Browser, keys: Path) -> None:
    playing = duel(keys / "games", "new-duel", join=False)
    for n, handle in enumerate(("anna", "ben")):
        publish([playing.story()], keys / "site")
        one = at_desk(browser, playing, handle)
        page = one.page
        unlock(page, KEYS[handle])
        page.click("[data-order=join]")
        with page.expect_download() as loading:
            page.click("[data-sign]")
        with opened(playing.folder, MODERATOR) as keeper:
            receipt = keeper.submit(Path(loading.value.path()).read_bytes(), now=minute(10 + n))
            keeper.publish()
        assert receipt.result == "applied", receipt.message
        one.done()
        if handle == "anna":
            publish([playing.story()], keys / "site")
            page = Visit(browser, keys / "site").to("games/new-duel/desk-anna.html")
            assert "You have signed the beginning" in page.inner_text("main")
            assert page.locator("[data-keybox]").count() == 0
            page.context.close()
    assert playing.campaign.position["begun"]


def test_the_desk_of_a_finished_game_opens_nothing(browser: Browser, keys: Path) -> None:
    publish([bots(keys / "games").story()], keys / "site")
    one = Visit(browser, keys / "site")
    page = one.to("games/bot-duel/desk-carl.html")
    assert "There is nothing left to order." in page.inner_text("main")
    assert page.locator("[data-keybox], [data-sealed], [data-desk]").count() == 0
    assert page.locator(".cities").is_visible()
    one.done()


def test_cards_of_a_large_hidden_hand_are_drawn_from_their_list(browser: Browser, site: Site) -> None:
    """Through the Ages: the page lists every card that could be there; the sealed hand says which are."""
    one = Visit(browser, site.folder)
    page = one.to("games/long-table/desk-ben.html")
    assert page.locator("[data-pile] li").count() == 0
    unlock(page, KEYS["ben"])
    table = Playing(site.root / "games" / "long-table").campaign.table()
    assert table is not None
    held = table.state.civs[1].military_hand
    assert held
    cards = page.locator("[data-pile] li.tc")
    assert cards.evaluate_all("all => all.map(one => one.dataset.id)") == held
    assert all("card" in slots.split() for slots in cards.evaluate_all("all => all.map(one => one.dataset.slot)"))
    assert all(len(text) > 20 for text in cards.all_inner_texts())
    page.click("[data-lock]")
    assert page.locator("[data-pile] li").count() == 0, "nothing stays when the desk is locked"
    one.done()
