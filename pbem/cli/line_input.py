"""Reading what a person types: with history and completion at a terminal, plainly from a pipe."""

from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable, Sequence
from types import ModuleType

WIPE = "\x1b[H\x1b[2J\x1b[3J"
"""Clears the screen and what could be scrolled back to."""


class LineInput:
    """One per command. Each person has a history of their own, which nobody else can recall."""

    def __init__(self) -> None:
        self.terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self._readline = _readline() if self.terminal else None
        self._person: object = None
        self._histories: dict[object, list[str]] = {}
        self.offered: Callable[[], Sequence[str]] = tuple
        """What the tab key completes: whole lines."""
        self._found: list[str] = []
        if self._readline is not None:
            self._readline.set_completer_delims("")
            self._readline.set_completer(self._complete)
            self._readline.parse_and_bind("tab: complete")

    def read(self, prompt: str, person: object = None) -> list[str]:
        """The lines that were typed, several if they were pasted at once. Raises EOFError at the end of the input."""
        if not self.terminal:
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            sys.stdout.write(f"{prompt}{line.rstrip()}\n")
            return [line.rstrip("\r\n")]
        self._recall(person)
        lines = input(prompt).split("\n")
        while _more():
            lines += input().split("\n")
        return lines

    def wipe(self) -> None:
        """Take from a terminal all that was shown."""
        if self.terminal:
            sys.stdout.write(WIPE)
            sys.stdout.flush()

    def _recall(self, person: object) -> None:
        """Change the history when another person types."""
        history = self._readline
        if history is None or person == self._person:
            return
        held = [history.get_history_item(n + 1) for n in range(history.get_current_history_length())]
        self._histories[self._person] = [line for line in held if line]
        history.clear_history()
        for line in self._histories.get(person, []):
            history.add_history(line)
        self._person = person

    def _complete(self, text: str, number: int) -> str | None:
        if number == 0:
            self._found = [line for line in self.offered() if line.startswith(text)]
        return self._found[number] if number < len(self._found) else None


def _readline() -> ModuleType | None:
    try:
        import readline
    except ImportError:  # Windows: the console itself has a history
        return None
    return readline


def _more() -> bool:
    """Whether lines wait that were pasted together with the last one."""
    if os.name != "posix":
        return False
    return bool(select.select([sys.stdin], [], [], 0)[0])
