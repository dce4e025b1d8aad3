"""The figures that stand in the data of a card, for the sentence that says what the card does.

So a sentence has no number of its own (`{n1}`, `{n2}` …), and an edition's figures are told as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


def printed_figures(effects: Any) -> dict[str, int]:
    """The whole numbers of effects as `n1`, `n2` …, in the order in which they are written."""
    return {f"n{place}": number for place, number in enumerate(_numbers(effects), start=1)}


def _numbers(data: Any) -> Iterator[int]:
    if isinstance(data, Mapping):
        for value in data.values():
            yield from _numbers(value)
    elif isinstance(data, (list, tuple)):
        for value in data:
            yield from _numbers(value)
    elif isinstance(data, int) and not isinstance(data, bool):
        yield data
