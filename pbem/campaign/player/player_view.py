"""What a player can do with just the files: open the hand, write and sign a file, put it into the inbox.

Anybody can seal something to a player's public key. So what was opened is shown only if the moderator's signature
says that it belongs to this game, this seat and, for a hand, this very head of the ledger.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.seals import documents
from pbem.seals.documents import Document
from pbem.seals.errors import SealError, SealFault
from pbem.seals.keys import PrivateKey
from pbem.seals.sealing import AgeKey, unseal
from pbem.seals.signed import SignedMove, clear_block, sealed_block, sign_move
from pbem.table import HiddenTouched
from pbem.table.imagine import Outlook
from pbem.words.lazy_dataclass import dataclass
from pbem.words.message import Message

from ...orders.agenda import Agenda, Clerk
from ...orders.check import own_ask
from ...orders.errors import BadOrders
from ...storage import disk
from ...storage.errors import StorageError
from .. import movefile as movefiles
from ..campaign import INBOX, RECEIPTS, SEALED, Campaign
from ..clock import deadlines
from ..errors import CampaignError, CampaignFault, phrase
from ..movefile import MoveFile
from ..published import position_text
from ..published.hand import VERSION

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
    left_out: dict[str, dict[str, int]]
    """Letters and notes that are not in `told` for length."""
    hindsight: Any
    """How the running phase has come about, as far as its owner knows."""

    def data(self) -> dict[str, Any]:
        return {"view": self.view, "asked": self.asked, "hindsight": self.hindsight, "ordered": self.ordered}

    @property
    def ask(self) -> dict[str, Any] | None:
        """What is asked of the owner, with the legal answers."""
        found: dict[str, Any] | None = own_ask(self.asked, self.seat)
        return found


def open_hand(campaign: Campaign, handle: str, key: PrivateKey | AgeKey) -> Hand:
    seat = campaign.seat(handle)
    path = campaign.folder / SEALED / f"{handle}.age"
    if not path.is_file():
        raise CampaignError(CampaignFault.NO_HAND, player=handle, game=campaign.id)
    data = disk.read(path, _LARGEST)
    try:
        found = documents.read(unseal(data, key))
    except SealError as error:
        age = campaign.seats[seat].age
        if error.fault is not SealFault.SEALED_OTHER_KEY or age is None or isinstance(key, AgeKey):
            raise
        raise CampaignError(CampaignFault.HAND_FOR_AGE, player=handle, right=age) from None
    why = strange(campaign, found, handle, "hand") or _other_version(found)
    if why is not None:
        raise CampaignError(CampaignFault.NOT_GENUINE, where=path.name, why=why)
    try:
        inside: Any = found.data
        hand = Hand(
            found.text,
            inside["view"],
            inside["asked"],
            inside["told"],
            inside["ordered"],
            seat,
            inside["left_out"],
            inside["hindsight"],
        )
        Agenda.of(hand.ordered)
        outlook = Outlook.read(hand.data(), seat)
    except (KeyError, TypeError, AttributeError, ValueError):
        raise CampaignError(CampaignFault.PUBLIC_FILE, where=path.name, why=phrase("no-hand")) from None
    position_text.game_of(campaign.title, hand.view, seat)
    try:
        outlook.start(campaign.title)
    except (HiddenTouched, LookupError, TypeError, AttributeError, ValueError):
        raise CampaignError(CampaignFault.PUBLIC_FILE, where=path.name, why=phrase("no-hand")) from None
    return hand


def strange(campaign: Campaign, found: Document, handle: str, kind: str) -> Message | None:
    """Why a document is not the moderator's own for this seat and this ledger; None if it is."""
    if found.of is None:
        return phrase("unsigned")
    if not any(found.signed_by(one) for one in campaign.moderators):
        return phrase("no-seal")
    if found.of.game != campaign.id:
        return phrase("of-game", game=found.of.game)
    if found.of.player != handle:
        return phrase("of-seat", player=found.of.player)
    if found.of.kind != kind:
        return phrase(f"not-a-{kind}")
    head = campaign.head
    if kind != "hand" or found.of.head == head.digest:
        return None
    values = {"n": found.of.n, "last": head.n}
    if campaign.ledger.number(found.of.head) is not None:
        return phrase("older-hand", **values)
    return phrase("newer-hand" if found.of.n > head.n else "other-history", **values)


def _other_version(found: Document) -> Message | None:
    """Why the data of a hand are not to be read by this program; None if they are."""
    if not isinstance(found.data, dict) or "view" not in found.data:
        return None  # something else than a hand, as whoever reads it will say
    return None if found.data.get("version") == VERSION else phrase("hand-version")


def check_key(campaign: Campaign, handle: str, key: PrivateKey) -> None:
    """Raise if the moderator would refuse everything that this key signs for a player."""
    owner = campaign.seats[campaign.seat(handle)]
    if key.public not in owner.keys:
        values = {"found": key.public.fingerprint, "right": owner.key.fingerprint}
        raise CampaignError(CampaignFault.NOT_YOUR_KEY, player=handle, game=campaign.id, **values)


def write_move(campaign: Campaign, handle: str, orders: str, key: PrivateKey) -> SignedMove:
    """A signed move file of a player, written after the ledger's head."""
    check_key(campaign, handle, key)
    join = orders.strip().lower() == "join"
    after = campaign.genesis_digest if join else campaign.head.digest
    # Joining twice yields the same signature.
    written = None if join else deadlines.now()
    return sign_move(movefiles.write(movefiles.MoveFile(campaign.id, handle, after, orders, written=written)), key)


def block(campaign: Campaign, move: SignedMove, clear: bool = False) -> str:
    """The move as one armored block, for the moderator's eyes only unless `clear`."""
    return clear_block(move) if clear else sealed_block(move, campaign.genesis.readers)


def post(campaign: Campaign, text: str) -> Path:
    """Put a block into the inbox. The name begins with the time, so that a later file sorts later."""
    name = f"{deadlines.stamp()}-{sha256(text.encode()).hexdigest()[:12]}.move"
    path = campaign.folder / INBOX / name
    disk.write_whole(path, text.encode(), beside=f".{name}")
    return path


def open_receipts(
    campaign: Campaign, handle: str, key: PrivateKey | AgeKey
) -> tuple[list[tuple[str, dict[str, Any]]], list[str]]:
    """The receipts that this key opens, oldest first, as text and data; and the names of those that are not genuine."""
    campaign.seat(handle)
    found: list[tuple[str, dict[str, Any]]] = []
    forged: list[str] = []
    for path in sorted((campaign.folder / RECEIPTS).glob("*.age")):
        try:
            one = documents.read(unseal(disk.read(path, _LARGEST), key))
        except (SealError, StorageError):
            continue  # somebody else's, or not a file at all
        if not isinstance(one.data, dict) or one.data.get("player") != handle:
            continue
        if _is_receipt(campaign, path, one, handle):
            found.append((one.text, one.data))
        else:
            forged.append(path.name)
    return sorted(found, key=lambda one: (str(one[1].get("at")), one[1].get("n") or 0)), forged


def _is_receipt(campaign: Campaign, path: Path, one: Document, handle: str) -> bool:
    """Whether the signed public part names this very file; one from an earlier pbem has no signature inside."""
    from ..running import receipts

    beside = path.with_suffix(".json")
    if not beside.is_file() or receipts.check(beside, *campaign.moderators) is not None:
        return False
    return one.of is None or strange(campaign, one, handle, "receipt") is None


def too_late(found: Campaign, move: MoveFile) -> CampaignError | None:
    """How the moderator would object to the entry that a file names."""
    number, position = found.ledger.number(move.after), found.position
    if number is None:
        return CampaignError(CampaignFault.UNKNOWN_HEAD, found=move.after)
    since, asked = position["since"]["n"], position["waiting"] or found.players
    if not position["begun"] or number >= since or move.player not in asked:
        return None
    try:
        strict = Clerk(found.title, found.players).readers[found.seat(move.player)].read(move.orders).strict
    except BadOrders:
        return None  # the check of its lines says so
    return CampaignError(CampaignFault.STALE, found=number, n=since) if strict else None
