"""What a run hands over is what a replay of its entries would tell."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from pbem.campaign.acts import ordered_ahead
from pbem.campaign.campaign import Campaign
from pbem.campaign.ledger.replay import Unsealed, replayed
from pbem.campaign.running.happened import Happened
from pbem.campaign.running.run import run

from .kit import MODERATOR, NOW, again, send, start
from .test_blind import DRAFT, THREE, TURN, after_the_draft


def told_by_replay(campaign: Campaign, secret: bytes | None, after: int) -> Counter[str]:
    """Every note after an entry, whoever may read it, with what was told after the last one."""
    found: Counter[str] = Counter()
    last = None
    for match, entry, deed in replayed(campaign.ledger.entries(), Unsealed(secret, unseal=MODERATOR.open)):
        last = match
        if entry["n"] > after:
            found.update(map(repr, deed.notes))
    assert last is not None
    ordered_ahead.serve(last)
    found.update(map(repr, last.take_asides()))
    return found


def check(campaign: Campaign, happened: Happened) -> None:
    steps = list(campaign.steps())
    assert [one.step for one in happened.entries] == steps[happened.after.n + 1 :]
    assert happened.last == campaign.head.digest
    told = Counter(repr(note) for one in happened.entries for note in one.notes)
    assert told == told_by_replay(campaign, happened.match.secret, happened.after.n)


@pytest.mark.parametrize("title", ["wonders_duel", pytest.param("world_history", marks=pytest.mark.slow)])
def test_a_game_of_bots_is_told_as_its_replay_tells_it(games: Path, title: str) -> None:
    from pbem.campaign.running.create import begin

    bots = [(name, name.title(), "random") for name in (THREE if title == "world_history" else THREE[:2])]
    campaign = begin(games / "bots", MODERATOR, title, bots, {}, now=NOW)
    report = run(campaign.folder, MODERATOR, NOW)
    assert report.over
    assert len(report.happened.entries) == report.n > 20
    check(campaign, report.happened)


def test_what_was_ordered_ahead_and_opened_later_is_told_too(games: Path) -> None:
    """Sealed answers that a later run opens, lines that were dropped, and answers from standing orders."""
    campaign = after_the_draft(games / "blind-1")
    for handle in THREE:
        send(campaign, handle, TURN)
        report = again(campaign)
        assert report.n > report.before
        check(campaign, report.happened)
    kinds = [one.step.kind for one in report.happened.entries]
    assert set(kinds) >= {"run"}
    assert any(not note.visible(None) for one in report.happened.entries for note in one.notes)


def test_runs_that_follow_each_other_are_told_as_one_and_others_are_not(games: Path) -> None:
    campaign = start(games / "blind-2", "world_history", THREE, {"blind_turns": True})
    reports = []
    for handle in THREE:
        send(campaign, handle, DRAFT)
        reports.append(again(campaign))
    first, second, third = (one.happened for one in reports)
    joined = third.joined(second.joined(first))
    assert joined.after == first.after
    check(campaign, joined)
    assert third.joined(first) is third, "what came between would be missing"
    assert third.steps(first.after.digest) is None
    assert joined.steps(second.last) == [one.step for one in third.entries]
    assert joined.notes(joined.after.n - 1) is None
