"""A late player of 7 Ages: a seat stands empty, is taken, and its player joins before the next turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.campaign.agreement.genesis import Seat, Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.ledger.verify import verify
from pbem.campaign.running import decisions

from .kit import key, start
from .league import answered, kept, later, waiting

HOURS = iter(range(1, 1000))


def played(campaign: Campaign, until: int) -> None:
    """Everybody lets the default answer, until a turn begins."""
    while campaign.position["view"]["turn"] < until and "cleo" not in waiting(campaign):
        answered(campaign, later(next(HOURS)), "default")


@pytest.mark.slow
def test_a_seat_of_seven_ages_is_kept_empty_until_somebody_joins(games: Path) -> None:
    """SA-first-9, SA-gap-70: nobody waits for it; whoever takes it is asked, and plays on normally."""
    handles = ("anna", "ben", "cleo")
    campaign = start(games / "ages-1", "seven_ages", handles, bots={"cleo": "empty"}, limits=Terms(files="open"))
    assert campaign.genesis.options["reserved_seats"] == 1
    played(campaign, 3)
    assert campaign.position["view"]["seated"] == [0, 1]
    with kept(campaign) as keeper:
        decisions.give(keeper, 2, Seat("cleo", "Cleo", key("cleo").public), later(next(HOURS)))
    played(campaign, 9)
    assert waiting(campaign) == ["cleo"]
    with kept(campaign) as keeper:
        order = keeper.match.playing.pending[2].write(keeper.match.playing.pending[2].listed()[1])
    report = answered(campaign, later(next(HOURS)), order)
    assert [receipt.taken for receipt in report.receipts] == [True], [
        str(receipt.message) for receipt in report.receipts
    ]
    view = campaign.position["view"]
    assert (view["seated"], view["players"][2]["hand"]) == ([0, 1, 2], {"hidden": 7})
    assert waiting(campaign) == ["anna", "ben", "cleo"]
    assert verify(campaign.folder).ok
