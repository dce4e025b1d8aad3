"""What the moderator decides about clocks and seats, each an entry that everybody sees."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from ..acts import absence as absence_entry
from ..acts import deadline, moderator, takeover
from ..acts import seat as seat_entry
from ..agreement import genesis as agreed
from ..agreement.genesis import Seat
from ..clock import deadlines
from ..clock.calendar import instant
from ..errors import CampaignError, CampaignFault
from . import bots

if TYPE_CHECKING:
    from ..clock.terms import Terms
    from .writer import CampaignWriter


def absence(keeper: CampaignWriter, seat: int, said: str, at: str) -> tuple[str, str]:
    """A player is away, or back; the moderator may grant more than the players agreed to."""
    keeper.match.must_go_on()
    match, at = keeper.match, keeper.time(at)
    span = absence_entry.read(match, said, at)
    absence_entry.check(match, seat, span, at, "moderator")
    keeper.record(absence_entry.draft(match, seat, span, "moderator"), at)
    return span


def change(keeper: CampaignWriter, what: str, at: str) -> None:
    """Stop the clock, or let it go on."""
    keeper.match.must_go_on()
    at = keeper.time(at)
    deadline.check(keeper.match, what)
    keeper.record(deadline.draft(keeper.match, what, at), at)


def extend(keeper: CampaignWriter, hours: int, at: str) -> str:
    """Put off the open deadline: by so many hours, or if it has passed, to so many hours from now."""
    keeper.match.must_go_on()
    match, at = keeper.match, keeper.time(at)
    deadline.check(match, deadline.EXTEND)
    due = deadlines.due(match)
    if due is None or not hours:
        raise CampaignError(CampaignFault.NO_DEADLINE, game=match.genesis.game)
    passed = instant(at) - instant(due)
    if passed >= timedelta():
        hours += passed // timedelta(hours=1) + 1
    made = deadline.draft(match, deadline.EXTEND, at, hours)
    keeper.record(made, at)
    put_off: str = made.content["due"]
    return put_off


def settings(keeper: CampaignWriter, terms: Terms, at: str) -> None:
    """Another clock, for everything that comes up from now on."""
    keeper.match.must_go_on()
    deadline.check(keeper.match, deadline.SETTINGS)
    agreed.check_terms(keeper.match.title, terms)
    keeper.record(deadline.draft(keeper.match, deadline.SETTINGS, at, terms=terms), at)


def give(keeper: CampaignWriter, seat: int, new: Seat, at: str) -> None:
    """Another person on a seat."""
    keeper.match.must_go_on()
    match, at = keeper.match, keeper.time(at)
    keeper.check_new_key(seat, new.key, new.age)
    free = match.seats.free[seat]
    by: str | int = "moderator" if free is None else free
    keeper.record(takeover.draft(match, seat, new, by, at), at)


def give_to_bot(keeper: CampaignWriter, seat: int, kind: str, at: str) -> None:
    """A bot on a seat, until somebody takes it."""
    keeper.match.must_go_on()
    match, at = keeper.match, keeper.time(at)
    owner = match.seats[seat]
    bots.check_bot(match.title, kind)
    if owner.bot:
        raise CampaignError(CampaignFault.SEAT_BOT, player=owner.handle)
    free = match.seats.free[seat]
    by: str | int = "moderator" if free is None else free
    key = bots.bot_key(keeper.secrets, owner.handle).public
    keeper.record(takeover.draft(match, seat, Seat(owner.handle, owner.name, key, bot=kind), by, at), at)


def drop(keeper: CampaignWriter, seat: int, at: str) -> None:
    """The moderator frees a seat whose player is gone."""
    keeper.match.must_go_on()
    match = keeper.match
    seat_entry.check(match, seat)
    keeper.record(seat_entry.draft(match, seat, seat_entry.DROPPED, "moderator", match.n + 1), at)


def take_over(keeper: CampaignWriter, at: str) -> None:
    """The second moderator goes on with the game; `keeper` was opened with that key."""
    keeper.match.must_go_on()
    match, second = keeper.match, keeper.genesis.second
    moderator.check(match)
    assert second is not None
    if keeper.moderator.public != second.key:
        raise CampaignError(CampaignFault.NOT_SECOND, game=match.genesis.game, right=second.key.fingerprint)
    keeper.record(moderator.draft(match), at)


def fill_free_seats(keeper: CampaignWriter, at: str) -> list[int]:
    """Free the seats that missed too many deadlines, and let the machine play free seats: nobody waits for a ghost.

    Returns the seats that became free by their misses.
    """
    match, dropped = keeper.match, []
    if match.past.ended:
        return []
    for seat, owner in enumerate(match.seats):
        if not owner.bot and match.seats.free[seat] is None and seat_entry.too_many(match, seat):
            keeper.record(seat_entry.draft(match, seat, seat_entry.DROPPED, "clock", match.n + 1), at)
            dropped.append(seat)
        if match.seats.free[seat] is not None and not match.seats[seat].bot and seat in match.seats.joined:
            give_to_bot(keeper, seat, bots.stand_in(match.title), at)
    return dropped
