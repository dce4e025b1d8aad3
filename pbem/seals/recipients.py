"""For whom a file can be sealed: an ssh-ed25519 public key, or an `age1…` recipient."""

from __future__ import annotations

import re

from pbem.seals.faults import Fault, Said, SealError, phrase
from pbem.seals.keys import PublicKey, parse_public

Recipient = PublicKey | str
"""A player's ssh key, or the text of an age recipient that `parse_recipient` has looked at."""


def parse_recipient(text: str, where: str | None = None) -> Recipient:
    """Read what a player gave: the line of a `.pub` file, or `age1…`."""
    text = text.strip()
    if text.startswith("age1"):
        return parse_age(text, where or text)
    return parse_public(text, where or phrase("this-recipient"))


def parse_age(text: str, where: str | Said) -> str:
    import pyrage

    if not re.fullmatch(r"age1[0-9a-z]{58}", text):
        raise SealError(Fault.RECIPIENT, where=where)
    try:
        pyrage.x25519.Recipient.from_str(text)
    except pyrage.RecipientError:
        raise SealError(Fault.RECIPIENT, where=where) from None
    return text


def recipient_text(recipient: Recipient) -> str:
    """One text for one recipient, whatever the key's comment says."""
    return recipient if isinstance(recipient, str) else PublicKey(recipient.raw).line
