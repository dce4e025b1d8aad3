"""Whole games: limits that hold at every step, seats that never write, every event and ask comes up."""

from __future__ import annotations

from collections import Counter

import pytest
from world_kit import asked, played, table

from pbem.table import Table
from pbem.titles.world_history.atlas import LANDS, WATERS
from pbem.titles.world_history.cards import EMBLEMS, EPOCHS, EVENTS, KINDS, LANGUAGE
from pbem.titles.world_history.rules.afflictions import aim
from pbem.titles.world_history.rules.placing import PlaceUnit
from pbem.titles.world_history.rules.reach import steps
from pbem.titles.world_history.state import World


def faults(game: World) -> list[str]:
    """Whatever breaks the limits of the box (WH-2.2-6, WH-5.4.1-5, WH-5.4.2-5, WH-5.7-3, WH-5.8-4)."""
    found = [f"{land} holds {one.armies}" for land, one in game.lands.items() if not 1 <= one.armies <= 3]
    found += [f"{land} is no land" for land in game.lands if land not in LANDS]
    for seat in range(game.seats):
        found += [f"{seat} has too many {e}s" for e in EMBLEMS if game.armies_left(seat, e) < 0]
        if game.fleets_left(seat) < 0 or game.forts_left(seat) < 0:
            found.append(f"{seat} has too many fleets or forts")
    for water, here in game.fleets.items():
        if not WATERS[water].ocean and (len(here) > 1 or sum(here.values()) > 2):
            found.append(f"{water} holds {here}")
        if any(number < 1 for number in here.values()):
            found.append(f"{water} holds no fleet")
    if min(game.towns_left("capital"), game.towns_left("city"), game.monuments_left()) < 0:
        found.append("too many towns or monuments")
    if len(set(game.monuments)) != len(game.monuments):
        found.append("a land with two monuments")
    realms: dict[int, tuple[int, str]] = {}
    for one in game.lands.values():
        if realms.setdefault(one.realm, (one.owner, one.emblem)) != (one.owner, one.emblem):
            found.append(f"realm {one.realm} has two owners or emblems")
    return found


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_limits_of_the_box_hold(seats: int) -> None:
    for seed in range(2):
        for one in played(seats, seed):
            assert faults(one.state) == []


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_seven_epochs_and_one_turn_each(seats: int) -> None:
    """WH-1-3."""
    *_, one = played(seats, 7)
    assert one.state.epoch == EPOCHS
    assert [len(player.played) for player in one.state.players] == [EPOCHS] * seats
    assert [len(player.points) for player in one.state.players] == [EPOCHS] * seats
    assert one.outcome is not None


def by_default(seats: int, seed: int) -> Table:
    one = table(seats, seed)
    while not one.over:
        ask = asked(one)
        one.answer(ask.player, ask.default(), "default")
    return one


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_seats_that_never_write_still_play_to_the_end(seats: int) -> None:
    one = by_default(seats, 1)
    assert one.outcome is not None
    assert min(sum(row.values()) for row in one.outcome.scores) > 50


def test_every_kind_of_event_and_ask_comes_up() -> None:
    """WH-events-1: all 26 kinds; and every ask of the order language is really put to somebody."""
    kinds: Counter[str] = Counter()
    asks: Counter[str] = Counter()
    for seed in range(40):
        for one in played(6, seed, blind=bool(seed)):
            asks.update(ask.kind.id for ask in one.pending.values())
            if one.state.turn is not None and one.state.turn.event:
                kinds[EVENTS[one.state.turn.event].kind] += 1
        if len(kinds) == len(KINDS) and len(asks) == len(LANGUAGE.kinds):
            break
    assert sorted(kinds) == sorted(KINDS)
    assert sorted(asks) == sorted(LANGUAGE.kinds)


def test_an_event_is_an_advantage() -> None:
    """WH-5.2-2: by default nobody strikes himself with his own event where he could strike others."""
    looked = 0
    for seed in range(12):
        one = table(6, seed)
        while not one.over:
            ask = asked(one)
            if ask.kind.id == "event_target" and not one.state.now.event.endswith("disaster"):
                spared = [aim(one.state, answer)[0] for answer in ask.answers()]
                assert aim(one.state, ask.default())[0] == max(spared)
                looked += 1
            one.answer(ask.player, ask.default(), "default")
    assert looked > 5


@pytest.mark.parametrize(("seats", "seed"), [(3, 1), (4, 2), (6, 3)])
def test_pieces_counted_once_are_never_out_of_date(seats: int, seed: int) -> None:
    """Whatever has happened in a turn, its next steps are those that a new count of all pieces gives."""
    looked = 0
    for one in played(seats, seed):
        for ask in one.pending.values():
            if isinstance(ask, PlaceUnit):
                assert ask.found == steps(ask.game)
                looked += 1
    assert looked > 100
