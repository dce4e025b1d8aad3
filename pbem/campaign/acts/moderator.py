"""`moderator`: the second moderator, whom the genesis names, goes on with the game, and signs this entry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pbem.seals.keys import PublicKey, parse_public
from pbem.table import Note

from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft
from . import entry_file
from .act import ActDecision, CampaignAct, Command, Filed
from .shapes import Entry, text

if TYPE_CHECKING:
    from ..ledger.known import Unsealed
    from ..match import Match


def decide(match: Match, command: Command[PublicKey]) -> ActDecision:
    second = match.genesis.second
    if second is None:
        raise CampaignError(CampaignFault.NO_SECOND, game=match.genesis.game)
    if match.seats.moderator == second.key:
        raise CampaignError(CampaignFault.TAKEN_OVER, game=match.genesis.game)
    if command.said != second.key:
        raise CampaignError(CampaignFault.NOT_SECOND, game=match.genesis.game, right=second.key.fingerprint)
    return ActDecision({"kind": "moderator", "moderator": second.key.line})


def _command(match: Match, entry: Entry, filed: Filed) -> Command[PublicKey]:
    second = match.genesis.second
    if second is not None and entry["moderator"] != second.key.line:
        raise entry_file.misplaced(entry, phrase("other-second"))
    return Command(entry["at"], second.key if second is not None else match.genesis.moderator, by="moderator")


def _apply(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    match.seats.moderated_by(parse_public(entry["moderator"]))
    return EntryDraft(dict(entry), [Note("table_moderator", {})])


def _told(entry: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    return [("log.moderator", {})]


ACT = CampaignAct("moderator", {"moderator": text}, decide, _command, _apply, _told)
