"""Chance that rules may ask for. Outcomes come from a source of unbiased numbers.

How numbers become dice, shuffles and draws is fixed here and documented
in docs/fair-chance.md, so that anybody can recompute a game.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

Below = Callable[[int], int]


class OutOfChance(Exception):
    """A table without a source of chance met a die."""


def no_chance(_: int) -> int:
    raise OutOfChance("this table has no source of chance")


class Chance:
    """Abstract for the type checker only, like asks."""

    __slots__ = ("label",)
    sides = 0
    """For dice; 0 for everything else."""
    label: str
    """What is drawn, for those who recompute a game: `key` or `key:thing`; the title's words have it as `drawn.key`."""

    @abstractmethod
    def outcome(self, below: Below) -> Any: ...

    @abstractmethod
    def possible(self, outcome: Any) -> bool:
        """Whether a scripted or recorded outcome is possible for this chance."""


class Roll(Chance):
    """Dice: a list of numbers from 1 to `sides`."""

    __slots__ = ("count", "sides")  # a class variable cannot share its name with a slot
    sides: int

    def __init__(self, count: int = 1, sides: int = 6, label: str = "") -> None:
        self.count, self.sides, self.label = count, sides, label

    def outcome(self, below: Below) -> list[int]:
        sides = self.sides
        return [1 + below(sides)] if self.count == 1 else [1 + below(sides) for _ in range(self.count)]

    def possible(self, outcome: Any) -> bool:
        return (
            isinstance(outcome, list)
            and len(outcome) == self.count
            and all(type(die) is int and 1 <= die <= self.sides for die in outcome)
        )


class Shuffle(Chance):
    """The items in a random order, as a new list."""

    __slots__ = ("items",)

    def __init__(self, items: Sequence[Any], label: str = "") -> None:
        self.items, self.label = items, label

    def outcome(self, below: Below) -> list[Any]:
        mixed = list(self.items)
        for i in range(len(mixed) - 1, 0, -1):
            j = below(i + 1)
            mixed[i], mixed[j] = mixed[j], mixed[i]
        return mixed

    def possible(self, outcome: Any) -> bool:
        return isinstance(outcome, list) and sorted(map(repr, outcome)) == sorted(map(repr, self.items))


class Draw(Chance):
    """Some of the items at random, in the order drawn. The rule removes them."""

    __slots__ = ("count", "items")

    def __init__(self, items: Sequence[Any], count: int = 1, label: str = "") -> None:
        self.items, self.count, self.label = items, min(count, len(items)), label

    def outcome(self, below: Below) -> list[Any]:
        pool = list(self.items)
        drawn = []
        for n in range(self.count):
            j = n + below(len(pool) - n)
            pool[n], pool[j] = pool[j], pool[n]
            drawn.append(pool[n])
        return drawn

    def possible(self, outcome: Any) -> bool:
        if not isinstance(outcome, list) or len(outcome) != self.count:
            return False
        rest = list(self.items)
        for one in outcome:
            if one not in rest:
                return False
            rest.remove(one)
        return True
