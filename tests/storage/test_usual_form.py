"""A file in the usual form is read without YAML, and to the very same values."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from pbem.storage.flatyaml import FlatFile, Value

KEYS = ("game", "player", "after", "orders", "window", "written")
USUAL = (
    "game: duel-42\nplayer: anna\nafter: 0e12\nwritten: 2026-01-01T10:00:00Z\n"
    "orders: |\n  build baths # a word\n  # only that\n  if a: b - c \n  - x\n  ? {a}\n"
)
ODD = (
    "\n",
    " ",
    "  ",
    "#",
    ": ",
    ":",
    "-",
    "- ",
    "? ",
    "|",
    ">",
    "'",
    '"',
    "&a ",
    "*a",
    "!x ",
    "{",
    "}",
    "[",
    "]",
    ",",
    "%",
    "@",
    "`",
    "---",
    "...",
    "---\n",
    "...\n",
    "x",
    "null",
    "~",
    "é",
    "\t",
    "game: x\n",
    "orders: |\n  y\n",
    "window: w\n",
    "\r\n",
    "  z\n",
    "0",
    ".",
    "_",
    "<<",
    "=",
    "\\",
)


def variants() -> Iterator[str]:
    dice = random.Random(15)
    for _ in range(6000):
        text = USUAL
        for _ in range(dice.randint(1, 3)):
            at = dice.randrange(len(text) + 1)
            text = text[:at] + dice.choice(ODD) + text[at + dice.choice((0, 0, 1, 2, 9)) :]
        yield text


def read(text: str) -> tuple[dict[str, Value], bool, list[str]]:
    file = FlatFile(text.encode(), KEYS, 10_000)
    return file.values, file.whole, [str(one) for one in file.faults()]


@pytest.mark.slow
def test_the_usual_form_reads_as_yaml_does(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [USUAL, *variants()]
    taken: list[bool] = []
    usual = FlatFile._usual
    with monkeypatch.context() as watched:
        watched.setattr(FlatFile, "_usual", lambda file, text: taken.append(usual(file, text)) or taken[-1])
        ours = [read(text) for text in texts]
    monkeypatch.setattr(FlatFile, "_usual", lambda *_: False)
    for text, found in zip(texts, ours, strict=True):
        assert found == read(text), text
        assert list(found[0]) == list(read(text)[0]), text
    assert taken[0]
    assert 300 < sum(taken) < 5000, "both ways are tried"
