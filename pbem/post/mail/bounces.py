"""Mails that did not reach their player: whom a bounce is about, and why.

Anybody can write a mail that looks like a bounce. So all it leads to is a remark for the moderator, so that
a player whose mailbox is full or gone is not mistaken for one who does not answer.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from .auto_reply import MARK
from .mime import header, open_mail

_MOST_LOOKED_AT = 256 * 1024
_FIELD = re.compile(r"(?mi)^(final-recipient|original-recipient|action|status|diagnostic-code):[ \t]*([^\n]{1,500})")
_TO = re.compile(r"(?mi)^to:[ \t]*([^\n]{1,300})")
_LONGEST_REASON = 200


def failed(raw: bytes, known: Collection[str]) -> dict[str, str]:
    """The addresses of players that a bounce says could not be reached, each with the reason."""
    text = raw[:_MOST_LOOKED_AT].decode("utf-8", "replace").replace("\r\n", "\n")
    blocks = re.split(r"\n[ \t]*\n", text)
    found: dict[str, str] = {}
    reported, reason = False, None
    for block in blocks:
        fields = {name.lower(): value.strip() for name, value in _FIELD.findall(block)}
        reported = reported or "action" in fields
        if fields.get("action", "").lower() == "failed":
            reason = _line(fields.get("diagnostic-code") or fields.get("status") or "")
            for name in ("final-recipient", "original-recipient"):
                address = fields.get(name, "").rpartition(";")[2].strip(" <>").lower()
                if address in known:
                    found[address] = reason
    if reason is not None and not found:
        # The address passes mails on to another one, which failed. Our own mail, which comes back, names the first.
        ours = (block for block in blocks if re.search(rf"(?m)^{MARK}:", block))
        addressed = (one.strip(" <>").lower() for block in ours for one in _TO.findall(block))
        found = {address: reason for address in addressed if address in known}
    if not reported:  # older servers write only for people
        listed = header(open_mail(raw[:_MOST_LOOKED_AT]).headers, "X-Failed-Recipients").lower()
        for address in known:
            named = re.search(rf"(?mi)^\s*<?{re.escape(address)}>?:?(.*)$", text)
            if named or address in [one.strip() for one in listed.split(",")]:
                found[address] = _line(named[1] if named else "")
    return found


def _line(text: str) -> str:
    shown = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return shown[:_LONGEST_REASON]
