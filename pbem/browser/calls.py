"""What the page can ask of the worker: names of calls, JSON in and JSON out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from .. import titles
from ..orders.errors import BadOrders
from ..sitting.saved_game import BadSavedGame
from ..table import BadSetup, CannotUndo, Refused, Title
from ..table.saying import refusal_sentence
from ..titles.editions import Edition, played_by
from ..words import LANGUAGES, PROGRAM, sentences
from ..words.templates import Words
from ..words.yaml_cache import folder_of, load
from .page_game import PageGame
from .replayed import NoWorld, Record, Replay

Given = Mapping[str, Any]
EDITION = "edition.yaml"
"""In the pack of an edition: what it changes."""
SETTINGS = ("language", "seats", "human", "options", "seed", "assets")


class OtherRules(Exception):
    """A game was played by other rules than those of the pack."""


class Engine:
    """The one game that a worker holds, and what the page may ask about it."""

    def __init__(self, title: str) -> None:
        edition = _edition()
        self.title = titles.load(title, edition)
        self.rules = played_by(self.title, edition)
        self.language = LANGUAGES[0]
        self._game: PageGame | None = None
        self._replay: Replay | None = None

    def warm(self) -> None:
        """Load and draw everything once, so that the first answer does not wait for that."""
        for language in LANGUAGES:
            PageGame.begun(self.title, language, seed=1).next()

    @property
    def game(self) -> PageGame:
        if self._game is None:
            raise LookupError("no game has begun")
        return self._game

    # ---- calls

    def begin(self, given: Given) -> Any:
        """A new game: {language, seats?, human?, options?, seed?, assets?}."""
        self.language = given["language"]
        self._game = PageGame.begun(self.title, **{key: given[key] for key in SETTINGS if given.get(key) is not None})
        return self._game.situation(True)

    def restore(self, given: Given) -> Any:
        """A saved game goes on: {saved, language?, assets?, file?}; `file` is what it is called."""
        self.language = given.get("language") or self.language
        self._game = PageGame.restored(
            given["saved"].encode(), self._own, given.get("language") or "", given.get("assets") or ""
        )
        return self._game.situation(True)

    def _own(self, ident: str) -> Title:
        if ident != self.title.id:
            raise BadSavedGame("saved_other_title", found=ident[:40], title=self.title.id)
        return self.title

    def begin_from(self, given: Given) -> Any:
        """A game against bots from a position of another one: {record, place?, language, assets?}."""
        self.language = given["language"]
        self._game = PageGame.begun_from(
            self._record(given), given.get("place"), self.language, given.get("assets") or ""
        )
        return self._game.situation(True)

    def replay(self, given: Given) -> Any:
        """The acts of an entry of a finished game: {record, first, last, language, assets?}; the places are inputs."""
        place = (given["first"], given["last"])
        self._replay = Replay(self._record(given), *place, given["language"], given.get("assets") or "")
        return self._replay.acts

    def act(self, given: Given) -> Any:
        """The board after act `n` of these."""
        if self._replay is None:
            raise LookupError("nothing is replayed")
        return self._replay.board(given["n"])

    def _record(self, given: Given) -> Record:
        if given["record"]["rules"] != self.rules:
            raise OtherRules
        return Record(self.title, given["record"])

    def saved(self, given: Given) -> Any:
        return {"text": self.game.saved(), "name": f"{self.title.id}-{self.game.sitting.seed}.json"}

    def look(self, given: Given) -> Any:
        return self.game.look(given["seat"])

    def parts(self, given: Given) -> Any:
        """What can be chosen next for the ask of a seat: {seat, at, form?}."""
        return self.game.parts(given["seat"], given["at"], given.get("form"))

    def says(self, given: Given) -> Any:
        """What the lines of an order file say: {seat, text}."""
        return self.game.says(given["seat"], given["text"])

    def order(self, given: Given) -> Any:
        return self.game.order(given["text"])

    def undo(self, given: Given) -> Any:
        return self.game.undo()

    def next(self, given: Given) -> Any:
        return self.game.next()

    def explain(self, given: Given) -> Any:
        """What a rule says, by its id; or what a thing is, {slot, id}."""
        if "rule" in given:
            return {"name": given["rule"], "text": titles.rule_text(self.title, given["rule"], self.language)}
        return self.game.about(given["slot"], given["id"])

    def digest(self, given: Given) -> Any:
        """The print of the whole position: the same wherever the same game is played."""
        return self.game.sitting.table.digest()

    # ---- how they are answered

    def answered(self, name: str, given: str) -> str:
        """The answer to a call, or the fault that prevents it, both as JSON."""
        told = json.loads(given)
        try:
            return json.dumps({"value": CALLS[name](self, told)}, ensure_ascii=False)
        except BadOrders as bad:
            fault = self._refused("unreadable", bad.faults[0].refused)
        except Refused as no:
            fault = self._refused("refused", no)
        except CannotUndo:
            fault = {"kind": "undo", "text": self._said("cli.play.no_undo")}
        except BadSavedGame as bad:
            key = bad.key if bad.key == "saved_other_title" else f"cli.play.{bad.key}"
            fault = {"kind": "saved", "text": self._said(key, file=told.get("file") or "?", **bad.values)}
        except NoWorld:
            fault = {"kind": "world", "text": self._said("no_world")}
        except OtherRules:
            fault = {"kind": "rules", "text": ""}
        except BadSetup as bad:
            fault = {"kind": "setup", "text": str(bad)}
        return json.dumps({"fault": fault}, ensure_ascii=False)

    def _refused(self, kind: str, no: Refused) -> dict[str, Any]:
        words = self.game.words
        text = refusal_sentence(no.key, no.values, words)
        if no.near:
            text = f"{text} {words.say('refusal.did_you_mean', {'near': words.join(no.near, 'or')})}"
        return {"kind": kind, "text": text, "rule": no.rule or "", "legal": list(no.legal)}

    def _said(self, key: str, **values: Any) -> str:
        known = {**sentences(PROGRAM, self.language), **sentences("browser", self.language)}
        return Words(self.language, known, {}).say(key, values)


CALLS: Mapping[str, Callable[[Engine, Given], Any]] = {
    one.__name__: one
    for one in (
        Engine.begin,
        Engine.begin_from,
        Engine.restore,
        Engine.replay,
        Engine.act,
        Engine.saved,
        Engine.look,
        Engine.parts,
        Engine.says,
        Engine.order,
        Engine.undo,
        Engine.next,
        Engine.explain,
        Engine.digest,
    )
}


def begin(title: str) -> Engine:
    """What a worker calls before anything else."""
    made = Engine(title)
    made.warm()
    return made


def _edition() -> Edition | None:
    """The edition that lies in the pack, if one does."""
    file = folder_of(__package__) / EDITION
    return Edition(**load(file)) if file.exists() else None
