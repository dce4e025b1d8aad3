"""`seat`: a seat becomes free, because its player resigned, missed too many deadlines, or is gone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pbem.table import Note
from pbem.words.message import put

from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft
from . import entry_file, vote
from .act import ActDecision, CampaignAct, Command, Filed, seat_of
from .shapes import BY, FILE, Entry, either, one_of, text

if TYPE_CHECKING:
    from ..ledger.known import Unsealed
    from ..match import Match

RESIGNED, DROPPED = "resigned", "dropped"


def too_many(match: Match, seat: int) -> bool:
    """Whether a seat has missed as many deadlines in a row as the players agreed to."""
    most, state = match.genesis.policy.get("drop", 0), match.pace
    # Which clock counts follows from what was asked; without the secret any that was agreed to will do.
    clocks = (state.terms, state.coming) if match.secret is None else (state.terms,)
    agreed = any(one.at_deadline == "replace" for one in clocks)
    return bool(most) and agreed and state.misses[seat] >= most


def decide(match: Match, command: Command[str]) -> ActDecision:
    """The seat becomes free, if somebody sits there; `said`: resigned or dropped."""
    seat, by = seat_of(command), command.by
    handle = match.seats[seat].handle
    if match.seats.free[seat] is not None or match.seats[seat].bot:
        raise CampaignError(CampaignFault.SEAT_FREE, player=handle)
    if isinstance(by, int) and vote.won(match, by, "replace").on["player"] != handle:
        raise CampaignError(CampaignFault.VOTE, why=phrase("vote-none", of=by))
    content = {"kind": "seat", "player": handle, "state": command.said, "by": by}
    return ActDecision(content, (put("campaign", "receipt.resigned", {"n": match.n + 1}),))


def _read(match: Match, seat: int, said: str, at: str) -> str:
    return RESIGNED


def _command(match: Match, entry: Entry, filed: Filed) -> Command[str]:
    seat = match.seat_of(entry)
    entry_file.signed_by(entry)
    if (entry["by"] == "player") != (entry["state"] == RESIGNED):
        raise entry_file.misplaced(entry, phrase("resigns-alone"))
    if "file" in entry and entry_file.signed_line(match, entry, seat, filed, "leave"):
        raise CampaignError(CampaignFault.LINE_FILE, n=entry["n"], why=phrase("other-order", word="leave"))
    if entry["by"] == "clock" and not too_many(match, seat):
        missed, most = match.pace.misses[seat], match.genesis.policy.get("drop", "–")
        raise entry_file.misplaced(entry, phrase("not-dropped", missed=missed, most=most))
    return Command(entry["at"], entry["state"], seat, entry["by"])


def _apply(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    seat, by = match.seat_of(entry), entry["by"]
    entry_file.taken_in(match, entry, seat, known)
    if isinstance(by, int):
        vote.act(match, by, "replace")
    match.seats.freed(seat, entry["n"])
    told = {"player": "table_resigned", "clock": "table_dropped", "moderator": "table_freed"}.get(str(by), "vote_freed")
    return EntryDraft(dict(entry), [Note(told, {"player": seat})])


def _told(entry: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    by = entry["by"] if isinstance(entry["by"], str) else "vote"
    return [(f"log.seat_{entry['state']}_by_{by}", {"name": entry["player"]})]


ACT = CampaignAct(
    "seat",
    {"player": text, "state": one_of(RESIGNED, DROPPED), "by": either(one_of("player", "clock"), BY)},
    decide,
    _command,
    _apply,
    _told,
    {"file": FILE},
    _read,
)
