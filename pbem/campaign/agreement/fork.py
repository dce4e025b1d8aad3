"""A sandbox: another campaign that goes on from a position of this one, and says so everywhere.

The genesis names where it comes from, and keeps the position sealed until the end, where it opens as what a ruling
changes does: as if entry 0 had changed the whole position. Its print binds the moderator to it from the beginning.
A position is kept as it stood at the beginning of the step that an entry was made in, because only there is it data.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.seals.moderator_key import Moderator
from pbem.seals.sealing import HAND, pad, seal

from ..errors import CampaignError, CampaignFault, phrase

if TYPE_CHECKING:
    from ..campaign import Campaign
    from ..ledger.known import Unsealed
    from ..match import Match
    from .genesis import Genesis, Seat

_LABEL = b"pbem/fork/1\0"


def begin(
    folder: Path,
    source: Campaign,
    to: int | None,
    moderator: Moderator,
    players: Mapping[str, Seat | str],
    now: str | None = None,
) -> Campaign:
    """Begin a sandbox after entry `to` of a campaign, or at its head; seats that nobody is named for are bots'."""
    from ..running import create
    from ..running.bots import OWN, RANDOM

    genesis = source.genesis
    genesis.check_rules()
    n = source.head.n if to is None else to
    table = source.table(n)
    if table is None:
        raise CampaignError(CampaignFault.FORK, why=phrase("not-begun"))
    if table.over:
        raise CampaignError(CampaignFault.FORK, why=phrase("fork-over"))
    stranger = next((one for one in players if one not in genesis.handles), None)
    if stranger is not None:
        source.seat(stranger)
    usual = OWN if source.title.module("bot") else RANDOM
    seats = [(one.handle, one.name, players.get(one.handle, usual)) for one in genesis.seats]
    head = next(step.digest for step in source.steps() if step.n == n)
    # Not canonical: the order of keys is part of a state.
    state = json.dumps(table.save()["state"], ensure_ascii=False)
    return create.begin(
        folder,
        moderator,
        genesis.title,
        seats,
        genesis.options,
        genesis.language,
        genesis.terms,
        now,
        genesis.own,
        fork={"game": genesis.game, "n": n, "head": head, "state": state, "fixes": genesis.fixes},
    )


def field(given: Mapping[str, Any], secret: bytes, readers: Sequence[Any]) -> dict[str, Any]:
    """What the genesis says about it."""
    state = str(given["state"])
    return {
        "game": given["game"],
        "n": given["n"],
        "head": given["head"],
        "print": _print(secret, state),
        "sealed": seal(pad(state.encode(), HAND), list(readers)).decode(),
    }


def prepare(match: Match, known: Unsealed) -> None:
    """Give a match that is a sandbox the position that it begins with, where that is known."""
    fork = match.genesis.fork
    if fork is None or match.secret is None:
        return
    if known.unseal is not None:
        state = known.unseal(fork["sealed"].encode()).decode("utf-8", "replace").rstrip()
    else:
        state = str(next((one["to"] for one in known.rulings.get(0, ())), ""))
    if _print(match.secret, state) != fork["print"]:
        raise CampaignError(CampaignFault.LINE_GENESIS, n=0, why=phrase("other-fork"))
    match.sealed.ruled(0, [{"path": "", "was": None, "to": state}])


def state_of(match: Match) -> Any:
    """The position that play begins with, or None where it begins as the rules say."""
    from pbem.table.state_json import from_json

    if 0 not in match.sealed.rulings:
        return None
    genesis = match.genesis
    blank = match.title.new(len(genesis.seats), dict(genesis.options), genesis.fixes)
    return from_json(type(blank), json.loads(match.sealed.rulings[0][0]["to"]))


def said(genesis: Genesis) -> tuple[str, int] | None:
    """Which game and entry a sandbox goes on from."""
    return (genesis.fork["game"], genesis.fork["n"]) if genesis.fork is not None else None


def _print(secret: bytes, state: str) -> str:
    return sha256(_LABEL + secret + state.encode()).hexdigest()
