"""A game against bots in the page: with pointer, keys and finger; kept, taken back, refused, broken off."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from pbem import titles
from pbem.sitting import saved_game
from tests.browser.player import Player, settled, well
from tests.engine_site import Served

pytestmark = pytest.mark.browser
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


MOVED = """() => {
  window.moved = 0;
  new PerformanceObserver(all => {
    for (const one of all.getEntries()) if (!one.hadRecentInput) window.moved += one.value;
  }).observe({ type: "layout-shift" });
}"""


def to_the_end(player: Player, most: int, keys: bool = False) -> int:
    for n in range(most):
        if player.over:
            return n
        if keys:
            player.key_answer(n)
        else:
            player.answer(n)
    raise AssertionError(f"not over after {most} answers: {player.question}")


def test_a_duel_is_played_to_its_end_by_presses_alone_and_begins_anew_after_it(
    visit: BrowserContext, site: Served
) -> None:
    before = len(site.asked)
    player = Player.at(visit, site, "wonders_duel")
    player.begin(5)
    answers = to_the_end(player, 90)
    assert answers > 20
    assert player.presses <= 3 * answers
    assert player.page.locator("#result li").count() == 2
    well(player)
    # Whatever was fetched lies on the site.
    assert all(path.startswith(("/play/", "/assets/", "/engine/")) for path in site.asked[before:])
    player.page.locator("#result button").click()
    expect(player.page.locator(".start .main")).to_be_visible()


def test_a_duel_in_german_by_the_keys_alone(visit: BrowserContext, site: Served) -> None:
    player = Player.at(visit, site, "wonders_duel", "de", native=True)
    page = player.page
    for _ in range(12):
        if page.evaluate("document.activeElement.matches('.start .main')"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    settled(page)
    to_the_end(player, 90, keys=True)
    well(player)
    assert "Sieg für" in player.question


def test_a_duel_on_a_phone(browser: Browser, site: Served) -> None:
    context = browser.new_context(**PHONE, reduced_motion="reduce")
    player = Player.at(context, site, "wonders_duel", native=True)
    player.begin(7)
    for n in range(6):
        player.answer(n)
    lit = player.page.evaluate("() => PBEM.composing.name(PBEM.table.lit().values().next().value)")
    player.press(lit)
    # The thing that is chosen stays in sight above the choice, which is inside the window.
    box = player.page.locator(".choice").bounding_box()
    thing = player.page.locator(".pane:not([hidden]) .sel").first.bounding_box()
    assert box is not None
    assert thing is not None
    assert box["y"] + box["height"] <= 845
    assert thing["y"] + thing["height"] <= box["y"] + 1
    assert box["height"] <= 0.62 * 844 + 1
    well(player)
    context.close()


def test_what_is_played_survives_a_reload_and_goes_to_the_terminal_and_back(
    visit: BrowserContext, site: Served, tmp_path: Path
) -> None:
    player = Player.at(visit, site, "wonders_duel")
    page = player.page
    player.begin(11)
    for n in range(4):
        player.answer(n)
    question, told = player.question, page.locator("#log li").count()
    page.reload()
    settled(page)
    assert player.question == question
    assert page.locator("#log li").count() >= min(told, 4)
    page.goto("about:blank")
    page.go_back()
    settled(page)
    assert player.question == question
    with page.expect_download() as coming:
        page.click("#save")
    file = tmp_path / coming.value.suggested_filename
    coming.value.save_as(file)
    sitting, language = saved_game.parsed(file.read_bytes(), titles.load)
    assert (sitting.seed, language) == (11, "en")
    sitting.submit(0, next(iter(sitting.table.pending[0].listed(1))) and first_order(sitting))
    sitting.go_on()
    file.write_bytes(saved_game.written(sitting, "en"))
    page.click("#new")
    page.locator("summary").first.click()
    page.set_input_files("input[type=file]", file)
    settled(page)
    assert page.evaluate("PBEM.engine.call('digest')") == sitting.table.digest()
    other = json.loads(file.read_text())
    page.click("#new")
    file.write_text(json.dumps({**other, "title": "through_the_ages"}))
    page.set_input_files("input[type=file]", file)
    expect(page.locator(".notice")).to_contain_text("saved game of")
    assert player.faults == []


def first_order(sitting: Any) -> str:
    ask = sitting.table.pending[0]
    order: str = ask.write(ask.listed(1)[0], sitting.handles)
    return order


def test_an_answer_is_taken_back_and_a_refusal_says_why_and_by_which_rule(visit: BrowserContext, site: Served) -> None:
    player = Player.at(visit, site, "wonders_duel", native=True)
    page = player.page
    player.begin(3)
    question = player.question
    player.order("build pantheon")
    notice = page.locator(".notice")
    expect(notice).to_be_visible()
    assert len(notice.inner_text()) > 20
    player.order("sing a song")
    expect(notice).to_be_visible()
    assert player.question == question
    player.answer(0)
    undo = page.locator("#undo")
    if undo.is_enabled():
        page.keyboard.press("Control+z")
        settled(page)
        expect(page.locator("#log li").last).not_to_be_empty()
        assert player.question == question


def test_of_two_tabs_one_goes_on(visit: BrowserContext, site: Served) -> None:
    first = Player.at(visit, site, "wonders_duel", native=True)
    first.begin(13)
    second = Player.at(visit, site, "wonders_duel", native=True)
    second.page.locator(".going button").click()
    settled(second.page)
    second.answer(0)
    ahead = second.page.evaluate("PBEM.engine.call('digest')")
    lit = first.page.evaluate("PBEM.table.lit().size")
    assert lit
    first.page.evaluate("() => PBEM.table.written(PBEM.table.state.read.legal[0], [])")
    expect(first.page.locator(".notice")).to_contain_text("another tab")
    first.page.locator(".notice button").click()
    settled(first.page)
    assert first.page.evaluate("PBEM.engine.call('digest')") == ahead


def test_without_storage_and_after_the_worker_died_the_page_says_so_and_goes_on(
    visit: BrowserContext, site: Served
) -> None:
    visit.add_init_script("Object.defineProperty(window, 'indexedDB', { get() { throw new Error('none'); } });")
    player = Player.at(visit, site, "wonders_duel")
    page = player.page
    expect(page.locator("#unkept")).to_be_visible()
    player.begin(17)
    player.answer(0)
    question = player.question
    page.evaluate("() => PBEM.engine.stop()")
    page.evaluate("() => { PBEM.table.written(PBEM.table.state.read.legal[0], []); }")
    expect(page.locator(".notice")).to_contain_text("stopped")
    page.locator(".notice button").first.click()
    settled(page)
    assert player.question == question
    player.answer(1)
    assert player.faults == []


def test_rules_that_are_not_on_the_site_end_in_a_sentence(visit: BrowserContext, site: Served) -> None:
    player = Player.at(visit, site, "wonders_duel")
    player.page.route("**/engine/*.zip*", lambda route: route.fulfill(status=404, body="not here"))
    player.page.click(".start .main")
    expect(player.page.locator(".notice")).to_contain_text("is not on this site", timeout=60000)
    player.page.unroute("**/engine/*.zip*")
    player.page.locator(".notice button").click()
    settled(player.page)
    assert player.question


def test_what_bots_do_is_shown_step_by_step_and_can_be_skipped(browser: Browser, site: Served) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    player = Player.at(context, site, "world_history", native=True)
    page = player.page
    player.begin(5)
    for _ in range(30):
        page.evaluate("() => { PBEM.table.written(PBEM.table.state.read.legal[0], []); }")
        page.wait_for_timeout(150)
        if page.locator("#skip").is_visible():
            break
        settled(page)
    # While the others play nothing is lit and nothing moves, and what they do stands below the question.
    page.evaluate(MOVED)
    page.wait_for_timeout(1500)
    assert page.evaluate("window.moved") < 0.02
    assert page.evaluate("PBEM.table.state.busy")
    assert page.locator(".can").count() == 0
    assert page.locator(".news").inner_text().strip()
    page.click("#skip")
    settled(page)
    assert page.locator(".can").count() > 0 or page.locator(".verbs button:enabled").count() > 0
    assert player.faults == []
    context.close()
