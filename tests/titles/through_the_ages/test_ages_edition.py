"""A group that owns the game corrects a figure without touching code."""

from __future__ import annotations

import pytest
from ages_kit import PLAYERS

from pbem import titles
from pbem.table import Table
from pbem.titles.editions import BadEdition, parse
from pbem.trials.simulate import source

OURS = """
title: through_the_ages
name: our printing
changes:
  civil.yaml:
    cards:
      iron: {science_cost: 4}
      pyramids: {stages: [2, 2, 2]}
  military.yaml:
    cards:
      legion: {strength: 3}
      crusades:
        text: Half as much as elsewhere.
  boards.yaml:
    blue_bank:
      squares: 16
"""


def test_an_edition_changes_the_figures_of_its_own_games_only() -> None:
    plain, ours = titles.load("through_the_ages"), titles.load("through_the_ages", parse(OURS, "edition.yaml"))
    assert ours.edition == "our printing"
    figures = []
    for title in (plain, ours):
        cards = title.module("cards").CARDS
        figures.append((cards["iron"].to_develop, cards["pyramids"].stages, cards["legion"].tactical))
    assert figures == [(5, (3, 2, 1), 2), (4, (2, 2, 2), 3)]


def test_its_games_are_played_and_replayed() -> None:
    ours = titles.load("through_the_ages", parse(OURS, "edition.yaml"))
    table = Table(ours, PLAYERS[:2], below=source("edition"))
    while not table.over:
        for seat, ask in table.unanswered.items():
            table.answer(seat, ours.module("bot").answer(table.seen(seat), ask, seat))
    again = Table(ours, PLAYERS[:2], record=list(table.inputs))
    assert again.digest() == table.digest()


def test_what_a_card_does_is_told_with_the_editions_figures() -> None:
    for edition, strength in ((None, "2"), (parse(OURS, "edition.yaml"), "3")):
        title = titles.load("through_the_ages", edition)
        told = title.module("gloss").does("legion", titles.words(title, "en"))
        assert f"{strength} strength" in told


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ("civil.yaml: {cards: {iron: {science_cost: cheap}}}", "iron"),
        ("civil.yaml: {cards: {plasma: {science_cost: 4}}}", "plasma"),
        ("civil.yaml: {cards: {iron: {copies: {p2: 9}}}}", "civil deck I for 2 players"),
    ],
)
def test_a_faulty_edition_is_refused(changes: str, told: str) -> None:
    with pytest.raises(BadEdition) as fault:
        titles.load(
            "through_the_ages", parse(f"title: through_the_ages\nname: odd\nchanges: {{{changes}}}\n", "e.yaml")
        )
    assert told in str(fault.value)
