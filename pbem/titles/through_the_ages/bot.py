"""A player of Through the Ages that uses only what its seat may see.

choices.py     the action phase: each action is tried on a copy
statecraft.py  politics, defence, bids, pacts, events
letters.py     whole files by mail
worth.py       what a position is worth
"""

from __future__ import annotations

from ...table import Answer, Ask
from .choices import act
from .letters import STANDING, plan
from .state import Ages
from .statecraft import DECISIONS

__all__ = ["STANDING", "answer", "plan"]


def answer(game: Ages, ask: Ask, seat: int) -> Answer:
    """The best legal answer, judging by what the seat sees of the game."""
    kind = ask.kind.id
    if kind == "act":
        return act(game, seat)
    if kind in DECISIONS:
        return ask.normal(DECISIONS[kind](game, ask, seat))
    return ask.default()
