"""Orders that think ahead, sealed files and house rules, as the pages tell them."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from tables import Playing, duel

from pbem.pages.site import publish


def text_of(path: Path) -> str:
    """The words of a page, without its signs."""
    page = re.sub(r"<svg.*?</svg>", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", " ", page)))


def entry(page: str, n: int) -> str:
    """The line of one entry in a page of the log."""
    found = re.search(rf'<li id="m{n}".*?</time>.*?</div></li>', page, re.DOTALL)
    assert found is not None
    return found[0]


@pytest.fixture
def ahead(keys: Path) -> Playing:
    """A duel with a house rule: the second player orders ahead, the first one then takes a wonder."""
    playing = duel(keys / "games", "early-duel", options={"auto_age_start": True}, files="sealed")
    told = playing.campaign.position
    (first,) = told["waiting"]
    second = next(handle for handle in playing.campaign.players if handle != first)
    wonders = told["view"]["draft"]
    playing.send(second, f"rank {', '.join(wonders)}\nalways on play_card: default\n")
    playing.send(first, f"take {wonders[0]}\n")
    return playing


def test_orders_for_later_and_their_use_are_told(keys: Path, ahead: Playing) -> None:
    publish([ahead.story()], keys / "site")
    folder = keys / "site/games/early-duel"
    log = (folder / "log.html").read_text(encoding="utf-8")
    assert "sends orders for later." in entry(log, 3)
    assert not (folder / "t/3.html").exists(), "the position has not changed"
    run = entry(log, 4)
    assert run.count("takes") >= 2, "one entry tells all its acts"
    assert "ordered ahead" in run
    assert (folder / "t/4.html").exists()
    assert "im Voraus befohlen" in entry((folder / "log.de.html").read_text(encoding="utf-8"), 4)


def test_standing_orders_play_a_game_that_the_pages_tell(keys: Path) -> None:
    playing = duel(keys / "games", "calm-duel")
    (first,) = playing.campaign.position["waiting"]
    kinds = playing.campaign.title.language.kinds
    file = "\n".join(f"always on {kind}: default" for kind in kinds)
    for handle in sorted(playing.campaign.players, key=lambda handle: handle == first):
        playing.send(handle, file)
    assert playing.campaign.position["over"]
    publish([playing.story()], keys / "site")
    folder = keys / "site/games/calm-duel"
    line = entry((folder / "log.html").read_text(encoding="utf-8"), 4)
    assert line.count("by standing order") == 1
    counted = re.search(r"<tbody>(.*?)</tbody>", (folder / "charts.html").read_text(encoding="utf-8"), re.DOTALL)
    assert counted is not None
    rows = [list(map(int, re.findall(r'<td class="r">(\d+)', row))) for row in counted[1].split("</tr>") if row]
    file_, queued, standing, default, _ = rows
    assert (file_, queued, default) == ([0, 0], [0, 0], [0, 0])
    assert min(standing) > 20
    checking = text_of(folder / "checking.html")
    assert "stay sealed" not in checking
    assert "4 signatures" in checking, "two to join, two files: all of them open now"


def test_the_checking_page_says_what_is_still_sealed(keys: Path, ahead: Playing) -> None:
    publish([ahead.story()], keys / "site")
    checking = text_of(keys / "site/games/early-duel/checking.html")
    assert "Move files stay sealed until the end" in checking
    assert "2 signatures that anybody can check now; 2 more in files that are still sealed" in checking


def test_house_rules_stand_on_every_page_of_the_campaign(keys: Path, ahead: Playing) -> None:
    publish([ahead.story(), duel(keys / "games").story()], keys / "site")
    pages = sorted((keys / "site/games/early-duel").rglob("*.html"))
    assert len(pages) > 15
    for path in pages:
        said = "Hausregel:" if path.name.endswith(".de.html") else "House rule:"
        assert said in text_of(path), path
    assert "House rule:" not in text_of(keys / "site/games/winter-duel/index.html")
