"""Press as it comes in: a player's signed file, or the moderator's own words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.words.message import put

from ..acts import press as pressing
from ..acts.act import Command

if TYPE_CHECKING:
    from .receipts import Receipt
    from .submission import Submission
    from .writer import CampaignWriter

WORD = pressing.WORD


def take(keeper: CampaignWriter, one: Submission, at: str) -> Receipt:
    """Tell what a file says; or keep it in the inbox until the turn is over, where its writer wants that."""
    match = keeper.match
    match.must_go_on()
    keeper.written(one)  # it names an entry of this ledger
    press = pressing.read(match, one.orders)
    pressing.check(match, one.seat, press, at)
    if pressing.waits(match, press, one.after):
        return keeper.keep(one, at, put("campaign", "receipt.press-held", {}))
    command = Command(at, pressing.PressFile(press), one.seat)
    return keeper.decided(pressing.ACT, command, one, quietly=press.anonymous)


def say(keeper: CampaignWriter, text: str, to: list[str], at: str) -> None:
    """The moderator says something, to everybody or to some."""
    match, at = keeper.match, keeper.time(at)
    match.must_go_on()
    head = f"{pressing.WORD} to {', '.join(to)}" if to else pressing.WORD
    press = pressing.read(match, f"{head}\n{text}")
    file = keeper.own_file(f"{head}\n{text}\n")
    decision = pressing.decide(match, Command(at, pressing.PressFile(press)))
    keeper.write(pressing.ACT, decision, at, file)
