"""Cooling off: where chance would be drawn a slip can be corrected for a while; then there is no way back."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from pbem.campaign.agreement.genesis import Terms, minutes
from pbem.campaign.campaign import Campaign
from pbem.campaign.errors import CampaignError
from pbem.campaign.ledger.verify import verify
from pbem.campaign.running.create import opened
from pbem.campaign.running.run import RunReport, run

from .kit import DUEL, MODERATOR, send, start

COOLING = Terms(24, "default", cool_off=30)


def at(minute: int) -> str:
    """So many minutes after one o'clock."""
    return f"2026-01-01T{13 + minute // 60}:{minute % 60:02}:00Z"


def results(report: RunReport) -> list[tuple[str | None, str]]:
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


def test_a_newer_file_replaces_one_that_cools_off_and_does_not_wait_longer(games: Path) -> None:
    campaign, last = duel(games / "duel-2")
    n = campaign.head.n
    send(campaign, last, "any")
    run(campaign.folder, MODERATOR, at(0))
    send(campaign, last, "# better\nany")
    assert results(run(campaign.folder, MODERATOR, at(20))) == [(last, "replaced"), (last, "cooling")]
    assert campaign.head.n == n
    assert results(run(campaign.folder, MODERATOR, at(30))) == [(last, "applied")]


def test_who_withdraws_and_sends_anew_waits_no_longer_either(games: Path) -> None:
    campaign, last = duel(games / "duel-2")
    send(campaign, last, "any")
    run(campaign.folder, MODERATOR, at(0))
    send(campaign, last, "# never mind")
    assert results(run(campaign.folder, MODERATOR, at(10))) == [(last, "replaced"), (last, "withdrawn")]
    send(campaign, last, "# after all\nany")
    assert results(run(campaign.folder, MODERATOR, at(29))) == [(last, "cooling")]
    assert results(run(campaign.folder, MODERATOR, at(30))) == [(last, "applied")]


def test_each_turn_has_a_cool_off_of_its_own(games: Path) -> None:
    campaign, last = duel(games / "duel-2")
    send(campaign, last, "any")
    run(campaign.folder, MODERATOR, at(0))
    run(campaign.folder, MODERATOR, at(30))
    hour = 60
    while True:  # until a file would draw again
        (player,) = campaign.position["waiting"]
        send(campaign, player, "any")
        ((_, result),) = results(run(campaign.folder, MODERATOR, at(hour)))
        if result == "cooling":
            break
        assert result == "applied"
    assert results(run(campaign.folder, MODERATOR, at(hour + 29))) == [(player, "cooling")]
    assert results(run(campaign.folder, MODERATOR, at(hour + 30))) == [(player, "applied")]


@pytest.mark.slow
@pytest.mark.parametrize("forget", ["nothing", "receipts", "keys", "both"])
def test_nobody_cools_off_past_the_deadline(games: Path, private: Path, forget: str) -> None:
    campaign, last = duel(games / "duel-3")
    n, due = campaign.head.n, campaign.position["due"]
    assert due == "2026-01-02T13:00:00Z"
    for minute in range(0, 24 * 60, 29):
        send(campaign, last, f"# {minute}\nany")
        hours, minutes_ = divmod(13 * 60 + minute, 60)
        run(campaign.folder, MODERATOR, f"2026-01-0{1 + hours // 24}T{hours % 24:02}:{minutes_:02}:00Z")
        if forget in ("receipts", "both"):
            shutil.rmtree(campaign.folder / "receipts")
        if forget in ("keys", "both"):
            shutil.rmtree(private / "games")
        if campaign.head.n > n:
            break
    else:
        assert forget in ("keys", "both"), "a moderator that remembers measures from the first file"
        report = run(campaign.folder, MODERATOR, due)
        assert results(report) == [(last, "applied")]
        assert report.defaulted == []
    assert campaign.head.n > n


def test_a_file_that_comes_after_the_deadline_counts_at_once(games: Path) -> None:
    campaign, last = duel(games / "duel-3")
    send(campaign, last, "any")
    report = run(campaign.folder, MODERATOR, "2026-01-03T12:00:00Z")
    assert results(report) == [(last, "applied")]
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


# ---- what it tells others


def shown(campaign: Campaign, player: str) -> list[dict[str, object]]:
    """The public receipts of a player, without what names the file and the sealed part."""
    found = [json.loads(path.read_text()) for path in (campaign.folder / "receipts").glob("*.json")]
    return sorted(
        ({name: one[name] for name in ("result", "at", "n")} for one in found if one["player"] == player), key=str
    )


def begun_anew(folder: Path, private: Path, title: str = DUEL, handles: tuple[str, ...] = ("anna", "ben")) -> Campaign:
    """The same game in another world: the same dice, and nothing known of the one before."""
    shutil.rmtree(private, ignore_errors=True)
    return start(folder, title, handles, limits=COOLING)


@pytest.mark.parametrize("picks", [0, 1, 2])
def test_a_file_does_not_try_out_what_others_have_ordered_ahead(games: Path, private: Path, picks: int) -> None:
    """Else `applied` or `cooling` would tell a sealed plan, and the prober would withdraw."""
    told = []
    for world, plan in enumerate(("any\nany\nany\n", "if age = 3: any\n")):
        campaign = begun_anew(games / str(world) / "duel-1", private)
        for _ in range(picks):
            (player,) = campaign.position["waiting"]
            send(campaign, player, "any")
            run(campaign.folder, MODERATOR, at(0))
        (prober,) = campaign.position["waiting"]
        other = next(one for one in campaign.players if one != prober)
        send(campaign, other, plan)
        run(campaign.folder, MODERATOR, at(0))
        assert campaign.position["waiting"] == [prober]
        send(campaign, prober, "any\nany")
        run(campaign.folder, MODERATOR, at(1))
        told.append(shown(campaign, prober))
    assert told[0] == told[1]


def test_the_last_answer_of_all_waits_whatever_the_others_have_answered(
    games: Path, private: Path, market: str
) -> None:
    """That the others have answered is public, and chance may follow; what they have answered is not looked at."""
    told = []
    for world in (0, 1):
        campaign = begun_anew(games / str(world) / "market-1", private, market, ("anna", "ben", "cleo"))
        while len(campaign.position["waiting"]) == 1:
            (player,) = campaign.position["waiting"]
            send(campaign, player, "any")
            assert results(run(campaign.folder, MODERATOR, at(0)))[0] == (player, "applied")
        *others, last = campaign.position["waiting"]
        for player in others:
            seat = campaign.seat(player)
            with opened(campaign.folder, MODERATOR) as keeper:
                ask = keeper.match.playing.pending[seat]
                order = ask.write(ask.listed(9)[-world], keeper.match.playing.players)
            send(campaign, player, order)
            assert results(run(campaign.folder, MODERATOR, at(1)))[0] == (player, "applied")
        send(campaign, last, "any")
        told.append(results(run(campaign.folder, MODERATOR, at(2))))
    assert told == [[(last, "cooling")]] * 2
