"""Players who are away: deadlines stand still for them, within what was agreed, and everybody sees it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.campaign.acts import absence
from pbem.campaign.acts.act import ActDecision, Command
from pbem.campaign.clock.terms import Terms
from pbem.campaign.errors import CampaignError
from pbem.campaign.ledger.verify import verify
from pbem.campaign.match import Match
from pbem.campaign.match.pace import Span
from pbem.campaign.running import decisions
from pbem.campaign.running.create import opened

from .kit import MODERATOR, NOW, again, signed_block
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
    told,
    waiting,
)

LIMITS = Terms(48, "default", "open", zone=BERLIN)


@pytest.fixture(autouse=True)
def league() -> Iterator[None]:
    with league_installed():
        yield


def test_a_player_announces_an_absence(games: Path) -> None:
    """Two days of the 2nd and 3rd in Berlin; 13 hours of the 48 were used when it began."""
    campaign = begun(games / "league-1", LIMITS)
    receipt = told(campaign, "anna", "absence 2026-01-02..2026-01-03", later(1))
    assert receipt.result == "applied", receipt.message
    assert receipt.message.startswith("You are away from 2026-01-01T23:00:00Z to 2026-01-03T23:00:00Z")
    entry = list(campaign.entries())[-1]
    assert (entry["kind"], entry["player"], entry["by"]) == ("absence", "anna", "player")
    assert due(campaign) == later(96)
    assert again(campaign, later(95)).defaulted == []
    assert again(campaign, later(96)).defaulted == ["anna"]
    answered(campaign, later(97))
    assert waiting(campaign) == ["cleo"]
    finished(campaign, later(98))


@pytest.mark.parametrize("days", ["2026-01-02..9999-12-31", "9999-12-31", "0001-01-01..2026-02-01"])
def test_an_absence_beyond_all_dates_is_refused(games: Path, days: str) -> None:
    """A day after the last one there is no end of the last day, and Berlin is ahead of the first."""
    campaign = begun(games / "league-1", LIMITS)
    receipt = told(campaign, "anna", f"absence {days}", later(1))
    assert (receipt.result, receipt.fault) == ("refused", "absence")
    assert days in receipt.message


def test_a_deadline_is_never_later_than_all_dates(games: Path) -> None:
    campaign = begun(games / "league-1", LIMITS)
    with kept(campaign) as keeper:
        for n in range(400):
            decisions.extend(keeper, 9999 * 24, later(1 + n))
    assert due(campaign) == "9999-12-30T00:00:00Z"
    assert again(campaign, later(500)).due == due(campaign)
    finished(campaign, later(501))


def test_only_the_own_deadlines_move(games: Path) -> None:
    campaign = begun(games / "league-1", LIMITS)
    told(campaign, "ben", "absence 2026-01-02..2026-01-10", later(1))
    assert due(campaign) == later(48)
    answered(campaign, later(20))
    assert due(campaign) == "2026-01-12T23:00:00Z", "he is away when he is asked, so all of his time is left"
    answered(campaign, later(21))
    assert due(campaign) == later(69)


def test_of_those_who_are_asked_together_the_latest_counts(games: Path) -> None:
    campaign = begun(games / "league-1", LIMITS, mode="open")
    told(campaign, "ben", "absence 2026-01-02..2026-01-10", later(1))
    put_off = due(campaign)
    assert put_off is not None
    assert put_off > later(48)
    answered(campaign, later(20), by="ben")
    assert due(campaign) == put_off, "it never comes nearer, or the others could be late at once"


def test_where_nobody_may_know_who_is_asked_everybody_counts(games: Path) -> None:
    campaign = begun(games / "league-1", LIMITS, mode="secret")
    told(campaign, "ben", "absence 2026-01-02..2026-01-10", later(1))
    assert due(campaign) == later(48 + 9 * 24)


def test_whoever_is_back_has_what_was_left(games: Path) -> None:
    campaign = begun(games / "league-1", LIMITS)
    told(campaign, "anna", "absence 2026-01-02..2026-01-10", later(1))
    receipt = told(campaign, "anna", "absence over", later(71))
    assert receipt.message == "You are back (entry 5); your deadlines run again."
    assert due(campaign) == later(71 + 37)
    assert told(campaign, "anna", "absence over", later(72)).fault == "not-away"
    finished(campaign, later(80))


def test_a_budget_for_the_whole_game(games: Path) -> None:
    campaign = begun(games / "league-1", LIMITS, policy={"absence": 7 * 24})
    assert told(campaign, "anna", "absence 2026-01-02..2026-01-06", NOW).taken
    refused = told(campaign, "anna", "absence 2026-02-02..2026-02-04", NOW)
    assert (refused.result, refused.fault) == ("refused", "absence-budget")
    assert refused.message == (
        "anna would be away for 8 days in this game; the players agreed to 7, and 2 are left. "
        "The moderator can grant more."
    )
    assert told(campaign, "anna", "absence 2026-01-05..2026-01-08", NOW).taken, "days are counted once"
    assert told(campaign, "ben", "absence 2026-02-02..2026-02-04", NOW).taken
    with kept(campaign) as keeper:
        decisions.absence(keeper, 0, "2026-03-01..2026-05-01", NOW)
    assert verify(campaign.folder).ok


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("absence", "absence"),
        ("absence soon", "absence"),
        ("absence 2026-13-01..2026-13-02", "absence"),
        ("absence 2026-02-29..2026-03-02", "absence"),
        ("absence 2025-12-01..2025-12-20", "absence-past"),
        ("absence 2026-02-10..2026-02-01", "absence-past"),
        ("absence over", "not-away"),
        ("absence 2026-02-01\nbid 3", "alone"),
    ],
)
def test_lines_that_announce_nothing(games: Path, line: str, fault: str) -> None:
    campaign = begun(games / "league-1", LIMITS)
    receipt = told(campaign, "anna", line, NOW)
    assert (receipt.result, receipt.fault) == ("refused", fault)
    assert kinds(campaign)[-1] == "join"


def test_without_an_agreement_only_the_moderator_grants_one(games: Path) -> None:
    campaign = begun(games / "league-1", LIMITS, policy={})
    assert told(campaign, "anna", "absence 2026-02-01", NOW).fault == "absence-budget"
    with kept(campaign) as keeper:
        decisions.absence(keeper, 0, "2026-02-01", NOW)
        with pytest.raises(CampaignError, match="ben is not away"):
            decisions.absence(keeper, 1, "over", NOW)
    assert kinds(campaign)[-1] == "absence"


def test_an_older_file_does_not_bring_an_absence_back(games: Path) -> None:
    campaign = begun(games / "league-1", LIMITS)
    head = campaign.head.digest
    assert told(campaign, "anna", "absence 2026-01-05..2026-01-08", later(1)).taken
    assert told(campaign, "anna", "absence over", later(2)).taken
    with opened(campaign.folder, MODERATOR) as keeper:
        old = signed_block(campaign, "anna", "absence 2026-01-06..2026-01-08", after=head)
        assert keeper.submit(old.encode(), now=later(3)).result == "replaced"


def test_an_absence_that_the_moderator_made_up_is_found_out(games: Path) -> None:
    campaign = begun(games / "league-1", LIMITS)
    told(campaign, "anna", "absence 2026-01-02..2026-01-03", later(1))
    n = len(kinds(campaign)) - 1
    for change, said in (
        ({"until": "2026-01-20T23:00:00Z"}, "it announces another absence"),
        ({"from": later(1)}, "it announces another absence"),
        ({"from": NOW}, "an absence begins when it is written"),
        ({"player": "ben"}, "it is for anna"),
        ({"by": "moderator"}, "a player signs the own decision"),
        ({"until": "2026-01-01T23:00:00Z"}, "an absence begins when it is written"),
    ):
        verdict = changed(campaign, n, lambda one, change=change: one.update(change))
        assert (verdict.ok, verdict.entry) == (False, n), change
        assert said in verdict.message, change
    gone = changed(campaign, n, lambda one: one.pop("file"))
    assert "a player signs the own decision" in gone.message


def granted(match: Match, command: Command[Span]) -> ActDecision:
    made = absence.decide(match, replace(command, by="moderator"))
    return replace(made, content={**made.content, "by": "player"})


def test_a_budget_that_is_overdrawn_is_found_out(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A moderator's program that does not look at what was agreed."""
    campaign = begun(games / "league-1", LIMITS, policy={"absence": 48})
    told(campaign, "anna", "absence 2026-01-02..2026-01-03", later(1))
    with monkeypatch.context() as careless:
        careless.setattr(absence, "ACT", replace(absence.ACT, decide=granted))
        assert told(campaign, "anna", "absence 2026-02-02", later(2)).taken
    verdict = verify(campaign.folder)
    assert (verdict.ok, verdict.entry) == (False, len(kinds(campaign)) - 1)
    assert "the players agreed to 2, and 0 are left" in verdict.message
