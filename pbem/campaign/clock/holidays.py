"""Holidays from an iCalendar file (RFC 5545): whole days on which no deadline may lie."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, timedelta

from ..errors import CampaignError, CampaignFault, phrase
from .calendar import PINNED_YEARS

_DATE = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T\d{6}Z?)?", re.ASCII)
_DURATION = re.compile(r"P(?:(\d+)W|(\d+)D).*", re.ASCII)
_MOST = 400
LARGEST = 1 << 20
"""Characters of a file. A calendar of whole days for all the years that clock changes are pinned is far smaller."""
LONGEST_SPAN = 60


def read(text: str, first_year: int) -> tuple[tuple[str, str], ...]:
    """First and last day of every event, those that come every year for as long as clock changes are pinned."""
    if len(text) > LARGEST:
        raise _wrong("too-large", right=LARGEST)
    if "BEGIN:VCALENDAR" not in text.upper():
        raise _wrong("no-calendar")
    found = {span for event in _events(text) for span in _spans(event, first_year) if span[1].year >= first_year}
    if len(found) > _MOST:
        raise _wrong("too-many", found=len(found), right=_MOST)
    return tuple((first.isoformat(), last.isoformat()) for first, last in sorted(found))


def _events(text: str) -> Iterator[Mapping[str, tuple[str, str]]]:
    """Each event: by name of a property, its parameters and its value."""
    event: dict[str, tuple[str, str]] | None = None
    for line in re.sub(r"\r?\n[ \t]", "", text).splitlines():
        name, _, value = line.partition(":")
        name, _, parameters = name.strip().upper().partition(";")
        if (name, value.strip().upper()) == ("BEGIN", "VEVENT"):
            event = {}
        elif (name, value.strip().upper()) == ("END", "VEVENT") and event is not None:
            yield event
            event = None
        elif event is not None:
            event.setdefault(name, (parameters, value.strip()))


def _spans(event: Mapping[str, tuple[str, str]], first_year: int) -> Iterator[tuple[date, date]]:
    first = _date(event.get("DTSTART", ("", ""))[1])
    last = first
    if "DTEND" in event:
        last = _date(event["DTEND"][1])
        if "T" not in event["DTEND"][1] and last > first:  # the end of whole days is the day after
            last -= timedelta(days=1)
    elif "DURATION" in event:
        last = _after(first, event["DURATION"][1])
    last = max(first, last)
    if (last - first).days >= LONGEST_SPAN:
        raise _wrong("too-long", found=first, right=LONGEST_SPAN)
    if "RRULE" not in event:
        yield first, last
        return
    yield from _yearly(event["RRULE"][1], first, last, first_year)


def _after(first: date, duration: str) -> date:
    """The last day of what begins on a day and lasts some weeks or days; any other length is the day itself."""
    found = _DURATION.fullmatch(duration)
    # Nobody needs more digits to say that it is too long.
    days = int((found[1] or "0")[:6]) * 7 + int((found[2] or "0")[:6]) - 1 if found is not None else 0
    if days >= LONGEST_SPAN or first.toordinal() + days > date.max.toordinal():
        raise _wrong("too-long", found=first, right=LONGEST_SPAN)
    return first + timedelta(days=max(0, days))


def _yearly(rule: str, first: date, last: date, first_year: int) -> Iterator[tuple[date, date]]:
    parts = dict(one.upper().partition("=")[::2] for one in rule.split(";") if one)
    if parts.get("FREQ") != "YEARLY" or parts.keys() - {"FREQ", "COUNT", "UNTIL", "INTERVAL"}:
        raise _wrong("rule", found=rule)
    until = _date(parts["UNTIL"]) if "UNTIL" in parts else date.max
    step, count = _number(parts.get("INTERVAL", "1"), rule), _number(parts.get("COUNT", "9999"), rule)
    years = range(first.year, first_year + PINNED_YEARS, step)[:count]
    # What ended before the first year does not matter, and somebody's calendar can begin long ago.
    past = max(0, first_year - 1 - first.year) // step
    for year in years[past:]:
        try:
            begins = first.replace(year=year)
        except ValueError:
            continue  # 29 February, in a year that has none
        if begins <= until:
            yield begins, begins + (last - first)


def _wrong(key: str, /, **values: object) -> CampaignError:
    return CampaignError(CampaignFault.HOLIDAYS, why=phrase(f"holidays-{key}", **values))


def _number(text: str, rule: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text)):
        raise _wrong("rule", found=rule)
    return int(text)


def _date(text: str) -> date:
    found = _DATE.fullmatch(text)
    try:
        if found is not None:
            return date(int(found[1]), int(found[2]), int(found[3]))
    except ValueError:
        pass
    raise _wrong("date", found=text or "–")
