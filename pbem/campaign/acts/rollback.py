"""`rollback`: play goes back to the position before an answer, for everybody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..errors import CampaignError, phrase
from ..records import EntryDraft
from . import entry_file, going_back
from .entry_kind import EntryKind
from .shapes import BY, PLACE, Entry, digest, reason

if TYPE_CHECKING:
    from ..ledger.known import Unsealed
    from ..ledger.verify import LedgerChecker
    from ..match import Match


def _replay(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    entry_file.begun(match, entry)
    return _made(match, entry)


def _verify(checker: LedgerChecker, match: Match, entry: Entry) -> EntryDraft:
    try:
        going_back.check_rollback(match, entry["by"])
    except CampaignError as error:
        raise entry_file.misplaced(entry, error.said) from None
    if match.secret is None:
        to = (entry["to"]["n"], entry["to"]["i"])
        if to not in checker.answered:
            raise entry_file.misplaced(entry, phrase("no-such-answer", n=to[0], i=to[1]))
        _by_vote(match, entry)
        return checker.unplayed(match, entry)
    checker.nothing_due(match, entry)
    return _made(match, entry)


def _made(match: Match, entry: Entry) -> EntryDraft:
    try:
        return going_back.rollback(match, (entry["to"]["n"], entry["to"]["i"]), entry["by"], entry["reason"])
    except CampaignError as error:
        raise entry_file.misplaced(entry, error.said) from None


def _by_vote(match: Match, entry: Entry) -> None:
    try:
        going_back.voted(match, (entry["to"]["n"], entry["to"]["i"]), entry["by"])
    except CampaignError as error:
        raise entry_file.misplaced(entry, error.said) from None


def _told(entry: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    to = entry["to"]
    return [("log.rollback", {"entry_number": to["n"], "place": to["i"] + 1, "why": entry["reason"]})]


ROLLBACK = EntryKind("rollback", {"to": PLACE, "by": BY, "reason": reason, "digest": digest}, _replay, _verify, _told)
