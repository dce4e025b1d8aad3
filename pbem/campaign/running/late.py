"""A deadline has passed: the default, or the title's bot, answers instead of the player; an offer is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.orders.lines import rows

from ..acts import run
from ..clock import deadlines
from . import sealed_parts
from .receipts import said_of

if TYPE_CHECKING:
    from .writer import CampaignWriter


def default(keeper: CampaignWriter, seat: int, at: str) -> None:
    """A missed deadline: the default is the answer, signed by the moderator instead of the player."""
    match, due = keeper.match, deadlines.due(keeper.match)
    match.time = at
    player = keeper.genesis.handles[seat]
    by_bot = match.pace.terms.at_deadline == "bot"
    deed, file, orders = run.late(match, seat, lambda orders: keeper.own_file(orders, player))
    deed.content |= {"file": sealed_parts.file_now(deed, file, keeper.genesis.readers), "due": due}
    by = "bot-answered" if by_bot else "defaulted"
    said = said_of(by, order=", ".join(rows(orders)))
    keeper.append(deed, keeper.receipt(file.digest, "applied", at, player, match.n + 1, said))


def lapse(keeper: CampaignWriter, at: str) -> None:
    """The deadline of an Offer has passed."""
    keeper.match.time = at
    due, made = deadlines.due(keeper.match), run.lapsed(keeper.match)
    assert made is not None, "nobody is waited for"
    made.content["due"] = due
    keeper.append(made, None, at)
