"""The site as files: links, languages, escaping, and what a build touches."""

from __future__ import annotations

import json
import re
import shutil
import xml.etree.ElementTree as ET
import zipfile
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from conftest import Site
from reading import pages
from tables import MODERATOR, duel

from pbem import titles
from pbem.campaign.ledger.verify import verify
from pbem.pages.chart import Axis, lines
from pbem.pages.from_campaign import tell
from pbem.pages.kit import cut
from pbem.pages.log_entry import gist
from pbem.pages.publishing import publish_games
from pbem.pages.site import publish

pytestmark = pytest.mark.slow


@pytest.mark.slow
def test_every_link_is_relative_and_leads_to_a_file_and_place_of_the_site(site: Site) -> None:
    read = pages(site.folder)
    assert len(read) > 100
    for path, page in read.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme == "mailto":
                continue
            outside = parts.scheme or parts.netloc or link.startswith("/")
            assert not outside, (path, link)
            target = (site.folder / path).parent / unquote(parts.path) if parts.path else site.folder / path
            assert target.is_file(), (path, link)
            if parts.fragment and target.suffix == ".html" and not parts.fragment.startswith(("i-", "h")):
                there = read[str(target.resolve().relative_to(site.folder.resolve()))]
                assert parts.fragment in there.ids, (path, link)


@pytest.mark.slow
def test_pages_forbid_inline_scripts_and_styles_and_have_none(site: Site) -> None:
    for path, page in pages(site.folder).items():
        assert page.policy.startswith("default-src 'none'"), path
        assert "unsafe" not in page.policy, path
        assert (page.styles, page.inline, page.handlers) == (0, 0, []), path


@pytest.mark.slow
def test_ids_are_unique(site: Site) -> None:
    for path, page in pages(site.folder).items():
        assert len(page.ids) == len(set(page.ids)), path


def test_both_languages_are_there_and_link_each_other(site: Site) -> None:
    for path in site.folder.rglob("*.html"):
        twin = path.with_name(path.name.replace(".de.html", ".html") if ".de." in path.name else path.stem + ".de.html")
        assert twin.is_file(), path
        assert f'href="{twin.name}"' in path.read_text(encoding="utf-8"), path
    german = (site.folder / "games/winter-duel/index.de.html").read_text(encoding="utf-8")
    assert '<html lang="de">' in german
    assert "Am Zug: " in german


def test_the_main_language_has_the_plain_names(site: Site, tmp_path: Path) -> None:
    publish([site.young.story()], tmp_path / "site", language="de")
    assert '<html lang="de">' in (tmp_path / "site/index.html").read_text(encoding="utf-8")
    assert '<html lang="en">' in (tmp_path / "site/index.en.html").read_text(encoding="utf-8")


def test_hostile_names_are_only_text(site: Site) -> None:
    folder = site.folder / "games/odd-names"
    for path in [*folder.rglob("*.html"), site.folder / "index.html"]:
        text = path.read_text(encoding="utf-8")
        assert "<script>alert" not in text, path
        assert "‮" not in text, path
        assert len(text) < 200_000, path
    for path in folder.glob("*.atom"):
        ET.fromstring(path.read_text(encoding="utf-8"))


def test_feeds_calendar_data_and_sitemap_can_be_read(site: Site) -> None:
    space = {"a": "http://www.w3.org/2005/Atom"}
    for path in ("all.atom", "all.de.atom", "games/winter-duel/feed.atom"):
        feed = ET.fromstring((site.folder / path).read_text(encoding="utf-8"))
        entries = feed.findall("a:entry", space)
        assert entries
        ids = [entry.findtext("a:id", "", space) for entry in entries]
        assert len(ids) == len(set(ids))
        assert all(one.startswith("urn:uuid:") for one in ids)
        for entry in entries:
            link = entry.find("a:link", space)
            assert link is not None
            assert ((site.folder / path).parent / link.attrib["href"].partition("#")[0]).is_file()
    calendar = (site.folder / "games/winter-duel/deadlines.ics").read_bytes()
    assert b"DTEND:2026" in calendar
    assert all(len(line) <= 75 for line in calendar.split(b"\r\n"))
    assert b"VEVENT" not in (site.folder / "games/young-duel/deadlines.ics").read_bytes(), "no deadline, no event"
    data = json.loads((site.folder / "games/winter-duel/game.json").read_bytes())
    assert data["head"]["digest"] == site.duel.campaign.head.digest
    assert data["waiting"]["seats"] == [site.duel.story().waiting.seats[0]]
    maps = places(site.folder / "sitemap.xml")
    assert sorted(maps) == sorted(path for path in site.folder.rglob("sitemap-*.xml"))
    assert sorted(page for one in maps for page in places(one)) == sorted(site.folder.rglob("*.html"))


def test_with_the_address_of_the_site_its_maps_have_whole_addresses(site: Site, tmp_path: Path) -> None:
    publish([site.young.story()], tmp_path / "site", address="https://lantern.example/games")
    for one in ("sitemap.xml", "sitemap-pages.xml", "games/young-duel/t/sitemap-0.xml"):
        links = re.findall(r"<loc>([^<]+)</loc>", (tmp_path / "site" / one).read_text(encoding="utf-8"))
        assert links
        for link in links:
            assert (tmp_path / "site" / link.removeprefix("https://lantern.example/games/")).is_file(), link


def places(site_map: Path) -> list[Path]:
    return [site_map.parent / one for one in re.findall(r"<loc>([^<]+)</loc>", site_map.read_text(encoding="utf-8"))]


def test_the_archive_verifies_at_home(site: Site, tmp_path: Path) -> None:
    with zipfile.ZipFile(site.folder / "games/bot-duel/bot-duel.zip") as packed:
        assert packed.testzip() is None
        packed.extractall(tmp_path)
    verdict = verify(tmp_path / "bot-duel")
    assert verdict.ok, verdict.message
    assert verdict.over


def test_checking_says_what_was_checked(site: Site) -> None:
    ended = (site.folder / "games/bot-duel/checking.html").read_text(encoding="utf-8")
    assert "Everything checks." in ended
    assert ended.count('aria-label="passed"') == 8
    assert site.ended.story().secret in ended
    running = (site.folder / "games/winter-duel/checking.html").read_text(encoding="utf-8")
    assert "Everything checks so far." in running
    assert running.count('aria-label="not yet"') == 4


def draws(page: Path) -> list[list[str]]:
    """The rows of the table of dice and cards: what each was for, and what came, a sign by its label."""
    text = page.read_text(encoding="utf-8")
    table = re.search(r'<table class="draws"><thead><tr><th class="r">(?:Draw|Nummer).*?</table>', text, re.DOTALL)
    assert table is not None
    rows = re.findall(r"<tr><td.*?</tr>", table[0], re.DOTALL)
    signs = [re.sub(r'<svg class="i" role="img" aria-label="([^"]*)".*?</svg>', r"[\1]", row) for row in rows]
    cells = [re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL) for row in signs]
    return [[re.sub(r"<[^>]*>", "", cell).strip() for cell in row[2:4]] for row in cells]


def test_every_die_and_card_says_what_it_was_for(site: Site) -> None:
    duel_, empire = site.folder / "games/bot-duel", site.folder / "games/empire-showcase"
    rows = draws(duel_ / "checking.html")
    assert rows[0] in (["who begins", "Carl"], ["who begins", "Dora"])
    assert [what for what, _ in rows].count("layout of Age II") == 1
    assert [what for what, _ in draws(duel_ / "checking.de.html")].count("Auslage für das 2. Zeitalter") == 1
    drawn = tell(site.root / "games/empire-showcase", None).audit().draws
    attacks = sum(one.sides > 0 and one.label.startswith("attack") for one in drawn)
    for page in ("checking.html", "checking.de.html"):
        rows = draws(empire / page)
        assert len(rows) == len(drawn)
        assert all(what for what, _ in rows)
        dice = [came for what, came in rows if what.startswith(("attack ", "Angriff "))]
        assert len(dice) == attacks > 50
        assert all(re.fullmatch(r"(\[[1-6]\])+", came) for came in dice), "dice are dice, and no seats"


def test_an_ended_game_says_how_and_by_what(site: Site) -> None:
    text = (site.folder / "games/bot-duel/index.html").read_text(encoding="utf-8")
    outcome = site.ended.story().head.outcome
    assert outcome is not None
    totals = sorted((sum(row.values()) for row in outcome["scores"]), reverse=True)
    assert outcome["how"] == "civilian"
    assert re.search(rf"Civilian victory, {totals[0] - totals[1]} points? ahead of (Carl|Dora)\.", text)
    gained = re.findall(r'<a class="no" href="t/(\d+)\.html">\d+</a><b class="more">\+(\d+)</b>', text)
    assert 1 <= len(gained) <= 3
    winner = outcome["winners"][0]
    for n, more in gained:
        points = [_points(site.folder / f"games/bot-duel/t/{m}.html") for m in (int(n) - 1, int(n))]
        ahead = [one[winner] - one[1 - winner] for one in points]
        assert ahead[1] - ahead[0] == int(more), n


def test_a_page_of_a_supremacy_does_not_count_points(tmp_path: Path) -> None:
    """Points stand in a table that says so, and nowhere else; the pawn's way comes first."""
    showcase = Path(__file__).parents[2] / "games/duel-supremacy"
    publish([tell(showcase, None)], tmp_path)
    for name, uncounted in (("index", "they do not count"), ("index.de", "sie zählen nicht")):
        page = (tmp_path / f"games/duel-supremacy/{name}.html").read_text(encoding="utf-8")
        caption = re.search(r'<table class="kinds"><caption>(.*?)</caption>', page)
        assert caption is not None
        assert uncounted in caption[1]
        assert 'class="pts"' not in page.partition("</ol>")[0], "no points beside the winner"
        heads = re.findall(r'<section class="leaf city.*?</header>', page, re.DOTALL)
        assert len(heads) == 2
        assert not any('class="vp"' in head for head in heads)
    english = (tmp_path / "games/duel-supremacy/index.html").read_text(encoding="utf-8")
    assert '<h3 class="caps">Conflict pawn, move by move</h3>' in english.partition('class="kinds"')[0]
    assert "Points, move by move" not in english.partition('class="kinds"')[0]
    for other in ("index.html", "games/duel-supremacy/checking.html"):
        assert not re.search(r"45|53", cut_out((tmp_path / other).read_text(encoding="utf-8"))), other


def cut_out(page: str) -> str:
    """The verdict of a checking page, or a finished game of the front page, as text."""
    found = re.search(r'<div class="res">.*?</div>|<article class="camp">.*?</article>', page, re.DOTALL)
    assert found is not None
    return re.sub(r"<svg.*?</svg>|<[^>]*>", " ", found[0], flags=re.DOTALL)


def _points(page: Path) -> tuple[int, int]:
    """The points of both cities, as their heads tell them."""
    heads = re.findall(r'<section class="leaf city.*?</header>', page.read_text(encoding="utf-8"), re.DOTALL)
    first, second = (int(re.findall(r'<span class="vp"[^>]*>(\d+)<', head)[-1]) for head in heads)
    return first, second


def test_the_newest_finished_games_fill_up_the_front_page(site: Site, tmp_path: Path) -> None:
    front = (site.folder / "index.html").read_text(encoding="utf-8")
    assert front.count('<article class="camp">') == 7, "seven are in play"
    assert "Finished earlier" not in front
    assert '<table class="fin wide">' in front
    publish([site.ended.story()], tmp_path / "site")
    alone = (tmp_path / "site/index.html").read_text(encoding="utf-8")
    assert alone.count('<article class="camp">') == 1
    assert '<table class="fin wide">' not in alone
    assert "The two cities at the end" in alone
    assert '<p class="dim">1 game finished · every move' in alone
    assert "On the shelf" in alone, "who finds no game in play may begin one"
    assert "On the shelf" not in front


def test_names_at_the_ends_of_lines_lie_apart() -> None:
    """Whoever is level with others, and however low: each name has room, inside the chart."""
    axis = Axis((2, 3), ())
    for last in ((63, 61), (5, 5, 5, 5), (0, 0, 0, 0, 0, 0), (90, 1, 0, 0)):
        drawn = lines([(0, value) for value in last], axis, "abcdef"[: len(last)], "points", wide=True)
        height = int(re.findall(r'viewBox="0 0 \d+ (\d+)"', drawn)[0])
        places = [float(y) for y in re.findall(r'class="end p\d" x="\d+" y="([\d.]+)"', drawn)]
        assert len(places) == len(last)
        assert all(low - high >= 19 for high, low in pairwise(places))
        assert 0 < places[0] <= places[-1] < height


def test_before_play_the_page_says_who_has_signed(keys: Path) -> None:
    playing = duel(keys / "games", join=False)
    playing.join(["anna"])
    publish([playing.story()], keys / "site")
    page = (keys / "site/games/winter-duel/index.html").read_text(encoding="utf-8")
    anna, ben = re.findall(r'<li class="row">(.*?)</li>', page)
    assert "Anna" in anna
    assert "has signed" in anna
    assert "Ben" in ben
    assert "not yet" in ben
    assert "The whole log: 2 entries" in page


def test_a_caption_holds_whole_sentences_or_ends_with_a_word() -> None:
    first, second = "Anna builds the Baths for 3 coins.", "Turned up: Tavern."
    assert gist([first, second]) == f"{first} {second}"
    assert gist([first, second, "Ben " + "very " * 30 + "slowly."]) == f"{first} {second}", (
        "what has no room is left out"
    )
    scored = "Anna scores 33 points (" + "presence in India 3, " * 8 + "cities 2) and stands at 81."
    assert gist([scored, second]) == f"Anna scores 33 points and stands at 81. {second}"
    long = gist(["Anna attacks Ben in the " + "Southern Apennines " * 8])
    assert len(long) <= 112
    assert long.endswith(("Southern …", "Apennines …"))
    assert cut("x" * 50, 20) == "x" * 18 + " …"


def test_things_are_bold_without_their_article(site: Site) -> None:
    english, german = (
        (site.folder / f"games/bot-duel/log-1{ending}.html").read_text(encoding="utf-8") for ending in ("", ".de")
    )
    assert "builds the <b>" in english
    for article in ("den", "die", "das"):
        assert re.search(rf" {article} <b>[A-ZÄÖÜ]", german)
    assert not re.search(r"<b>(der|die|das|den|the) ", english + german)


def too_dear(ask: dict[str, Any]) -> bool:
    """Whether a card can be taken now that cannot be built."""
    verbs = [one["order"].split()[0] for one in ask["legal"]]
    return ask["kind"] == "play_card" and verbs.count("build") < verbs.count("discard")


def test_the_desk_names_things_and_says_what_is_refused_by_which_rule(keys: Path) -> None:
    playing = duel(keys / "games")
    playing.play(7)
    while not too_dear(playing.campaign.position["asked"][0]):
        playing.play(1)
    publish([playing.story()], keys / "site")
    handle = playing.campaign.position["waiting"][0]
    rules = pages(keys / "site/rules")
    seat = playing.campaign.players.index(handle)
    own = playing.story().head.view["cities"][seat]["wonders"][0]
    for ending, language in (("", "en"), (".de", "de")):
        name = titles.words(playing.campaign.title, language, playing.campaign.players).name("wonder", own)
        text = (keys / f"site/games/winter-duel/desk-{handle}{ending}.html").read_text(encoding="utf-8")
        found = re.search(r"<script type=\"application/json\" data-desk>(.*?)</script>", text, re.DOTALL)
        assert found is not None
        desk = json.loads(found[1])
        assert desk["names"][own].startswith(f"{name}: "), "an order for it is legal or refused"
        legal = {one["order"] for ask in desk["asks"] for one in ask["legal"]}
        view = playing.story().head.view
        within = {order.split()[1] for order in legal if order.startswith("discard")}
        barred = {one["order"] for one in desk["refused"]}
        for card in within:
            assert (f"build {card}" in legal) != (f"build {card}" in barred), card
        for wonder in view["cities"][desk["asks"][0]["player"]]["wonders"]:
            assert any(order.startswith(f"wonder {wonder} ") for order in legal) != (f"wonder {wonder}" in barred)
        assert barred
        for one in desk["refused"]:
            assert one["reason"]
            assert one["rule"] in rules[desk["rules"].removeprefix("../../rules/")].ids


def test_a_changed_ledger_is_told_first(keys: Path) -> None:
    playing = duel(keys / "games", "salt-road")
    playing.play(6)
    ledger = playing.folder / "ledger.jsonl"
    lines = ledger.read_bytes().split(b"\n")
    lines[5] = lines[5].replace(b'"kind":"run"', b'"kind":"ran"')
    ledger.write_bytes(b"\n".join(lines))
    publish([playing.story()], keys / "site")
    text = (keys / "site/games/salt-road/checking.html").read_text(encoding="utf-8")
    assert "One thing does not check." in text
    assert 'aria-label="failed"' in text
    assert "It does not check" not in text
    assert "entry 5: `kind` is" in text
    german = (keys / "site/games/salt-road/checking.de.html").read_text(encoding="utf-8")
    assert "Eintrag 5: `kind` ist" in german
    assert "The game should rest until this is cleared up." in text
    assert "it does not check" in (keys / "site/games/salt-road/index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("at", [0, 1, 20, -1], ids=["first", "second", "middle", "last"])
def test_a_finished_game_with_a_changed_entry_is_told_up_to_there(site: Site, tmp_path: Path, at: int) -> None:
    """As somebody finds it who publishes it for the first time."""
    shutil.copytree(site.ended.folder, tmp_path / "bot-duel")
    ledger = tmp_path / "bot-duel/ledger.jsonl"
    lines = ledger.read_bytes().split(b"\n")[:-1]
    n = at % len(lines)
    lines[n] = lines[n].replace(b'"at":"2026', b'"at":"2027')
    ledger.write_bytes(b"\n".join([*lines, b""]))
    report = publish_games(tmp_path, None, None, tmp_path / "site")
    assert not report.failed
    folder = tmp_path / "site/games/bot-duel"
    text = (folder / "checking.html").read_text(encoding="utf-8")
    assert "One thing does not check." in text
    assert f"entry {n}: " in text
    assert (f"Up to entry {n - 1} everything is sound." in text) == (n > 0)
    assert "after the end" not in text, "the game is over; what was not judged is no matter of time"
    assert "The game should rest" not in text
    told = {int(path.stem) for path in (folder / "t").glob("*.html") if path.stem.isdigit()}
    ended = len(lines) - 2
    assert ended not in told, "how it ended nobody can know"
    assert max(told, default=0) >= min(n, ended) - 1


def test_pages_are_not_heavy(site: Site) -> None:
    """A board or desk with all that it loads stays below 160 KB without its map, below 325 KB with it."""
    assets = {path.name: path.stat().st_size for path in (site.folder / "assets").iterdir()}
    for path in (site.folder / "games").rglob("*.html"):
        if path.name.startswith(("index", "desk-", *"0123456789")):
            text = path.read_text(encoding="utf-8")
            loaded = sum(size for name, size in assets.items() if f"assets/{name}" in text)
            assert loaded > 20_000, path
            drawn = re.search(r'<svg id="map".*?</svg>', text, re.DOTALL)
            ground = sum(
                size for name, size in assets.items() if name.endswith("-map.svg") and f"assets/{name}" in text
            )
            of_map = len(drawn[0].encode()) + ground if drawn else 0
            assert path.stat().st_size + loaded < (325_000 if drawn else 160_000), path
            assert path.stat().st_size + loaded - of_map < 160_000, path


def test_no_private_thing_is_on_the_site(site: Site) -> None:
    """The moderator's seed, and what lies face down in a running game."""
    secret = MODERATOR.key.seed.hex()
    for path in site.folder.rglob("*"):
        if path.is_file():
            assert secret.encode() not in path.read_bytes(), path
    table = site.duel.campaign.table()
    assert table is not None
    hidden = set(table.state.face_down.values()) | set(table.state.decks)
    position = json.loads((site.folder / "games/winter-duel/game.json").read_bytes())["position"]
    assert hidden
    assert not hidden & set(re.findall(r'"([a-z_]+)"', json.dumps(position)))
