"""In place of packages that no browser has, as far as checking a game needs them.

A signature is asked of the browser, which answers later: until then it counts as good (`Signatures`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from types import ModuleType
from typing import Any, NamedTuple

_LETTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
_CHECKSUM = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)


class Claim(NamedTuple):
    """That a key made a signature of a text."""

    key: bytes
    signature: bytes
    text: bytes


class Signatures:
    """What is claimed, and which claims have turned out to be true."""

    def __init__(self) -> None:
        self.judged: dict[Claim, bool] = {}
        self.waiting: dict[Claim, None] = {}

    def good(self, claim: Claim) -> bool:
        if claim not in self.judged:
            self.waiting[claim] = None
        return self.judged.get(claim, True)

    def judge(self, good: Iterable[bool]) -> bool:
        """Take the answers to all claims that wait, in their order; whether all were true."""
        found = dict(zip(self.waiting, good, strict=True))
        self.judged |= found
        self.waiting.clear()
        return all(found.values())


class NotSigned(Exception):
    """In place of `InvalidSignature`."""


class NoRecipient(Exception):
    """In place of `RecipientError`."""


def install(signatures: Signatures) -> None:
    """From now on, imports of these packages find what stands in for them."""

    class Key:
        def __init__(self, raw: bytes) -> None:
            self.raw = raw

        @classmethod
        def from_public_bytes(cls, raw: bytes) -> Key:
            return cls(raw)

        def verify(self, signature: bytes, data: bytes) -> None:
            if not signatures.good(Claim(self.raw, signature, data)):
                raise NotSigned

    package = "cryptography.hazmat.primitives.asymmetric"
    parts = package.split(".")
    for n in range(len(parts)):
        _module(".".join(parts[: n + 1]), __path__=[])
    _module("cryptography.exceptions", InvalidSignature=NotSigned)
    _module(f"{package}.ed25519", Ed25519PublicKey=Key)
    _module("pyrage", RecipientError=NoRecipient, x25519=_Recipients)


def _module(name: str, **inside: Any) -> None:
    made = sys.modules[name] = ModuleType(name)
    vars(made).update(inside)


class _Recipients:
    """In place of `pyrage.x25519`: says whether a text is an age recipient."""

    class Recipient:
        @staticmethod
        def from_str(text: str) -> None:
            """A text of the right letters and length (parse_age has seen to that) whose checksum fits (BIP 173)."""
            prefix, _, body = text.rpartition("1")
            values = [_LETTERS.find(letter) for letter in body]
            spread = [ord(letter) >> 5 for letter in prefix] + [0] + [ord(letter) & 31 for letter in prefix]
            if -1 in values or values[-7] & 15 or _checksum(spread + values) != 1:
                raise NoRecipient(text)


def _checksum(values: Iterable[int]) -> int:
    sum_ = 1
    for value in values:
        top = sum_ >> 25
        sum_ = (sum_ & 0x1FFFFFF) << 5 ^ value
        for bit, part in enumerate(_CHECKSUM):
            sum_ ^= part if top >> bit & 1 else 0
    return sum_
