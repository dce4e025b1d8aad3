"""Which files of the site are ours, and how large: nothing else is ever removed, and a changed file is noticed.

A folder of single moves holds most files of a long game, and those hardly ever change. So each such folder has its own
list, which is only appended to, and read only when all files must be known: one more move costs no more in a long game.
"""

from __future__ import annotations

import json
import os
from bisect import bisect_left
from collections.abc import Mapping, Set
from pathlib import Path

Files = dict[str, int]
"""The files of a folder by name, with their sizes."""
Lists = Mapping[str, tuple[str, Files]]
"""By folder of single moves: whether its list is appended to (`a`) or rewritten (`w`), and with what."""
FROZEN = "/t/"
"""The suffix of folders of single moves."""


class SiteFiles:
    """The list as it was when a build began. Folders end with a slash."""

    def __init__(self, build: Path) -> None:
        self._build = build
        self._now, self._next = build / "files.json", build / "files-next.json"
        self.plain: dict[str, Files] = {}
        self.frozen: set[str] = set()
        self._in_order: list[str] = []
        """All folders, so that those below one stand together."""

    def read(self) -> None:
        try:
            told = json.loads(self._now.read_bytes())
            self.plain, self.frozen = told["plain"], set(told["frozen"])
        except (OSError, ValueError, KeyError, TypeError):
            self.plain, self.frozen = {}, set()
        self._in_order = sorted({*self.plain, *self.frozen})

    def folders(self, below: str) -> list[str]:
        """A folder and those in it, in order; however many others there are."""
        first = last = bisect_left(self._in_order, below)
        while last < len(self._in_order) and self._in_order[last].startswith(below):
            last += 1
        return self._in_order[first:last]

    def files(self, folder: str) -> Files | None:
        """None if its list is lost or damaged."""
        if folder not in self.frozen:
            return self.plain.get(folder)
        try:
            rows = [row.partition(" ") for row in self._list(folder).read_text(encoding="utf-8").split("\n") if row]
            files = {name: int(size) for size, _, name in rows}
        except (OSError, ValueError):
            return None
        return files if files and "" not in files else None

    def has_list(self, folder: str) -> bool:
        return os.path.exists(self._list(folder))

    def _list(self, folder: str) -> Path:
        return self._build / "files" / f"{folder.rstrip('/')}.txt"

    # ---- the next list: prepared before a build is decided, and taken over with it

    def prepare(self, listed: Mapping[str, Files], kept: Set[str]) -> Lists:
        """What the site will have. `kept`: folders of single moves that stay, to which `listed` only adds."""
        frozen = {*kept, *(folder for folder in listed if folder.endswith(FROZEN))}
        told = {"plain": {one: files for one, files in listed.items() if one not in frozen}, "frozen": sorted(frozen)}
        self._next.write_text(json.dumps(told, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
        return {one: ("a" if one in kept else "w", listed[one]) for one in frozen & listed.keys()}

    def take_over(self, lists: Lists) -> None:
        """Safe to repeat; a line that a crash cut off names no file, and so causes its whole game to be rebuilt."""
        for folder, (mode, files) in lists.items():
            path = self._list(folder)
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open(mode, encoding="utf-8") as file:
                file.writelines(f"{size} {name}\n" for name, size in files.items())
        if self._next.exists():
            os.replace(self._next, self._now)
