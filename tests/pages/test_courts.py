"""The board of Age of Reason in a browser: every public fact can be read as text, wide and on a phone."""

from __future__ import annotations

import re

import pytest
from conftest import Site
from playwright.sync_api import Browser
from visits import Visit

from pbem import titles
from pbem.campaign.campaign import Campaign
from pbem.titles.age_of_reason import TITLE, gloss
from pbem.titles.age_of_reason.cards import OPEN, action_rounds

pytestmark = pytest.mark.browser
GAME = "three-courts"


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_public_fact_is_visible_as_text(browser: Browser, site: Site, width: int, language: str) -> None:
    table = Campaign.open(site.root / "games" / GAME, site.duel.campaign.moderator).table()
    assert table is not None
    game = table.state
    words = titles.words(TITLE, language, ("Anna", "Ben", "Clara"))
    visit = Visit(browser, site.folder, viewport={"width": width, "height": 900})
    page = visit.to(f"games/{GAME}/index{'' if language == 'en' else '.de'}.html")

    def seen(selector: str) -> str:
        return re.sub(r"\s+", " ", " ".join(page.locator(selector).all_inner_texts()))

    rows = [re.sub(r"\s+", " ", one) for one in page.locator("table.pt tbody tr").all_inner_texts()]
    for seat, one in enumerate(game.players):
        (row,) = [row for row in rows if words.players[seat] in row]
        assert words.name("nation", one.nation) in row
        numbers = [one.points, one.gold, -one.discontent, len(one.hand), len(one.discards), game.free_discs(one.nation)]
        figures = [int(n) for n in re.findall(r"-?\d+", row)]
        assert [n for n in numbers if n not in figures] == []
    for region, here in game.discs.items():
        row = seen(f"table.rt tr:has([data-id={region}])")
        assert "/".join(map(str, TITLE.module("atlas").REGIONS[region].points)) in row
        for nation, number in here.items():
            assert f"{words.name('nation', nation)} {number}" in row
        for marker in game.markers[region]:
            assert f"{marker}: {gloss.marker(marker, words)}" in row
    for field, places in OPEN[game.seats].items():
        there = game.fields.get(field, [])
        said = seen(f".fields [data-id={field}]")
        assert words.name("field", field) in said
        assert all(words.name("nation", nation) in said for nation in there)
        assert (places == len(there)) != (f"{places - len(there)} " in said)
    for row, of in ((".upper", 1), (".lower", 0)):
        said = seen(f".ally {row}")
        for nation, place in game.alliance.items():
            stands = re.search(rf"\b{place} (\w )?{words.name('nation', nation)}", said)
            assert bool(stands) == (place % 2 == of)
    rounds = seen(".rounds")
    for now, last in ((game.round, 3), (game.action, action_rounds(game.seats))):
        assert re.search(rf"\b{now} (of|von) {last}\b", rounds)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visit.done()
