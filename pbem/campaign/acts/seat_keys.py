"""Which keys a seat can get while a game goes on: none that others at the table have, nor the second moderator's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.seals import signers, sshsig
from pbem.seals.errors import SealError, SealFault
from pbem.seals.keys import PublicKey, parse_public
from pbem.seals.recipients import parse_age

from ..errors import CampaignError, CampaignFault, phrase

if TYPE_CHECKING:
    from pbem.seals.signed import SignedMove

    from ..agreement.genesis import Seat
    from ..campaign import Campaign
    from ..match import Match


def check(match: Match, seat: int, key: PublicKey, held: tuple[PublicKey, ...]) -> None:
    """Raise if the seat cannot get this key, for its player or a substitute; `held`: those it has for this already."""
    handle, second = match.seats[seat].handle, match.genesis.second
    if second is not None and key == second.key:
        raise CampaignError(CampaignFault.SECOND_PLAYS, player=handle)
    if key in held:
        raise CampaignError(CampaignFault.SAME_KEY, player=handle)
    for number, other in enumerate(match.seats):
        if number != seat and key in other.keys:
            raise CampaignError(CampaignFault.KEY_TWICE, found=other.handle, other=handle)


def verify(match: Match, seat: int, key: PublicKey, n: int) -> None:
    """Raise if entry `n` gives a seat a key that it could not get."""
    try:
        check(match, seat, key, (match.seats[seat].key,))
    except CampaignError as error:
        taken = error.fault is not CampaignFault.SECOND_PLAYS
        holder = error.values.get("found", match.seats[seat].handle)
        why = phrase("key-taken", player=holder) if taken else error
        raise CampaignError(CampaignFault.LINE_FILE, n=n, why=why) from None


def signer(campaign: Campaign, seat: Seat, move: SignedMove) -> PublicKey:
    """The key of a seat that signed a move; raises if none did, and tells those who had the seat before who has it."""
    try:
        return seat.signed(move)
    except SealError as error:
        if error.fault is not SealFault.SIG_KEY or (passed := _passed_by(campaign, seat.handle, move)) is None:
            raise
        raise passed from None


def _passed_by(campaign: Campaign, handle: str, move: SignedMove) -> CampaignError | None:
    try:
        key = sshsig.verify(move.signature, move.payload, signers.MOVES).key
    except SealError:
        return None
    return passed_on(campaign, handle, key)


def passed_on(campaign: Campaign, handle: str, key: PublicKey) -> CampaignError | None:
    """What to say to somebody who had the seat with this key until another player, or a bot, got it."""
    seat, had, last = campaign.seat(handle), False, None
    for entry, seats in campaign.seatings():
        if key in seats[seat].keys:
            had, last = True, None
        elif had and entry is not None and entry["kind"] == "takeover" and entry["player"] == handle:
            last = entry
    if last is None:
        return None
    person = "" if "bot" in last else last["name"]
    return CampaignError(CampaignFault.SEAT_PASSED, player=handle, person=person, at=last["at"], n=last["n"])


def new_key(text: str) -> tuple[PublicKey, str | None]:
    """The public key in `key ssh-ed25519 AAAA… [age1…]`, and the recipient of sealed files."""
    words = text.split()
    try:
        key = parse_public(" ".join(words[:2]), phrase("the-new-key"))
        age = parse_age(words[2], phrase("third-word")) if len(words) > 2 and words[2].startswith("age1") else None
    except SealError as error:
        raise CampaignError(CampaignFault.NEW_KEY, why=error) from None
    return PublicKey(key.raw), age
