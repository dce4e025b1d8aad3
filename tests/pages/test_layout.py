"""Sizes and places on pages, as a browser lays them out: words on maps, the width of maps, nothing that jumps."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page
from visits import Visit

from pbem.pages.from_campaign import tell
from pbem.pages.site import publish

pytestmark = pytest.mark.browser
GAMES = Path(__file__).parents[2] / "games"
MAPS = {"empire-showcase": 62, "reason-showcase": 60, "seven-showcase": 52}
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
    publish([tell(GAMES / name, None) for name in MAPS], folder)
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
