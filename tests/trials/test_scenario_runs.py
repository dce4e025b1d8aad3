"""Running scenarios: every kind of expectation can fail, and says what was expected and what came."""

from __future__ import annotations

import pytest

from pbem.trials.scenario import Difference, read
from tests.toys.mail import installed

HEAD = """\
title: wonders_duel
name: one
given:
  open: [altar, baths, tavern, stable]
  cities.ben.coins: 1
"""


def differences(rest: str, head: str = HEAD) -> list[Difference]:
    (scenario,) = read("my.yaml", head + rest)
    return scenario.run()


WALLS = "The card Walls is not face up in the layout. (WD-LA-2) [not legal, card_not_open]"


@pytest.mark.parametrize(
    ("step", "path", "expected", "got"),
    [
        ("expect: {pawn: 3}", "pawn", "3", "0"),
        ("expect: {active: ben}", "active", "ben", "0"),
        ("expect: {cities.anna.coins: 8}", "cities.anna.coins", "8", "7"),
        ("expect: {cities.anna.coin: 8}", "cities.anna.coin", "8", "cities.anna has no 'coin'; it has coins"),
        ("expect: {discards has: altar}", "discards has", "altar", "[]"),
        ("expect: {face_up count: 3}", "face_up count", "3", "{a1s01: altar"),
        ("expect: {cities.anna.coins least: 8}", "cities.anna.coins least", "8", "7"),
        ("expect: {cities.anna.coins most: 6}", "cities.anna.coins most", "6", "7"),
        ("expect: {loot lacks: [[2, 5]]}", "loot lacks", "[[2, 5]]", "[[2, 5], [2, 5]]"),
        ("refused: {anna: build altar}", "refused anna: build altar", "a refusal", "it is legal"),
        ("refused: {ben: build altar, key: rude}", "refused ben: build altar: key", "rude", "not_your_turn"),
        ("refused: {anna: build walls, rule: WD-TR-3}", "refused anna: build walls: rule", "WD-TR-3", "WD-LA-2"),
        ("refused: {anna: build, kind: ambiguous}", "refused anna: build: kind", "ambiguous", "not readable"),
        ("refused: {anna: build walls, values: {card: altar}}", "values.card", "altar", "walls"),
        ("refused: {anna: build wals, near: [altar]}", "near", "altar", "[walls"),
        ("asked: nobody", "asked", "nobody", "[anna]"),
        ("asked: {player: ben}", "asked", "[ben]", "[anna]"),
        ("asked: {player: anna, kind: draft_wonders}", "asked anna: kind", "draft_wonders", "play_card"),
        ("asked: {player: anna, default: discard altar}", "asked anna: default", "discard altar", "build altar"),
        ("legal: {has: [build walls]}", "legal has", "build walls", "[build altar"),
        ("legal: {has: ['wonder *']}", "legal has", "wonder *", "[build altar"),
        ("legal: {lacks: ['discard *']}", "legal lacks", "no discard *", "[build altar"),
        ("legal: {only: ['build *']}", "legal only", "[build *]", "[build altar"),
        ("legal: {count: 2}", "legal count", "2", "8: build altar"),
        ("legal: {player: ben, count: 2}", "legal", "ben to be asked", "anna (play_card)"),
        ("costs: {anna: {build baths: {coins: 3}}}", "costs anna: build baths: coins", "3", "2"),
        (
            "costs: {anna: {build walls: {coins: 3}}}",
            "costs anna: build walls",
            "{coins: 3}",
            "The card Walls is not face up",
        ),
        ("notes: [{key: built}]", "notes", "{key: built}", "[]"),
        ("sees: {public: {pawn: 1}}", "public sees pawn", "1", "0"),
        ("hides: {ben: [altar]}", "hidden from ben: view", "no altar", "altar"),
        ("outcome: {winners: [anna]}", "outcome", "{winners: [anna]}", "the game goes on"),
        ("anna: build walls", "anna: build walls", "an order that is taken", WALLS),
        (
            "ben: build altar",
            "ben: build altar",
            "an order that is taken",
            "ben is not asked for anything now. [not legal,",
        ),
        (
            "anna: biuld altar",
            "anna: biuld altar",
            "an order that is taken",
            "No order begins with “biuld”. (WD-TN-2) Did",
        ),
        ("undo: done", "undo", "done", "refused"),
    ],
)
def test_an_expectation_that_does_not_hold_is_a_difference(step: str, path: str, expected: str, got: str) -> None:
    found = differences(f"play:\n- {step}\n")
    assert found
    assert all(one.where == "my.yaml:7" and one.scenario == "one" for one in found)
    assert any(path in one.path and expected == one.expected and one.got.startswith(got) for one in found), found


def test_after_an_order_that_is_refused_nothing_more_is_looked_at() -> None:
    found = differences("play:\n- anna: build walls\n- expect: {pawn: 7}\n")
    assert len(found) == 1


def test_differences_of_one_scenario_are_all_listed() -> None:
    found = differences("expect: {pawn: 7, age: 2}\nasked: nobody\n")
    assert [one.path for one in found] == ["pawn", "age", "asked"]


def test_notes_come_in_order_and_from_the_last_order_only() -> None:
    play = "play:\n- anna: build tavern\n- notes: [{key: built_free}, {key: coins_gained, player: anna, coins: 4}]\n"
    assert differences(play) == []
    assert differences(play + "- notes: [{key: coins_gained}, {key: built_free}]\n")
    assert differences(play + "- notes: {lacks: [{key: coins_gained, coins: 5}]}\n") == []
    assert differences(play + "- notes: {lacks: [{key: coins_gained, coins: 4}]}\n")
    assert differences(play + "- ben: build altar\n- notes: {lacks: [{key: coins_gained}]}\n") == []


def test_an_outcome_is_compared_part_by_part() -> None:
    head = HEAD.replace("open: [altar, baths, tavern, stable]", "open: [altar]\n  age: 3")
    ends = "outcome: {winners: [anna], how: civilian, scores: {anna: {blue: 3, total: 5}, ben: 0}}\n"
    assert differences("orders: [{anna: build altar}]\n" + ends, head) == []
    wrong = "outcome: {winners: [ben], how: draw, scores: {anna: {blue: 4, total: 6}, ben: 1}}\n"
    found = differences("orders: [{anna: build altar}]\n" + wrong, head)
    assert [one.path.removeprefix("outcome.") for one in found] == [
        "winners",
        "how",
        "scores.anna.blue",
        "scores.anna.total",
        "scores.ben.total",
    ]
    assert differences("orders: [{anna: build altar}]\noutcome: none\n", head)


def test_several_lines_of_one_player_are_several_orders() -> None:
    head = HEAD.replace("cities.ben.coins: 1", "cities.anna: {coins: 20, wonders: [sphinx]}")
    lines = "play:\n- anna: |\n    wonder sphinx with altar\n    build tavern\n- expect: {cities.anna.coins: 16}\n"
    assert differences(lines, head) == []


SETUP = "title: wonders_duel\nname: one\n"


BATTLE = """\
title: toy_battle
name: one
players: [anna, bob, carol, dave]
phase: round
given: {hands: [[c40], [c41], [c42], [c43]]}
chance: [[3], [4]]
play:
- anna: redraw no
- bob: redraw no
- anna: commit 1 weakest
- bob: commit 1 weakest
"""


def test_what_is_offered_is_let_pass_by_an_order_for_something_else_or_by_a_step() -> None:
    with installed(("toy_battle",)):
        taken = "- carol: play c42 for attacker\n- lapse: done\n- expect: {helped: [1, 0]}\n"
        assert differences(BATTLE + taken + "- lapse: done\n- expect: {round: 2}\n", "") == []
        assert differences(BATTLE + taken + "- anna: stand\n- expect: {round: 2}\n", "") == []
        found = differences(BATTLE + "- lapse: done\n- lapse: done\n", "")
        assert [(one.path, one.got) for one in found] == [("lapse", "nothing is")]


def test_chance_is_scripted_in_order() -> None:
    script = (
        "chance: [[1], {first: [law, economy]}, as listed, [walls, forum, brewery], as listed, as listed, as listed]\n"
    )
    expect = "expect: {first: ben, board: [law, economy, agriculture, architecture, masonry], removed has: [walls]}\n"
    assert differences(script + expect, SETUP) == []


def test_chance_that_is_not_scripted_is_a_difference_unless_there_is_a_seed() -> None:
    (found,) = differences("chance: [[1]]\nexpect: {first: ben}\n", SETUP)
    assert "a shuffle of 10 (tokens), but `chance` has no more outcomes" in found.got
    assert differences("chance: [[1]]\nseed: 3\nexpect: {first: ben}\n", SETUP) == []


def test_a_seed_gives_the_same_game_every_time() -> None:
    texts = [f"seed: {seed}\nexpect: {{board: []}}\n" for seed in (3, 3, 4)]
    boards = [differences(text, SETUP)[0].got for text in texts]
    assert boards[0] == boards[1] != boards[2]


def test_an_impossible_outcome_is_a_difference() -> None:
    (found,) = differences("chance: [[2]]\nexpect: {first: ben}\n", SETUP)
    assert "the rules want a draw of 1 out of 2 (first_player); [2] cannot be its outcome" in found.got


def test_an_outcome_that_is_not_used_is_a_difference() -> None:
    (found,) = differences("chance: [[3]]\nexpect: {pawn: 0}\n")
    assert (found.path, found.got) == ("chance", "unused: [[3]]")


def test_chance_may_stand_between_orders() -> None:
    head = HEAD.replace("open: [altar, baths, tavern, stable]", "open: [altar]\n  pawn: 1")
    play = "play:\n- chance: [as listed]\n- anna: build altar\n- expect: {face_up.a2s01: sawmill}\n"
    assert differences(play, head) == []


TWO = """\
title: wonders_duel
scenarios:
- name: first
  options: {age_start_tie: last_player_chooses}
  given: {open: [altar, baths, tavern, stable], cities.anna: {coins: 9, buildings: [quarry]}}
  play:
  - anna: build altar
  - expect: {cities.anna.coins: 9}
"""


LIKE = """\
- name: second
  like: first
  given: {cities.anna.coins: 4}
  expect:
    cities.anna.makes: [0, 0, 1, 0, 0]
    cities.anna.coins: 4
    options.age_start_tie: last_player_chooses
"""
AFTER = """\
- name: second
  after: first
  play:
  - ben: build tavern
  - expect: {cities.ben.coins: 11, cities.anna.buildings: [quarry, altar]}
"""


def test_a_position_like_an_earlier_one() -> None:
    _, second = read("my.yaml", TWO + LIKE)
    assert second.run() == []


def test_a_scenario_that_goes_on_after_another() -> None:
    _, second = read("my.yaml", TWO + AFTER)
    assert second.run() == []
    broken = (TWO + AFTER).replace("expect: {cities.anna.coins: 9}", "expect: {cities.anna.coins: 8}")
    _, second = read("my.yaml", broken)
    (found,) = second.run()
    assert found.path == "after first"


def test_rules_that_break_on_a_position_are_a_difference() -> None:
    (found,) = differences("phase: deal\ngiven: {decks: [walls], age: 1}\nchance: [[walls]]\nexpect: {age: 2}\n", SETUP)
    assert found.got.startswith("the rules fail with ValueError")
