"""Files of a player about the own seat: an absence, and that somebody else may have the seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.orders.lines import rows
from pbem.words.message import put

from ..acts import absence, seat, substitute
from ..agreement.genesis import try_out
from ..errors import CampaignError, CampaignFault

if TYPE_CHECKING:
    from .receipts import Receipt
    from .submission import Submission
    from .writer import CampaignWriter


def take(keeper: CampaignWriter, one: Submission, at: str) -> Receipt:
    match = keeper.match
    if match.past.ended:
        raise CampaignError(CampaignFault.OVER)
    written = keeper.written(one)
    if written.before(match.ahead.newest[one.seat]):
        return keeper.overtaken(one, at, written)
    if one.word == "absence":
        span = absence.read(match, rows(one.orders)[0].partition(" ")[2], at)
        absence.check(match, one.seat, span, at, "player")
        deed = absence.draft(match, one.seat, span, "player")
        key = "back" if span[0] == span[1] else "absence"
        said = put("campaign", f"receipt.{key}", {"n": match.n + 1, "first": span[0], "last": span[1]})
    elif one.word == "substitute":
        new = substitute.read(rows(one.orders)[0].partition(" ")[2])
        substitute.check(match, one.seat, new)
        if new is not None:
            try_out(match.seats[one.seat].handle, new.key, new.age)
        deed = substitute.draft(match, one.seat, new)
        said = put("campaign", f"receipt.{'substitute' if new else 'no-substitute'}", {"n": match.n + 1})
    else:
        seat.check(match, one.seat)
        deed = seat.draft(match, one.seat, seat.RESIGNED, "player", match.n + 1)
        said = put("campaign", "receipt.resigned", {"n": match.n + 1})
    match.ahead.written(one.seat, written)
    return keeper.accept(one, deed, at, said)
