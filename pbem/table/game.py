"""What the states of all titles have in common."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Any

from ..words.lazy_dataclass import dataclass
from .fields import TRANSIENT
from .notes import Note

_new = object.__new__


@dataclass(slots=True)
class Outcome:
    """How a game ended: who won, how (a message key), and the points by category."""

    winners: list[int]
    how: str
    scores: list[dict[str, int]]


@dataclass(slots=True)
class Game:
    """Base of every title's state."""

    seats: int
    options: dict[str, str | int | bool]
    fixes: int
    """The highest numbered rules correction that this game is played with."""
    phase: str = "setup"
    outcome: Outcome | None = None
    notes: Annotated[list[Note], TRANSIENT] = field(default_factory=list)
    unveiled: Annotated[list[Note], TRANSIENT] = field(default_factory=list)
    """Those that show something hidden, until the table has taken notice of it."""

    def fix(self, number: int) -> bool:
        """Whether correction `number` applies: old games continue under the rules they began with."""
        return number <= self.fixes

    def note(self, key: str, /, seen_by: tuple[int, ...] | None = None, reveals: bool = False, **values: Any) -> None:
        note = _new(Note)  # as Note(key, values, seen_by, reveals), but a step has several, and this is quicker
        note.key = key
        note.values = values
        note.seen_by = seen_by
        note.reveals = reveals
        self.notes.append(note)
        if reveals:
            self.unveiled.append(note)

    def others(self, seat: int) -> list[int]:
        """The other seats in turn order after `seat`."""
        return [(seat + n) % self.seats for n in range(1, self.seats)]
