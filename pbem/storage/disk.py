"""Files that are whole at every instant: written beside, synced, renamed, and a lock for those who write.

All of a campaign's writing goes through here, so that a test can stop it at each step.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

from ..campaign.errors import CampaignError, CampaignFault, phrase

LOCK = "lock"
NEW = ".new"
# Who shares the folder could put a link there to a file that only the moderator may write.
_OWN = os.O_CREAT | os.O_NOFOLLOW


def step(what: str, path: Path) -> None:
    """Called before each write, sync, rename and removal. A test replaces it to let the program die there."""


def write_whole(path: Path, data: bytes, mode: int = 0o644, beside: str = NEW) -> None:
    """Put a file in place at once: a reader sees the old content or the new, never a part.

    It is written under the name `beside` first: one name, so that a run that dies leaves no more than one
    such file in a folder. Where several may write at once, each gives a name of its own.
    """
    _replace(path, None, data, mode, beside)


def append_whole(path: Path, data: bytes, expected: int) -> None:
    """Add to a file as `write_whole` does; it must have `expected` bytes before."""
    _replace(path, expected, data, 0o644, NEW)


def _replace(path: Path, old_size: int | None, data: bytes, mode: int, name: str) -> None:
    beside = path.with_name(name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        step("open", beside)
        handle = os.open(beside, os.O_WRONLY | _OWN | os.O_TRUNC, mode)
        try:
            if old_size is not None:
                _copy(path, handle, old_size)
            step("write", beside)
            view = memoryview(data)
            while view:
                view = view[os.write(handle, view) :]
            step("sync", beside)
            os.fsync(handle)
        finally:
            os.close(handle)
        step("rename", path)
        os.replace(beside, path)
        sync_folder(path.parent)
    except OSError as error:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise CampaignError(
            CampaignFault.DISK, where=path, done=phrase("written"), why=error.strerror or error
        ) from None


def _copy(path: Path, to: int, size: int) -> None:
    """The old content into the new file, by the kernel where it can."""
    if size == 0:
        return
    step("copy", path)
    source = os.open(path, os.O_RDONLY)
    try:
        left = size
        while left:
            done = os.sendfile(to, source, None, left) if hasattr(os, "sendfile") else 0
            if done == 0:
                chunk = os.read(source, min(left, 1 << 20))
                if not chunk:
                    raise OSError(f"{path.name} is shorter than it was")
                done = os.write(to, chunk)
            left -= done
    finally:
        os.close(source)


def sync_folder(folder: Path) -> None:
    step("sync", folder)
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_folder(folder: Path) -> None:
    try:
        step("mkdir", folder)
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CampaignError(
            CampaignFault.DISK, where=folder, done=phrase("made"), why=error.strerror or error
        ) from None


def make_private(folder: Path) -> None:
    """A folder that nobody else may look into."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CampaignError(
            CampaignFault.DISK, where=folder, done=phrase("made"), why=error.strerror or error
        ) from None


def remove(path: Path) -> None:
    """Take a file away; that it is gone already is no fault."""
    try:
        step("remove", path)
        path.unlink(missing_ok=True)
    except OSError as error:
        raise CampaignError(
            CampaignFault.DISK, where=path, done=phrase("removed"), why=error.strerror or error
        ) from None


def read(path: Path, most: int) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(most)
    except OSError as error:
        raise CampaignError(CampaignFault.DISK, where=path, done=phrase("read"), why=error.strerror or error) from None


@contextlib.contextmanager
def locked(path: Path, game: str, wait: float = 0.0) -> Iterator[None]:
    """Only one moderator writes at a time. The lock dies with its process; the file says who had it.

    It lies where nobody but the moderator can write: beside the campaign, players could hold it, or push it.
    """
    make_private(path.parent)
    try:
        handle = os.open(path, os.O_RDWR | _OWN, 0o600)
    except OSError as error:
        raise CampaignError(
            CampaignFault.DISK, where=path, done=phrase("written"), why=error.strerror or error
        ) from None
    try:
        _take(handle, game, wait)
        holder = f"process {os.getpid()} on {socket.gethostname()}"
        try:
            os.ftruncate(handle, 0)
            os.pwrite(handle, holder.encode(), 0)
        except OSError:
            pass  # a full disk must not keep anybody from reading; the lock itself holds
        yield
    finally:
        os.close(handle)


def _take(handle: int, game: str, wait: float) -> None:
    until = time.monotonic() + wait
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except OSError:
            if time.monotonic() >= until:
                holder = os.pread(handle, 200, 0).decode("utf-8", "replace") or phrase("nobody-known")
                raise CampaignError(CampaignFault.LOCKED, game=game, holder=holder) from None
            time.sleep(0.05)
