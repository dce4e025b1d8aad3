"""What a player can do with the files alone: open the hand, write and sign a file, put it into the inbox."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.seals.faults import Fault as SealFault
from pbem.seals.faults import SealError
from pbem.seals.keys import PrivateKey
from pbem.seals.sealing import AgeKey, read_document, unseal
from pbem.seals.signed import SignedMove, clear_block, sealed_block, sign_move

from . import clock, disk
from . import movefile as movefiles
from .campaign import INBOX, RECEIPTS, SEALED, Campaign
from .faults import CampaignError, Fault, phrase

_LARGEST = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Hand:
    """A sealed hand, opened: the text for people, and the data."""

    text: str
    view: Any
    asked: list[dict[str, Any]]
    told: list[dict[str, Any]]
    ordered: dict[str, Any]
    """What its owner has ordered ahead: lines that wait, standing orders."""
    seat: int

    def data(self) -> dict[str, Any]:
        return {"view": self.view, "asked": self.asked, "ordered": self.ordered}

    @property
    def ask(self) -> dict[str, Any] | None:
        """What is asked of the owner, with the legal answers."""
        return next((one for one in self.asked if one.get("player") == self.seat and "legal" in one), None)


def open_hand(campaign: Campaign, handle: str, key: PrivateKey | AgeKey) -> Hand:
    seat = campaign.seat(handle)
    path = campaign.folder / SEALED / f"{handle}.age"
    if not path.is_file():
        raise CampaignError(Fault.NO_HAND, player=handle, game=campaign.id)
    try:
        text, data = read_document(unseal(disk.read(path, _LARGEST), key))
    except SealError as error:
        age = campaign.seats[seat].age
        if error.fault is not SealFault.SEALED_OTHER_KEY or age is None or isinstance(key, AgeKey):
            raise
        raise CampaignError(Fault.HAND_FOR_AGE, player=handle, right=age) from None
    try:
        assert isinstance(data, dict)
        return Hand(text, data["view"], data["asked"], data["told"], data["ordered"], seat)
    except (KeyError, AssertionError):
        raise CampaignError(Fault.PUBLIC_FILE, where=path.name, why=phrase("no-hand")) from None


def check_key(campaign: Campaign, handle: str, key: PrivateKey) -> None:
    """Raise where the moderator would refuse all that this key signs for a player."""
    right = campaign.seats[campaign.seat(handle)].key
    if right != key.public:
        values = {"found": key.public.fingerprint, "right": right.fingerprint}
        raise CampaignError(Fault.NOT_YOUR_KEY, player=handle, game=campaign.id, **values)


def write_move(campaign: Campaign, handle: str, orders: str, key: PrivateKey) -> SignedMove:
    """A signed move file of a player, written in view of the ledger's head."""
    check_key(campaign, handle, key)
    join = orders.strip().lower() == "join"
    after = campaign.genesis_digest if join else campaign.head.digest
    # Who joins twice signs the same twice.
    written = None if join else clock.now()
    return sign_move(movefiles.write(movefiles.MoveFile(campaign.id, handle, after, orders, written=written)), key)


def block(campaign: Campaign, move: SignedMove, clear: bool = False) -> str:
    """The move as one armored block, for the moderator's eyes only unless `clear`."""
    return clear_block(move) if clear else sealed_block(move, [campaign.genesis.moderator])


def post(campaign: Campaign, text: str) -> Path:
    """Put a block into the inbox. The name begins with the time, so that a later file sorts later."""
    name = f"{clock.stamp()}-{sha256(text.encode()).hexdigest()[:12]}.move"
    path = campaign.folder / INBOX / name
    disk.write_whole(path, text.encode(), beside=f".{name}")
    return path


def open_receipts(campaign: Campaign, handle: str, key: PrivateKey | AgeKey) -> list[tuple[str, dict[str, Any]]]:
    """The receipts that this key opens, oldest first: text and data."""
    campaign.seat(handle)
    found: list[tuple[str, dict[str, Any]]] = []
    for path in (campaign.folder / RECEIPTS).glob("*.age"):
        try:
            text, data = read_document(unseal(disk.read(path, _LARGEST), key))
        except SealError:
            continue  # somebody else's
        if isinstance(data, dict) and data.get("player") == handle:
            found.append((text, data))
    return sorted(found, key=lambda one: (str(one[1].get("at")), one[1].get("n") or 0))
