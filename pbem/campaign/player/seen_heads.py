"""What a person has seen of each game: the last head, kept in the person's own folder.

A moderator, or whoever can write to the files, could present a different past than before. Whoever keeps
the last head notices: the ledger must still have that entry. Two games may share a name, so heads are kept by genesis;
but a new genesis under a known name counts only once it has been accepted.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from pbem.seals.moderator_key import key_folder
from pbem.words.lazy_dataclass import dataclass

from ...storage import disk
from ..campaign import Campaign
from ..errors import CampaignError, CampaignFault, phrase
from ..ledger import signed_json

_LARGEST = 1 << 20


@dataclass(frozen=True, slots=True)
class SeenHead:
    n: int
    head: str


def check(campaign: Campaign) -> None:
    """Raise if this ledger lacks what was seen of the game before, or the moderator did not sign its head."""
    head, entry = campaign.ledger.head()
    if not signed_json.fits(entry, campaign.moderators[-1]):
        raise CampaignError(CampaignFault.LINE_SEAL, n=head.n)
    known = _known(campaign.id)
    seen = known.get(campaign.genesis_digest)
    if seen is None and known:
        raise CampaignError(CampaignFault.SEEN_OTHERWISE, game=campaign.id, why=phrase("seen-genesis"))
    if seen is None or campaign.ledger.number(seen.head) is not None:
        return
    why = phrase("seen-shorter" if head.n < seen.n else "seen-other", n=seen.n, last=head.n)
    raise CampaignError(CampaignFault.SEEN_OTHERWISE, game=campaign.id, why=why)


def keep(campaign: Campaign) -> None:
    """Keep the head of this ledger, in place of the one seen before."""
    known, head = _known(campaign.id), campaign.head
    now = SeenHead(head.n, head.digest)
    if known.get(campaign.genesis_digest) == now:
        return
    known[campaign.genesis_digest] = now
    path = _path(campaign.id)
    data = {genesis: {"n": seen.n, "head": seen.head} for genesis, seen in known.items()}
    disk.make_private(key_folder())
    disk.write_whole(path, json.dumps(data, indent=1).encode() + b"\n", 0o600, beside=f".{path.name}-{os.getpid()}")


def _path(game: str) -> Path:
    return key_folder() / "seen" / f"{game}.json"


def _known(game: str) -> dict[str, SeenHead]:
    """By digest of the genesis, what was last seen of each game of this name."""
    path = _path(game)
    if not path.is_file():
        return {}
    try:
        found = json.loads(disk.read(path, _LARGEST))
        return {str(genesis): SeenHead(int(seen["n"]), str(seen["head"])) for genesis, seen in found.items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise CampaignError(CampaignFault.PUBLIC_FILE, where=path, why=phrase("seen-unreadable")) from None
