"""The dice of one input, and what they do to bytes that were good."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

# Lengths of a run of one thing. Most are short, so that thousands of inputs are made in a second; the long ones
# are what quadratic readers and deep recursions need.
_SHORT = (0, 1, 2, 3, 5, 8, 9, 12, 17, 33, 64, 65, 100, 256)
_LONG = (1_000, 5_000, 5_000, 20_000, 70_000, 200_000)
_MOST = 400_000
"""Bytes that one edit adds."""

UNICODE = (
    "é",
    "ß",
    "İ",
    "ſ",
    "\u0000",
    "\u0007",
    "\u001b[2J",
    "\u0085",
    "\u00a0",
    "\u00ad",
    "\u0301",
    "\u200b",
    "\u200d",
    "\u2028",
    "\u2029",
    "\u202e",
    "\u2066",
    "\ufeff",
    "\ufffd",
    "\uffff",
    "\ud800",
    "\udfff",
    "１",
    "٣",
    "²",
    "Ⅷ",
    "аnna",
    "𝐚",
    "🏺",
    "\U000e0041",
    "\U0010ffff",
)


class Dice(random.Random):
    """Thrown anew for every input: its number says all that comes out."""

    def __init__(self, seed: int, kind: str, number: int) -> None:
        super().__init__(f"{seed}/{kind}/{number}")
        self.number = number

    def chance(self, share: float) -> bool:
        return self.random() < share

    def length(self) -> int:
        """How often something is repeated: seldom very often."""
        return self.choice(_LONG) if self.random() < 0.02 else self.choice(_SHORT)

    def some(self, items: Sequence[T], most: int = 4) -> list[T]:
        return [self.choice(items) for _ in range(self.randint(1, most))]

    def odd(self) -> str:
        """A character that a careless reader stumbles over, once or often."""
        return self.choice(UNICODE) * (1 if self.random() < 0.9 else min(self.length(), 5000))


def encoded(text: str) -> bytes:
    """Lone surrogates as well: a stranger writes what he likes."""
    return text.encode("utf-8", "surrogatepass")


def scrambled(dice: Dice, data: bytes, words: Sequence[bytes], donors: Sequence[bytes], most: int = 4) -> bytes:
    """A few edits anywhere: bytes, words, spans, other inputs."""
    for _ in range(dice.randint(1, most)):
        data = _edited(dice, data, words, donors)
    return data


def _edited(dice: Dice, data: bytes, words: Sequence[bytes], donors: Sequence[bytes]) -> bytes:
    at = dice.randrange(len(data) + 1)
    end = min(len(data), at + dice.choice((0, 1, 1, 2, 4, 16, 64, 300)))
    match dice.randrange(14):
        case 0 if data:  # one bit
            at = min(at, len(data) - 1)
            return data[:at] + bytes([data[at] ^ (1 << dice.randrange(8))]) + data[at + 1 :]
        case 1:  # a word put in
            return data[:at] + dice.choice(words) + data[at:]
        case 2:  # a word in the place of something
            return data[:at] + dice.choice(words) + data[end:]
        case 3:  # something is gone
            return data[:at] + data[end:]
        case 4:  # something stands there twice
            return data[:end] + data[at:]
        case 5:  # the end is gone
            return data[:at]
        case 6:  # the beginning is gone
            return data[at:]
        case 7:  # very much of something
            return data[:at] + (dice.choice((*words, data[at:end])) * dice.length())[:_MOST] + data[at:]
        case 8:  # two inputs in one
            other = dice.choice(donors)
            return data[:at] + other[dice.randrange(len(other) + 1) :]
        case 9:  # two inputs, one after the other
            return data + dice.choice(donors)
        case 10:  # other ends of lines
            return data.replace(
                b"\n", dice.choice((b"\r\n", b"\r", b"\n\n", b"\r\r\n", b" \n", b"\x0b", b"\xe2\x80\xa8"))
            )
        case 11:  # one word for another, everywhere
            return data.replace(dice.choice(words), dice.choice(words))
        case 12:  # noise
            return data[:at] + dice.randbytes(dice.randint(1, 40)) + data[end:]
        case _:  # another encoding of the whole
            text = data.decode("utf-8", "replace")
            codec = dice.choice(("utf-16", "utf-16-le", "utf-32", "latin-1", "cp500", "utf-7", "utf-8-sig", "gb18030"))
            return text.encode(codec, "replace")
