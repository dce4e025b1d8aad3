"""The board of 7 Ages in a browser: every fact can be read, wide and on a phone, and parts of the map enlarged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page
from seven_pages import crowded, facts, games, scene, squeezed

from pbem.pages.kit import sprite
from pbem.pages.site import publish
from pbem.table import Table
from pbem.titles.seven_ages import board
from pbem.titles.seven_ages.board.map import atlas

pytestmark = pytest.mark.browser

WIDE, PHONE = 1440, 390


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site without campaigns: its style sheets, and the ground of the map."""
    made = tmp_path_factory.mktemp("seven") / "site"
    publish([], made)
    return made


def opened(browser: Browser, folder: Path, table: Table, width: int, language: str = "en") -> Page:
    shown = scene(table, language)
    html = board.draw(type(shown)(shown.view, shown.players, shown.words, assets="assets/", handles=shown.handles))
    sheets = "".join(f'<link rel="stylesheet" href="assets/{name}.css">' for name in ("style", "pages", "seven_ages"))
    file = folder / "board.html"
    file.write_text(
        f'<!doctype html><html lang="{language}"><meta charset="utf-8"><meta name="viewport"'
        f' content="width=device-width"><title>board</title>{sheets}<body>{sprite(html)}<main class="wrap">'
        f'<h1>board</h1><div class="side"><div id="board">{html}</div><aside></aside></div></main></body></html>',
        encoding="utf-8",
    )
    page = browser.new_context(viewport={"width": width, "height": 900}).new_page()
    page.goto(file.as_uri())
    return page


def late() -> Table:
    """The end of a game with seven players."""
    for table in games(10_000, (7,)):
        if table.over:
            return table
    raise AssertionError


@pytest.mark.parametrize("width", [WIDE, PHONE])
@pytest.mark.parametrize(("position", "language"), [("full", "en"), ("late", "de")])
def test_every_fact_can_be_read(browser: Browser, folder: Path, position: str, language: str, width: int) -> None:
    table = crowded() if position == "full" else late()
    page = opened(browser, folder, table, width, language)
    page.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")
    told = squeezed(page.inner_text("main"))
    for fact in facts(table, language):
        assert squeezed(fact) in told, fact
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    hidden = page.eval_on_selector_all(
        ".seven *",
        "all => all.filter(one => one.scrollWidth > one.clientWidth + 1 && one.clientWidth"
        " && getComputedStyle(one).overflowX !== 'visible' && !one.closest('.pan, .vh')).map(one => one.className)",
    )
    assert hidden == [], "nothing but the map has to be scrolled sideways"
    page.context.close()


@pytest.mark.parametrize("width", [WIDE, PHONE])
def test_a_part_of_the_world_is_enlarged_by_its_link(browser: Browser, folder: Path, width: int) -> None:
    page = opened(browser, folder, late(), width)
    whole = page.locator("#map").bounding_box()
    for part in atlas().zooms if width == WIDE else ("europe", "china", "south_america"):
        page.click(f'.zooms a[href="#z-{part}"]')
        box, cell = page.locator(".pan").bounding_box(), page.locator(f"#z-{part}").bounding_box()
        assert box is not None
        assert cell is not None
        assert cell["x"] < box["x"] + box["width"] - 40, part
        assert cell["y"] < box["y"] + box["height"] - 40, part
        assert cell["x"] + cell["width"] > box["x"] + 40, part
        assert page.locator(".minor").first.evaluate("one => getComputedStyle(one).opacity") == "1"
    larger = page.locator("#map").bounding_box()
    assert whole is not None
    assert larger is not None
    assert larger["width"] > 1.5 * whole["width"]
    page.context.close()


def test_the_board_breaks_no_rule_of_accessibility(browser: Browser, folder: Path) -> None:
    """All rules by day; by night only the contrast can be another."""
    page = opened(browser, folder, late(), WIDE)
    page.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")
    assert broken(page, {}) == []
    page.emulate_media(color_scheme="dark")
    assert broken(page, {"runOnly": ["color-contrast"]}) == []
    page.context.close()


def broken(page: Page, options: dict[str, Any]) -> list[Any]:
    """What axe finds."""
    found = Axe().run(page, options={"preload": False, **options}).response["violations"]
    return [(rule["id"], [one["target"] for one in rule["nodes"]][:4]) for rule in found]
