"""What a ruling changes is told in the words of the title: every field of every state has a name in both languages."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any, get_args

import pytest

from pbem import titles
from pbem.campaign.acts import ruling_words
from pbem.table import Note, Table, note_text
from pbem.table.fields import bare, hints
from pbem.table.ruling import FIXED
from pbem.table.state_json import to_json
from pbem.words import LANGUAGES

PLAYERS = ("anna", "ben", "cleo", "dora")


def _classes(hint: Any, found: dict[type, None]) -> dict[type, None]:
    plain, _ = bare(hint)
    if isinstance(plain, type) and is_dataclass(plain) and plain not in found:
        found[plain] = None
        for inner in hints(plain).values():
            _classes(inner, found)
    for arg in get_args(plain):
        _classes(arg, found)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ident", titles.ours())
def test_every_field_has_a_name_and_no_name_is_left_over(ident: str, language: str) -> None:
    title = titles.load(ident)
    state = Table(title, PLAYERS[: title.seats[0]], {}, below=random.Random(1).randrange).state
    words, wanted, used = title.words[language], [], set()
    for cls in _classes(type(state), {}):
        for name in hints(cls):
            if (name in FIXED and issubclass(cls, type(state))) or cls.__name__ == "Outcome":
                continue
            keys = (f"field.{cls.__name__.lower()}.{name}", f"field.{name}")
            found = next((key for key in keys if key in words), None)
            wanted += [keys[1]] if found is None else []
            used.add(found)
    assert wanted == []
    assert {key for key in words if key.startswith("field.")} - used == set()


def _leaves(data: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(data, dict) or (isinstance(data, list) and not all(isinstance(one, str) for one in data)):
        for step, one in data.items() if isinstance(data, dict) else enumerate(data):
            yield from _leaves(one, f"{path}.{step}" if path else str(step))
    else:
        yield path, data


def _other(value: Any) -> Any:
    """Something else of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1 if value < 1 else value - 1
    return value[1:] if isinstance(value, list) else ""


@pytest.mark.slow
@pytest.mark.parametrize("ident", titles.ours())
def test_whatever_is_changed_is_told_without_a_path(ident: str) -> None:
    title = titles.load(ident)
    seats = max(one for one in title.seats if one <= len(PLAYERS))
    dice, told = random.Random(ident), set()
    table = Table(title, PLAYERS[:seats], {}, below=dice.randrange)
    for _ in range(60):
        if table.over:
            break
        seat = dice.choice([seat for seat in table.pending if seat not in table.given])
        table.answer(seat, table.pending[seat].sample(dice.randrange))
        for path, value in _leaves(to_json(table.state), ""):
            if path.split(".")[0] in FIXED or value in ("", [], None):
                continue
            change = {"path": path, "was": value, "to": _other(value)}
            (note,) = ruling_words.notes(type(table.state), title.words["en"], [change], None)
            assert note.key != "ruled_change", path
            told.add(note.key)
            for language in LANGUAGES:
                said = note_text(note, titles.words(title, language, PLAYERS))
                assert path not in said or "." not in path
                assert said.startswith(("Changed: ", "Geändert: "))
    assert {"ruled_to", "ruled_list", "ruled_to_player"} <= told


def _said(ident: str, path: str, was: Any, to: Any, language: str = "en") -> list[str]:
    title = titles.load(ident)
    state = Table(title, PLAYERS[: title.seats[0]], {}, below=random.Random(1).randrange).state
    change = {"path": path, "was": was, "to": to}
    found = ruling_words.notes(type(state), title.words["en"], [change], None)
    return [note_text(note, titles.words(title, language, ("Anna", "Ben", "Cleo"))) for note in found]


@pytest.mark.parametrize(
    ("ident", "path", "was", "to", "said"),
    [
        ("wonders_duel", "cities.1.coins", 3, 7, ["Changed: the coins of Ben: 7 instead of 3."]),
        (
            "wonders_duel",
            "cities.0.buildings",
            ["baths"],
            ["altar"],
            ["Changed: the buildings of Anna: Altar added. Baths removed."],
        ),
        (
            "wonders_duel",
            "cities.0",
            {"coins": 3, "wonders": ["sphinx"]},
            {"coins": 4, "wonders": []},
            [
                "Changed: the coins of Anna: 4 instead of 3.",
                "Changed: the wonders not built yet of Anna: The Sphinx removed.",
            ],
        ),
        ("wonders_duel", "active", 0, 1, ["Changed: whose turn it is: Ben instead of Anna."]),
        (
            "age_of_reason",
            "order",
            [0, 1, 2],
            [2, 1, 0],
            ["Changed: the turn order, now in this order: Cleo, Ben and Anna."],
        ),
        ("age_of_reason", "sale.holder", -1, 2, ["Changed: the high bidder: Cleo instead of nobody."]),
        (
            "world_history",
            "lands.arabian_peninsula.armies",
            2,
            1,
            ["Changed: the armies (Arabian Peninsula): 1 instead of 2."],
        ),
        (
            "world_history",
            "lands.arabian_peninsula.fort",
            False,
            True,
            ["Changed: whether there is a fort (Arabian Peninsula): yes instead of no."],
        ),
        ("through_the_ages", "civs.1.leader", "", "homer", ["Changed: the leader of Ben: Homer instead of nothing."]),
        (
            "through_the_ages",
            "civs.0.workers",
            {"bronze": 2},
            {"bronze": 2, "iron": 1},
            ["Changed: the workers (Iron) of Anna: 1 instead of nothing."],
        ),
    ],
)
def test_sentences(ident: str, path: str, was: Any, to: Any, said: list[str]) -> None:
    assert _said(ident, path, was, to) == said


def test_what_changes_its_shape_or_has_no_name_is_told_as_it_is() -> None:
    whole = {"card": "war", "attacker": 0, "defender": 1}
    (said,) = _said("through_the_ages", "wars", [], [whole])
    assert said == 'Changed: wars was [] and is [{"attacker":0,"card":"war","defender":1}].'
    title = titles.load("wonders_duel")
    change = {"path": "active", "was": 0, "to": 1}
    assert ruling_words.notes(title.new(2, {}, 0).__class__, {}, [change], (1,)) == [
        Note("ruled_change", {"path": "active", "before": "0", "after": "1"}, (1,))
    ]
