"""What happened: which entries are recent, which answers play can go back to, what was shown, who was told what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pbem.table import Note
from pbem.words.lazy_dataclass import dataclass

from ..records import Mark, Shown, ToldNote, Undone
from .private_notes import PrivateNotes


@dataclass(slots=True)
class Past:
    since: tuple[int, str]
    """The entry that the open asks came up with, and its time."""
    recent: tuple[str, ...]
    """Digests of the entries from `since` on: strict lines of a file must be written after one of them."""
    told: tuple[PrivateNotes, ...]
    """By seat, the latest notes that only some may read."""
    marks: tuple[Mark, ...] = ()
    """Answers that play can go back to, the oldest first. After a checkpoint, those that can be undone."""
    undone: Undone | None = None
    """The last undo, as long as the turn goes on in which it was made."""
    shown: tuple[Shown, ...] = ()
    """Hidden answers that were shown by a later entry; after a checkpoint, those shown since."""
    ended: bool = False

    @classmethod
    def begin(cls, at: str, digest: str, seats: int) -> Past:
        return cls((0, at), (digest,), (PrivateNotes(),) * seats)

    def saved(self, first: int) -> Past:
        """As a checkpoint keeps it: `first` is the place in the table of the first answer that can be undone."""
        return replace(self, marks=self.within_reach(first), shown=())

    def within_reach(self, first: int) -> tuple[Mark, ...]:
        """The answers that an undo may still go back to, and the one before, for the reason of a refusal."""
        low = next((at for at, mark in enumerate(self.marks) if mark.place >= first), len(self.marks))
        return self.marks[max(0, low - 1) :]

    def number(self, digest: str) -> int | None:
        """The number of a recent entry by its digest."""
        return self.since[0] + self.recent.index(digest) if digest in self.recent else None

    # ---- what happens to it

    def wrote(self, digest: str) -> None:
        """An entry was written."""
        self.recent = (*self.recent, digest)

    def moved(self, n: int, at: str) -> None:
        """Entry `n` brought up new asks. After an undo within the turn its time stays that of before it."""
        self.since, self.recent = (n, self.undone.since if self.undone is not None else at), ()

    def mark(self, marks: Iterable[Mark]) -> None:
        self.marks = (*self.marks, *marks)

    def tell(self, notes: Sequence[Note], n: int, names: tuple[str, ...]) -> None:
        """Keep for each seat the notes of entry `n` that are not for everybody; `names`: who has the seats now."""
        told = list(self.told)
        for note in notes:
            for seat in note.seen_by or ():
                told[seat] = told[seat].with_note(ToldNote.of(note, n, names))
        self.told = tuple(told)

    def is_told(self, seat: int, notes: PrivateNotes) -> None:
        """What a seat has been told, and nothing else: a file that did nothing told it nothing."""
        self.told = (*self.told[:seat], notes, *self.told[seat + 1 :])

    def back_to(self, mark: Mark) -> None:
        """Play has gone back to before an answer."""
        self.marks = self.marks[: self.marks.index(mark)]

    def undid(self, undone: Undone | None) -> None:
        self.undone = undone

    def showed(self, shown: Iterable[Shown]) -> None:
        self.shown = (*self.shown, *shown)

    def recalled(self, marks: Sequence[Mark], shown: Sequence[Shown]) -> None:
        """What a checkpoint does not have, from the ledger."""
        self.marks, self.shown = tuple(marks), tuple(shown)

    def finish(self) -> None:
        self.ended = True
