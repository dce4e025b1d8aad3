"""The parts that order forms are made of; each reads its words and writes them back.

Matching goes left to right without backtracking, so a line of any length
costs linear time.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from .reading import Reading, Wild
from .vocabulary import Vocabulary, fold

BIGGEST_NUMBER = 10**9


class Node(ABC):
    """A part of a form. `captures` says whether it adds a value to the answer."""

    captures = False

    @abstractmethod
    def match(self, run: Reading, i: int, out: list[Any]) -> int:
        """The index after the match, or -1; values are appended to `out`."""

    @abstractmethod
    def write(self, value: Any, players: Sequence[str], out: list[str]) -> None:
        """Append the words of a value."""

    def fits(self, value: Any) -> bool:
        """Whether this part could have given the value; parts without a capture give none."""
        return value is None

    def exact(self, run: Reading, i: int) -> bool:
        """Whether the word there is a whole name of what this part takes, not an abbreviation."""
        return False


class Word(Node):
    def __init__(self, text: str, verb: bool = False) -> None:
        self.text, self.folded, self.verb = text, fold(text), verb

    def match(self, run: Reading, i: int, out: list[Any]) -> int:
        if i < len(run.tokens):
            token = run.tokens[i]
            if not token.quoted:
                if token.folded == self.folded:
                    return i + 1
                if self.verb and run.verbs.meant(token.folded) == [self.folded]:
                    return i + 1
        return run.fail(i, self.text)

    def write(self, value: Any, players: Sequence[str], out: list[str]) -> None:
        out.append(self.text)

    def fits(self, value: Any) -> bool:
        return bool(value == self.text)


class Comma(Node):
    def match(self, run: Reading, i: int, out: list[Any]) -> int:
        if i < len(run.tokens) and run.tokens[i].is_comma:
            return i + 1
        return run.fail(i, ",")

    def write(self, value: Any, players: Sequence[str], out: list[str]) -> None:
        out.append(",")


class Slot(Node):
    captures = True

    def __init__(self, name: str, vocabulary: Vocabulary, joined: Sequence[Slot] = ()) -> None:
        self.name, self.vocabulary = name, vocabulary
        self.joined = tuple(joined)
        """The slots that may stand in its place, each with a vocabulary of its own."""

    def slot_of(self, ident: str) -> str:
        """The slot that an id belongs to."""
        return next((one.name for one in self.joined if ident in one.vocabulary), self.name)

    def match(self, run: Reading, i: int, out: list[Any]) -> int:
        found = run.pick(i, self.name, self.vocabulary)
        if found is None:
            return -1
        ident, after = found
        out.append(ident)
        return after

    def exact(self, run: Reading, i: int) -> bool:
        return self.vocabulary.has(run.name(i, self.vocabulary)[0].folded)

    def write(self, value: Any, players: Sequence[str], out: list[str]) -> None:
        out.append(str(value))

    def fits(self, value: Any) -> bool:
        return isinstance(value, str) and (value in self.vocabulary.names or isinstance(value, Wild))


class PlayerSlot(Node):
    """A player by handle; `me` and `opponent` are resolved by the reading's vocabulary."""

    captures = True

    def match(self, run: Reading, i: int, out: list[Any]) -> int:
        found = run.pick(i, "player", run.players)
        if found is None:
            return -1
        handle, after = found
        out.append(handle if isinstance(handle, Wild) else list(run.players).index(handle))
        return after

    def exact(self, run: Reading, i: int) -> bool:
        return run.players.has(run.tokens[i].folded)

    def write(self, value: Any, players: Sequence[str], out: list[str]) -> None:
        out.append(value if isinstance(value, Wild) else players[value])

    def fits(self, value: Any) -> bool:
        return type(value) is int or isinstance(value, Wild)


_NUMBERS = {"n": r"(\d{1,10})", "xn": r"[xX×]([1-9]\d{0,9})", "z": r"([-−]?\d{1,10})"}


class NumberSlot(Node):
    captures = True

    def __init__(self, name: str = "n") -> None:
        """A whole number; `xn` is a multiple (`x2`), `z` may be below 0."""
        self.name, self.times, self.signed = name, name == "xn", name == "z"
        self.pattern = re.compile(_NUMBERS[name], re.ASCII)

    def match(self, run: Reading, i: int, out: list[Any]) -> int:
        if i < len(run.tokens):
            found = self.pattern.fullmatch(run.tokens[i].text)
            number = int(found[1].replace("−", "-")) if found else 0
            if found and abs(number) <= BIGGEST_NUMBER:
                out.append(number)
                return i + 1
        return run.fail(i, f"<{self.name}>")

    def write(self, value: Any, players: Sequence[str], out: list[str]) -> None:
        out.append(f"x{value}" if self.times else str(value))

    def fits(self, value: Any) -> bool:
        return type(value) is int


class Seq(Node):
    """A sequence of parts. When nested, its value is one capture, or a tuple of several."""

    def __init__(self, parts: list[Node]) -> None:
        self.parts = parts
        self.width = sum(part.captures for part in parts)
        self.captures = True
        words = []
        for part in parts:
            if not isinstance(part, Word):
                break
            words.append(part.text)
        self.head = " ".join(words)

    def match(self, run: Reading, i: int, out: list[Any]) -> int:
        for part in self.parts:
            i = part.match(run, i, out)
            if i < 0:
                return -1
        return i

    def exact(self, run: Reading, i: int) -> bool:
        return len(self.parts) == 1 and self.parts[0].exact(run, i)

    def match_value(self, run: Reading, i: int, headed: bool) -> tuple[int, Any]:
        """Match as a nested part: the value names its branch where `headed`."""
        inner: list[Any] = []
        i = self.match(run, i, inner)
        if headed and self.head:
            return i, ((self.head, *inner) if inner else self.head)
        return i, (inner[0] if len(inner) == 1 else tuple(inner) if inner else True)

    def write(self, value: Any, players: Sequence[str], out: list[str]) -> None:
        values = [value] if self.width == 1 else list(value) if self.width else []
        self.write_values(values, players, out)

    def write_values(self, values: Sequence[Any], players: Sequence[str], out: list[str]) -> None:
        rest = iter(values)
        for part in self.parts:
            part.write(next(rest) if part.captures else None, players, out)

    def fits(self, value: Any) -> bool:
        if self.width == 0:
            return value is True or value == self.head
        captures = [part for part in self.parts if part.captures]
        if self.width == 1:
            return captures[0].fits(value)
        return (
            isinstance(value, tuple)
            and len(value) == self.width
            and all(part.fits(one) for part, one in zip(captures, value, strict=True))
        )


class Optional(Node):
    captures = True

    def __init__(self, inner: Node, headed: bool) -> None:
        self.inner, self.headed = inner, headed

    def match(self, run: Reading, i: int, out: list[Any]) -> int:
        after, value = match_nested(self.inner, run, i, headed=self.headed)
        out.append(None if after < 0 else value)
        return i if after < 0 else after

    def write(self, value: Any, players: Sequence[str], out: list[str]) -> None:
        if value is not None:
            self.inner.write(value, players, out)

    def fits(self, value: Any) -> bool:
        return value is None or self.inner.fits(value)


class Clauses(Node):
    """Optional clauses that begin with a keyword, in any order; one tuple of values."""

    captures = True

    def __init__(self, clauses: list[Optional]) -> None:
        self.clauses = clauses

    def match(self, run: Reading, i: int, out: list[Any]) -> int:
        values: list[Any] = [None] * len(self.clauses)
        progress = True
        while progress:
            progress = False
            for n, clause in enumerate(self.clauses):
                if values[n] is None:
                    after, value = match_nested(clause.inner, run, i, headed=clause.headed)
                    if after >= 0:
                        values[n], i, progress = value, after, True
        out.append(tuple(values))
        return i

    def write(self, value: Any, players: Sequence[str], out: list[str]) -> None:
        for clause, one in zip(self.clauses, value, strict=True):
            clause.write(one, players, out)

    def fits(self, value: Any) -> bool:
        return (
            isinstance(value, tuple)
            and len(value) == len(self.clauses)
            and all(clause.fits(one) for clause, one in zip(self.clauses, value, strict=True))
        )


class Either(Node):
    captures = True

    def __init__(self, branches: list[Seq]) -> None:
        self.branches = branches

    def match(self, run: Reading, i: int, out: list[Any]) -> int:
        # a whole id or handle before an abbreviation of another: `ann` is Ann, not the Annamese
        there = i < len(run.tokens) and not run.tokens[i].is_comma
        for branch in sorted(self.branches, key=lambda one: not one.exact(run, i)) if there else self.branches:
            after, value = branch.match_value(run, i, headed=True)
            if after >= 0:
                out.append(value)
                return after
        return -1

    def write(self, value: Any, players: Sequence[str], out: list[str]) -> None:
        for branch in self.branches:
            if self.takes(branch, value):
                if branch.head and branch.width:
                    branch.write_values(value[1:], players, out)
                else:
                    branch.write(value, players, out)
                return
        raise ValueError(f"{value!r} fits no alternative")

    @staticmethod
    def takes(branch: Seq, value: Any) -> bool:
        """Whether a value was written by this branch."""
        if branch.head:
            if branch.width == 0:
                return bool(value == branch.head)
            return (
                isinstance(value, tuple)
                and len(value) == branch.width + 1
                and value[0] == branch.head
                and branch.fits(value[1] if branch.width == 1 else value[1:])
            )
        return branch.fits(value)

    def fits(self, value: Any) -> bool:
        return any(self.takes(branch, value) for branch in self.branches)


class Listing(Node):
    """`<wonder>{, <wonder>}`: one capture, a tuple. `most` bounds `<a>[, <a>]`."""

    captures = True

    def __init__(self, item: Seq, most: int | None) -> None:
        self.item, self.most = item, most
        self.comma = Comma()

    def match(self, run: Reading, i: int, out: list[Any]) -> int:
        values: list[Any] = []
        after, value = self.item.match_value(run, i, headed=False)
        if after < 0:
            return -1
        while True:
            values.append(value)
            i = after
            if self.most is not None and len(values) == self.most:
                break
            comma = self.comma.match(run, i, out)
            if comma < 0:
                break
            after, value = self.item.match_value(run, comma, headed=False)
            if after < 0:
                break  # the comma does not belong to this list: `mark romans trade, extra destiny`
        out.append(tuple(values))
        return i

    def write(self, value: Any, players: Sequence[str], out: list[str]) -> None:
        for n, one in enumerate(value):
            if n:
                out.append(",")
            self.item.write(one, players, out)

    def fits(self, value: Any) -> bool:
        return isinstance(value, tuple) and bool(value) and all(self.item.fits(one) for one in value)


def match_nested(node: Node, run: Reading, i: int, headed: bool) -> tuple[int, Any]:
    if isinstance(node, Seq):
        return node.match_value(run, i, headed)
    inner: list[Any] = []
    after = node.match(run, i, inner)
    return after, (inner[0] if inner else True)
