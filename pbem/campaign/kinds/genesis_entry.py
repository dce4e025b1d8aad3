"""`genesis`: what is agreed before play begins. Every seat signs it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .entry_kind import EntryKind, never
from .shapes import Entry, Fields, base64, digest, list_of, number, one_of, shape, text

_SEAT = shape({"handle": text, "name": text, "key": text}, {"age": text, "bot": text})
_CHANGES = shape({"name": text, "data": lambda v: isinstance(v, dict) and bool(v)})
_LIMITS: Fields = {"hours": number, "at_deadline": one_of("notify", "default")}
_COOL_OFF: Fields = {"cool_off": lambda v: number(v) and v > 0}
_WINDOWS: Fields = {"windows": lambda v: isinstance(v, dict) and bool(v) and all(map(number, v.values()))}


def _fields(format: int, clock: Fields) -> Fields:
    return {
        "format": lambda v: v == format and type(v) is int,
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
        "clock": shape(_LIMITS, clock),
        "files": one_of("sealed", "open"),
    }


def _told(entry: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    who = ", ".join(seat["handle"] for seat in entry["seats"])
    return [("log.genesis", {"game_title": entry["title"], "who": who})]


GENESIS_1 = EntryKind("genesis", _fields(1, _COOL_OFF), never, never, _told, {"changes": _CHANGES})
GENESIS_2 = EntryKind(
    "genesis", {**_fields(2, {**_COOL_OFF, **_WINDOWS}), "rules": number}, never, never, _told, {"changes": _CHANGES}
)
