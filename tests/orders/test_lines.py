"""Order files: every line of the language is read, written back, or refused with its place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem import titles
from pbem.orders.errors import BadOrders
from pbem.orders.lines import LineReader, write
from pbem.table import NUMBER, PLAYER, Fact
from pbem.table.vocabulary import Vocabulary
from pbem.titles import resources
from pbem.trials import asks_schema

HANDLES = ("anna", "ben")


@pytest.fixture(scope="module")
def reader() -> LineReader:
    return LineReader(titles.load("wonders_duel"), HANDLES, 0)


def canonical(reader: LineReader, text: str) -> list[str]:
    sheet = reader.read(text)
    return [write(line, HANDLES) for line in (*sheet.lines, *sheet.standing, *sheet.clears)]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("build baths", "build baths"),
        ("  BUILD   Baths  ", "build baths"),
        ('bui "Bäder"', "build baths"),
        ("bui baeder", "build baths"),
        ("build stone-pit # cheap", "build stone_pit"),
        ("wonder c_max with stable", "wonder circus_maximus with stable"),
        ("try build baths", "try build baths"),
        ("build library OR build school or discard forum", "build library or build school or discard forum"),
        ("if open(baths): build baths", "if open(baths): build baths"),
        ("if coins>=3 AND not taken(press): build press", "if coins >= 3 and not taken(press): build press"),
        (
            "if (coins > 3 or age = 2) and free(baths): build baths",
            "if (coins > 3 or age = 2) and free(baths): build baths",
        ),
        ("if active = me: discard baths", "if active = anna: discard baths"),
        ("if coins > coins(opponent): discard baths", "if coins > coins(ben): discard baths"),
        ("if age in (1, 3): discard baths", "if age in (1, 3): discard baths"),
        ("token law or any", "token law or any"),
        ("default", "default"),
        ("dis ANY or build any", "discard any or build any"),
        (
            "always on choose_progress: token law or token theology or any",
            "always on choose_progress: token law or token theology or any",
        ),
        (
            "once on play_card if accessible(academy) and free(academy): build academy",
            "once on play_card if accessible(academy) and free(academy): build academy",
        ),
        ("until age 2 on play_card: discard tavern or default", "until age 2 on play_card: discard tavern or default"),
        ("clear standing", "clear standing"),
        ("clear standing on play-card", "clear standing on play_card"),
    ],
)
def test_a_line_is_read_and_written_back(reader: LineReader, written: str, expected: str) -> None:
    assert canonical(reader, written) == [expected]
    assert canonical(reader, expected) == [expected], "canonical text must give itself"


def test_blank_lines_and_comments_are_nothing(reader: LineReader) -> None:
    sheet = reader.read("\n# a comment\n   \n")
    assert not sheet.lines
    assert not sheet.standing


@pytest.mark.parametrize(
    ("written", "key", "column", "near"),
    [
        ("bild baths", "verb_unknown", 1, ("build",)),
        ("build tavrn", "word_unknown", 7, ("tavern",)),
        ("build lab", "", 0, ()),  # an abbreviation that only one card has is fine
        ("build st", "word_unknown", 7, ()),
        ("build sta", "word_ambiguous", 7, ("stable", "statue")),
        ("build", "order_incomplete", 6, ()),
        ("build baths now", "word_unexpected", 13, ()),
        ("if pwn = 3: build baths", "fact_unknown", 4, ("pawn",)),
        ("if coins: build baths", "fact_must_be_compared", 4, ()),
        ("if active < ben: build baths", "fact_must_be_ordered", 4, ()),
        ("if coins > : build baths", "condition_incomplete", 12, ()),
        ("if coins > many: build baths", "not_a_number", 12, ()),
        ("if coins = 1 or age = 1 and age = 2: build baths", "and_or_mixed", 25, ()),
        ("if coins < 3 and coins > 5: build baths", "condition_never", 4, ()),
        ("if pawn > 9: build baths", "condition_never", 4, ()),
        ("if pawn in (12, 15): build baths", "condition_never", 4, ()),
        ("if active = anna and active = ben: build baths", "condition_never", 4, ()),
        ("if age in (1, 2) and age != 1 and age != 2: build baths", "condition_never", 4, ()),
        ("if taken(press) and not taken(press): build baths", "condition_never", 4, ()),
        ("if taken(press) and not taken(baths): build baths", "", 0, ()),
        ("if age in (1, 2) and age != 1: build baths", "", 0, ()),
        ("if open(): build baths", "word_unexpected", 9, ()),
        ("if open: build baths", "fact_arguments", 4, ()),
        ("if cost(baths, press) = 1: build baths", "word_unexpected", 16, ()),
        ("if coins = 1 build baths", "order_incomplete", 25, ()),
        ("once on playcard: build baths", "ask_unknown", 9, ("play_card",)),
        ("always on play_card: token law", "order_never_answers", 22, ()),
        ("until epoch 3 on play_card: default", "unit_unknown", 7, ()),
        ("always on play_card in rome: default", "filter_unknown", 21, ()),
        ("always on play_card from clara: default", "word_unknown", 26, ()),
        ("always on play_card now: default", "word_unexpected", 20, ()),
        ("always play_card: default", "line_begins", 8, ()),
        ("until age on play_card: default", "line_begins", 7, ()),
        ("clear orders", "line_begins", 7, ()),
        ("take any, any", "any_twice", 1, ()),
        ('build "any"', "word_unknown", 7, ()),
    ],
)
def test_a_fault_is_named_with_its_place(
    reader: LineReader, written: str, key: str, column: int, near: tuple[str, ...]
) -> None:
    if not key:
        assert canonical(reader, written)
        return
    with pytest.raises(BadOrders) as caught:
        reader.read(written)
    (fault,) = caught.value.faults
    assert (fault.refused.key, fault.column) == (key, column)
    assert set(near) <= set(fault.refused.near)


def test_all_faults_of_a_file_come_at_once(reader: LineReader) -> None:
    with pytest.raises(BadOrders) as caught:
        reader.read("build bths\nbuild press\nif x: build press\n\ndiscard\n")
    assert [fault.line for fault in caught.value.faults] == [1, 3, 5]


def test_a_standing_line_below_one_that_answers_everything_is_refused(reader: LineReader) -> None:
    above = "always on play_card if age = 1: default\nonce on play_card: any\nalways on choose_progress: any\n"
    reader.read(f"{above}always on play_card: build baths or default")
    with pytest.raises(BadOrders) as caught:
        reader.read(f"{above}always on play_card: build baths or default\n\nonce on play_card if age = 3: any")
    (fault,) = caught.value.faults
    assert (fault.line, fault.refused.key, fault.refused.values) == (6, "standing_never", {"line": 4})


def test_bounds(reader: LineReader) -> None:
    for text, key in (
        ("build baths\n" * 500, "too_many_lines"),
        ("build " + "a" * 5000, "line_too_long"),
        ("build baths" + " or any" * 100, "too_many_alternatives"),
        ("if " + "(" * 100 + "coins = 1" + ")" * 100 + ": build baths", "word_unexpected"),
    ):
        with pytest.raises(BadOrders) as caught:
            reader.read(text)
        assert caught.value.faults[0].refused.key == key


@pytest.mark.parametrize("title_id", titles.ids())
def test_every_example_of_the_asks_is_read(title_id: str) -> None:
    """Each example line fits exactly one form of its ask, and what is written back is read the same."""
    title = titles.load(title_id)
    seen = 0
    for ask in resources.read(title.package, "asks.yaml")["asks"]:
        for text in (*ask["order"]["examples"], *ask.get("standing", {}).get("examples", ())):
            players = asks_schema.players(title, text)
            one = LineReader(title, players, 0)
            (line,) = canonical_with(one, text, players)
            assert canonical_with(one, line, players) == [line]
            seen += 1
    assert seen > 5


def canonical_with(reader: LineReader, text: str, handles: tuple[str, ...]) -> list[str]:
    sheet = reader.read(text)
    return [write(line, handles) for line in (*sheet.lines, *sheet.standing)]


def test_until_counts_only_what_needs_no_argument() -> None:
    def reader_with(turn: Fact) -> LineReader:
        title = titles.load("wonders_duel")
        return LineReader(replace(title, facts={**title.facts, "turn": turn}), HANDLES, 0)

    line = "until turn 3 on play_card: default"
    assert reader_with(Fact("turn", NUMBER, lambda game, seat, of=None: 1, (PLAYER,), 0)).read(line).standing
    with pytest.raises(BadOrders) as bad:
        reader_with(Fact("turn", NUMBER, lambda game, seat, of: 1, (PLAYER,))).read(line)
    assert bad.value.faults[0].refused.key == "unit_unknown"
    assert bad.value.faults[0].refused.values["expected"] == ["age"]


@pytest.mark.parametrize(
    ("title", "line"),
    [
        ("world_history", "always on {kind} in libya: default"),
        ("age_of_reason", "always on defend_card in german_states: defend with blank"),
        ("wonders_duel", "if open(baths): build baths"),
    ],
)
def test_a_line_that_is_read_again_makes_no_list_of_names_again(
    title: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Standing orders are read at each question, and a title has a thousand names."""
    played = titles.load(title)
    reader = LineReader(played, HANDLES, 0)
    text = line.format(kind=next(iter(played.language.kinds)))
    reader.read(text)
    made: list[str] = []
    make = Vocabulary.__init__

    def counted(self: Vocabulary, slot: str, names: dict[str, dict[str, str | tuple[str, ...]]]) -> None:
        made.append(slot)
        make(self, slot, names)

    monkeypatch.setattr(Vocabulary, "__init__", counted)
    reader.read(text)
    assert made == []
