"""`seat`: a seat becomes free, because its player resigned, missed too many deadlines, or is gone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pbem.table import Note

from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft
from . import entry_file, votes
from .entry_kind import EntryKind
from .shapes import BY, FILE, Entry, either, one_of, text

if TYPE_CHECKING:
    from ..ledger.known import Unsealed
    from ..ledger.verify import LedgerChecker
    from ..match import Match

RESIGNED, DROPPED = "resigned", "dropped"


def too_many(match: Match, seat: int) -> bool:
    """Whether a seat has missed as many deadlines in a row as the players agreed to."""
    most, state = match.genesis.policy.get("drop", 0), match.pace
    # Which clock counts follows from what was asked; without the secret any that was agreed to will do.
    clocks = (state.terms, state.coming) if match.secret is None else (state.terms,)
    agreed = any(one.at_deadline == "replace" for one in clocks)
    return bool(most) and agreed and state.misses[seat] >= most


def check(match: Match, seat: int) -> None:
    """Raise if nobody sits there."""
    if match.seats.free[seat] is not None or match.seats[seat].bot:
        raise CampaignError(CampaignFault.SEAT_FREE, player=match.seats[seat].handle)


def draft(match: Match, seat: int, state: str, by: str | int, n: int) -> EntryDraft:
    """From entry `n` on the seat is free."""
    if isinstance(by, int) and votes.act(match, by, "replace")["player"] != match.seats[seat].handle:
        raise CampaignError(CampaignFault.VOTE, why=phrase("vote-none", of=by))
    match.seats.freed(seat, n)
    content = {"kind": "seat", "player": match.seats[seat].handle, "state": state, "by": by}
    told = {"player": "table_resigned", "clock": "table_dropped", "moderator": "table_freed"}.get(str(by), "vote_freed")
    return EntryDraft(content, [Note(told, {"player": seat})])


def _replay(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    seat = match.seat_of(entry)
    entry_file.taken_in(match, entry, seat, known)
    return draft(match, seat, entry["state"], entry["by"], entry["n"])


def _verify(checker: LedgerChecker, match: Match, entry: Entry) -> EntryDraft:
    seat = match.seat_of(entry)
    entry_file.signed_by(entry)
    if (entry["by"] == "player") != (entry["state"] == RESIGNED):
        raise entry_file.misplaced(entry, phrase("resigns-alone"))
    if "file" in entry and entry_file.signed_line(checker, match, entry, seat, "leave"):
        raise CampaignError(CampaignFault.LINE_FILE, n=entry["n"], why=phrase("other-order", word="leave"))
    if entry["by"] == "clock" and not too_many(match, seat):
        missed, most = match.pace.misses[seat], match.genesis.policy.get("drop", "–")
        raise entry_file.misplaced(entry, phrase("not-dropped", missed=missed, most=most))
    try:
        check(match, seat)
    except CampaignError as error:
        raise entry_file.misplaced(entry, error.said) from None
    try:
        return draft(match, seat, entry["state"], entry["by"], entry["n"])
    except CampaignError as error:
        raise entry_file.misplaced(entry, error.said) from None


def _told(entry: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    by = entry["by"] if isinstance(entry["by"], str) else "vote"
    return [(f"log.seat_{entry['state']}_by_{by}", {"name": entry["player"]})]


SEAT = EntryKind(
    "seat",
    {"player": text, "state": one_of(RESIGNED, DROPPED), "by": either(one_of("player", "clock"), BY)},
    _replay,
    _verify,
    _told,
    {"file": FILE},
)
