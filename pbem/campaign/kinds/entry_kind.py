"""What a kind of entry says of itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .shapes import Entry, Fields

if TYPE_CHECKING:
    from ..match import Match
    from ..records import EntryDraft
    from ..unsealed import Unsealed
    from ..verify import LedgerChecker

Replay = Callable[["Match", Entry, "Unsealed"], "EntryDraft | None"]
"""Do again what the entry records; None where the rules do not bring it about."""
Verify = Callable[["LedgerChecker", "Match", Entry], "EntryDraft"]
"""What the files and the rules give where the entry stands. Without the secret: what can be said without it."""
Told = Callable[[Entry], list[tuple[str, Mapping[str, Any]]]]
"""What `pbem log` says of it before its answers: keys of the words, with their values."""


@dataclass(frozen=True)
class EntryKind:
    name: str
    needed: Fields
    replay: Replay
    verify: Verify
    told: Told
    optional: Fields = field(default_factory=dict)
    follows: Callable[[Entry], bool] = lambda _: False
    """Whether it follows by itself from the entry before; before all others nothing may be due."""

    @property
    def opens(self) -> bool:
        """Whether it may show what earlier entries hide."""
        return "opens" in self.needed or "opens" in self.optional


def nothing(_: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    """Its answers tell everything."""
    return []


def never(*_: object) -> EntryDraft:
    raise AssertionError("a genesis is where a match begins")
