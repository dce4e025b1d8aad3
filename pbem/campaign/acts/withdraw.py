"""`withdraw`: a file without orders withdraws what its seat wrote before, and does nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..records import EntryDraft
from . import entry_file
from .entry_kind import EntryKind
from .shapes import FILE, Entry, text

if TYPE_CHECKING:
    from ..ledger.known import Unsealed
    from ..match import Match


def _replay(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    seat = match.seat_of(entry)
    entry_file.begun(match, entry)
    file = entry_file.opened(entry, known)
    if known.unseal is not None:
        return entry_file.ordered_again(match, entry, seat, file, known)
    return match.withdrawn(seat, file)


def _told(entry: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    return [("log.withdrawn", {"name": entry["player"]})]


WITHDRAW = EntryKind("withdraw", {"player": text, "file": FILE}, _replay, entry_file.verified, _told)
