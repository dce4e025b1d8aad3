"""Mails that nobody asked for: whose turn it is, what happened, and the daily digest."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from pbem.campaign.run import RunReport

from ...words import dates
from . import compose
from .correspondence import Correspondence, asked_since
from .seat_report import SeatReport, of_seat
from .settings import MailReader

_NOTHING_TOLD: dict[str, Any] = {"n": -1, "asked": None, "over": False, "late": None}


class Notices:
    """The notices of one round. Digests are written at its end, when all games that they cover are known."""

    def __init__(self, desk: Correspondence) -> None:
        self.desk = desk
        self.digests: dict[str, list[tuple[SeatReport, MailReader, RunReport]]] = {}
        """By address."""

    def write(self, report: RunReport) -> None:
        """Tell the seats of a game what they do not know yet."""
        for seat, owner in enumerate(report.happened.match.seats):
            reader = self.desk.settings.reader(report.game, owner.handle)
            if not owner.bot and reader.address is not None:
                self._write(report, seat, owner.handle, reader, reader.address)

    def silent(self, report: RunReport) -> bool:
        """Whether everything about a finished game was told long ago."""
        places = self.desk.places(report)
        return bool(report.over and places and all(one["over"] for one in places.values()))

    def _write(self, report: RunReport, seat: int, handle: str, reader: MailReader, address: str) -> None:
        desk, match = self.desk, report.happened.match
        told = desk.places(report).get(handle, _NOTHING_TOLD)
        late = handle in report.overdue and told["late"] != match.since[0]
        if told["n"] >= match.n and not late:
            return
        daily = reader.mail == "daily" and not late
        if daily and not self._digest_time(reader, address):
            return
        now = of_seat(report.happened, seat)
        if daily:
            self.digests.setdefault(address, []).append((desk.with_news(report, now), reader, report))
            return
        acts = (now.asked is not None or not now.joined) and told["asked"] != asked_since(report, now)
        early = bool(now.soon) and told.get("soon") != desk.open_since(report, now)
        if reader.mail == "every" or acts or early or late or (now.over and not told["over"]):
            letter = compose.notice(desk.with_news(report, now), reader, desk.settings, desk.now, late)
            desk.put(letter, f"notice-{report.game}-{now.n}-{handle}{'-late' if late else ''}")
            desk.told(report, now, late)

    def _digest_time(self, reader: MailReader, address: str) -> bool:
        late_enough = dates.hour(self.desk.now, reader.zone) >= self.desk.settings.digest_hour
        return late_enough and self.desk.state.digested.get(address) != dates.day(self.desk.now, reader.zone)

    def digest(self, address: str) -> None:
        """One mail about all games of somebody who wants one per day."""
        desk, games = self.desk, self.digests[address]
        reader = games[0][1]
        today = dates.day(desk.now, reader.zone)
        letter = compose.digest(address, reader, desk.settings, [(now, one) for now, one, _ in games], desk.now)
        desk.put(letter, f"digest-{today}-{sha256(address.encode()).hexdigest()[:16]}")
        for now, _, report in games:
            desk.told(report, now)
        desk.state.digested[address] = today
