"""Every example of docs/order-language.md is read and gives itself back in canonical form."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem import titles
from pbem.orders.lines import LineReader, write

TEXT = (Path(__file__).parents[2] / "docs" / "order-language.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```orders (\w+)\n(.*?)```", TEXT, re.DOTALL)
INLINE = re.findall(r"^\| `([^`]+)` \|", TEXT, re.MULTILINE)


def read(title: str, text: str) -> list[str]:
    sheet = LineReader(titles.load(title), ("anna", "ben"), 0).read(text)
    return [write(line, ("anna", "ben")) for line in (*sheet.lines, *sheet.standing, *sheet.clears)]


@pytest.mark.parametrize(("title", "text"), BLOCKS)
def test_blocks(title: str, text: str) -> None:
    lines = read(title, text)
    assert len(lines) == len(text.strip().splitlines())
    assert read(title, "\n".join(lines)) == lines


@pytest.mark.parametrize("text", INLINE)
def test_the_table_of_lines(text: str) -> None:
    assert read("wonders_duel", text) == [text]


def test_there_are_examples() -> None:
    assert len(BLOCKS) >= 3
    assert len(INLINE) >= 8
