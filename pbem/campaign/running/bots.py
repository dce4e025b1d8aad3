"""Seats played by the moderator's machine: they sign real files like everybody else."""

from __future__ import annotations

import hmac

from pbem.orders.foresight import foreseen, whole_file
from pbem.seals.fair import FairSource
from pbem.seals.keys import PrivateKey
from pbem.seals.moderator_key import GameSecrets
from pbem.table import Title

from ..errors import CampaignError, CampaignFault
from ..match import Match

OWN, RANDOM, DEFAULT, EMPTY = "bot", "random", "default", "empty"
"""The title's own, one by chance, one that answers with the default, and nobody: a seat that is kept empty."""


def bot_key(secrets: GameSecrets, handle: str) -> PrivateKey:
    """A bot's game key, derived from what only the moderator knows, so there is no file to lose."""
    return PrivateKey.from_seed(hmac.digest(secrets.mark_key, b"pbem/bot-key/1\0" + handle.encode(), "sha256"))


def check_bot(title: Title, kind: str) -> None:
    """Raise unless this kind of bot can play the title."""
    known = [RANDOM, DEFAULT, *([OWN] if title.module("bot") else [])]
    if kind in known:
        return
    raise CampaignError(CampaignFault.NO_BOT, found=kind, title=title.id, right=", ".join(known))


def stand_in(title: Title) -> str:
    """The bot that plays a seat which nobody has: the title's own, else one that always answers with the default."""
    return OWN if title.module("bot") else DEFAULT


def orders(match: Match, seat: int, secrets: GameSecrets) -> str:
    """The bot's file answering what is asked of it, based only on what its seat may see."""
    table = match.playing
    if match.seats[seat].bot == OWN:
        bot = match.title.module("bot")
        lines = whole_file(bot, table, seat, first=not match.ahead.agendas[seat].standing)
    elif match.seats[seat].bot in (DEFAULT, EMPTY):
        lines = foreseen(table, seat, lambda _, ask, seat: ask.default())
    else:
        # Not the game's own chance, which must not depend on how a bot thinks.
        source = FairSource(secrets.mark_key, bytes.fromhex(match.head))
        lines = foreseen(table, seat, lambda _, ask, seat: ask.sample(source.below))
    return "\n".join(lines)
