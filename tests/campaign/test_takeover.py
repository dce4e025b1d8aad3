"""Another person or a bot on a seat: whoever takes it learns what the seat may know, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.campaign.agreement.genesis import Seat
from pbem.campaign.campaign import Campaign
from pbem.campaign.clock.terms import Terms
from pbem.campaign.errors import CampaignError
from pbem.campaign.ledger.verify import verify
from pbem.campaign.player.player_view import open_hand
from pbem.campaign.running import decisions
from pbem.seals.errors import SealError
from pbem.seals.sealing import unseal

from .kit import NOW, again, key
from .league import answered, begun, changed, due, finished, kept, kinds, later, league_installed, told, waiting

SEALED = Terms(48, "default", "sealed")


@pytest.fixture(autouse=True)
def league() -> Iterator[None]:
    with league_installed():
        yield


def give(campaign: Campaign, seat: int, name: str, at: str) -> None:
    with kept(campaign) as keeper:
        decisions.give(keeper, seat, Seat(name, name.title(), key(name).public), at)


def line(name: str) -> str:
    """A key as a ledger has it."""
    return " ".join(key(name).public.line.split()[:2])


def test_a_replacement_takes_over(games: Path) -> None:
    campaign = begun(games / "league-1", SEALED)
    told(campaign, "anna", "absence 2026-01-02..2026-01-15", later(1))
    give(campaign, 0, "carl", later(2))
    entry = list(campaign.entries())[-1]
    assert (entry["kind"], entry["player"], entry["name"], entry["by"]) == ("takeover", "anna", "Carl", "moderator")
    assert due(campaign) == later(48), "who is away is not there any more"
    assert told(campaign, "anna", "bid 3", later(3)).fault == "seat-passed"
    assert told(campaign, "anna", "bid 3", later(3), by="carl").taken
    assert campaign.seats[0].key == key("carl").public
    assert campaign.seats[0].name == "Carl"
    assert key("carl").public.line.split()[1] in (campaign.folder / "allowed_signers").read_text()
    assert verify(campaign.folder).ok


def test_a_replacement_reads_what_the_seat_may_know_and_nothing_else(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twin games that differ in who plays the seat: the hand says the same, and no other file opens."""
    twins = []
    for name in ("ben2", "carl"):
        monkeypatch.setenv("PBEM_KEYS", str(tmp_path / name))
        campaign = begun(games / name / "league-1", SEALED, rounds=5)
        told(campaign, "ben", "once on bid: bid 4", later(1))
        told(campaign, "cleo", "always on bid: bid 2", later(1))
        give(campaign, 1, name, later(2))
        twins.append(campaign)
    before, after = open_hand(twins[0], "ben", key("ben2")), open_hand(twins[1], "ben", key("carl"))
    assert (before.view, before.told, before.ordered) == (after.view, after.told, after.ordered)
    assert after.ordered["standing"], "what was ordered ahead for the seat is its business"
    opened = []
    for path in sorted(twins[1].folder.rglob("*.age")):
        try:
            unseal(path.read_bytes(), key("carl"))
            opened.append(path.relative_to(twins[1].folder).as_posix())
        except SealError:
            continue
    assert opened == ["sealed/ben.age"]
    with pytest.raises(SealError):
        unseal((twins[1].folder / "sealed" / "ben.age").read_bytes(), key("ben"))
    for line in (twins[1].folder / "ledger.jsonl").read_text().splitlines():
        sealed = json.loads(line).get("file", {}).get("sealed", "")
        if sealed:
            with pytest.raises(SealError):
                unseal(sealed.encode(), key("carl"))


def test_a_seat_is_given_to_a_bot_and_back(games: Path) -> None:
    campaign = begun(games / "league-1", SEALED)
    with kept(campaign) as keeper:
        decisions.give_to_bot(keeper, 0, "bot", later(1))
        assert keeper.match.seats.people == [1, 2]
    again(campaign, later(2))
    assert waiting(campaign) == ["ben"], "the bot has played"
    give(campaign, 0, "anna", later(3))
    for _ in range(2):
        answered(campaign, later(4))
    assert waiting(campaign) == ["anna"]
    finished(campaign, later(5))


def test_a_key_that_cannot_take_a_seat(games: Path) -> None:
    campaign = begun(games / "league-1", SEALED)
    with kept(campaign) as keeper:
        for name, said in (("ben", "would have the same key"), ("anna", "anna already signs with this key")):
            with pytest.raises(CampaignError, match=said):
                decisions.give(keeper, 0, Seat("anna", "Anna", key(name).public), NOW)
    assert kinds(campaign)[-1] == "join"


def test_changed_takeovers_are_found_out(games: Path) -> None:
    campaign = begun(games / "league-1", Terms(48, "default", "open"))
    give(campaign, 0, "carl", later(2))
    told(campaign, "anna", "bid 3", later(3), by="carl")
    n = kinds(campaign).index("takeover")
    for change, entry, said in (
        ({"key": line("ben")}, n, "ben signs with this key already"),
        ({"key": line("mallory")}, n + 1, ""),
        ({"player": "ben"}, n + 1, ""),
        ({"by": 2}, n, "did not become free with entry 2"),
        ({"key": "ssh-ed25519 tea"}, n, "the signed file is not right"),
        ({"key": f"{line('carl')} tea"}, n, "In a ledger a key has no comment"),
        ({"age": "age1tea"}, n, "the signed file is not right"),
        ({"bot": "bot"}, n + 1, ""),
    ):
        verdict = changed(campaign, n, lambda one, change=change: one.update(change))
        assert (verdict.ok, verdict.entry) == (False, entry), change
        assert said in verdict.message, change
