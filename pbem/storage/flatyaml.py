"""A strict reader for small signed YAML files: lines `key: value`, and every value is text.

`no`, `012` and dates stay as typed. There are no tags, anchors, aliases, nested or duplicate
values, because two programs must never read one signed file in two ways. The reader uses only
the parser's events: nothing is built, nothing recurses, and all faults are reported at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..words.lazy_dataclass import dataclass
from ..words.message import Message, printable
from .errors import phrase
from .ids import unprintable

if TYPE_CHECKING:
    from yaml import Event

DEEPEST = 8
MOST_FAULTS = 50

_WORD = r"[A-Za-z0-9](?:[A-Za-z0-9_.:-]*[A-Za-z0-9])?"
_USUAL = re.compile(rf"((?:[a-z]+: {_WORD}\n)+)([a-z]+): \|\n((?:  [!-~][ -~]*\n)+)")
"""A file as programs write it: plain words, then one text of several lines, all ASCII."""


@dataclass(frozen=True, slots=True)
class LineFault:
    """One fault, with its line (0: the file as a whole)."""

    line: int
    what: Message

    @property
    def said(self) -> Message:
        return phrase("at-line", line=self.line, what=self.what) if self.line else self.what

    def __str__(self) -> str:
        return self.said.say()


@dataclass(slots=True)
class Value:
    """A value as written: its text, its line, and how it was written."""

    text: str
    line: int
    style: str | None = None
    """None (plain), `'`, `"`, `|` or `>`."""
    lines: int = 1
    nested: bool = False


class FlatFile:
    """What one walk through a file found."""

    def __init__(self, data: bytes, keys: Sequence[str], largest: int) -> None:
        self.values: dict[str, Value] = {}
        self.whole = False
        """Whether the walk reached the end: only then is a missing key known to be missing."""
        self._keys = keys
        self._faults: list[LineFault] = []
        text = self._decode(data, largest)
        if text is not None:
            self._characters(text, 1)
            if not self._faults and not self._usual(text):
                self._walk(text)

    def fault(self, line: int, what: Message) -> None:
        self._faults.append(LineFault(line, what))

    def _fault(self, line: int, key: str, /, **values: object) -> None:
        self.fault(line, Message("storage", f"line.{key}", values))

    def faults(self) -> tuple[LineFault, ...]:
        """All faults in line order, each once; if there are very many, only the first ones."""
        ordered = sorted(dict.fromkeys(self._faults), key=lambda fault: fault.line)
        if len(ordered) > MOST_FAULTS:
            rest = Message("storage", "line.more", {"found": len(ordered) - MOST_FAULTS})
            ordered = [*ordered[:MOST_FAULTS], LineFault(0, rest)]
        return tuple(ordered)

    def _decode(self, data: bytes, largest: int) -> str | None:
        if len(data) > largest:
            self._fault(0, "size", found=len(data), right=largest)
            return None
        try:
            return data.decode("utf-8").replace("\r\n", "\n")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            self._fault(line, "utf8", found=f"0x{data[error.start]:02X}")
            return None

    def _characters(self, text: str, line: int) -> None:
        for number, row in enumerate(text.split("\n"), line):
            if row.isascii() and row.isprintable():
                continue
            for c in dict.fromkeys(row):
                trouble = "return" if c == "\r" else unprintable(c)
                if trouble:
                    self._fault(number, trouble, found=f"U+{ord(c):04X}")

    def _usual(self, text: str) -> bool:
        """Read a file in the usual form; anything else, and any fault, is left to YAML, which takes long to load."""
        found = _USUAL.fullmatch(text)
        if found is None:
            return False
        rows = found[1].split("\n")[:-1]
        values = {key: Value(word, n) for n, (key, _, word) in enumerate((row.partition(": ") for row in rows), 1)}
        last, lines = len(rows) + 1, found[3].split("\n")
        values[found[2]] = Value("\n".join(line[2:] for line in lines), last, "|", len(lines) + 1)
        if len(values) != last or not set(values) <= set(self._keys):
            return False
        self.values, self.whole = values, True
        return True

    def _walk(self, text: str) -> None:
        import yaml

        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        try:
            self.whole = self._events(yaml.parse(text, Loader=loader))
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            self._fault(mark.line + 1 if mark else 1, "syntax")

    def _events(self, events: Iterable[Event]) -> bool:
        import yaml

        depth, documents = 0, 0
        key: Value | None = None
        for event in events:
            line = _line(event)
            self._ornaments(event, line)
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents == 2:
                    self._fault(line, "documents")
                    return True
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            elif isinstance(event, yaml.NodeEvent):
                if depth == 0 and not isinstance(event, yaml.MappingStartEvent):
                    self._fault(line, "top")
                    return False
                if depth == 1:
                    if key is None:
                        key = _value(event)
                    else:
                        self._pair(key, _value(event))
                        key = None
                depth += isinstance(event, yaml.CollectionStartEvent)
                if depth > DEEPEST:
                    if key is not None:  # for a value, the first level was already one too many, and was reported
                        self._fault(key.line, "complex", right=", ".join(self._keys))
                    return False
        return True

    def _ornaments(self, event: Event, line: int) -> None:
        import yaml

        if isinstance(event, yaml.DocumentStartEvent) and (event.version or event.tags):
            self._fault(line, "tag", found="%YAML" if event.version else "%TAG")
        elif isinstance(event, yaml.AliasEvent):
            self._fault(line, "alias", found=printable(event.anchor or "", 40))
        elif isinstance(event, yaml.NodeEvent):
            if event.anchor:
                self._fault(line, "anchor", found=printable(event.anchor, 40))
            tag = getattr(event, "tag", None)
            if tag:
                self._fault(line, "tag", found=printable(tag, 40))

    def _pair(self, key: Value, value: Value) -> None:
        known = ", ".join(self._keys)
        if key.nested:
            self._fault(key.line, "complex", right=known)
        elif key.text not in self._keys:
            self._fault(key.line, "unknown", found=shown(key.text), right=known)
        elif key.text in self.values:
            self._fault(key.line, "twice", key=key.text, found=self.values[key.text].line)
        else:
            if not value.text:
                value.line = key.line  # an empty value has no line of its own
            self.values[key.text] = value
            if value.nested:
                self._fault(value.line, "nested", key=key.text)
            elif value.style == '"':
                self._characters(value.text, value.line)  # escapes can produce forbidden characters


def _line(event: Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1


def _value(event: Event) -> Value:
    import yaml

    line = _line(event)
    if isinstance(event, yaml.ScalarEvent):
        end = event.end_mark.line + 1 if event.end_mark else line
        return Value(event.value, line, event.style or None, end - line + 1)
    # An alias has already been reported; as a value it counts as empty text.
    return Value(
        "",
        line,
        "*" if isinstance(event, yaml.AliasEvent) else None,
        nested=isinstance(event, yaml.CollectionStartEvent),
    )


def shown(text: str) -> str | Message:
    """A stranger's value inside a message."""
    return f"`{printable(text, 48)}`" if text else phrase("empty")
