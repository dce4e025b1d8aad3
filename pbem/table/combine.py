"""Subsets and orders of items that may be equal to each other, each listed once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, permutations
from typing import Any


def counted(items: Iterable[Any]) -> dict[Any, int]:
    """How often each item occurs, in order of first occurrence."""
    counts: dict[Any, int] = {}
    for item in items:
        counts[item] = counts.get(item, 0) + 1
    return counts


def within(chosen: Sequence[Any], counts: Mapping[Any, int]) -> bool:
    """Whether no item is chosen more often than it occurs."""
    for item, number in counted(chosen).items():  # noqa: SIM110 - a generator takes longer
        if number > counts.get(item, 0):
            return False
    return True


def subsets(items: Sequence[Any], counts: Mapping[Any, int], size: int) -> Iterator[tuple[Any, ...]]:
    """The subsets of a given size, each once, with equal items together in order of first occurrence."""
    if len(counts) == len(items):
        return combinations(items, size)
    return _multisets(list(counts.items()), size)


def number_of_subsets(counts: Mapping[Any, int], size: int) -> int:
    """How many `subsets` there are."""
    ways = [1] + [0] * size
    for number in counts.values():
        ways = [sum(ways[n - taken] for taken in range(min(number, n) + 1)) for n in range(size + 1)]
    return ways[size]


def _multisets(counts: list[tuple[Any, int]], size: int) -> Iterator[tuple[Any, ...]]:
    if sum(number for _, number in counts) < size:
        return
    if not size:
        yield ()
        return
    (item, number), rest = counts[0], counts[1:]
    for taken in range(min(number, size), -1, -1):
        for more in _multisets(rest, size - taken):
            yield (item,) * taken + more


def orders(items: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """The orders of the items, each once."""
    counts = counted(items)
    if len(counts) == len(items):
        return permutations(items)
    return _rearranged(counts, len(items))


def _rearranged(counts: dict[Any, int], left: int) -> Iterator[tuple[Any, ...]]:
    if not left:
        yield ()
    for item in counts:
        if counts[item]:
            counts[item] -= 1
            for rest in _rearranged(counts, left - 1):
                yield (item, *rest)
            counts[item] += 1


def without(values: tuple[Any, ...], place: int) -> Any:
    """The item of a spoken one, without its multiplicity."""
    rest = values[:place] + values[place + 1 :]
    return rest[0] if len(rest) == 1 else rest


def with_times(item: Any, place: int, number: int | None, width: int) -> tuple[Any, ...]:
    rest = (item,) if width == 2 else item
    return (*rest[:place], number, *rest[place:])
