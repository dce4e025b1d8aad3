"""What is wrong with a folder of campaigns and with the moderator's own files, and what of it can be mended safely.

Only what follows from the ledger and the key is mended: public files are written again, what a crash left behind is
removed, a private copy that cannot be read is dropped. A ledger is never touched.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from dataclasses import field
from pathlib import Path
from typing import Any

from pbem.campaign.campaign import INBOX, Campaign
from pbem.campaign.errors import CampaignError
from pbem.campaign.ledger.file import Ledger
from pbem.campaign.ledger.verify import verify
from pbem.campaign.running.checkpoint import private_folder
from pbem.campaign.running.create import opened
from pbem.campaign.running.trouble import FOLDER as TROUBLE
from pbem.post.chat import rooms
from pbem.post.errors import PostError, PostFault
from pbem.post.mail import settings
from pbem.seals.errors import SealError
from pbem.seals.moderator_key import NAME, Moderator, key_folder
from pbem.storage import disk
from pbem.storage.errors import StorageError, unusable
from pbem.storage.ids import is_game
from pbem.words.lazy_dataclass import dataclass
from pbem.words.message import MessageError, put

_CHECKPOINTS = ("checkpoint.json", "next.json")


@dataclass(slots=True)
class Finding:
    """One thing that is wrong, with how to mend it."""

    game: str
    key: str
    values: dict[str, Any] = field(default_factory=dict)
    mended: bool = False

    def say(self, language: str) -> str:
        told = put("campaign", f"doctor.{self.key}", self.values).say(language)
        return f"{told} {put('campaign', 'doctor.mended', {}).say(language)}" if self.mended else told


def examine(games: Path, moderator: Moderator, mend: bool = False) -> list[Finding]:
    """Everything that is wrong; with `mend`, after mending what can be."""
    found = [*_own_files(mend), *_settings()]
    try:
        folders = sorted(one for one in games.iterdir() if one.is_dir() and not one.name.startswith("."))
    except OSError as error:
        raise unusable(games, "read", error) from None
    for folder in folders:
        if is_game(folder.name) and Ledger(folder).path.is_file():
            found += _game(folder, moderator, mend)
    return found


def _own_files(mend: bool) -> Iterator[Finding]:
    """The key and what lies beside it must not be readable by others."""
    folder = key_folder()
    for path, right in ((folder, 0o700), (folder / NAME, 0o600)):
        if os.name == "posix" and path.exists() and stat.S_IMODE(path.stat().st_mode) & 0o077:
            if mend:
                path.chmod(right)
            yield Finding("", "readable", {"file": path, "mode": f"{right:o}"}, mend)


def _settings() -> Iterator[Finding]:
    for load in (settings.load, rooms.load):
        try:
            load()
        except PostError as error:
            if error.fault is not PostFault.NO_SETTINGS:
                yield Finding("", "settings", {"why": error})


def _game(folder: Path, moderator: Moderator, mend: bool) -> Iterator[Finding]:
    game = folder.name
    try:
        campaign = Campaign.open(folder, moderator)
        genesis = campaign.genesis
        private = private_folder(genesis)
    except MessageError as error:
        yield Finding(game, "ledger", {"why": error})
        return
    if genesis.moderator.fingerprint != moderator.public.fingerprint:
        yield Finding(game, "other_moderator", {"digest": genesis.moderator.fingerprint})
        return
    yield from _left_over(game, folder, private, mend)
    yield from _checkpoint(game, private, mend)
    yield from _verified(game, folder, moderator, mend)
    yield from _inbox(game, folder / INBOX)
    aside = private / TROUBLE
    for path in sorted(aside.glob("*")) if aside.is_dir() else ():
        if path.suffix != ".why" and ".beside" not in path.suffix:
            yield Finding(game, "aside", {"file": path})


def _left_over(game: str, folder: Path, private: Path, mend: bool) -> Iterator[Finding]:
    """Files that a crash left half written; whatever they were to become is written anew.

    A file in the inbox may have any name: a move may well be called `turn.new`.
    """
    ends = [one for place in (folder, private) if place.is_dir() for one in place.rglob(f"*{disk.NEW}")]
    for path in sorted(one for one in ends if one.parent.name != INBOX or one.name == disk.NEW):
        if mend:
            with disk.locked(private / disk.LOCK, game):
                disk.remove(path)
        yield Finding(game, "left_over", {"file": path.name}, mend)


def _checkpoint(game: str, private: Path, mend: bool) -> Iterator[Finding]:
    for path in (private / name for name in _CHECKPOINTS):
        try:
            if path.exists():
                json.loads(path.read_bytes())
        except (ValueError, OSError, RecursionError):
            if mend:
                with disk.locked(private / disk.LOCK, game):
                    disk.remove(path)
            yield Finding(game, "checkpoint", {"file": path}, mend)


def _verified(game: str, folder: Path, moderator: Moderator, mend: bool) -> Iterator[Finding]:
    whole = verify(folder)
    if whole.ok:
        return
    ledger = verify(folder, ledger_only=True)
    if not ledger.ok:
        yield Finding(game, "ledger", {"why": ledger.said[0]})
        return
    finding = Finding(game, "public", {"why": whole.said[0]})
    if mend:
        try:
            with opened(folder, moderator) as keeper:
                keeper.publish()
        except (CampaignError, SealError, StorageError) as error:
            yield Finding(game, "ledger", {"why": error})
            return
        finding.mended = verify(folder).ok
    yield finding


def _inbox(game: str, inbox: Path) -> Iterator[Finding]:
    """Things in the inbox that no run ever reads."""
    for path in sorted(inbox.iterdir()) if inbox.is_dir() else ():
        if path.is_symlink() or not path.is_file() or (path.name.startswith(".") and path.name != ".gitkeep"):
            yield Finding(game, "stray", {"file": path.name})
