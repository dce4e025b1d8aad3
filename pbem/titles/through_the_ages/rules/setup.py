"""Set-up (chapters DECK, PLY, SETUP)."""

from __future__ import annotations

from ....table import Draw, Rule, Shuffle
from ..cards import CIVIL_DECKS, EVENTS_AT_START, FIRST_ACTIONS, MILITARY_DECKS, SPACES
from ..state import Ages


def setup(game: Ages) -> Rule:
    (game.start,) = yield Draw(tuple(range(game.seats)), label="start_player")  # TTA-SETUP-3
    game.active = game.start
    game.note("start_player", player=game.start, reveals=True)
    events = yield Shuffle(MILITARY_DECKS["A", game.seats], label="events")
    piled = EVENTS_AT_START[game.seats]  # TTA-SETUP-1
    game.current, game.unused_events = events[:piled], events[piled:]
    cards = yield Shuffle(CIVIL_DECKS["A", game.seats], label="civil:A")
    game.row, game.civil_deck = cards[:SPACES], cards[SPACES:]  # TTA-SETUP-6
    game.note("row_laid_out", cards=list(game.row), reveals=True)
    for place, seat in enumerate(game.clockwise(game.start)):  # TTA-SETUP-4, TTA-SETUP-5
        game.civs[seat].civil = FIRST_ACTIONS[place]
    return "turn"
