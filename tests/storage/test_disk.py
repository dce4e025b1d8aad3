"""What a power cut could undo is on the disk before anything relies on it."""

from __future__ import annotations

import errno
import fcntl
import os
import stat
import sys
from pathlib import Path

import pytest

from pbem.storage import disk
from pbem.storage.errors import StorageError, StorageFault


@pytest.mark.parametrize("append", [False, True])
def test_bytes_are_synced_before_the_rename_and_the_folder_after_it(
    append: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    fsync, replace = os.fsync, os.replace

    def synced(handle: int) -> None:
        found = os.fstat(handle)
        done.append("folder" if stat.S_ISDIR(found.st_mode) else f"file of {found.st_size}")
        fsync(handle)

    def renamed(old: Path, new: Path) -> None:
        done.append("rename")
        replace(old, new)

    path = tmp_path / "ledger.jsonl"
    path.write_bytes(b"old\n")
    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", renamed)
    if append:
        disk.append_whole(path, b"new line\n", 4)
    else:
        disk.write_whole(path, b"new line\n")
    assert done == [f"file of {13 if append else 9}", "rename", "folder"]
    assert path.read_bytes() == (b"old\n" if append else b"") + b"new line\n"


@pytest.mark.parametrize("trouble", ["elsewhere", "not on this file system", "shorter each time"])
def test_the_old_content_is_copied_where_the_kernel_does_not_do_it(
    trouble: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """macOS sends to sockets alone, and some file systems of Linux send nothing."""

    def sendfile(to: int, source: int, offset: int | None, count: int) -> int:
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    if trouble == "elsewhere":
        monkeypatch.setattr(sys, "platform", "darwin")
        monkeypatch.delattr(os, "sendfile")
    elif trouble == "not on this file system":
        monkeypatch.setattr(os, "sendfile", sendfile)
    else:
        write, sent = os.write, os.sendfile
        monkeypatch.setattr(os, "write", lambda handle, data: write(handle, bytes(data)[:70_000]))
        monkeypatch.setattr(
            os, "sendfile", lambda to, source, offset, count: 0 if count < 1 << 20 else sent(to, source, offset, 99)
        )
    path, old = tmp_path / "ledger.jsonl", os.urandom((1 << 20) + 4711)
    path.write_bytes(old)
    disk.append_whole(path, b"new line\n", len(old))
    assert path.read_bytes() == old + b"new line\n"


def test_a_file_that_became_shorter_is_not_taken_for_whole(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    path.write_bytes(b"old")
    with pytest.raises(StorageError):
        disk.append_whole(path, b"new line\n", 4)
    assert path.read_bytes() == b"old"


def test_a_lock_is_held_by_one_at_a_time_and_says_by_whom(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with disk.locked(path, "the mail"), pytest.raises(StorageError) as caught, disk.locked(path, "the mail"):
        raise AssertionError("two have it")
    assert caught.value.fault is StorageFault.LOCKED
    assert f"the mail: process {os.getpid()} on " in str(caught.value)
    with disk.locked(tmp_path / "lock", "the mail"):
        pass


def test_a_file_system_without_locks_is_not_said_to_be_in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def flock(handle: int, how: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", flock)
    with pytest.raises(StorageError) as caught, disk.locked(tmp_path / "lock", "duel-42"):
        raise AssertionError("it has no lock")
    assert caught.value.fault is StorageFault.DISK
    assert "could not be locked: No locks available" in str(caught.value)
