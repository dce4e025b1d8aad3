"""Files that are whole at every instant (written to a temporary name, synced, renamed), and a lock for writers.

Everything a campaign writes goes through here, so that a test can stop it at each step.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from ..words.message import Message
from . import lock
from .errors import StorageError, StorageFault, phrase, unusable

LOCK = "lock"
NEW = ".new"
# Somebody who shares the folder could put a link there to a file that only the moderator may write. Systems without
# such links lack the flag; those that would silently convert line ends have a flag to prevent that.
PLAIN = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_OWN = os.O_CREAT | PLAIN


def step(what: str, path: Path) -> None:
    """Called before each write, sync, rename and removal. A test replaces it to make the program die there."""


def write_whole(path: Path, data: bytes, mode: int = 0o644, beside: str = NEW) -> None:
    """Put a file in place atomically: a reader sees the old content or the new, never a part.

    It is written under the name `beside` first: always the same name, so that a run that dies leaves at most one
    such file in a folder. Where several may write at once, each passes a name of its own.
    """
    _replace(path, None, data, mode, beside)


def append_whole(path: Path, data: bytes, expected: int) -> None:
    """Append to a file as safely as `write_whole`; it must have `expected` bytes beforehand."""
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
            _write(handle, data)
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
        raise unusable(path, "written", error) from None


def _copy(path: Path, to: int, size: int) -> None:
    """Copy the old content into the new file, by the kernel where possible."""
    if size == 0:
        return
    step("copy", path)
    source = os.open(path, os.O_RDONLY | PLAIN)
    try:
        left = size
        while left:
            done = _sent(to, source, left)
            if done == 0:
                chunk = os.read(source, min(left, 1 << 20))
                if not chunk:
                    raise OSError(f"{path.name} is shorter than it was")
                _write(to, chunk)
                done = len(chunk)
            left -= done
    finally:
        os.close(source)


def _sent(to: int, source: int, size: int) -> int:
    """How many bytes the kernel copied: none where it sends only to sockets, or not on this file system."""
    if sys.platform != "linux":
        return 0
    try:
        return os.sendfile(to, source, None, size)
    except OSError:
        return 0  # if the disk is at fault, the manual copy will fail too and report it


def _write(handle: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]


def sync_folder(folder: Path) -> None:
    """Make a rename durable. Where folders cannot be opened (Windows), the file system takes care of that itself."""
    step("sync", folder)
    if not hasattr(os, "O_DIRECTORY"):
        return
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
        raise unusable(folder, "made", error) from None


def make_private(folder: Path) -> None:
    """A folder that nobody else may look into."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise unusable(folder, "made", error) from None


def remove(path: Path) -> None:
    """Remove a file; it is no error if it is already gone."""
    try:
        step("remove", path)
        path.unlink(missing_ok=True)
    except OSError as error:
        raise unusable(path, "removed", error) from None


def read(path: Path, most: int) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(most)
    except OSError as error:
        raise unusable(path, "read", error) from None


@contextlib.contextmanager
def locked(path: Path, what: str | Message, wait: float = 0.0) -> Iterator[None]:
    """Only one moderator writes at a time. The lock dies with its process; the file says who had it.

    It is kept where only the moderator can write: beside the campaign, players could hold it, or push it.
    """
    make_private(path.parent)
    try:
        handle = os.open(path, os.O_RDWR | _OWN, 0o600)
    except OSError as error:
        raise unusable(path, "written", error) from None
    try:
        _take(handle, path, what, wait)
        import socket

        holder = f"process {os.getpid()} on {socket.gethostname()}"
        try:
            os.ftruncate(handle, 0)
            os.pwrite(handle, holder.encode(), 0)
        except OSError:
            pass  # a full disk must not keep anybody from reading; the lock itself is held
        yield
    finally:
        os.close(handle)


def _take(handle: int, path: Path, what: str | Message, wait: float) -> None:
    until = time.monotonic() + wait
    while not _taken(handle, path):
        if time.monotonic() >= until:
            holder = os.pread(handle, 200, 0).decode("utf-8", "replace") or phrase("nobody-known")
            raise StorageError(StorageFault.LOCKED, what=what, holder=holder)
        time.sleep(0.05)


def _taken(handle: int, path: Path) -> bool:
    try:
        return lock.take(handle)
    except OSError as error:
        raise unusable(path, "locked", error) from None
