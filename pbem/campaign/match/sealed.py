"""What a match keeps sealed, and until when: until all have answered, until the rules reveal it, or until the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from pbem.table import END
from pbem.words.lazy_dataclass import dataclass

from ..records import HiddenAnswer, SealedEntry

Place = tuple[int, int]
"""An answer: its entry, and its place in it."""
LateAnswers = Mapping[int, Mapping[int, HiddenAnswer | None]]
"""By entry and place; None where a checkpoint has only the place."""


@dataclass(slots=True)
class Sealed:
    given: Mapping[int, Place] = field(default_factory=dict)
    """Seats that have answered the open Together."""
    passed: frozenset[int] = frozenset()
    """Seats that have passed on the open Offer."""
    veiled: Mapping[int, SealedEntry] = field(default_factory=dict)
    """Entries that hide answers."""
    sources: LateAnswers = field(default_factory=dict)
    """Answers that are public, but whose source stays secret until the end."""
    ends: LateAnswers = field(default_factory=dict)
    """Answers that stay hidden until the end."""
    closed: tuple[int, ...] = ()
    """Entries whose file stays sealed until the end, although none of its answers is hidden."""
    rulings: Mapping[int, list[dict[str, Any]]] = field(default_factory=dict)
    """By entry, what rulings have changed of hidden things: it opens at the end."""
    seen: int = 0
    """How many of the names revealed by the rules have been dealt with."""

    def saved(self) -> Sealed:
        """As a checkpoint keeps it: of what opens at the very end only the places, as the entries have it sealed."""
        bare = {n: replace(one, sources={}) for n, one in self.veiled.items()}
        return replace(self, veiled=bare, sources=_places(self.sources), ends=_places(self.ends))

    # ---- looking

    def hidden(self, n: int) -> Mapping[int, HiddenAnswer]:
        """The answers of an entry that are hidden now, by place."""
        return self.veiled[n].hidden if n in self.veiled else {}

    def at(self, place: Place) -> HiddenAnswer:
        return self.veiled[place[0]].hidden[place[1]]

    def until(self, names: Sequence[str]) -> list[Place]:
        """What stays hidden until one of these is revealed."""
        every = ((n, i, one) for n, entry in self.veiled.items() for i, one in sorted(entry.hidden.items()))
        return [(n, i) for n, i, one in every if one.until in names]

    def forgotten(self) -> list[int]:
        """Entries of which a checkpoint has only the places."""
        every = ((n, one) for late in (self.sources, self.ends) for n, of in late.items() for one in of.values())
        return sorted({n for n, one in every if one is None})

    # ---- answers that wait for others

    def answered(self, seat: int, place: Place) -> None:
        self.given = {**self.given, seat: place}

    def pass_on(self, *seats: int) -> None:
        self.passed = self.passed | {*seats}

    def all_answered(self) -> None:
        """A Together or an Offer is over."""
        self.given, self.passed = {}, frozenset()

    def revealed(self, count: int) -> None:
        """So many names that the rules have revealed are dealt with."""
        self.seen = count

    # ---- keeping

    def keep(self, n: int, one: SealedEntry, to_end: bool) -> None:
        """Remember what entry `n` keeps sealed; `to_end`: its file opens at the end."""
        if one.hidden:
            self.veiled = {**self.veiled, n: replace(one, sources={})}
            waiting = set(self.given.values())
            self.keep_for_end(n, [i for i in one.hidden if (n, i) not in waiting])
        elif one.file is not None and to_end:
            self.closed = (*self.closed, n)
        if one.waits is not None:
            assert one.seat is not None
            self.answered(one.seat, (n, one.waits))

    def keep_for_now(self, n: int, hidden: Mapping[int, HiddenAnswer]) -> None:
        """What the run that is going on hides so far."""
        self.veiled = {**self.veiled, n: SealedEntry(None, None, dict(hidden), rest=False)}

    def run_over(self, n: int) -> None:
        """The run is over: what it hides comes with its entry."""
        self.veiled = {other: one for other, one in self.veiled.items() if other != n}

    def unsourced(self, n: int, answers: Mapping[int, HiddenAnswer]) -> None:
        """Answers whose source stays secret until the end."""
        if answers:
            self.sources = {**self.sources, n: {**self.sources.get(n, {}), **answers}}

    def keep_for_end(self, n: int, places: Iterable[int]) -> None:
        """Keep only the places of answers that open at the very end: the entry itself has them sealed."""
        self._to_end(n, [i for i in places if self.veiled[n].hidden[i].until == END])
        self._lift(n)

    def back_to(self, since: Place) -> None:
        """Play has gone back to before an answer: it and those after it that are hidden stay so until the end."""
        for n, one in list(self.veiled.items()):
            late = [i for i in one.hidden if (n, i) >= since]
            if late:
                self._to_end(n, late)
                self._lift(n)
        self.all_answered()

    def _to_end(self, n: int, places: Sequence[int]) -> None:
        if not places:
            return
        one = self.veiled[n]
        self.ends = {**self.ends, n: {**self.ends.get(n, {}), **{i: one.hidden[i] for i in places}}}
        left = {i: hidden for i, hidden in one.hidden.items() if i not in places}
        self.veiled = {**self.veiled, n: replace(one, hidden=left, rest=one.rest or one.file is not None)}

    def _lift(self, n: int) -> None:
        """From now on nothing of an entry is hidden until the end, except perhaps its file."""
        one = self.veiled[n]
        if not one.hidden:
            self.run_over(n)
            if one.file is not None:
                self.closed = (*self.closed, n)

    def ruled(self, n: int, changes: list[dict[str, Any]]) -> None:
        """What a ruling has changed of hidden things."""
        self.rulings = {**self.rulings, n: changes}

    # ---- opening

    def open(self, places: Sequence[Place], last: bool) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Make answers public; a file with nothing left to hide is opened along with its last answer. `last`: at the
        end, where nothing stays sealed.

        Returns what the ledger shows and opens.
        """
        shown: list[dict[str, Any]] = []
        opens: list[dict[str, Any]] = []
        for n, i in places:
            one = self.veiled[n]
            hidden = one.hidden[i]
            self.veiled = {**self.veiled, n: replace(one, hidden={k: h for k, h in one.hidden.items() if k != i})}
            orders_alone = hidden.unsourced and not last
            if orders_alone:
                self.unsourced(n, {i: hidden})
            shown.append({"n": n, "i": i, **({"order": hidden.order} if orders_alone else hidden.data())})
        for n in sorted({n for n, _ in places}):
            one = self.veiled[n]
            hides = one.file is not None and any(hidden.file == one.file.digest for hidden in one.hidden.values())
            if one.file is not None and not (one.rest and not last) and not hides:
                opens.append({"n": n, **one.file.data()})
                self.veiled = {**self.veiled, n: replace(one, file=None)}
            self._lift(n)
        return shown, opens

    def everything(self) -> list[Place]:
        """All answers that are still hidden."""
        return [(n, i) for n, one in self.veiled.items() for i in sorted(one.hidden)]

    def remembered(self, told: Callable[[int, int], Mapping[str, Any]]) -> None:
        """Put back what a checkpoint does not contain, from what the entries have sealed."""
        self.sources, self.ends = _filled(self.sources, told), _filled(self.ends, told)

    def opened_at_end(self) -> None:
        """The files that were left are open."""
        self.closed = ()

    def by_place(self, late: LateAnswers) -> Iterator[tuple[int, int, HiddenAnswer]]:
        found = [(n, i, one) for n, answers in late.items() for i, one in answers.items() if one is not None]
        return iter(sorted(found, key=lambda one: one[:2]))


def _places(late: LateAnswers) -> LateAnswers:
    return {n: dict.fromkeys(answers) for n, answers in late.items()}


def _filled(late: LateAnswers, told: Callable[[int, int], Mapping[str, Any]]) -> LateAnswers:
    def filled(n: int, i: int, one: HiddenAnswer | None) -> HiddenAnswer:
        if one is not None:
            return one
        answer = told(n, i)
        return HiddenAnswer(answer["order"], END, "", answer["source"], answer.get("from"))

    return {n: {i: filled(n, i, one) for i, one in answers.items()} for n, answers in late.items()}
