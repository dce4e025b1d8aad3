from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.table import BadSetup, Game, Option, Table

from .kit import TITLE, table


def test_options_are_settled() -> None:
    assert TITLE.settle(2, None) == {"open": True, "speed": "slow"}
    assert TITLE.settle(3, {"open": "FALSE", "speed": "3"}) == {"open": False, "speed": 3}


@pytest.mark.parametrize(
    ("seats", "options", "says"),
    [
        (4, {}, "tiny is for 2, 3 players, not 4"),
        (2, {"sped": 1}, "no option 'sped'; its options: open, speed"),
        (2, {"speed": "faster"}, "option speed of tiny is one of slow, fast, 3, not 'faster'"),
    ],
)
def test_a_wrong_set_up_is_refused(seats: int, options: dict[str, object], says: str) -> None:
    with pytest.raises(BadSetup, match=says):
        TITLE.settle(seats, options)


def test_a_game_that_began_before_an_option_does_not_have_it() -> None:
    newer = replace(TITLE, options=(*TITLE.options, Option("late", (False, True), since=2)), fixes=2)
    assert newer.settle(2, None) == {"open": True, "speed": "slow", "late": False}
    assert newer.settle(2, None, fixes=1) == {"open": True, "speed": "slow"}
    old = Table(newer, ("anna", "ben"), below=lambda n: 0, fixes=1)
    assert "late" not in old.state.options
    with pytest.raises(BadSetup, match="no option 'late'"):
        newer.settle(2, {"late": True}, fixes=1)


def test_a_table_refuses_it_too() -> None:
    with pytest.raises(BadSetup):
        table(players=("anna",))


def test_the_rules_of_a_title() -> None:
    assert TITLE.rule_ids() == ["K-1", "K-2", "K-R-1"]


def test_others_sit_in_turn_order() -> None:
    game = Game(4, {}, 2)
    assert game.others(2) == [3, 0, 1]
    assert (game.fix(2), game.fix(3)) == (True, False)
