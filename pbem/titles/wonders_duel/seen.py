"""A position rebuilt from what a view shows of it."""

from __future__ import annotations

from typing import Any

from ...table.state_json import from_json
from .state import City, Duel

_OPEN = (
    "phase", "first", "active", "age", "turn", "pawn", "loot", "face_up",
    "discards", "board", "box", "draft", "gone",
)  # fmt: skip


def seen(view: dict[str, Any]) -> Duel:
    """Decks and what lies in the box stay empty; a card face down stands as its back."""
    game = Duel(view["seats"], view["options"], view["fixes"])
    game.cities = [from_json(City, city) for city in view["cities"]]
    for name in _OPEN:
        setattr(game, name, view[name])
    game.face_down = view["face_down"]
    return game
