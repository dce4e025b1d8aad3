"""The summary sheet of the box (WH-2.5-1), on the reference page and at a terminal: read against the data files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

import pbem.titles.world_history as package
from pbem import titles
from pbem.cli.app import app
from pbem.pages import reference
from pbem.titles.world_history import TITLE
from pbem.words import LANGUAGES

DATA = Path(package.__file__).parent / "data"
GAMES = Path(__file__).parents[3] / "games"


def printed(name: str) -> Mapping[str, Any]:
    """A data file as it stands, read without the code under test."""
    read: Mapping[str, Any] = yaml.load((DATA / f"{name}.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)
    return read


def rows(body: str) -> list[list[str]]:
    """The cells of all rows of a page's tables."""
    found = re.findall(r"<tr.*?</tr>", body, re.DOTALL)
    cells = (re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", row, re.DOTALL) for row in found)
    return [[" ".join(unescape(re.sub(r"<[^>]*>", " ", cell)).split()) for cell in row] for row in cells]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_every_empire_value_and_event(language: str) -> None:
    words = titles.words(TITLE, language, ())
    leaves = {leaf.id: rows(leaf.body) for leaf in reference.leaves(TITLE, language)}
    assert list(leaves) == ["values", *(f"epoch_{n}" for n in range(1, 8))]
    for entry in printed("scoring")["region_values"]:
        (row,) = [row for row in leaves["values"] if row[0] == words.name("region", entry["region"])]
        assert row[2:] == [str(n) if n else "–" for n in entry["values"]]
    seen = 0
    for entry in [*printed("empires")["empires"], *printed("events")["minor_empires"]]:
        own = [row for row in leaves[f"epoch_{entry['epoch']}"] if row[1].startswith(entry[f"name_{language}"])]
        row = next(row for row in own if row[0] == str(entry.get("number", words.say("text.sheet_small"))))
        realms = entry.get("realms", [entry])
        assert row[3] == " + ".join(str(one["units"]) for one in realms)
        for one in realms:
            assert words.name("land", one["start_land"]) in row[2]
        assert row[2].count(words.name("town", "capital")) == sum(one["capital"] is not None for one in realms)
        seen += 1
    assert seen == 49 + 7
    cards = [(row[0], n, row[2]) for n in range(1, 8) for row in leaves[f"epoch_{n}"] if len(row) == 3]
    for entry in printed("events")["cards"]:
        does = words.name("event_does", entry["kind"])
        assert any(
            (name, n) == (entry[f"name_{language}"], entry["epoch"]) and text.startswith(does)
            for name, n, text in cards
        ), entry["id"]
    assert len(cards) == 63 + 7  # with the heads


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terminal_shows_the_same(language: str) -> None:
    shown = CliRunner().invoke(
        app,
        ["show", "empire-showcase", "--sheet", "--games", str(GAMES), "--language", language],
        env={"COLUMNS": "400"},
    )
    assert shown.exit_code == 0, shown.output
    lines = [" ".join(line.split()) for line in shown.output.splitlines()]
    for leaf in reference.leaves(TITLE, language):
        assert leaf.head in lines
        for row in rows(leaf.body):
            if "+" not in row[3:4]:  # two starts stand below each other
                assert any(line.startswith(" ".join(row[:2])) for line in lines), row


def test_a_title_without_one_says_so() -> None:
    shown = CliRunner().invoke(app, ["show", "duel-showcase", "--sheet", "--games", str(GAMES)])
    assert shown.exit_code == 3
    assert "wonders_duel has no summary sheet" in shown.output


def test_one_name_for_a_thing() -> None:
    """The rulebook's words: Ruler and small empire, on cards, sheets, in rules and guides alike."""
    folder = Path(package.__file__).parent
    texts = [path for path in folder.rglob("*") if path.suffix in (".md", ".yaml") and ".de." not in path.name]
    assert len(texts) > 8
    for path in texts:
        text = path.read_text(encoding="utf-8")
        told = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith(("note:", "#")))
        assert not re.findall(r"name_en: '?(?:Leader|Minor)|\bMinor Empire|\bminor empire|\bLeader\b", told), path
