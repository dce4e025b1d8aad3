"""Cooling off: where chance would be drawn a slip can be corrected for a while; then there is no way back."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.campaign.campaign import Campaign
from pbem.campaign.faults import CampaignError
from pbem.campaign.genesis import Terms, minutes
from pbem.campaign.run import Report, run
from pbem.campaign.verify import verify

from .kit import MODERATOR, send, start

COOLING = Terms(24, "default", cool_off=30)


def at(minute: int) -> str:
    """So many minutes after one o'clock."""
    return f"2026-01-01T{13 + minute // 60}:{minute % 60:02}:00Z"


def results(report: Report) -> list[tuple[str | None, str]]:
    return [(one.player, one.result) for one in report.receipts]


def duel(folder: Path) -> tuple[Campaign, str]:
    """A duel before the last pick of the draft, after which the cards of the first age are dealt."""
    campaign = start(folder, limits=COOLING)
    for _ in range(3):
        (player,) = campaign.position["waiting"]
        send(campaign, player, "any")
        assert results(run(campaign.folder, MODERATOR, at(0))) == [(player, "applied")], "nothing is drawn here"
    (last,) = campaign.position["waiting"]
    return campaign, last


def test_a_file_that_draws_chance_waits_and_then_counts(games: Path) -> None:
    campaign, last = duel(games / "duel-1")
    n = campaign.head.n
    send(campaign, last, "any")
    for minute in (0, 29):
        assert results(run(campaign.folder, MODERATOR, at(minute))) == [(last, "cooling")]
        assert campaign.head.n == n
        assert len(list((campaign.folder / "inbox").iterdir())) == 1
    assert results(run(campaign.folder, MODERATOR, at(30)))[0] == (last, "applied")
    assert campaign.head.n > n
    assert not list((campaign.folder / "inbox").iterdir())
    assert verify(campaign.folder).ok


def test_a_newer_file_replaces_one_that_cools_off_and_has_its_own_time(games: Path) -> None:
    campaign, last = duel(games / "duel-2")
    n = campaign.head.n
    send(campaign, last, "any")
    run(campaign.folder, MODERATOR, at(0))
    send(campaign, last, "# better\nany")
    assert results(run(campaign.folder, MODERATOR, at(20))) == [(last, "replaced"), (last, "cooling")]
    assert results(run(campaign.folder, MODERATOR, at(40))) == [(last, "cooling")]
    send(campaign, last, "# never mind")
    assert results(run(campaign.folder, MODERATOR, at(45))) == [(last, "replaced"), (last, "withdrawn")]
    assert campaign.head.n == n


def test_a_deadline_does_not_overtake_a_file_that_cools_off(games: Path) -> None:
    campaign, last = duel(games / "duel-3")
    send(campaign, last, "any")
    report = run(campaign.folder, MODERATOR, "2026-01-03T12:00:00Z")
    assert results(report) == [(last, "cooling")]
    assert report.defaulted == []


def test_a_wrong_file_is_refused_at_once(games: Path) -> None:
    campaign, last = duel(games / "duel-4")
    send(campaign, last, "build nowhere")
    assert results(run(campaign.folder, MODERATOR, at(0))) == [(last, "refused")]


def test_it_is_agreed_at_the_genesis_and_written_there(games: Path) -> None:
    campaign = start(games / "duel-5", limits=COOLING)
    assert campaign.genesis.terms == COOLING
    assert next(campaign.entries())["clock"] == {"hours": 24, "at_deadline": "default", "cool_off": 30}
    assert "cool_off_minutes: 30" in (campaign.folder / "campaign.yaml").read_text()
    live = start(games / "duel-6")
    assert "cool_off" not in next(live.entries())["clock"]


def test_how_it_is_written() -> None:
    assert [minutes(text) for text in ("30m", "2h", "0", " 5 m")] == [30, 120, 0, 5]
    for text in ("30", "soon", "-5m", "3d", ""):
        with pytest.raises(CampaignError, match="30m or 2h"):
            minutes(text)
