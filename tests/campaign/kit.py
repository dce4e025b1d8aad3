"""Campaigns for tests: deterministic keys, and players who answer by sampling."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pbem.campaign.agreement.genesis import Seat, Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.ledger.verify import verify
from pbem.campaign.movefile import MoveFile, write
from pbem.campaign.player.player_view import post
from pbem.campaign.running.create import begin, opened
from pbem.campaign.running.receipts import Receipt
from pbem.campaign.running.run import RunReport, run
from pbem.campaign.running.writer import CampaignWriter
from pbem.seals.keys import PrivateKey
from pbem.seals.moderator_key import Moderator
from pbem.seals.signed import clear_block, sign_move

NOW = "2026-01-01T12:00:00Z"
DUEL = "wonders_duel"


def key(name: str) -> PrivateKey:
    """A key for tests: its seed is the hash of its name."""
    return PrivateKey.from_seed(hashlib.sha256(f"pbem test key {name}".encode()).digest(), name)


MODERATOR = Moderator(key("moderator"))


def start(
    folder: Path,
    title: str = DUEL,
    handles: tuple[str, ...] = ("anna", "ben"),
    options: Mapping[str, Any] | None = None,
    bots: Mapping[str, str] | None = None,
    limits: Terms | None = None,
    joined: bool = True,
    language: str = "en",
    salt: bytes | None = None,
    policy: Mapping[str, Any] | None = None,
) -> Campaign:
    """A campaign in which everybody has joined; its dice are the same in every run, unless a seal enters them."""
    players: list[tuple[str, str, Seat | str]] = []
    for handle in handles:
        bot = (bots or {}).get(handle)
        players.append((handle, handle.title(), bot or Seat(handle, handle, key(handle).public)))
    limits = limits or Terms(files="open")
    salt = salt or hashlib.sha256(folder.name.encode()).digest()[:16]
    campaign = begin(
        folder,
        MODERATOR,
        title,
        players,
        options or {},
        language,
        limits,
        NOW,
        salt=salt,
        policy=policy,
    )
    if joined:
        for handle in handles:
            if handle not in (bots or {}):
                send(campaign, handle, "join")
        run(folder, MODERATOR, NOW)
    return campaign


def signed_block(campaign: Campaign, handle: str, orders: str, after: str | None = None, by: str | None = None) -> str:
    if after is None:
        after = campaign.genesis_digest if orders == "join" else campaign.head.digest
    payload = write(MoveFile(campaign.id, handle, after, orders))
    return clear_block(sign_move(payload, key(by or handle)))


def send(campaign: Campaign, handle: str, orders: str, after: str | None = None, by: str | None = None) -> Path:
    return post(campaign, signed_block(campaign, handle, orders, after, by))


def submit(campaign: Campaign, handle: str, orders: str, after: str | None = None, by: str | None = None) -> Receipt:
    block = signed_block(campaign, handle, orders, after, by)
    with opened(campaign.folder, MODERATOR) as keeper:
        receipt = keeper.submit(block.encode(), now=NOW)
        keeper.publish()
    return receipt


def turn(campaign: Campaign, keeper: CampaignWriter, choice: int = 0) -> Receipt:
    """Let a seat that is asked answer with one of its legal orders."""
    match = keeper.match
    table = match.playing
    seat = next(seat for seat in table.pending if seat not in match.sealed.given)
    listed = table.pending[seat].listed(200)
    order = table.pending[seat].write(listed[choice % len(listed)], table.players)
    block = signed_block(campaign, match.genesis.handles[seat], order, match.head)
    return keeper.submit(block.encode(), now=NOW)


def play_on(campaign: Campaign, most: int = 10_000, stride: int = 7) -> int:
    """Play with legal orders until the end or for so many files; gives back how many."""
    with opened(campaign.folder, MODERATOR) as keeper:
        count = 0
        while count < most and not keeper.match.past.ended:
            receipt = turn(campaign, keeper, count * stride)
            assert receipt.result == "applied", receipt.message
            count += 1
        keeper.publish()
    return count


def verified_to_the_end(campaign: Campaign) -> None:
    """Play to the end, and let everybody check everything, before and after."""
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message
    play_on(campaign)
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message
    assert verdict.over
    assert [step.n for step in campaign.steps()] == list(range(campaign.head.n + 1))


def role(entry: Mapping[str, Any]) -> str:
    """What an entry is: a run by what it begins with."""
    roles = {"file": "move", "clock": "clock", "served": "served"}
    return "move" if entry["kind"] == "withdraw" else roles[entry["cause"]] if entry["kind"] == "run" else entry["kind"]


def entries_of(campaign: Campaign, *kinds: str) -> list[dict[str, Any]]:
    """Entries by their role; of a run, which may be served in part, with `served` the answers of that part."""
    found: list[dict[str, Any]] = []
    for entry in campaign.entries():
        if role(entry) in kinds:
            found.append(entry)
        elif "served" in kinds and "shows" in entry and "answers" in entry:
            own = ("file", "standing", "forced")
            ahead = [
                one
                for one in entry["answers"]
                if "from" in one or one["player"] != entry["player"] or one.get("source") not in own
            ]
            if ahead:
                found.append({**entry, "answers": ahead})
    return found


def again(campaign: Campaign, now: str = NOW) -> RunReport:
    return run(campaign.folder, MODERATOR, now)


def files(folder: Path) -> dict[str, bytes]:
    """Every public file of a campaign; what begins with a dot is nobody's business."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    }
