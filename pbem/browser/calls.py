"""What the page can ask of the worker: names of calls, JSON in and JSON out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from .. import titles
from ..sitting.saved_game import BadSavedGame
from ..table import BadSetup, Title
from ..titles.editions import Edition, played_by
from ..words import LANGUAGES, PROGRAM, sentences
from ..words.templates import Words
from ..words.yaml_cache import folder_of, load
from .page_game import PageGame

Given = Mapping[str, Any]
EDITION = "edition.yaml"
"""In the pack of an edition: what it changes."""
engine: Engine
"""That of the worker, which sets it."""


class Engine:
    """The one game that a worker holds."""

    def __init__(self, title: str) -> None:
        edition = _edition()
        self.title = titles.load(title, edition)
        self.rules = played_by(self.title, edition)
        self.language = "en"
        self._game: PageGame | None = None

    def warm(self) -> None:
        """Load and draw everything once, so that the first answer does not wait for that."""
        for language in LANGUAGES:
            PageGame.begun(self.title, min(self.title.seats), 0, {}, 1, language).next()

    @property
    def game(self) -> PageGame:
        if self._game is None:
            raise LookupError("no game has begun")
        return self._game

    def begin(self, given: Given) -> dict[str, Any]:
        """A new game: {seats?, human?, options?, seed?, language}."""
        self.language = given["language"]
        seats = given.get("seats") or min(self.title.seats)
        self._game = PageGame.begun(
            self.title, seats, given.get("human") or 0, given.get("options") or {}, given.get("seed"), self.language
        )
        return self._game.situation(True)

    def restore(self, given: Given) -> dict[str, Any]:
        """A saved game goes on: {saved, language?}."""
        self.language = given.get("language") or self.language
        self._game = PageGame.restored(given["saved"].encode(), self._own, given.get("language") or "")
        return self._game.situation(True)

    def _own(self, ident: str) -> Title:
        if ident != self.title.id:
            raise BadSavedGame("saved_other_title", found=ident[:40], title=self.title.id)
        return self.title

    def saved(self, given: Given) -> str:
        return self.game.saved()

    def look(self, given: Given) -> dict[str, Any]:
        return self.game.look(int(given["seat"]))

    def order(self, given: Given) -> dict[str, Any]:
        return self.game.order(given["text"])

    def undo(self, given: Given) -> dict[str, Any]:
        return self.game.undo()

    def next(self, given: Given) -> dict[str, Any]:
        return self.game.next()

    def explain(self, given: Given) -> str:
        """A rule by its id."""
        return titles.rule_text(self.title, given["rule"], self.language)

    def digest(self, given: Given) -> str:
        """The print of the whole position, which is the same wherever the same game is played."""
        return self.game.sitting.table.digest()


    def answered(self, name: str, given: str) -> str:
        """The answer to a call, or the fault that prevents it, both as JSON."""
        told = json.loads(given)
        try:
            return json.dumps({"value": CALLS[name](self, told)}, ensure_ascii=False)
        except BadSavedGame as bad:
            fault = {"kind": bad.key, "text": self._said(bad.key, {"file": told.get("file", ""), **bad.values})}
        except BadSetup as bad:
            fault = {"kind": "setup", "text": str(bad)}
        return json.dumps({"fault": fault}, ensure_ascii=False)

    def _said(self, key: str, values: Given) -> str:
        known = {**sentences(PROGRAM, self.language), **sentences("browser", self.language)}
        return Words(self.language, known, {}).say(key if key in known else f"cli.play.{key}", values)


CALLS: Mapping[str, Callable[[Engine, Given], Any]] = {
    one.__name__: one
    for one in (
        Engine.begin,
        Engine.restore,
        Engine.saved,
        Engine.look,
        Engine.order,
        Engine.undo,
        Engine.next,
        Engine.explain,
        Engine.digest,
    )
}


def _edition() -> Edition | None:
    """The edition that lies in the pack, if one does."""
    file = folder_of(__package__) / EDITION
    return Edition(**load(file)) if file.exists() else None
