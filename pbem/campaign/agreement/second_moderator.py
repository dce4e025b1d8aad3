"""A second moderator, named at the beginning: the game's secret is sealed to that key, so that a game survives its
moderator."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pbem.seals import fair
from pbem.seals.errors import SealError, SealFault
from pbem.seals.keys import PublicKey
from pbem.seals.moderator_key import GameSecrets, Moderator
from pbem.seals.sealing import pad, seal
from pbem.table.state_json import canonical
from pbem.words.lazy_dataclass import dataclass

from ..errors import CampaignError, CampaignFault

if TYPE_CHECKING:
    from .genesis import Genesis

_SIZE = 1024


@dataclass(frozen=True, slots=True)
class SecondModerator:
    key: PublicKey
    sealed: str
    """The secrets of the game, for this key alone."""

    def data(self) -> dict[str, str]:
        return {"key": PublicKey(self.key.raw).line, "sealed": self.sealed}


def named(key: PublicKey, secrets: GameSecrets) -> SecondModerator:
    inside = canonical({"secret": secrets.secret.hex(), "mark_key": secrets.mark_key.hex()})
    return SecondModerator(PublicKey(key.raw), seal(pad(inside, _SIZE), [key]).decode())


def secrets_of(genesis: Genesis, moderator: Moderator) -> GameSecrets:
    """The secrets of a game, for its first moderator or for its second; raises for anybody else."""
    second = genesis.second
    if second is None or moderator.public != second.key:
        return moderator.game(genesis.game, genesis.salt, genesis.commitment, genesis.moderator.fingerprint)
    try:
        inside = json.loads(moderator.open(second.sealed.encode()))
        found = GameSecrets(bytes.fromhex(inside["secret"]), bytes.fromhex(inside["mark_key"]))
    except (SealError, ValueError, KeyError, TypeError):
        found = None
    if found is None or not fair.matches(found.secret, genesis.commitment):
        raise CampaignError(CampaignFault.NO_HEIR, game=genesis.game)
    return found


def check_at_work(genesis: Genesis, moderator: Moderator, now: PublicKey) -> None:
    """Raise unless this moderator is the one whose turn it is to write."""
    if moderator.public == now:
        return
    if genesis.second is not None and moderator.public == genesis.second.key:
        raise CampaignError(CampaignFault.NOT_TAKEN_OVER, game=genesis.game)
    where, right = genesis.game, now.fingerprint
    raise SealError(SealFault.MODERATOR_OTHER, where=where, right=right, found=moderator.public.fingerprint)
