"""Boards with a map, whose ground is one file of the site; and the pages of the rules."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import Site

KB = 1000


@pytest.fixture(scope="session")
def world(site: Site) -> Path:
    """A site that has a whole game of Empire."""
    return site.folder


def test_the_ground_is_written_once_and_every_board_lies_on_it(world: Path) -> None:
    ground = world / "assets/world_history-map.svg"
    ElementTree.fromstring(ground.read_text(encoding="utf-8"))
    assert "prefers-color-scheme: dark" in ground.read_text(encoding="utf-8"), "no style of a page reaches into it"
    boards = [world / "games/four-winds/index.html", *sorted((world / "games/four-winds/t").glob("*.html"))]
    assert len(boards) > 40
    for path in boards:
        (href,) = re.findall(r'<image href="([^"]*)"', path.read_text(encoding="utf-8"))
        assert (path.parent / href).resolve() == ground.resolve(), path


def test_a_page_with_a_map_is_light(world: Path) -> None:
    assets = ("world_history-map.svg", "world_history.css", "style.css", "site.js")
    shared = sum((world / "assets" / name).stat().st_size for name in assets)
    front = max((world / "games/four-winds" / name).stat().st_size for name in ("index.html", "index.de.html"))
    assert front + shared <= 300 * KB
    turns = [path.stat().st_size for path in (world / "games/four-winds/t").glob("*.html")]
    assert max(turns) <= 110 * KB
    assert sum(turns) / len(turns) <= 80 * KB


def test_every_land_is_named_on_the_map_and_listed(world: Path) -> None:
    page = (world / "games/four-winds/index.html").read_text(encoding="utf-8")
    drawn = re.search(r'<svg id="map".*?</svg>', page, re.DOTALL)
    listed = re.search(r'<div class="lands">.*?</details>', page, re.DOTALL)
    assert drawn is not None
    assert listed is not None
    named = re.findall(r"<title>([^<]*)</title></text>", drawn[0])
    assert len(set(named)) == 92
    assert all(f"<li>{name}" in listed[0] or f'">{name}:' in listed[0] for name in named)


def test_rules_speak_of_the_rulebook_and_of_no_sources(world: Path) -> None:
    for path in sorted((world / "rules").glob("*.html")):
        said = unescape(re.sub(r"<[^>]*>", " ", path.read_text(encoding="utf-8")))
        assert not re.search(r"\bseed\b", said), path
        assert not re.search(r"\b[A-F](, [A-F])* and [A-F]\b|\([B-F] |\band E\b", said), path
    duel = (world / "rules/wonders_duel.html").read_text(encoding="utf-8")
    assert "133 rules, 25 rulings" in duel


def test_rulings_among_the_rules_are_marked_and_counted(world: Path) -> None:
    page = (world / "rules/world_history.html").read_text(encoding="utf-8")
    ruling = re.search(r'<li id="WH-3-4".*?</li>', page, re.DOTALL)
    plain = re.search(r'<li id="WH-1-1".*?</li>', page, re.DOTALL)
    assert ruling is not None
    assert plain is not None
    assert "<b>Ruling</b>" in ruling[0]
    assert "<b>Ruling</b>" not in plain[0]
    counted = re.search(r"294 rules, (\d+) rulings", page)
    assert counted is not None
    assert int(counted[1]) == page.count("<b>Ruling</b>")


def test_german_pages_say_that_rules_are_in_english(world: Path) -> None:
    line = "Die nummerierten Regeln"
    assert line in (world / "rules/world_history.de.html").read_text(encoding="utf-8")
    assert line not in (world / "rules/world_history.html").read_text(encoding="utf-8")
