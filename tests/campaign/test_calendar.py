"""Calendar arithmetic by properties: whatever the schedule, a deadline lies where players agreed that it may lie."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.campaign.clock import calendar, deadlines, holidays
from pbem.campaign.clock.calendar import WEEKDAYS, Calendar, Zone
from pbem.campaign.clock.terms import Terms, WindowClock
from pbem.campaign.errors import CampaignError

NAMES = (
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "America/Sao_Paulo",
    "Pacific/Apia",
    "Africa/Casablanca",
    "America/Nuuk",
)
ZONES = {name: calendar.zone(name, 2010) for name in NAMES}
"""2011 has the day that Apia skipped; Lord Howe goes half an hour forward; in São Paulo midnight was skipped."""
HOURS = st.integers(0, 24 * 60 - 1).map(lambda one: f"{one // 60:02}:{one % 60:02}")
MOMENTS = st.datetimes(datetime(2010, 6, 1), datetime(2021, 6, 1)).map(lambda one: one.replace(microsecond=0))
DAYS = st.sets(st.sampled_from(WEEKDAYS)).map(lambda some: tuple(one for one in WEEKDAYS if one in some))
OFF = st.lists(st.tuples(st.dates(date(2010, 6, 1), date(2021, 12, 1)), st.integers(0, 20)), max_size=6).map(
    lambda some: tuple((first.isoformat(), (first + timedelta(days=n)).isoformat()) for first, n in some)
)
CALENDARS = st.builds(Calendar, st.sampled_from(sorted(ZONES)).map(ZONES.get), DAYS, st.just("") | HOURS, OFF)
STOPS = st.lists(
    st.tuples(MOMENTS, st.timedeltas(timedelta(seconds=1), timedelta(days=40))).map(
        lambda one: (one[0], one[0] + one[1])
    ),
    max_size=5,
)
LENGTHS = st.integers(1, 24 * 30).map(lambda hours: timedelta(hours=hours))


def allowed(of: Calendar, at: datetime) -> bool:
    """By the zone data of this computer, not by ours."""
    shown = at.replace(tzinfo=UTC).astimezone(ZoneInfo(of.zone.name))
    holiday = any(first <= shown.date().isoformat() <= last for first, last in of.holidays)
    return (not of.days or WEEKDAYS[shown.weekday()] in of.days) and not holiday


@given(st.sampled_from(NAMES), MOMENTS)
def test_pinned_clock_changes_are_those_of_the_zone(name: str, at: datetime) -> None:
    right = at.replace(tzinfo=UTC).astimezone(ZoneInfo(name))
    assert ZONES[name].local(at) == right.replace(tzinfo=None)


@given(st.sampled_from(NAMES), MOMENTS)
def test_an_instant_is_the_first_at_which_clocks_show_a_time(name: str, wall: datetime) -> None:
    zone = ZONES[name]
    found = zone.instant(wall)
    assert zone.local(found) >= wall
    assert zone.local(found - timedelta(seconds=1)) < wall


def test_a_time_that_clocks_skip_is_the_moment_of_the_leap() -> None:
    zone = ZONES["America/New_York"]
    leap = datetime(2012, 3, 11, 7)
    assert zone.instant(datetime(2012, 3, 11, 2, 1)) == zone.instant(datetime(2012, 3, 11, 2, 59)) == leap
    assert zone.instant(datetime(2012, 3, 11, 3)) == leap
    assert zone.instant(datetime(2012, 3, 11, 1, 59)) == leap - timedelta(minutes=1)


@settings(max_examples=300)
@given(CALENDARS, MOMENTS)
def test_a_fitting_moment_is_the_first_that_is_allowed(of: Calendar, at: datetime) -> None:
    found = of.fit(at)
    assert found >= at
    assert allowed(of, found)
    assert of.fit(found) == found
    if of.hour and of.zone.local(found).time().strftime("%H:%M") != of.hour:
        # Only where clocks skip that time of day.
        wanted = datetime.combine(of.zone.local(found).date(), datetime.strptime(of.hour, "%H:%M").time())
        assert of.zone.local(found - timedelta(seconds=1)) < wanted < of.zone.local(found)


@pytest.mark.slow
@settings(max_examples=300)
@given(CALENDARS, MOMENTS, LENGTHS, STOPS)
def test_a_deadline_gives_all_the_time_and_never_lies_in_a_stop(
    of: Calendar, start: datetime, length: timedelta, stops: list[calendar.Stop]
) -> None:
    due = calendar.after(start, length, stops, of.fit)
    assert allowed(of, due)
    stopped = sum(
        (max(timedelta(), min(end, due) - max(begin, start)) for begin, end in calendar.merged(stops)), timedelta()
    )
    assert due - start - stopped >= length
    assert not any(begin < due < end for begin, end in stops)


@pytest.mark.slow
@settings(max_examples=300)
@given(CALENDARS, MOMENTS, LENGTHS, STOPS, MOMENTS, st.timedeltas(timedelta(seconds=1), timedelta(days=60)))
def test_another_stop_never_puts_a_deadline_into_the_past(
    of: Calendar, start: datetime, length: timedelta, stops: list[calendar.Stop], begin: datetime, stop: timedelta
) -> None:
    """A pause that begins before the deadline leaves what was left; one that begins later changes nothing."""
    earlier = [one for one in stops if one[0] <= begin]
    before = calendar.after(start, length, earlier, of.fit)
    later = calendar.after(start, length, [*earlier, (begin, begin + stop)], of.fit)
    if begin >= before:
        assert later == before
    elif begin + stop > start:
        assert later > begin + stop
        assert later >= before
        assert allowed(of, later)


@given(st.sampled_from(NAMES), MOMENTS, st.lists(HOURS, min_size=1, max_size=4, unique=True))
def test_processing_runs_come_at_their_times_of_day(name: str, at: datetime, hours: list[str]) -> None:
    terms = Terms(zone=ZONES[name], runs=tuple(sorted(hours)))
    found = calendar.instant(deadlines.next_run(terms, calendar.written(at)))
    assert at <= found <= at + timedelta(days=3)
    assert ZONES[name].local(found).strftime("%H:%M") in hours or ZONES[name].local(
        found - timedelta(seconds=1)
    ).strftime("%H:%M") < ZONES[name].local(found).strftime("%H:%M")


def test_the_nights_in_which_clocks_change() -> None:
    berlin = Calendar(ZONES["Europe/Berlin"], hour="02:30")
    spring, autumn = datetime(2020, 3, 29, 0, 0), datetime(2020, 10, 24, 23, 0)
    assert berlin.zone.local(berlin.fit(spring)) == datetime(2020, 3, 29, 3)  # 02:30 is skipped
    assert berlin.fit(autumn) == datetime(2020, 10, 25, 0, 30)  # the first of the two
    daily = Calendar(ZONES["Europe/Berlin"], hour="20:00")
    assert daily.fit(datetime(2020, 3, 28, 12)) == datetime(2020, 3, 28, 19)
    assert daily.fit(datetime(2020, 3, 29, 12)) == datetime(2020, 3, 29, 18)


def test_a_leap_day_is_a_day() -> None:
    thursday = Calendar(days=("sat",), hour="12:00")
    assert thursday.fit(datetime(2020, 2, 24)) == datetime(2020, 2, 29, 12)
    assert calendar.after(datetime(2020, 2, 28), timedelta(days=2), []) == datetime(2020, 3, 1)


def test_a_zone_that_nobody_knows() -> None:
    with pytest.raises(CampaignError, match="There is no time zone Mars/Olympus"):
        calendar.zone("Mars/Olympus", 2026)


def test_a_clock_is_read_as_it_was_written() -> None:
    terms = Terms(
        72,
        "replace",
        cool_off=30,
        windows={"draft": 6, "turn": WindowClock(24, 2, 3, ("mon", "fri"), "18:00")},
        earliest=4,
        grace=12,
        days=("tue",),
        hour="20:00",
        zone=calendar.zone("Europe/Berlin", 2026),
        reminders=(48, 12),
        runs=("08:00", "20:00"),
        holidays=(("2026-12-24", "2026-12-26"),),
    )
    assert Terms.of(terms.data(), "sealed") == terms
    assert terms.window("turn") == WindowClock(24, 2, 3, ("mon", "fri"), "18:00")
    assert terms.window("draft") == WindowClock(6, 4, 12, ("tue",), "20:00")
    assert terms.window("age") == WindowClock(72, 4, 12, ("tue",), "20:00")


ICS = """BEGIN:VCALENDAR\r
BEGIN:VEVENT\r
DTSTART;VALUE=DATE:20261224\r
DTEND;VALUE=DATE:20261227\r
SUMMARY:Christmas\\, a long wo\r
 rd folded\r
END:VEVENT\r
BEGIN:VEVENT\r
DTSTART;VALUE=DATE:20200229\r
RRULE:FREQ=YEARLY\r
END:VEVENT\r
BEGIN:VEVENT\r
DTSTART:20270101T100000Z\r
DTEND:20270102T100000Z\r
END:VEVENT\r
BEGIN:VEVENT\r
DTSTART;VALUE=DATE:20270501\r
DURATION:P2D\r
END:VEVENT\r
END:VCALENDAR\r
"""


def test_holidays_of_a_calendar_file() -> None:
    found = holidays.read(ICS, 2026)
    assert found == (
        ("2026-12-24", "2026-12-26"),
        ("2027-01-01", "2027-01-02"),
        ("2027-05-01", "2027-05-02"),
        ("2028-02-29", "2028-02-29"),
        ("2032-02-29", "2032-02-29"),
        ("2036-02-29", "2036-02-29"),
    )


MANY = "".join(
    f"BEGIN:VEVENT\nDTSTART;VALUE=DATE:{date(2026, 1, 1) + timedelta(days=2 * n):%Y%m%d}\nEND:VEVENT\n"
    for n in range(401)
)


def event(lines: str) -> str:
    return f"BEGIN:VCALENDAR\nBEGIN:VEVENT\n{lines}\nEND:VEVENT\nEND:VCALENDAR\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hello", "it is not an iCalendar file"),
        (ICS.replace("20261224", "20261324"), "20261324 is not a date"),
        (ICS.replace("YEARLY", "WEEKLY"), "only holidays that come every year"),
        (ICS.replace("YEARLY", "YEARLY;COUNT=x"), "only holidays that come every year"),
        (ICS.replace("20261227", "20270327"), "lasts longer than 60 days"),
        (f"BEGIN:VCALENDAR\n{MANY}END:VCALENDAR\n", "it has 401 holidays, more than 400"),
        (event("DTSTART:20261224\nDURATION:P9999999W"), "lasts longer than 60 days"),
        (event(f"DTSTART:20261224\nDURATION:P{'9' * 6000}D"), "lasts longer than 60 days"),
        (event("DTSTART:99991224\nDURATION:P3W"), "lasts longer than 60 days"),
        (event(f"DTSTART:20261224\nRRULE:FREQ=YEARLY;COUNT={'9' * 6000}"), "only holidays that come every year"),
        (event(f"DTSTART:{'9' * 6000}"), "is not a date"),
        (f"BEGIN:VCALENDAR\n{'x' * holidays.LARGEST}", "more than 1048576 characters"),
    ],
)
def test_calendar_files_that_cannot_be_used(text: str, said: str) -> None:
    with pytest.raises(CampaignError, match=said):
        holidays.read(text, 2026)


@pytest.mark.parametrize("dates", ["DTSTART:00010101", "DTSTART:00010101\nDTEND:00010101"])
def test_a_holiday_of_long_ago_is_none_now(dates: str) -> None:
    assert holidays.read(event(dates), 2026) == ()
    assert holidays.read(event(f"{dates}\nRRULE:FREQ=YEARLY;COUNT=2026"), 2026) == (("2026-01-01", "2026-01-01"),)
    assert holidays.read(event(f"{dates}\nRRULE:FREQ=YEARLY;INTERVAL=1012"), 2026) == ()
    assert len(holidays.read(event(f"{dates}\nRRULE:FREQ=YEARLY"), 2026)) == calendar.PINNED_YEARS


def test_years_that_have_passed_cost_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of a megabyte has room for so many events."""
    made = 0

    class Counted(date):
        def replace(self, *args: Any, **named: Any) -> Counted:
            nonlocal made
            made += 1
            return super().replace(*args, **named)

    monkeypatch.setattr(holidays, "date", Counted)
    assert len(holidays.read(event("DTSTART:00010101\nRRULE:FREQ=YEARLY"), 2026)) == calendar.PINNED_YEARS
    assert made <= calendar.PINNED_YEARS + 1


MONDAYS = [(date(2026, 1, 5) + timedelta(weeks=n)).isoformat() for n in range(10)]


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        (Terms(24, days=("mon",)), "need a time zone"),
        (Terms(24, windows={"turn": WindowClock(24, hour="20:00")}), "need a time zone"),
        (Terms(24, days=("mon",), zone=Zone()), "need a time of day"),
        (Terms(24, zone=Zone(), holidays=(("2026-01-01", "2026-01-02"),)), "need a time of day"),
        (Terms(24, zone=Zone(), windows={"turn": WindowClock(24, days=("mon",))}), "need a time of day"),
        (Terms(24, earliest=24), "the earliest time must lie before the deadline"),
        (Terms(24, windows={"turn": WindowClock(12, earliest=13)}), r"\(window turn\)"),
        (
            Terms(24, days=("mon",), zone=Zone(), holidays=tuple((one, one) for one in MONDAYS)),
            "there would be no day for a deadline within 60 days",
        ),
        (
            Terms(24, hour="20:00", zone=Zone(), holidays=(("9999-12-31", "9999-12-31"),)),
            "after 9999-12-31 there would be no day",
        ),
    ],
)
def test_clocks_that_cannot_be_kept_to(terms: Terms, said: str) -> None:
    with pytest.raises(CampaignError, match=said):
        terms.check()
