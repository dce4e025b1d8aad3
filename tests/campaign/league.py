"""Campaigns of the toy league, and ledgers of them with one entry changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pbem.campaign.campaign import Campaign
from pbem.campaign.clock import deadlines
from pbem.campaign.clock.calendar import zone
from pbem.campaign.clock.terms import Terms
from pbem.campaign.ledger.verify import Verdict, verify
from pbem.campaign.running.create import opened
from pbem.campaign.running.receipts import Receipt
from pbem.campaign.running.run import RunReport
from pbem.campaign.running.writer import CampaignWriter
from tests.toys.mail import installed

from .cases_ledger import rebuilt
from .kit import MODERATOR, NOW, again, send, signed_block, start

BERLIN = zone("Europe/Berlin", 2026)
NAMES = ("anna", "ben", "cleo", "dora", "emil", "fred", "gina")
POLICY = {"clock": "moderator", "absence": 21 * 24}


@contextmanager
def league_installed() -> Iterator[None]:
    with installed(("toy_league",)):
        yield


def begun(
    folder: Path,
    limits: Terms,
    seats: int = 3,
    mode: str = "turns",
    rounds: int = 3,
    policy: Mapping[str, Any] | None = None,
    bots: Mapping[str, str] | None = None,
) -> Campaign:
    options = {"mode": mode, "rounds": rounds}
    agreed = POLICY if policy is None else policy
    return start(folder, "toy_league", NAMES[:seats], options, bots, limits, policy=agreed)


def later(hours: float, since: str = NOW) -> str:
    return deadlines.after(since, round(hours * 60))


def due(campaign: Campaign) -> str | None:
    found: str | None = campaign.position["due"]
    return found


def waiting(campaign: Campaign) -> list[str]:
    return list(campaign.position["waiting"] or ())


def answered(campaign: Campaign, at: str, order: str = "bid 3", *, by: str = "") -> RunReport:
    """Whoever is awaited first answers."""
    send(campaign, by or waiting(campaign)[0], order)
    return again(campaign, at)


def told(campaign: Campaign, handle: str, orders: str, at: str, by: str | None = None) -> Receipt:
    with opened(campaign.folder, MODERATOR) as keeper:
        receipt = keeper.submit(signed_block(campaign, handle, orders, by=by).encode(), now=at)
        keeper.publish()
    return receipt


@contextmanager
def kept(campaign: Campaign) -> Iterator[CampaignWriter]:
    with opened(campaign.folder, MODERATOR) as keeper:
        yield keeper
        keeper.publish()


def finished(campaign: Campaign, at: str, skipping: Sequence[str] = ()) -> None:
    """Play to the end with legal orders, and verify it."""
    for _ in range(2000):
        if campaign.position["over"]:
            break
        asked = [one for one in waiting(campaign) if one not in skipping]
        assert asked, waiting(campaign)
        at = max(at, campaign.position["at"])
        answered(campaign, at, by=asked[0])
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message
    assert verdict.over


def kinds(campaign: Campaign) -> list[str]:
    return [entry["kind"] for entry in campaign.entries()]


def changed(campaign: Campaign, n: int, change: Callable[[dict[str, Any]], object]) -> Verdict:
    """What verify says if the moderator had written another entry `n`, and signed it and all others properly."""
    path = campaign.folder / "ledger.jsonl"
    good = path.read_bytes()
    entries = [json.loads(line) for line in good.splitlines()]
    change(entries[n])
    path.write_bytes(rebuilt(entries))
    try:
        return verify(campaign.folder, ledger_only=True)
    finally:
        path.write_bytes(good)


def without(campaign: Campaign, n: int) -> Verdict:
    """What verify says if the moderator had left out entry `n`."""
    path = campaign.folder / "ledger.jsonl"
    good = path.read_bytes()
    entries = [json.loads(line) for line in good.splitlines()]
    del entries[n]
    path.write_bytes(rebuilt(entries))
    try:
        return verify(campaign.folder, ledger_only=True)
    finally:
        path.write_bytes(good)
