"""Sizes and places on pages, as a browser lays them out: words on maps, the width of maps, nothing that jumps."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import Site
from playwright.sync_api import Browser, Page
from visits import Visit

from pbem.pages.from_campaign import tell
from pbem.pages.site import publish

pytestmark = pytest.mark.browser
GAMES = Path(__file__).parents[2] / "games"
DUEL = "duel-showcase"
MAPS = {"empire-showcase": 24, "reason-showcase": 60, "seven-showcase": 52}
"""Showcases with a map, and a move in the middle of each."""
SMALLEST = 11.5
STILL = 0.05
SHIFTS = """window.shifted = 0; new PerformanceObserver(seen => {
  for (const one of seen.getEntries()) if (!one.hadRecentInput) window.shifted += one.value;
}).observe({type: "layout-shift", buffered: true});"""
LABELS = """() => [...document.querySelectorAll("#map text")].filter(text =>
  text.textContent.trim() && !text.closest("defs") && getComputedStyle(text).opacity > 0
).map(text => [parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a, text.textContent])"""


@pytest.fixture(scope="module")
def showcases(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("showcases") / "site"
    publish([tell(GAMES / name, None) for name in (*MAPS, DUEL)], folder)
    return folder


@pytest.fixture
def look(browser: Browser, showcases: Path) -> Iterator[Any]:
    """A page of the showcases on a screen of this width."""
    visits: list[Visit] = []

    def to(path: str, width: int) -> Page:
        visits.append(Visit(browser, showcases, viewport={"width": width, "height": 900}))
        visits[-1].context.add_init_script(SHIFTS)
        return visits[-1].to(path)

    yield to
    for one in visits:
        one.done()


@pytest.mark.parametrize("ending", ["", ".de"])
@pytest.mark.parametrize("game", MAPS)
def test_every_word_on_a_map_can_be_read_on_a_screen_of_1440(look: Any, game: str, ending: str) -> None:
    page = look(f"games/{game}/index{ending}.html", 1440)
    sizes = page.evaluate(LABELS)
    assert len(sizes) > 100
    assert sorted(one for one in sizes if one[0] < SMALLEST) == []
    page.locator("[data-zoom] button").first.click()
    assert sorted(one for one in page.evaluate(LABELS) if one[0] < SMALLEST) == []


@pytest.mark.parametrize("where", ["index.html", "t/{}.html"])
@pytest.mark.parametrize("game", MAPS)
def test_a_map_takes_the_whole_width_of_a_large_screen(look: Any, game: str, where: str) -> None:
    page = look(f"games/{game}/{where.format(MAPS[game])}", 2560)
    shown = page.locator("#map").bounding_box()
    assert shown["width"] > 0.95 * 2560
    assert page.evaluate("document.documentElement.scrollWidth") == 2560
    assert page.locator("main h1").bounding_box()["width"] <= 1408


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("game", MAPS)
def test_no_step_of_the_replay_makes_the_page_jump(look: Any, game: str, width: int) -> None:
    page = look(f"games/{game}/t/{MAPS[game]}.html", width)
    for _ in range(2):
        assert page.locator("[data-replay] input").is_visible()
        page.wait_for_timeout(300)
        assert page.evaluate("window.shifted") < STILL
        page.keyboard.press("ArrowRight")
        page.wait_for_url("**#replay")


# ---- on paper

PAPER = 718
"""Width of A4 without its margins."""


@pytest.mark.parametrize("game", ["winter-duel", "bot-duel"])
def test_a_duel_is_printed_on_two_pages(browser: Browser, site: Site, game: str) -> None:
    one = Visit(browser, site.folder)
    printed = one.to(f"games/{game}/index.html").pdf(format="A4", print_background=False)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 2
    one.done()


def test_kinds_and_signs_are_seen_on_paper_without_backgrounds(browser: Browser, site: Site) -> None:
    """Whoever prints by night gets ink on white as well."""
    one = Visit(browser, site.folder, viewport={"width": PAPER, "height": 1000}, color_scheme="dark")
    page = one.to("games/winter-duel/index.html")
    page.emulate_media(media="print")
    ink = page.evaluate("getComputedStyle(document.body).color")
    assert ink == "rgb(42, 33, 24)"
    bands = page.eval_on_selector_all(
        ".card .band", "all => all.map(one => [getComputedStyle(one).color, getComputedStyle(one).borderBottomColor])"
    )
    heads = page.eval_on_selector_all(
        ".grp h3", "all => all.map(one => [getComputedStyle(one).color, getComputedStyle(one).borderLeftColor])"
    )
    assert bands
    assert heads
    assert {sign for sign, _ in bands + heads} == {ink}
    assert len({kind for _, kind in heads}) > 3
    assert not {kind for _, kind in bands + heads} & {ink, "rgb(255, 255, 255)"}
    backs = page.eval_on_selector_all(".back", "all => all.map(one => getComputedStyle(one).color)")
    assert set(backs) == {ink}
    one.done()


def test_glory_and_money_do_not_run_into_each_other_on_paper(look: Any) -> None:
    page = look("games/seven-showcase/t/52.html", PAPER)
    for width in (PAPER, 780, 800):
        page.set_viewport_size({"width": width, "height": 1000})
        page.emulate_media(media="print")
        boxes = [box.bounding_box() for box in page.locator(".gm table").all()]
        assert len(boxes) == 4
        edge = page.locator(".gm").bounding_box()
        for box in boxes:
            assert box["x"] + box["width"] <= edge["x"] + edge["width"] + 1
            assert not [
                other for other in boxes if other["y"] == box["y"] and box["x"] < other["x"] < box["x"] + box["width"]
            ]


@pytest.mark.parametrize("ending", ["", ".de"])
def test_labels_of_courts_and_tracks_are_whole_on_a_phone(look: Any, ending: str) -> None:
    page = look(f"games/reason-showcase/index{ending}.html", 390)
    table = page.locator(".pt")
    left = table.bounding_box()["x"]
    cells = table.locator("td[data-head]").all()
    assert len(cells) > 20
    for cell in cells:
        reach = cell.evaluate(
            """cell => { const label = getComputedStyle(cell, "::before");
            return [cell.getBoundingClientRect().left + parseFloat(label.marginLeft)
                + parseFloat(getComputedStyle(cell).paddingLeft), cell.getAttribute("data-head")]; }"""
        )
        assert reach[0] >= left, reach
