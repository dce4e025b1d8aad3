"""Positions that scenarios give are completed, and wrong ones are refused with the place of the fault."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.titles.age_of_reason import TITLE
from pbem.titles.age_of_reason.scenario import given
from pbem.titles.age_of_reason.state import Reason, new
from pbem.trials.scenario import BadScenario, read


def blank() -> Reason:
    return new(3, TITLE.settle(3, {}), 0)


def test_what_is_left_out_follows() -> None:
    game = blank()
    game.discs = {"india": {"spain": 1}}
    game.players[0].discards = ["russia_s1_n0"]
    assert list(given(game, {"nations": ["russia"], "alliances": [["spain"], ["russia"]]})) == []
    assert [player.nation for player in game.players] == ["russia", "britain", "netherlands"]
    assert len(game.players[0].hand) == 10
    assert {nation: game.alliance[nation] for nation in ("spain", "russia", "britain")} == {
        "spain": 1,
        "russia": 2,
        "britain": 3,
    }
    assert game.order == [0, 1, 2]
    assert (game.round, game.action, len(game.bag), len(game.discs)) == (1, 1, 20, 11)


WRONG: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({}, {"nations": ["bavaria"]}, "nations"),
    ({}, {"nations": ["spain", "spain"]}, "nations"),
    ({}, {"nations": ["spain", "france", "russia", "austria"]}, "nations"),
    ({}, {"alliances": [["spain"]]}, "alliances"),
    ({}, {"alliances": [["spain"], ["spain"]]}, "alliances"),
    ({}, {"active": "russia"}, "active"),
    ({"discs": {"india": {"bavaria": 1}}}, {}, "discs.india"),
    ({"discs": {"bavaria": {"spain": 1}}}, {}, "discs.bavaria"),
    ({"discs": {"india": {"spain": 23}}}, {}, "discs"),
    ({"discs": {"india": {"spain": 0}}}, {}, "discs.india"),
    ({"markers": {"india": ["africa_1"]}}, {}, "markers.india"),
    ({"markers": {"india": ["india_1", "india_1"]}}, {}, "markers"),
    ({"fields": {"saxony": ["spain", "france"]}}, {}, "fields.saxony"),
    ({"fields": {"prussia": ["spain"]}}, {}, "fields.prussia"),
]


@pytest.mark.parametrize(("fields", "words", "path"), WRONG, ids=[f"{one[2]} {n}" for n, one in enumerate(WRONG)])
def test_a_wrong_position_is_refused(fields: dict[str, Any], words: dict[str, Any], path: str) -> None:
    game = blank()
    for name, value in fields.items():
        setattr(game, name, value)
    assert path in [where for where, _ in given(game, words)]


def test_the_last_round_ends_only_with_the_points_of_all_rounds() -> None:
    """AOR-END-1: they are listed by round."""
    game = blank()
    game.phase, game.round = "round_end", 3
    assert [where for where, _ in given(game, {})] == [f"players.{seat}.standings" for seat in range(3)]
    text = "title: age_of_reason\nname: x\nphase: round_end\ngiven: {round: 3}\noutcome: none\n"
    with pytest.raises(
        BadScenario, match=r"given\.players\.anna\.standings: must have the points after each of 3 rounds"
    ):
        read("my.yaml", text)


@pytest.mark.parametrize("hand", [["russia_s9_n9"], ["russia_s1_n0"], ["britain_s1_n1", "britain_s1_n1"]])
def test_a_wrong_hand_is_refused(hand: list[str]) -> None:
    game = blank()
    game.players[0].hand = hand
    assert [where for where, _ in given(game, {"nations": ["britain"]})] == ["players.0.hand"]
