"""Fair chance: every vector against the code, the kernel and a second implementation."""

from __future__ import annotations

import collections

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.seals import fair
from pbem.seals.fair import FairSource
from pbem.table.chance import Draw, Roll, Shuffle

from . import fair_by_the_book as book
from .casekit import Case, load

CASES = load("fair")


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_vector(case: Case) -> None:
    secret = bytes.fromhex(case["secret"])
    if "commitment" in case:
        assert fair.commitment(secret) == case["commitment"]
        assert fair.matches(secret, case["commitment"])
        return
    source = FairSource(secret, bytes.fromhex(case["genesis"]))
    for step in case["steps"]:
        if "mix" in step:
            source.mix(bytes.fromhex(step["mix"]))
        else:
            assert _take(source, step) == step["gives"]
    assert source.state() == case["state"]


def _take(source: FairSource, step: Case) -> object:
    if "below" in step:
        return source.below(*step["below"])
    if "roll" in step:
        count, sides = step["roll"]
        return Roll(count, sides).outcome(source.below)
    if "shuffle" in step:
        return Shuffle(range(step["shuffle"][0])).outcome(source.below)
    items, count = step["draw"]
    return Draw(range(items), count).outcome(source.below)


steps = st.lists(st.one_of(st.integers(1, 2**32), st.integers(1, 60), st.binary(max_size=70)), max_size=40)


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32), steps)
def test_the_second_implementation_agrees(secret: bytes, genesis: bytes, todo: list[int | bytes]) -> None:
    source, chance = FairSource(secret, genesis), book.Chance(secret, genesis)
    for step in todo:
        if isinstance(step, bytes):
            source.mix(step)
            chance.mix(step)
        else:
            assert source.below(step) == chance.below(step)
        assert source.state() == {"digest": chance.digest.hex(), "drawn": chance.drawn}
        source = FairSource.from_state(secret, source.state())  # saved and resumed at every step


@pytest.mark.parametrize("n", [2, 3, 6, 7, 52, 3 * 2**30])
def test_all_results_are_equally_likely(n: int) -> None:
    source = FairSource(b"s" * 32, b"g" * 32)
    groups = min(n, 12)
    counts = collections.Counter(source.below(n) * groups // n for _ in range(60_000))
    expected = 60_000 / groups if n % groups == 0 else None
    if expected is None:  # groups of unequal size: weigh them
        sizes = collections.Counter(i * groups // n for i in range(n))
        chi = sum((counts[g] - 60_000 * sizes[g] / n) ** 2 / (60_000 * sizes[g] / n) for g in range(groups))
    else:
        chi = sum((counts[g] - expected) ** 2 / expected for g in range(groups))
    assert chi < 40  # eleven degrees of freedom: one in 20,000 is above


def test_rejected_pieces_are_counted() -> None:
    """With 2**31 + 1 every second piece is thrown away; a modulo would favour small numbers."""
    source = FairSource(b"s" * 32, b"g" * 32)
    numbers = [source.below(2**31 + 1) for _ in range(4000)]
    assert 7400 < source.state()["drawn"] < 8600
    assert 1900 < sum(number < 2**30 for number in numbers) < 2100


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_impossible_ranges(n: int) -> None:
    with pytest.raises(ValueError, match="cannot be drawn"):
        FairSource(b"s" * 32, b"g" * 32).below(n)


@pytest.mark.parametrize("size", [0, 31, 33])
def test_sizes_are_checked(size: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        FairSource(b"s" * size, b"g" * 32)
    with pytest.raises(ValueError, match="32 bytes"):
        FairSource(b"s" * 32, b"g" * size)
    with pytest.raises(ValueError, match="32 bytes"):
        fair.commitment(b"s" * size)


def test_another_secret_does_not_match() -> None:
    assert not fair.matches(b"t" * 32, fair.commitment(b"s" * 32))
    assert not fair.matches(b"t" * 32, "ü")


def test_a_state_gives_nothing_away() -> None:
    one, two = FairSource(b"s" * 32, b"g" * 32), FairSource(b"t" * 32, b"g" * 32)
    one.below(6)
    two.below(6)
    assert one.state() == two.state()
