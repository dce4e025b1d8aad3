"""`clock`, format 1: one default answer after a missed deadline, in a file that the moderator signed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from .. import clock
from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft, SignedFile
from . import entry_file, recorded_answers
from .entry_kind import EntryKind
from .shapes import Entry, Format1, named, time

if TYPE_CHECKING:
    from ..match import Match
    from ..unsealed import Unsealed
    from ..verify import LedgerChecker


FileOf = Callable[[str], SignedFile]
"""A file with these orders, for the seat in question."""
LateDraft = Callable[["Match", int, FileOf], tuple[EntryDraft, SignedFile, str]]


def _replay(match: Match, entry: Entry, known: Unsealed) -> EntryDraft:
    seat = match.seat_of(entry)
    entry_file.begun(match, entry)
    file = entry_file.opened(entry, known)
    return recorded_answers.given(match, entry, seat, file, recorded_answers.answers(match, entry, known))


def _verify(checker: LedgerChecker, match: Match, entry: Entry) -> EntryDraft:
    if match.secret is None:
        agreed(match, entry)
        return checker.unplayed(match, entry)
    seat, move = checker.in_play(match, entry), checker.moves[entry["n"]]
    n, due, ask = entry["n"], clock.due(match), asked(match, entry, seat)
    window, barrier = ask.window, match.playing.barrier
    if checker.late is not None and checker.late[0] == (n - 1, seat, window, barrier):
        due = checker.late[1]  # the same turn, and nothing new to see in between
    was_due(match, entry, due)
    checker.late = ((n, seat, window, barrier), entry["due"])
    defaults(entry, move.orders, ask.write(ask.check(ask.default()), match.genesis.handles))
    file = entry_file.opened(entry, checker.known)
    made = recorded_answers.given(match, entry, seat, file, [(move.orders, "default", "")])
    entry_file.sealed_as_needed(entry, made.veiled is not None)
    return made


def late(match: Match, seat: int, file_of: FileOf) -> tuple[EntryDraft, SignedFile, str]:
    """The default of a seat that missed its deadline, in a file that the moderator signs; and its orders."""
    ask = match.playing.pending[seat]
    order = ask.write(ask.check(ask.default()), match.genesis.handles)
    file = file_of(order)
    return recorded_answers.direct(match, seat, file, [(order, "default", "")], "clock"), file, order


def agreed(match: Match, entry: Entry) -> None:
    """Check that the players agreed to defaults, and that this one is due."""
    terms, n = match.clock.terms, entry["n"]
    if match.secret is None and match.clock.coming != terms:
        return  # which clock counted follows from what was asked, which nobody can know yet
    if not (terms.hours or terms.windows) or terms.at_deadline == "notify":
        right = phrase("no-default-agreed")
        raise CampaignError(CampaignFault.LINE_PLACE, n=n, found=named(entry["kind"]), right=right)
    if entry["at"] < entry["due"]:
        right = phrase("default-too-early", at=entry["at"], due=entry["due"])
        raise CampaignError(CampaignFault.LINE_PLACE, n=n, found=named(entry["kind"]), right=right)


def asked(match: Match, entry: Entry, seat: int) -> Any:
    """The ask that the moderator may answer for a seat."""
    agreed(match, entry)
    ask = match.playing.pending.get(seat)
    if ask is None or seat in match.given:
        right = phrase("nothing-asked", player=entry["player"])
        raise CampaignError(CampaignFault.LINE_PLACE, n=entry["n"], found=named(entry["kind"]), right=right)
    return ask


def was_due(match: Match, entry: Entry, due: str | None) -> None:
    """Check that the deadline is the one that the clock gives, and that its grace is over too."""
    right = None
    if due is None or entry["due"] != due:
        right = phrase("deadline-was", due=due or "–")
    elif due == clock.due(match) and entry["at"] < (over := clock.missed(match) or due):
        right = phrase("grace-until", at=entry["at"], over=over)
    if right is not None:
        raise CampaignError(CampaignFault.LINE_PLACE, n=entry["n"], found=named(entry["kind"]), right=right)


def defaults(entry: Entry, orders: str, right: str) -> None:
    """The moderator answers for a player with the one answer that the rules call the default."""
    if orders != right:
        why = phrase("other-default", right=right, found=orders)
        raise CampaignError(CampaignFault.LINE_ANSWERS, n=entry["n"], why=why)


def told(_: Entry) -> list[tuple[str, Mapping[str, Any]]]:
    return [("log.deadline", {})]


CLOCK = EntryKind("clock", {**Format1.MOVED, "due": time}, _replay, _verify, told)
