"""A position rebuilt from what a view shows of it."""

from __future__ import annotations

from typing import Any

from ...table.state_json import from_json
from .state import Holding, Player, Turn, World

_OPEN = ("phase", "epoch", "order", "number", "drawer", "returned", "towns", "monuments", "realms")


def seen(view: dict[str, Any]) -> World:
    """Piles stay empty, and so does a card that the reader may not see."""
    game = World(view["seats"], view["options"], view["fixes"])
    for name in _OPEN:
        setattr(game, name, view[name])
    for one in view["players"]:
        card = one["card"] if isinstance(one["card"], list) else []
        game.players.append(Player(card, one["knows"], one["played"], one["points"], one["realms"]))
    game.drawn = view["drawn"] if isinstance(view["drawn"], list) else []
    game.lands = {land: from_json(Holding, one) for land, one in view["lands"].items()}
    game.fleets = {water: {int(seat): n for seat, n in here.items()} for water, here in view["fleets"].items()}
    game.turn = None if view["turn"] is None else from_json(Turn, view["turn"])
    return game
