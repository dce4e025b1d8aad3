"""The piles of events (chapter EVPREP)."""

from __future__ import annotations

from ....table import Rule, Shuffle
from ..cards import LEVEL
from ..state import Ages


def new_current_pile(game: Ages) -> Rule:
    """The future pile is shuffled and sorted by age when the current one is used up (TTA-EVPREP-4, TTA-EVPREP-6)."""
    if not game.current and game.future:
        mixed = yield Shuffle(tuple(sorted(game.future)), label="events_again")
        game.current = sorted(mixed, key=LEVEL.__getitem__)
        game.future = []
        game.note("events_shuffled", number=len(game.current))
