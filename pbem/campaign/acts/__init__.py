"""The kinds of entries, one module each: the fields, what replay and verify do with them, how they are described.

docs/ledger.md lists the fields in tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from .entry_kind import EntryKind

if TYPE_CHECKING:
    from .act import CampaignAct

__all__ = ["FORMAT", "KINDS", "READ_BY", "WORDS", "EntryKind", "act_of"]


class Kinds(Mapping[str, EntryKind]):
    """The kinds by name. A module is loaded at the first entry of its kind: most commands read only the
    genesis."""

    def __init__(self, **places: str) -> None:
        """By name: the module of the kind, and its name in that module."""
        self._places = places
        self._loaded: dict[str, EntryKind] = {}

    def __getitem__(self, name: str) -> EntryKind:
        if name not in self._loaded:
            module, _, constant = self._places[name].partition(".")
            found = getattr(import_module(f".{module}", __name__), constant)
            self._loaded[name] = (
                found if isinstance(found, EntryKind) else import_module(".act", __name__).kind_of(found)
            )
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


FORMAT = 2
"""Of the ledgers that this version reads and writes."""
READ_BY = {1: "0.2"}
"""By an earlier format, the last version that reads it."""
KINDS = Kinds(
    genesis="genesis.GENESIS",
    join="join.JOIN",
    run="run.RUN",
    withdraw="withdraw.WITHDRAW",
    key="key.ACT",
    absence="absence.ACT",
    deadline="deadline.ACT",
    seat="seat.ACT",
    takeover="takeover.ACT",
    substitute="substitute.ACT",
    moderator="moderator.ACT",
    undo="undo.UNDO",
    press="press.ACT",
    rollback="rollback.ROLLBACK",
    ruling="ruling.RULING",
    vote="vote.ACT",
    end="end.END",
)
WORDS = {"absence": "absence", "key": "key", "leave": "seat", "substitute": "substitute"}
"""By the first word of a player's file, the act that it asks for."""


def act_of(kind: str) -> CampaignAct[Any]:
    """The act that writes entries of a kind."""
    found: CampaignAct[Any] = import_module(f".{kind}", __name__).ACT
    return found
