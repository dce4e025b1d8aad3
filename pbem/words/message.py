"""Sentences for people: a key and values, put into words when the reader's language is known.

Code that finds a fault does not know where it will be read: in a log, a player's terminal, a mail. So
what is passed on is never a finished text. The words are in `words/<language>.yaml` of the package that
the key belongs to, and are loaded when the first sentence is needed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from . import sentences
from .lazy_dataclass import dataclass
from .templates import Words

LOGS = "en"
"""What `str()` gives, for logs and programs."""


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence, or a part of one. A value can itself be a Message, or a list of them."""

    room: str
    key: str
    values: Mapping[str, object] = field(default_factory=dict)

    def say(self, language: str = LOGS) -> str:
        values = {name: _spoken(value, language) for name, value in self.values.items()}
        return Words(language, sentences(self.room, language), {}).say(self.key, values)

    def __str__(self) -> str:
        return self.say()

    def __hash__(self) -> int:
        return hash((self.room, self.key))

    def data(self) -> dict[str, Any]:
        return {"room": self.room, "key": self.key, "values": {n: _data(one) for n, one in self.values.items()}}

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Message:
        return cls(data["room"], data["key"], {name: _undone(one) for name, one in data["values"].items()})


def _spoken(value: object, language: str) -> object:
    if isinstance(value, Message):
        return value.say(language)
    return " ".join(one.say(language) for one in value) if isinstance(value, tuple) else value


def _data(value: object) -> Any:
    if isinstance(value, tuple):
        return [one.data() for one in value]
    return value.data() if isinstance(value, Message) else value


def _undone(value: Any) -> object:
    if isinstance(value, list):
        return tuple(Message.of(one) for one in value)
    return Message.of(value) if isinstance(value, dict) else value


class MessageError(Exception):
    """Wrong input, told in one sentence. `fault` says which kind it is, for programs."""

    room = ""
    longest = 160
    most_lines = 1
    """How many lines a value may have: output of git or a list of settings has several."""

    def __init__(self, fault: str, /, **values: object) -> None:
        self.fault = fault
        self.values = {name: _kept(value, self.longest, self.most_lines) for name, value in values.items()}
        super().__init__(fault)

    @property
    def said(self) -> Message:
        return Message(self.room, f"fault.{self.fault}", self.values)

    def say(self, language: str) -> str:
        return self.said.say(language)

    def __str__(self) -> str:
        return self.said.say()


def put(room: str, key: str, values: Mapping[str, object]) -> Message:
    """A sentence with values from outside."""
    return Message(room, key, {name: _kept(value, 400) for name, value in values.items()})


def _kept(value: object, longest: int, most_lines: int = 1) -> object:
    """Untrusted text is made harmless; whatever can be said in another language stays as it is."""
    said = getattr(value, "said", value)
    if isinstance(said, (Message, tuple)):
        return said
    return "\n".join(printable(line, longest) for line in str(value).split("\n", most_lines - 1))


def printable(text: str, longest: int = 160) -> str:
    """Untrusted text made safe for a terminal and a log: no control characters, limited length."""
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text[:longest])
    return shown + "…" if len(text) > longest else shown
