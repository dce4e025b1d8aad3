"""What a title's `board.py` is given to draw, and what it says about its charts and about the desk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ..table import Answer, Ask, Refused, Words


@dataclass(frozen=True)
class Scene:
    """A public position, as it is shown to everybody."""

    view: Any
    players: Sequence[str]
    words: Words
    """The title's sentences in the language of the page."""
    before: Any = None
    """The position to compare with: what differs is marked as new."""
    asked: Sequence[int] = ()
    """Seats that are awaited."""
    assets: str = ""
    """The path from the page to the files that all pages share; ends with a slash."""

    @property
    def language(self) -> str:
        return self.words.language


@dataclass(frozen=True)
class Chart:
    """A chart of a title. `values` in the board's series: one number per seat and step, or one per step."""

    key: str
    kind: Literal["lines", "balance"] = "lines"
    """lines: one per seat. balance: one line, above the middle for the first seat, below for the second."""


@dataclass(frozen=True)
class Pile:
    """Cards that only the owner of a desk may see: its script finds out which, by their position in the sealed hand."""

    head: str
    at: tuple[str | int, ...]
    """Where they are in the seat's own view."""
    back: str = ""
    """HTML of a card that not even the owner may see yet; if empty, such cards are not shown."""


@dataclass(frozen=True)
class DeskHand:
    """What lies before a seat at its desk."""

    shown: str = ""
    """HTML of what everybody may see."""
    piles: tuple[Pile, ...] = ()
    faces: Mapping[str, str] = field(default_factory=dict)
    """HTML of every card that could be in a pile."""


@dataclass(frozen=True)
class ReferenceSheet:
    """A part of a title's reference page, which stands for the box: cards of one kind, a table, a sheet."""

    id: str
    """Where links lead to: `#sheet-ID`."""
    head: str
    body: str
    """HTML."""


def refusals(ask: Ask, tried: Iterable[Answer], words: Words, handles: tuple[str, ...]) -> list[dict[str, Any]]:
    """The tried answers that an ask refuses, with reason and rule; one order is enough for each reason."""
    out: dict[str, dict[str, Any]] = {}
    for answer in tried:
        try:
            ask.check(answer, players=handles)
        except Refused as no:
            reason = words.say(f"refusal.{no.key}", no.values)
            out.setdefault(reason, {"order": ask.write(answer, handles), "reason": reason, "rule": no.rule})
    return list(out.values())
