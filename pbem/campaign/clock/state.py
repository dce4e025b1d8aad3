"""What a match remembers for its deadlines: the clock that counts, absences, pauses, extensions, misses."""

from __future__ import annotations

from dataclasses import field
from datetime import timedelta
from typing import Any

from ...words.lazy_dataclass import dataclass
from . import calendar
from .calendar import Stop, instant
from .terms import Terms

Span = tuple[str, str]
"""From when to when, as a ledger writes times."""


@dataclass(slots=True)
class ClockState:
    terms: Terms
    """The clock of what is open."""
    coming: Terms
    """The clock of what comes up from now on: a change never shortens a deadline that runs."""
    away: list[list[Span]]
    """By seat, its absences."""
    misses: list[int]
    """By seat, how many deadlines in a row it has missed."""
    pauses: list[Span] = field(default_factory=list)
    paused: str = ""
    """Since when the clock stands still, if it does."""
    extra: list[int] = field(default_factory=list)
    """By how many hours the moderator, or a vote, has put off what is open: one number for each time."""

    @classmethod
    def begin(cls, terms: Terms, seats: int) -> ClockState:
        return cls(terms, terms, [[] for _ in range(seats)], [0] * seats)

    def moved(self) -> None:
        """New asks are open: from here on the newest clock counts, in full."""
        self.terms, self.extra = self.coming, []

    def stops(self, seat: int | None) -> list[Stop]:
        """When the clock stands still for a seat; None: where nobody may know whose it is, for everybody."""
        away = self.away[seat] if seat is not None else [one for spans in self.away for one in spans]
        return [(instant(begin), instant(end)) for begin, end in (*self.pauses, *away)]

    def back(self, seat: int, at: str) -> None:
        """The absence of a seat is over, and none that was announced counts."""
        self.away[seat] = [(begin, min(end, at)) for begin, end in self.away[seat] if begin < at]

    def hours_away(self, seat: int, more: Span | None = None) -> int:
        """How many hours the seat is away in the whole game, each begun one counted once."""
        spans = [*self.away[seat], *([more] if more else [])]
        whole = calendar.merged((instant(begin), instant(end)) for begin, end in spans)
        return -(-sum((end - begin for begin, end in whole), timedelta()) // timedelta(hours=1))

    def data(self) -> dict[str, Any]:
        """For the moderator's checkpoint."""
        return {
            "terms": self.terms.data(),
            "coming": self.coming.data(),
            "away": self.away,
            "misses": self.misses,
            "pauses": self.pauses,
            "paused": self.paused,
            "extra": self.extra,
        }

    @classmethod
    def of(cls, data: dict[str, Any], files: str) -> ClockState:
        spans = [[(begin, end) for begin, end in one] for one in data["away"]]
        pauses = [(begin, end) for begin, end in data["pauses"]]
        terms, coming = Terms.of(data["terms"], files), Terms.of(data["coming"], files)
        return cls(terms, coming, spans, data["misses"], pauses, data["paused"], data["extra"])
