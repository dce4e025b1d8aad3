"""An entry in which much happened: what stands before the fold, and what is in it."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from pbem.pages.log_entry import MOST_LEADS, Chronicler
from pbem.pages.site_words import speech


def told(notes: list[str], leads: set[str]) -> tuple[list[str], str, list[str]]:
    """The lines before the fold, what opens it, and the lines in it; every note begins a line."""
    one = Chronicler.__new__(Chronicler)
    one.board, one.leads, one.talk = SimpleNamespace(begins_act=lambda note, before: True), leads, speech("en")
    html = one._told(one._acts([(note.split()[0], note) for note in notes]))
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
