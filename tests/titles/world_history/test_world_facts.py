"""What conditions may read about lands and waters."""

from __future__ import annotations

import pytest
from world_kit import HANDLES, position

from pbem.orders import conditions
from pbem.orders.lines import LineReader
from pbem.titles.world_history import TITLE
from pbem.titles.world_history.state import Holding


@pytest.mark.parametrize(
    ("condition", "true"),
    [
        ("fort(nile_delta)", True),
        ("fort(libya)", False),
        ("fort(wei)", False),
        ("city(libya)", True),
        ("city(nile_delta)", False),
        ("capital(nile_delta)", True),
        ("capital(libya)", False),
        ("monument(wei)", True),
        ("monument(libya)", False),
        ("resource(levant)", True),
        ("resource(libya)", False),
        ("resource(sahara)", False),
        ("holder(libya) = ben", True),
        ("holder(libya) = me", False),
        ("holder(wei) = ben", False),
        ("holder(wei) != ben", True),
        ("fleets(black_sea) = 2", True),
        ("fleets(black_sea, ben) = 2", True),
        ("fleets(black_sea, me) = 0", True),
        ("fleets(atlantic_ocean) = 3", True),
        ("fleets(atlantic_ocean, me) = 1", True),
    ],
)
def test_pieces_of_lands_and_waters(condition: str, true: bool) -> None:
    game = position("egypt", {"nile_delta": Holding(0, "lion", fort=True), "libya": Holding(1, "bear")}, 3)
    game.towns = {"nile_delta": "capital", "libya": "city"}
    game.monuments = ["wei"]
    game.fleets = {"black_sea": {1: 2}, "atlantic_ocean": {0: 1, 1: 2}}
    read = conditions.parse(condition, LineReader(TITLE, HANDLES[:3], 0).tongue, 0)
    assert conditions.holds(read, game, 0) is true
