"""The reference page of a title, which its board makes; an edition has one of its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tables import MODERATOR, Playing, minute
from test_edition_pages import FIVE_COINS

from pbem import titles
from pbem.campaign.agreement.genesis import Terms
from pbem.campaign.running.create import begin
from pbem.pages.board_api import ReferenceSheet
from pbem.pages.boards import board_of
from pbem.pages.site import publish
from pbem.table import Title, Words
from pbem.titles.editions import parse


def sheet(title: Title) -> None:
    """Give a board a reference page: the clay pool with its cost."""
    coins = title.module("cards").BUILDINGS["clay_pool"].coins

    def reference(words: Words) -> list[ReferenceSheet]:
        name = words.name("card", "clay_pool")
        return [
            ReferenceSheet("cards", "Cards & more", f"<p>{name}: {coins}</p>"),
            ReferenceSheet("table", "Table", "<p>2</p>"),
        ]

    board_of(title).reference = reference


@pytest.fixture
def site(keys: Path) -> Path:
    edition = parse(FIVE_COINS, "edition.yaml")
    both = [titles.load("wonders_duel"), titles.load("wonders_duel", edition)]
    had = [board_of(title).__dict__.pop("reference", None) for title in both]
    for title in both:
        sheet(title)
    stories = []
    for name, own in (("plain", None), ("dear", edition)):
        seats = [("carl", "Carl", "random"), ("dora", "Dora", "random")]
        begin(
            keys / name,
            MODERATOR,
            "wonders_duel",
            seats,
            {},
            limits=Terms(files="open"),
            now=minute(0),
            edition=own,
            salt=bytes(16),
        )
        stories.append(Playing(keys / name).story())
    publish(stories, keys / "site", full=True)
    for title, own in zip(both, had, strict=True):
        del board_of(title).reference
        if own is not None:
            board_of(title).reference = own
    return keys / "site"


def reference_of(page: Path) -> Path:
    (href,) = re.findall(r'<a href="([^"]*reference[^"]*)"', page.read_text(encoding="utf-8"))
    return (page.parent / href).resolve()


def test_games_rules_and_the_list_of_rules_lead_to_it(site: Path) -> None:
    common = (site / "rules/wonders_duel-reference.html").resolve()
    text = common.read_text(encoding="utf-8")
    assert "<p>Clay Pool: 0</p>" in text
    assert '<a href="#sheet-cards">Cards &amp; more</a>' in text
    assert re.search(r'<section class="leaf looked" id="sheet-table"><h2>Table</h2><p>2</p></section>', text)
    assert "assets/wonders_duel.css" in text
    assert reference_of(site / "games/plain/index.html") == common
    for page in ("rules/wonders_duel.html", "rules/index.html"):
        assert f'href="{common.name}"' in (site / page).read_text(encoding="utf-8")
    german = (site / "rules/wonders_duel-reference.de.html").read_text(encoding="utf-8")
    assert "<p>Ziegelei: 0</p>" in german


def test_an_edition_has_a_page_with_its_own_figures(site: Path) -> None:
    own = reference_of(site / "games/dear/index.html")
    assert own == (site / "games/dear/reference.html").resolve()
    text = own.read_text(encoding="utf-8")
    assert "<p>Clay Pool: 5</p>" in text
    assert "With the figures of the edition “dear clay”." in text
    assert not (site / "games/plain/reference.html").exists()


def test_a_title_without_one_has_no_link(tmp_path: Path) -> None:
    from tests.conformance import toy

    with toy.installed(tmp_path / "titles"):
        publish([], tmp_path / "site")
    assert "lantern_market-reference" not in (tmp_path / "site/rules/index.html").read_text(encoding="utf-8")
    assert not (tmp_path / "site/rules/lantern_market-reference.html").exists()
