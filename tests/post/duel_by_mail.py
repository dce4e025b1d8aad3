"""A duel whose players write mails: begun, and played on."""

from __future__ import annotations

from pbem.campaign.running.happened import Happened
from pbem.campaign.running.writer import CampaignWriter
from tests.post.kit import (
    Desk,
    Letterbox,
    text_of,
)

ANNA, BEN = "anna@players.example", "ben@players.example"


def at_head(keeper: CampaignWriter) -> Happened:
    """As a run reports it that had nothing to do."""
    return Happened(keeper.campaign, keeper.match, keeper.head)


def subjects(boxes: dict[str, Letterbox]) -> dict[str, list[str]]:
    return {to: [str(mail["Subject"]) for mail in box.mails] for to, box in boxes.items()}


def begun(desk: Desk, game: str = "duel-42", **more: object) -> dict[str, Letterbox]:
    """A game that both have joined; the mails of that moment."""
    desk.begin(game, **more)
    desk.run()
    asked = desk.new_mails()
    desk.run(*(desk.players[to.split("@")[0]].reply(box.last) for to, box in asked.items()))
    return desk.new_mails()


def to_move(boxes: dict[str, Letterbox]) -> str:
    """The address of the one who has a template to fill in."""
    return next(to for to, box in boxes.items() if "8<" in text_of(box.last))


def play(desk: Desk, boxes: dict[str, Letterbox], order: str | None = None) -> dict[str, Letterbox]:
    to = to_move(boxes)
    desk.run(desk.players[to.split("@")[0]].reply(boxes[to].last, order))
    return desk.new_mails()
