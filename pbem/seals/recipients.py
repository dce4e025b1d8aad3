"""What a file can be sealed to: an ssh-ed25519 public key, or an `age1…` recipient."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from pbem.seals.keys import PublicKey, parse_public

from .errors import Message, SealError, SealFault, phrase

Recipient = PublicKey | str
"""A player's ssh key, or the text of an age recipient that `parse_recipient` has checked."""


_LETTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
_PRIME = 2**255 - 19
# u coordinates of the points of order 1, 2, 4 and 8: anything sealed to one has the same, publicly known key.
_U8 = 0x00B8495F16056286FDB1329CEB8D09DA6AC49FF1FAE35616AEB8413B7C7AEBE0
_SMALL_ORDER = frozenset({0, 1, _PRIME - 1, _U8, 0x57119FD0DD4E22D8868E1C58C45C44045BEF839C55B1D0B1248C50A3BC959C5F})


@contextmanager
def no_panic(error: SealError) -> Iterator[None]:
    """Where pyrage panics (it is written in Rust), raise this instead.

    Its panic is not an Exception, so it would end all games, and its class cannot be imported.
    """
    try:
        yield
    except BaseException as raised:
        if type(raised).__name__ != "PanicException":
            raise
        raise error from None


def is_weak(age: str) -> bool:
    """Whether an age recipient is a point of small order. Its text is Bech32: 32 bytes, 4 empty bits, a checksum."""
    number = 0
    for letter in age.removeprefix("age1")[:52]:
        number = number << 5 | _LETTERS.index(letter)
    u = int.from_bytes((number >> 4).to_bytes(32, "big"), "little") & (2**255 - 1)
    return u % _PRIME in _SMALL_ORDER


def parse_recipient(text: str, where: str | None = None) -> Recipient:
    """Read what a player gave: the line of a `.pub` file, or `age1…`."""
    text = text.strip()
    if text.startswith("age1"):
        return parse_age(text, where or text)
    return parse_public(text, where or phrase("this-recipient"))


def parse_age(text: str, where: str | Message) -> str:
    import pyrage

    if not re.fullmatch(r"age1[0-9a-z]{58}", text):
        raise SealError(SealFault.RECIPIENT, where=where)
    try:
        with no_panic(SealError(SealFault.RECIPIENT, where=where)):
            pyrage.x25519.Recipient.from_str(text)
    except pyrage.RecipientError:
        raise SealError(SealFault.RECIPIENT, where=where) from None
    return text


def recipient_text(recipient: Recipient) -> str:
    """The same text for the same recipient, whatever the key's comment says."""
    return recipient if isinstance(recipient, str) else PublicKey(recipient.raw).line
