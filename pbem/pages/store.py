"""How the site's files get into place: written beside it, then moved in, so that nobody sees half a site.

A build collects files. Those that differ from the site are written into the build folder (`.site-build`
beside `site`) and listed in a journal, which is synced; then each file is renamed into place, which is
atomic for a reader, in an order in which every link leads to a page that is already there: new files
first, then assets, single moves, pages of a game, the front page last. If a build dies on the way, the
next one finishes it from the journal. The same folder keeps what has been rendered, by content:
deleting it costs time and nothing else.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..storage import lock
from .site_files import FROZEN, Files, SiteFiles


class PageFault(Exception):
    """The pages cannot be written; says which, where and why."""


def _split(path: str) -> tuple[str, str]:
    folder, slash, name = path.rpartition("/")
    return folder + slash, name


def _rank(path: str, there: bool) -> tuple[bool, int, str]:
    """Later ranks link to earlier ones; nothing that a reader can reach links to a new file yet."""
    depth = path.count("/")
    return (there, 0 if path.startswith("assets/") else 9 - depth, path)


class Store:
    def __init__(self, site: Path) -> None:
        self.site = site
        self.build = site.parent / f".{site.name}-build"
        self.staged = self.build / "staged"
        self.written: list[str] = []
        self.removed: list[str] = []
        self._new: dict[str, bytes] = {}
        self._kept: dict[str, Files] = {}
        self._listed = SiteFiles(self.build)
        self._keeps: set[str] = set()
        """Folders of single moves that the site should keep as they are."""
        self._times: dict[str, Any] = {}
        """`newest`: when the newest file of the site was written, in nanoseconds; anything newer was changed by
        somebody else. `folders`: when a page of a single move was last added, removed or replaced."""
        self._seen: set[str] = set()
        """Folders whose files were found to be in place."""

    # ---- one build at a time

    @contextlib.contextmanager
    def opened(self) -> Iterator[Store]:
        try:
            self.build.mkdir(parents=True, exist_ok=True)
            with (self.build / "lock").open("wb") as file:
                lock.take(file.fileno(), wait=True)
                self._finish()
                self._listed.read()
                self._times = self.read("times") or {}
                yield self
        except OSError as error:
            where = error.filename or self.site
            raise PageFault(f"{where}: {error.strerror or error}; the site is as it was") from None

    # ---- what was rendered before

    def read(self, name: str) -> Any:
        """Something remembered; None if it is missing or unreadable."""
        try:
            return json.loads((self.build / f"{name}.json").read_bytes())
        except (OSError, ValueError):
            return None

    def remember(self, name: str, data: Any) -> None:
        path = self.build / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(".new")
        beside.write_bytes(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())
        os.replace(beside, path)

    # ---- files of the site

    def put(self, path: str, content: str | bytes) -> None:
        """A file that the site should have."""
        data = content.encode("utf-8", "replace") if isinstance(content, str) else content
        self._new[path] = data

    def put_so_far(self, folders: tuple[str, ...]) -> dict[str, bytes]:
        """The files that this build has put below these folders."""
        return {path: data for path, data in self._new.items() if path.startswith(folders)}

    def keep_under(self, prefix: str, starting: str = "") -> None:
        """Files that the site has from an earlier build and should keep: below a folder, or some of one folder."""
        if starting:
            there = self._listed.plain.get(prefix, {}).items()
            self._kept[prefix] = {name: size for name, size in there if name.startswith(starting)}
        else:
            below = self._listed.folders(prefix)
            self._kept |= {folder: self._listed.plain[folder] for folder in below if folder in self._listed.plain}
            self._keeps |= self._listed.frozen & set(below)

    def paths(self) -> list[str]:
        """All files that the site will have, except single moves."""
        kept = (folder + name for folder, files in self._kept.items() for name in files)
        return sorted({*(path for path in self._new if not _split(path)[0].endswith(FROZEN)), *kept})

    def has_under(self, prefix: str, closely: bool = True) -> bool:
        """Whether there are files of an earlier build in a folder, all of them untouched since.

        If not `closely`, single moves that nobody added, removed or replaced are not looked at one by one: a long game
        has many, and one more move should not cost more because of that.
        """
        folders = self._listed.folders(prefix)
        for folder in folders:
            if folder not in self._seen:
                if (closely or not self._as_left(folder)) and not self._untouched(folder, self._listed.files(folder)):
                    return False
                self._seen.add(folder)
        return bool(folders)

    def _untouched(self, folder: str, files: Files | None) -> bool:
        if files is None:
            return False
        base, newest = f"{self.site}/{folder}", self._times.get("newest", 0)
        try:
            for name, size in files.items():
                stat = os.stat(base + name)
                if stat.st_mtime_ns > newest or stat.st_size != size:
                    return False
        except OSError:
            return False
        return True

    def _as_left(self, folder: str) -> bool:
        listed = folder in self._listed.frozen and self._listed.has_list(folder)
        return listed and self._times.get("folders", {}).get(folder) == self._time(folder)

    def _time(self, folder: str) -> int:
        try:
            return os.stat(f"{self.site}/{folder}").st_mtime_ns
        except OSError:
            return -1

    def commit(self) -> None:
        """Move what changed into place, remove what the site no longer has."""
        changed = {path: data for path, data in self._new.items() if not self._same(path, data)}
        listed = {folder: dict(files) for folder, files in self._kept.items()}
        for path, data in self._new.items():
            folder, name = _split(path)
            listed.setdefault(folder, {})[name] = len(data)
        # What is kept as it is need not be looked at.
        before = {one: self._listed.files(one) or {} for one in self._listed.folders("") if one not in self._keeps}
        after = {folder: files for folder, files in listed.items() if folder not in self._keeps}
        gone = sorted(one + name for one, files in before.items() for name in files.keys() - after.get(one, {}).keys())
        if changed or gone or before != after:
            order = sorted(changed, key=lambda path: _rank(path, os.path.isfile(f"{self.site}/{path}")))
            self._stage(changed)
            lists = self._listed.prepare(listed, self._keeps)
            self._journal({"move": order, "remove": gone, "lists": lists})
            self._finish()
            self.written, self.removed = order, gone
        self._date({*self._keeps, *listed})

    def _date(self, folders: set[str]) -> None:
        """Whatever was rendered in this build is as it should be, so we record its time as ours."""
        newest = max((os.stat(f"{self.site}/{path}").st_mtime_ns for path in self._new), default=0)
        left = {folder: self._time(folder) for folder in sorted(folders) if folder.endswith(FROZEN)}
        times = {"newest": max(newest, self._times.get("newest", 0)), "folders": left}
        if times != self._times:
            self.remember("times", times)

    def _same(self, path: str, data: bytes) -> bool:
        there = f"{self.site}/{path}"
        try:
            return os.stat(there).st_size == len(data) and Path(there).read_bytes() == data
        except OSError:
            return False

    def _stage(self, files: Mapping[str, bytes]) -> None:
        for folder in {_split(path)[0] for path in files}:
            os.makedirs(f"{self.staged}/{folder}", exist_ok=True)
        for path, data in files.items():
            with open(f"{self.staged}/{path}", "wb") as file:
                file.write(data)

    def _journal(self, data: Any) -> None:
        """Once the journal exists, the build is decided; before that, it never happened."""
        path = self.build / "journal.json"
        beside = path.with_suffix(".new")
        with beside.open("wb") as file:
            file.write(json.dumps(data, ensure_ascii=False).encode())
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)

    def _finish(self) -> None:
        """Do what the journal says; repeating what is already done does no harm."""
        journal = self.read("journal")
        if journal is None:
            return
        for folder in {_split(path)[0] for path in journal["move"]}:
            os.makedirs(f"{self.site}/{folder}", exist_ok=True)
        for path in journal["move"]:
            with contextlib.suppress(FileNotFoundError):
                os.replace(f"{self.staged}/{path}", f"{self.site}/{path}")
        for path in journal["remove"]:
            (self.site / path).unlink(missing_ok=True)
            with contextlib.suppress(OSError):  # a folder that is not empty stays
                for folder in (self.site / path).relative_to(self.site).parents:
                    (self.site / folder).rmdir()
        shutil.rmtree(self.staged, ignore_errors=True)
        self._listed.take_over(journal.get("lists", {}))
        (self.build / "journal.json").unlink(missing_ok=True)
