"""Which keys a seat can get while a game goes on: none that others at the table have, nor the second moderator's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import CampaignError, CampaignFault, phrase

if TYPE_CHECKING:
    from pbem.seals.keys import PublicKey

    from .match import Match


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
