"""Going back: a player's undo inside the own turn, and a rollback.

History is never rewritten: both are entries, and what they take back stays in the ledger and counts no more. The table
goes back to the position before an answer; chance does not: what is drawn later is drawn on.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pbem.orders.lines import rows
from pbem.table import Answered, Note

from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft, Mark, SignedFile, Undone, WrittenAt
from . import stays_known, vote

if TYPE_CHECKING:
    from ..match import Match

ALL = 0
"""How many answers `undo all` takes back: as many as can be."""
_PLACE = re.compile(r"(\d{1,9})(?::([1-9]\d{0,5}))?", re.ASCII)
_UNDO = re.compile(r"undo(?:\s+(all|[1-9]\d{0,3}))?", re.IGNORECASE | re.ASCII)


def wanted(orders: str) -> int:
    """How many answers the one order of a file wants to take back."""
    said = rows(orders)
    found = _UNDO.fullmatch(said[0].strip()) if len(said) == 1 else None
    if found is None:
        raise CampaignError(CampaignFault.UNDO_FORM, found=said[0] if said else "")
    return 1 if found[1] is None else ALL if found[1].lower() == "all" else int(found[1])


def agreed(match: Match) -> bool:
    """Whether players of this game may take anything back."""
    return match.genesis.policy.get("undo") == "open"


def undoable(match: Match, seat: int) -> list[Mark]:
    """The answers that a seat can take back now, the oldest first."""
    table = match.table
    if table is None or table.over or seat not in table.pending:
        return []
    first = table.own_from
    return [mark for mark in match.past.marks if mark.place >= first and mark.alone and mark.seat == seat]


def refuse_undo(match: Match, seat: int, count: int) -> Mark:
    """The answer that an undo goes back to; raises, with the reason, where it cannot."""
    if not agreed(match):
        raise _refused("undo-not-agreed")
    table = match.playing
    if table.simultaneous:
        raise _refused("undo-together")
    if seat not in table.pending:
        asked = ", ".join(match.genesis.handles[one] for one in table.pending)
        raise _refused("undo-not-asked", player=asked)
    marks = undoable(match, seat)
    if not marks:
        raise _refused(_why(match, seat))
    if count > len(marks):
        raise _refused("undo-fewer", count=len(marks), more=phrase(_why(match, seat)))
    return marks[-count]


def _refused(key: str, **values: object) -> CampaignError:
    return CampaignError(CampaignFault.UNDO, why=phrase(key, **values))


def _why(match: Match, seat: int) -> str:
    """Why nothing further back can be taken back."""
    table = match.playing
    first = table.own_from
    just = table.inputs[first - table.offset - 1] if first > table.offset else None
    before = next((mark for mark in reversed(match.past.marks) if mark.place < first), None)
    if before is None:
        return "undo-nothing"
    others = not before.alone or before.seat != seat or (isinstance(just, Answered) and just.seat != seat)
    return "undo-other-acted" if others else "undo-shown"


def undo(match: Match, seat: int, file: SignedFile, count: int, written: WrittenAt) -> EntryDraft:
    """A seat takes back answers of its own turn; raises, and changes nothing, if it cannot."""
    mark = refuse_undo(match, seat, count)
    taken = len(undoable(match, seat)) if count == ALL else count
    since = match.past.undone.since if match.past.undone is not None else match.past.since[1]
    _go_to(match, mark, match.playing.barrier)
    match.ahead.written(seat, written)
    match.past.undid(Undone(seat, mark.place, since))
    match.ahead.undone(seat, match.playing.pending[seat].window)
    return EntryDraft(
        {"kind": "undo", "player": match.seats[seat].handle, "to": mark.data(), "digest": match.public_digest()},
        match.tell([Note("undone", {"player": seat, "count": taken, "entry": mark.n})]),
        moved=True,
        file=file,
    )


def read_place(said: str) -> tuple[int, int]:
    """`12` or `12:3`: the entry, and the place of an answer in it, which people count from 1."""
    found = _PLACE.fullmatch(said.strip())
    if found is None:
        raise CampaignError(CampaignFault.PLACE_FORM, found=said)
    return int(found[1]), int(found[2] or 1) - 1


def check_rollback(match: Match, by: str | int) -> None:
    """Raise unless the players have agreed that this may be done on somebody's word."""
    if match.genesis.policy.get("rollback") not in (("moderator",) if by == "moderator" else ("moderator", "vote")):
        raise _no_rollback("rollback-not-agreed")


def target(match: Match, place: tuple[int, int]) -> Mark:
    """The answer that a rollback goes back to; raises, and says which would do, where it cannot."""
    mark = next((mark for mark in match.past.marks if (mark.n, mark.i) == place), None)
    if mark is not None:
        return mark
    before = next((mark for mark in reversed(match.past.marks) if (mark.n, mark.i) < place), None)
    after = next((mark for mark in match.past.marks if (mark.n, mark.i) > place), None)
    near = [f"{mark.n}:{mark.i + 1}" for mark in (before, after) if mark is not None]
    n, i = place
    raise _no_rollback("rollback-near" if near else "rollback-nowhere", place=f"{n}:{i + 1}", near=", ".join(near))


def _no_rollback(key: str, **values: object) -> CampaignError:
    return CampaignError(CampaignFault.ROLLBACK, why=phrase(key, **values))


def rollback(match: Match, place: tuple[int, int], by: str | int, reason: str) -> EntryDraft:
    """Play goes back for everybody; raises, and changes nothing, if it cannot. What was seen since stays known."""
    mark = target(match, place)
    voted(match, place, by)
    known = [one for one in match.past.shown if one.by > mark.n and (one.n, one.i) < place]
    seen = stays_known.things(match.playing, mark.place)
    _go_to(match, mark)
    match.ahead.cleared(match.n + 1)
    match.past.undid(None)
    match.pace.shut()
    told = "rolled_back" if by == "moderator" else "vote_undo"
    notes = [Note(told, {"entry": mark.n, "answer": mark.i + 1, "reason": reason})]
    notes += [Note("stays_known", {"order": one.order, "entry": one.n}) for one in known]
    notes += seen
    content = {"kind": "rollback", "to": mark.data(), "by": by, "reason": reason, "digest": match.public_digest()}
    return EntryDraft(content, match.tell(notes), moved=True)


def voted(match: Match, place: tuple[int, int], by: str | int) -> None:
    """Raise unless the players have decided on this very place, where it is done on their word."""
    if isinstance(by, int) and vote.act(match, by, "undo")["to"] != {"n": place[0], "i": place[1]}:
        raise _no_rollback("vote-none", of=by)


def same_turn(match: Match, undone: Undone) -> bool:
    """Whether the turn in which a seat took something back still goes on, with nothing new to see since."""
    table = match.playing
    return list(table.pending) == [undone.seat] and not table.simultaneous and table.own_from <= undone.place


def _go_to(match: Match, mark: Mark, barrier: int | None = None) -> None:
    """Put the table into the position before an answer, and drop what hangs on later ones."""
    match.playing.back(mark.place, barrier)
    match.past.back_to(mark)
    match.sealed.back_to((mark.n, mark.i))
    match.sealed.revealed(len(match.playing.revealed))
