"""What all mails to players have in common: where they go, in which language, what they tell of, and how often."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pbem.campaign.campaign import Campaign
from pbem.campaign.run import RunReport
from pbem.seals.moderator_key import Moderator
from pbem.words.message import MessageError

from .memory import MailMemory
from .render import Letter, mime
from .seat_report import SeatReport, notes_after, of_seat
from .settings import MailReader, Settings

UNSIGNED_HOURS = 24
MOST_UNSIGNED = 60
"""Answers to strangers in an hour, all together."""


class Correspondence:
    def __init__(self, settings: Settings, moderator: Moderator, state: MailMemory, now: str) -> None:
        self.settings, self.moderator, self.state, self.now = settings, moderator, state, now
        self.games: Mapping[str, Path] = {}
        """Those that mail is carried for."""
        self._languages: dict[str, str | None] = {}

    def put(self, letter: Letter, key: str) -> None:
        """Into the spool; what has the same key is the same mail."""
        self.state.put(key, mime(letter, self.settings, key, self.now, self.moderator))

    def may_answer(self, to: str) -> bool:
        """Whether somebody gets an answer whom no signature vouches for."""
        return self.state.may_answer(f"to:{to}", self.now, 1, UNSIGNED_HOURS) and self.state.may_answer(
            "strangers", self.now, MOST_UNSIGNED, 1
        )

    def language(self, address: str, games: Sequence[str]) -> str:
        """A player's own; else that of the game it is about; else the one that all games here have."""
        tables = (self.settings.players, *self.settings.games.values())
        readers = [one for table in tables for one in table.values()]
        own = next((one.language for one in readers if one.address == address and one.language), None)
        if own:
            return own
        spoken = {self._language_of(game) for game in games[:1] or self.games} - {None}
        return (spoken.pop() if len(spoken) == 1 else None) or "en"

    def _language_of(self, game: str) -> str | None:
        """None where the game cannot be read: that is told when it is run."""
        if game not in self._languages:
            try:
                self._languages[game] = Campaign.open(self.games[game]).genesis.language
            except MessageError:
                self._languages[game] = None
        return self._languages[game]

    def reader(self, game: str, handle: str, sender: str | None) -> MailReader | None:
        """Where mail for a seat goes: the address that the moderator has, else the one its signed file came from."""
        reader = self.settings.reader(game, handle)
        if reader.address is None and sender is not None:
            return MailReader(sender, zone=self.settings.zone)
        return reader if reader.address is not None else None

    # ---- what a seat knows

    def situation(self, report: RunReport, seat: int) -> SeatReport:
        """How the game stands for a seat, and what happened since the last mail to it."""
        return self.with_news(report, of_seat(report.happened, seat))

    def with_news(self, report: RunReport, now: SeatReport) -> SeatReport:
        """What a mail tells, once it is certain that there is one: news older than the run take a replay."""
        after = self.places(report).get(now.handle, {}).get("n", 0)
        return replace(now, notes=[note for note in notes_after(report.happened, after) if note.visible(now.seat)])

    def places(self, report: RunReport) -> dict[str, Any]:
        """By player, what the last mail was about."""
        return self.state.told.get(_place_of(report), {})

    def told(self, report: RunReport, now: SeatReport, late: bool = False) -> None:
        """A mail about this was written."""
        places = self.state.told.setdefault(_place_of(report), {})
        before = places.get(now.handle, {})
        acts = now.asked is not None or not now.joined
        places[now.handle] = {
            "n": now.n, "asked": asked_since(report, now) if acts else before.get("asked"), "over": now.over,
            "late": report.happened.match.since[0] if late else before.get("late"),
        }  # fmt: skip


def _place_of(report: RunReport) -> str:
    """A game that is begun anew under an old id is another game."""
    return f"{report.game}/{report.happened.match.digest[:16]}"


def asked_since(report: RunReport, now: SeatReport) -> int:
    """The entry that a seat's open question came up with."""
    return report.happened.match.since[0] if now.joined else -1
