"""A substitute writes moves for a seat and reads its hand, as long as the player wants, and decides nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.campaign.agreement.genesis import Seat
from pbem.campaign.clock.terms import Terms
from pbem.campaign.errors import CampaignError
from pbem.campaign.ledger.verify import verify
from pbem.campaign.player.player_view import open_hand, open_receipts
from pbem.campaign.running import decisions
from pbem.campaign.running.checkpoint import private_folder
from pbem.seals.errors import SealError

from .cases_ledger import resigned
from .kit import key
from .league import begun, changed, finished, kept, kinds, later, league_installed, told

OPEN = Terms(48, "default", "open")


@pytest.fixture(autouse=True)
def league() -> Iterator[None]:
    with league_installed():
        yield


def line(name: str) -> str:
    return " ".join(key(name).public.line.split()[:2])


def test_a_substitute_plays_reads_and_is_told(games: Path) -> None:
    campaign = begun(games / "league-1", OPEN)
    receipt = told(campaign, "anna", f"substitute {line('dora')}", later(1))
    assert receipt.message == "From entry 4 on your substitute writes for you too, and reads your hand."
    for reader in ("anna", "dora"):
        assert open_hand(campaign, "anna", key(reader)).view
    assert (campaign.folder / "allowed_signers").read_text().count("anna ") == 2
    assert campaign.seats[0].keys == (key("anna").public, key("dora").public)
    (private_folder(campaign.genesis) / "checkpoint.json").unlink()
    assert told(campaign, "anna", "bid 3", later(2), by="dora").taken
    assert open_receipts(campaign, "anna", key("dora"))[0]
    with kept(campaign) as keeper:
        assert keeper.match.seats[0].substitute is not None
    assert told(campaign, "anna", "substitute none", later(3)).taken
    assert told(campaign, "anna", "bid 4", later(4), by="dora").fault == "sig-key"
    with pytest.raises(SealError):
        open_hand(campaign, "anna", key("dora"))
    finished(campaign, later(5))


@pytest.mark.parametrize("word", [f"key {line('eve')}", "absence 2026-02-01", "leave", "substitute none"])
def test_a_substitute_decides_nothing_about_the_seat(games: Path, word: str) -> None:
    campaign = begun(games / "league-1", OPEN)
    told(campaign, "anna", f"substitute {line('dora')}", later(1))
    refused = told(campaign, "anna", word, later(2), by="dora")
    assert (refused.result, refused.fault) == ("refused", "substitute-moves")
    assert kinds(campaign)[-1] == "substitute"


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ("", "new-key"),
        ("tea", "new-key"),
        ("none", "no-substitute"),
        (line("ben"), "key-twice"),
        (line("anna"), "same-key"),
    ],
)
def test_substitutes_that_cannot_be(games: Path, said: str, fault: str) -> None:
    campaign = begun(games / "league-1", OPEN)
    assert told(campaign, "anna", f"substitute {said}", later(1)).fault == fault


def test_nobody_else_gets_the_key_of_a_substitute(games: Path) -> None:
    """Whoever has two seats' keys reads two hands."""
    campaign = begun(games / "league-1", OPEN)
    told(campaign, "anna", f"substitute {line('dora')}", later(1))
    assert told(campaign, "anna", f"substitute {line('dora')}", later(2)).fault == "same-key"
    assert told(campaign, "ben", f"substitute {line('dora')}", later(2)).fault == "key-twice"
    assert told(campaign, "ben", f"key {line('dora')}", later(2)).fault == "key-twice"
    with kept(campaign) as keeper, pytest.raises(CampaignError, match="anna and ben would have the same key"):
        decisions.give(keeper, 1, Seat("ben", "Dora", key("dora").public), later(2))
    with kept(campaign) as keeper:
        decisions.give(keeper, 1, Seat("ben", "Carl", key("carl").public), later(3))
    n = kinds(campaign).index("takeover")
    verdict = changed(campaign, n, lambda one: one.update(key=line("dora")))
    assert (verdict.ok, verdict.entry) == (False, n)
    assert "anna signs with this key already" in verdict.message


def test_whoever_takes_a_seat_takes_it_without_the_substitute(games: Path) -> None:
    campaign = begun(games / "league-1", OPEN)
    told(campaign, "anna", f"substitute {line('dora')}", later(1))
    with kept(campaign) as keeper:
        decisions.hand_over(keeper, 0, line("carl"), None, "Carl", later(2))
    assert campaign.seats[0].keys == (key("carl").public,)
    assert told(campaign, "anna", "bid 4", later(3), by="dora").fault == "sig-key"
    assert verify(campaign.folder).ok


def test_a_substitute_that_nobody_named_is_found_out(games: Path) -> None:
    campaign = begun(games / "league-1", OPEN)
    told(campaign, "anna", f"substitute {line('dora')}", later(1))
    n = kinds(campaign).index("substitute")
    told(campaign, "anna", "bid 3", later(2), by="dora")
    for at, change, said in (
        (n, lambda one: one.update(key=line("eve")), "it orders a different key"),
        (n, lambda one: one.pop("key"), "it orders a different key"),
        (n, lambda one: one.update(player="ben"), "it is for anna in league-1"),
        (n, lambda one: resigned(one, "dora"), "signature does not hold"),
        (n + 1, lambda one: resigned(one, "eve"), "signature does not hold"),
    ):
        verdict = changed(campaign, at, change)
        assert (verdict.ok, verdict.entry) == (False, at)
        assert said in verdict.message
