"""A game at one page: people and bots at a table in the reader's browser, without keys or a server.

What the page is told are plain values. It draws them and knows no rule.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from .. import titles
from ..orders.check import Checked
from ..orders.errors import BadOrders
from ..sitting import saved_game
from ..sitting.sitting import HANDLES, Sitting
from ..table import CannotUndo, Title, note_text
from ..table.saying import refusal_sentence
from .plain_surface import surface


class PageGame:
    """`step` lets the bots go on, `order` takes what the person at the page wants, `undo` takes it back."""

    def __init__(self, sitting: Sitting, language: str) -> None:
        self.sitting, self.language = sitting, language
        names = [handle.capitalize() for handle in sitting.handles]
        self.words = titles.words(sitting.title, language, names)
        self._steps: Iterator[int] = sitting.steps()
        self._heard = len(sitting.notes)
        """How many notes the page has been told."""

    @property
    def here(self) -> int:
        """The person at the page: whoever is asked, and as long as nobody is, the first."""
        asked = self.sitting.asked
        return self.sitting.people[0] if asked is None else asked

    # ---- what the page is told

    def situation(self, goes_on: bool) -> dict[str, Any]:
        """What happened since the page was last told, and how things stand."""
        sitting, seat = self.sitting, self.here
        told = [note for note in sitting.told(seat, self._heard) if f"note.{note.key}" in self.words]
        self._heard = len(sitting.notes)
        return {
            "told": [note_text(note, self.words) for note in told],
            "goes_on": goes_on,
            "seat": seat,
            "names": list(self.words.players),
            "over": sitting.table.over,
            "undoable": sitting.undoable(seat) is not None,
            "surface": self.look(seat),
        }

    def look(self, seat: int) -> dict[str, Any]:
        """The table as a seat sees it, with everything that it may press."""
        return surface(self.sitting.title, self.sitting.table, seat, self.words)

    # ---- going on

    def next(self) -> dict[str, Any]:
        """One answer of a bot, or of a person who ordered it ahead."""
        return self.situation(next(self._steps, None) is not None)

    def order(self, text: str) -> dict[str, Any]:
        """Do what the person at the page orders; says what became of each line."""
        seat = self.here
        if self.sitting.asked is None:
            return {"lines": [], **self.situation(True)}
        try:
            lines = self.sitting.submit(seat, text)
        except BadOrders as bad:
            lines = [Checked(one.line, one.text, "refused", refused=one.refused) for one in bad.faults]
        self._steps = self.sitting.steps()
        return {"lines": [self._became(one) for one in lines], **self.situation(True)}

    def _became(self, one: Checked) -> dict[str, Any]:
        said: dict[str, Any] = {"text": one.text.strip(), "result": one.result, "order": one.order}
        if one.refused is not None:
            no = one.refused
            said["refused"] = {
                "why": refusal_sentence(no.key, no.values, self.words),
                "rule": no.rule or "",
                "legal": list(no.legal),
            }
        elif one.why:
            said["why"] = self.words.say(f"dropped.{one.why}")
        return said

    def undo(self) -> dict[str, Any]:
        """Take back the last answer of the person at the page; `undone` is its order, or nothing."""
        seat = self.here
        try:
            undone = self.sitting.undo(seat)
        except CannotUndo:
            undone = ""
        self._heard = min(self._heard, len(self.sitting.notes))
        self._steps = self.sitting.steps()
        return {"undone": undone, **self.situation(True)}

    # ---- beginning and keeping

    @classmethod
    def begun(
        cls, title: Title, seats: int, human: int, options: Mapping[str, Any], seed: int | None, language: str
    ) -> PageGame:
        drawn = seed if seed is not None else random.SystemRandom().randrange(1, 1_000_000)
        return cls(Sitting(title, HANDLES[:seats], [human], options, drawn), language)

    @classmethod
    def restored(cls, data: bytes, load: Callable[[str], Title], language: str) -> PageGame:
        sitting, spoken = saved_game.parsed(data, load)
        return cls(sitting, language or spoken)

    def saved(self) -> str:
        return saved_game.written(self.sitting, self.language).decode()
