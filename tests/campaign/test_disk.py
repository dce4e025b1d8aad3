"""What a power cut could undo is on the disk before anything relies on it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from pbem.storage import disk


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
