"""Chance: exactly how numbers become dice, shuffles and draws, and that they are even."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pbem.table import Draw, Roll, Shuffle


def script(*numbers: tuple[int, int]) -> Callable[[int], int]:
    """A source that gives these numbers, and minds which bounds it is asked for."""
    rest: Iterator[tuple[int, int]] = iter(numbers)

    def below(bound: int) -> int:
        wanted, number = next(rest)
        assert bound == wanted
        return number

    return below


def test_dice_are_one_more_than_the_number() -> None:
    assert Roll(3, 6).outcome(script((6, 0), (6, 5), (6, 2))) == [1, 6, 3]


def test_a_shuffle_goes_from_the_end_to_the_front() -> None:
    """Fisher-Yates: the place i, from the last to the second, changes with one from 0 to i."""
    assert Shuffle("abcd").outcome(script((4, 0), (3, 1), (2, 1))) == ["d", "c", "b", "a"]
    assert Shuffle("abcd").outcome(script((4, 3), (3, 2), (2, 1))) == ["a", "b", "c", "d"]


def test_a_draw_goes_from_the_front() -> None:
    """The place n changes with one from n on; what comes to n is drawn."""
    assert Draw("abcd", 2).outcome(script((4, 3), (3, 0))) == ["d", "b"]
    assert Draw("abcd", 4).outcome(script((4, 1), (3, 1), (2, 0), (1, 0))) == ["b", "c", "a", "d"]


def test_no_numbers_are_used_where_nothing_is_open() -> None:
    assert Shuffle("a").outcome(script()) == ["a"]
    assert Shuffle("").outcome(script()) == []
    assert Draw("", 3).outcome(script()) == []
    assert Roll(0).outcome(script()) == []


def test_a_draw_takes_what_there_is() -> None:
    assert sorted(Draw("ab", 5).outcome(random.Random(1).randrange)) == ["a", "b"]


def test_the_items_are_left_alone() -> None:
    items = ["a", "b", "c"]
    Shuffle(items).outcome(random.Random(1).randrange)
    Draw(items, 2).outcome(random.Random(1).randrange)
    assert items == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("chance", "kinds"),
    [(Shuffle("abc"), 6), (Draw("abcd", 2), 12), (Roll(2, 4), 16)],
    ids=["shuffle", "draw", "roll"],
)
def test_outcomes_are_even(chance: Any, kinds: int) -> None:
    below = random.Random(7).randrange
    seen = Counter(tuple(chance.outcome(below)) for _ in range(500 * kinds))
    assert len(seen) == kinds
    assert all(380 < n < 620 for n in seen.values())


@pytest.mark.parametrize(
    ("chance", "outcome", "possible"),
    [
        (Roll(2, 6), [1, 6], True),
        (Roll(2, 6), [1], False),
        (Roll(2, 6), [0, 3], False),
        (Roll(2, 6), [7, 3], False),
        (Roll(1, 6), [True], False),
        (Roll(1, 6), (3,), False),
        (Shuffle("aab"), ["a", "b", "a"], True),
        (Shuffle("aab"), ["a", "b", "b"], False),
        (Shuffle("ab"), ["a"], False),
        (Shuffle([1, 2]), ["1", "2"], False),
        (Draw("aab", 2), ["a", "a"], True),
        (Draw("aab", 2), ["b", "b"], False),
        (Draw("ab", 1), ["a", "b"], False),
        (Draw([(1, 2), (3, 4)], 1), [(3, 4)], True),
    ],
)
def test_which_outcomes_are_possible(chance: Any, outcome: Any, possible: bool) -> None:
    assert chance.possible(outcome) is possible
