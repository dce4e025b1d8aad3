"""Tables for the terminal cut no word while there is room for the longest of each column."""

from __future__ import annotations

import pytest

from pbem import titles
from pbem.campaign.campaign import Campaign
from pbem.campaign.position_text import board
from pbem.trials.title_source import ROOT
from pbem.words import LANGUAGES
from pbem.words.console import add, as_text, grid

HEADS = ("Player", "Culture", "Strength", "Discontent", "Remarks on the way")


def table(*rows: tuple[str, ...]) -> str:
    made = grid(*HEADS)
    for row in rows:
        add(made, *row)
    return as_text(made, 48)


def test_heads_are_broken_between_words_and_wide_cells_give_way() -> None:
    shown = table(
        ("Nora", "213 +11", "9", "-22", "a long remark about the last turn"), ("Paul", "1", "2", "3", "short")
    )
    lines = shown.split("\n")
    assert max(map(len, lines)) <= 48
    assert all(word in shown for head in HEADS for word in head.split())
    assert "…" not in shown


def test_what_fits_stays_as_it_is() -> None:
    made = grid("Player", "Points")
    add(made, "Nora", "12")
    assert as_text(made, 48) == "Player  Points\nNora    12"


def test_a_table_of_too_many_columns_is_turned() -> None:
    made = grid(*("Player", *(f"Possession{n}" for n in range(9))))
    for name in ("Nora", "Paul"):
        add(made, name, *(str(n) for n in range(9)))
    lines = as_text(made, 48).split("\n")
    assert lines[0].split() == ["Nora", "Paul"]
    assert lines[9].split() == ["Possession8", "8", "8"]


SHOWN = ("ages-showcase", "empire-showcase", "reason-showcase", "seven-showcase", "duel-showcase")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", SHOWN)
def test_the_boards_of_finished_games_fit_into_80_columns(game: str, language: str) -> None:
    found = Campaign.open(ROOT.parent / "games" / game)
    words = titles.words(found.title, language, found.names)
    shown = as_text(board(found.title, found.position["view"], words), 80)
    assert "…" not in shown
    assert max(map(len, shown.split("\n"))) <= 80
