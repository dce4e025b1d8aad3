"""What the players agree to besides the clock stands in the genesis, and nothing else does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.campaign.agreement.genesis import Seat
from pbem.campaign.campaign import Campaign
from pbem.campaign.ledger.verify import verify
from pbem.campaign.running.create import begin
from pbem.table.state_json import canonical

from .kit import MODERATOR, NOW, key


def _with(folder: Path, policy: dict[str, object]) -> Campaign:
    players: list[tuple[str, str, Seat | str]] = [
        (one, one, Seat(one, one, key(one).public)) for one in ("anna", "ben")
    ]
    return begin(folder, MODERATOR, "wonders_duel", players, {}, now=NOW, policy=policy)


def test_a_policy_is_read_as_it_was_written(games: Path) -> None:
    campaign = _with(games / "duel-1", {"absence": 72, "clock": "moderator"})
    assert Campaign.open(campaign.folder).genesis.policy == {"absence": 72, "clock": "moderator"}
    assert 'policy_absence: "72"\n' in (campaign.folder / "campaign.yaml").read_text()
    assert verify(campaign.folder).ok


def test_without_a_policy_the_genesis_has_none(games: Path) -> None:
    assert "policy" not in json.loads((_with(games / "duel-1", {}).folder / "ledger.jsonl").read_bytes())


@pytest.mark.parametrize("policy", [{}, {"absence": -1}, {"drop": 0}, {"clock": "anna"}, {"tea": 1}])
def test_no_other_policy_is_read(games: Path, policy: dict[str, object]) -> None:
    folder = _with(games / "duel-1", {"absence": 72}).folder
    entry = {**json.loads((folder / "ledger.jsonl").read_bytes()), "policy": policy}
    (folder / "ledger.jsonl").write_bytes(canonical(entry) + b"\n")
    verdict = verify(folder)
    assert (verdict.fault, verdict.entry) == ("line-field", 0)
    assert "`policy`" in verdict.message
