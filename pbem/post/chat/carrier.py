"""A carrier that only announces: what happened since the last notice, in one small JSON per game.

Nothing that is not public is in it: only notes that everybody may read, and whom the table waits for where that is
public. What a service did not take is told again with the next run, together with what has happened since.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from pbem.campaign.published.position_text import remarks
from pbem.campaign.running.checkpoint import private_folder, write_private
from pbem.campaign.running.run import RunReport
from pbem.storage import disk
from pbem.storage.errors import StorageError
from pbem.table.saying import note_text

from ..carrier import Collected
from ..errors import PostError
from ..folder import deadlines, waits
from ..post_words import words_for
from .rooms import ChatSettings, Room, load

_MEMORY = "chat.json"
_MOST_NOTES = 8
_LONGEST = 1_500
"""Discord takes 2,000 characters; the others more."""
# What players write is text: it names nobody in the room, and hides no address behind other words.
_SLACK = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_MARKDOWN = str.maketrans({"\\": "\\\\", "[": "\\[", "<": "\\<", "@": "@\u200b"})


class ChatCarrier:
    def __init__(self, settings: ChatSettings, pause: Callable[[float], None] = time.sleep) -> None:
        self.settings = settings
        self.pause = pause
        self.failed: list[str] = []
        """What could not be sent, a sentence each."""
        self._away: set[Room] = set()
        """Rooms that did not take a notice in this run: what else is for them waits for the next one."""

    def collect(self, games: Sequence[Path]) -> Collected:
        return {}

    def complete(self) -> bool:
        return True

    def untold(self) -> Collection[str]:
        return ()

    def deliver(self, reports: Sequence[RunReport]) -> None:
        return None

    def announce(self, reports: Sequence[RunReport]) -> None:
        for report in reports:
            room = self.settings.room(report.game)
            if room is None:
                continue
            memory = private_folder(report.happened.campaign.genesis) / _MEMORY
            told = _told(memory, report.before)
            if report.n <= told["n"] and report.seen_overdue == told["overdue"]:
                continue
            try:
                if room not in self._away:
                    self._send(room, self._notice(room, report, int(told["n"])))
                    told = {"n": report.n, "overdue": report.seen_overdue}
            except PostError as error:
                self.failed.append(f"{report.game}: {error}")
                self._away.add(room)
            write_private(memory, json.dumps(told).encode())

    def _notice(self, room: Room, report: RunReport, after: int) -> dict[str, Any]:
        campaign = report.happened.campaign
        words = words_for(campaign.title, report.language, campaign.names)
        notes = report.happened.notes(after)
        news = [note_text(note, words) for note in notes or () if note.visible(None)]
        news = [text for text in news if text]
        missing = len(news) - _MOST_NOTES if notes is not None else 1
        lines = remarks(campaign.title, {}, campaign.genesis.fork, words)
        lines += [words.say("chat.earlier")] if missing > 0 else []
        lines += [f"- {text}" for text in news[-_MOST_NOTES:]]
        lines += [f"- {text}" for text in deadlines(report, words)]
        lines.append(words.say("chat.over") if report.over else waits(report, words))
        text = "\n".join(lines)
        heading = words.say("chat.heading", {"game": report.game, "entry_number": report.n})
        text = text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
        link = f"{self.settings.site}/games/{report.game}/" if self.settings.site else ""
        return {"heading": heading, "text": text, "link": link, "game": report.game, "n": report.n}

    def _send(self, room: Room, notice: Mapping[str, Any]) -> None:
        from .webhook import send  # loads the whole of HTTP

        address, body = _request(room.kind, room.address(), notice)
        send(address, json.dumps(body, ensure_ascii=False).encode(), self.pause)


def set_up() -> list[ChatCarrier]:
    """The carrier for chat rooms, if the moderator has any. Wrong settings are told, and stop nothing else."""
    try:
        found = load()
    except PostError as error:
        silent = ChatCarrier(ChatSettings())
        silent.failed.append(str(error))
        return [silent]
    return [] if found is None else [ChatCarrier(found)]


def _request(kind: str, address: str, notice: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """Where and in which form a service takes a notice."""
    said = f"{notice['heading']}\n{notice['text']}".translate(_SLACK if kind == "slack" else _MARKDOWN)
    whole = f"{said}\n{notice['link']}" if notice["link"] else said
    if kind in ("slack", "matrix"):
        return address, {"text": whole}
    if kind == "discord":
        return address, {"content": whole, "allowed_mentions": {"parse": []}}
    if kind == "ntfy":
        # JSON goes to the server itself; the last part of the path is the topic.
        parts = urlsplit(address)
        server, _, topic = parts.path.rstrip("/").rpartition("/")
        body = {"topic": topic, "title": notice["heading"], "message": notice["text"]}
        if notice["link"]:
            body["click"] = notice["link"]
        return urlunsplit(parts._replace(path=server or "/")), body
    return address, dict(notice)


def _told(memory: Path, before: int) -> dict[str, Any]:
    """Up to where the room was told; a game that was never told of begins with this run."""
    try:
        found = json.loads(disk.read(memory, 1 << 16))
        if isinstance(found["n"], int) and isinstance(found["overdue"], list):
            return {"n": found["n"], "overdue": found["overdue"]}
    except (StorageError, ValueError, KeyError, TypeError, RecursionError):
        pass
    return {"n": before, "overdue": []}
