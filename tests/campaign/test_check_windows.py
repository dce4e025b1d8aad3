"""The check of a file says what the moderator will say about lines for another question than the one that is asked."""

from __future__ import annotations

from pathlib import Path

from pbem.campaign.campaign import Campaign
from pbem.campaign.player.player_view import open_hand
from pbem.orders.check import Rehearsal, check_orders
from pbem.table.saying import refusal_text

from .kit import key, start, submit


def second_turn(folder: Path) -> tuple[str, Campaign]:
    """A game at the politics of somebody's second turn, with nothing in the hand."""
    campaign = start(folder, "through_the_ages", ("anna", "ben"))
    for _ in range(2):
        (active,) = campaign.position["waiting"]
        submit(campaign, active, "end")
    (active,) = campaign.position["waiting"]
    return active, campaign


def checked(campaign: Campaign, active: str, orders: str) -> Rehearsal:
    hand = open_hand(campaign, active, key(active))
    seat = campaign.seat(active)
    return check_orders(campaign.title, campaign.players, seat, orders, hand.data())


def test_a_first_line_for_another_question_is_refused_as_by_the_moderator(games: Path) -> None:
    active, campaign = second_turn(games / "ages-1")
    found = checked(campaign, active, "grow\nend")
    assert not found.good
    told = found.lines[0].refused
    assert told is not None
    assert told.key == "not_asked_now"
    receipt = submit(campaign, active, "grow\nend")
    assert receipt.lines[0]["result"] == "refused"
    assert receipt.lines[0]["refused"]["key"] == told.key


def test_a_line_that_is_never_asked_in_the_turn_is_refused(games: Path) -> None:
    active, campaign = second_turn(games / "ages-1")
    found = checked(campaign, active, "no politics\ncolonise least max 3 or pass\nend")
    assert [one.result for one in found.lines][1] == "refused"
    told = found.lines[1].refused
    assert told is not None
    assert told.key == "asked_elsewhere"
    standing = "once on colonise_bid: colonise least max 3 or pass"
    for language in ("en", "de"):
        assert f"`{standing}`" in refusal_text(told, campaign.words(language))
    assert checked(campaign, active, f"no politics\nend\n{standing}").good
