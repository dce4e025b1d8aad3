"""The front page: who won and who lost, each score beside its crest, and what is folded where there are many games."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from tables import SHOWCASE, duel

from pbem.pages.from_campaign import tell
from pbem.pages.home import OPEN
from pbem.pages.site import publish

pytestmark = pytest.mark.slow


def ranked(page: str, game: str) -> list[tuple[str, str, str]]:
    """Of a finished game on the front page: crest's tincture, name and points, in order."""
    cards = [one for one in re.split(r"<article|<tr>|</article>|</tr>", page) if f'href="games/{game}/' in one]
    (card,) = [one for one in cards if "ranked" in one]
    rows = re.findall(r"<li(?: class=\"won\")?>(.*?)</li>", card)
    found = [re.search(r'class="who p(\d)".*?<bdi>(.*?)</bdi>(?:</span>)+ ?(?:<b>(\d+)</b>)?', row) for row in rows]
    return [(one[1], one[2], one[3] or "") for one in found if one]


def test_every_player_of_a_finished_game_is_named_with_the_points_beside_the_crest(tmp_path: Path) -> None:
    story = tell(SHOWCASE, None)
    assert story.head.outcome is not None
    totals = [sum(row.values()) for row in story.head.outcome["scores"]]
    rows = [(str(seat + 1), name, str(totals[seat])) for seat, name in enumerate(story.players)]
    rows.sort(key=lambda row: -int(row[2]))
    assert [row[0] for row in rows] != sorted(row[0] for row in rows), "seats are not in the order of the ranking"
    publish([story, tell(SHOWCASE.parent / "duel-supremacy", None)], tmp_path / "site")
    for end in ("", ".de"):
        page = (tmp_path / f"site/index{end}.html").read_text(encoding="utf-8")
        assert ranked(page, story.id) == rows
        assert [row[1:] for row in ranked(page, "duel-supremacy")] == [("Emil", ""), ("Jule", "")], "won without points"


def test_more_games_than_a_reader_can_look_through_are_folded(keys: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended, running = tell(SHOWCASE.parent / "duel-supremacy", None), duel(keys / "games").story()
    stories = [replace(ended, id=f"ended-{n}") for n in range(OPEN)] + [
        replace(running, id=f"on-{n}") for n in range(3)
    ]

    def shown(site: Path) -> tuple[int, int]:
        """Finished games in the open, and folded."""
        text = (site / "index.html").read_text(encoding="utf-8")
        opened, _, folded = text.partition('<details class="fold">')
        return len(set(re.findall(r'href="games/(ended-\d+)/index', opened))), len(
            set(re.findall(r'href="games/(ended-\d+)/index', folded.partition("</details>")[0]))
        )

    publish(stories, keys / "site")
    assert shown(keys / "site") == (OPEN - 3, 3)
    assert "3 more games" in (keys / "site/index.html").read_text(encoding="utf-8")
    assert "3 weitere Spiele" in (keys / "site/index.de.html").read_text(encoding="utf-8")
    publish(stories[:OPEN], keys / "few")
    assert "<details" not in (keys / "few/index.html").read_text(encoding="utf-8")
