"""The sequence of play of 7 Wonders Duel, phase by phase."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....table import Ask
from ..state import Duel
from .age import age_start, deal
from .effects import destroy, library_ask, progress_ask, revive
from .scoring import score
from .setup import draft, pick, setup
from .turn import turn

PHASES = {
    "setup": setup,  # tokens, decks, the lot; then the draft or the fixed sets
    "draft": draft,  # two batches of four wonders
    "deal": deal,  # the layout of the next age
    "age_start": age_start,  # the weaker player says who begins
    "turn": turn,  # one card taken and played, until the layout is empty
    "score": score,  # only if nobody has won before
}


def _library(game: Duel, asked: Mapping[str, Any]) -> Ask:
    """The tokens drawn are known only from what was asked."""
    return library_ask(asked["player"], [one["order"].split()[-1] for one in asked["legal"]])


AGAIN = {
    "draft_wonders": lambda game, asked: pick(game, asked["player"], asked["values"]["number"]),
    "choose_progress": lambda game, asked: progress_ask(game, asked["player"]),
    "choose_library_token": _library,
    "destroy_building": lambda game, asked: next(destroy(game, asked["player"], asked["values"]["colour"])),
    "revive_building": lambda game, asked: next(revive(game, asked["player"])),
}
"""What is asked in the midst of a phase, from the position alone."""

__all__ = ["AGAIN", "PHASES"]
