"""`vote`: a player says yes or no to something that the players decide together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft, On, SealedEntry, SignedFile, WrittenAt
from . import entry_file, votes
from .entry_kind import EntryKind
from .shapes import FILE, PLACE, Entry, one_of, positive, shape, text

if TYPE_CHECKING:
    from ..ledger.known import Unsealed
    from ..ledger.verify import LedgerChecker
    from ..match import Match

_ON = shape({"kind": one_of(*votes.MOTIONS)}, {"hours": positive, "to": PLACE, "player": text})


def cast(
    match: Match, seat: int, on: On, yes: bool | None, written: WrittenAt | None, file: SignedFile | None
) -> EntryDraft:
    """The vote; a secret one stays sealed until the end."""
    made = votes.draft(match, seat, on, yes, written, file)
    if votes.secret(match) and file is not None:
        made.veiled = SealedEntry(None, file, {}, rest=True)
    return made


def _replay(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    entry_file.begun(match, entry)
    file = entry_file.opened(entry, known)
    move = entry_file.parsed(entry["n"], file)
    yes, on = votes.read(match, move.orders)
    return cast(match, match.seat_of(entry), on, yes, entry_file.written(match, entry["n"], move, known), file)


def _verify(checker: LedgerChecker, match: Match, entry: Entry) -> EntryDraft:
    n, seat = entry["n"], match.seat_of(entry)
    if match.seats.missing:
        raise entry_file.misplaced(entry, phrase("not-begun"))
    entry_file.sealed_as_needed(entry, votes.secret(match))
    if votes.secret(match) == ("vote" in entry):
        raise entry_file.misplaced(entry, phrase("vote-open" if "vote" in entry else "vote-hidden"))
    file, yes, on = checker.known.file(n, entry["file"]), None, entry["on"]
    try:
        if n in checker.moves:
            yes, on = votes.read(match, checker.moves[n].orders)
        votes.check(match, seat, on)
    except CampaignError as error:
        raise entry_file.misplaced(entry, error.said) from None
    written = checker.written.get(n)
    if written is not None and votes.late(match, seat, on, written):
        raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("overtaken"))
    made = cast(match, seat, on, yes, written, file)
    for field in ("on", "vote"):
        if made.content.get(field) != entry.get(field):
            raise CampaignError(CampaignFault.LINE_FILE, n=n, why=phrase("vote-otherwise"))
    return made


def _told(entry: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    key = f"log.vote_{entry.get('vote', 'secret')}"
    return [(key, {"name": entry["player"], "motion": votes.name(entry["on"])})]


VOTE = EntryKind(
    "vote", {"player": text, "file": FILE, "on": _ON}, _replay, _verify, _told, {"vote": one_of("yes", "no")}
)
