"""The sequence of play of Empire: Die Geschichte der Welt, phase by phase."""

from __future__ import annotations

from .blind import blindly, plans
from .draft import draft, setup
from .scoring import score
from .turn import expand, turn

PHASES = {
    "setup": setup,  # 4: an empty board
    "draft": draft,  # 5.1: a new epoch, drawing order, one empire card each
    "plans": plans,  # house rule blind_turns: all players order their turns now
    "turn": blindly(turn),  # 5.1-5.3: the next number, its event, a small empire, the realm is founded
    "expand": blindly(expand),  # 5.4-5.8: unit by unit as the player likes, then monuments
    "score": score,  # 5.9: points; then the next number, the next epoch or the end
}

__all__ = ["PHASES"]
