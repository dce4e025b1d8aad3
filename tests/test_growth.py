"""The measure of costs itself: it tells what is linear from what is not."""

from __future__ import annotations

import re
from typing import Any

from tests import growth

TEXT = "ab" * 10_000


def linear(text: str) -> object:
    return re.sub("a", "", text)


def quadratic(text: str) -> object:
    return re.sub("(?:ab)+c", "", text[:4000])


def test_what_is_linear_is_told_from_what_is_quadratic() -> None:
    def plain() -> object:
        return linear(TEXT[:2000])

    assert growth.is_linear(linear, TEXT, plain)
    assert not growth.is_linear(quadratic, TEXT[:4000], plain)
    assert growth.is_at_most(lambda: linear(TEXT), 4, lambda: linear(TEXT[:10_000]))
    assert not growth.is_at_most(lambda: quadratic(TEXT), 2, lambda: quadratic(TEXT[:1000]))


def test_one_disturbance_is_no_growth(monkeypatch: Any) -> None:
    """A clock that jumps once: the least of several tries counts."""
    clock = iter([0.0, 1.0, 1.0, 91.0, 91.0, 92.0, *(100.0 + n for n in range(50))])
    monkeypatch.setattr(growth, "process_time", lambda: next(clock))
    assert growth.is_linear(len, TEXT, lambda: None)
