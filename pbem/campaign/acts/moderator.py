"""`moderator`: the second moderator, whom the genesis names, goes on with the game, and signs this entry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pbem.table import Note

from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft
from . import entry_file
from .entry_kind import EntryKind
from .shapes import Entry, text

if TYPE_CHECKING:
    from ..ledger.known import Unsealed
    from ..ledger.verify import LedgerChecker
    from ..match import Match


def check(match: Match) -> None:
    """Raise if nobody can take over."""
    if match.genesis.second is None:
        raise CampaignError(CampaignFault.NO_SECOND, game=match.genesis.game)
    if match.seats.moderator == match.genesis.second.key:
        raise CampaignError(CampaignFault.TAKEN_OVER, game=match.genesis.game)


def draft(match: Match) -> EntryDraft:
    assert match.genesis.second is not None
    match.seats.moderated_by(match.genesis.second.key)
    return EntryDraft({"kind": "moderator", "moderator": match.seats.moderator.line}, [Note("table_moderator", {})])


def _replay(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    return _verify(None, match, entry)


def _verify(checker: LedgerChecker | None, match: Match, entry: Entry) -> EntryDraft:
    try:
        check(match)
    except CampaignError as error:
        raise entry_file.misplaced(entry, error.said) from None
    assert match.genesis.second is not None
    if entry["moderator"] != match.genesis.second.key.line:
        raise entry_file.misplaced(entry, phrase("other-second"))
    return draft(match)


def _told(entry: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    return [("log.moderator", {})]


MODERATOR = EntryKind("moderator", {"moderator": text}, _replay, _verify, _told)
