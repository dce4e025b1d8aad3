"""Batches through a way in, and from a batch that fails to the one input that is to blame."""

from __future__ import annotations

import os
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from pbem.campaign.published import position_text
from pbem.table import Title, Words
from pbem.table.state_json import canonical
from pbem.words.console import as_text

from .dice import Dice
from .table import Wrong
from .ways import Way

BUDGET = 2.0
"""Seconds of CPU that one input may cost."""


class Slow(Wrong):
    """More CPU than the budget of one input."""


@dataclass(frozen=True)
class Failure:
    kind: str
    seed: int
    numbers: tuple[int, ...]
    what: str
    where: str
    """The last line of ours on the way to it; failures of one place count as one."""
    trace: str = field(compare=False, default="")

    @property
    def place(self) -> tuple[str, str, str]:
        return self.kind, self.what.split(":")[0], self.where

    @property
    def command(self) -> str:
        numbers = f"{self.numbers[0]}" if len(self.numbers) == 1 else f"{self.numbers[0]}-{self.numbers[-1]}"
        return f"python -m tests.fuzz --seed {self.seed} --kind {self.kind} --only {numbers}"

    def __str__(self) -> str:
        return f"{self.what}\n    at {self.where}\n    again: {self.command}"


_MOST_DRAWN = 5000
_drawn: dict[tuple[object, ...], str] = {}


@contextmanager
def drawn_once() -> Iterator[None]:
    """Lay every position out once: the same few come back with every batch, and nothing in them is a stranger's."""

    def once(draw: Callable[..., Any]) -> Callable[..., str]:
        def drawn(title: Title, what: Any, words: Words, *seat: int | None) -> str:
            wanted = (draw, canonical(what), words.language, *words.players, *seat)
            if wanted not in _drawn:
                if len(_drawn) > _MOST_DRAWN:
                    _drawn.clear()
                _drawn[wanted] = as_text(draw(title, what, words, *seat))
            return _drawn[wanted]

        return drawn

    board, moves = once(position_text.board), once(position_text.moves)
    with patch.object(position_text, "board", board), patch.object(position_text, "moves", moves):
        yield


class Fuzz:
    """One way in, one seed."""

    def __init__(self, way: Way[Any], seed: int) -> None:
        self.way, self.seed = way, seed
        self.outcomes: Counter[str] = Counter()
        self.failures: list[Failure] = []

    def batches(self, first: int, count: int) -> Iterator[int]:
        """Take the inputs from `first` on; gives back how many are done, after each batch."""
        done = 0
        while done < count:
            start = first + done
            size = min(self.way.batch - start % self.way.batch, count - done)
            self._batch(range(start, start + size))
            done += size
            yield done

    def _batch(self, numbers: Sequence[int]) -> None:
        failure = self.attempt(numbers)
        if failure is not None:
            self.failures += self._blamed(numbers, failure)

    def attempt(self, numbers: Sequence[int]) -> Failure | None:
        """All these inputs in one run of the moderator, at the position of their batch."""
        self.way.put_back(numbers[0] // self.way.batch)
        inputs = [(one, self.input(one)) for one in numbers]
        before = _cpu()
        try:
            with drawn_once():
                outcomes = self.way.take(inputs)
                spent = _cpu() - before
                self.way.check()
            if spent > BUDGET:
                raise Slow(f"{spent:.1f} s of CPU")
        # A library's panic is no Exception, and none of them may come as far as here.
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt | MemoryError):
                raise
            return self._failure(numbers, error)
        self.outcomes += outcomes
        return None

    def input(self, number: int) -> Any:
        return self.way.make(Dice(self.seed, self.way.kind, number))

    def _failure(self, numbers: Sequence[int], error: BaseException) -> Failure:
        frames = traceback.extract_tb(error.__traceback__)
        ours = [
            one for one in frames if f"{os.sep}pbem{os.sep}" in one.filename and "site-packages" not in one.filename
        ]
        at = (ours or list(frames))[-1]
        where = f"{Path(at.filename).parent.name}/{Path(at.filename).name}:{at.lineno} {at.name}"
        said = " ".join(str(error).split())[:400]
        trace = "".join(traceback.format_exception(error, limit=-12))
        return Failure(self.way.kind, self.seed, tuple(numbers), f"{type(error).__name__}: {said}", where, trace)

    def _blamed(self, numbers: Sequence[int], failure: Failure) -> list[Failure]:
        """The single inputs that fail by themselves; the batch as a whole, if none does."""
        if len(numbers) == 1:
            return [failure]
        slow = failure.what.startswith(Slow.__name__)
        # What is slow is tried one by one: in halves it would have to be waited for again and again.
        size = 1 if slow else len(numbers) // 2
        found: list[Failure] = []
        for at in range(0, len(numbers), size):
            part = numbers[at : at + size]
            again = self.attempt(part)
            if again is not None:
                found += self._blamed(part, again)
        # Many inputs together may cost more than one of them is allowed to.
        return found or ([] if slow else [failure])


def _cpu() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def report(failures: Sequence[Failure]) -> str:
    """Each place once, with the smallest batch that shows it."""
    places: dict[tuple[str, str, str], list[Failure]] = {}
    for one in failures:
        places.setdefault(one.place, []).append(one)
    lines = []
    for some in places.values():
        lines.append(f"{len(some)} × {min(some, key=lambda one: len(one.numbers))}")
    return "\n".join(lines)
