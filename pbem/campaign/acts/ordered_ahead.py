"""What players have ordered ahead answers as soon as it is asked: lines that wait, standing orders, plans."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.orders.lines import Sheet
from pbem.table import Ask
from pbem.table.state_json import copy

from ..records import EntryDraft, SignedFile
from . import offers
from .answers import AnswerRun

if TYPE_CHECKING:
    from ..match import Match


def serve(match: Match) -> EntryDraft | None:
    """Answer what is asked now from earlier files: queued lines and standing orders."""
    table = match.table
    if table is None or match.past.ended:
        return None
    if offers.is_open(match):
        return offers.serve(match)
    open_seats = [seat for seat in table.pending if seat not in match.sealed.given]
    if match.held_back and not ready(match).issuperset(open_seats):
        return None
    for seat in open_seats:
        agenda = match.ahead.agendas[seat]
        if not agenda.idle or agenda.standing or table.pending[seat].ahead:
            deed = answered(match, seat, None, None)
            if deed.content["answers"]:
                forget_origins(match, deed)
                return deed
            match.asides += deed.notes
            match.halts += deed.results
        if seat in without_choice(match):
            return by_itself(match, seat)
    return None


def without_choice(match: Match) -> set[int]:
    """Seats that the table answers for as soon as all others have answered."""
    return set(match.playing.given) - set(match.sealed.given) if match.unsourced else set()


def by_itself(match: Match, seat: int) -> EntryDraft:
    """Give the only answer that a seat has, alongside those of the others."""
    work = AnswerRun(match, seat, None)
    work.take(match.playing.pending[seat], match.playing.given[seat].answer, "forced", "")
    return work.deed(None, rest=False)


def ready(match: Match) -> set[int]:
    """Seats whose orders given ahead would answer now, or that have no choice."""
    if offers.is_open(match):
        return set(match.playing.pending) - offers.owing(match)
    asked = match.playing.pending.items()
    ahead = {seat for seat, ask in asked if seat not in match.sealed.given and would_answer(match, seat, ask)}
    return ahead | without_choice(match)


def would_answer(match: Match, seat: int, ask: Ask) -> bool:
    """Whether something that the seat has ordered ahead answers an ask."""
    return match.clerk.decide(copy(match.ahead.agendas[seat]), ask, match.playing.state).answer is not None


def answered(match: Match, seat: int, file: SignedFile | None, sheet: Sheet | None, stale: bool = False) -> EntryDraft:
    """Let the agenda of a seat answer until it has nothing more to say."""
    work, agenda = AnswerRun(match, seat, file), match.ahead.agendas[seat]
    while work.waits is None and (file is not None or seat not in match.sealed.given):
        ask = match.playing.pending.get(seat)
        if ask is None or offers.is_open(match) or (work.taken and match.held_back):
            break  # where answering itself is secret, one answer must not come with another
        decision = match.clerk.decide(agenda, ask, match.playing.state)
        work.skipped(decision)
        if file is not None and not work.taken and not stale:
            match.clerk.must_fit(agenda, ask, file.digest, decision)
        if decision.answer is None:
            work.stopped(decision)
            break
        work.answered(decision, ask)
        work.take(ask, decision.answer, decision.source, decision.file, decision.number, decision.text)
    rest = file is not None and (match.genesis.terms.files == "sealed" or work.left_over(sheet, file.digest))
    deed = work.deed(file, rest)
    if sheet is not None and file is not None:
        deed.results = work.by_line(sheet, file.digest)
    return deed


def forget_origins(match: Match, deed: EntryDraft) -> None:
    """Keep only those files that an agenda or a hidden answer can still use."""
    veiled = [*match.sealed.veiled.values(), *([deed.veiled] if deed.veiled else [])]
    match.ahead.forget({hidden.file for one in veiled for hidden in one.hidden.values()})
