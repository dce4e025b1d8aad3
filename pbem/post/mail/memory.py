"""What the mail carrier remembers between runs, and the mails that wait to be sent.

It is kept in the moderator's key folder, because it contains addresses. The file is replaced as a whole,
so a run that dies leaves the memory from either before or after, and the next one goes on from there.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from dataclasses import field
from pathlib import Path
from typing import Any

from pbem.campaign.errors import CampaignError, CampaignFault
from pbem.seals.moderator_key import key_folder
from pbem.storage import disk
from pbem.storage.errors import StorageError
from pbem.words.lazy_dataclass import dataclass

from ..errors import phrase

_LARGEST = 256 * 1024 * 1024
_MOST_DIGESTS = 20_000


@dataclass(slots=True)
class Owed:
    """A signed file that came by mail and has not been answered yet."""

    game: str
    file: str
    """Digest of the signed file, as the campaign's receipts name it."""
    name: str
    """Its name in the inbox."""
    block: str
    """The move block that is put there, sealed to the moderator."""
    player: str
    order: str = ""
    """The command, if it is one."""
    reply: str = ""
    """Message-ID of the mail it came in."""
    sender: str | None = None
    """Whom to answer if the signature belongs to nobody; None for machines and lists."""
    mail: str = ""
    """Digest of the mail it came in."""
    sealed: bool = True
    """Whether it came sealed, so that its content must not appear in the answer."""
    waits: str = ""
    """What the first answer said, if that was not final: held or cooling."""


@dataclass(slots=True)
class MailMemory:
    folder: Path
    boxes: dict[str, dict[str, Any]] = field(default_factory=dict)
    digests: list[str] = field(default_factory=list)
    """Mails that were read and dealt with, newest last."""
    passed: list[str] = field(default_factory=list)
    """Mails that were read and are none of our business: they stay as they are, for the moderator."""
    owed: list[Owed] = field(default_factory=list)
    told: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By game and player: the entry that the last mail was about, and whether it asked for orders."""
    answered: dict[str, list[str]] = field(default_factory=dict)
    """When somebody was answered whom we need not answer: by address or player, to keep that rare."""
    digested: dict[str, str] = field(default_factory=dict)
    """The day of the last digest, by address."""
    bounced: dict[str, dict[str, str]] = field(default_factory=dict)
    """By address: since when mails to it come back, and why; until its owner writes again."""
    spooled: list[str] = field(default_factory=list)
    """Mails that wait to be sent. A file in the spool that is not named here is left from a dead run, and ignored."""

    @property
    def path(self) -> Path:
        return self.folder / "state.json"

    @property
    def spool(self) -> Path:
        return self.folder / "spool"

    def save(self) -> None:
        self.digests = self.digests[-_MOST_DIGESTS:]
        self.passed = self.passed[-_MOST_DIGESTS:]
        data = {
            "boxes": self.boxes,
            "digests": self.digests,
            "passed": self.passed,
            "told": self.told,
            "answered": self.answered,
            "digested": self.digested,
            "bounced": self.bounced,
            "spooled": self.spooled,
            "owed": [{name: getattr(one, name) for name in Owed.__slots__} for one in self.owed],
        }
        disk.write_whole(self.path, json.dumps(data).encode(), 0o600)

    def put(self, name: str, mail: bytes) -> None:
        """A mail to be sent once the memory is saved. Using the same name again means the same mail."""
        disk.write_whole(self.spool / f"{name}.eml", mail, 0o600)
        if name not in self.spooled:
            self.spooled.append(name)

    def waiting(self) -> list[Path]:
        """The mails that are still to be sent."""
        return [path for name in self.spooled if (path := self.spool / f"{name}.eml").is_file()]

    def may_answer(self, key: str, now: str, most: int, hours: int) -> bool:
        """Whether somebody may be answered again; if so, it is counted."""
        from datetime import timedelta

        from ...words.dates import instant

        since = instant(now) - timedelta(hours=hours)
        recent = [at for at in self.answered.get(key, ()) if instant(at) > since]
        if len(recent) >= most:
            return False
        self.answered[key] = [*recent, now]
        return True

    def forget(self, now: str) -> None:
        """Drop records that no longer limit anything."""
        from datetime import timedelta

        from ...words.dates import instant

        old = instant(now) - timedelta(days=8)
        self.answered = {key: times for key, times in self.answered.items() if instant(times[-1]) > old}


@contextlib.contextmanager
def opened(folder: Path | None = None, wait: float = 0.0) -> Iterator[MailMemory]:
    """The memory, under a lock: only one process carries the mail at a time. Others give up after `wait` seconds."""
    folder = folder or key_folder() / "post"
    with disk.locked(folder / ".lock", phrase("the-mail"), wait):
        yield _load(folder)


def bounced() -> dict[str, dict[str, str]]:
    """The addresses that mails come back from, for whoever may read the moderator's folder; without the lock."""
    try:
        return _load(key_folder() / "post").bounced
    except (CampaignError, StorageError):
        return {}


def _load(folder: Path) -> MailMemory:
    state = MailMemory(folder)
    if not state.path.exists():
        return state
    try:
        data = json.loads(disk.read(state.path, _LARGEST))
        owed = [Owed(**one) for one in data.pop("owed")]
        found = MailMemory(folder, owed=owed, **data)
        if any(type(getattr(found, name)) is not type(getattr(state, name)) for name in data):
            raise TypeError
        return found
    except (ValueError, TypeError, KeyError, RecursionError):
        raise CampaignError(
            CampaignFault.PUBLIC_FILE,
            where=state.path,
            why=phrase("mail-memory"),
        ) from None
