"""A deadline has passed: the default, or the title's bot, answers instead of the player; an offer is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.orders.lines import rows

from . import clock, sealed_parts
from .kinds import clock_entry, run_entry
from .kinds.clock_entry import LateDraft
from .receipts import said_of

if TYPE_CHECKING:
    from .writer import CampaignWriter


def default(keeper: CampaignWriter, seat: int, at: str) -> None:
    """A missed deadline: the default is the answer, signed by the moderator instead of the player.

    One file would have answered the rest of the same turn too, so that was due as well.
    """
    match, due = keeper.match, clock.due(keeper.match)
    match.time = at
    if keeper.genesis.format > 1:
        _late(keeper, seat, at, due, run_entry.late)
        return
    window = match.playing.pending[seat].window
    while seat not in match.given and (ask := match.playing.pending.get(seat)) and ask.window == window:
        before = match.n + 1, match.playing.barrier
        _late(keeper, seat, at, due, clock_entry.late)
        if (match.n, match.playing.barrier) != before:
            return  # somebody else answered, a die fell or a card was turned: there is something new to see


def _late(keeper: CampaignWriter, seat: int, at: str, due: str | None, draft: LateDraft) -> None:
    player = keeper.genesis.handles[seat]
    by_bot = keeper.match.clock.terms.at_deadline == "bot"
    deed, file, orders = draft(keeper.match, seat, lambda orders: keeper.own_file(orders, player))
    deed.content |= {"file": sealed_parts.file_now(deed, file, keeper.genesis.readers), "due": due}
    by = "bot-answered" if by_bot else "defaulted"
    said = said_of(by, order=", ".join(rows(orders)))
    keeper.append(deed, keeper.receipt(file.digest, "applied", at, player, keeper.match.n + 1, said))


def lapse(keeper: CampaignWriter, at: str) -> None:
    """The deadline of an Offer has passed."""
    keeper.match.time = at
    due, made = clock.due(keeper.match), run_entry.lapsed(keeper.match)
    assert made is not None, "nobody is waited for"
    made.content["due"] = due
    keeper.append(made, None, at)
