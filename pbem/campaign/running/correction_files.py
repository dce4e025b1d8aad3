"""Files and commands that change what was played: undo, rollback, rulings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.words.message import put

from ..acts import going_back, rulings
from ..acts.shapes import LONGEST_REASON
from ..acts.shapes import reason as is_reason
from ..errors import CampaignError, CampaignFault

if TYPE_CHECKING:
    from .receipts import Receipt
    from .submission import Submission
    from .writer import CampaignWriter


def undo(keeper: CampaignWriter, one: Submission, at: str) -> Receipt:
    """A seat takes back answers of its own turn."""
    match = keeper.match
    count = going_back.wanted(one.orders)
    keeper.in_play(one)
    written = keeper.written(one)
    if written.before(match.ahead.newest[one.seat]):
        return keeper.overtaken(one, at, written)
    if match.stale(one.seat, written):
        raise CampaignError(CampaignFault.STALE, found=written.after, n=match.past.since[0])
    waiting = len(match.ahead.agendas[one.seat].queue)
    deed = going_back.undo(match, one.seat, one.file, count, written)
    (note,) = deed.notes
    said = [put("campaign", "receipt.undone", {"n": match.n + 1, "count": note.values["count"]})]
    if waiting:
        said.append(put("campaign", "receipt.undone-waiting", {"count": waiting}))
    return keeper.accept(one, deed, at, *said)


def rollback(keeper: CampaignWriter, place: tuple[int, int], why: str, at: str, by: str | int = "moderator") -> None:
    """Play goes back to the position before an answer, for everybody."""
    going_back.check_rollback(keeper.match, by)
    in_play(keeper)
    check_reason(why)
    remember_all(keeper)
    keeper.record(going_back.rollback(keeper.match, place, by, why), keeper.time(at))


def rule(keeper: CampaignWriter, given: Sequence[tuple[str, Any]], why: str, at: str, undo: int | None = None) -> None:
    """The moderator changes the position, or takes back an earlier ruling; without either it is words alone."""
    match = keeper.match
    rulings.check_agreed(match)
    in_play(keeper)
    check_reason(why)
    changes = rulings.wanted(match, given)
    if undo is not None:
        entry = keeper.campaign.some({undo}).get(undo)
        if entry is None or entry["kind"] != "ruling":
            raise rulings.refused("ruling-none", of=undo)
        changes += rulings.reverse(match, [*entry["changes"], *keeper.campaign.known().ruling(entry)])
    keeper.record(rulings.draft(match, changes, why, undo), keeper.time(at))


def in_play(keeper: CampaignWriter) -> None:
    """Raise unless the game is going on."""
    match = keeper.match
    if match.table is None:
        raise CampaignError(CampaignFault.NOT_BEGUN, missing=", ".join(match.seats.missing))
    if match.table.over:
        raise CampaignError(CampaignFault.OVER)


def check_reason(why: str) -> None:
    if not is_reason(why):
        raise CampaignError(CampaignFault.REASON, found=len(why), right=LONGEST_REASON)


def remember_all(keeper: CampaignWriter) -> None:
    """A checkpoint knows only what an undo can reach: get the rest from the ledger."""
    whole = None
    for whole, _, _ in keeper.campaign.replay():  # noqa: B007 - the match is one object that is advanced
        pass
    assert whole is not None
    keeper.match.recall(whole)
