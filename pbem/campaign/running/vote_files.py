"""Votes of players, and what follows from them: the run does what was decided."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..acts import deadline, going_back, vote
from ..acts import seat as seat_entry
from ..acts.act import Command
from ..acts.deadline import ClockChange
from ..clock import deadlines
from ..errors import CampaignError
from ..match import openings
from ..records import Motion
from . import correction_files

if TYPE_CHECKING:
    from .receipts import Receipt
    from .submission import Submission
    from .writer import CampaignWriter


def take(keeper: CampaignWriter, one: Submission, at: str) -> Receipt:
    """A player votes."""
    match = keeper.match
    yes, on = vote.read(match, one.orders)
    vote.check(match, one.seat, on)
    keeper.in_play(one)
    if on["kind"] == "undo":
        correction_files.remember_all(keeper)
        going_back.target(match, (on["to"]["n"], on["to"]["i"]))
    written = keeper.written(one)
    if vote.late(match, one.seat, on, written):
        return keeper.overtaken(one, at, written)
    return keeper.decided(vote.ACT, Command(at, vote.Ballot(on, yes), one.seat), one)


def carry_out(keeper: CampaignWriter, at: str) -> None:
    """Do what was decided. What is not possible (nothing to pause, nothing to go back to) waits until it is."""
    match = keeper.match
    for called in vote.decided(match) if match.table is not None else ():
        motion = match.seats.motions.get(called)
        if motion is None or match.past.ended:
            continue
        try:
            _carry_out(keeper, motion, keeper.time(at))
        except CampaignError as error:
            if error.entry is not None:
                raise


def _carry_out(keeper: CampaignWriter, motion: Motion, at: str) -> None:
    match, on, n = keeper.match, motion.on, motion.last
    kind = on["kind"]
    if kind == "undo":
        correction_files.rollback(keeper, (on["to"]["n"], on["to"]["i"]), vote.name(on), at, by=n)
    elif kind == "replace":
        seat = match.genesis.handles.index(on["player"])
        keeper.order("seat", seat_entry.DROPPED, at, seat, by=n)
    elif kind in vote.ENDING:
        match.fetch, match.reopen = keeper.campaign.files, keeper.sealed_answers
        keeper.record(openings.agreed_end(match, n), at)
    else:
        due = deadlines.due(match)
        hours = deadline.extension(on["hours"], due, at) if kind == deadline.EXTEND and due is not None else 0
        keeper.order("deadline", ClockChange(kind, hours), at, by=n)
