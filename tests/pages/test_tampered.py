"""A ledger that somebody tampered with, or that is damaged, claims no winner on any page, in any feed."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from test_building import reachable

from pbem.pages.from_campaign import tell
from pbem.pages.model import Audit, AuditFault
from pbem.pages.publishing import publish_games
from pbem.pages.site import publish

pytestmark = pytest.mark.slow
GAME = "duel-supremacy"
SHOWCASE = Path(__file__).parents[2] / "games" / GAME
CLAIM = re.compile(r"\bwins\b|\bgewinnt\b|\bWinner\b|\bSieger\b|\bvictory,|class=\"rank|\"winners\"|#i-trophy")
CLAIMED = {"index.html", "index.de.html", "all.atom"} | {
    f"games/{GAME}/{name}"
    for name in ("index.html", "index.de.html", "log.html", "feed.atom", "game.json", "desk-jule.html", "t/48.html")
}


def claims(site: Path) -> set[str]:
    """The pages and feeds that say who won; rules pages speak of victories of nobody."""
    files = [path for path in site.rglob("*") if path.suffix in (".html", ".atom", ".json", ".js", ".ics")]
    here = {str(path.relative_to(site)): path.read_text(encoding="utf-8") for path in files}
    return {path for path, text in here.items() if not path.startswith(("rules/", "assets/")) and CLAIM.search(text)}


def earlier_time(folder: Path, at: int) -> None:
    path = folder / "ledger.jsonl"
    lines = path.read_bytes().split(b"\n")
    changed = re.sub(rb'("at":"\d{4}-\d\d-\d\dT\d\d:)\d\d', rb"\g<1>59", lines[at])
    assert changed != lines[at]
    path.write_bytes(b"\n".join([*lines[:at], changed, *lines[at + 1 :]]))


def replaced(folder: Path, change: Callable[[bytes], bytes]) -> None:
    path = folder / "ledger.jsonl"
    path.write_bytes(change(path.read_bytes()))


def other_winner(folder: Path) -> None:
    path = folder / "position.json"
    told = json.loads(path.read_bytes())
    told["outcome"]["winners"] = ["nobody"]
    path.write_text(json.dumps(told), encoding="utf-8")


CHANGES: dict[str, Callable[[Path], None]] = {
    "an early entry": lambda folder: earlier_time(folder, 12),
    "the deciding entry": lambda folder: earlier_time(folder, -3),
    "the last entry": lambda folder: earlier_time(folder, -2),
    "a torn end": lambda folder: replaced(folder, lambda data: data[:-40]),
    "a lost end": lambda folder: replaced(folder, lambda data: data[: data.rstrip(b"\n").rindex(b"\n") + 1]),
    "a damaged first line": lambda folder: replaced(folder, lambda data: data[9:]),
    "an empty file": lambda folder: replaced(folder, lambda _: b""),
    "a position that names a stranger": other_winner,
    "no position": lambda folder: (folder / "position.json").unlink(),
}


@pytest.mark.parametrize("published", [False, True], ids=["before it was published", "after it was published"])
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_ledger_that_does_not_check_claims_no_winner(
    tmp_path: Path, change: Callable[[Path], None], published: bool
) -> None:
    folder, site = tmp_path / "games" / GAME, tmp_path / "site"
    shutil.copytree(SHOWCASE, folder)
    if published:
        publish_games(tmp_path / "games", None, None, site)
        assert claims(site) >= CLAIMED
    change(folder)
    publish_games(tmp_path / "games", None, None, site)
    assert claims(site) == set()
    assert len(reachable(site)) > 20, "and no link is dead"
    if published:
        assert GAME in (site / "index.html").read_text(encoding="utf-8")
        assert 'class="bad"' in (site / "checking.html").read_text(encoding="utf-8")
        shutil.rmtree(folder)
        shutil.copytree(SHOWCASE, folder)
        os.utime(folder / "ledger.jsonl")
        publish_games(tmp_path / "games", None, None, site)
        assert claims(site) >= CLAIMED, "as soon as it checks again"


def test_what_only_the_checking_finds_ends_the_story_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A forged signature of a player keeps no replay from going on."""
    monkeypatch.setenv("PBEM_KEYS", str(tmp_path / "keys"))
    story = tell(SHOWCASE, None)
    found = Audit(faults=(AuditFault(30, lambda language: "It is forged."),))
    publish([replace(story, audit=lambda: found)], tmp_path / "site")
    assert claims(tmp_path / "site") == set()
    log = (tmp_path / "site/games" / GAME / "log.html").read_text(encoding="utf-8")
    assert re.findall(r'id="m(\d+)"', log)[0] == "29"
    board = (tmp_path / "site/games" / GAME / "index.html").read_text(encoding="utf-8")
    assert "does not check" in board
    assert f'href="t/{28}.html"' in board, "the board is that of entry 29, and steps back to the one before"
