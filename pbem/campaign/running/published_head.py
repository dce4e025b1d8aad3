"""How much of a ledger others have seen, remembered in the moderator's key folder.

A checkpoint may be ahead of it: entries that were written but never pushed may give way to those of another
moderating machine. What was published must stay, byte for byte, or the moderator refuses to go on.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

from ...storage import disk
from ...storage.errors import StorageError
from ...words.lazy_dataclass import dataclass
from ..agreement.genesis import Genesis
from ..errors import CampaignError, CampaignFault
from ..ledger.entries import digest_of
from .checkpoint import PUBLISHED, private_folder

_LARGEST = 64 * 1024


@dataclass(frozen=True, slots=True)
class PublishedHead:
    """The beginning of the ledger that everybody could see: its last entry, its size, the digest of its bytes."""

    genesis: str
    n: int
    head: str
    size: int
    digest: str

    def begins(self, ledger: bytes) -> bool:
        """Whether a ledger continues what was published."""
        return sha256(ledger[: self.size]).hexdigest() == self.digest


def load(genesis: Genesis, digest: str) -> PublishedHead | None:
    """What is known to have been published of the game with this genesis entry."""
    try:
        found = PublishedHead(**json.loads(disk.read(private_folder(genesis) / PUBLISHED, _LARGEST)))
    except (StorageError, ValueError, TypeError):
        return None
    return found if found.genesis == digest else None


def save(genesis: Genesis, ledger: bytes) -> None:
    """Remember a ledger that the moderator has checked and that was published as it is."""
    lines = ledger.split(b"\n")[:-1]
    mark = PublishedHead(
        digest_of(lines[0]), len(lines) - 1, digest_of(lines[-1]), len(ledger), sha256(ledger).hexdigest()
    )
    if load(genesis, mark.genesis) != mark:
        disk.make_private(private_folder(genesis))
        disk.write_whole(private_folder(genesis) / PUBLISHED, json.dumps(asdict(mark)).encode(), 0o600)


def check(ledger: Path, genesis: Genesis, digest: str) -> None:
    """Raise if a ledger has lost or changed anything that was published."""
    mark = load(genesis, digest)
    if mark is not None and not mark.begins(disk.read(ledger, mark.size)):
        raise CampaignError(
            CampaignFault.HISTORY, game=genesis.game, n=mark.n, where=private_folder(genesis) / PUBLISHED, there=""
        )
