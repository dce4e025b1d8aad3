"""The move file: who orders what, in which game, after which ledger entry.

A few lines of YAML that a person can write (docs/move-files.md); `flatyaml` reads them strictly.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import field, replace

from pbem.seals.errors import SealError, SealFault
from pbem.seals.keys import PublicKey
from pbem.seals.signed import SignedMove, read_all, read_signed
from pbem.storage.flatyaml import FlatFile, LineFault, Value, shown
from pbem.storage.ids import is_game, is_player, name_trouble, unprintable
from pbem.words.lazy_dataclass import dataclass
from pbem.words.message import LOGS, Message

from .clock import deadlines
from .errors import phrase

LARGEST = 64 * 1024
LONGEST_WINDOW = 80
KEYS = ("game", "player", "after", "written", "window", "orders")
REQUIRED = ("game", "player", "after", "orders")

_HEX = re.compile(r"[0-9a-f]{64}")
_PLAIN = re.compile(r"[A-Za-z0-9](?:(?:[A-Za-z0-9 ._/-]|:(?=[0-9]))*[A-Za-z0-9])?")


class MoveFileError(Exception):
    """Everything wrong with a move file, in the order of its lines."""

    def __init__(self, faults: tuple[LineFault, ...]) -> None:
        self.faults = faults
        super().__init__(faults)

    @property
    def said(self) -> tuple[Message, ...]:
        return tuple(fault.said for fault in self.faults)

    def say(self, language: str) -> str:
        return "\n".join(one.say(language) for one in self.said)

    def __str__(self) -> str:
        return self.say(LOGS)


@dataclass(frozen=True, slots=True)
class MoveFile:
    game: str
    player: str
    after: str
    orders: str
    window: str | None = None
    written: str | None = None
    """When, by its writer's clock: decides which of two files after the same entry is newer."""
    orders_line: int = field(default=0, compare=False)
    """The line of the file where the orders begin, for messages about them."""


def parse(data: bytes) -> MoveFile:
    """Read a move file, or say everything that is wrong with it."""
    file = FlatFile(data, KEYS, LARGEST)
    if file.whole and not file.values and not file.faults():
        _fault(file, 0, "empty", right=", ".join(REQUIRED))
    elif file.whole:
        for key in REQUIRED:
            if key not in file.values:
                _fault(file, 0, "missing", key=key, right=phrase(f"example-{key}"))
    for key, value in file.values.items():
        if not value.nested and value.style != "*":
            _check(file, key, value)
    faults = file.faults()
    if faults:
        raise MoveFileError(faults)
    text = {key: value.text for key, value in file.values.items()}
    orders = file.values["orders"]
    first = orders.line + (orders.style == "|")
    return MoveFile(
        text["game"], text["player"], text["after"], text["orders"], text.get("window"), text.get("written"), first
    )


def _fault(file: FlatFile, line: int, key: str, /, **values: object) -> None:
    file.fault(line, Message("campaign", f"file.{key}", values))


def _check(file: FlatFile, key: str, value: Value) -> None:
    if key in ("game", "player"):
        if not (is_game if key == "game" else is_player)(value.text):
            _check_name(file, key, value)
    elif key == "after":
        if not _HEX.fullmatch(value.text):
            _fault(file, value.line, "after", found=shown(value.text))
    elif key == "written":
        if not deadlines.is_time(value.text):
            _fault(file, value.line, "written", found=shown(value.text))
    elif key == "window":
        if not _is_window(value.text):
            _fault(file, value.line, "window", found=shown(value.text), right=LONGEST_WINDOW)
    elif value.style == ">" or (value.style != "|" and value.lines > 1):
        # YAML would join the lines with spaces, and two orders would silently become one.
        _fault(file, value.line, "folded")
    elif file.whole and not value.text.strip() and value.style not in ('"', "'"):
        _fault(file, value.line, "no-orders")


def _check_name(file: FlatFile, key: str, value: Value) -> None:
    trouble = f"name-{name_trouble(value.text)}"
    values: dict[str, object] = {"key": key, "found": shown(value.text), "right": phrase(f"name-{key}")}
    if trouble == "name-letters":
        odd = next(c for c in value.text if ord(c) > 126)
        values["odd"] = f"U+{ord(odd):04X} ({unicodedata.name(odd, 'unnamed')})"
    _fault(file, value.line, trouble, **values)


def _is_window(text: str) -> bool:
    return 0 < len(text) <= LONGEST_WINDOW and text.isprintable() and text == text.strip()


def write(move: MoveFile) -> bytes:
    """The canonical file: this order of keys, `|` for the orders. What it writes, `parse` reads back."""
    lines = [f"game: {_scalar(move.game)}", f"player: {_scalar(move.player)}", f"after: {_scalar(move.after)}"]
    if move.written is not None:
        lines.append(f"written: {_scalar(move.written)}")
    if move.window is not None:
        lines.append(f"window: {_scalar(move.window)}")
    data = ("\n".join(lines) + "\n" + _orders(move.orders)).encode("utf-8", "surrogatepass")
    # A value that no file may have is refused here rather than by the moderator.
    if parse(data) != move:
        raise AssertionError(f"a move file did not survive writing: {move!r}")
    return data


def dated(data: bytes, at: str) -> bytes:
    """A move file written by hand, with the time of signing added if it has none and can take one."""
    move = parse(data)
    if move.written is not None or move.orders.strip().lower() == "join":
        return data
    try:
        made = f"written: {at}\n".encode() + data
        return made if parse(made) == replace(move, written=at) else data
    except MoveFileError:
        return data  # written in a style that does not allow a line in front


def _scalar(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else _quoted(text)


def _quoted(text: str) -> str:
    # JSON's string is YAML's double-quoted scalar; only DEL and C1 controls need escapes of their own.
    body = json.dumps(text, ensure_ascii=False)
    return "".join(f"\\u{ord(c):04x}" if unprintable(c) else c for c in body)


def _orders(orders: str) -> str:
    if not orders.strip() or any(map(unprintable, orders)):
        return f"orders: {_quoted(orders)}\n"
    chomp = "-" if not orders.endswith("\n") else "+" if orders.endswith("\n\n") else ""
    # If the text begins with a space, YAML cannot tell how far the block is indented.
    indent = "2" if orders[0] in " \n" else ""
    rows = orders.removesuffix("\n").split("\n")
    return f"orders: |{indent}{chomp}\n" + "".join(f"  {row}\n" if row else "\n" for row in rows)


def verified(move: SignedMove, keys: Mapping[str, PublicKey]) -> tuple[MoveFile, bytes]:
    """The move file and its 64 signature bytes, if the player it names has a seat and signed it."""
    file = parse(move.payload)
    if file.player not in keys:
        raise SealError(SealFault.SIGNED_PLAYER, found=file.player)
    return file, move.verify(keys[file.player])


__all__ = [
    "LineFault",
    "MoveFile",
    "MoveFileError",
    "SignedMove",
    "parse",
    "read_all",
    "read_signed",
    "verified",
    "write",
]
