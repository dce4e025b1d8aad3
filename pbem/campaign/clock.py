"""Deadlines. Time is in the ledger for people; it never enters the rules or the chance."""

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
    """The time to a microsecond, for names of files that sort by it."""
    return datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")


def is_time(text: str) -> bool:
    """Whether it is a time in the one form of the ledger, so that later ones sort later."""
    if not _TIME.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text)  # no month has a 31st of February
        return True
    except ValueError:
        return False


def read(text: str) -> str:
    """A time as the ledger writes it, from `2026-01-31T12:00:00Z`, `2026-01-31 12:00` or `2026-01-31`."""
    for form in (_FORM, "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M", "%Y-%m-%d"):
        try:
            return datetime.strptime(text.strip(), form).strftime(_FORM)
        except ValueError:
            continue
    raise CampaignError(CampaignFault.TIME, found=text)


def after(at: str, minutes: int) -> str:
    """The time so many minutes later."""
    return (datetime.strptime(at, _FORM) + timedelta(minutes=minutes)).strftime(_FORM)


def due(match: Match) -> str | None:
    """When the open asks must be answered; None without a deadline or an open ask."""
    table, terms = match.table, match.genesis.terms
    if table is None or table.over:
        return None
    hours = [terms.hours]
    if table.waiting() is not None:  # else the window would tell what is asked
        hours = [terms.windows.get(ask.window, terms.hours) for ask in table.pending.values()]
    # Nobody is late before the longest is over: of simultaneous answers none can count without the others.
    return after(match.since[1], 60 * max(hours)) if all(hours) else None
