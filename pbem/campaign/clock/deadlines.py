"""Deadlines. Times are in the ledger for people to read; they never affect the rules or the chance."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING

from ..errors import CampaignError, CampaignFault
from . import calendar
from .calendar import FORM, instant, written

if TYPE_CHECKING:
    from ..match import Match
    from .terms import Terms, WindowClock

_TIME = re.compile(r"\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ", re.ASCII)


def now() -> str:
    return datetime.now(UTC).strftime(FORM)


def stamp() -> str:
    """The time to the microsecond, for file names that sort by time."""
    return datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")


def is_time(text: str) -> bool:
    """Whether this is a time in the only form that the ledger uses, in which later times sort later."""
    if not _TIME.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text)  # refuses 31 February and the like
        return True
    except ValueError:
        return False


def read(text: str) -> str:
    """A time in the ledger's form, from `2026-01-31T12:00:00Z`, `2026-01-31 12:00` or `2026-01-31`."""
    for form in (FORM, "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M", "%Y-%m-%d"):
        try:
            return datetime.strptime(text.strip(), form).strftime(FORM)
        except ValueError:
            continue
    raise CampaignError(CampaignFault.TIME, found=text)


def after(at: str, minutes: int) -> str:
    """The time that many minutes later."""
    return (datetime.strptime(at, FORM) + timedelta(minutes=minutes)).strftime(FORM)


def due(match: Match) -> str | None:
    """When the open asks must be answered; None without a deadline or an open ask, and while the clock is paused."""
    if match.table is None or match.table.over or match.pace.paused:
        return None
    open_clocks = _open(match)
    if not all(one.hours for _, one in open_clocks):
        return None
    # Nobody is late before the longest window is over: simultaneous answers only count all together.
    return written(max(_late(match, seat, one) for seat, one in open_clocks))


def missed(match: Match) -> str | None:
    """When the open asks are answered for those who have not: the deadline, and the grace after it."""
    found = due(match)
    if found is None:
        return None
    graces = ((timedelta(hours=one.grace or 0), match.pace.stops(seat)) for seat, one in _open(match))
    return written(max(calendar.after(instant(found), grace, stops) for grace, stops in graces))


def reminder(match: Match, at: str) -> int | None:
    """How many hours before the deadline the latest reminder was due; None if none was, or the deadline has passed."""
    found = due(match)
    if found is None or at >= found:
        return None
    return min((one for one in match.pace.terms.reminders if at >= after(found, -60 * one)), default=None)


def not_before(match: Match) -> str:
    """Before this no answer to the open asks is carried out."""
    earliest = after(match.past.since[1], 60 * _wait(match, match.pace.terms))
    return _at_most(match, next_run(match.pace.terms, earliest))


def paced(match: Match, fresh: bool = False) -> bool:
    """Whether what is asked now waits for an earliest time or a processing run; `fresh`: it has just come up."""
    terms = match.pace.coming if fresh else match.pace.terms
    return match.table is not None and (bool(terms.runs) or _wait(match, terms) > 0)


def holds_back(match: Match, fresh: bool) -> bool:
    """Whether orders given ahead may not answer yet; `fresh`: what is asked came up with the entry being made.

    What comes up in a processing run is still answered in it.
    """
    if not paced(match, fresh):
        return False
    if fresh:
        return _wait(match, match.pace.coming) > 0 or match.pace.processed != match.time
    return match.time < not_before(match)


def in_processing_run(match: Match, seat: int) -> bool:
    """Whether a file of this seat is carried out in a processing run: neither bots nor the late wait for one."""
    if not match.pace.terms.runs or match.seats[seat].bot:
        return False
    found = due(match)
    return found is None or match.time < found


def _wait(match: Match, terms: Terms) -> int:
    """For how many hours nothing that is asked now is answered."""
    return max((one.earliest or 0 for _, one in _open(match, terms)), default=0)


def carried_out(match: Match, seat: int, came: str) -> str:
    """When a file that came at some time is carried out, if it answers what is asked of its seat, or if it does not."""
    run = next_run(match.pace.terms, came)
    return _at_most(match, max(run, not_before(match)) if match.asks(seat) else run)


def _at_most(match: Match, at: str) -> str:
    """Nothing waits beyond the deadline."""
    found = due(match)
    return at if found is None else min(at, found)


def next_run(terms: Terms, at: str) -> str:
    """The next time at which files are carried out."""
    zone = terms.zone
    if not terms.runs or zone is None:
        return at
    day = zone.local(instant(at)).date()
    hours = [time(*divmod(calendar.minutes_of(one), 60)) for one in terms.runs]
    times = (zone.instant(datetime.combine(day + timedelta(days=n), one)) for n in range(3) for one in hours)
    return written(next(one for one in times if one >= instant(at)))


def local(terms: Terms, at: str) -> str:
    """A time as clocks of the campaign show it."""
    shown = terms.zone.local(instant(at)) if terms.zone is not None else instant(at)
    return f"{shown:%Y-%m-%d %H:%M} ({terms.zone_name})"


def _open(match: Match, terms: Terms | None = None) -> list[tuple[int | None, WindowClock]]:
    """The clock of each seat that is asked; where its window would tell what is asked, one for all."""
    table, terms = match.playing, terms or match.pace.terms
    if table.waiting() is None:
        return [(None, terms.common)]
    return [(seat, terms.window(ask.window)) for seat, ask in table.pending.items()]


def _late(match: Match, seat: int | None, of: WindowClock) -> datetime:
    """A player who could write before being asked has the time from then on, but at least half of it once asked."""
    state = match.pace
    length, stops = timedelta(hours=of.hours), state.stops(seat)
    fit, since = state.terms.calendar(of).fit, instant(match.past.since[1])
    opened = match.pace.opened.get(seat) if seat is not None else None
    if opened is None:
        found = calendar.after(since, length, stops, fit)
    else:
        begun = instant(opened.at)
        found = max(calendar.after(begun, length, stops, fit), calendar.after(since, length / 2, stops, fit))
    for hours in state.extra:  # each puts off the deadline as it was; a weekend must not swallow it
        found = calendar.after(found, timedelta(hours=hours), stops, fit)
    return found
