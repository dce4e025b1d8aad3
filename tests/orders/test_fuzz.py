"""Any text at all gives orders or faults with a place, never another error, in bounded time.

PBEM_FUZZ=1000000 runs a million lines.
"""

from __future__ import annotations

import os
import random

import pytest

from pbem import titles
from pbem.orders.errors import BadOrders
from pbem.orders.lines import LineReader, write

LINES = int(os.environ.get("PBEM_FUZZ", "4000"))
GLUE = [
    "or",
    "if",
    "try",
    "always",
    "once",
    "until",
    "on",
    "and",
    "not",
    "in",
    "any",
    "ask",
    "default",
    ":",
    ",",
    "(",
    ")",
    "=",
    ">=",
    "<",
    "#",
    '"',
    "„",
    "“",
    "x2",
    "0",
    "7",
    "99999999999999",
    "me",
    "opponent",
    "clear standing",
    "from",
    "for",
    "card",
    "\u202e",
    "ß",
    "İ",
    "\x00",
    "\t",
    "́",
]


@pytest.mark.slow
@pytest.mark.parametrize("title_id", titles.ids())
def test_fuzz(title_id: str) -> None:
    title = titles.load(title_id)
    handles = tuple(f"p{n}" for n in range(title.seats[0]))
    reader = LineReader(title, handles, 0)
    words = [*title.language.verbs, *title.facts, *title.language.kinds, *handles]
    for vocabulary in title.language.slots.values():
        words += list(vocabulary)[:40]
    dice = random.Random(5)
    read = 0
    for _ in range(LINES // len(titles.ids())):
        parts = [dice.choice(GLUE if dice.random() < 0.45 else words) for _ in range(dice.randint(0, 14))]
        text = dice.choice([" ", " ", " ", ""]).join(parts)
        if dice.random() < 0.3 and text:
            place = dice.randrange(len(text))
            odd = chr(dice.choice([dice.randrange(32, 127), dice.randrange(0xD7FF)]))
            text = text[:place] + odd + text[place + 1 :]
        try:
            sheet = reader.read(text)
        except BadOrders as bad:
            for fault in bad.faults:
                assert fault.refused.at is not None
                start, end = fault.refused.at
                assert 0 <= start <= end <= len(text)
            continue
        for line in (*sheet.lines, *sheet.standing, *sheet.clears):
            read += 1
            canonical = write(line, handles)
            again = reader.read(canonical)
            (other,) = (*again.lines, *again.standing, *again.clears)
            assert write(other, handles) == canonical
    assert read
