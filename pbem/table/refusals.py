"""The three ways an order can be wrong: not readable, ambiguous, not legal.

A refusal is data (a key into the words and its values), so that it can be
said in the reader's language; `str()` gives plain English for logs and tests.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Refused(Exception):
    """An order that was not accepted, with everything a player needs to correct it."""

    kind = "refused"

    def __init__(
        self,
        key: str,
        values: Mapping[str, Any] | None = None,
        *,
        at: tuple[int, int] | None = None,
        rule: str | None = None,
        near: tuple[str, ...] = (),
        legal: tuple[str, ...] = (),
        moot: bool = False,
    ) -> None:
        super().__init__(key)
        self.key = key
        self.values = dict(values or {})
        self.at = at
        self.rule = rule
        self.near = near
        self.legal = legal
        self.moot = moot
        """The order's own words hold it back (`keep 2`): its line is passed over, and those below it continue."""

    def __str__(self) -> str:
        parts = [f"{self.kind}: {self.key}"]
        if self.values:
            parts.append(", ".join(f"{k}={v}" for k, v in sorted(self.values.items())))
        if self.at is not None:
            parts.append(f"at {self.at[0]}-{self.at[1]}")
        if self.rule:
            parts.append(f"[{self.rule}]")
        if self.near:
            parts.append("did you mean " + ", ".join(self.near) + "?")
        return " ".join(parts)

    def data(self) -> dict[str, Any]:
        """The refusal as plain JSON, for programs and for comparing worlds."""
        return {
            "kind": self.kind,
            "key": self.key,
            "values": {k: self.values[k] for k in sorted(self.values)},
            "at": list(self.at) if self.at else None,
            "rule": self.rule,
            "near": list(self.near),
            "legal": list(self.legal),
        }


class NotReadable(Refused):
    """No form fits the text."""

    kind = "not readable"


class Ambiguous(Refused):
    """The text fits several things; `near` lists them."""

    kind = "ambiguous"


class NotLegal(Refused):
    """Readable, but the rules do not allow it now."""

    kind = "not legal"


class CannotRule(Exception):
    """The state cannot be changed like this here."""


class CannotUndo(Exception):
    """Undo would cross a die roll, a revealed card, or the start of the game."""
