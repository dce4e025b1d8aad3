"""`deadline`: the clock is paused or goes on, what is open is put off, or another clock counts."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from pbem.table import Note

from ..clock import deadlines
from ..clock.calendar import instant
from ..clock.terms import Terms
from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft
from . import entry_file, votes
from .entry_kind import EntryKind
from .genesis import CLOCK
from .shapes import BY, Entry, one_of, positive, time

if TYPE_CHECKING:
    from ..ledger.known import Unsealed
    from ..ledger.verify import LedgerChecker
    from ..match import Match

PAUSE, RESUME, EXTEND, SETTINGS = "pause", "resume", "extend", "settings"
_FIELDS: Mapping[str, set[str]] = {PAUSE: set(), RESUME: set(), EXTEND: {"hours", "due"}, SETTINGS: {"clock"}}


def check(match: Match, change: str, by: str | int = "moderator") -> None:
    """Raise if the clock cannot be changed like this. What the players vote for they need not have agreed to before."""
    state = match.pace
    if by == "moderator" and match.genesis.policy.get("clock") != "moderator":
        raise CampaignError(CampaignFault.CLOCK_FIXED, game=match.genesis.game)
    if change == RESUME and not state.paused:
        raise CampaignError(CampaignFault.NOT_PAUSED, game=match.genesis.game)
    if change in (PAUSE, EXTEND) and state.paused:
        raise CampaignError(CampaignFault.PAUSED, game=match.genesis.game, since=state.paused)


def extension(hours: int, due: str, at: str) -> int:
    """By how much a vote puts off a deadline: one that has passed, to so many hours from then."""
    passed = instant(at) - instant(due)
    return hours if passed < timedelta() else hours + passed // timedelta(hours=1) + 1


def draft(
    match: Match, change: str, at: str, hours: int = 0, terms: Terms | None = None, by: str | int = "moderator"
) -> EntryDraft:
    """Change the clock; of an extension, the entry says what the deadline is then."""
    if isinstance(by, int) and votes.act(match, by, change).get("hours", 0) > hours:
        raise CampaignError(CampaignFault.VOTE, why=phrase("vote-none", of=by))
    state, content = match.pace, dict[str, Any](kind="deadline", change=change, by=by)
    values: dict[str, Any] = {}
    if change == PAUSE:
        state.pause(at)
    elif change == RESUME:
        state.resume(at)
    elif change == EXTEND:
        state.extend(hours)
        due = deadlines.due(match) if match.table is not None else None
        content |= {"hours": hours, "due": due}
        values = {"due": deadlines.local(state.terms, due) if due else ""}
    else:
        assert terms is not None
        state.change(terms)
        content["clock"] = terms.data()
    return EntryDraft(content, [Note(f"table_{change}" if by == "moderator" else f"vote_{change}", values)])


def _terms(match: Match, entry: Entry) -> Terms | None:
    return Terms.of(entry["clock"], match.genesis.terms.files) if "clock" in entry else None


def _replay(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    return draft(match, entry["change"], entry["at"], entry.get("hours", 0), _terms(match, entry), entry["by"])


def _verify(checker: LedgerChecker, match: Match, entry: Entry) -> EntryDraft:
    change, terms = entry["change"], _terms(match, entry)
    if {"hours", "due", "clock"} & entry.keys() != _FIELDS[change]:
        raise entry_file.misplaced(entry, phrase("fields-of-change", change=change))
    before = deadlines.due(match) if match.table is not None else None
    try:
        check(match, change, entry["by"])
        if terms is not None:
            _check_terms(match, terms)
    except CampaignError as error:
        raise entry_file.misplaced(entry, error.said) from None
    if change == EXTEND and entry["due"] <= entry["at"]:
        raise entry_file.misplaced(entry, phrase("due-in-the-past", due=entry["due"], at=entry["at"]))
    voted = next((one.on.get("hours", 0) for one in match.seats.motions.values() if one.last == entry["by"]), None)
    made = _made(match, entry, terms)
    if change == EXTEND and voted is not None and match.secret is not None and before is not None:
        right = extension(voted, before, entry["at"])
        if entry["hours"] != right:
            raise entry_file.misplaced(entry, phrase("extended-by", right=right, found=entry["hours"]))
    if change == EXTEND and match.secret is not None and (before is None or made.content["due"] != entry["due"]):
        raise entry_file.misplaced(entry, phrase("deadline-was", due=made.content["due"] or "–"))
    return EntryDraft(dict(entry))


def _made(match: Match, entry: Entry, terms: Terms | None) -> EntryDraft:
    try:
        return draft(match, entry["change"], entry["at"], entry.get("hours", 0), terms, entry["by"])
    except CampaignError as error:
        raise entry_file.misplaced(entry, error.said) from None


def _check_terms(match: Match, terms: Terms) -> None:
    from ..agreement.genesis import check_terms

    check_terms(match.title, terms)


def _told(entry: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    return [(f"log.clock_{entry['change']}", {"due": entry.get("due", "")})]


DEADLINE = EntryKind(
    "deadline",
    {"change": one_of(*_FIELDS), "by": BY},
    _replay,
    _verify,
    _told,
    {"hours": positive, "due": time, "clock": CLOCK},
)
