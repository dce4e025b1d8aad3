"""Cooling off: a file that would draw chance waits in the inbox for a while, so that a slip can be corrected.

Once a die is thrown there is no way back. The wait is measured from the first such file of a turn, so that newer ones
do not prolong it, and ends at the deadline, so that nobody can delay that. The first file's arrival is kept in the
moderator's private folder, and each file's in its receipt. Both may be lost: then the wait starts again, but its end
at the deadline follows from the ledger.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from pbem.table import OutOfChance, Table
from pbem.table.state_json import copy

from ...storage import disk
from ...storage.errors import StorageError
from ..clock import deadlines
from ..match import Match
from . import receipts
from .checkpoint import write_private
from .submission import Submission

COOLING = "cooling"
_NAME = "cooling.json"
_LARGEST = 64 * 1024


def until(folder: Path, private: Path, match: Match, one: Submission, at: str) -> str | None:
    """How long a file that would draw chance waits; None if it has waited long enough or need not wait."""
    minutes = match.pace.terms.cool_off
    if not minutes:
        return None
    over = deadlines.after(_came(folder, private, match, one, at), minutes)
    due = deadlines.due(match)
    if due is not None:
        over = min(over, due)
    return over if at < over else None


def processing(folder: Path, private: Path, match: Match, one: Submission, at: str) -> str | None:
    """How long a file waits for the next processing run, or for the earliest time at which anything is carried out."""
    over = deadlines.carried_out(match, one.seat, _came(folder, private, match, one, at))
    return over if at < over else None


def opening(private: Path, match: Match, seats: Iterable[int], at: str) -> str:
    """When secret answers that wait for each other are carried out, once the last of them is there."""
    marks, handles = _marks(private), match.genesis.handles
    known = [marks[handles[seat]] for seat in seats if handles[seat] in marks]
    came = max((first for turn, first in known if turn == match.past.recent[0]), default=at)
    return max((deadlines.carried_out(match, seat, came) for seat in seats), default=at)


def _came(folder: Path, private: Path, match: Match, one: Submission, at: str) -> str:
    """When the first file of this turn came from the seat, as far as that is remembered."""
    turn, first = _marks(private).get(match.genesis.handles[one.seat], ("", at))
    receipt = receipts.find(folder, one.file.digest)
    came: str = receipt["at"] if receipt is not None and receipt["result"] == COOLING else at
    return min(came, first) if turn == match.past.recent[0] else came


def begin(private: Path, match: Match, seat: int, at: str) -> None:
    """Remember when the first file of a turn that had to wait arrived; a turn is identified by its first entry."""
    marks, handle, turn = _marks(private), match.genesis.handles[seat], match.past.recent[0]
    if marks.get(handle, ("", ""))[0] != turn:
        write_private(private / _NAME, json.dumps({**marks, handle: (turn, at)}).encode())


def _marks(private: Path) -> dict[str, tuple[str, str]]:
    """The turn and the time, by player."""
    try:
        found = json.loads(disk.read(private / _NAME, _LARGEST))
        return {str(handle): (str(turn), str(at)) for handle, (turn, at) in found.items() if deadlines.is_time(at)}
    except (StorageError, ValueError, TypeError, AttributeError):
        return {}


def draws(match: Match, seat: int, orders: str, window: str | None, stale: bool) -> bool:
    """Whether the orders lead to a die roll or a card draw before somebody else has to answer.

    What others have ordered or answered is ignored: whether a file waits is public, so it would give that away.
    """
    table, agenda = match.playing.clone(), copy(match.ahead.agendas[seat])
    match.file(agenda, seat, "", orders, window, stale)
    while (ask := table.pending.get(seat)) is not None:
        decision = match.clerk.decide(agenda, ask, table.state)
        if table.offer is not None:
            if not _passes(table):
                return True
            continue
        if decision.answer is None:
            return False
        if len(table.pending) > 1:
            # That all others have answered is public. Then chance may follow, depending on their answers.
            return table.pending.keys() <= {seat, *match.sealed.given}
        try:
            table.answer(seat, decision.answer)
        except OutOfChance:
            return True
    return False


def _passes(table: Table) -> bool:
    """Have everybody pass on an offer; returns whether that drew no chance."""
    try:
        table.lapse()
    except OutOfChance:
        return False
    return True
