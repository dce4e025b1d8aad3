"""The moderator's private copy of where a match stands, so that a run need not replay the ledger.

It is kept in the moderator's key folder, contains hidden information, and may be lost at any time: the ledger
and the moderator's key are enough to restore it.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem import __version__
from pbem.seals.moderator_key import key_folder
from pbem.words.yaml_cache import folder_of

from ...storage import disk
from ...storage.errors import StorageError
from ...storage.program_print import program_print
from ..agreement.genesis import Genesis
from ..errors import CampaignError, CampaignFault
from ..match import Match

_LARGEST = 256 * 1024 * 1024
PUBLISHED = "published.json"


def private_folder(genesis: Genesis) -> Path:
    """The moderator's folder for one game; the salt tells games of the same name apart."""
    return key_folder() / "games" / f"{genesis.game}-{genesis.salt.hex()[:16]}"


def write_private(path: Path, data: bytes) -> None:
    """Write a file in the private folder, if it is writable: play must be able to go on without it."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return
    try:
        disk.write_whole(path, data, 0o600)
    except StorageError:
        path.unlink(missing_ok=True)


@cache
def engine_print(package: str) -> str:
    """Changes whenever the program, the title or its data change: then the ledger is replayed and compared."""
    program, title = folder_of("pbem"), folder_of(package)
    outside = [program_print(title)] if program not in title.parents else []
    return sha256(" ".join([__version__, _program(), *outside]).encode()).hexdigest()


@cache
def _program() -> str:
    return program_print(folder_of("pbem"))


class Checkpoints:
    """The last checkpoint, and the one being written together with the ledger."""

    def __init__(self, genesis: Genesis, ledger: Path | None = None) -> None:
        self.folder = private_folder(genesis)
        self._ledger = str(ledger.resolve()) if ledger else ""
        self._now, self._next = self.folder / "checkpoint.json", self.folder / "next.json"
        self._engine = engine_print(genesis.load_title().package)
        self.written: tuple[int, str] | None = None
        """After `load`: the last entry known to have been in the ledger, if it is not the current head."""
        self._there = ""
        """The ledger that entry was written to: perhaps in another clone."""

    def load(self, genesis: Genesis, digest: str, secret: bytes, head: str) -> tuple[Match, Any] | None:
        """The match at the ledger's head and the last receipt, if there is a checkpoint of exactly that head."""
        for path in (self._next, self._now):
            try:
                saved = json.loads(disk.read(path, _LARGEST))
                if saved["genesis"] == digest and path == self._now:
                    self.written, self._there = (saved["n"], saved["head"]), str(saved.get("ledger", ""))
                if saved["head"] == head and saved["engine"] == self._engine and saved["genesis"] == digest:
                    return Match.load(genesis, digest, secret, saved["match"]), saved["receipt"]
            except (StorageError, CampaignError, ValueError, KeyError, TypeError):
                continue  # a checkpoint is only a shortcut
        return None

    def forget(self) -> None:
        """A campaign begins: whatever is stored for an earlier one with the same salt is obsolete."""
        for path in (self._next, self._now, self.folder / PUBLISHED):
            disk.remove(path)

    def rewind(self, genesis: str, n: int, head: str) -> None:
        """Drop entries that nobody has seen: from now on a ledger must have entry `n`, and may end with it."""
        disk.remove(self._next)
        known = {"engine": "", "ledger": self._ledger, "genesis": genesis, "n": n, "head": head}
        write_private(self._now, json.dumps(known).encode())

    def check(self, match: Match, game: str, last: bool = False) -> None:
        """Raise where a replay shows that the ledger has lost or changed what was written to it before.

        Anybody who can write to the folder could otherwise roll back an entry whose dice were bad.
        """
        n, head = self.written or (-1, "")
        if (match.n == n and match.head != head) or (last and match.n < n):
            elsewhere = self._there not in ("", self._ledger)
            fault = CampaignFault.HISTORY_ELSEWHERE if elsewhere else CampaignFault.HISTORY
            raise CampaignError(fault, game=game, n=n, where=self._now, there=self._there)

    def prepare(self, match: Match, receipt: Any) -> None:
        """Before the ledger is written: where the match will stand."""
        # Not canonical JSON: key order is part of a state, and the order of legal answers may depend on it.
        write_private(self._next, json.dumps(self._data(match, receipt), ensure_ascii=False).encode())

    def promote(self) -> None:
        """After the ledger is written."""
        try:
            disk.step("rename", self._now)
            self._next.replace(self._now)
        except OSError:
            pass  # `load` looks at both

    def _data(self, match: Match, receipt: Any) -> dict[str, Any]:
        return {
            "engine": self._engine,
            "ledger": self._ledger,
            "genesis": match.digest,
            "n": match.n,
            "head": match.head,
            "match": match.saved(),
            "receipt": receipt,
        }
