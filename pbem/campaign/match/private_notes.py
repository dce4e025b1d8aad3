"""What a seat alone was told: letters and the rules' own notes.

A hand has the latest of both, neither at the cost of the other. It says how many older ones it leaves out for length;
`note_files.py` brings them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from pbem.table import Note, Words
from pbem.table.saying import note_text
from pbem.table.state_json import to_json
from pbem.words.lazy_dataclass import dataclass

from ..records import ToldNote

MOST = {"notes": 12, "letters": 40}
"""How many notes and letters a hand has: each is in it twice, as text and as data."""
LONGEST = 24_000
"""How many characters the letters of a hand, or the notes of a receipt, have together."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Older notes of one sort, which are not in the hand."""

    count: int
    first: int
    """The entry of the oldest."""
    last: int

    def data(self) -> dict[str, int]:
        return {"count": self.count, "first": self.first, "last": self.last}


@dataclass(frozen=True, slots=True)
class PrivateNotes:
    kept: tuple[ToldNote, ...] = ()
    """The oldest first."""
    left_out: Mapping[str, LeftOut] = field(default_factory=dict)
    """By sort: `letters` or `notes`."""

    def with_note(self, note: ToldNote) -> PrivateNotes:
        sort = sort_of(note)
        alike = [one for one in (*self.kept, note) if sort_of(one) == sort]
        gone = 0
        while len(alike) - gone > MOST[sort] or (sort == "letters" and _length(alike[gone:]) > LONGEST):
            gone += 1
        if not gone:
            return PrivateNotes((*self.kept, note), self.left_out)
        out = {id(one) for one in alike[:gone]}
        before = self.left_out.get(sort)
        first = before.first if before else alike[0].n
        left = LeftOut((before.count if before else 0) + gone, first, alike[gone - 1].n)
        return PrivateNotes(
            tuple(one for one in (*self.kept, note) if id(one) not in out), {**self.left_out, sort: left}
        )

    def latest(self, most: int) -> PrivateNotes:
        """With no more than so many letters and notes, the rest left out."""
        found, counts = PrivateNotes((), self.left_out), dict.fromkeys(MOST, 0)
        kept: list[ToldNote] = []
        for note in reversed(self.kept):
            sort = sort_of(note)
            counts[sort] += 1
            if counts[sort] <= most:
                kept.append(note)
                continue
            before = found.left_out.get(sort)
            first, last = (min(before.first, note.n), max(before.last, note.n)) if before else (note.n, note.n)
            left = LeftOut((before.count if before else 0) + 1, first, last)
            found = PrivateNotes((), {**found.left_out, sort: left})
        return PrivateNotes(tuple(reversed(kept)), found.left_out)

    def data(self) -> dict[str, Any]:
        """As a hand has it for programs."""
        told = [{"key": note.key, "values": to_json(note.values), "n": note.n} for note in self.kept]
        return {"told": told, "left_out": {sort: one.data() for sort, one in self.left_out.items()}}

    def text(self, words: Words) -> list[str]:
        """As a hand has it for people, the latest first."""
        said = [f"  {indented(note, note.names, words)}" for note in reversed(self.kept)]
        return [words.say("hand.told"), *said, *left_out_text(self.data()["left_out"], words)]


def left_out_text(left: Mapping[str, Mapping[str, int]], words: Words) -> list[str]:
    return [words.say(f"hand.left_{sort}", one) for sort, one in left.items()]


def sort_of(note: Note) -> str:
    return "letters" if note.key.startswith("table_letter_") else "notes"


def _length(letters: list[ToldNote]) -> int:
    return sum(len(str(one.values.get("text", ""))) for one in letters)


def indented(note: Note, names: Sequence[str], words: Words) -> str:
    """A letter of several lines, none of which looks like a line of the hand itself."""
    return note_text(note, words.with_players(names)).replace("\n", "\n        ")
