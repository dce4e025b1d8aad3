"""Lines that are plans: what they answer after their first step."""

from __future__ import annotations

from typing import Any

import pytest
from world_kit import asked, going_on, position

from pbem.table import NotLegal, Table
from pbem.titles.world_history import TITLE
from pbem.titles.world_history.state import Holding, Turn, World, new


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


def test_a_list_of_lands_is_placed_in_the_written_order() -> None:
    table = going_on(position("egypt", {"nile_delta": Holding(0, "lion")}, 6), [])
    assert follow(table, "army libya x2, nubia, wei, palestine") == [
        "army libya",
        "army libya",
        "army nubia",
        "army palestine",
    ]
    assert follow(table, "fort libya, nubia") == ["fort libya", "fort nubia"]


def test_the_first_of_a_list_must_be_possible() -> None:
    table = going_on(position("egypt", {"nile_delta": Holding(0, "lion")}, 6), [])
    with pytest.raises(NotLegal) as refused:
        asked(table).parse("army wei, libya", table.players)
    assert (refused.value.key, refused.value.values["place"]) == ("out_of_reach", "wei")


def test_fleets_are_listed_too() -> None:
    game = position("greek_city_states", {"peloponnese": Holding(0, "lion")}, 4)
    assert follow(going_on(game, []), "fleet eastern_mediterranean x2, black_sea") == [
        "fleet eastern_mediterranean",
        "fleet eastern_mediterranean",
        "fleet black_sea",
    ]


@pytest.mark.parametrize("text", ["fort nile_delta x2", "fort nile_delta, nile_delta"])
def test_a_land_holds_one_fort(text: str) -> None:
    """WH-5.7-3."""
    table = going_on(position("egypt", {"nile_delta": Holding(0, "lion")}, 4), [])
    with pytest.raises(NotLegal) as refused:
        asked(table).parse(text, table.players)
    assert (refused.value.key, refused.value.rule) == ("one_fort", "WH-5.7-3")
    assert follow(table, "fort nile_delta x1") == ["fort nile_delta"]


def rising(fixes: int = 4) -> World:
    """Rebellion is anna's event; ben has two lands."""
    game = new(3, {}, fixes)
    game.lands = {"wei": Holding(1, "bear", 1, 3), "libya": Holding(1, "bear", 1)}
    game.players[0].played = ["egypt"]
    game.epoch, game.realms = 1, 1
    game.turn = Turn(0, "egypt", "E1-rebellion", "lion")
    game.phase = "turn"
    return game


def at_the_rebellion(dice: list[int], fixes: int = 4) -> Table:
    table = going_on(rising(fixes), dice)
    table.order(0, "emblem lion")
    return table


def test_rounds_break_a_rebellion_off_and_the_next_line_takes_it_elsewhere() -> None:
    """WH-5.5-9, WH-events-29."""
    table = at_the_rebellion(WIN + TIE + WIN)
    assert follow(table, "rebellion in wei rounds 2") == ["rebellion in wei", "go on", "break off"]
    assert table.state.lands["wei"].armies == 2
    assert follow(table, "rebellion in libya") == ["rebellion in libya"]
    assert table.state.lands["libya"].owner == 0


def test_a_rebellion_of_older_games_fights_to_the_end() -> None:
    table = at_the_rebellion(WIN + WIN + WIN, fixes=3)
    table.order(0, "rebellion in wei rounds 1")
    assert table.state.lands["wei"].owner == 0
