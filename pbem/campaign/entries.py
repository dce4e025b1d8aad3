"""Entries of the ledger: one canonical JSON object a line, each with the digest of the line before.

docs/ledger.md has the fields. Nothing that does not read back to the very same bytes is an entry.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

from pbem.seals.wire import strict_base64
from pbem.table.state_json import canonical
from pbem.words.message import Message

from .clock import is_time
from .errors import CampaignError, CampaignFault, phrase

Entry = dict[str, Any]

FORMAT = 1
LONGEST = 4 * 1024 * 1024
NOTHING = "0" * 64
"""`prev` of the genesis."""

_HEX = re.compile(r"[0-9a-f]{64}", re.ASCII)
_PREV = b'"prev":"'
SOURCES = ("file", "forced", "default", "standing")

Check = Callable[[Any], bool]


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _number(value: Any) -> bool:
    return type(value) is int and value >= 0


def _hex(value: Any) -> bool:
    return isinstance(value, str) and _HEX.fullmatch(value) is not None


def _time(value: Any) -> bool:
    return isinstance(value, str) and is_time(value)


def _base64(value: Any) -> bool:
    return isinstance(value, str) and bool(value) and strict_base64(value) is not None


def _signature(value: Any) -> bool:
    data = strict_base64(value) if isinstance(value, str) else None
    return data is not None and len(data) == 64


def _shape(needed: Mapping[str, Check], optional: Mapping[str, Check] | None = None) -> Check:
    known = {**needed, **(optional or {})}

    def check(value: Any) -> bool:
        return (
            isinstance(value, dict)
            and all(key in value for key in needed)
            and all(key in known and known[key](one) for key, one in value.items())
        )

    return check


def _list(check: Check) -> Check:
    return lambda value: isinstance(value, list) and all(map(check, value))


_ANSWER = _shape(
    {"player": _text, "ask": _text, "source": lambda v: v in SOURCES},
    {"order": _text, "from": _number, "hidden": lambda v: v is True, "shown": lambda v: v is not None},
)
_FILE = _shape({"digest": _hex}, {"payload": _text, "signature": _base64, "sealed": _text})
_SHOWS = _list(_shape({"n": _number, "i": _number, "order": _text}))
_OPENS = _list(_shape({"n": _number, "payload": _text, "signature": _base64}))
_SEAT = _shape({"handle": _text, "name": _text, "key": _text}, {"age": _text, "bot": _text})
_CHANGES = _shape({"name": _text, "data": lambda v: isinstance(v, dict) and bool(v)})
_CLOCK = _shape(
    {"hours": _number, "at_deadline": lambda v: v in ("notify", "default")},
    {"cool_off": lambda v: _number(v) and v > 0},
)
_OUTCOME = _shape({"winners": _list(_text), "how": _text, "scores": _list(lambda v: isinstance(v, dict))})
_MOVED: Mapping[str, Check] = {"player": _text, "file": _FILE, "answers": _list(_ANSWER), "digest": _hex}

KINDS: Mapping[str, tuple[Mapping[str, Check], Mapping[str, Check]]] = {
    "genesis": (
        {
            "format": lambda v: v == FORMAT and type(v) is int,
            "game": _text,
            "title": _text,
            "options": lambda v: isinstance(v, dict) and all(isinstance(one, (str, int)) for one in v.values()),
            "seats": _list(_SEAT),
            "language": _text,
            "edition": _hex,
            "engine": _text,
            "fixes": _number,
            "commitment": _hex,
            "salt": _base64,
            "moderator": _text,
            "clock": _CLOCK,
            "files": lambda v: v in ("sealed", "open"),
        },
        {"changes": _CHANGES},
    ),
    "join": ({"player": _text, "file": _FILE}, {"answers": _list(_ANSWER), "digest": _hex}),
    "move": (_MOVED, {"rest": lambda v: v is True}),
    "served": ({"player": _text, "answers": _list(_ANSWER), "digest": _hex}, {"sealed": _text}),
    "clock": ({**_MOVED, "due": _time}, {}),
    "reveal": ({"shows": _SHOWS, "opens": _OPENS, "answers": _list(_ANSWER), "digest": _hex}, {}),
    "key": ({"player": _text, "key": _text, "by": lambda v: v in ("player", "moderator")},
            {"file": _FILE, "age": _text, "name": _text}),
    "end": ({"secret": _hex, "shows": _SHOWS, "opens": _OPENS, "outcome": _OUTCOME}, {}),
}  # fmt: skip
_COMMON: Mapping[str, Check] = {"n": _number, "prev": _hex, "kind": _text, "at": _time, "sig": _signature}


def named(kind: str) -> Message:
    """An entry of a kind, in a sentence."""
    return phrase("an-entry" if kind[0] in "aeiou" else "a-entry", kind=kind)


def digest_of(line: bytes) -> str:
    """What the next entry has as `prev`: the SHA-256 of the line without its line break."""
    return sha256(line).hexdigest()


def prev_of(line: bytes) -> str:
    """The `prev` of a line that is not read otherwise; nothing where it has none.

    In a canonical line no field after this one has keys of a title's or a player's choice, and quotation marks
    inside a text are escaped: the last place that looks like it is it.
    """
    at = line.rfind(_PREV)
    return line[at + len(_PREV) :][:64].decode("ascii", "replace") if at >= 0 else ""


def read_line(line: bytes, n: int) -> Entry:
    """The entry of line `n`, if the line is exactly what pbem would write for it."""
    if len(line) > LONGEST:
        raise CampaignError(CampaignFault.LINE_SIZE, n=n, right=LONGEST)
    try:
        entry = json.loads(line.decode("utf-8"), parse_constant=_refuse, parse_float=_refuse)
    except (ValueError, RecursionError):
        raise CampaignError(CampaignFault.LINE_JSON, n=n) from None
    try:
        exact = isinstance(entry, dict) and canonical(entry) == line
    except (ValueError, RecursionError):
        exact = False
    if not exact:
        raise CampaignError(CampaignFault.LINE_FORM, n=n)
    _check_fields(entry, n)
    if entry["n"] != n:
        raise CampaignError(CampaignFault.LINE_NUMBER, n=n, found=entry["n"])
    return dict(entry)


def _refuse(_: str) -> Any:
    raise ValueError("no such number in a ledger")


def _check_fields(entry: Entry, n: int) -> None:
    kind = entry.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        raise CampaignError(CampaignFault.LINE_FIELD, n=n, field="kind", found=_shown(kind), right=", ".join(KINDS))
    needed, optional = KINDS[kind]
    known = {**_COMMON, **needed, **optional}
    for field in (*_COMMON, *needed):
        if field not in entry:
            raise CampaignError(
                CampaignFault.LINE_FIELD, n=n, field=field, found=phrase("missing"), right=phrase("in-every", kind=kind)
            )
    for field, value in entry.items():
        if field not in known:
            raise CampaignError(
                CampaignFault.LINE_FIELD, n=n, field=field, found=phrase("there"), right=phrase("left-out", kind=kind)
            )
        if not known[field](value):
            raise CampaignError(CampaignFault.LINE_FIELD, n=n, field=field, found=_shown(value), right=phrase("form"))


def _shown(value: Any) -> str | Message:
    if value is None:
        return phrase("missing")
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= 60 else text[:57] + "…"
