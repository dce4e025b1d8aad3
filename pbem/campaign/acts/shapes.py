"""The shapes of values in entries, with which the kinds of entries describe their fields."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from pbem.seals.wire import strict_base64
from pbem.words.message import Message

from ..clock.deadlines import is_time
from ..errors import phrase

Entry = dict[str, Any]
Check = Callable[[Any], bool]
Fields = Mapping[str, Check]

_HOUR = re.compile(r"([01]\d|2[0-3]):[0-5]\d", re.ASCII)
_HEX = re.compile(r"[0-9a-f]{64}", re.ASCII)
SOURCES = ("file", "forced", "default", "standing", "bot")


def named(kind: str) -> Message:
    """An entry of a kind, as named in a sentence."""
    return phrase("an-entry" if kind[0] in "aeiou" else "a-entry", kind=kind)


def text(value: Any) -> bool:
    return isinstance(value, str)


def number(value: Any) -> bool:
    return type(value) is int and value >= 0


def digest(value: Any) -> bool:
    return isinstance(value, str) and _HEX.fullmatch(value) is not None


def time(value: Any) -> bool:
    return isinstance(value, str) and is_time(value)


def hour(value: Any) -> bool:
    """A time of day: `20:00`."""
    return isinstance(value, str) and _HOUR.fullmatch(value) is not None


def day(value: Any) -> bool:
    return isinstance(value, str) and is_time(f"{value}T00:00:00Z")


def positive(value: Any) -> bool:
    return number(value) and value > 0


def pair(first: Check, second: Check) -> Check:
    return lambda value: isinstance(value, list) and len(value) == 2 and first(value[0]) and second(value[1])


def ordered(check: Check, key: Callable[[Any], Any] = lambda value: value) -> Check:
    """At least one, each once, by size."""

    def whole(value: Any) -> bool:
        if not (isinstance(value, list) and value and all(map(check, value))):
            return False
        keys = [key(one) for one in value]
        return all(one < other for one, other in pairwise(keys))

    return whole


def base64(value: Any) -> bool:
    return isinstance(value, str) and bool(value) and strict_base64(value) is not None


def signature(value: Any) -> bool:
    data = strict_base64(value) if isinstance(value, str) else None
    return data is not None and len(data) == 64


def true(value: Any) -> bool:
    return value is True


def one_of(*values: str) -> Check:
    return lambda value: isinstance(value, str) and value in values


def shape(needed: Fields, optional: Fields | None = None) -> Check:
    known = {**needed, **(optional or {})}

    def check(value: Any) -> bool:
        return (
            isinstance(value, dict)
            and all(key in value for key in needed)
            and all(key in known and known[key](one) for key, one in value.items())
        )

    return check


def either(*checks: Check) -> Check:
    return lambda value: any(check(value) for check in checks)


def list_of(check: Check) -> Check:
    return lambda value: isinstance(value, list) and all(map(check, value))


FILE = shape({"digest": digest}, {"payload": text, "signature": base64, "sealed": text})
OPENS = list_of(shape({"n": number, "payload": text, "signature": base64}))
OUTCOME = shape({"winners": list_of(text), "how": text, "scores": list_of(lambda v: isinstance(v, dict))})
LONGEST_REASON = 500


def reason(value: Any) -> bool:
    """Why the moderator did something: one line for everybody."""
    return (
        isinstance(value, str) and 0 < len(value) <= LONGEST_REASON and value.isprintable() and value == value.strip()
    )


CHANGES = list_of(shape({"path": text, "was": lambda _: True, "to": lambda _: True}))
RULINGS = list_of(shape({"n": number, "changes": CHANGES}))
BY = either(one_of("moderator"), number)
"""On whose word: the moderator's, or that of the vote in this entry."""
PLACE = shape({"n": number, "i": number})
"""The position before answer `i` of entry `n`."""
_SHOWN: Fields = {"shown": lambda v: v is not None}


ANSWER = either(
    shape({"player": text, "ask": text, "source": one_of(*SOURCES), "order": text}, {"from": number}),
    shape({"player": text, "ask": text, "order": text}),
    shape({"player": text, "ask": text, "hidden": true}, _SHOWN),
)
SHOWS = list_of(
    either(
        shape({"n": number, "i": number, "order": text, "source": one_of(*SOURCES)}, {"from": number}),
        shape({"n": number, "i": number, "order": text}),
    )
)
CAME = list_of(shape({"n": number, "i": number, "source": one_of(*SOURCES)}, {"from": number}))
"""Where answers came from."""
FOLLOWED: Fields = {"answers": list_of(ANSWER), "shows": SHOWS, "opens": OPENS, "digest": digest}
"""The fields of an entry for everything that follows without a new file."""
