"""A game at one page: people and bots at a table in the reader's browser, without keys or a server.

What the page is told are plain values. It draws them and knows no rule.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from .. import titles
from ..pages.boards import board_of
from ..pages.surface import parts, said, surface, table_words
from ..sitting import saved_game
from ..sitting.sitting import HANDLES, Sitting
from ..table import Note, Title, note_text
from .replayed import Record

RECENT = 60
"""So many of the last notes are told when a saved game goes on."""


class PageGame:
    """`next` lets the bots go on, `order` takes what the person at the page wants, `undo` takes it back."""

    def __init__(self, sitting: Sitting, language: str, assets: str = "") -> None:
        self.sitting, self.language, self.assets = sitting, language, assets
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

    def situation(self, goes_on: bool, before: Any = None) -> dict[str, Any]:
        """What happened since the page was last told, and how things stand.

        goes_on  whether `next` may have more to tell
        before   an earlier position: what differs is marked
        """
        seat = self.here
        told = [note for note in self.sitting.told(seat, self._heard) if f"note.{note.key}" in self.words]
        self._heard = len(self.sitting.notes)
        return {"told": [self._sentence(one) for one in told], "goes_on": goes_on, "surface": self.look(seat, before)}

    def _sentence(self, note: Note) -> dict[str, Any]:
        whose = note.values.get("player")
        return {"text": note_text(note, self.words), "seat": whose if isinstance(whose, int) else None}

    def look(self, seat: int, before: Any = None) -> dict[str, Any]:
        """The table as a seat sees it, with everything that it may press."""
        sitting = self.sitting
        return surface(
            sitting.title,
            sitting.table,
            seat,
            self.language,
            self.words.players,
            before=before,
            assets=self.assets,
            undo=sitting.undoable(seat) is not None,
        )

    def about(self, slot: str, ident: str) -> dict[str, str]:
        """What a thing is, and what the title's board says that it does; empty where the thing shows that itself."""
        title = self.sitting.title
        words = table_words(title, self.language, self.words.players)
        explain = getattr(title.module("board.surface"), "explain", None)
        text = explain(words, slot, ident) if explain is not None else ""
        if not text and (glosses := getattr(board_of(title), "glosses", None)) is not None:
            text = glosses(words).get(ident, "")
        return {"name": words.name(slot, ident), "text": text}

    def parts(self, seat: int, at: Mapping[str, Any], form: int | None = None) -> dict[str, Any]:
        """What can be chosen next for the ask of a seat, beside what is chosen `at` the parts of its orders."""
        sitting = self.sitting
        return parts(sitting.title, sitting.table, seat, self.language, self.words.players, at, form)

    def says(self, seat: int, text: str) -> list[dict[str, str]]:
        """The lines of an order file as sentences. Raises BadOrders."""
        sitting = self.sitting
        return said(sitting.title, sitting.table, seat, self.language, self.words.players, text)

    # ---- going on

    def next(self) -> dict[str, Any]:
        """One answer of a bot, or of a person who ordered it ahead."""
        before = self.sitting.table.view(None)
        return self.situation(next(self._steps, None) is not None, before)

    def order(self, text: str) -> dict[str, Any]:
        """Do what the person at the page orders, and say what became of each line. Raises BadOrders, or Refused."""
        seat, before = self.here, self.sitting.table.view(None)
        if self.sitting.asked is None:
            raise LookupError("nobody is asked")
        given = len(self.sitting.given)
        lines = self.sitting.submit(seat, text)
        self._steps = self.sitting.steps()
        if len(self.sitting.given) == given:
            for one in lines:
                if one.refused is not None:
                    raise one.refused
        became = [
            {"text": one.text.strip(), "result": one.result, "order": one.order, "why": self._why(one.why)}
            for one in lines
        ]
        return {"lines": became, **self.situation(True, before)}

    def _why(self, key: str) -> str:
        return self.words.say(f"dropped.{key}") if key else ""

    def undo(self) -> dict[str, Any]:
        """Take back the last answer of the person at the page; `undone` is its order. Raises CannotUndo."""
        undone = self.sitting.undo(self.here)
        self._heard = min(self._heard, len(self.sitting.notes))
        self._steps = self.sitting.steps()
        return {"undone": undone, **self.situation(True)}

    # ---- beginning and keeping

    @classmethod
    def begun(
        cls,
        title: Title,
        language: str,
        seats: int | None = None,
        human: int = 0,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        assets: str = "",
    ) -> PageGame:
        """A new game with the title's smallest table, unless it is said otherwise. Raises BadSetup."""
        drawn = seed if seed is not None else random.SystemRandom().randrange(1, 1_000_000)
        handles = HANDLES[: seats or min(title.seats)]
        return cls(Sitting(title, handles, [human], options or {}, drawn), language, assets)

    @classmethod
    def begun_from(cls, record: Record, place: int | None, language: str, assets: str = "") -> PageGame:
        """A game that goes on from a place in the record of another one, for whoever is asked there.

        Without a place it goes on from where a running one stands, in a world as it may be.
        """
        seed = random.SystemRandom().randrange(1, 1_000_000)
        table = record.table(place) if place is not None else record.imagined(f"{seed}")
        person = min(table.unanswered, default=0)
        sitting = Sitting(record.title, record.handles, [person], record.options, seed, record.fixes, table.save())
        return cls(sitting, language, assets)

    @classmethod
    def restored(cls, data: bytes, load: Callable[[str], Title], language: str, assets: str = "") -> PageGame:
        """A game from a file of `pbem play`. Raises BadSavedGame."""
        sitting, spoken = saved_game.parsed(data, load)
        game = cls(sitting, language or spoken, assets)
        game._heard = max(0, len(sitting.notes) - RECENT)
        return game

    def saved(self) -> str:
        """The file that `pbem play --from` reads."""
        return saved_game.written(self.sitting, self.language).decode()
