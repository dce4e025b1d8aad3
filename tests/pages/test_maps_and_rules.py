"""Boards with a map, whose ground is one file of the site; and the pages of the rules."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import Site

from pbem.pages.site import publish
from tests.conformance import toy

pytestmark = pytest.mark.slow
KB = 1000


@pytest.fixture(scope="session")
def world(site: Site) -> Path:
    """A site that has a whole game of Empire."""
    return site.folder


def test_the_ground_is_written_once_and_every_board_lies_on_it(world: Path) -> None:
    ground = world / "assets/world_history-map.svg"
    ElementTree.fromstring(ground.read_text(encoding="utf-8"))
    assert "prefers-color-scheme: dark" in ground.read_text(encoding="utf-8"), "no style of a page reaches into it"
    boards = [world / "games/empire-showcase/index.html", *sorted((world / "games/empire-showcase/t").glob("*.html"))]
    assert len(boards) > 40
    for path in boards:
        (href,) = re.findall(r'<image href="([^"]*)"', path.read_text(encoding="utf-8"))
        assert (path.parent / href).resolve() == ground.resolve(), path


def test_a_page_with_a_map_is_light(world: Path) -> None:
    assets = ("world_history-map.svg", "world_history.css", "style.css", "pages.css", "site.js", "replay.js")
    shared = sum((world / "assets" / name).stat().st_size for name in assets)
    front = max((world / "games/empire-showcase" / name).stat().st_size for name in ("index.html", "index.de.html"))
    assert front + shared <= 325 * KB, "the last moves of it are whole turns of many acts"
    turns = [path.stat().st_size for path in (world / "games/empire-showcase/t").glob("*.html")]
    assert max(turns) <= 120 * KB
    assert sum(turns) / len(turns) <= 90 * KB


def test_every_land_is_named_on_the_map_and_listed(world: Path) -> None:
    page = (world / "games/empire-showcase/index.html").read_text(encoding="utf-8")
    drawn = re.search(r'<svg id="map".*?</svg>', page, re.DOTALL)
    listed = re.search(r'<div class="lands">.*?</details>', page, re.DOTALL)
    assert drawn is not None
    assert listed is not None
    named = re.findall(r"<title>([^<]*)</title></text>", drawn[0])
    assert len(set(named)) == 92
    marked = rf"[> ]({'|'.join(map(re.escape, named))})(?: \(R\))?(?: \[[^\]]*\])?[,:<]"
    assert set(re.findall(marked, listed[0])) == set(named)


@pytest.mark.parametrize("language", ["", ".de"])
def test_the_turn_of_an_empire_is_told_act_by_act(world: Path, language: str) -> None:
    """A line for each fight, its dice drawn, and what is alike on one line; the rest of a long turn is folded away."""
    attacks, from_there = (" attacks ", ", coming from ") if not language else (" greift ", " an, ")
    for n in (24, 43):
        page = (world / f"games/empire-showcase/t/{n}{language}.html").read_text(encoding="utf-8")
        entry = re.search(r'<ol class="log">.*?</ol>', page, re.DOTALL)
        assert entry is not None
        acts = re.findall(r"<li>(.*?)</li>", entry[0])
        fights = [act for act in acts if attacks in act]
        assert len(fights) >= 5
        assert all(act.count(attacks) == 1 and from_there in act for act in fights)
        assert all(re.search(r'(<i class="die d([1-6])">\2</i>\xa0?){1,3}', act) for act in fights)
        assert entry[0].index("<details") > entry[0].index(acts[1])
        assert entry[0].count("<details") == 1
        assert page.index("data-replay") < page.index('<ol class="log">'), "the buttons stay where they are"


def test_the_caption_of_a_turn_tells_what_came_of_it(world: Path) -> None:
    """Not the first of fifty sentences, and not the sheet in brackets."""
    page = (world / "games/empire-showcase/t/43.html").read_text(encoding="utf-8")
    assert "<output>Mira scores 48 points and stands at 155.</output>" in page


def test_the_checking_page_counts_the_files_that_were_sealed(world: Path) -> None:
    """The draft of Empire is sealed in every game; a duel of bots seals nothing."""
    empire, bots = ((world / f"games/{game}/checking.html").read_text() for game in ("empire-showcase", "bot-duel"))
    assert "44 sealed files; each answer follows" in empire
    assert "nothing was sealed in this game" in bots


def test_rules_speak_of_the_rulebook_and_of_no_sources(world: Path) -> None:
    for path in sorted((world / "rules").glob("*.html")):
        said = unescape(re.sub(r"<[^>]*>", " ", path.read_text(encoding="utf-8")))
        assert not re.search(r"\bseed\b", said), path
        said = said.replace("A and B", "")  # the two sides of a pact, and of an alliance: words of the games
        assert not re.search(r"\b[A-F](, [A-F])* and [A-F]\b|\([B-F] |\band E\b", said), path
    duel = (world / "rules/wonders_duel.html").read_text(encoding="utf-8")
    assert "133 rules, 25 rulings" in duel


def test_a_rule_that_names_another_links_it_and_shows_a_ruling_in_full(world: Path) -> None:
    page = (world / "rules/wonders_duel.de.html").read_text(encoding="utf-8")
    rule = re.search(r'<li id="WD-WO-3".*?</li>', page, re.DOTALL)
    assert rule is not None
    assert '(wessen: <a href="#WD-R-2">WD-R-2</a>)' in rule[0]
    assert rule[0].count('<p class="ruling">') == 1
    assert "in seinem eigenen Beispiel das des Erbauers" in rule[0]


def test_rulings_among_the_rules_are_marked_and_counted(world: Path) -> None:
    page = (world / "rules/world_history.html").read_text(encoding="utf-8")
    ruling = re.search(r'<li id="WH-3-4".*?</li>', page, re.DOTALL)
    plain = re.search(r'<li id="WH-1-1".*?</li>', page, re.DOTALL)
    assert ruling is not None
    assert plain is not None
    assert "<b>Ruling</b>" in ruling[0]
    assert "<b>Ruling</b>" not in plain[0]
    counted = re.search(r"295 rules, (\d+) rulings", page)
    assert counted is not None
    assert int(counted[1]) == page.count("<b>Ruling</b>")


def test_german_pages_have_the_rules_in_german_at_the_same_places(world: Path) -> None:
    for ident in ("wonders_duel", "world_history"):
        english, german = ((world / f"rules/{ident}{end}.html").read_text(encoding="utf-8") for end in ("", ".de"))
        places = re.findall(r'<(?:section|li) id="([^"]*)"', german)
        assert places == re.findall(r'<(?:section|li) id="([^"]*)"', english)
        assert set(places) >= set(re.findall(r'<a href="#([^"]*)"', german))
        assert '<span lang="en">' not in german
        assert "<article>" in german
        both = re.findall(r"<p>[^<]{25,}</p>", english)
        assert len(both) > 50
        assert [line for line in both if line in german] == []


def test_chapters_are_named_in_both_languages(world: Path) -> None:
    german = (world / "rules/world_history.de.html").read_text(encoding="utf-8")
    assert '<section id="ch-5.4.2"><h2>5.4.2 Ausdehnung nach Übersee</h2>' in german
    assert "<h2>5.4.2 Expansion overseas</h2>" in (world / "rules/world_history.html").read_text(encoding="utf-8")
    assert "<h2>Overview and aim</h2>" in (world / "rules/wonders_duel.html").read_text(encoding="utf-8")


def test_what_is_not_translated_is_shown_in_english_and_marked(tmp_path: Path) -> None:
    with toy.installed(tmp_path / "titles"):
        some = "sections: {AU: Versteigerung}\nrules: {LM-SU-2: 'Der Rest von `<deck>`.'}\n"
        (tmp_path / "titles" / toy.TOY / "rules.de.yaml").write_text(some, encoding="utf-8")
        publish([], tmp_path / "site")
    german = (tmp_path / "site/rules/lantern_market.de.html").read_text(encoding="utf-8")
    assert '<h2><span lang="en">Set-up</span></h2>' in german
    assert "<h2>Versteigerung</h2>" in german
    assert re.search(r'id="LM-SU-1".*?<p><span lang="en">Shuffle 9 lanterns', german)
    assert "<p>Der Rest von <code>&lt;deck&gt;</code>.</p>" in german
    assert '<em><span lang="en">Several gave most?</span></em>' in german
    assert '<span lang="en">' not in (tmp_path / "site/rules/lantern_market.html").read_text(encoding="utf-8")
