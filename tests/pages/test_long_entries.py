"""An entry in which much happened: what stands before the fold, and what is in it."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem.pages.from_campaign import tell
from pbem.pages.log_entry import MOST_LEADS, Chronicler, LogLine, Told
from pbem.pages.model import LogMoment
from pbem.pages.site_words import speech
from pbem.pages.urls import SiteLanguage


def told(notes: list[str], leads: set[str]) -> tuple[list[str], str, list[str]]:
    """The lines before the fold, what opens it, and the lines in it; every note begins a line."""
    one = Chronicler.__new__(Chronicler)
    one.board, one.leads, one.talk = SimpleNamespace(begins_act=lambda note, before: True), leads, speech("en")
    html = one._told(one._acts([Told(note.split()[0], note) for note in notes]))
    shown, _, folded = html.partition("<details")
    opens = re.search(r"<summary>(.*?)</summary>", folded)
    return re.findall("<li>(.*?)</li>", shown), opens[1] if opens else "", re.findall("<li>(.*?)</li>", folded)


NOTES = ["mark 1", "mark 2", "move 1", "fight 1", "move 2", "fight 2", "score"]


@pytest.mark.parametrize(
    ("leads", "shown", "opens", "folded"),
    [
        (set(), NOTES[:2], "5 more", NOTES[2:]),
        ({"fight", "score"}, ["fight 1", "fight 2", "score"], "All of it (7)", NOTES),
        ({"siege"}, NOTES[:2], "5 more", NOTES[2:]),
    ],
)
def test_before_the_fold_stands_what_a_title_says_matters(
    leads: set[str], shown: list[str], opens: str, folded: list[str]
) -> None:
    assert told(NOTES, leads) == (shown, opens, folded)


def test_a_short_entry_is_not_folded() -> None:
    assert told(NOTES[:3], {"mark"}) == (NOTES[:3], "", [])


def test_of_many_such_lines_the_first_and_the_last_are_shown() -> None:
    notes = [f"fight {n}" for n in range(20)]
    shown, _, folded = told(notes, {"fight"})
    assert shown == [*notes[: MOST_LEADS - 1], notes[-1]]
    assert folded == notes


# ---- one file of 7 Ages can bring the whole turn of all players

GAMES = Path(__file__).parents[2] / "games"


@pytest.fixture(scope="module")
def turns() -> list[tuple[LogMoment, LogLine]]:
    """The first turns of a game of 7 Ages."""
    story = tell(GAMES / "seven-showcase", None)
    chronicler = Chronicler(story, SiteLanguage("en", "en"), story.players)
    return [(moment, chronicler.line(moment)) for moment in islice(story.moments(-1), 40)]


def deeds(line: LogLine) -> list[tuple[str, str]]:
    """Whose crest and what, line by line; without what is shown before the fold."""
    whole = line.inner.rpartition("<summary>")[2]
    groups = re.findall(r'<li data-seat="(\d)">(.*?</ul>)</li>', whole)
    return [(seat, re.sub("<.*?>", "", one)) for seat, acts in groups for one in re.findall("<li>(.*?)</li>", acts)]


@pytest.mark.slow
def test_what_all_players_do_in_a_turn_stands_under_the_crest_of_each(
    turns: list[tuple[LogMoment, LogLine]],
) -> None:
    moment, line = next((moment, line) for moment, line in turns if len(moment.notes) > 40)
    told = deeds(line)
    assert len({seat for seat, _ in told}) == len(moment.names)
    assert line.acting == tuple(range(len(moment.names)))
    checked = 0
    for other, shown in turns:
        for seat, said in deeds(shown):
            named = [n for n, name in enumerate(other.names) if said.startswith(name)]
            assert named in ([], [int(seat)]), said
            checked += len(named)
    assert checked > 100
    ends = [(seat, said) for seat, said in told if "glory this turn" in said]
    assert sorted(seat for seat, _ in ends) == ["0", "1", "2", "3"], "what is alike stands under one crest each"
    assert all(said.count("glory this turn") == 1 for _, said in ends)


@pytest.mark.slow
def test_what_gained_most_is_told_as_the_winners_own_deed(turns: list[tuple[LogMoment, LogLine]]) -> None:
    for moment, line in turns:
        for seat, said in line.by.items():
            others = [name for n, name in enumerate(moment.names) if n != seat]
            assert not any(said.startswith(name) for name in others), said
