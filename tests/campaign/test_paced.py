"""Orders given ahead wait for the earliest time and for the processing run, as files do; replay looks at no clock."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.campaign.campaign import Campaign
from pbem.campaign.clock.terms import Terms
from pbem.campaign.ledger.verify import verify
from pbem.campaign.running import correction_files, decisions

from .kit import again, send
from .league import BERLIN, answered, begun, changed, kept, later, league_installed, waiting

RUNS = Terms(72, "default", "open", zone=BERLIN, runs=("08:00", "20:00"))
EARLIEST = Terms(48, "default", "open", earliest=6)
AGREED = {"clock": "moderator", "rollback": "moderator", "ruling": "moderator"}


@pytest.fixture(autouse=True)
def league() -> Iterator[None]:
    with league_installed():
        yield


def _played_out(campaign: Campaign, at: str, private: Path) -> None:
    """To the end, one file a day; then everything is recomputed, also without the checkpoint."""
    shutil.rmtree(private / "games")
    while not campaign.position["over"]:
        at = later(24, at)
        if waiting(campaign):
            send(campaign, waiting(campaign)[0], "bid 3")
        again(campaign, at)
        again(campaign, later(20, at))
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message
    assert verdict.over
    assert [step.n for step in campaign.steps()] == list(range(campaign.head.n + 1))


def test_a_line_that_waits_does_not_answer_before_the_earliest_time(games: Path, private: Path) -> None:
    campaign = begun(games / "league-1", EARLIEST)
    send(campaign, "ben", "bid 2")
    send(campaign, "cleo", "bid 4")
    again(campaign, later(1))
    assert waiting(campaign) == ["anna"], "neither is asked yet: both lines wait in the agenda"
    answered(campaign, later(7))
    assert waiting(campaign) == ["ben"], "ben has ordered ahead, but is asked only now"
    n = again(campaign, later(12.9)).n
    assert waiting(campaign) == ["ben"]
    report = again(campaign, later(13))
    assert (report.n, waiting(campaign)) == (n + 1, ["cleo"]), "cleo's six hours begin now"
    assert again(campaign, later(18)).n == n + 1
    again(campaign, later(19))
    assert waiting(campaign) == ["anna"]
    served = list(campaign.entries())[n + 1]
    assert (served["cause"], served["at"], served["answers"][0]["player"]) == ("served", later(13), "ben")
    _played_out(campaign, later(24), private)
    early = changed(campaign, n + 1, lambda one: one.update(at=later(12)))
    assert f"but nothing is carried out before {later(13)}" in early.message


def test_until_then_the_line_can_be_replaced(games: Path, private: Path) -> None:
    campaign = begun(games / "league-1", EARLIEST)
    send(campaign, "ben", "bid 2")
    again(campaign, later(1))
    answered(campaign, later(7))
    send(campaign, "ben", "bid 5")
    report = again(campaign, later(13))
    assert [one.result for one in report.receipts] == ["applied"]
    given = [one for entry in campaign.entries() for one in entry.get("answers", ()) if one["player"] == "ben"]
    assert [one["order"] for one in given] == ["bid 5"]
    _played_out(campaign, later(24), private)


def test_nobody_is_late_whose_line_waits_for_its_time(games: Path) -> None:
    campaign = begun(games / "league-1", EARLIEST)
    send(campaign, "ben", "bid 2")
    again(campaign, later(1))
    answered(campaign, later(7))
    report = again(campaign, later(7 + 49))
    assert report.defaulted == []
    assert [one["order"] for one in list(campaign.entries())[-1]["answers"]] == ["bid 2"]


def test_what_is_ordered_ahead_follows_within_a_processing_run(games: Path, private: Path) -> None:
    """Whoever's file came first: all that is there at 20:00 is carried out then."""
    for n, names in enumerate((("anna", "ben"), ("ben", "anna"))):
        campaign = begun(games / f"league-{n}", RUNS)
        for name in names:
            send(campaign, name, "bid 2")
        assert waiting(campaign) == ["anna"]
        again(campaign, "2026-01-01T18:59:59Z")
        assert waiting(campaign) == ["anna"]
        again(campaign, "2026-01-01T19:05:00Z")
        assert waiting(campaign) == ["cleo"]
    _played_out(campaign, later(24), private)


def test_outside_a_processing_run_a_line_that_waits_stays_where_it_is(games: Path, private: Path) -> None:
    """Anna misses the deadline at noon, and the moderator goes back at three: ben's line waits for eight."""
    campaign = begun(games / "league-1", RUNS, policy=AGREED)
    send(campaign, "ben", "always on bid: bid 2")
    again(campaign, "2026-01-01T19:00:00Z")
    report = again(campaign, later(72))
    assert (report.defaulted, waiting(campaign)) == (["anna"], ["ben"])
    n = again(campaign, "2026-01-04T18:59:59Z").n
    assert waiting(campaign) == ["ben"]
    assert again(campaign, "2026-01-04T19:00:00Z").n == n + 1
    assert waiting(campaign) == ["cleo"]
    answered(campaign, "2026-01-05T19:00:00Z")
    assert waiting(campaign) == ["anna"]
    with kept(campaign) as keeper:
        correction_files.rule(keeper, [], "Nothing changes.", "2026-01-05T20:00:00Z")
    assert waiting(campaign) == ["anna"]
    _played_out(campaign, "2026-01-06T12:00:00Z", private)
    early = changed(campaign, n + 1, lambda one: one.update(at="2026-01-04T18:00:00Z"))
    assert "but nothing is carried out before 2026-01-04T19:00:00Z" in early.message


def test_a_bots_move_brings_nobody_else_to_act_between_the_runs(games: Path, private: Path) -> None:
    campaign = begun(games / "league-1", RUNS, bots={"ben": "default"})
    send(campaign, "cleo", "bid 4")
    send(campaign, "anna", "bid 1")
    again(campaign, "2026-01-01T19:05:00Z")
    assert waiting(campaign) == ["anna"], "anna, the bot, and cleo in one processing run"
    _played_out(campaign, later(24), private)


def test_with_both_the_processing_run_after_the_earliest_time_counts(games: Path, private: Path) -> None:
    both = Terms(72, "default", "open", zone=BERLIN, runs=("08:00", "20:00"), earliest=3)
    campaign = begun(games / "league-1", both)
    send(campaign, "ben", "bid 2")
    answered(campaign, "2026-01-01T19:00:00Z")
    assert waiting(campaign) == ["ben"]
    again(campaign, "2026-01-01T23:00:00Z")
    assert waiting(campaign) == ["ben"], "the three hours are over, but there is no run at midnight"
    again(campaign, "2026-01-02T07:00:00Z")
    assert waiting(campaign) == ["cleo"]
    _played_out(campaign, later(48), private)


def test_another_clock_counts_for_what_comes_up_next(games: Path, private: Path) -> None:
    campaign = begun(games / "league-1", Terms(48, "default", "open"))
    send(campaign, "ben", "bid 2")
    again(campaign, later(1))
    with kept(campaign) as keeper:
        decisions.settings(keeper, EARLIEST, later(2))
    answered(campaign, later(3))
    assert waiting(campaign) == ["ben"], "asked with the new clock"
    again(campaign, later(9))
    assert waiting(campaign) == ["cleo"]
    _played_out(campaign, later(24), private)


def test_sealed_answers_to_be_given_together_wait_too(games: Path, private: Path) -> None:
    campaign = begun(games / "league-1", EARLIEST, mode="secret", rounds=2)
    for name in ("anna", "ben", "cleo"):
        send(campaign, name, f"bid 4\nbid {len(name)}")
    n = campaign.head.n
    assert again(campaign, later(5)).n == n
    after = again(campaign, later(6)).n
    assert after > n
    assert not campaign.position["over"]
    assert again(campaign, later(11)).n == after, "the second bids are in the agendas, and wait"
    again(campaign, later(12))
    assert campaign.position["over"]
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message
