"""The clock that players agree to: how long they have, when a deadline may lie, and what follows when one is missed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field, fields, replace
from datetime import date, timedelta
from typing import Any

from ...words.lazy_dataclass import dataclass
from ..errors import CampaignError, CampaignFault, phrase
from .calendar import Calendar, Zone

AT_DEADLINE = ("notify", "default", "bot", "replace")
"""notify: nothing but notices; default: the default is answered; bot: the title's bot answers; replace: as default, and
after some misses in a row the seat is free."""
LONGEST_WITHOUT = 60
"""After that many days at most there must be one that a deadline can lie on."""


@dataclass(frozen=True, slots=True)
class WindowClock:
    """The clock of one window; None: as everywhere."""

    hours: int
    earliest: int | None = None
    """Hours before which nothing is carried out, so that there is time to talk."""
    grace: int | None = None
    """Hours after the deadline in which an answer still counts."""
    days: tuple[str, ...] | None = None
    hour: str | None = None

    def data(self) -> int | dict[str, Any]:
        own = {one.name: getattr(self, one.name) for one in fields(self) if getattr(self, one.name) is not None}
        if len(own) == 1:
            return self.hours
        return {name: list(value) if isinstance(value, tuple) else value for name, value in own.items()}

    @classmethod
    def of(cls, data: int | Mapping[str, Any]) -> WindowClock:
        if isinstance(data, int):
            return cls(data)
        days = {"days": tuple(data["days"])} if "days" in data else {}
        return cls(**{**data, **days})


@dataclass(frozen=True, slots=True)
class Terms:
    """How long a player has for an answer (0: no deadline), what a missed deadline does, and who sees files.

    files  `sealed`: move files stay sealed in the ledger until the end, so that nobody sees what was
           ordered ahead, nor that anything was; `open`: a file that contains nothing but its answers is
           shown at once, so that its signature can be checked while the game is on
    cool_off  minutes that a file which would draw chance waits, during which a slip can still be corrected
    """

    hours: int = 0
    at_deadline: str = "notify"
    files: str = "sealed"
    cool_off: int = 0
    windows: Mapping[str, int | WindowClock] = field(default_factory=dict)
    """By window of the title, its hours or its whole clock, where that differs."""
    earliest: int = 0
    grace: int = 0
    days: tuple[str, ...] = ()
    """The weekdays that a deadline may lie on; none: all."""
    hour: str = ""
    """The time of day of every deadline; empty: any."""
    zone: Zone | None = None
    """Where `days`, `hour`, `runs` and `holidays` are meant."""
    reminders: tuple[int, ...] = ()
    """How many hours before a deadline those who owe an answer are reminded."""
    runs: tuple[str, ...] = ()
    """The times of day at which files are carried out; none: whenever the moderator's program runs."""
    holidays: tuple[tuple[str, str], ...] = ()
    """First and last day of each."""

    def data(self) -> dict[str, Any]:
        """The field `clock` of the genesis."""
        data: dict[str, Any] = {"hours": self.hours, "at_deadline": self.at_deadline}
        if self.windows:
            data["windows"] = {name: _window(one).data() for name, one in self.windows.items()}
        if self.zone is not None:
            data["zone"] = self.zone.data()
        for name in ("cool_off", "earliest", "grace", "hour"):
            if getattr(self, name):
                data[name] = getattr(self, name)
        for name in ("days", "reminders", "runs"):
            if getattr(self, name):
                data[name] = list(getattr(self, name))
        if self.holidays:
            data["holidays"] = [list(one) for one in self.holidays]
        return data

    @classmethod
    def of(cls, clock: Mapping[str, Any], files: str) -> Terms:
        """From the field `clock` of an entry with the right shape."""
        zone = Zone(clock["zone"]["name"], tuple(map(tuple, clock["zone"]["shifts"]))) if "zone" in clock else None
        windows = clock.get("windows", {}).items()
        return cls(
            clock["hours"],
            clock["at_deadline"],
            files,
            clock.get("cool_off", 0),
            {name: one if isinstance(one, int) else WindowClock.of(one) for name, one in windows},
            clock.get("earliest", 0),
            clock.get("grace", 0),
            tuple(clock.get("days", ())),
            clock.get("hour", ""),
            zone,
            tuple(clock.get("reminders", ())),
            tuple(clock.get("runs", ())),
            tuple((first, last) for first, last in clock.get("holidays", ())),
        )

    def window(self, name: str) -> WindowClock:
        """The clock of a window, with what it has in common with the others."""
        own = _window(self.windows.get(name, self.hours))
        common = WindowClock(own.hours, self.earliest, self.grace, self.days, self.hour)
        return replace(
            common, **{one.name: getattr(own, one.name) for one in fields(own) if getattr(own, one.name) is not None}
        )

    @property
    def common(self) -> WindowClock:
        """The clock where the window would tell too much."""
        return WindowClock(self.hours, self.earliest, self.grace, self.days, self.hour)

    def calendar(self, of: WindowClock) -> Calendar:
        return Calendar(self.zone or Zone(), of.days or (), of.hour or "", self.holidays)

    @property
    def zone_name(self) -> str:
        return self.zone.name if self.zone is not None else "UTC"

    def check(self) -> None:
        """Raise if a clock cannot be kept to."""
        timeless, local = False, bool(self.days or self.hour or self.runs or self.holidays)
        for name, one in (("", self.common), *((name, self.window(name)) for name in self.windows)):
            local = local or bool(one.days or one.hour)
            if one.hours and (one.earliest or 0) >= one.hours:
                raise CampaignError(CampaignFault.EARLIEST, found=one.earliest, hours=one.hours, window=name or "–")
            # Else a longer time could end earlier: on the day itself, not at the same time of the next.
            timeless = timeless or (bool(one.days or self.holidays) and not one.hour)
            self._check_holidays(self.calendar(one))
        if local and self.zone is None:
            raise CampaignError(CampaignFault.NO_ZONE)
        if timeless:
            raise CampaignError(CampaignFault.NO_HOUR)

    def _check_holidays(self, calendar: Calendar) -> None:
        """After each holiday there must be a day for a deadline before long."""
        for _, last in self.holidays:
            after = date.fromisoformat(last)
            left = min(LONGEST_WITHOUT, date.max.toordinal() - after.toordinal())
            if not any(calendar.open(after + timedelta(days=n)) for n in range(1, left + 1)):
                why = phrase("holidays-no-day", found=last, right=LONGEST_WITHOUT)
                raise CampaignError(CampaignFault.HOLIDAYS, why=why)


def _window(given: int | WindowClock) -> WindowClock:
    return WindowClock(given) if isinstance(given, int) else given


def hours(text: str) -> int:
    """`48h`, `3d`, or `0` for no deadline."""
    found = re.fullmatch(r"(\d{1,4})\s*(h|d|)", text.strip(), re.ASCII)
    if found is None or (not found[2] and int(found[1])):
        raise CampaignError(CampaignFault.DEADLINE, found=text)
    return int(found[1]) * (24 if found[2] == "d" else 1)


def minutes(text: str) -> int:
    """`30m`, `2h`, or `0`."""
    found = re.fullmatch(r"(\d{1,4})\s*(m|h|)", text.strip(), re.ASCII)
    if found is None or (not found[2] and int(found[1])):
        raise CampaignError(CampaignFault.COOL_OFF, found=text)
    return int(found[1]) * (60 if found[2] == "h" else 1)
