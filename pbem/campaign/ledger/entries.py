"""Entries of the ledger: one canonical JSON object per line, each with the digest of the line before.

docs/ledger.md lists the fields. A line that does not serialize back to exactly the same bytes is not an entry.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from pbem.table.state_json import canonical
from pbem.words.message import Message

from .. import acts
from ..acts import shapes
from ..acts.shapes import Entry
from ..errors import CampaignError, CampaignFault, phrase

LONGEST = 4 * 1024 * 1024
NOTHING = "0" * 64
"""`prev` of the genesis."""

_PREV = b'"prev":"'
_COMMON: shapes.Fields = {
    "n": shapes.number,
    "prev": shapes.digest,
    "kind": shapes.text,
    "at": shapes.time,
    "sig": shapes.signature,
}


def digest_of(line: bytes) -> str:
    """The `prev` of the next entry: the SHA-256 of the line without its line break."""
    return sha256(line).hexdigest()


def prev_of(line: bytes) -> str:
    """The `prev` of a line that is not parsed; empty if it has none.

    In a canonical line no field after this one has keys chosen by a title or a player, and quotation marks
    inside a text are escaped: so the last match is the real one.
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
    """Check that an entry has the shape of its kind."""
    kind = entry.get("kind")
    if not isinstance(kind, str) or kind not in acts.KINDS:
        right = ", ".join(acts.KINDS)
        raise CampaignError(CampaignFault.LINE_FIELD, n=n, field="kind", found=_shown(kind), right=right)
    if kind == "genesis":
        _check_format(entry.get("format"), n)
    of = acts.KINDS[kind]
    known = {**_COMMON, **of.needed, **of.optional}
    for field in (*_COMMON, *of.needed):
        if field not in entry:
            right_form = phrase("in-every", kind=kind)
            raise CampaignError(CampaignFault.LINE_FIELD, n=n, field=field, found=phrase("missing"), right=right_form)
    for field, value in entry.items():
        if field not in known:
            raise CampaignError(
                CampaignFault.LINE_FIELD, n=n, field=field, found=phrase("there"), right=phrase("left-out", kind=kind)
            )
        if not known[field](value):
            raise CampaignError(CampaignFault.LINE_FIELD, n=n, field=field, found=_shown(value), right=phrase("form"))


def _check_format(format: Any, n: int) -> None:
    """Refuse a ledger that another version of this program wrote, and say which version reads it."""
    if type(format) is int and format in acts.READ_BY:
        version = phrase("up-to", version=acts.READ_BY[format])
        raise CampaignError(CampaignFault.LINE_FORMAT, n=n, found=format, right=acts.FORMAT, version=version)
    if type(format) is int and format > acts.FORMAT:
        raise CampaignError(CampaignFault.LINE_FORMAT, n=n, found=format, right=acts.FORMAT, version=phrase("later"))


def _shown(value: Any) -> str | Message:
    if value is None:
        return phrase("missing")
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= 60 else text[:57] + "…"
