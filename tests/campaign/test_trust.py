"""What the moderator goes on from: entries of its own, in the order of time, and nothing that somebody else added."""

from __future__ import annotations

import json
import shutil
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.agreement.genesis import Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.errors import CampaignError
from pbem.campaign.ledger.signed_json import signed
from pbem.campaign.ledger.verify import verify
from pbem.campaign.running import decisions
from pbem.campaign.running.create import opened
from pbem.campaign.running.run import run
from pbem.seals.errors import SealError
from pbem.seals.keys import PublicKey
from pbem.seals.moderator_key import Moderator
from pbem.table.state_json import canonical

from .cases_ledger import rebuilt
from .kit import MODERATOR, NOW, again, key, play_on, send, start, submit

EVE = PublicKey(key("eve").public.raw).line


def added(campaign: Campaign, **fields: Any) -> bytes:
    """A line that somebody else puts after the last one: chained, but signed by nobody."""
    head = campaign.head
    line = canonical({"n": head.n + 1, "prev": head.digest, "at": NOW, "sig": b64encode(bytes(64)).decode(), **fields})
    with campaign.ledger.path.open("ab") as ledger:
        ledger.write(line + b"\n")
    return line


def taken_over(campaign: Campaign) -> bytes:
    return added(campaign, kind="key", by="moderator", player="anna", key=EVE)


@pytest.mark.parametrize("checkpoint", [True, False])
def test_a_run_does_not_go_on_from_an_entry_that_it_did_not_sign(games: Path, private: Path, checkpoint: bool) -> None:
    campaign = start(games / "duel-1")
    play_on(campaign, 2)
    taken_over(campaign)
    n, ledger = campaign.head.n, campaign.ledger.path.read_bytes()
    if not checkpoint:
        shutil.rmtree(private / "games")
    with pytest.raises(CampaignError) as refused:
        again(campaign)
    assert (refused.value.fault, refused.value.entry) == ("line-seal", n)
    assert campaign.ledger.path.read_bytes() == ledger
    assert key("eve").public.fingerprint not in (campaign.folder / "allowed_signers").read_text()


def test_verify_finds_an_unsigned_entry_before_signed_ones(games: Path) -> None:
    campaign = start(games / "duel-1")
    taken_over(campaign)
    n = campaign.head.n
    entry = {"n": n + 1, "prev": campaign.head.digest, "at": NOW, "kind": "key", "by": "moderator", "player": "ben"}
    with campaign.ledger.path.open("ab") as ledger:
        ledger.write(signed({**entry, "key": PublicKey(key("carl").public.raw).line}, MODERATOR) + b"\n")
    verdict = verify(campaign.folder, ledger_only=True)
    assert (verdict.fault, verdict.entry) == ("line-seal", n)


def test_another_engine_is_not_blamed_for_an_unsigned_entry(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    campaign = start(games / "duel-1")
    taken_over(campaign)
    monkeypatch.setattr("pbem.campaign.running.create.__version__", "99.0")
    with pytest.raises(CampaignError) as refused:
        again(campaign)
    assert refused.value.fault == "line-seal"


def test_a_genesis_that_names_another_moderator_is_not_gone_on_with(games: Path, private: Path) -> None:
    """Salt and commitment are public; who copies them could else sign a whole ledger of this game."""
    campaign = start(games / "duel-1")
    eve = Moderator(key("eve"))
    entries = [json.loads(line) for line in campaign.ledger.lines()]
    entries[0]["moderator"] = EVE
    campaign.ledger.path.write_bytes(rebuilt(entries[:1], eve))
    shutil.rmtree(private / "games")
    with pytest.raises(SealError) as refused:
        again(campaign)
    assert refused.value.fault == "moderator-other"


def test_a_genesis_whose_seats_were_changed_is_not_gone_on_with(games: Path) -> None:
    campaign = start(games / "duel-1", joined=False)
    (line,) = campaign.ledger.lines()
    entry = json.loads(line)
    entry["seats"][0]["key"] = EVE
    campaign.ledger.path.write_bytes(canonical(entry) + b"\n")
    with pytest.raises(CampaignError) as refused:
        again(campaign)
    assert (refused.value.fault, refused.value.entry) == ("line-seal", 0)


def test_whoever_replays_a_ledger_finds_an_unsigned_entry(games: Path) -> None:
    campaign = Campaign.open(start(games / "duel-1").folder, MODERATOR)
    taken_over(campaign)
    with pytest.raises(CampaignError) as refused:
        list(campaign.steps())
    assert refused.value.fault == "line-seal"


def test_keys_of_seats_come_from_signed_entries_of_this_game_alone(games: Path) -> None:
    campaign, other = start(games / "duel-1"), start(games / "duel-2")
    submit(other, "anna", f"key {EVE}")
    lines = other.ledger.path.read_bytes().splitlines(keepends=True)
    good = campaign.ledger.path.read_bytes()
    with campaign.ledger.path.open("ab") as ledger:
        ledger.write(lines[-1])  # the moderator signed it, for another game
    assert campaign.seats[0].key == key("anna").public
    campaign.ledger.path.write_bytes(good)
    taken_over(campaign)
    assert campaign.seats[0].key == key("anna").public


def test_a_line_put_in_before_the_last_one_does_not_pass_for_an_entry(games: Path) -> None:
    """The last line is the moderator's own and there is a checkpoint of it; what stands before must lead to it."""
    campaign = start(games / "duel-1")
    play_on(campaign, 2)
    (player,) = campaign.position["waiting"]
    send(campaign, player, "try any", after=campaign.genesis_digest)
    (waiting,) = (campaign.folder / "inbox").iterdir()
    with opened(campaign.folder, MODERATOR) as keeper:
        read = keeper.read(waiting.read_bytes(), None, NOW)
        assert not hasattr(read, "result")
    *before, last = campaign.ledger.path.read_bytes().splitlines(keepends=True)
    entry = json.loads(before[-1])
    entry["file"] = {"digest": read.file.digest, "sealed": ""}
    campaign.ledger.path.write_bytes(b"".join([*before, canonical(entry) + b"\n", last]))
    with pytest.raises(CampaignError) as refused:
        again(campaign)
    assert refused.value.fault == "line-prev"
    assert waiting.is_file(), "the move was not answered as if it had been dealt with"


# ---- times


def test_verify_finds_times_that_run_backwards(games: Path, guess: str) -> None:
    campaign = start(games / "guess-1", guess)
    play_on(campaign)
    entries = [json.loads(line) for line in campaign.ledger.lines()]
    for length in (len(entries), 5):  # over, and still running
        for n in (1, 4):
            changed = [dict(entry) for entry in entries[:length]]
            changed[n]["at"] = "2026-01-01T11:59:59Z"
            campaign.ledger.path.write_bytes(rebuilt(changed))
            verdict = verify(campaign.folder, ledger_only=True)
            # Files name digests that are others now; what is asked is which fault comes first.
            assert (verdict.fault, verdict.entry) == ("line-time", n)


def test_the_moderator_does_not_go_on_where_times_run_backwards(games: Path, private: Path) -> None:
    campaign = start(games / "duel-1", joined=False)
    digest = campaign.head.digest
    line = {"n": 1, "prev": digest, "at": "2026-01-01T11:00:00Z", "kind": "key", "by": "moderator", "player": "anna"}
    with campaign.ledger.path.open("ab") as ledger:
        ledger.write(signed({**line, "key": EVE}, MODERATOR) + b"\n")
    with pytest.raises(CampaignError) as refused:
        again(campaign)
    assert (refused.value.fault, refused.value.entry) == ("line-time", 1)


def test_a_clock_that_is_behind_takes_the_time_of_the_last_entry(games: Path) -> None:
    campaign = start(games / "duel-1")
    (player,) = campaign.position["waiting"]
    send(campaign, player, "any")
    assert [one.at for one in run(campaign.folder, MODERATOR, "2025-12-31T00:00:00Z").receipts] == [NOW]
    with opened(campaign.folder, MODERATOR) as keeper:
        decisions.hand_over(keeper, 1, EVE, None, None, "2025-12-31T00:00:00Z")
        keeper.publish()
    assert {entry["at"] for entry in campaign.entries()} == {NOW}
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message


def test_a_day_that_no_month_has_is_no_time(games: Path) -> None:
    campaign = start(games / "duel-1", joined=False, limits=Terms(24))
    (line,) = campaign.ledger.lines()
    entry = {**json.loads(line), "at": "2026-02-31T12:00:00Z"}
    campaign.ledger.path.write_bytes(rebuilt([entry]))
    verdict = verify(campaign.folder, ledger_only=True)
    assert (verdict.fault, verdict.entry) == ("line-field", 0)
