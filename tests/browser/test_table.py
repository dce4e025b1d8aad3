"""The table of every title: what is lit, what can be reached, and whether everybody can use it."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext

from pbem import titles
from tests.browser.player import LIT, Player, well
from tests.engine_site import Served
from tests.pages.visits import violations

pytestmark = pytest.mark.browser
ANSWERS = {"wonders_duel": 8, "world_history": 14, "age_of_reason": 10, "through_the_ages": 20, "seven_ages": 12}
WIDE, PHONE = (1440, 900, "dark"), (390, 844, "light")
EVERY_DAY = {("wonders_duel", WIDE), ("seven_ages", PHONE)}
LIGHTS = """() => PBEM.table.$$(".felt .pane").map(pane => [pane.dataset.pane, PBEM.table.$$(".can", pane)
  .map(one => [one.dataset.slot, one.dataset.id, one.dataset.owner || ""].join(" "))])"""


def named(value: Any) -> set[str]:
    """Every thing in what an answer says."""
    if isinstance(value, list):
        return set().union(*map(named, value))
    if isinstance(value, dict) and "slot" in value:
        return {" ".join((value["slot"], value["id"], value.get("owner", "")))}
    return named(list(value.values())) if isinstance(value, dict) else set()


def may(ask: Any) -> set[str]:
    """What can be pressed first, as the engine says it."""
    if ask["complete"]:
        return named([one["at"] for one in ask["legal"]])
    choices = [some for form in ask["next"]["forms"] for some in form["choices"].values()]
    return named([[one["value"], one.get("with", {})] for some in choices for one in some])


@pytest.mark.parametrize("times", [1, pytest.param(6, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("ident", titles.ours())
def test_what_is_lit_is_what_some_answer_names_and_whoever_presses_it_gets_on(
    visit: BrowserContext, site: Served, ident: str, times: int
) -> None:
    player = Player.at(visit, site, ident, native=True)
    player.begin(4 + times)
    asked = set()
    for n in range(ANSWERS[ident] * times):
        if player.over:
            break
        player.page.evaluate("PBEM.table.drop()")
        ask = player.page.evaluate("PBEM.table.state.surface.ask")
        lights = player.page.evaluate(LIGHTS)
        lit = [one for _, some in lights for one in some]
        assert set(lit) == may(ask), ask["question"]
        for pane, some in lights:
            assert len(some) == len(set(some)), (ask["question"], pane)
        asked.add(ask["id"])
        player.answer(n)
    assert len(asked) > 1
    well(player)


def test_an_epoch_of_empire_by_presses_alone_in_german(visit: BrowserContext, site: Served) -> None:
    player = Player.at(visit, site, "world_history", "de", native=True)
    player.begin(7)
    for n in range(80):
        if "Epoche II" in player.page.locator("#log").inner_text():
            break
        player.answer(n)
    assert "Epoche II" in player.page.locator("#log").inner_text()
    assert player.presses > 10
    well(player)


@pytest.mark.nightly
def test_an_epoch_of_empire_by_the_keys_alone(visit: BrowserContext, site: Served) -> None:
    player = Player.at(visit, site, "world_history", native=True)
    player.begin(9)
    for n in range(80):
        if "Epoch II " in player.page.locator("#log").inner_text():
            break
        player.key_answer(n)
    assert "Epoch II " in player.page.locator("#log").inner_text()
    assert player.presses == 0
    well(player)


@pytest.mark.parametrize(
    ("ident", "window"),
    [
        pytest.param(*one, marks=() if one in EVERY_DAY else pytest.mark.nightly, id=f"{one[0]}-{one[1][0]}")
        for one in product(titles.ours(), (WIDE, PHONE))
    ],
)
def test_everybody_can_use_the_table_also_with_an_open_choice(
    browser: Browser, site: Served, ident: str, window: tuple[int, int, Any]
) -> None:
    width, height, scheme = window
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"
    )
    player = Player.at(context, site, ident, native=True)
    page = player.page
    assert violations(page) == []
    player.begin(5)
    for n in range(40):
        player.answer(n)
        page.evaluate("PBEM.table.drop()")
        if n > 5 and page.evaluate(LIT):
            break
    assert violations(page) == []
    player.press(page.evaluate(LIT)[0])
    page.locator(".choice").wait_for()
    assert violations(page) == []
    # The choice lies over no thing that was pressed, and every part of it is in the window.
    box, chosen = page.locator(".choice").bounding_box(), page.locator(".pane:not([hidden]) .sel").first.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["y"] >= 0
    assert box["x"] + box["width"] <= width + 1
    assert box["y"] + box["height"] <= height + 1
    if chosen is not None:
        middle = (chosen["x"] + chosen["width"] / 2, chosen["y"] + chosen["height"] / 2)
        assert not (box["x"] < middle[0] < box["x"] + box["width"] and box["y"] < middle[1] < box["y"] + box["height"])
    well(player)
    context.close()
