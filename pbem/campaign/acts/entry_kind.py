"""What a kind of entry declares about itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any

from ...words.lazy_dataclass import dataclass
from .shapes import Entry, Fields

if TYPE_CHECKING:
    from ..ledger.known import Unsealed
    from ..ledger.verify import LedgerChecker
    from ..match import Match
    from ..records import EntryDraft

Replay = Callable[["Match", Entry, "Unsealed"], "EntryDraft | None"]
"""Redo what the entry records; None if the rules do not lead to it."""
Verify = Callable[["LedgerChecker", "Match", Entry], "EntryDraft"]
"""What the files and the rules produce at this entry; without the secret, as much of it as can be known."""
Told = Callable[[Entry], list[tuple[str, Mapping[str, Any]]]]
"""What `pbem log` says about it before its answers: message keys with their values."""


@dataclass(frozen=True)
class EntryKind:
    name: str
    needed: Fields
    replay: Replay
    verify: Verify
    told: Told
    optional: Fields = field(default_factory=dict)
    follows: Callable[[Entry], bool] = lambda _: False
    """Whether it follows from the entry before without a new file; before any other kind nothing may be due."""

    @property
    def opens(self) -> bool:
        """Whether it may show what earlier entries hide."""
        return "opens" in self.needed or "opens" in self.optional


def nothing(_: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    """Nothing to add: its answers say everything."""
    return []


def never(*_: object) -> EntryDraft:
    raise AssertionError("a genesis is where a match begins")
