"""What all mails to players have in common: where they go, in which language, what they report, and how often."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pbem.campaign.campaign import Campaign
from pbem.campaign.running.happened import PastNote, every_note
from pbem.campaign.running.run import RunReport
from pbem.seals.moderator_key import Moderator
from pbem.words.message import MessageError

from .memory import MailMemory
from .render import Letter, mime
from .seat_report import SeatReport, of_seat, with_last_orders
from .settings import MailReader, Settings

UNSIGNED_HOURS = 24
DAMAGED, UNSIGNED = "damaged", "unsigned"
_MOST_TO_PLAYER = {DAMAGED: 20, UNSIGNED: 1}
_LATELY = 12
"""How many events a report tells at least."""
_MOST_DESKS = 100
"""Games that are looked into for one."""
MOST_UNSIGNED = 60
"""Answers to strangers per hour, all together."""


class Correspondence:
    def __init__(self, settings: Settings, moderator: Moderator, state: MailMemory, now: str) -> None:
        self.settings, self.moderator, self.state, self.now = settings, moderator, state, now
        self.games: Mapping[str, Path] = {}
        """The games that mail is carried for."""
        self._languages: dict[str, str | None] = {}
        self._drawn: dict[tuple[str, int, int | None, str], str] = {}
        self._every: dict[str, list[tuple[int, PastNote]]] = {}

    def put(self, letter: Letter, key: str) -> None:
        """Put a mail into the spool; mails with the same key are the same mail."""
        self.state.put(key, mime(letter, self.settings, key, self.now, self.moderator))

    def knows(self, address: str) -> bool:
        """Whether it is the address of a player."""
        return address in self.settings.addresses

    def may_answer(self, to: str, about: str) -> bool:
        """Whether somebody whom no signature vouches for gets an answer.

        A player is told of every file that cannot count, up to a number that only a loop reaches, and once a day how to
        sign. Of all others each is answered once a day.
        """
        if self.knows(to):
            return self.state.may_answer(f"{about}:{to}", self.now, _MOST_TO_PLAYER[about], UNSIGNED_HOURS)
        return self.state.may_answer(f"to:{to}", self.now, 1, UNSIGNED_HOURS) and self.state.may_answer(
            "strangers", self.now, MOST_UNSIGNED, 1
        )

    def language(self, address: str, games: Sequence[str]) -> str:
        """A player's own; otherwise that of the game it is about; otherwise the one that all games here share."""
        tables = (self.settings.players, *self.settings.games.values())
        readers = [one for table in tables for one in table.values()]
        own = next((one.language for one in readers if one.address == address and one.language), None)
        if own:
            return own
        spoken = {self._language_of(game) for game in games[:1] or self.games} - {None}
        return (spoken.pop() if len(spoken) == 1 else None) or "en"

    def _language_of(self, game: str) -> str | None:
        """None if the game cannot be read: that is reported when it is run."""
        if game not in self._languages:
            try:
                self._languages[game] = Campaign.open(self.games[game]).genesis.language
            except MessageError:
                self._languages[game] = None
        return self._languages[game]

    def desk_of(self, address: str, games: Sequence[str]) -> tuple[str, str] | None:
        """The game and handle of a desk where the owner of an address can sign: in the games named, else in any."""
        handle = self.settings.addresses.get(address)
        for game in [*games, *self.games][:_MOST_DESKS] if handle is not None else ():
            try:
                if handle in Campaign.open(self.games[game]).genesis.handles:
                    return game, str(handle)
            except (MessageError, KeyError):
                continue
        return None

    def reader(self, game: str, handle: str, sender: str | None) -> MailReader | None:
        """Where mail for a seat goes: the address that the moderator has, or else the one its signed file came from."""
        reader = self.settings.reader(game, handle)
        if reader.address is None and sender is not None:
            return MailReader(sender, zone=self.settings.zone)
        return reader if reader.address is not None else None

    # ---- what a seat knows

    def situation(self, report: RunReport, seat: int) -> SeatReport:
        """How the game stands for a seat, and what has happened since the last mail to it."""
        return self.with_news(report, of_seat(report.happened, seat))

    def with_news(self, report: RunReport, now: SeatReport) -> SeatReport:
        """What a mail reports, once it is certain that there will be one: news older than the run requires a replay."""
        before = self.places(report).get(now.handle, {})
        notes = [note for note in self._notes_after(report, before.get("n", 0)) if note.visible(now.seat)]
        known = not now.own_part or before.get("hand") == now.own_part
        now = replace(now, notes=notes, hand_known=known, drawn=self._drawn)
        # Only a mailbox that may hold what is hidden gets them: for all others the file would be opened in vain.
        clear = self.settings.reader(report.game, now.handle).hidden == "clear"
        return with_last_orders(now, report.happened) if clear and now.asked is not None else now

    def lately(self, report: RunReport, now: SeatReport) -> SeatReport:
        """The same with what happened last, whether or not that was told already."""
        notes = [note for note in self._notes_after(report, 0) if note.visible(now.seat)]
        return replace(now, notes=notes[-max(_LATELY, len(now.notes)) :])

    def _notes_after(self, report: RunReport, after: int) -> list[PastNote]:
        """All notes of entries after entry `after`, whoever may see them.

        Usually the run has just reported them. If the last mail is older than the run (a daily digest, or a run that
        died before it could report), the whole game is replayed, once for all who are written to.
        """
        notes = report.happened.notes(after)
        if notes is not None:
            return notes
        if report.game not in self._every:
            self._every[report.game] = every_note(report.happened)
        return [note for n, note in self._every[report.game] if n > after]

    def places(self, report: RunReport) -> dict[str, Any]:
        """By player, what the last mail was about."""
        return self.state.told.get(_place_of(report), {})

    def told(self, report: RunReport, now: SeatReport, why: str = "") -> None:
        """Record that a mail about this was written."""
        places = self.state.told.setdefault(_place_of(report), {})
        before = places.get(now.handle, {})
        acts = now.asked is not None or not now.joined
        places[now.handle] = {
            "n": now.n,
            "asked": asked_since(report, now) if acts else before.get("asked"),
            "over": now.over,
            "late": report.happened.match.past.since[0] if why == "late" else before.get("late"),
            "overdue": overdue_since(report) if why == "overdue" else before.get("overdue"),
            "reminded": reminder_of(report) if acts else before.get("reminded"),
            "hand": now.own_part if now.hand is not None else None,
            "soon": self.open_since(report, now) if now.soon else before.get("soon"),
        }

    @staticmethod
    def open_since(report: RunReport, now: SeatReport) -> str:
        """The window that a seat may write for already, and since when."""
        opened = report.happened.match.pace.opened.get(now.seat)
        return f"{now.soon} {opened.at if opened else ''}"


def reminder_of(report: RunReport) -> str:
    """The reminder that is due, so that it is sent once; a deadline that was put off has reminders of its own."""
    return f"{report.due} {report.reminder}"


def overdue_since(report: RunReport) -> str:
    """The deadline that was missed, and by whom, as far as that is public."""
    return f"{report.due} {' '.join(report.seen_overdue)}"


def _place_of(report: RunReport) -> str:
    """A game that is started again under an old id is a different game."""
    return f"{report.game}/{report.happened.match.digest[:16]}"


def asked_since(report: RunReport, now: SeatReport) -> int:
    """The entry that raised a seat's open question."""
    return report.happened.match.past.since[0] if now.joined else -1
