"""Players' branches and pull requests: listed in one call, some at a time, and none is looked at twice.

Each costs several calls of git, pull requests never go away, and whoever may push can push thousands of branches.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

from pbem.storage import disk
from pbem.storage.errors import StorageError

from .repository import MOVES, Repository

MOST = 64
"""How many are looked at in a run; the others wait for the next one."""
_MEMORY = "pbem/offers.json"
_LARGEST = 1 << 24
# GitHub and GitLab offer pull requests as refs; elsewhere these match nothing.
_PATTERNS = (f"{MOVES}*", "refs/pull/*/head", "refs/merge-requests/*/head")
_OFFER = re.compile(rf"{MOVES}.+|refs/(?:pull|merge-requests)/(?P<number>[^/]+)/head")


class Offers:
    def __init__(self, repository: Repository, remote: str | None) -> None:
        """Those of a remote, or of the repository itself if it has none."""
        self.repository, self.remote = repository, remote
        self._listed: dict[str, str] = {}

    def look(self, branch: str) -> bool:
        """Look what there is. Whether the remote has the branch of the campaigns."""
        git, main = self.repository, f"refs/heads/{branch}"
        if self.remote is None:
            self._listed = git.refs(MOVES.rstrip("/"))
            return False
        listed = git.output("ls-remote", "--quiet", self.remote, main, *_PATTERNS)
        lines = (line.partition("\t") for line in listed.decode("utf-8", "surrogateescape").split("\n") if line)
        found = {name: commit for commit, _, name in lines}
        self._listed = {name: commit for name, commit in found.items() if _OFFER.fullmatch(name)}
        return main in found

    def new(self) -> dict[str, str]:
        """Some that were not looked at as they are now, with their commits: branches, and the latest requests."""
        seen = self._seen()
        fresh = sorted((name for name, commit in self._listed.items() if seen.get(name) != commit), key=_order)
        chosen = fresh[:MOST]
        if self.remote is not None and chosen:
            self._fetch(self.remote, chosen)
        there = self.repository.commits(self._listed[name] for name in chosen)
        return {name: self._listed[name] for name in chosen if self._listed[name] in there}

    def _fetch(self, remote: str, names: list[str]) -> None:
        """Bring their commits here, under no name: names of others could collide with each other and with ours."""
        words = ("fetch", "--quiet", "--no-tags", "--refmap=", remote)
        if not self.repository.works(*words, *names):
            for name in names:  # one of them is gone, or cannot be had
                self.repository.run(*words, name)

    def remember(self, looked_at: Mapping[str, str]) -> None:
        """From now on these need not be looked at again."""
        seen = {name: commit for name, commit in self._seen().items() if self._listed.get(name) == commit}
        if looked_at.items() - seen.items():
            disk.write_whole(self._path, json.dumps({**seen, **looked_at}).encode())

    def _seen(self) -> dict[str, str]:
        try:
            found = json.loads(disk.read(self._path, _LARGEST))
        except (StorageError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    @property
    def _path(self) -> Path:
        return self.repository.folder / self.repository.ask("rev-parse", "--git-path", _MEMORY)


def _order(name: str) -> tuple[bool, int, str]:
    found = _OFFER.fullmatch(name)
    number = found["number"] if found is not None else None
    return number is not None, -int(number) if number and number.isdigit() and len(number) < 10 else 0, name
