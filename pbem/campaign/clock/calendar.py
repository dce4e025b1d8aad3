"""Calendar arithmetic: time zones with their clock changes, allowed days and hours, holidays, time that stands still.

A ledger pins the clock changes of its zone (`Zone.shifts`): the data that a computer has about time zones is corrected
now and then, and a deadline must be the same everywhere and for ever. Times here are naive and in UTC, as in a ledger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property

from ...words.lazy_dataclass import dataclass
from ..errors import CampaignError, CampaignFault

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
FORM = "%Y-%m-%dT%H:%M:%SZ"
PINNED_YEARS = 12
"""How far ahead the clock changes of a zone are pinned; a signed change of the clock pins them anew."""
LAST = datetime(9999, 12, 30)
"""No deadline is later: dates end with the year 9999, and any zone must still be able to show it."""
_MOST_DAYS = 4000
"""More than all holidays of a clock and the forbidden weekdays between them can be."""

Stop = tuple[datetime, datetime]
"""From when to when a clock stands still."""


def instant(at: str) -> datetime:
    return datetime.fromisoformat(at.removesuffix("Z"))


def written(at: datetime) -> str:
    return at.strftime(FORM) if at.year >= 1000 else f"{at.year:04}{at.strftime(FORM)[-16:]}"


def minutes_of(hour: str) -> int:
    """`20:30` as minutes after midnight."""
    return int(hour[:2]) * 60 + int(hour[3:])


@dataclass(frozen=True)
class Zone:
    name: str = "UTC"
    shifts: tuple[tuple[str, int], ...] = ()
    """From when on its clocks are how many minutes ahead of UTC; before the first, as after it."""

    @cached_property
    def _offsets(self) -> list[tuple[datetime, timedelta]]:
        return [(instant(at), timedelta(minutes=minutes)) for at, minutes in self.shifts]

    def local(self, at: datetime) -> datetime:
        """What clocks show."""
        shown = self._offsets[0][1] if self._offsets else timedelta()
        for since, offset in self._offsets:
            if since > at:
                break
            shown = offset
        return at + shown

    def instant(self, wall: datetime) -> datetime:
        """When clocks first show a time; where they skip it, the first moment at which they show a later one."""
        tried = sorted({wall - offset for _, offset in self._offsets} | {at for at, _ in self._offsets} or {wall})
        return next((at for at in tried if self.local(at) >= wall), tried[-1])

    def begin_of(self, day: date) -> datetime:
        """When a day begins."""
        return self.instant(datetime.combine(day, time()))

    def data(self) -> dict[str, object]:
        return {"name": self.name, "shifts": [list(one) for one in self.shifts]}


def zone(name: str, year: int) -> Zone:
    """The zone as this computer knows it, from the given year on."""
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    if name == "UTC":
        return Zone()
    try:
        known = ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise CampaignError(CampaignFault.ZONE, found=name) from None

    def offset(at: datetime) -> int:
        ahead = at.replace(tzinfo=UTC).astimezone(known).utcoffset()
        assert ahead is not None
        return round(ahead.total_seconds() / 60)

    at, end = datetime(year, 1, 1), datetime(year + PINNED_YEARS, 1, 1)
    shifts = [(written(at), offset(at))]
    step = timedelta(hours=12)
    while at < end:
        if offset(at + step) != offset(at):
            low, high = at, at + step
            while high - low > timedelta(seconds=1):
                middle = low + timedelta(seconds=int((high - low).total_seconds()) // 2)
                low, high = (middle, high) if offset(middle) == offset(at) else (low, middle)
            shifts.append((written(high), offset(high)))
        at += step
    return Zone(name, tuple(shifts))


@dataclass(frozen=True)
class Calendar:
    """Which moments may be a deadline."""

    zone: Zone = field(default_factory=Zone)
    days: tuple[str, ...] = ()
    """Allowed weekdays; none: all."""
    hour: str = ""
    """The time of day of every deadline; empty: any."""
    holidays: tuple[tuple[str, str], ...] = ()
    """First and last day of each."""

    def open(self, day: date) -> bool:
        """Whether a deadline may lie on a day."""
        text = day.isoformat()
        allowed = not self.days or WEEKDAYS[day.weekday()] in self.days
        return allowed and not any(first <= text <= last for first, last in self.holidays)

    def fit(self, at: datetime) -> datetime:
        """The first moment from there on that may be a deadline."""
        wall = self.zone.local(at)
        of_day = time(*divmod(minutes_of(self.hour), 60)) if self.hour else wall.time()
        for n in range(min(_MOST_DAYS, (LAST.date() - wall.date()).days)):
            day = wall.date() + timedelta(days=n)
            if not self.open(day):
                continue
            found = at if n == 0 and not self.hour else self.zone.instant(datetime.combine(day, of_day))
            if found >= at and self.zone.local(found).date() == day:  # some zones once skipped a whole day
                return found
        return at


def merged(stops: Iterable[Stop]) -> list[Stop]:
    """The same stretches of time by their beginning, none touching another."""
    found: list[Stop] = []
    for begin, end in sorted(stops):
        if found and begin <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        elif begin < end:
            found.append((begin, end))
    return found


def after(
    start: datetime, length: timedelta, stops: Sequence[Stop], fit: Callable[[datetime], datetime] = lambda at: at
) -> datetime:
    """When so much time has passed since `start`, if the clock stands still during `stops`.

    What was left when it stopped is left when it goes on; and wherever that comes to an end, the deadline is the next
    moment that may be one.
    """
    due = fit(_later(start, length))
    for begin, end in merged(stops):
        if begin >= due:
            break
        if end > start:
            due = fit(_later(end, due - max(begin, start)))
    return due


def _later(at: datetime, length: timedelta) -> datetime:
    return at + length if length < LAST - at else LAST
