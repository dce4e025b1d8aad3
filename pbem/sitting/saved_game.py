"""A sitting as a file: what was agreed, the seed, and every answer as an order. Reading it plays the game again.

Whoever reads the seed can work out what is hidden, as with any saved game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from .. import titles
from ..orders.agenda import Agenda
from ..storage import disk
from ..storage.ids import is_player
from ..table import BadSetup, Diverged, OutOfChance, Refused, Title
from ..table.state_json import from_json, to_json
from ..words.message import printable
from .sitting import Sitting

KIND = "pbem play"
FORMAT, STARTED = 1, 2
"""The second has a `start`: the sitting went on from a position of another game."""
LARGEST = 16 * 1024 * 1024


class BadSavedGame(Exception):
    """A file that is not a saved game, or whose game cannot go on. `key` names the sentence that says why."""

    def __init__(self, key: str, **values: Any) -> None:
        super().__init__(key)
        self.key, self.values = key, values


def written(sitting: Sitting, language: str) -> bytes:
    data = {
        "kind": KIND,
        "format": STARTED if sitting.start else FORMAT,
        "title": sitting.title.id,
        "behaviour": sitting.title.behaviour,
        "fixes": sitting.fixes,
        "language": language,
        "players": list(sitting.handles),
        "people": list(sitting.people),
        "options": sitting.options,
        "seed": sitting.seed,
        **({"start": sitting.start} if sitting.start else {}),
        "ordered": {sitting.handles[seat]: to_json(agenda) for seat, agenda in sitting.agendas.items()},
    }
    head = json.dumps(data, indent=1, ensure_ascii=False).removesuffix("\n}")
    answers = [json.dumps([sitting.handles[one.seat], one.order], ensure_ascii=False) for one in sitting.given]
    rows = ",\n  ".join(answers)
    return f'{head},\n "answers": [\n  {rows}\n ]\n}}\n'.encode()


def is_saved_game(path: Path) -> bool:
    """Whether a file begins as ours do, so that it may be replaced by another."""
    try:
        with path.open("rb") as file:
            return file.read(64).lstrip().startswith(b'{\n "kind": "pbem play"')
    except OSError:
        return False


def read(path: Path) -> tuple[Sitting, str]:
    """The game in a file, played up to where it was saved, and its language."""
    return parsed(disk.read(path, LARGEST))


def parsed(text: bytes, load: Callable[[str], Title] = titles.load) -> tuple[Sitting, str]:
    """The same from the bytes of such a file; `load` gives the title, perhaps that of an edition."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadSavedGame("not_saved") from None
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise BadSavedGame("not_saved")
    if data.get("format") != (STARTED if "start" in data else FORMAT):
        raise BadSavedGame("saved_format", found=printable(str(data.get("format")), 20))
    try:
        return _sitting(data, load), str(data["language"])
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, AssertionError):
        raise BadSavedGame("saved_damaged") from None


def _whole(number: Any) -> int:
    """JSON also has fractions and Infinity."""
    if type(number) is not int:
        raise TypeError(number)
    return number


def _sitting(data: Mapping[str, Any], load: Callable[[str], Title]) -> Sitting:
    title = load(str(data["title"])[:80])
    if data["behaviour"] != title.behaviour or data["fixes"] > title.fixes:
        raise BadSavedGame("saved_other_rules", title=title.id)
    handles, people = tuple(data["players"]), tuple(data["people"])
    sound = all(isinstance(one, str) and is_player(one) for one in handles) and len({*handles}) == len(handles)
    if not sound or not people or not all(type(seat) is int and 0 <= seat < len(handles) for seat in people):
        raise BadSavedGame("saved_damaged")
    start = data.get("start")
    if start is not None and tuple(start["players"]) != handles:
        raise BadSavedGame("saved_damaged")
    try:
        sitting = Sitting(title, handles, people, data["options"], _whole(data["seed"]), data["fixes"], start)
    except (Diverged, OutOfChance):
        raise BadSavedGame("saved_damaged") from None
    except BadSetup as fault:
        raise BadSavedGame("saved_setup", why=printable(str(fault), 300)) from None
    for number, (handle, order) in enumerate(data["answers"], start=1):
        try:
            sitting.replay([(handles.index(handle), order)])
        except (Refused, Diverged, ValueError, TypeError, AttributeError):
            raise BadSavedGame("saved_answer", number=number, order=printable(str(order), 80)) from None
    for seat in people:
        agenda = from_json(Agenda, data["ordered"][handles[seat]])
        if not all(sitting.readable(seat, one.text) for one in (*agenda.queue, *agenda.standing)):
            raise BadSavedGame("saved_damaged")
        sitting.agendas[seat] = agenda
    return sitting
