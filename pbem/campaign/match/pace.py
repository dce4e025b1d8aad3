"""What a match remembers for its deadlines: the clock that counts, absences, pauses, extensions, misses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import timedelta

from pbem.words.lazy_dataclass import dataclass

from ..clock import calendar
from ..clock.calendar import Stop, instant
from ..clock.terms import Terms
from ..records import OpenWindow

Span = tuple[str, str]
"""From when to when, as a ledger writes times."""


@dataclass(slots=True)
class Pace:
    terms: Terms
    """The clock of what is open."""
    coming: Terms
    """The clock of what comes up from now on: a change never shortens a deadline that runs."""
    away: tuple[tuple[Span, ...], ...]
    """By seat, its absences."""
    misses: tuple[int, ...]
    """By seat, how many deadlines in a row it has missed."""
    pauses: tuple[Span, ...] = ()
    paused: str = ""
    """Since when the clock stands still, if it does."""
    extra: tuple[int, ...] = ()
    """By how many hours the moderator, or a vote, has put off what is open: one number for each time."""
    processed: str = ""
    """The time of the last processing run in which a file was carried out."""
    opened: Mapping[int, OpenWindow] = field(default_factory=dict)
    """By seat, its open window, if the title announces windows before it asks."""

    @classmethod
    def begin(cls, terms: Terms, seats: int) -> Pace:
        return cls(terms, terms, ((),) * seats, (0,) * seats)

    # ---- looking

    def stops(self, seat: int | None) -> list[Stop]:
        """When the clock stands still for a seat; None: where nobody may know whose it is, for everybody."""
        away = self.away[seat] if seat is not None else [one for spans in self.away for one in spans]
        return [(instant(begin), instant(end)) for begin, end in (*self.pauses, *away)]

    def hours_away(self, seat: int, more: Span | None = None) -> int:
        """How many hours the seat is away in the whole game, each begun one counted once."""
        spans = [*self.away[seat], *([more] if more else [])]
        whole = calendar.merged((instant(begin), instant(end)) for begin, end in spans)
        return -(-sum((end - begin for begin, end in whole), timedelta()) // timedelta(hours=1))

    # ---- what happens to it

    def moved(self) -> None:
        """New asks are open: from here on the newest clock counts, in full."""
        self.terms, self.extra = self.coming, ()

    def away_from(self, seat: int, span: Span) -> None:
        self._absences(seat, (*self.away[seat], span))

    def back(self, seat: int, at: str) -> None:
        """The absence of a seat is over, and none that was announced counts."""
        self._absences(seat, tuple((begin, min(end, at)) for begin, end in self.away[seat] if begin < at))

    def _absences(self, seat: int, spans: tuple[Span, ...]) -> None:
        self.away = (*self.away[:seat], spans, *self.away[seat + 1 :])

    def pause(self, at: str) -> None:
        self.paused = at

    def resume(self, at: str) -> None:
        self.pauses, self.paused = (*self.pauses, (self.paused, at)), ""

    def extend(self, hours: int) -> None:
        self.extra = (*self.extra, hours)

    def change(self, terms: Terms) -> None:
        """Another clock, for everything that comes up from now on."""
        self.coming = terms

    def missed(self, seat: int) -> None:
        self._misses(seat, self.misses[seat] + 1)

    def answered(self, seat: int) -> None:
        """The seat is not missing any more: its player has written, or another has it."""
        self._misses(seat, 0)

    def _misses(self, seat: int, count: int) -> None:
        self.misses = (*self.misses[:seat], count, *self.misses[seat + 1 :])

    def processing(self, at: str) -> None:
        """Files and orders given ahead are carried out at this time."""
        self.processed = at

    def windows(self, now: Mapping[int, tuple[str, bool]], at: str) -> None:
        """The windows that are open now, and whether the seat is asked; once asked, a seat starts afresh."""
        opened = {}
        for seat, (window, asked) in now.items():
            before = self.opened.get(seat)
            goes_on = before is not None and before.window == window and (asked or not before.asked)
            opened[seat] = OpenWindow(window, before.at if before is not None and goes_on else at, asked)
        self.opened = opened

    def shut(self) -> None:
        """Play went back: windows open anew."""
        self.opened = {}
