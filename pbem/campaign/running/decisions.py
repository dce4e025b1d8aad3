"""What the moderator decides about clocks and seats, each an entry that everybody sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.seals.keys import PublicKey, parse_public

from ..acts import absence as absence_entry
from ..acts import deadline
from ..acts import seat as seat_entry
from ..acts.deadline import ClockChange
from ..acts.key import NewKey
from ..agreement import genesis as agreed
from ..agreement.genesis import Seat
from ..clock import deadlines
from ..errors import CampaignError, CampaignFault
from . import bots

if TYPE_CHECKING:
    from ..clock.terms import Terms
    from .writer import CampaignWriter


def absence(keeper: CampaignWriter, seat: int, said: str, at: str) -> tuple[str, str]:
    """A player is away, or back; the moderator may grant more than the players agreed to."""
    keeper.match.must_go_on()
    at = keeper.time(at)
    span = absence_entry.read(keeper.match, said, at)
    keeper.order("absence", span, at, seat)
    return span


def change(keeper: CampaignWriter, what: str, at: str) -> None:
    """Stop the clock, or let it go on."""
    keeper.order("deadline", ClockChange(what), at)


def extend(keeper: CampaignWriter, hours: int, at: str) -> str:
    """Put off the open deadline: by so many hours, or if it has passed, to so many hours from now."""
    due, at = deadlines.due(keeper.match), keeper.time(at)
    longer = deadline.extension(hours, due, at) if due is not None and hours else hours
    put_off: str = keeper.order("deadline", ClockChange(deadline.EXTEND, longer), at)["due"]
    return put_off


def settings(keeper: CampaignWriter, terms: Terms, at: str) -> None:
    """Another clock, for everything that comes up from now on."""
    keeper.order("deadline", ClockChange(deadline.SETTINGS, terms=terms), at)


def give(keeper: CampaignWriter, seat: int, new: Seat, at: str) -> None:
    """Another person on a seat."""
    keeper.match.must_go_on()
    agreed.try_out(keeper.match.seats[seat].handle, new.key, new.age)
    _take_over_seat(keeper, seat, new, at)


def hand_over(keeper: CampaignWriter, seat: int, line: str, age: str | None, name: str | None, at: str) -> None:
    """Another key for a seat: the old one is lost, or another person plays."""
    key = PublicKey(parse_public(line).raw)
    agreed.try_out(keeper.match.seats[seat].handle, key, age)
    keeper.order("key", NewKey(key, age, name), at, seat)


def _take_over_seat(keeper: CampaignWriter, seat: int, new: Seat, at: str) -> None:
    free = keeper.match.seats.free[seat]
    keeper.order("takeover", new, at, seat, by="moderator" if free is None else free)


def give_to_bot(keeper: CampaignWriter, seat: int, kind: str, at: str) -> None:
    """A bot on a seat, until somebody takes it."""
    keeper.match.must_go_on()
    owner = keeper.match.seats[seat]
    bots.check_bot(keeper.match.title, kind)
    if owner.bot:
        raise CampaignError(CampaignFault.SEAT_BOT, player=owner.handle)
    key = bots.bot_key(keeper.secrets, owner.handle).public
    _take_over_seat(keeper, seat, Seat(owner.handle, owner.name, key, bot=kind), at)


def drop(keeper: CampaignWriter, seat: int, at: str) -> None:
    """The moderator frees a seat whose player is gone."""
    keeper.order("seat", seat_entry.DROPPED, at, seat)


def take_over(keeper: CampaignWriter, at: str) -> None:
    """The second moderator goes on with the game; `keeper` was opened with that key."""
    keeper.order("moderator", keeper.moderator.public, at)


def fill_free_seats(keeper: CampaignWriter, at: str) -> list[int]:
    """Free the seats that missed too many deadlines, and let the machine play free seats: nobody waits for a ghost.

    Returns the seats that became free by their misses.
    """
    match, dropped = keeper.match, []
    if match.past.ended:
        return []
    for seat, owner in enumerate(match.seats):
        if not owner.bot and match.seats.free[seat] is None and seat_entry.too_many(match, seat):
            keeper.order("seat", seat_entry.DROPPED, at, seat, by="clock")
            dropped.append(seat)
        if match.seats.free[seat] is not None and not match.seats[seat].bot and seat in match.seats.joined:
            give_to_bot(keeper, seat, bots.stand_in(match.title), at)
    return dropped
