"""A run or a command that dies at any write while something is taken back, ruled or decided."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbem.campaign.campaign import Campaign
from pbem.campaign.ledger.verify import verify
from pbem.campaign.running import correction_files
from pbem.campaign.running.create import opened
from tests.toys.mail import installed

from .crash_kit import check_crash, expected_entries, killed_at_each_step
from .kit import MODERATOR, NOW, again, send, start, submit

pytestmark = pytest.mark.slow
AGREED = {"undo": "open", "rollback": "moderator", "ruling": "moderator", "votes": "majority"}


@pytest.fixture(autouse=True)
def toys() -> Iterator[None]:
    with installed():
        yield


def _begun(games: Path) -> Campaign:
    campaign = start(games / "turn-1", "toy_turn", ("anna", "ben", "cleo"), policy=AGREED)
    submit(campaign, "anna", "no politics")
    submit(campaign, "anna", "take oil")
    return campaign


def _undo(games: Path) -> Campaign:
    campaign = _begun(games)
    send(campaign, "anna", "undo")
    return campaign


def _back(games: Path) -> Campaign:
    campaign = _begun(games)
    submit(campaign, "ben", "vote yes undo 5")
    send(campaign, "cleo", "vote yes undo 5")
    send(campaign, "cleo", "vote yes pause")
    return campaign


def _draw(games: Path) -> Campaign:
    campaign = _begun(games)
    for handle in campaign.players:
        send(campaign, handle, "vote yes draw")
    return campaign


@pytest.mark.parametrize("prepare", [_undo, _back, pytest.param(_draw, marks=pytest.mark.nightly)])
def test_a_run_killed_at_any_step(games: Path, private: Path, prepare: Callable[[Path], Campaign]) -> None:
    campaign = prepare(games)
    expected = expected_entries(campaign, private)
    for point in killed_at_each_step(campaign, private, lambda: again(campaign)):
        again(campaign)
        check_crash(campaign, expected, point)


def _rollback(campaign: Campaign) -> None:
    with opened(campaign.folder, MODERATOR) as keeper:
        correction_files.rollback(keeper, (5, 0), "A slip.", NOW)
        keeper.publish()


def _ruling(campaign: Campaign) -> None:
    """Right after the politics: then the row is what it was when the turn began."""
    with opened(campaign.folder, MODERATOR) as keeper:
        row = keeper.match.playing.state.row
        correction_files.rule(
            keeper, [("hands.ben", ["rome"]), ("row", [one for one in row if one != "rome"])], "So.", NOW
        )
        keeper.publish()


@pytest.mark.parametrize("command", [_rollback, pytest.param(_ruling, marks=pytest.mark.nightly)])
def test_a_command_killed_at_any_step_has_happened_or_not(
    games: Path, private: Path, command: Callable[[Campaign], None]
) -> None:
    campaign = _begun(games)
    if command is _ruling:
        submit(campaign, "anna", "undo")
    before = campaign.head.n
    seen = set()
    for point in killed_at_each_step(campaign, private, lambda: command(campaign)):
        again(campaign)
        verdict = verify(campaign.folder)
        assert verdict.ok, f"killed at step {point}: {verdict.message}"
        seen.add(campaign.head.n)
    assert seen == {before, before + 1}
