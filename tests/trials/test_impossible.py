"""Positions that no game can have are refused, with file and line: docs/scenarios.md promises it for every title."""

from __future__ import annotations

import pytest

from pbem import titles
from pbem.trials.scenario import BadScenario, read

PLAYERS = {"wonders_duel": 2, "world_history": 3, "age_of_reason": 2, "through_the_ages": 2, "seven_ages": 2}
HANDLES = ("anna", "ben", "carl")
IMPOSSIBLE = [
    ("wonders_duel", "cities.anna.coins: -3", "must not be negative"),
    ("wonders_duel", "pawn: 12", "must be from -9 to 9"),
    ("wonders_duel", "pawn: -10", "must be from -9 to 9"),
    ("wonders_duel", "active: 2", "2 is no seat"),
    ("wonders_duel", "active: zoe", "must be a whole number or a player (anna, ben), not 'zoe'"),
    (
        "world_history",
        "turn: {seat: zoe, empire: egypt, emblem: lion}",
        "turn: seat: must be a whole number or a player",
    ),
    ("world_history", "lands.wei: {owner: zoe, emblem: lion}", "lands: wei: owner: must be a whole number or a player"),
    ("wonders_duel", "{cities.anna.wonders: [sphinx], cities.ben.wonders: [sphinx]}", "sphinx is there twice"),
    ("wonders_duel", "{cities.anna.tokens: [law], board: [law]}", "law is there twice"),
    ("wonders_duel", "{cities.anna.buildings: [baths, baths]}", "baths is there twice"),
    ("wonders_duel", "loot.anna: [-2]", "must not be negative"),
    ("world_history", "lands.crete: {owner: 3, emblem: lion}", "3 is no seat"),
    ("world_history", "lands.crete: {owner: anna, emblem: lion, armies: 9}", "must be from 1 to"),
    ("world_history", "monuments: [crete, crete]", "crete is there twice"),
    ("world_history", "fleets.black_sea: {anna: -1}", "must not be negative"),
    ("world_history", "fleets.black_sea: {7: 1}", "7 is no seat"),
    ("world_history", "{empires: [egypt], players.anna.card: [egypt]}", "egypt is there twice"),
    ("world_history", "players.anna.points: [-1]", "must not be negative"),
    ("age_of_reason", "players.anna.gold: -1", "must not be negative"),
    ("age_of_reason", "start: 5", "5 is no seat"),
    ("age_of_reason", "order: [0, 9]", "9 is no seat"),
    ("age_of_reason", "nations: [france, france]", "must be different"),
    ("through_the_ages", "civs.anna.culture: -1", "must not be negative"),
    ("through_the_ages", "civs.anna.workers: {bronze: -1}", "must not be negative"),
    ("through_the_ages", "active: 4", "4 is no seat"),
    ("through_the_ages", "wars: [{card: war_over_culture_ii, attacker: anna, defender: 5}]", "5 is no seat"),
    ("through_the_ages", "{civs.anna.leader: homer, civs.ben.leader: homer}", "homer is there twice"),
    ("through_the_ages", "{civs.anna.wonders: [pyramids], row: [pyramids]}", "pyramids is there twice"),
    ("seven_ages", "players.anna.hand: [c1, c1]", "c1 is there twice"),
    ("seven_ages", "{players.anna.hand: [c1], discards: [c1]}", "c1 is there twice"),
    ("seven_ages", "first: 4", "4 is no seat"),
    ("seven_ages", "cities: {egypt: -1}", "must not be negative"),
]


@pytest.mark.parametrize(("title", "given", "wrong"), IMPOSSIBLE)
def test_an_impossible_position_is_refused(title: str, given: str, wrong: str) -> None:
    players = ", ".join(HANDLES[: PLAYERS[title]])
    text = f"title: {title}\nname: impossible\nplayers: [{players}]\ngiven:\n  {given}\nexpect: {{}}\n"
    with pytest.raises(BadScenario) as bad:
        read("my.yaml", text)
    assert wrong in str(bad.value), str(bad.value)
    assert str(bad.value).startswith("my.yaml:")


def test_every_title_is_tried_here() -> None:
    assert {title for title, _, _ in IMPOSSIBLE} >= set(titles.ours())
