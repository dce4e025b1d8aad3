"""How a campaign is started, and how the moderator resumes it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from pbem import __version__, titles
from pbem.seals.keys import PublicKey
from pbem.seals.moderator_key import Moderator, new_salt
from pbem.storage.ids import is_game
from pbem.table import Title
from pbem.titles.editions import Edition

from ...storage import disk
from ..agreement import fork as forks
from ..agreement import genesis as terms
from ..agreement.genesis import Seat, Terms
from ..agreement.second_moderator import check_at_work, named, secrets_of
from ..campaign import INBOX, Campaign
from ..clock import deadlines
from ..errors import CampaignError, CampaignFault
from ..ledger.entries import digest_of
from ..ledger.file import Ledger
from ..ledger.known import Unsealed
from ..ledger.replay import attested
from ..ledger.signed_json import signed
from ..match import Match
from ..published import public_files, public_notes
from . import published_head
from .bots import EMPTY, bot_key, check_bot
from .checkpoint import Checkpoints, private_folder
from .receipts import Receipt
from .writer import CampaignWriter

_NO_MATTER_OF_RULES = (CampaignFault.LINE_SEAL, CampaignFault.LINE_PREV, CampaignFault.LINE_TIME)
"""Faults that no other version of the engine would accept either."""


def begin(
    folder: Path,
    moderator: Moderator,
    title_id: str,
    players: Sequence[tuple[str, str, Seat | str]],
    options: Mapping[str, Any],
    language: str = "en",
    limits: Terms | None = None,
    now: str | None = None,
    edition: Edition | None = None,
    salt: bytes | None = None,
    policy: Mapping[str, Any] | None = None,
    fork: Mapping[str, Any] | None = None,
    second: PublicKey | None = None,
) -> Campaign:
    """Start a campaign. A player is (handle, name, seat with keys) or (handle, name, kind of bot).

    A salt is given only to play an earlier game again: its dice may be known.
    """
    if not is_game(folder.name):
        raise CampaignError(CampaignFault.GAME_ID, found=folder.name)
    if folder.is_dir() and any(not one.name.startswith(".") for one in folder.iterdir()):
        raise CampaignError(CampaignFault.GAME_EXISTS, game=folder.name, where=folder.parent)
    title, salt = titles.load(title_id, edition), salt or new_salt()
    secrets = moderator.game(folder.name, salt)
    seats = []
    for handle, name, given in players:
        if isinstance(given, Seat):
            seats.append(Seat(handle, name, given.key, given.age))
        else:
            if given != EMPTY:
                check_bot(title, given)
            seats.append(Seat(handle, name, bot_key(secrets, handle).public, bot=given))
    options = {**options, **_kept_empty(title, seats)}
    if second is not None and second == moderator.public:
        raise CampaignError(CampaignFault.SECOND_IS_FIRST)
    for seat in seats:
        if second is not None and seat.key == second:
            raise CampaignError(CampaignFault.SECOND_PLAYS, player=seat.handle)
    genesis = terms.begin(
        folder.name,
        title,
        seats,
        options,
        language,
        limits or Terms(),
        secrets.commitment,
        salt,
        moderator.public,
        now or deadlines.now(),
        edition,
        policy,
        named(second, secrets) if second is not None else None,
    )
    if fork is not None:
        genesis = replace(genesis, fixes=fork["fixes"], fork=forks.field(fork, secrets.secret, genesis.readers))
    line = signed(genesis.entry(), moderator)
    Checkpoints(genesis).forget()
    disk.make_folder(folder)
    Ledger(folder).append([line], None)
    campaign = Campaign.open(folder, moderator)
    match = Match.begin(genesis, digest_of(line), secrets.secret)
    forks.prepare(match, Unsealed(secrets.secret, unseal=moderator.open))
    notes = public_notes.written(campaign, 0, ())
    public_files.publish(folder, match, moderator, secrets, campaign.words(), notes)
    disk.make_folder(folder / INBOX)
    return campaign


def _kept_empty(title: Title, seats: Sequence[Seat]) -> dict[str, int]:
    """The option that tells the rules how many seats are empty: the last ones, where the title allows it."""
    empty = [number for number, seat in enumerate(seats) if seat.bot == EMPTY]
    if not empty:
        return {}
    if title.late is None:
        raise CampaignError(CampaignFault.NO_LATE_SEATS, title=title.id)
    if empty != list(range(len(seats) - len(empty), len(seats))):
        raise CampaignError(CampaignFault.LATE_SEATS_LAST, found=seats[empty[0]].handle)
    return {title.late.option: len(empty)}


@contextmanager
def opened(folder: Path, moderator: Moderator, wait: float = 0.0, takes_over: bool = False) -> Iterator[CampaignWriter]:
    """The campaign, locked, at the head of its ledger; `takes_over`: for its second moderator, who begins."""
    campaign = Campaign.open(folder, moderator)
    genesis = campaign.genesis
    genesis.check_rules()
    secrets = secrets_of(genesis, moderator)
    with disk.locked(private_folder(genesis) / disk.LOCK, genesis.game, wait):
        published_head.check(campaign.ledger.path, genesis, campaign.genesis_digest)
        head, _ = campaign.ledger.head()
        checkpoints = Checkpoints(genesis, folder)
        loaded = checkpoints.load(genesis, campaign.genesis_digest, secrets.secret, head.digest)
        last: Receipt | None = None
        if loaded is not None:
            match, saved = loaded
            last = Receipt.of(saved) if saved else None
        else:
            match = _from_start(campaign, checkpoints)
            match.due()  # what was skipped after the last entry is skipped again
        if not takes_over:
            check_at_work(genesis, moderator, match.seats.moderator)
        yield CampaignWriter(campaign, moderator, secrets, match, head, checkpoints, last)


def _from_start(campaign: Campaign, checkpoints: Checkpoints) -> Match:
    """The match from a replay of the whole ledger; another engine must reach the same positions."""
    genesis = campaign.genesis
    found: Match | None = None
    attested(campaign.ledger.first()[1], genesis.moderator)
    try:
        for match, _, _ in campaign.replay():
            found = match
            checkpoints.check(match, genesis.game)
    except CampaignError as error:
        pinned = (genesis.engine, genesis.edition)
        same = pinned == (__version__, terms.edition(campaign.title))
        if error.entry is None or error.fault in _NO_MATTER_OF_RULES or same:
            raise
        raise CampaignError(
            CampaignFault.ENGINE, game=genesis.game, pinned=genesis.engine, here=__version__, n=error.entry, why=error
        ) from None
    assert found is not None
    checkpoints.check(found, genesis.game, last=True)
    return found
