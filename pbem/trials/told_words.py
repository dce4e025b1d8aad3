"""Words that pages, desks and rulings look up: what each field is called, what each order means and brings."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any, get_args

from ..campaign.acts import ruling_words
from ..table import Table, Title, note_text
from ..table.fields import bare, hints
from ..table.ruling import FIXED
from ..table.state_json import to_json
from ..titles import words as words_of
from ..words import LANGUAGES
from .conformance import HANDLES
from .simulate import source

RULED = 60
"""Positions of a game in which every field is ruled on."""
LISTED = 400
"""Questions of a game whose listed orders are read."""
PRICED = {"order", "coins", "gains", "chain"}
"""What pages have words for themselves; all else about an order needs the title's sentence `about.<kind>`."""


def faults(title: Title) -> Iterator[str]:
    yield from fields(title)
    yield from verbs(title)
    yield from dict.fromkeys(fault for fault, _ in rulings(title) if fault)
    yield from dict.fromkeys(fault for fault, _ in figures(title) if fault)


# ---- fields of the state, which rulings name


def fields(title: Title) -> Iterator[str]:
    """Every field has a name in both languages, and no name is left over."""
    state = type(_table(title, title.seats[0], "fields").state)
    for language in LANGUAGES:
        words, used = title.words[language], set()
        for cls in _classes(state, {}):
            for name in hints(cls):
                if (name in FIXED and issubclass(cls, state)) or cls.__name__ == "Outcome":
                    continue
                own, shared = f"field.{cls.__name__.lower()}.{name}", f"field.{name}"
                if own not in words and shared not in words:
                    used_by = f"which a ruling on {cls.__name__} names"
                    yield f"words/{language}.yaml: there is no sentence {shared}, {used_by}"
                used.add(own if own in words else shared)
        for key in words:
            if key.startswith("field.") and key not in used:
                yield f"words/{language}.yaml: no field is called {key}"


def rulings(title: Title) -> Iterator[tuple[str, str]]:
    """What is wrong with telling a ruling on each field of a random game, and by which kind of note it was told."""
    seats = max(one for one in title.seats if one <= 4)
    table, dice = _table(title, seats, title.id), random.Random(title.id)
    for _ in range(RULED):
        if table.over:
            return
        seat = dice.choice([seat for seat in table.pending if seat not in table.given])
        table.answer(seat, table.pending[seat].sample(dice.randrange))
        for path, value in _leaves(to_json(table.state), ""):
            if path.split(".")[0] in FIXED or value in ("", [], None):
                continue
            change = {"path": path, "was": value, "to": _other(value)}
            (note,) = ruling_words.notes(type(table.state), title.words["en"], [change], None)
            fault = f"a ruling on {path} has no words" if note.key == "ruled_change" else ""
            for language in LANGUAGES:
                said = note_text(note, words_of(title, language, HANDLES[:seats]))
                if path in said and "." in path:
                    fault = fault or f"a ruling on {path} is told by its path in {language}"
            yield fault, note.key


def _classes(hint: Any, found: dict[type, None]) -> dict[type, None]:
    plain, _ = bare(hint)
    if isinstance(plain, type) and is_dataclass(plain) and plain not in found:
        found[plain] = None
        for inner in hints(plain).values():
            _classes(inner, found)
    for arg in get_args(plain):
        _classes(arg, found)
    return found


def _leaves(data: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(data, dict) or (isinstance(data, list) and not all(isinstance(one, str) for one in data)):
        for step, one in data.items() if isinstance(data, dict) else enumerate(data):
            yield from _leaves(one, f"{path}.{step}" if path else str(step))
    else:
        yield path, data


def _other(value: Any) -> Any:
    """Something else of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1 if value < 1 else value - 1
    return value[1:] if isinstance(value, list) else ""


# ---- orders, as a desk shows them


def verbs(title: Title) -> Iterator[str]:
    """Every first word of an order is explained."""
    for language in LANGUAGES:
        words = words_of(title, language, ())
        for verb in title.language.verbs:
            if f"verb.{verb}" not in words:
                yield f"words/{language}.yaml: there is no sentence verb.{verb}"


def figures(title: Title) -> Iterator[tuple[str, str]]:
    """What is told of an order and has no sentence, or one with a field's name in it; and the sentence."""
    table = _table(title, min(3, title.seats[-1]), f"desk {title.id}")
    pick, seen = source(f"desk picks {title.id}"), 0
    spoken = [words_of(title, language, HANDLES) for language in LANGUAGES]
    while not table.over and seen < LISTED:
        seat, ask = next(iter(table.unanswered.items()))
        seen += 1
        listed = ask.data(table.players)
        for order in listed["legal"]:
            if {name for name, value in order.items() if value is not None} <= PRICED:
                continue
            for words in spoken:
                key = f"about.{listed['kind']}"
                said = words.say(key, order) if key in words else ""
                bad = key not in words or any(name in said for name in order if "_" in name)
                yield (f"{key} has no sentence in {words.language} that tells of {order['order']}" if bad else "", said)
        table.answer(seat, ask.sample(pick))


def _table(title: Title, seats: int, seed: str) -> Table:
    return Table(title, HANDLES[:seats], {}, below=source(seed), stride=50)
