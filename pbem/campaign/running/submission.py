"""A signed file as the campaign writer takes it, and the new key that one may bring."""

from __future__ import annotations

from pbem.orders.lines import rows
from pbem.seals.keys import PublicKey
from pbem.seals.signed import SignedMove
from pbem.words.lazy_dataclass import dataclass

from ..movefile import MoveFile
from ..records import SignedFile

ABOUT_THE_SEAT = ("join", "key", "absence", "leave", "substitute", "undo", "press", "vote", "notes")
"""Words that begin a file which does not answer what is asked; no title may have an order that begins with one."""


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file in an inbox, already read by whoever put it there, so that nobody need open and parse it again."""

    data: bytes
    """The bytes put there: a different file of the same name is read from disk."""
    move: SignedMove
    file: MoveFile


@dataclass(frozen=True, slots=True)
class Submission:
    """A signed file that names this game and one of its seats, and whose signature is valid."""

    file: SignedFile
    seat: int
    key: PublicKey
    """The key that its signature was checked with."""
    after: str
    orders: str
    window: str | None
    written: str = ""

    @property
    def word(self) -> str:
        """`join`, `key` and the like if the file is about the seat itself, otherwise empty."""
        said = rows(self.orders)
        first = said[0].split()[0].lower() if said else ""
        return first if first in ABOUT_THE_SEAT else ""
