"""Whole games: seats that never write, every ask comes up, the limits of the box hold."""

from __future__ import annotations

from collections import Counter

import pytest
from reason_kit import asked, going_on, played, position, table

from pbem.table import Table
from pbem.titles.age_of_reason import TITLE
from pbem.titles.age_of_reason.cards import LANGUAGE
from pbem.titles.age_of_reason.state import Reason


def faults(game: Reason) -> list[str]:
    """Whatever breaks the limits of the tracks (AOR-GOLD-5, AOR-UNREST-3, AOR-DISC-3)."""
    found = []
    for seat, one in enumerate(game.players):
        if one.gold < 0 or one.points < 0 or not 0 <= one.discontent <= 22:
            found.append(f"seat {seat}: gold {one.gold}, points {one.points}, discontent {one.discontent}")
        if one.nation and game.free_discs(one.nation) < 0:
            found.append(f"{one.nation} has more discs than there are")
    return found


@pytest.mark.parametrize("seats", TITLE.seats)
def test_the_limits_hold(seats: int) -> None:
    for seed in range(3):
        for one, _ in played(seats, seed):
            assert faults(one.state) == []


@pytest.mark.parametrize("seats", TITLE.seats)
def test_three_rounds_with_their_action_rounds(seats: int) -> None:
    """AOR-FLOW-1, AOR-FLOW-2, AOR-ACT-1, AOR-ALLY-19."""
    keys: Counter[str] = Counter()
    steps = list(played(seats, 7))
    one = steps[-1][0]
    for _, notes in steps:
        keys.update(note.key for note in notes)
    assert one.state.round == 3
    assert keys["action_round"] == 3 * (6 if seats < 5 else 5)
    assert keys["auction_opened"] == keys["auction_won"] == 3 * 4
    assert keys["markers_placed"] == keys["income"] == 3
    assert one.state.bag == []  # AOR-SETUP-11
    assert one.outcome is not None
    assert [sum(row.values()) for row in one.outcome.scores] == [player.points for player in one.state.players]


def by_default(seats: int, seed: int) -> Table:
    one = table(seats, seed)
    while not one.over:
        ask = asked(one)
        one.answer(ask.player, ask.default(), "default")
    return one


@pytest.mark.parametrize("seats", TITLE.seats)
def test_seats_that_never_write_still_play_to_the_end(seats: int) -> None:
    one = by_default(seats, 1)
    assert one.outcome is not None
    assert min(player.gold for player in one.state.players) > 20  # fields and income are not wasted
    assert max(player.discontent for player in one.state.players) <= 4


def test_every_ask_comes_up() -> None:
    asks: Counter[str] = Counter()
    for seed in range(10):
        for one, _ in played(4, seed):
            asks.update(ask.kind.id for ask in one.pending.values())
    assert sorted(asks) == sorted(LANGUAGE.kinds)


def test_the_default_field_wastes_nothing() -> None:
    discs = {"india": {"prussia": 2}, "africa": {"prussia": 3}}
    game = position(["prussia", "austria"], phase="field", discs=discs)
    one = going_on(game)
    assert asked(one).default() == ("field", "banking")
    game.fields = {"banking": ["austria"]}
    assert asked(going_on(game)).default() == ("field", "government_reform")
    game.players[0].discontent = 1
    assert asked(going_on(game)).default() == ("field", "slaves")
    game.fields["slaves"] = ["austria"]
    assert asked(going_on(game)).default() == ("field", "east_india_company")
    game.discs["india"] = {}
    assert asked(going_on(game)).default() == ("field none",)
