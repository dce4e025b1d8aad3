"""Tables for the terminal cut no word while there is room for the longest of each column."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console
from rich.text import Text

from pbem import titles
from pbem.campaign.campaign import Campaign
from pbem.campaign.published.position_text import board
from pbem.trials.title_source import ROOT
from pbem.words import LANGUAGES
from pbem.words.console import Columns, Paragraph, Vertical, as_text

HEADS = ("Player", "Culture", "Strength", "Discontent", "Remarks on the way")


def table(*rows: tuple[str, ...]) -> str:
    made = Columns(*HEADS)
    for row in rows:
        made.add(*row)
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
    made = Columns("Player", "Points")
    made.add("Nora", "12")
    assert as_text(made, 48) == "Player  Points\nNora    12"


def test_a_table_of_too_many_columns_is_turned() -> None:
    made = Columns("Player", *(f"Possession{n}" for n in range(9)))
    for name in ("Nora", "Paul"):
        made.add(name, *(str(n) for n in range(9)))
    lines = as_text(made, 48).split("\n")
    assert lines[0].split() == ["Nora", "Paul"]
    assert lines[9].split() == ["Possession8", "8", "8"]


def test_the_widest_columns_give_way_first_and_heads_stand_low() -> None:
    made = Columns("To choose from", "Cost")
    made.add("a wonder of many words that are told", "2 coins")
    assert as_text(made, 24).split("\n") == [
        "To choose from   Cost",
        "a wonder of      2 coins",
        "many words that",
        "are told",
    ]
    assert as_text(made, 18).split("\n")[:2] == ["To choose", "from       Cost"]


def test_a_word_that_fits_nowhere_is_cut_in_a_table_and_goes_on_in_a_paragraph() -> None:
    made = Columns("", "")
    made.add("antidisestablishment", "yes")
    assert as_text(made, 12) == "antidi…  yes"
    assert as_text(Paragraph([("an antidisestablishment", "")]), 12) == "an\nantidisestab\nlishment"


def test_cells_that_are_not_to_be_broken_take_the_room_of_others() -> None:
    made = Columns("", "", unbroken=1)
    made.add("army gaul", "the army that is in gaul")
    assert as_text(Vertical([made], indent=2), 22).split("\n") == [
        "  army gaul  the army",
        "             that is",
        "             in gaul",
    ]
    made.add("fleet of the western sea", "x")
    assert as_text(made, 20).split("\n") == ["army gaul", "fleet of the west…"]


def test_letters_of_two_columns_are_counted_as_such() -> None:
    made = Columns("", "")
    made.add("漢字", "12")
    made.add("Nora Bär", "9")
    assert as_text(made) == "漢字      12\nNora Bär  9"


def test_colours_stay_with_their_words_where_a_line_is_broken() -> None:
    made = Columns("", "")
    made.add([("the ", ""), ("red card", "red")], "x", style="bold")
    assert made.lines(11) == [
        [("the ", "bold"), ("red", "bold red"), ("   ", ""), ("x", "bold"), ("  ", "")],
        [("card", "bold red"), ("      ", ""), ("   ", "")],
    ]


@pytest.mark.parametrize("width", [40, 80])
def test_rich_prints_the_same_lines(width: int) -> None:
    made = Columns("Player", "Remarks")
    made.add([("Nora", "bold")], "a long remark [b]about[/b] the last turn of this game, and the one before")
    shown = Vertical([Paragraph([("Table", "bold")]), made], after=1)
    with Console(file=StringIO(), width=width, color_system="standard", force_terminal=True) as out:
        out.print(shown)
    printed = out.file.getvalue()
    assert "\x1b[1mNora\x1b[0m" in printed
    plain = Text.from_ansi(printed).plain
    assert "\n".join(line.rstrip() for line in plain.split("\n")).rstrip("\n") == as_text(shown, width).rstrip("\n")


SHOWN = ("ages-showcase", "empire-showcase", "reason-showcase", "seven-showcase", "duel-showcase")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", SHOWN)
def test_the_boards_of_finished_games_fit_into_80_columns(game: str, language: str) -> None:
    found = Campaign.open(ROOT.parent / "games" / game)
    words = titles.words(found.title, language, found.names)
    shown = as_text(board(found.title, found.position["view"], words), 80)
    assert "…" not in shown
    assert max(map(len, shown.split("\n"))) <= 80
