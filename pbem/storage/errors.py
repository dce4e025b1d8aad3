"""What can go wrong with a file, and the messages for it."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from ..words.message import Message, MessageError, put


class StorageFault(StrEnum):
    DISK = "disk"
    MISSING = "missing"
    LOCKED = "locked"
    NO_LOCKS = "no-locks"


class StorageError(MessageError):
    """A file or folder that could not be used, through no fault of its contents."""

    room = "storage"
    longest = 400
    fault: StorageFault


def unusable(path: Path, done: str, error: OSError) -> StorageError:
    """What the system said when a file was to be `read`, `written`, `made` or `removed`."""
    if done == "read" and isinstance(error, FileNotFoundError):
        return StorageError(StorageFault.MISSING, where=path)
    return StorageError(StorageFault.DISK, where=path, done=phrase(done), why=error.strerror or error)


def phrase(key: str, /, **values: object) -> Message:
    """A part of a sentence about files."""
    return put("storage", f"phrase.{key}", values)
