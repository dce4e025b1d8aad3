"""Whatever happens to a clock (questions, absences, pauses, extensions, other settings, clock changes, leap days), a
deadline never lies in the past, on a day that is not allowed, or in a grace that is over already."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.campaign.acts import absence, deadline
from pbem.campaign.acts.act import Command
from pbem.campaign.acts.deadline import ClockChange
from pbem.campaign.clock import deadlines
from pbem.campaign.clock.calendar import WEEKDAYS, instant, written
from pbem.campaign.clock.terms import Terms, WindowClock
from pbem.campaign.errors import CampaignError, CampaignFault
from pbem.campaign.ledger.known import Unsealed
from pbem.campaign.match.pace import Pace

from .test_calendar import DAYS, HOURS, OFF, ZONES

SEATS = 3
WINDOWS = ("turn", "draft")
HOUR_COUNTS = st.integers(1, 24 * 14)


@st.composite
def clocks(draw: st.DrawFn) -> Terms:
    hour = draw(st.just("") | HOURS)
    days = st.none() | DAYS.filter(bool) if hour else st.none()
    own = st.builds(WindowClock, HOUR_COUNTS, st.none(), st.none() | st.integers(0, 72), days, st.none() | HOURS)
    return Terms(
        draw(HOUR_COUNTS),
        "default",
        grace=draw(st.integers(0, 72)),
        days=draw(DAYS) if hour else (),
        hour=hour,
        zone=ZONES[draw(st.sampled_from(sorted(ZONES)))],
        holidays=draw(OFF) if hour else (),
        windows=draw(st.dictionaries(st.sampled_from(WINDOWS), HOUR_COUNTS | own)),
    )


EVENTS = st.one_of(
    st.tuples(st.just("ask"), st.sets(st.integers(0, SEATS - 1), min_size=1), st.sampled_from((*WINDOWS, ""))),
    st.tuples(st.just("absence"), st.integers(0, SEATS - 1), st.integers(0, 20), st.integers(0, 30)),
    st.tuples(st.just("back"), st.integers(0, SEATS - 1)),
    st.tuples(st.just("pause")),
    st.tuples(st.just("resume")),
    st.tuples(st.just("extend"), st.integers(1, 100)),
    st.tuples(st.just("settings"), clocks()),
)
STEPS = st.lists(st.tuples(st.timedeltas(timedelta(seconds=0), timedelta(days=12)), EVENTS), max_size=12)
BEGINNINGS = st.sampled_from([datetime(2011, 12, 20), datetime(2012, 2, 25), datetime(2018, 10, 30)]) | st.datetimes(
    datetime(2010, 6, 1), datetime(2020, 6, 1)
)


class _Match:
    """As much of a match as a clock looks at."""

    def __init__(self, terms: Terms, at: str) -> None:
        self.pace = Pace.begin(terms, SEATS)
        self.genesis = SimpleNamespace(policy={"clock": "moderator"}, game="g", terms=terms)
        self.seats = [SimpleNamespace(handle=f"p{n}") for n in range(SEATS)]
        self.ask({0}, "turn", at)

    def seat_of(self, entry: dict[str, Any]) -> int:
        return [one.handle for one in self.seats].index(entry["player"])

    @property
    def playing(self) -> Any:
        return self.table

    def ask(self, seats: set[int], window: str, at: str) -> None:
        """Without a window it is not public who is asked."""
        pending = {seat: SimpleNamespace(window=window) for seat in sorted(seats)}
        self.table = SimpleNamespace(over=False, pending=pending, waiting=lambda: [*pending] if window else None)
        self.past = SimpleNamespace(since=(0, at))
        self.pace.moved()


def allowed(match: _Match, due: str) -> bool:
    """Whether somebody who is asked may have a deadline then, by the zone data of this computer."""
    terms = match.pace.terms
    assert terms.zone is not None
    shown = instant(due).replace(tzinfo=UTC).astimezone(ZoneInfo(terms.zone.name))
    if any(first <= shown.date().isoformat() <= last for first, last in terms.holidays):
        return False
    open_clocks = [terms.window(ask.window) if ask.window else terms.common for ask in match.table.pending.values()]
    return any(not one.days or WEEKDAYS[shown.weekday()] in one.days for one in open_clocks)


def away(match: Any, seat: int, span: tuple[str, str]) -> None:
    entry = {"n": 1, "at": span[0], "player": match.seats[seat].handle, "from": span[0], "until": span[1]}
    absence.ACT.apply(match, entry, Unsealed())


def clock(match: Any, change: ClockChange, at: str) -> None:
    try:
        decision = deadline.decide(match, Command(at, change, by="moderator"))
    except CampaignError as error:
        if error.fault is not CampaignFault.NO_DEADLINE:
            raise
        return
    deadline.ACT.apply(match, {"n": 1, "at": at, **decision.content}, Unsealed())


def happen(match: Any, event: tuple[Any, ...], at: str) -> None:
    name, *values = event
    state = match.pace
    if name == "ask":
        match.ask(*values, at)
    elif name == "absence":
        seat, ahead, days = values
        first = instant(at).date() + timedelta(days=ahead)
        span = absence.read(match, f"{first}..{first + timedelta(days=days)}", at) if days or ahead else (at, at)
        away(match, seat, span)
    elif name == "back":
        away(match, values[0], (at, at))
    elif name == "settings":
        entry = {"n": 1, "at": at, "change": "settings", "by": "moderator", "clock": values[0].data()}
        deadline.ACT.apply(match, entry, Unsealed())
    elif name == "extend" and not state.paused:
        clock(match, ClockChange("extend", values[0]), at)
    elif (name == "pause" and not state.paused) or (name == "resume" and state.paused):
        clock(match, ClockChange(name), at)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(clocks(), BEGINNINGS, STEPS)
def test_a_deadline_lies_where_it_may_and_when_it_can_be_met(
    terms: Terms, begin: datetime, steps: list[tuple[timedelta, tuple[Any, ...]]]
) -> None:
    at = written(begin)
    match: Any = _Match(terms, at)
    for passes, event in steps:
        due, missed = deadlines.due(match), deadlines.missed(match)
        assert (due is None) == bool(match.pace.paused)
        if due is not None:
            assert missed is not None
            assert at < due <= missed or at < missed
            assert allowed(match, due)
        at = written(instant(at) + passes)
        if missed is not None and at >= missed:
            match.ask({0}, "turn", at)  # somebody has answered for those who were late
        due, missed = deadlines.due(match), deadlines.missed(match)
        happen(match, event, at)
        new, over = deadlines.due(match), deadlines.missed(match)
        if new is None or due is None or event[0] == "ask":
            continue
        assert over is not None
        if at < due:
            assert new > at, "a deadline that has not passed is not put into the past"
        else:
            assert new >= due
        assert missed is not None
        assert over > at, "a grace that is not over stays so"
        if event[0] != "back" and not (event[0] == "absence" and not (event[2] or event[3])):
            assert new >= due, "nothing but coming back brings a deadline nearer"


def test_the_property_would_notice_a_clock_that_goes_on_while_paused() -> None:
    terms = Terms(48, "default", zone=ZONES["UTC"])
    at = "2016-02-28T12:00:00Z"
    match: Any = _Match(terms, at)
    happen(match, ("pause",), at)
    happen(match, ("resume",), "2016-03-10T12:00:00Z")
    assert deadlines.due(match) == "2016-03-12T12:00:00Z"
    match.pace.pauses = ()
    assert deadlines.due(match) == "2016-03-01T12:00:00Z", "the leap day counts"
