"""A finished game replayed act by act: each answer with its arrow, what was drawn for it, and the board after it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..pages.board_api import Scene
from ..pages.boards import board_of
from ..pages.site_words import MarkedWords, bold, marked, note_sentence
from ..pages.surface import table_words
from ..table import Answered, Drawn, Note, Table, Title
from ..table.form_parts import Ref
from ..table.imagine import Outlook, imagined
from ..table.inputs import Input, input_from_json
from ..table.state_json import Json

_AIMS = ("to", "in", "against", "on")
"""Words of a form before what its verb is aimed at; without any, that is what the verb is about."""


class NoWorld(Exception):
    """None was found that looks like the game."""


class Record:
    """What a page has of a game (pages/played_record.py)."""

    def __init__(self, title: Title, data: Mapping[str, Any]) -> None:
        self.title = title
        self.handles: tuple[str, ...] = tuple(data["handles"])
        self.names: Sequence[str] = data["names"]
        self.options: Mapping[str, Any] = data["options"]
        self.fixes: int = data["fixes"]
        self.inputs: list[Input] = [input_from_json(one) for one in data.get("inputs", ())]
        self.outlook: str = data.get("outlook", "")
        """What everybody sees of a game that is not over, as JSON whose order matters."""

    def table(self, place: int) -> Table:
        record = self.inputs[:place]
        return Table(self.title, self.handles, self.options, fixes=self.fixes, record=record)

    def imagined(self, seed: str) -> Table:
        """A world in which what is hidden now lies somewhere, as it may."""
        outlook = Outlook.read(json.loads(self.outlook), None)
        world = imagined(self.title, self.handles, outlook, seed)
        if world is None:
            raise NoWorld
        return world


class Replay:
    """The acts of one entry, seen by an onlooker."""

    def __init__(self, record: Record, first: int, last: int, language: str, assets: str) -> None:
        self.record, self.language, self.assets = record, language, assets
        board = board_of(record.title)
        self.words = table_words(record.title, language, record.names)
        dice: frozenset[str] = getattr(board, "DICE", frozenset())
        self._marked: MarkedWords = marked(record.title, language, tuple(record.names), dice)
        self.acts: list[dict[str, Any]] = []
        self.views: list[Json] = []
        """One more than acts: the first is the position before them."""
        self._go(first, last)

    def _go(self, first: int, last: int) -> None:
        table = self.record.table(last)
        arrows: list[dict[str, Any]] = []
        before = first
        for now, notes in table.since(first):
            view = now.view(None)
            if not self.views:
                self.views.append(view)
            else:
                act = self._act(notes, now.inputs[before - now.offset :], arrows)
                if act["text"] or view != self.views[-1]:  # something that everybody could see
                    self.acts.append({**act, "place": now.place})
                    self.views.append(view)
            before = now.place
            following = table.inputs[before - table.offset :]
            arrows = list(_arrows(now, following))

    def _act(self, notes: Sequence[Note], inputs: Sequence[Input], arrows: list[dict[str, Any]]) -> dict[str, Any]:
        told = [note for note in notes if note.visible(None) and f"note.{note.key}" in self._marked]
        thrown = [one for one in inputs if isinstance(one, Drawn) and one.sides]
        acting = next((one.seat for one in inputs if isinstance(one, Answered)), None)
        return {
            "text": [bold(note_sentence(note, self._marked)) for note in told],
            "dice": [list(one.outcome) for one in thrown],
            "arrows": arrows,
            "seat": acting,
        }

    def board(self, act: int) -> str:
        """The board after so many acts; what the last of them changed is marked."""
        before = self.views[act - 1] if act else None
        names, handles = self.words.players, self.record.handles
        scene = Scene(self.views[act], names, self.words, before, (), self.assets, handles)
        drawn: str = board_of(self.record.title).draw(scene)
        return drawn


def _arrows(table: Table, following: Sequence[Input]) -> Iterator[dict[str, Any]]:
    """From where to where the answers lead that the table gets next, as far as everybody may know it."""
    for one in following[: max(1, len(table.pending))]:
        ask = table.pending.get(one.seat) if isinstance(one, Answered) else None
        if ask is None or not isinstance(one, Answered) or one.secret is not None:
            continue
        form = ask.kind.form_of(ask.spoken(one.answer))
        if form is None:
            continue
        said = ask.refs(one.answer)
        roles = {part.key: part.role for part in form.parts()}
        by_role: dict[str, list[Ref]] = {}
        for key, value in said.items():
            for thing in value if isinstance(value, list) else [value]:
                if isinstance(thing, Ref):
                    by_role.setdefault(roles.get(key, ""), []).append(thing)
        aims = [thing for role in _AIMS for thing in by_role.get(role, [])]
        start = by_role.get("from", by_role.get("", []) if "to" in by_role else [])
        rest = [thing for role, things in by_role.items() if role != "from" for thing in things]
        yield {
            "seat": one.seat,
            "from": [_plain(thing, table.players) for thing in start],
            "to": [_plain(thing, table.players) for thing in aims or rest],
        }


def _plain(thing: Ref, handles: Sequence[str]) -> dict[str, str]:
    return {"slot": thing.slot, "id": handles[thing.owner] if thing.owner is not None else thing.id}
