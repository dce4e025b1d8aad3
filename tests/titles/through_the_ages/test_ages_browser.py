"""The board of Through the Ages in a browser: every fact is read there as text, on a wide page and on a phone."""

from __future__ import annotations

from pathlib import Path

import pytest
from ages_pages import bot_view, civilization_facts, drawn, full, squeezed, table_facts
from playwright.sync_api import Browser

from pbem.pages.kit import sprite
from pbem.pages.site import publish
from pbem.table import Table

pytestmark = pytest.mark.browser

WIDE, PHONE = 1440, 390


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site without campaigns: its style sheets."""
    made = tmp_path_factory.mktemp("ages") / "site"
    publish([], made)
    return made


def page_of(table: Table, folder: Path) -> str:
    html = drawn(table)
    sheets = "".join(
        f'<link rel="stylesheet" href="assets/{name}.css">' for name in ("style", "pages", "through_the_ages")
    )
    page = folder / "board.html"
    page.write_text(
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>board</title>{sheets}<body>{sprite(html)}<main class='wrap'>{html}</main></body></html>",
        encoding="utf-8",
    )
    return page.as_uri()


@pytest.mark.parametrize("width", [WIDE, PHONE])
@pytest.mark.parametrize("position", ["full", "start", "middle"])
def test_every_fact_can_be_read(browser: Browser, folder: Path, position: str, width: int) -> None:
    table = full() if position == "full" else bot_view(2, 1 if position == "start" else 8)
    context = browser.new_context(viewport={"width": width, "height": 900})
    page = context.new_page()
    page.goto(page_of(table, folder))
    told = squeezed(page.inner_text("main"))
    for fact in table_facts(table):
        assert squeezed(fact) in told, fact
    for seat in range(len(table.players)):
        own = squeezed(page.inner_text(f"#civ{seat}"))
        for fact in civilization_facts(table, seat):
            assert squeezed(fact) in own, fact
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


def test_on_a_phone_nothing_has_to_be_scrolled_sideways(browser: Browser, folder: Path) -> None:
    context = browser.new_context(viewport={"width": PHONE, "height": 900})
    page = context.new_page()
    page.goto(page_of(full(), folder))
    hidden = page.eval_on_selector_all(
        ".ages *",
        "all => all.filter(one => one.scrollWidth > one.clientWidth + 1 && one.clientWidth"
        " && getComputedStyle(one).overflowX !== 'visible' && !one.matches('.vh')).map(one => one.className)",
    )
    assert hidden == []
    context.close()
