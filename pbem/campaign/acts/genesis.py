"""`genesis`: what is agreed before play begins. Every seat signs it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..clock.calendar import WEEKDAYS
from ..clock.terms import AT_DEADLINE
from . import FORMAT
from .entry_kind import EntryKind, never
from .shapes import (
    Entry,
    Fields,
    base64,
    day,
    digest,
    either,
    hour,
    list_of,
    number,
    one_of,
    ordered,
    pair,
    positive,
    shape,
    text,
    time,
    true,
)

_SEAT = shape({"handle": text, "name": text, "key": text}, {"age": text, "bot": text})
_SECOND = shape({"key": text, "sealed": text})
_CHANGES = shape({"name": text, "data": lambda v: isinstance(v, dict) and bool(v)})
_WEEKDAYS = ordered(one_of(*WEEKDAYS), WEEKDAYS.index)
_WINDOW: Fields = {"earliest": number, "grace": number, "days": _WEEKDAYS, "hour": hour}
_ZONE = shape(
    {
        "name": text,
        "shifts": either(
            lambda v: v == [], ordered(pair(time, lambda v: type(v) is int and abs(v) < 24 * 60), lambda v: v[0])
        ),
    }
)
CLOCK = shape(
    {"hours": number, "at_deadline": one_of(*AT_DEADLINE)},
    {
        "cool_off": positive,
        "windows": lambda v: isinstance(v, dict) and bool(v) and all(map(_window, v.values())),
        "earliest": positive,
        "grace": positive,
        "days": _WEEKDAYS,
        "hour": hour,
        "zone": _ZONE,
        "reminders": ordered(positive, lambda v: -v),
        "runs": ordered(hour),
        "holidays": ordered(pair(day, day)),
    },
)
"""The field `clock`."""
_POLICY = shape(
    {},
    {
        "absence": number,
        "drop": positive,
        "clock": one_of("moderator", "nobody"),
        "undo": one_of("never", "open"),
        "press": one_of("none", "public", "free"),
        "press_anonymous": true,
        "press_opened": true,
        "press_rate": positive,
        "rollback": one_of("moderator", "vote", "nobody"),
        "ruling": one_of("moderator", "nobody"),
        "votes": one_of("all", "two_thirds", "majority"),
        "ballots": one_of("open", "secret"),
    },
)
"""What is agreed to besides the clock; docs/ledger.md says what each means."""


_FORK = shape({"game": text, "n": number, "head": digest, "print": digest, "sealed": text})


def _window(value: Any) -> bool:
    return number(value) or shape({"hours": number}, _WINDOW)(value)


def _told(entry: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    who = ", ".join(seat["handle"] for seat in entry["seats"])
    return [("log.genesis", {"game_title": entry["title"], "who": who})]


GENESIS = EntryKind(
    "genesis",
    {
        "format": lambda v: v == FORMAT and type(v) is int,
        "game": text,
        "title": text,
        "options": lambda v: isinstance(v, dict) and all(isinstance(one, (str, int)) for one in v.values()),
        "seats": list_of(_SEAT),
        "language": text,
        "edition": digest,
        "engine": text,
        "fixes": number,
        "commitment": digest,
        "salt": base64,
        "moderator": text,
        "clock": CLOCK,
        "files": one_of("sealed", "open"),
        "rules": number,
    },
    never,
    never,
    _told,
    {"changes": _CHANGES, "second": _SECOND, "fork": _FORK, "policy": lambda v: bool(v) and _POLICY(v)},
)
