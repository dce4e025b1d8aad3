"""Options that describe a clock, for `new` and for `clock`."""

# No `from __future__ import annotations`: Typer would compile every annotation again, a third of the help's time.

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .exits import Exit
from .say import fail, said

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..campaign.clock.terms import Terms, WindowClock

AT_DEADLINE = ("wait", "default", "bot", "replace")

Deadline = Annotated[str | None, typer.Option("--deadline", help="Time to answer: 72h, or 3d, or 0 for no deadline.")]
DeadlineIn = Annotated[
    list[str] | None,
    typer.Option(
        "--deadline-in",
        help="WINDOW=TIME: another time to answer in a window of the title, e.g. draft=12h, or with more: "
        "turn=3d,grace=12h,earliest=6h,days=mon-fri,hour=20:00.",
    ),
]
AtDeadline = Annotated[
    str | None,
    typer.Option(
        "--at-deadline",
        help="After a missed deadline. wait: players are told (also: notify); default: a safe answer is played; "
        "bot: the title's bot answers; replace: as default, and after --misses the seat is given away.",
    ),
]
CoolOff = Annotated[
    str | None,
    typer.Option(
        "--cool-off",
        help="How long to hold back orders that would roll dice, so that a slip can be corrected, e.g. 30m, or 0.",
    ),
]
TimeZone = Annotated[
    str | None, typer.Option("--zone", help="The time zone of all days and times, e.g. Europe/Berlin.")
]
Days = Annotated[
    str | None, typer.Option("--days", help="Weekdays on which a deadline may fall: mon-fri, or tue,thu, or all.")
]
Hour = Annotated[str | None, typer.Option("--hour", help="The time of day of every deadline: 20:00, or any.")]
Grace = Annotated[
    str | None, typer.Option("--grace", help="How long after a deadline an answer still counts: 12h, or 0.")
]
Earliest = Annotated[
    str | None,
    typer.Option("--earliest", help="Shortest time between a question and its answer taking effect."),
]
Remind = Annotated[
    str | None,
    typer.Option("--remind", help="How long before a deadline to remind players: 48h,12h, or 0 for never."),
]
Runs = Annotated[
    str | None,
    typer.Option("--runs", help="Times of day at which files are carried out: 08:00,20:00, or any for every run."),
]
Holidays = Annotated[
    Path | None, typer.Option("--holidays", help="An iCalendar file (.ics) with days on which no deadline may fall.")
]


def terms(before: "Terms", **given: Any) -> "Terms":
    """The clock with the options that were given; `0`, `all` or `any` takes one back."""
    from dataclasses import replace
    from datetime import UTC, datetime

    from ..campaign.clock import calendar, holidays
    from ..campaign.clock import terms as clock_terms

    changes: dict[str, Any] = {}
    for option, name in (("deadline", "hours"), ("grace", "grace"), ("earliest", "earliest")):
        if given.get(option) is not None:
            changes[name] = clock_terms.hours(given[option])
    if given.get("cool_off") is not None:
        changes["cool_off"] = clock_terms.minutes(given["cool_off"])
    if given.get("at_deadline") is not None:
        changes["at_deadline"] = _at_deadline(given["at_deadline"])
    if given.get("days") is not None:
        changes["days"] = weekdays(given["days"])
    if given.get("hour") is not None:
        changes["hour"] = "" if given["hour"] == "any" else day_time(given["hour"])
    if given.get("remind") is not None:
        found = {clock_terms.hours(one) for one in _parts(given["remind"])} - {0}
        changes["reminders"] = tuple(sorted(found, reverse=True))
    if given.get("runs") is not None:
        changes["runs"] = (
            () if given["runs"] == "any" else tuple(sorted({day_time(one) for one in _parts(given["runs"])}))
        )
    if given.get("deadline_in"):
        changes["windows"] = dict(_window(one) for one in given["deadline_in"])
    year = datetime.now(UTC).year
    if given.get("holidays") is not None:
        changes["holidays"] = holidays.read(_text(given["holidays"]), year)
    if given.get("zone") is not None:
        changes["zone"] = calendar.zone(given["zone"], year)
    made = replace(before, **changes)
    made.check()
    _of_use(made, given)
    if given.get("remind") is not None or _furthest(made) != _furthest(before):
        _in_time(made, given.get("remind") is not None)
    return made


_OF_DEADLINES = {
    "grace": "grace",
    "remind": "reminders",
    "days": "days",
    "hour": "hour",
    "holidays": "holidays",
    "at_deadline": "at_deadline",
}
"""Options that are about deadlines, and where a clock has them."""


def _of_use(made: "Terms", given: "Mapping[str, Any]") -> None:
    """Stop where something was asked for that would never count."""
    if any(one.hours for one in _clocks(made)):
        return
    bound = [
        option
        for option, name in _OF_DEADLINES.items()
        if given.get(option) is not None and getattr(made, name) not in (0, "", (), "notify")
    ]
    if bound:
        option = ", ".join(f"--{name.replace('_', '-')}" for name in bound)
        fail(said("needs_deadline", {"option": option}), Exit.USAGE)


def _clocks(made: "Terms") -> "list[WindowClock]":
    return [made.common, *map(made.window, made.windows)]


def _furthest(made: "Terms") -> int | None:
    """How many hours away a deadline can be; None: weekdays and holidays can put one off by days."""
    if made.holidays or any(one.days for one in _clocks(made)):
        return None
    return max(one.hours and one.hours + (24 if one.hour else 0) for one in _clocks(made))


def _in_time(made: "Terms", named: bool) -> None:
    """Stop where a reminder would never be one, whether it is `named` now or was agreed to before."""
    most = _furthest(made)
    if most and made.reminders and made.reminders[0] >= most:
        values = {"found": f"{made.reminders[0]}h", "right": most}
        fail(said("reminder_early" if named else "reminder_kept", values), Exit.USAGE)


def _at_deadline(text: str) -> str:
    if text not in (*AT_DEADLINE, "notify"):
        right = " | ".join(AT_DEADLINE)
        fail(said("one_of", {"option": "--at-deadline", "right": right, "found": text}), Exit.USAGE)
    return "notify" if text == "wait" else text


def weekdays(text: str) -> tuple[str, ...]:
    """`mon-fri`, `tue,thu`, or `all`."""
    from ..campaign.clock.calendar import WEEKDAYS
    from ..campaign.errors import CampaignError, CampaignFault

    found: set[str] = set()
    for part in _parts(text):
        first, dash, last = part.partition("-")
        if first == "all" and not dash:
            continue
        if first not in WEEKDAYS or (dash and last not in WEEKDAYS):
            raise CampaignError(CampaignFault.DAYS, found=text)
        at = WEEKDAYS.index(first)
        found.add(first)
        while dash and WEEKDAYS[at] != last:
            at = (at + 1) % 7
            found.add(WEEKDAYS[at])
    return tuple(day for day in WEEKDAYS if day in found)


def day_time(text: str) -> str:
    from ..campaign.acts.shapes import hour
    from ..campaign.errors import CampaignError, CampaignFault

    found = text.strip().rjust(5, "0")
    if not hour(found):
        raise CampaignError(CampaignFault.DAY_TIME, found=text)
    return found


def _parts(text: str) -> list[str]:
    return [one.strip().lower() for one in text.split(",") if one.strip()]


def _window(text: str) -> "tuple[str, int | WindowClock]":
    """`draft=12h`, or with more of its clock."""
    from ..campaign.clock.terms import WindowClock, hours

    name, sign, value = text.partition("=")
    parts = value.split(",")
    own: dict[str, Any] = {}
    last = ""
    for part in parts[1:]:
        key, equals, given = part.partition("=")
        if not equals and last == "days":
            own["days"] += f",{key}"
            continue
        last = key.strip()
        own[last] = given.strip()
    if not sign or not name.strip() or not value.strip() or own.keys() - {"grace", "earliest", "days", "hour"}:
        fail(said("pair", {"option": "--deadline-in", "found": repr(text)}), Exit.USAGE)
    length = hours(parts[0])
    if not own:
        return name.strip(), length
    return name.strip(), WindowClock(
        length,
        hours(own["earliest"]) if "earliest" in own else None,
        hours(own["grace"]) if "grace" in own else None,
        weekdays(own["days"]) if "days" in own else None,
        day_time(own["hour"]) if "hour" in own else None,
    )


def _text(file: Path) -> str:
    from ..campaign.clock.holidays import LARGEST

    try:
        with file.open(encoding="utf-8") as opened:
            return opened.read(LARGEST + 1)  # a pipe or a device may have no end
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else said("not_utf8")
        fail(said("unreadable", {"file": file, "why": why}), Exit.NOT_FOUND)
