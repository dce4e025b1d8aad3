"""A fingerprint of the program: it changes whenever a file of it does, and what depends on the program is made anew.

It is one of contents, so that copies of the same program have the same. But files are read only where name, size or
time differ from what was seen last: that is kept where Python keeps what it has compiled of the folder.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from ..words.yaml_cache import cache_folder

_KEPT = "contents.json"
_COMPILED = "__pycache__"
Seen = dict[str, list[int | str]]
"""By the path of a file below the folder: its size, its time in nanoseconds, and the digest of its content."""


def program_print(folder: Path) -> str:
    """Of all files below a folder, except what is compiled and what is hidden."""
    kept = cache_folder(folder) / _KEPT
    known = _read(kept)
    seen: Seen = {}
    for name, stat in sorted(_files(folder, "")):
        before = known.get(name)
        same = before is not None and before[:2] == [stat.st_size, stat.st_mtime_ns]
        seen[name] = before if before and same else [stat.st_size, stat.st_mtime_ns, _content(folder / name)]
    if seen != known:
        _keep(kept, seen)
    return sha256(json.dumps([[name, digest] for name, (_, _, digest) in seen.items()]).encode()).hexdigest()


def _files(folder: Path, below: str) -> Iterator[tuple[str, os.stat_result]]:
    with os.scandir(folder) as found:
        for one in found:
            if one.name == _COMPILED or one.name.startswith("."):
                continue
            if one.is_dir():
                yield from _files(folder / one.name, f"{below}{one.name}/")
            else:
                yield f"{below}{one.name}", one.stat()


def _content(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def _read(kept: Path) -> Seen:
    try:
        found = json.loads(kept.read_bytes())
        return {name: [int(size), int(time), str(digest)] for name, (size, time, digest) in found.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def _keep(kept: Path, seen: Seen) -> None:
    if sys.dont_write_bytecode:
        return
    beside = kept.with_name(f"{kept.name}.{os.getpid()}")
    with contextlib.suppress(OSError):  # a folder that is not ours to write in: all is read again next time
        kept.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(json.dumps(seen, separators=(",", ":")), encoding="utf-8")
        os.replace(beside, kept)
