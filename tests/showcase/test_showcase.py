"""The showcase campaigns: whole games that must replay to what was recorded, for anybody, without a key."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pbem import titles
from pbem.campaign.campaign import Campaign
from pbem.campaign.ledger.verify import verify
from pbem.cli.app import app
from pbem.seals.keys import load_private
from pbem.table.state_json import digest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from showcase import GAMES, KEYS, LARGEST, SHOWCASES, Played, demo_key, make  # noqa: E402 - the path must be set first


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Somebody who has nothing but the repository, and stands in its root."""
    for name in ("PBEM_MODERATOR_KEY", "PBEM_GAMES", "PBEM_SITE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PBEM_KEYS", str(tmp_path / "no-keys"))
    monkeypatch.chdir(ROOT)


def leaders(campaign: Campaign, fact: str) -> list[int]:
    """Who was ahead alone, each time that changed, after each file."""
    found: list[int] = []
    for match, entry, _ in campaign.replay():
        if match.table is None or entry["kind"] != "run":
            continue
        table = match.table
        points = [table.title.facts[fact].read(table.state, seat, seat) for seat in range(len(table.players))]
        first = max(points)
        if points.count(first) == 1 and found[-1:] != [points.index(first)]:
            found.append(points.index(first))
    return found


@pytest.mark.parametrize("game", SHOWCASES)
def test_a_showcase_is_over_and_verifies(game: str) -> None:
    verdict = verify(GAMES / game)
    assert verdict.ok, verdict.message
    assert verdict.over
    assert verdict.signatures > 20
    assert verdict.head == Campaign.open(GAMES / game).head.digest


@pytest.mark.slow
@pytest.mark.parametrize("game", SHOWCASES)
def test_replay_comes_to_the_recorded_positions(game: str) -> None:
    """Counted here from the views themselves, not by what made the ledger."""
    compared = 0
    campaign = Campaign.open(GAMES / game)
    for step in campaign.steps():
        if "digest" in step.entry:
            # who is asked what, and nothing of the legal answers
            asked = [[one["player"], one["kind"]] for one in step.asked if "player" in one]
            assert digest({"state": step.view, "asked": asked}) == step.entry["digest"], step.n
            compared += 1
    assert compared > 40


@pytest.mark.slow
@pytest.mark.parametrize("game", SHOWCASES)
def test_a_showcase_is_the_game_that_was_looked_for(game: str) -> None:
    campaign, wanted = Campaign.open(GAMES / game), SHOWCASES[game]
    outcome = campaign.table().outcome
    assert outcome is not None
    assert wanted.wanted(Played(outcome, leaders(campaign, wanted.points)))
    assert dict(zip(campaign.players, campaign.names, strict=True)) == wanted.players
    assert (campaign.title.id, campaign.genesis.language) == (wanted.title, wanted.language)


@pytest.mark.parametrize("game", [name for name, one in SHOWCASES.items() if one.ahead])
def test_thinking_ahead_is_shown(game: str) -> None:
    entries = list(Campaign.open(GAMES / game).entries())
    answers = [one for entry in entries for key in ("answers", "shows") for one in entry.get(key, ())]
    assert any(one.get("source") == "standing" for one in answers)
    assert any(one.get("from") is not None for one in answers)


def test_every_title_of_ours_has_a_showcase() -> None:
    assert {one.title for one in SHOWCASES.values()} == set(titles.ours())


def test_showcases_are_small() -> None:
    for game in SHOWCASES:
        assert sum(path.stat().st_size for path in (GAMES / game).rglob("*") if path.is_file()) < LARGEST


@pytest.mark.slow
def test_anybody_can_look_at_them_without_a_key(tmp_path: Path) -> None:
    run = CliRunner()
    status = run.invoke(app, ["status"])
    assert status.exit_code == 0, status.output
    for game in SHOWCASES:
        assert f"{game} (" in status.output
        for command in ("show", "verify", "log"):
            done = run.invoke(app, [command, game])
            assert done.exit_code == 0, done.output
            assert done.output.strip()
    done = run.invoke(app, ["publish", "--site", str(tmp_path / "site"), *SHOWCASES])
    assert done.exit_code == 0, done.output
    for game in SHOWCASES:
        assert (tmp_path / "site" / "games" / game / "index.html").is_file()


def test_the_demo_keys_are_those_of_the_seats() -> None:
    for game, one in SHOWCASES.items():
        genesis = Campaign.open(GAMES / game).genesis
        assert genesis.moderator.raw == load_private(GAMES / KEYS / "moderator").public.raw
        for handle, seat in zip(one.players, genesis.seats, strict=True):
            assert seat.key.raw == load_private(GAMES / KEYS / handle).public.raw == demo_key(handle).public.raw


def test_open_files_make_the_same_game_again(tmp_path: Path) -> None:
    ledgers = []
    for name in ("one", "two"):
        make(tmp_path / name / "duel-showcase", SHOWCASES["duel-showcase"], 1)
        ledgers.append((tmp_path / name / "duel-showcase" / "ledger.jsonl").read_bytes())
    assert ledgers[0] == ledgers[1]
