"""Mails that nobody asked for: whose turn it is, what happened, and the daily digest."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from pbem.campaign.acts import ordered_ahead
from pbem.campaign.acts import seat as seat_entry
from pbem.campaign.acts.shapes import Entry
from pbem.campaign.running.cool_off import COOLING
from pbem.campaign.running.run import RunReport

from ...words import dates
from . import compose
from .correspondence import Correspondence, asked_since, overdue_since, reminder_of
from .seat_report import SeatReport, of_seat
from .settings import MailReader

_NOTHING_TOLD: dict[str, Any] = {"n": -1, "asked": None, "over": False, "late": None}

_OF_THE_TABLE = (
    "absence",
    "deadline",
    "seat",
    "takeover",
    "substitute",
    "moderator",
    "vote",
    "rollback",
    "ruling",
    "press",
)
"""Kinds of entries that every player is written to about: a vote waits for all, and what somebody says is for now."""


class Notices:
    """The notices of one round. Digests are written at its end, when all games that they cover are known."""

    def __init__(self, desk: Correspondence) -> None:
        self.desk = desk
        self.gathered: dict[str, list[tuple[SeatReport, MailReader, RunReport, str]]] = {}
        """By address: games with why they are written about."""
        self.digests: dict[str, list[tuple[SeatReport, MailReader, RunReport]]] = {}
        """By address."""

    def write(self, report: RunReport) -> None:
        """Tell the seats of a game what they do not know yet."""
        for seat, owner in enumerate(report.happened.match.seats):
            reader = self.desk.settings.reader(report.game, owner.handle)
            if not owner.bot and reader.address is not None:
                self._write(report, seat, owner.handle, reader, reader.address)
                continue
            if reader.address is not None and self._lost(report, owner.handle):
                desk, now = self.desk, of_seat(report.happened, seat)
                desk.put(
                    compose.lost(desk.with_news(report, now), reader, desk.settings),
                    f"lost-{report.game}-{now.n}-{owner.handle}",
                )
                desk.told(report, now)
            if report.over and owner.handle in self.desk.places(report):
                self.desk.places(report)[owner.handle]["over"] = True  # whoever had the seat before is not written to

    def _lost(self, report: RunReport, handle: str) -> bool:
        """Whether a bot plays the seat of somebody who does not know it; who has resigned was answered."""
        told = self.desk.places(report).get(handle)
        own = [one for one in _entries(report, told["n"]) if one.get("player") == handle] if told is not None else []
        kinds = [(one["kind"], one.get("state")) for one in own]
        return any("bot" in one for one in own) and ("seat", seat_entry.RESIGNED) not in kinds

    def silent(self, report: RunReport) -> bool:
        """Whether everything about a finished game was told long ago."""
        places = self.desk.places(report)
        return bool(report.over and places and all(one["over"] for one in places.values()))

    def _write(self, report: RunReport, seat: int, handle: str, reader: MailReader, address: str) -> None:
        desk, match = self.desk, report.happened.match
        told = desk.places(report).get(handle, _NOTHING_TOLD)
        why = self._why(report, seat, told)
        if handle in desk.places(report) and not why:
            told["looked"] = match.n  # what has happened up to here does not concern all
        if told["n"] >= match.n and not why:
            return
        daily = reader.mail == "daily" and why not in ("late", "remind")
        if daily and not self._digest_time(reader, address):
            return
        now = of_seat(report.happened, seat)
        if daily:
            self.digests.setdefault(address, []).append((desk.with_news(report, now), reader, report))
            return
        acts = (now.asked is not None or not now.joined) and told["asked"] != asked_since(report, now)
        early = bool(now.soon) and told.get("soon") != desk.open_since(report, now)
        if why in ("remind", "table") and acts:
            why = ""  # the mail that asks says until when, and tells the news
        if reader.mail == "every" or acts or early or why or (now.over and not told["over"]):
            if reader.mail == "gathered":
                self.gathered.setdefault(address, []).append((now, reader, report, why))
            else:
                self._one(report, now, reader, why)

    def _one(self, report: RunReport, now: SeatReport, reader: MailReader, why: str) -> None:
        """A mail about one game."""
        desk = self.desk
        letter = compose.notice(desk.with_news(report, now), reader, desk.settings, desk.now, why)
        of = f"{report.reminder}" if why == "remind" else ""
        desk.put(letter, f"notice-{report.game}-{now.n}-{now.handle}{f'-{why}{of}' if why else ''}")
        desk.told(report, now, why)

    def gather(self, address: str) -> None:
        """One mail about all games of somebody who wants what goes out together in one."""
        desk, games = self.desk, self.gathered[address]
        if len(games) == 1:
            (now, reader, report, why) = games[0]
            self._one(report, now, reader, why)
            return
        known = [(desk.with_news(report, now), reader) for now, reader, report, _ in games]
        letter = compose.digest(address, games[0][1], desk.settings, known, desk.now, "gathered")
        of = " ".join(f"{now.game} {now.n} {why} {report.reminder}" for now, _, report, why in games)
        desk.put(letter, f"gathered-{sha256(f'{address} {of}'.encode()).hexdigest()[:32]}")
        for now, _, report, why in games:
            desk.told(report, now, why)

    def _why(self, report: RunReport, seat: int, told: dict[str, Any]) -> str:
        """Why somebody is written to although nothing has happened: late, time to remind, or others are late."""
        match = report.happened.match
        handle = match.seats[seat].handle
        if handle in report.overdue:
            return "late" if told["late"] != match.past.since[0] else ""
        if report.overdue and told.get("overdue") != overdue_since(report):
            return "overdue"
        if _concerns(handle, report, max(told["n"], told.get("looked", -1))):
            return "table"
        if report.reminder is None or told.get("reminded") == reminder_of(report):
            return ""
        done = {one.player for one in report.receipts if one.result in ("held", COOLING)}
        owes = (
            match.asks(seat)
            and seat not in match.sealed.given
            and seat not in ordered_ahead.ready(match)
            and handle not in done
        )
        return "remind" if owes else ""

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


def _concerns(handle: str, report: RunReport, after: int) -> bool:
    """Whether later entries are about the table itself: a missed deadline, an absence, a vote, a change of seats."""
    if after < 0 or after >= report.n:
        return False
    return any(
        (one["kind"] in _OF_THE_TABLE or one.get("cause") == "clock")
        and handle in one.get("to", (handle,))  # a letter to some is no news for the others
        for one in _entries(report, after)
    )


def _entries(report: RunReport, after: int) -> list[Entry]:
    """The entries after one."""
    if after >= report.happened.after.n:
        new = [one.step.entry for one in report.happened.entries]
    else:  # the moderator has decided something since the last mail
        new = list(report.happened.campaign.entries())
    return [one for one in new if one["n"] > after]
