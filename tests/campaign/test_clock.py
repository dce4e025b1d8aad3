"""Clocks of a campaign: deadlines where they may lie, grace, earliest times, processing runs, pauses, extensions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.campaign.clock import deadlines
from pbem.campaign.clock.terms import Terms, WindowClock
from pbem.campaign.errors import CampaignError
from pbem.campaign.ledger.verify import verify
from pbem.campaign.running import decisions
from pbem.campaign.running.checkpoint import private_folder

from .kit import NOW, again, send
from .league import (
    BERLIN,
    answered,
    begun,
    changed,
    due,
    finished,
    kept,
    kinds,
    later,
    league_installed,
    waiting,
)

DEFAULT = Terms(48, "default", "open")


@pytest.fixture(autouse=True)
def league() -> Iterator[None]:
    with league_installed():
        yield


def test_deadlines_lie_on_allowed_days_at_the_hour_of_the_zone(games: Path) -> None:
    """NOW is a Thursday: two days later is Saturday noon, and Monday is the next day that is allowed."""
    limits = Terms(48, "default", "open", zone=BERLIN, days=("mon", "wed"), hour="20:00")
    campaign = begun(games / "league-1", limits)
    assert due(campaign) == "2026-01-05T19:00:00Z"
    answered(campaign, "2026-03-27T12:00:00Z")
    assert due(campaign) == "2026-03-30T18:00:00Z", "clocks went forward in between"


def test_no_deadline_on_a_holiday(games: Path) -> None:
    limits = Terms(48, "default", "open", zone=BERLIN, hour="18:00", holidays=(("2026-01-03", "2026-01-06"),))
    assert due(begun(games / "league-1", limits)) == "2026-01-07T17:00:00Z"


def test_a_window_has_a_clock_of_its_own(games: Path) -> None:
    limits = Terms(48, "default", "open", zone=BERLIN, windows={"round": WindowClock(6, 1, 2, ("fri",), "09:00")})
    campaign = begun(games / "league-1", limits)
    assert due(campaign) == "2026-01-02T08:00:00Z"
    with kept(campaign) as keeper:
        assert deadlines.missed(keeper.match) == "2026-01-02T10:00:00Z"
        assert deadlines.not_before(keeper.match) == later(1)


def test_in_the_grace_an_answer_counts_and_after_it_the_default(games: Path) -> None:
    campaign = begun(games / "league-1", Terms(48, "default", "open", grace=12))
    report = again(campaign, later(50))
    assert (report.overdue, report.defaulted) == (["anna"], [])
    answered(campaign, later(51))
    assert waiting(campaign) == ["ben"]
    report = again(campaign, later(51 + 48 + 12))
    assert (report.overdue, report.defaulted) == ([], ["ben"])
    n = len(kinds(campaign)) - 1
    entry = list(campaign.entries())[n]
    assert (entry["cause"], entry["due"]) == ("clock", later(51 + 48))
    finished(campaign, later(120))
    early = changed(campaign, n, lambda one: one.update(at=later(51 + 48 + 11)))
    assert f"entry {n}: a run entry has no place here; it was written at" in early.message
    assert "before the grace after the deadline was over" in early.message


def test_nothing_is_carried_out_before_the_earliest_time(games: Path) -> None:
    campaign = begun(games / "league-1", Terms(48, "default", "open", earliest=6))
    report = answered(campaign, later(2))
    assert [one.result for one in report.receipts] == ["cooling"]
    assert report.receipts[0].message == f"It is carried out after {later(6)}; until then a newer file replaces it."
    assert waiting(campaign) == ["anna"]
    send(campaign, "anna", "bid 7")
    report = again(campaign, later(6))
    assert sorted(one.result for one in report.receipts) == ["applied", "replaced"]
    n = len(kinds(campaign)) - 1
    assert list(campaign.entries())[n]["answers"][0]["order"] == "bid 7"
    for _ in range(2):
        again(campaign, later(48 * 20))
    finished_at = later(48 * 30)
    while not campaign.position["over"]:
        answered(campaign, finished_at)
        finished_at = later(7, finished_at)
        again(campaign, finished_at)
    assert verify(campaign.folder).ok
    early = changed(campaign, n, lambda one: one.update(at=later(5)))
    assert f"but nothing is carried out before {later(6)}" in early.message


def test_files_wait_for_the_processing_run(games: Path) -> None:
    """13:00 in Berlin: the file waits for 20:00; one that comes at 20:30 waits for the next morning."""
    campaign = begun(games / "league-1", Terms(72, "default", "open", zone=BERLIN, runs=("08:00", "20:00")))
    send(campaign, "ben", "bid 2")  # not asked yet: it waits as well, so that nobody sees when it came
    report = answered(campaign, later(1))
    assert {one.result for one in report.receipts} == {"cooling"}
    assert again(campaign, "2026-01-01T18:59:00Z").n == report.n
    report = again(campaign, "2026-01-01T19:05:00Z")
    assert waiting(campaign) == ["cleo"], "anna's and ben's files are carried out in one run"
    answered(campaign, "2026-01-01T19:30:00Z")
    assert waiting(campaign) == ["cleo"]
    again(campaign, "2026-01-02T06:59:59Z")
    assert waiting(campaign) == ["cleo"]
    again(campaign, "2026-01-02T07:00:00Z")
    assert waiting(campaign) == ["anna"]
    n = len(kinds(campaign)) - 1
    early = changed(campaign, n, lambda one: one.update(at="2026-01-01T23:00:00Z"))
    assert early.ok, "without the secret nobody knows what was open"


def test_secret_answers_wait_for_the_processing_run_too(games: Path) -> None:
    limits = Terms(72, "default", "open", zone=BERLIN, runs=("08:00", "20:00"))
    campaign = begun(games / "league-1", limits, mode="secret", rounds=2)
    for name in ("anna", "ben", "cleo"):
        send(campaign, name, "bid 4")
    n = len(kinds(campaign))
    assert again(campaign, later(1)).n == n - 1
    assert not list((campaign.folder / "receipts").glob("*cooling*"))
    assert again(campaign, "2026-01-01T19:00:00Z").n > n


def test_a_processing_run_never_comes_after_the_deadline(games: Path) -> None:
    campaign = begun(games / "league-1", Terms(4, "default", "open", zone=BERLIN, runs=("20:00",)))
    report = answered(campaign, later(3))
    assert report.receipts[0].message.startswith(f"It is carried out after {later(4)}")
    report = again(campaign, later(4))
    assert [one.result for one in report.receipts] == ["applied"]
    assert not report.defaulted


def test_an_extension_counts_from_the_deadline_and_no_weekend_swallows_it(games: Path) -> None:
    """NOW is a Thursday: the deadline is Monday at 20:00, two days more are Wednesday; then a day, and a weekend."""
    limits = Terms(48, "default", "open", zone=BERLIN, days=("mon", "tue", "wed", "thu", "fri"), hour="20:00")
    campaign = begun(games / "league-1", limits)
    assert due(campaign) == "2026-01-05T19:00:00Z"
    ends = []
    with kept(campaign) as keeper:
        for hours in (48, 24, 24, 24):
            ends.append(decisions.extend(keeper, hours, later(1)))
    assert ends == [f"2026-01-{day:02}T19:00:00Z" for day in (7, 8, 9, 12)]
    assert due(campaign) == ends[-1]
    with kept(campaign) as keeper:
        keeper.checkpoints.forget()
    with kept(campaign) as keeper:
        assert deadlines.due(keeper.match) == ends[-1]
    finished(campaign, later(24 * 30))


def test_a_pause_stops_the_clock_and_leaves_what_was_left(games: Path) -> None:
    campaign = begun(games / "league-1", DEFAULT)
    with kept(campaign) as keeper:
        decisions.change(keeper, "pause", later(40))
    assert due(campaign) is None
    report = again(campaign, later(400))
    assert (report.overdue, report.defaulted) == ([], [])
    with kept(campaign) as keeper:
        decisions.change(keeper, "resume", later(500))
    assert due(campaign) == later(508)
    again(campaign, later(507))
    assert waiting(campaign) == ["anna"]
    assert again(campaign, later(508)).defaulted == ["anna"]
    assert kinds(campaign)[-3:] == ["deadline", "deadline", "run"]
    finished(campaign, later(600))


def test_a_pause_in_the_grace_leaves_the_rest_of_the_grace(games: Path) -> None:
    campaign = begun(games / "league-1", Terms(48, "default", "open", grace=12))
    with kept(campaign) as keeper:
        decisions.change(keeper, "pause", later(50))
        decisions.change(keeper, "resume", later(100))
    assert due(campaign) == later(48)
    assert again(campaign, later(109)).overdue == ["anna"]
    assert again(campaign, later(110)).defaulted == ["anna"]


def test_an_extension_puts_off_what_is_open_and_nothing_else(games: Path) -> None:
    campaign = begun(games / "league-1", DEFAULT)
    with kept(campaign) as keeper:
        assert decisions.extend(keeper, 24, later(10)) == later(72)
    n = len(kinds(campaign)) - 1
    assert due(campaign) == later(72)
    answered(campaign, later(60))
    assert due(campaign) == later(108)
    finished(campaign, later(80))
    for change, said in (
        ({"due": later(90)}, f"the deadline was {later(72)}"),
        ({"due": later(9)}, f"the deadline {later(9)} is not after {later(10)}"),
        ({"hours": 25}, f"the deadline was {later(73)}"),
        ({"change": "pause"}, "it does not have just the fields of a `pause`"),
        ({"change": "resume", "hours": None, "due": None}, "The clock of league-1 is running already"),
        ({"by": "anna"}, "`by` is"),
    ):
        verdict = changed(campaign, n, lambda one, change=change: _put(one, change))
        assert (verdict.ok, verdict.entry) == (False, n)
        assert said in verdict.message, change


def _put(entry: dict[str, object], change: dict[str, object]) -> None:
    entry.update(change)
    for name in [name for name, value in entry.items() if value is None]:
        del entry[name]


def test_an_extension_after_the_deadline_counts_from_now(games: Path) -> None:
    campaign = begun(games / "league-1", Terms(48, "notify", "open"))
    assert again(campaign, later(60)).overdue == ["anna"]
    with kept(campaign) as keeper:
        put_off = decisions.extend(keeper, 24, later(60.5))
    assert later(84) < put_off <= later(86)
    assert again(campaign, later(80)).overdue == []
    finished(campaign, later(81))


def test_another_clock_counts_for_what_comes_up_later(games: Path) -> None:
    campaign = begun(games / "league-1", DEFAULT)
    with kept(campaign) as keeper:
        decisions.settings(keeper, Terms(6, "default", "open", grace=2), later(1))
    n = len(kinds(campaign)) - 1
    assert due(campaign) == later(48), "what is open keeps its deadline"
    answered(campaign, later(2))
    assert due(campaign) == later(8)
    assert again(campaign, later(10)).defaulted == ["ben"]
    again(campaign, later(11))
    finished(campaign, later(12))
    assert verify(campaign.folder).ok
    for clock_, said in (({"hours": 7}, "`after` is not an entry before it"), ({"at_deadline": "bot"}, "`after`")):
        verdict = changed(campaign, n, lambda one, clock_=clock_: one["clock"].update(clock_))
        assert said in verdict.message, "players' files name the entry as they saw it"
    for wrong, field in (({"hours": -1}, "clock"), ({"days": []}, "clock"), ({"days": ["tue", "mon"]}, "clock")):
        verdict = changed(campaign, n, lambda one, wrong=wrong: one["clock"].update(wrong))
        assert f"`{field}`" in verdict.message
    assert "need a time zone" in changed(campaign, n, lambda one: one["clock"].update(days=["mon"])).message


def test_the_clock_survives_the_loss_of_the_checkpoint(games: Path) -> None:
    campaign = begun(games / "league-1", DEFAULT)
    with kept(campaign) as keeper:
        decisions.settings(keeper, Terms(6, "default", "open", grace=2), later(1))
        decisions.extend(keeper, 5, later(2))
        decisions.absence(keeper, 0, "2026-01-02..2026-01-03", later(2))
        decisions.change(keeper, "pause", later(3))
        before = keeper.match.pace
    (private_folder(campaign.genesis) / "checkpoint.json").unlink()
    with kept(campaign) as keeper:
        assert keeper.match.pace == before
        decisions.change(keeper, "resume", later(4))
    assert due(campaign) == later(48 + 5 + 1 + 48)


def test_what_the_moderator_cannot_do_to_a_clock(games: Path) -> None:
    campaign = begun(games / "league-1", DEFAULT)
    fixed = begun(games / "league-2", DEFAULT, policy={"absence": 24})
    none = begun(games / "league-3", Terms(files="open"))
    with kept(fixed) as keeper, pytest.raises(CampaignError, match="have not agreed that the moderator may change"):
        decisions.change(keeper, "pause", NOW)
    with kept(none) as keeper, pytest.raises(CampaignError, match="no deadline in league-3 to extend"):
        decisions.extend(keeper, 24, NOW)
    with kept(campaign) as keeper:
        with pytest.raises(CampaignError, match="is running already"):
            decisions.change(keeper, "resume", NOW)
        with pytest.raises(CampaignError, match="toy_league has no window tea"):
            decisions.settings(keeper, Terms(24, windows={"tea": 3}), NOW)
        decisions.change(keeper, "pause", NOW)
        for attempt in (lambda: decisions.change(keeper, "pause", NOW), lambda: decisions.extend(keeper, 1, NOW)):
            with pytest.raises(CampaignError, match=f"has been stopped since {NOW}"):
                attempt()
    assert kinds(campaign)[-1] == "deadline"
    assert kinds(fixed)[-1] == kinds(none)[-1] == "join"


def test_a_moderator_who_changes_a_clock_that_nobody_may_change_is_found_out(games: Path) -> None:
    campaign = begun(games / "league-1", DEFAULT)
    with kept(campaign) as keeper:
        decisions.change(keeper, "pause", NOW)
    n = len(kinds(campaign)) - 1
    verdict = changed(campaign, 0, lambda one: one["policy"].pop("clock"))
    assert not verdict.ok  # the joins sign another genesis
    assert "is running already" in changed(campaign, n, lambda one: one.update(change="resume")).message
