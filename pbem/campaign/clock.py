"""Deadlines. Times are in the ledger for people to read; they never affect the rules or the chance."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from .errors import CampaignError, CampaignFault

if TYPE_CHECKING:
    from .match import Match

_FORM = "%Y-%m-%dT%H:%M:%SZ"
_TIME = re.compile(r"\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ", re.ASCII)


def now() -> str:
    return datetime.now(UTC).strftime(_FORM)


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
    for form in (_FORM, "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M", "%Y-%m-%d"):
        try:
            return datetime.strptime(text.strip(), form).strftime(_FORM)
        except ValueError:
            continue
    raise CampaignError(CampaignFault.TIME, found=text)


def after(at: str, minutes: int) -> str:
    """The time that many minutes later."""
    return (datetime.strptime(at, _FORM) + timedelta(minutes=minutes)).strftime(_FORM)


def due(match: Match) -> str | None:
    """When the open asks must be answered; None without a deadline or an open ask."""
    table, terms = match.table, match.genesis.terms
    if table is None or table.over:
        return None
    since = match.since[1]
    if table.waiting() is None:  # otherwise the window would reveal what is asked
        return after(since, 60 * terms.hours) if terms.hours else None
    hours = {seat: terms.windows.get(ask.window, terms.hours) for seat, ask in table.pending.items()}
    # Nobody is late before the longest window is over: simultaneous answers only count all together.
    return max(_late(match, seat, since, one) for seat, one in hours.items()) if all(hours.values()) else None


def _late(match: Match, seat: int, since: str, hours: int) -> str:
    """A player who could write before being asked has the time from then on, but at least half of it once asked."""
    opened = match.opened.get(seat)
    if opened is None:
        return after(since, 60 * hours)
    return max(after(opened.at, 60 * hours), after(since, 30 * hours))
