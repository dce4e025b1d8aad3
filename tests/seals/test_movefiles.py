"""The move file: every vector, and that what is written reads back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.campaign import movefile
from pbem.campaign.movefile import MoveFile, MoveFileError

from .casekit import HEAD, Case, data_of, load

CASES = load("movefiles")


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_vector(case: Case) -> None:
    if "message" in case:
        with pytest.raises(MoveFileError) as caught:
            movefile.parse(data_of(case))
        assert str(caught.value) == case["message"]
        assert len(caught.value.faults) == 1
    else:
        move = movefile.parse(data_of(case))
        expected = case["move"]
        if "last_order" in case:
            expected = {**expected, "orders": case["last_order"]["unit"] * case["last_order"]["times"] + "\n"}
        assert move == MoveFile(**expected)
        assert movefile.parse(movefile.write(move)) == move


def test_all_faults_are_told_at_once_in_order() -> None:
    text = "game: Duel\nplayer: ../ben\nafter: xyz\nmoves: 1\norders: >\n  a\n"
    with pytest.raises(MoveFileError) as caught:
        movefile.parse(text.encode())
    assert [(fault.line, fault.what.key.partition(".")[2]) for fault in caught.value.faults] == [
        (1, "name-form"),
        (2, "name-path"),
        (3, "after"),
        (4, "unknown"),
        (5, "folded"),
    ]


def test_very_many_faults_are_cut() -> None:
    with pytest.raises(MoveFileError) as caught:
        movefile.parse(b"x: 1\n" * 500)
    assert len(caught.value.faults) == 51
    assert str(caught.value).splitlines()[-1] == "And 454 more."


def test_the_canonical_form_is_fixed() -> None:
    move = MoveFile("duel-42", "anna", HEAD, "build baths\npass\n", "turn 3: anna")
    assert movefile.write(move).decode() == (
        f'game: duel-42\nplayer: anna\nafter: {HEAD}\nwindow: "turn 3: anna"\norders: |\n  build baths\n  pass\n'
    )


def test_orders_know_their_line() -> None:
    data = movefile.write(MoveFile("duel-42", "anna", HEAD, "build baths\npass\n"))
    line = movefile.parse(data).orders_line
    assert data.decode().splitlines()[line - 1] == "  build baths"


@pytest.mark.parametrize(
    "wrong",
    [
        MoveFile("Duel", "anna", HEAD, "pass\n"),
        MoveFile("duel-42", "anna\nplayer: ben", HEAD, "pass\n"),
        MoveFile("duel-42", "anna", HEAD, "pass\0\n"),
        MoveFile("duel-42", "anna", HEAD, "pass\ud800\n"),
        MoveFile("duel-42", "anna", HEAD, "pass\r\n"),
        MoveFile("duel-42", "anna", HEAD, "x" * 70_000),
    ],
)
def test_what_cannot_be_read_is_not_written(wrong: MoveFile) -> None:
    with pytest.raises(MoveFileError):
        movefile.write(wrong)


visible = st.characters(
    exclude_categories=("Cc", "Cs", "Cn"),
    exclude_characters=("\ufeff\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"),
)
texts = st.text(st.one_of(visible, st.sampled_from(" \n\"'|>-:#&*!%{}[]\\")), max_size=60)


@given(texts, st.none() | st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=80))
def test_whatever_is_written_reads_back(orders: str, window: str | None) -> None:
    move = MoveFile("duel-42", "anna", HEAD, orders, window, "2026-01-31T12:00:00Z")
    assert movefile.parse(movefile.write(move)) == move
