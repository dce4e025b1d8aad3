"""Conditions at their edges: each comparison with the value below, at and above; truths said to be true and false."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from pbem.orders.conditions import ConditionWords, holds, parse, write
from pbem.table import NUMBER, PLAYER, TRUTH, NotReadable, Vocabulary
from pbem.table.facts import Fact, facts

HANDLES = ("anna", "ben")


def of(name: str) -> Callable[..., Any]:
    return lambda game, seat, *args: game[name]


WORDS = ConditionWords(
    facts(
        Fact("coins", NUMBER, of("coins"), low=0),
        Fact("pawn", NUMBER, of("pawn"), low=-9, high=9),
        Fact("debt", NUMBER, of("debt")),
        Fact("taken", TRUTH, of("taken")),
        Fact("active", PLAYER, of("active")),
        Fact("card", "card", of("card")),
    ),
    {"card": Vocabulary("card", {"baths": {}, "press": {}})},
    Vocabulary("player", {handle: {} for handle in HANDLES}),
    HANDLES,
)
GAME = {"coins": 3, "pawn": 0, "debt": 3, "taken": True, "active": 1, "card": "baths"}


def true(text: str, changes: Mapping[str, Any] | None = None) -> bool:
    return holds(parse(text, WORDS), {**GAME, **(changes or {})}, 0)


BY_WORD = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@pytest.mark.parametrize("word", BY_WORD)
@pytest.mark.parametrize("coins", [2, 3, 4])
def test_a_comparison_below_at_and_above(word: str, coins: int) -> None:
    right = BY_WORD[word](coins, 3)
    assert true(f"coins {word} 3", {"coins": coins}) is right
    assert true(f"coins {word} debt", {"coins": coins}) is right, "the same against another fact"
    assert true(f"not coins {word} 3", {"coins": coins}) is not right


@pytest.mark.parametrize("taken", [True, False])
def test_a_truth_alone_negated_and_compared(taken: bool) -> None:
    game = {"taken": taken}
    assert true("taken", game) is taken
    assert true("not taken", game) is not taken
    assert true("taken = true", game) is taken
    assert true("taken = false", game) is not taken
    assert true("taken != true", game) is not taken
    assert true("taken != false", game) is taken
    assert true("taken in (true, false)", game)
    assert true("TAKEN = True", game) is taken, "capitals do not matter"


def test_only_true_and_false_are_truths() -> None:
    for text in ("taken = yes", "taken = 1", "taken = truth"):
        with pytest.raises(NotReadable) as caught:
            parse(text, WORDS)
        assert caught.value.key == "not_a_truth"


@pytest.mark.parametrize("word", [*BY_WORD, "in"])
def test_what_is_not_there_is_nothing_but_different(word: str) -> None:
    value = "(3)" if word == "in" else "3"
    assert true(f"coins {word} {value}", {"coins": None}) is (word == "!=")
    if word != "in":
        assert true(f"coins {word} debt", {"debt": None}) is (word == "!=")


def test_all_of_them_or_one_of_them() -> None:
    for one in (True, False):
        for other in (True, False):
            game = {"taken": one, "coins": 3 if other else 2}
            assert true("taken and coins = 3", game) is (one and other)
            assert true("taken or coins = 3", game) is (one or other)


@pytest.mark.parametrize(
    "text",
    [
        "pawn > 8",
        "pawn >= 9",
        "pawn < -8",
        "pawn <= -9",
        "pawn = 9",
        "pawn = -9",
        "pawn in (9, 12)",
        "coins = 0",
        "coins <= 0",
        "coins < 1",
        "coins > 3 and coins < 5",
        "coins >= 3 and coins <= 3",
        "coins > 5 or coins < 3",
        "debt < -100",
        "debt > 100 and debt < 102",
        "pawn > 9 or pawn > 8",
        "coins != 3 and coins < 4",
        "card in (baths, press) and card != baths",
        "not (coins < 3 and coins > 5)",
        "coins < debt and coins > 5",
        "taken = true and taken != false",
    ],
)
def test_what_can_just_be_true_is_taken(text: str) -> None:
    assert write(parse(text, WORDS), HANDLES) == text


@pytest.mark.parametrize(
    "text",
    [
        "pawn > 9",
        "pawn >= 10",
        "pawn < -9",
        "pawn <= -10",
        "pawn = 10",
        "pawn = -10",
        "pawn in (10, 12)",
        "coins < 0",
        "coins <= -1",
        "coins > 3 and coins < 4",
        "coins >= 4 and coins <= 3",
        "pawn > 9 or pawn < -9",
        "debt > 100 and debt < 101",
        "card in (baths, press) and card != baths and card != press",
        "taken = true and taken = false",
        "taken = true and taken != true",
        "taken and not taken",
        "coins = 1 and (pawn > 9 and taken)",
        "card = baths and card = press",
        "coins in (1, 2) and coins in (3, 4)",
    ],
)
def test_what_can_never_be_true_is_refused(text: str) -> None:
    with pytest.raises(NotReadable) as caught:
        parse(text, WORDS)
    assert caught.value.key == "condition_never"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("coins", "fact_must_be_compared"),
        ("taken < true", "fact_must_be_ordered"),
        ("taken >= true", "fact_must_be_ordered"),
        ("active > anna", "fact_must_be_ordered"),
        ("card <= baths", "fact_must_be_ordered"),
    ],
)
def test_only_numbers_have_an_order_and_only_truths_stand_alone(text: str, key: str) -> None:
    with pytest.raises(NotReadable) as caught:
        parse(text, WORDS)
    assert caught.value.key == key


def test_a_player_is_written_by_name_and_a_truth_by_its_word() -> None:
    for text in ("active = ben", "active in (anna, ben)", "taken = false", "taken in (true, false)"):
        assert write(parse(text, WORDS), HANDLES) == text
    assert true("active = ben")
    assert not true("active = anna")
