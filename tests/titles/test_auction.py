"""Bids with a maximum, and sealed ones, are read alike in every title that has an auction."""

from __future__ import annotations

import pytest

from pbem.table import NotLegal
from pbem.titles.auction import amount, highest


@pytest.mark.parametrize(
    ("said", "limit", "least", "bid"),
    [
        ("least", None, 3, 3),
        ("least", 5, 5, 5),
        (4, None, 2, 4),
        (2, None, 4, 2),  # too low: the ask itself says so
        (2, 5, 1, 2),
        (2, 5, 4, 4),
    ],
)
def test_what_a_bid_offers_now(said: int | str, limit: int | None, least: int, bid: int) -> None:
    assert amount(said, limit, least, "X-1") == bid


@pytest.mark.parametrize("said", ["least", 2, 6])
def test_a_bid_above_its_maximum_leaves_the_word_to_the_next_alternative(said: int | str) -> None:
    with pytest.raises(NotLegal) as refused:
        amount(said, 5, 6, "X-1")
    assert (refused.value.key, refused.value.values, refused.value.rule) == (
        "over_maximum",
        {"least": 6, "most": 5},
        "X-1",
    )
    assert refused.value.moot


def test_of_equal_sealed_bids_the_first_in_order_wins() -> None:
    assert highest({2: 4, 0: 4, 1: 3}) == 2
    assert highest({1: 3, 2: 4, 0: 4}) == 2
