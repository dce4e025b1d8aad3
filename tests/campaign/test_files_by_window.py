"""Files by window in a campaign: what is used up by force, what is replaced, and that all of it verifies."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.campaign.campaign import Campaign
from pbem.campaign.ledger.verify import verify
from pbem.campaign.movefile import MoveFile, write
from pbem.campaign.running.create import opened
from pbem.campaign.running.receipts import Receipt
from pbem.seals.signed import clear_block, sign_move
from tests.toys.mail import installed

from .kit import MODERATOR, NOW, key, start, submit

TURN = "no politics\ntake bronze\ntake iron\ntake rome\n{}\ndiscard iron, rome"


@pytest.fixture
def toys() -> Iterator[None]:
    with installed():
        yield


def submit_for(campaign: Campaign, window: str, handle: str, orders: str) -> Receipt:
    payload = write(MoveFile(campaign.id, handle, campaign.head.digest, orders, window))
    with opened(campaign.folder, MODERATOR) as keeper:
        receipt = keeper.submit(clear_block(sign_move(payload, key(handle))).encode(), now=NOW)
        keeper.publish()
    return receipt


@pytest.mark.parametrize("end", ["end", "try end"])
def test_a_line_that_was_answered_by_force_is_done(games: Path, toys: None, end: str) -> None:
    campaign = start(games / "turn-1", title="toy_turn")
    (one,) = campaign.position["waiting"]
    receipt = submit(campaign, one, TURN.format(end))
    assert [line["result"] for line in receipt.data()["lines"]] == ["done"] * 6
    assert campaign.position["waiting"] != [one]
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message


def test_a_reply_leaves_the_lines_of_the_own_turn_alone(games: Path, toys: None) -> None:
    campaign = start(games / "turn-2", title="toy_turn")
    (one,) = campaign.position["waiting"]
    two = next(other for other in campaign.players if other != one)
    submit_for(campaign, "turn", two, "no politics\ntake oil\ntake printing\nend\ndiscard oil")
    submit_for(campaign, "reply", two, "discard oil")
    submit(campaign, one, TURN.format("end"))
    assert campaign.position["view"]["hands"] == [["bronze"], ["printing"]]
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message
