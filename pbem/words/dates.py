"""Times as people say them, in their language and time zone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from .templates import Words

_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_MINUTE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d \(UTC\)")
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


@cache
def instant(at: str) -> datetime:
    return datetime.fromisoformat(at.replace("Z", "+00:00")).astimezone(UTC)


def soon(at: str, now: str, zone: str, words: Words) -> str:
    """`Thu 20:00` within the next six days, otherwise with the date."""
    local = instant(at).astimezone(ZoneInfo(zone))
    near = timedelta(0) <= instant(at) - instant(now) < timedelta(days=6)
    return words.say("date.soon" if near else "date.short", _values(local, words))


def full(at: str, zone: str, words: Words) -> str:
    """`Thursday 19 November 2026, 20:00 (Europe/Berlin)`."""
    local = instant(at).astimezone(ZoneInfo(zone))
    return words.say("date.full", {**_values(local, words), "zone": zone})


def readable(values: Mapping[str, Any], zone: str, words: Words) -> dict[str, Any]:
    """The values of a sentence, with times and days as people say them; no other text is touched."""
    return {name: _said(one, zone, words) if isinstance(one, str) else one for name, one in values.items()}


def _said(value: str, zone: str, words: Words) -> str:
    try:
        if _INSTANT.fullmatch(value):
            return full(value, zone, words)
        if _MINUTE.fullmatch(value):
            return full(f"{value[:10]}T{value[11:16]}:00Z", zone, words)
        if _DAY.fullmatch(value):
            return words.say("date.day", _values(datetime.fromisoformat(value), words))
    except ValueError:
        pass  # there is no such day
    return value


def day(at: str, zone: str) -> str:
    """The day it is in that time zone, for comparing."""
    return instant(at).astimezone(ZoneInfo(zone)).strftime("%Y-%m-%d")


def hour(at: str, zone: str) -> int:
    return instant(at).astimezone(ZoneInfo(zone)).hour


def _values(local: datetime, words: Words) -> dict[str, object]:
    return {
        "short_day": words.say(f"day.short.{local.weekday()}"),
        "long_day": words.say(f"day.long.{local.weekday()}"),
        "short_month": words.say(f"month.short.{local.month}"),
        "long_month": words.say(f"month.long.{local.month}"),
        "day_number": str(local.day),
        "year": str(local.year),
        "time": f"{local:%H:%M}",
    }
