"""The sequence of play of 7 Wonders Duel, phase by phase."""

from __future__ import annotations

from .age import age_start, deal
from .scoring import score
from .setup import draft, setup
from .turn import turn

PHASES = {
    "setup": setup,  # tokens, decks, the lot; then the draft or the fixed sets
    "draft": draft,  # two batches of four wonders
    "deal": deal,  # the layout of the next age
    "age_start": age_start,  # the weaker player says who begins
    "turn": turn,  # one card taken and played, until the layout is empty
    "score": score,  # only if nobody has won before
}


__all__ = ["PHASES"]
