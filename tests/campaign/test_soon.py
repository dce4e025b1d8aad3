"""Format 2: players are told that they can write before they are asked, and their time counts from then on."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.campaign.agreement.genesis import Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.ledger.verify import verify
from pbem.campaign.running.create import opened
from tests.toys.mail import installed

from .kit import MODERATOR, again, send, start

DAY = Terms(hours=24, at_deadline="default", files="sealed")


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    with installed(("toy_ages",)):
        yield


def producing(games: Path) -> Campaign:
    """Both have production; the romans are asked first."""
    campaign = start(games / "ages-1", "toy_ages", ("anna", "bob"), limits=DAY)
    send(campaign, "anna", "mark romans production, picts manoeuvre\nreveal romans")
    send(campaign, "bob", "mark gauls production, huns destiny\nreveal gauls")
    again(campaign)
    assert campaign.position["waiting"] == ["anna"]
    return campaign


def test_who_comes_next_is_told_so(games: Path) -> None:
    campaign = producing(games)
    assert campaign.position["soon"] == {"bob": "production"}
    send(campaign, "bob", "gauls: save")
    again(campaign)
    assert campaign.position["waiting"] == ["anna"]
    send(campaign, "anna", "romans: save")
    again(campaign)
    assert campaign.position["soon"] == {}
    assert "gauls" not in str(campaign.position["asked"]), "the file that came early was used"


@pytest.mark.parametrize(
    ("acted", "due"),
    [
        ("2026-01-01T18:00:00Z", "2026-01-02T12:00:00Z"),  # still a whole day from when the window was open
        ("2026-01-02T06:00:00Z", "2026-01-02T18:00:00Z"),  # half a day in any case
    ],
)
def test_the_time_counts_from_when_the_window_was_open(games: Path, private: Path, acted: str, due: str) -> None:
    campaign = producing(games)
    assert campaign.position["due"] == "2026-01-02T12:00:00Z"
    send(campaign, "anna", "romans: save")
    again(campaign, acted)
    assert campaign.position["waiting"] == ["bob"]
    assert campaign.position["due"] == due
    shutil.rmtree(private / "games")
    with opened(campaign.folder, MODERATOR) as keeper:
        assert {seat: one.window for seat, one in keeper.match.pace.opened.items()} == {1: "production"}
    again(campaign, due)
    entry = campaign.ledger.head()[1]
    assert (entry["cause"], entry["player"], entry["due"]) == ("clock", "bob", due)
    for day in range(3, 28):
        if campaign.position["over"]:
            break
        again(campaign, f"2026-02-{day:02}T12:00:00Z")
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message
    assert verdict.over
