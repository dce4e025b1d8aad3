"""Pages of single moves step through the acts of an entry, and lead to a game that goes on from there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.engine_site import Served

pytestmark = pytest.mark.browser

MOVES = "games/duel-showcase/t/"
TWO_ACTS = 9
"""The entry in which a wonder brings another turn."""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


def test_an_entry_is_stepped_through_on_its_board(page: Page, hosted: Served) -> None:
    said: list[str] = []
    page.on("console", lambda line: said.append(line.text))
    page.on("pageerror", lambda fault: said.append(str(fault)))
    page.goto(f"{hosted.address}{MOVES}{TWO_ACTS}.html")
    after = things(page)
    page.get_by_role("button", name="Step by step").click()
    acted = page.locator(".acted")
    expect(acted).to_contain_text("Step 1 of 2", timeout=60_000)
    assert page.url.endswith("#step=1")
    assert page.locator(".stepped-over").count() == 1
    between = page.inner_html("[data-board]")
    page.get_by_role("button", name="One step on").click()
    expect(acted).to_contain_text("Step 2 of 2")
    assert page.url.endswith("#step=2")
    assert page.inner_html("[data-board]") != between
    assert things(page) == after, "after the last step the board is that of the page"
    page.get_by_role("button", name="One step on").click()
    page.wait_for_url(f"**/{TWO_ACTS + 1}.html#step=1")
    expect(acted).to_contain_text("Step 1 of", timeout=60_000)
    page.get_by_role("button", name="One step back").click()
    page.wait_for_url(f"**/{TWO_ACTS}.html#step=*")
    expect(acted).to_contain_text("Step 2 of 2", timeout=60_000)
    assert said == []


def things(page: Page) -> list[str]:
    """What lies on the board, in its order."""
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('[data-board] [data-id]')].map(one => one.dataset.id)"
    )
    assert len(found) > 10
    return found


def test_a_position_can_be_tried(page: Page, hosted: Served) -> None:
    page.goto(f"{hosted.address}{MOVES}{TWO_ACTS}.html")
    assert "nothing of it leaves it" in page.inner_text(".stepped")
    asked = list(hosted.asked)
    page.get_by_role("link", name="Try from here").click()
    page.wait_for_url("**/play/wonders_duel.html#*")
    expect(page.locator(".ask h2")).to_contain_text("Take a card", timeout=60_000)
    expect(page.locator(".board [data-id]").first).to_be_visible()
    expect(page.get_by_text("Nothing of it leaves this page.")).to_be_visible()
    assert not [path for path in hosted.asked[len(asked) :] if "?" in path or not path.startswith("/")]


def test_the_last_position_cannot_be_tried(page: Page, hosted: Served) -> None:
    page.goto(f"{hosted.address}games/duel-showcase/index.html")
    expect(page.get_by_role("link", name="Try from here")).to_be_hidden()
