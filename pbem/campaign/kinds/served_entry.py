"""`served`, format 1: answers to what came up, from files of earlier entries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import ordered_ahead
from ..records import EntryDraft
from . import recorded_answers
from .entry_kind import EntryKind, nothing
from .shapes import Entry, Format1, digest, list_of, text

if TYPE_CHECKING:
    from ..match import Match
    from ..unsealed import Unsealed
    from ..verify import LedgerChecker


def _replay(match: Match, entry: Entry, known: Unsealed) -> EntryDraft | None:
    known.sealed_orders(entry["n"], entry.get("sealed", ""))
    if known.unseal is not None:
        return ordered_ahead.serve(match)
    return recorded_answers.given(
        match, entry, match.seat_of(entry), None, recorded_answers.answers(match, entry, known)
    )


def _verify(checker: LedgerChecker, match: Match, entry: Entry) -> EntryDraft:
    return checker.unplayed(match, entry) if match.secret is None else checker.brought_about(match, entry)


SERVED = EntryKind(
    "served",
    {"player": text, "answers": list_of(Format1.ANSWER), "digest": digest},
    _replay,
    _verify,
    nothing,
    {"sealed": text},
    follows=lambda _: True,
)
