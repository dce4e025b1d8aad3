"""Lines that are plans: what they answer after their first step."""

from __future__ import annotations

from typing import Any

import pytest
from world_kit import asked, going_on, position

from pbem.table import NotLegal, Table
from pbem.titles.world_history import TITLE
from pbem.titles.world_history.state import Holding, World


def follow(table: Table, text: str) -> list[str]:
    """Give a line and let its plan answer as long as it does; the orders that came of it."""
    first = asked(table)
    _, said = first.kind.read(text, table.players, first.player)
    given = [first.write(first.parse(text, table.players), table.players)]
    table.order(first.player, text)
    memory: dict[str, Any] = {}
    while table.pending:
        ask = asked(table)
        answer = TITLE.plans[first.kind.id](table.state, ask.player, ask, said, memory)
        if answer is None:
            break
        given.append(ask.write(ask.check(answer), table.players))
        table.answer(ask.player, answer)
    return given


def war(units: int, defenders: int) -> World:
    """anna in the Nile Delta, ben in Nubia."""
    lands = {"nile_delta": Holding(0, "lion"), "nubia": Holding(1, "bear", armies=defenders)}
    return position("egypt", lands, units)


WIN, LOSE, TIE = [6, 1, 2], [1, 1, 5], [4, 1, 4]


def test_one_unit_fights_until_it_wins_or_falls() -> None:
    table = going_on(war(4, 2), TIE + WIN + WIN)
    assert follow(table, "attack nubia") == ["attack nubia from nile_delta", "go on", "go on"]
    assert table.state.lands["nubia"].owner == 0


def test_without_until_won_a_lost_unit_ends_the_plan() -> None:
    table = going_on(war(4, 1), LOSE)
    assert follow(table, "attack nubia") == ["attack nubia from nile_delta"]


def test_until_won_sends_the_next_unit() -> None:
    table = going_on(war(4, 1), LOSE + LOSE + WIN)
    assert follow(table, "attack nubia until won") == ["attack nubia from nile_delta"] * 3
    assert table.state.turn.parts[0].units == 1


def test_losses_stop_the_plan() -> None:
    table = going_on(war(6, 1), LOSE + LOSE)
    assert len(follow(table, "attack nubia until won losses 2")) == 2
    assert table.state.turn.parts[0].units == 4


def test_keep_stops_before_the_last_units_go() -> None:
    table = going_on(war(4, 1), LOSE + LOSE)
    assert len(follow(table, "attack nubia until won keep 2")) == 2
    assert table.state.turn.parts[0].units == 2


def test_keep_breaks_off_a_fight_that_has_become_too_dear() -> None:
    game = war(3, 2)
    table = going_on(game, WIN)
    table.order(0, "attack nubia")
    ask = asked(table)
    table.state.turn.parts[0].units = 2  # as if one had been spent meanwhile
    answer = TITLE.plans["place_unit"](table.state, 0, ask, ("attack", "nubia", (None, True, None, 2, None)), {})
    assert answer == ("break off",)


def test_keep_is_refused_if_the_first_unit_would_already_break_it() -> None:
    with pytest.raises(NotLegal) as refused:
        going_on(war(2, 1), []).order(0, "attack nubia until won keep 2")
    assert refused.value.key == "keep_reached"


def test_armies_several_times() -> None:
    table = going_on(war(4, 1), [])
    assert follow(table, "army libya x2") == ["army libya", "army libya"]
    assert table.state.lands["libya"].armies == 2


def test_a_list_of_event_pieces() -> None:
    game = war(4, 1)
    game.now.event, game.now.allies = "E1-alliance", 2
    table = going_on(game, [])
    assert follow(table, "event army palestine, levant") == ["event army palestine", "event army levant"]


def test_barbarians_try_their_lands_in_order_and_stop() -> None:
    lands = {
        "middle_tigris": Holding(1, "bear"),
        "levant": Holding(0, "bear"),  # her own: left out
        "palestine": Holding(2, "bear"),
        "upper_tigris": Holding(2, "bear"),
    }
    game = position("egypt", lands, 0)
    game.turn = None
    game.phase, game.epoch = "turn", 2
    game.players[0].card, game.events = ["carthage"], ["E2-barbarians"]
    table = going_on(game, WIN + TIE + WIN)
    table.order(0, "emblem lion")
    assert follow(table, "barbarians from arabian_desert against middle_tigris, levant, palestine") == [
        "barbarians from arabian_desert against middle_tigris",
        "barbarians from arabian_desert against palestine",
        "go on",
        "stop",
    ]
