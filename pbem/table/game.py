"""What the states of all titles have in common."""

from __future__ import annotations

from dataclasses import field
from typing import Annotated, Any

from ..words.lazy_dataclass import dataclass
from .fields import TRANSIENT
from .notes import Note


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

    def fix(self, number: int) -> bool:
        """Whether correction `number` applies: old games continue under the rules they began with."""
        return number <= self.fixes

    def note(self, key: str, /, seen_by: tuple[int, ...] | None = None, reveals: bool = False, **values: Any) -> None:
        self.notes.append(Note(key, values, seen_by, reveals))

    def others(self, seat: int) -> list[int]:
        """The other seats in turn order after `seat`."""
        return [(seat + n) % self.seats for n in range(1, self.seats)]
