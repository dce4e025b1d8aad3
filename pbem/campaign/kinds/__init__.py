"""The kinds of entries, one module each: the fields, what replay and verify do with it, how it is told.

A format of the ledger is a set of kinds. docs/ledger.md has the fields as tables.
"""

from __future__ import annotations

from collections.abc import Mapping

from .clock_entry import CLOCK
from .end_entry import END_1, END_2
from .entry_kind import EntryKind
from .genesis_entry import GENESIS_1, GENESIS_2
from .join_entry import JOIN_1, JOIN_2
from .key_entry import KEY
from .move_entry import MOVE
from .reveal_entry import REVEAL
from .run_entry import RUN
from .served_entry import SERVED
from .withdraw_entry import WITHDRAW

__all__ = ["FORMATS", "NEWEST", "EntryKind"]

NEWEST = 2
FORMATS: Mapping[int, Mapping[str, EntryKind]] = {
    1: {one.name: one for one in (GENESIS_1, JOIN_1, MOVE, SERVED, CLOCK, REVEAL, KEY, END_1)},
    2: {one.name: one for one in (GENESIS_2, JOIN_2, RUN, WITHDRAW, KEY, END_2)},
}
