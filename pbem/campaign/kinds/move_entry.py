"""`move`, format 1: a file from a seat, and the answers that it gave at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..records import EntryDraft
from . import entry_file, recorded_answers
from .entry_kind import EntryKind, nothing
from .shapes import Entry, Format1, true

if TYPE_CHECKING:
    from ..match import Match
    from ..unsealed import Unsealed


def _replay(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    seat = match.seat_of(entry)
    entry_file.begun(match, entry)
    file = entry_file.opened(entry, known)
    if known.unseal is not None:
        return entry_file.ordered_again(match, entry, seat, file, known)
    return recorded_answers.given(match, entry, seat, file, recorded_answers.answers(match, entry, known))


MOVE = EntryKind("move", Format1.MOVED, _replay, entry_file.verified, nothing, {"rest": true})
