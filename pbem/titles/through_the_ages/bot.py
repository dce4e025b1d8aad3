"""A player of Through the Ages that uses only what its seat may see.

bot_actions.py   the action phase: each action is tried on a copy
bot_politics.py  politics, defence, bids, pacts, events
bot_files.py     whole files by mail
worth.py         what a position is worth
"""

from __future__ import annotations

from ...table import Answer, Ask
from .bot_actions import act
from .bot_files import STANDING, plan
from .bot_politics import DECISIONS
from .state import Ages

__all__ = ["STANDING", "answer", "plan"]


def answer(game: Ages, ask: Ask, seat: int) -> Answer:
    """The best legal answer, judging by what the seat sees of the game."""
    kind = ask.kind.id
    if kind == "act":
        return act(game, seat)
    if kind in DECISIONS:
        return ask.normal(DECISIONS[kind](game, ask, seat))
    return ask.default()
