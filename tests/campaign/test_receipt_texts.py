"""What a receipt says of each line, letter by letter."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem import titles
from pbem.campaign.records import LineResult
from pbem.campaign.running.receipts import MARKS, Receipt, line_data
from pbem.table import Note, NotLegal, note_text

from .kit import DUEL, NOW, start, submit
from .test_ahead import first_and_other

WORDS = {language: titles.words(titles.load(DUEL), language, ("anna", "ben")) for language in ("en", "de")}
COVERED = NotLegal("not_among_legal", {"order": "build baths"}, rule="WD-LA-2", legal=("build press", "discard press"))


def text(*results: LineResult, language: str = "en", message: str = "") -> str:
    lines = [line_data(one, WORDS[language]) for one in results]
    return Receipt("f" * 64, "applied", NOW, "anna", 7, message, lines).text(language)


@pytest.mark.parametrize(
    ("result", "mark"),
    [
        ("done", "✓"),
        ("skipped", "–"),
        ("refused", "✗"),
        ("unread", "·"),
        ("queued", "…"),
        ("kept", "∞"),
    ],
)
def test_each_result_has_its_mark(result: str, mark: str) -> None:
    assert text(LineResult(3, "build baths", result)) == f"{mark} line 3: build baths"
    assert text(LineResult(3, "build baths", result), language="de") == f"{mark} Zeile 3: build baths"
    assert list(MARKS.values()).count(mark) == 1


def test_the_message_comes_first_and_is_left_out_where_there_is_none() -> None:
    line = LineResult(1, "build baths", "done", "build baths")
    assert text(line, message="Carried out; entry 7.") == "Carried out; entry 7.\n✓ line 1: build baths"
    assert text(line) == "✓ line 1: build baths"
    assert text(message="You have joined.") == "You have joined."
    assert text() == ""


def test_what_was_understood_is_said_where_it_was_written_otherwise() -> None:
    assert text(LineResult(1, "any", "done", "build baths")) == "✓ line 1: any\n    build baths"
    assert text(LineResult(1, "build baths", "done", "build baths")) == "✓ line 1: build baths"
    assert text(LineResult(1, "ask", "done", None)) == "✓ line 1: ask"


@pytest.mark.parametrize(
    ("why", "en", "de"),
    [
        ("line_not_needed", "was not asked for", "danach wurde nicht gefragt"),
        ("condition_false", "the condition was not true", "die Bedingung war nicht erfüllt"),
        ("try_not_legal", "not possible then", "dann nicht möglich"),
        ("stale", "written before this was asked", "geschrieben, bevor danach gefragt war"),
    ],
)
def test_why_a_line_was_skipped(why: str, en: str, de: str) -> None:
    line = LineResult(2, "try build baths", "skipped", why=why)
    assert text(line) == f"– line 2: try build baths\n    {en}"
    assert text(line, language="de") == f"– Zeile 2: try build baths\n    {de}"


def test_a_refusal_is_indented_below_its_line() -> None:
    said = text(LineResult(2, "build baths", "refused", refused=COVERED), LineResult(3, "any", "unread"))
    first, *more, last = said.split("\n")
    assert first == "✗ line 2: build baths"
    assert last == "· line 3: any"
    assert "(WD-LA-2)" in more[0]
    assert more[1:] == ["    Possible now:", "        build press", "        discard press"]
    assert all(line.startswith("    ") for line in more)


def test_what_programs_read_of_a_line() -> None:
    assert line_data(LineResult(2, "any", "done", "build baths"), WORDS["en"]) == {
        "number": 2,
        "text": "any",
        "result": "done",
        "order": "build baths",
        "message": None,
        "refused": None,
        "why": None,
        "told": [],
    }
    skipped = line_data(LineResult(2, "any", "skipped", why="stale"), WORDS["en"])
    assert (skipped["why"], skipped["message"]) == ("stale", "written before this was asked")
    refused = line_data(LineResult(2, "build baths", "refused", refused=COVERED), WORDS["en"])
    assert (refused["refused"]["key"], refused["refused"]["rule"]) == ("not_among_legal", "WD-LA-2")


def test_a_receipt_of_a_campaign_reads_so(games: Path) -> None:
    campaign = start(games / "receipt-1", options={"first_game_sets": True})
    one, _ = first_and_other(campaign)
    receipt = submit(campaign, one, "if coins > 100: build baths\nany\nalways on choose_progress: any")
    order = receipt.lines[1]["order"]
    (built,) = (note for note in receipt.lines[1]["told"] if note["key"] == "built")
    assert receipt.text("en").split("\n") == [
        receipt.message,
        "– line 1: if coins > 100: build baths",
        "    the condition was not true",
        "✓ line 2: any",
        f"    {order}",
        *(f"    {told}" for told in receipt.lines[1]["message"].split("\n")),
        "∞ line 3: always on choose_progress: any",
    ]
    assert receipt.message == f"Carried out; entry {receipt.n}. 1 standing order is kept."
    assert note_text(Note(**built), campaign.words()) in receipt.lines[1]["message"]


@pytest.mark.parametrize(
    ("result", "taken"),
    [
        ("applied", True),
        ("stopped", True),
        ("held", True),
        ("cooling", True),
        ("withdrawn", False),
        ("refused", False),
        ("replaced", False),
        ("duplicate", False),
    ],
)
def test_which_results_mean_that_the_file_was_taken(result: str, taken: bool) -> None:
    assert Receipt("f" * 64, result, NOW).taken is taken
