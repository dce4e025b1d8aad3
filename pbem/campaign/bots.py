"""Seats that the moderator's machine plays: they sign real files like everybody else."""

from __future__ import annotations

import hmac

from pbem.orders.foresight import foreseen, whole_file
from pbem.seals.fair import FairSource
from pbem.seals.keys import PrivateKey
from pbem.seals.moderator_key import GameSecrets
from pbem.table import Title

from .errors import CampaignError, CampaignFault
from .match import Match

OWN, RANDOM = "bot", "random"


def bot_key(secrets: GameSecrets, handle: str) -> PrivateKey:
    """A bot's game key: made from what the moderator alone knows, so there is no file to lose."""
    return PrivateKey.from_seed(hmac.digest(secrets.mark_key, b"pbem/bot-key/1\0" + handle.encode(), "sha256"))


def check_bot(title: Title, kind: str) -> None:
    """Raise unless the title can be played by such a bot."""
    known = [RANDOM, *([OWN] if title.module("bot") else [])]
    if kind in known:
        return
    raise CampaignError(CampaignFault.NO_BOT, found=kind, title=title.id, right=", ".join(known))


def orders(match: Match, seat: int, secrets: GameSecrets) -> str:
    """The bot's file for what is asked of it, from what its seat may see."""
    table = match.playing
    if match.seats[seat].bot == OWN:
        bot = match.title.module("bot")
        lines = whole_file(bot, table, seat, first=not match.agendas[seat].standing)
    else:
        # Not the chance of the game: that must not depend on how a bot thinks.
        source = FairSource(secrets.mark_key, bytes.fromhex(match.head))
        lines = foreseen(table, seat, lambda _, ask, seat: ask.sample(source.below))
    return "\n".join(lines)
