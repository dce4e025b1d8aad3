"""What a ruling changes is told in the words of the title."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pbem import titles
from pbem.campaign.acts import ruling_words
from pbem.table import Note, Table, note_text

PLAYERS = ("anna", "ben", "cleo", "dora")


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
