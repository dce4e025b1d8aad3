"""How orders of a duel are read: near misses, hints, and sentences after a supremacy."""

from __future__ import annotations

import io

import pytest
from duel_kit import duel
from rich.console import Console

from pbem import titles
from pbem.campaign.published.position_text import board
from pbem.orders.agenda import Agenda, Clerk
from pbem.orders.errors import BadOrders
from pbem.orders.lines import LineReader
from pbem.table import NotReadable, Table
from pbem.titles.wonders_duel import TITLE
from pbem.words import LANGUAGES

PLAYERS = ("anna", "ben")


@pytest.mark.parametrize(
    ("order", "hint"),
    [
        ("build pyramids", "wonder pyramids with …"),
        ("build Große Bibliothek", "wonder great_library with …"),
        ('discard "the great library"', "wonder great_library with …"),
        ("wonder baths with stable", "build baths"),
    ],
)
def test_a_name_of_another_kind_hints_at_its_own_order(order: str, hint: str) -> None:
    (ask,) = duel({"open": ["stable", "baths", "altar"]}).pending.values()
    with pytest.raises(NotReadable) as caught:
        ask.parse(order, PLAYERS)
    assert caught.value.near[0] == hint
    with pytest.raises(BadOrders) as file:
        LineReader(TITLE, PLAYERS, 0).read(order)
    assert file.value.faults[0].refused.near[0] == hint


def test_near_misses_are_those_that_can_be_taken_now() -> None:
    """Four wonders lie open; of the twelve, those look more like the word that cannot be taken."""
    given = {"unseen_wonders": [], "draft": [], "first": "anna", "active": "anna"}
    open_now = ["great_lighthouse", "sphinx", "piraeus", "mausoleum"]
    rest = [one for one in TITLE.language.slots["wonder"] if one not in open_now]
    (ask,) = duel({**given, "unseen_wonders": open_now + rest}, phase="draft").pending.values()
    with pytest.raises(NotReadable) as caught:
        ask.parse("take great_lighbrary", PLAYERS)
    assert caught.value.near == ("great_lighthouse", "great_library")
    assert TITLE.language.slots["wonder"].near("great_lighbrary")[0] == "great_library"


@pytest.mark.parametrize(
    ("order", "begins"), [("start ben", 1), ("start anna", 0), ("start me", 1), ("start opponent", 0)]
)
def test_who_begins_an_age_may_be_named(order: str, begins: int) -> None:
    table = duel({"age": 2, "pawn": 3, "active": "anna", "open": []}, phase="age_start")
    (ask,) = table.pending.values()
    assert ask.player == 1
    assert ask.write(ask.parse(order, PLAYERS), PLAYERS) == ("start me" if begins == 1 else "start opponent")
    table.order(1, order)
    assert table.state.active == begins


def told(table: Table, language: str) -> str:
    out = io.StringIO()
    words = titles.words(TITLE, language, PLAYERS)
    Console(width=100, file=out, force_terminal=False).print(board(TITLE, table.view(None), words, None))
    return out.getvalue()


@pytest.mark.parametrize("language", LANGUAGES)
def test_after_a_supremacy_no_points_are_said_to_count(language: str) -> None:
    """WD-EN-1: the game is over at once, and nobody counts."""
    arms = {"pawn": 7, "face_up": {"a1s15": "arsenal", "a1s16": "altar"}, "cities.anna.coins": 50}
    say = titles.words(TITLE, language, PLAYERS).say
    before, after = duel(arms), duel(arms, "build arsenal")
    assert say("text.lead", {"player": 0, "n": 7, "points": 10}) in told(before, language)
    shown = told(after, language)
    assert say("text.in_capital", {"player": 0, "other": 1}) in shown
    assert say("text.points_now") not in shown
    assert say("text.points_uncounted") in shown


def test_after_a_scientific_supremacy_the_pawn_brings_no_points() -> None:
    symbols = ["workshop", "apothecary", "scriptorium", "pharmacist", "university"]
    given = {"pawn": 4, "cities.anna.buildings": symbols, "open": ["academy", "baths"], "cities.anna.coins": 90}
    table = duel(given, "build academy")
    assert table.state.outcome is not None
    assert table.state.outcome.how == "science"
    assert "leads by 4 spaces." in told(table, "en")


def test_near_misses_of_a_file_prefer_what_is_legal_too() -> None:
    text = "take great_lighbrary"
    for legal, first in ((None, "great_library"), (lambda: {"great_lighthouse"}, "great_lighthouse")):
        with pytest.raises(BadOrders) as caught:
            Clerk(TITLE, PLAYERS).file(Agenda(), 0, "", "draft", text, legal=legal)
        assert caught.value.faults[0].refused.near[0] == first
