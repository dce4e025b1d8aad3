"""The table of every title: what is lit, what can be reached, and whether everybody can use it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from pbem import titles
from tests.browser.player import Player, well
from tests.engine_site import Served

pytestmark = pytest.mark.browser
ANSWERS = {"wonders_duel": 12, "world_history": 24, "age_of_reason": 18, "through_the_ages": 24, "seven_ages": 24}
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


@pytest.mark.parametrize("ident", titles.ours())
def test_what_is_lit_is_what_some_answer_names_and_whoever_presses_it_gets_on(
    visit: BrowserContext, site: Served, ident: str
) -> None:
    player = Player.at(visit, site, ident, native=True)
    player.begin(5)
    asked = set()
    for n in range(ANSWERS[ident]):
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
