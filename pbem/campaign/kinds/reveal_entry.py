"""`reveal`, format 1: answers of earlier entries become public, and the rules go on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .. import openings
from ..records import EntryDraft
from .entry_kind import EntryKind
from .shapes import OPENS, Entry, Format1, digest, list_of

if TYPE_CHECKING:
    from ..match import Match
    from ..unsealed import Unsealed
    from ..verify import LedgerChecker


def _replay(match: Match, entry: Entry, known: Unsealed) -> EntryDraft | None:
    return openings.reveal(match)


def _verify(checker: LedgerChecker, match: Match, entry: Entry) -> EntryDraft:
    return checker.unplayed(match, entry) if match.secret is None else checker.brought_about(match, entry)


def _told(_: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    return [("log.opened", {})]


REVEAL = EntryKind(
    "reveal",
    {"shows": Format1.SHOWS, "opens": OPENS, "answers": list_of(Format1.ANSWER), "digest": digest},
    _replay,
    _verify,
    _told,
    follows=lambda _: True,
)
