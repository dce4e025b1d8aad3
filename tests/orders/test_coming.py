"""Larger games: whole lines of theirs, with subjects, filters, conditions and plans, are read and written back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from pbem import titles
from pbem.orders.lines import LineReader, write
from pbem.table import Fact, Language, Title, Vocabulary
from pbem.table.forms import matches
from pbem.table.reading import Reading, tokens

PLAYERS = ("anna", "bob", "carol", "dave", "erin")
FOLDER = Path(__file__).parent
FORMS: dict[str, Any] = yaml.load((FOLDER.parent / "table/forms.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
COMING: dict[str, Any] = yaml.load((FOLDER / "coming.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)


def fact(declared: str, kind: str) -> Fact:
    """`row(card)`, or `strength[player]` where the argument may be left out."""
    name, _, args = declared.rstrip(")]").replace("[", "(").partition("(")
    listed = tuple(one.strip() for one in args.split(",") if one)
    return Fact(name, kind, lambda *_: None, listed, given=0 if "[" in declared else None)


def title(name: str) -> Title:
    """As much of a title as reading its orders takes."""
    more = COMING[name]
    ids = {slot: [*known, *more["slots"].get(slot, ())] for slot, known in (FORMS[name]["slots"] | {}).items()}
    ids |= {slot: known for slot, known in more["slots"].items() if slot not in ids}
    slots = {slot: Vocabulary(slot, {one: {} for one in known}) for slot, known in ids.items()}
    asks = {"asks": FORMS[name]["asks"], "filters": more["filters"], "subject": more.get("subject")}
    facts = {one.name: one for one in (fact(*declared) for declared in more["facts"].items())}
    return replace(titles.load("wonders_duel"), language=Language(asks, slots), facts=facts)


READERS = {name: LineReader(title(name), PLAYERS, 0) for name in COMING}
LINES = [(name, line) for name in COMING for line in COMING[name]["lines"]]


@pytest.mark.parametrize(("name", "text"), LINES)
def test_a_line_is_read_in_one_way_and_written_back(name: str, text: str) -> None:
    reader = READERS[name]
    sheet = reader.read(text)
    (line,) = (*sheet.lines, *sheet.standing)
    assert write(line, PLAYERS) == text
    for order in line.orders:
        for ask in order.asks:
            run = Reading(tokens(order.text, 0), len(order.text), reader.players, reader.language.verbs, wild=True)
            assert len(matches(run, reader.language[ask].forms)) == 1


def test_a_subject_is_an_own_thing_and_not_part_of_the_order() -> None:
    (line,) = READERS["seven_ages"].read("TRY rom: fort etr").lines
    assert (line.prefix, line.subject, line.orders[0].text) == ("try", "romans", "fort etruria")
