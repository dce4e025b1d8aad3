"""Files that make the program fail in an unforeseen way: set aside whole, so that all others go on.

They are kept in a private folder, since their contents may be meant for the moderator alone, each with
a note of what happened. Once the program is fixed, a file can be put back where it came from.
"""

from __future__ import annotations

import traceback
from hashlib import sha256
from pathlib import Path

from pbem.words.lazy_dataclass import dataclass
from pbem.words.message import Message, MessageError, printable, put

from ...storage import disk
from ...storage.errors import StorageError
from ..errors import CampaignError, CampaignFault

FOLDER = "trouble"
STOPS = (KeyboardInterrupt, SystemExit, GeneratorExit)
"""Raised when somebody stops the program."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A file that was not dealt with, for the moderator to look at."""

    name: str
    """The original name of the file."""
    stage: str
    """What was being done with it: read, taken, answered or sent."""
    why: str
    path: Path | None = None
    """Where it was put; None if it was left where it is."""
    known: bool = False
    """Whether it was there before, so that the moderator has been told already."""

    @property
    def said(self) -> Message:
        values = {"name": self.name, "why": self.why, "where": self.path or ""}
        return put("campaign", f"trouble.{self.stage if self.path else 'left'}", values)


def passes(error: BaseException) -> bool:
    """Whether no file is to blame: the ledger is broken, somebody stops the program, the disk is full.

    Everything else is blamed on a file, whatever its class: a library that panics does not raise an `Exception`.
    """
    if isinstance(error, CampaignError):
        return error.entry is not None
    return isinstance(error, (*STOPS, StorageError, OSError, MemoryError))


def reason(error: BaseException) -> str:
    """What happened, and where in the program, on one line."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return printable(f"{type(error).__name__}: {error}", 300) + place


def set_aside(folder: Path, name: str, data: bytes, stage: str, error: BaseException, *beside: bytes) -> Trouble:
    """Keep a file, and what came with it, under `folder`; the same file is kept only once."""
    plain = "".join(c if c.isascii() and (c.isalnum() or c in "-._") else "_" for c in name)[-80:]
    path = folder / FOLDER / f"{sha256(data).hexdigest()[:16]}-{plain}"
    known = path.exists()
    for number, one in enumerate(beside):
        disk.write_whole(path.with_name(f"{path.name}.beside{number or ''}"), one, 0o600)
    story = "".join(traceback.format_exception(error))
    disk.write_whole(path.with_name(f"{path.name}.why"), f"{stage}\n{story}".encode("utf-8", "replace"), 0o600)
    disk.write_whole(path, data, 0o600)
    return Trouble(name, stage, reason(error), path, known)


def of_game(game: str, error: BaseException) -> MessageError:
    """What keeps one game from going on, described in words if unforeseen; stopping the program stops all games."""
    if isinstance(error, MessageError):
        return error
    if isinstance(error, STOPS):
        raise error
    return CampaignError(CampaignFault.UNEXPECTED, game=game, why=reason(error))
