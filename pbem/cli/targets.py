"""Where a command may write: to regular files, existing or new, in existing folders.

For root, a mistyped path could otherwise replace a device, and a mistyped folder would be created.
"""

from __future__ import annotations

from pathlib import Path

from .exits import Exit
from .say import fail, said


def file_to_write(path: Path) -> Path:
    """The file itself, if the path is a link to one; stops the command if it is anything else."""
    try:
        target = path.resolve(strict=True) if path.is_symlink() else path
        there = target.exists()
    except (OSError, RuntimeError):  # a link to nothing, or to itself
        target, there = path, True
    if there and not target.is_file():
        fail(said("not_a_file", {"file": path}), Exit.DISK)
    if not there:
        _check_folder(target.absolute().parent)
    return target


def folder_to_write(path: Path) -> Path:
    """A folder that exists, or that can be created in one that exists."""
    if path.is_symlink() or path.exists():
        if not path.is_dir():
            fail(said("not_a_folder", {"folder": path}), Exit.DISK)
    else:
        _check_folder(path.absolute().parent)
    return path


def _check_folder(folder: Path) -> None:
    if not folder.is_dir():
        fail(said("no_folder", {"folder": folder}), Exit.DISK)
