"""A group that owns the game corrects a figure without touching code."""

from __future__ import annotations

import pytest
from seven_kit import PLAYERS

from pbem import titles
from pbem.table import Table
from pbem.titles.editions import BadEdition, parse
from pbem.trials.simulate import source

OURS = """
title: seven_ages
name: our printing
changes:
  empires.yaml: {empires: {romans: {money: 23, trade: 2}}}
  cards.yaml: {cards: {c14: {value: 5}, c20: {value: 4}}}
  constants.yaml: {costs: {fort: 6}}
  progress.yaml: {units: {sword: {front: {medium: 3}}}}
  terrain.yaml: {kinds: {jungle: {defence: 3}}}
  artifacts.yaml: {artifacts: {forum: {ages: [1, 2]}}}
  leaders.yaml: {named: {caesar: {kind: builder}}}
  map.yaml: {canals: {suez: {from_age: 5}}}
"""


def figures(title: titles.Title) -> list[object]:
    cards, atlas = title.module("cards"), title.module("atlas")
    return [
        cards.EMPIRES["romans"].money,
        cards.EMPIRES["romans"].trade,
        (cards.CARDS["c14"].value, cards.CARDS["c20"].value),
        cards.COSTS["fort"],
        cards.UNITS["sword"].front["medium"],
        atlas.GROUNDS["jungle"].defence,
        cards.ARTIFACTS["forum"].ages,
        cards.NAMED["caesar"].kind,
        atlas.CANALS["red_sea", "eastern_mediterranean"]["from_age"],
    ]


def test_an_edition_changes_the_figures_of_its_own_games_only() -> None:
    ours = titles.load("seven_ages", parse(OURS, "edition.yaml"))
    assert ours.edition == "our printing"
    changed = [23, 2, (5, 4), 6, 3, 3, (1, 2), "builder", 5]
    assert figures(ours) == changed
    assert all(one != other for one, other in zip(figures(titles.load("seven_ages")), changed, strict=True))


def test_its_games_are_played_and_replayed() -> None:
    ours = titles.load("seven_ages", parse(OURS, "edition.yaml"))
    pick = source("edition picks")
    table = Table(ours, PLAYERS, {"turn_limit": "turn_14"}, below=source("edition"), stride=10**9)
    paid = []
    while not table.over:
        for seat, ask in table.unanswered.items():
            notes = table.answer(seat, ask.sample(pick))
            paid += [note.values["cost"] for note in notes if note.key == "fort_built"]
    assert 6 in paid
    assert 5 not in paid
    again = Table(ours, PLAYERS, {"turn_limit": "turn_14"}, record=list(table.inputs), stride=10**9)
    assert again.digest() == table.digest()


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ("empires.yaml: {empires: {atlanteans: {money: 4}}}", "atlanteans"),
        ("cards.yaml: {cards: {c14: {value: 5}}}", "values of the cards"),
        ("cards.yaml: {cards: {c14: {event: tsunami}}}", "c14"),
        ("map.yaml: {land: {latium: {land_adjacent: [etruria, lombardy]}}}", "latium borders lombardy"),
        ("terrain.yaml: {kinds: {fertile: {income: 4}}}", "does not yield"),
        ("counters.yaml: {colours: {orange: {counters: {spear: 99}}}}", "large counters"),
        ("empires.yaml: {empires: {romans: {effects: [{type: flying_carpets}]}}}", "flying_carpets"),
        ("empires.yaml: {empires: {romans: {start: [{kind: area, area: atlantis}]}}}", "atlantis"),
    ],
)
def test_a_faulty_edition_is_refused(changes: str, told: str) -> None:
    with pytest.raises(BadEdition) as fault:
        titles.load("seven_ages", parse(f"title: seven_ages\nname: odd\nchanges: {{{changes}}}\n", "e.yaml"))
    assert told in str(fault.value)
