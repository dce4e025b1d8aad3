"""`deadline`: the clock is paused or goes on, what is open is put off, or another clock counts."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from pbem.table import Note
from pbem.words.lazy_dataclass import dataclass

from ..agreement.genesis import check_terms
from ..clock import deadlines
from ..clock.calendar import instant
from ..clock.terms import Terms
from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft
from . import entry_file, vote
from .act import ActDecision, CampaignAct, Command, Filed
from .genesis import CLOCK
from .shapes import BY, Entry, one_of, positive, time

if TYPE_CHECKING:
    from ..ledger.known import Unsealed
    from ..match import Match

PAUSE, RESUME, EXTEND, SETTINGS = "pause", "resume", "extend", "settings"
_FIELDS: Mapping[str, set[str]] = {PAUSE: set(), RESUME: set(), EXTEND: {"hours", "due"}, SETTINGS: {"clock"}}


@dataclass(frozen=True, slots=True)
class ClockChange:
    change: str
    """pause, resume, extend or settings."""
    hours: int = 0
    """By how much the open deadline is put off."""
    terms: Terms | None = None
    due: str | None = None
    """The deadline after an extension as an entry has it, where nobody can compute it yet."""


def extension(hours: int, due: str, at: str) -> int:
    """By how much a vote puts off a deadline: one that has passed, to so many hours from then."""
    passed = instant(at) - instant(due)
    return hours if passed < timedelta() else hours + passed // timedelta(hours=1) + 1


def decide(match: Match, command: Command[ClockChange]) -> ActDecision:
    """Whether the clock can be changed like this. What the players vote for they need not have agreed to before."""
    by, wanted, change = command.by, command.said, command.said.change
    _possible(match, change, by)
    if isinstance(by, int) and vote.won(match, by, change).on.get("hours", 0) > wanted.hours:
        raise CampaignError(CampaignFault.VOTE, why=phrase("vote-none", of=by))
    content: dict[str, Any] = {"kind": "deadline", "change": change, "by": by}
    if wanted.terms is not None:
        check_terms(match.title, wanted.terms)
        content["clock"] = wanted.terms.data()
    elif change == EXTEND:
        due = wanted.due if match.table is None else _put_off(match, wanted.hours)
        if due is None or not wanted.hours:
            raise CampaignError(CampaignFault.NO_DEADLINE, game=match.genesis.game)
        content |= {"hours": wanted.hours, "due": due}
    return ActDecision(content)


def _possible(match: Match, change: str, by: str | int) -> None:
    state, game = match.pace, match.genesis.game
    if by == "moderator" and match.genesis.policy.get("clock") != "moderator":
        raise CampaignError(CampaignFault.CLOCK_FIXED, game=game)
    if change == RESUME and not state.paused:
        raise CampaignError(CampaignFault.NOT_PAUSED, game=game)
    if change in (PAUSE, EXTEND) and state.paused:
        raise CampaignError(CampaignFault.PAUSED, game=game, since=state.paused)


def _put_off(match: Match, hours: int) -> str | None:
    """The deadline of what is open, put off by so many hours; the match stays as it is."""
    after = copy(match)
    after.pace = copy(match.pace)
    after.pace.extend(hours)
    return deadlines.due(after)


def _command(match: Match, entry: Entry, filed: Filed) -> Command[ClockChange]:
    change, at, by = entry["change"], entry["at"], entry["by"]
    if {"hours", "due", "clock"} & entry.keys() != _FIELDS[change]:
        raise entry_file.misplaced(entry, phrase("fields-of-change", change=change))
    terms = Terms.of(entry["clock"], match.genesis.terms.files) if "clock" in entry else None
    _possible(match, change, by)
    if change == EXTEND:
        if entry["due"] <= at:
            raise entry_file.misplaced(entry, phrase("due-in-the-past", due=entry["due"], at=at))
        _as_far_as_known(match, entry)
    return Command(at, ClockChange(change, entry.get("hours", 0), terms, entry.get("due")), by=by)


def _as_far_as_known(match: Match, entry: Entry) -> None:
    """Of an extension: that it is as long as the vote wanted, and that the deadline is what follows."""
    before = deadlines.due(match) if match.table is not None else None
    voted = next((one.on.get("hours", 0) for one in match.seats.motions.values() if one.last == entry["by"]), None)
    if match.secret is None:
        return
    if voted is not None and before is not None:
        right = extension(voted, before, entry["at"])
        if entry["hours"] != right:
            raise entry_file.misplaced(entry, phrase("extended-by", right=right, found=entry["hours"]))
    due = _put_off(match, entry["hours"]) if before is not None else None
    if due != entry["due"]:
        raise entry_file.misplaced(entry, phrase("deadline-was", due=due or "–"))


def _apply(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    change, by, values = entry["change"], entry["by"], dict[str, Any]()
    if isinstance(by, int):
        vote.act(match, by, change)
    if change == PAUSE:
        match.pace.pause(entry["at"])
    elif change == RESUME:
        match.pace.resume(entry["at"])
    elif change == EXTEND:
        match.pace.extend(entry["hours"])
        values = {"due": deadlines.local(match.pace.terms, entry["due"])}
    else:
        match.pace.change(Terms.of(entry["clock"], match.genesis.terms.files))
    return EntryDraft(dict(entry), [Note(f"table_{change}" if by == "moderator" else f"vote_{change}", values)])


def _told(entry: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    return [(f"log.clock_{entry['change']}", {"due": entry.get("due", "")})]


ACT = CampaignAct(
    "deadline",
    {"change": one_of(*_FIELDS), "by": BY},
    decide,
    _command,
    _apply,
    _told,
    {"hours": positive, "due": time, "clock": CLOCK},
)
