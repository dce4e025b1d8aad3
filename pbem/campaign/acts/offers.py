"""Offers in a campaign: who takes one, who passes, and when it is over.

Orders for an Offer are used all at once, when the table no longer waits for anybody. Until then files go onto the
agendas, and files of seats that the table waits for stay out of the ledger, so that nobody learns for whom it waits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.table.state_json import copy

from ..match import openings
from ..records import EntryDraft, LineResult
from .answers import AnswerRun

if TYPE_CHECKING:
    from ..match import Match


def is_open(match: Match) -> bool:
    """Whether an Offer is open."""
    return match.playing.offer is not None


def owing(match: Match) -> set[int]:
    """The seats that the table waits for: those who ordered `ask` or, if it is patient, all who ordered nothing."""
    table = match.playing
    return {
        seat
        for seat, ask in table.pending.items()
        if seat not in match.sealed.given
        and seat not in match.sealed.passed
        and match.clerk.awaits(copy(match.ahead.agendas[seat]), ask, table.state)
    }


def serve(match: Match) -> EntryDraft | None:
    """The next seat that takes the offer or has a line used up by it; once none is left, the end of the offer."""
    table = match.playing
    if owing(match):
        return None
    for seat, ask in table.pending.items():
        if seat in match.sealed.given or seat in match.sealed.passed:
            continue
        work = AnswerRun(match, seat, None)
        decision = match.clerk.decide(match.ahead.agendas[seat], ask, table.state)
        work.skipped(decision)
        if decision.answer is not None:
            work.answered(decision, ask)
        if decision.answer is not None and decision.answer != ask.default():
            work.take(ask, decision.answer, decision.source, decision.file, decision.number, decision.text)
            return work.deed(None, rest=False)
        match.sealed.pass_on(seat)
        if decision.answer is not None:
            order = ask.write(decision.answer, table.players)
            work.results.append(LineResult(decision.number, decision.text, "done", order, file=decision.file))
        if work.results or work.notes:
            return work.deed(None, rest=False)
    return openings.open_together(match)


def lapse(match: Match) -> EntryDraft | None:
    """Its deadline has passed: everybody the table still waits for passes."""
    match.sealed.pass_on(*owing(match))
    return serve(match)
