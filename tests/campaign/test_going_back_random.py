"""Random games in which everybody orders ahead and play goes back again and again: all of it verifies."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from pbem.campaign.acts import going_back
from pbem.campaign.agreement.genesis import Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.errors import CampaignError
from pbem.campaign.ledger.verify import verify
from pbem.campaign.running import correction_files
from pbem.campaign.running.writer import CampaignWriter

from . import test_ahead_random as ahead
from .kit import signed_block, start

toys = ahead.toys
AGREED = {"undo": "open", "rollback": "moderator"}
ROLLBACKS = 5
UNDO = ("toy_turn", "market")
"""Where a turn has answers after which nothing new is shown."""


class Back:
    """Now and then somebody takes something back; at most so many times, or no game would end."""

    def __init__(self, campaign: Campaign, most: int) -> None:
        self.campaign, self.left = campaign, most
        self.done: Counter[str] = Counter()

    def __call__(
        self,
        campaign: Campaign,
        keeper: CampaignWriter,
        writer: ahead.Writer,
        dice: random.Random,
        seen: dict[str, int],
    ) -> None:
        if self.left and dice.random() < 0.2 and not keeper.match.playing.over:
            self.left -= 1
            self._undo(keeper, dice) if dice.random() < 0.6 else self._rollback(keeper, dice)
        else:
            ONE_FILE(campaign, keeper, writer, dice, seen)

    def _undo(self, keeper: CampaignWriter, dice: random.Random) -> None:
        match = keeper.match
        seat = dice.choice(list(match.playing.pending))
        before = len(going_back.undoable(match, seat))
        order = dice.choice(["undo", "undo all", "undo 2"])
        block = signed_block(self.campaign, self.campaign.players[seat], order, match.head)
        receipt = keeper.submit(block.encode(), now=match.at)
        taken = before >= (2 if order == "undo 2" else 1)
        assert (receipt.result == "applied") == taken, receipt.message
        self.done["undo"] += taken

    def _rollback(self, keeper: CampaignWriter, dice: random.Random) -> None:
        correction_files.remember_all(keeper)
        marks = [(mark.n, mark.i) for mark in keeper.match.past.marks]
        place = dice.choice([*marks[-8:], (keeper.head.n, dice.randrange(3))])
        if place in marks:
            correction_files.rollback(keeper, place, "It went wrong.", keeper.match.at)
        else:
            with pytest.raises(CampaignError, match="Play did not go back"):
                correction_files.rollback(keeper, place, "It went wrong.", keeper.match.at)
        self.done["rollback"] += place in marks


ONE_FILE = ahead.one_file


@pytest.mark.parametrize(
    ("title", "seats", "files"),
    [
        ("toy_turn", 2, "open"),
        pytest.param("toy_battle", 4, "sealed", marks=pytest.mark.slow),
        pytest.param("market", 3, "sealed", marks=pytest.mark.slow),
        pytest.param("toy_ages", 2, "sealed", marks=pytest.mark.slow),
        pytest.param("toy_combat", 3, "open", marks=pytest.mark.slow),
        pytest.param("market", 3, "open", marks=pytest.mark.slow),
        pytest.param("wonders_duel", 2, "sealed", marks=pytest.mark.slow),
        pytest.param("age_of_reason", 3, "sealed", marks=pytest.mark.slow),
    ],
)
@pytest.mark.usefixtures("toys")
def test_games_that_go_back(
    title: str,
    seats: int,
    files: str,
    games: Path,
    private: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ident: str = request.getfixturevalue("market") if title == "market" else title
    done: Counter[str] = Counter()
    for game in range(10):
        limits = Terms(hours=24, at_deadline="default", files=files)
        campaign = start(games / f"back-{game}", ident, ahead.PLAYERS[:seats], limits=limits, policy=AGREED)
        going = Back(campaign, 12)
        monkeypatch.setattr(ahead, "one_file", going)
        ahead.play(campaign, random.Random(f"{title} {files} {game}"), private)
        verdict = verify(campaign.folder)
        assert verdict.ok, verdict.message
        assert verdict.over
        assert sum(1 for _ in campaign.steps()) == campaign.head.n + 1
        done += going.done
        if done["rollback"] >= ROLLBACKS and (done["undo"] or title not in UNDO):
            break
    assert done["rollback"] >= ROLLBACKS
    assert done["undo"] or title not in UNDO
