"""What a missed turn does with its units."""

from __future__ import annotations

import random

import pytest
from world_kit import asked, going_on, position, table

from pbem.table import Table
from pbem.titles.world_history.atlas import NEIGHBOURS
from pbem.titles.world_history.state import Holding, World


def hemmed_in(units: int, fixes: int) -> World:
    """Egypt in two lands, with somebody else around them."""
    lands = {"nile_delta": Holding(0, "lion"), "libya": Holding(0, "lion")}
    for land in [way.to for one in lands for way in NEIGHBOURS[one]]:
        lands.setdefault(land, Holding(1, "bear"))
    game = position("egypt", lands, units)
    game.fixes = fixes
    game.towns["libya"] = "capital"
    return game


def defaults(table: Table) -> list[str]:
    given = []
    while asked(table).kind.id == "place_unit":
        ask = asked(table)
        given.append(ask.write(ask.check(ask.default()), table.players))
        table.answer(ask.player, ask.default())
    return given


def test_units_that_find_no_vacant_land_strengthen_the_realm() -> None:
    """Forts where they matter most, then armies where fewest stand, then forts; then fleets, and where they lead."""
    assert defaults(going_on(hemmed_in(8, 4), [])) == [
        "fort libya",
        "army libya",
        "army nile_delta",
        "army libya",
        "army nile_delta",
        "fort nile_delta",
        "fleet eastern_mediterranean",
        "army levant",
    ]


def test_older_games_keep_the_default_they_began_with() -> None:
    """The ledger checks a default against the rules, so it never changes for a game that has begun."""
    assert defaults(going_on(hemmed_in(7, 3), [])) == ["fort libya", "end"]


def test_then_a_land_that_pays_nothing_is_settled() -> None:
    """Rather than to lose a unit: Eurasia pays from epoch V on, but what lies behind it may pay today."""
    lands = {land: Holding(1, "bear") for land in NEIGHBOURS}
    lands["eastern_steppe"] = Holding(0, "lion", armies=3, fort=True)
    del lands["western_steppe"]
    game = position("huns", lands, 2)
    game.fixes, game.epoch = 4, 4
    assert defaults(going_on(game, [])) == ["army western_steppe"] * 2


@pytest.mark.parametrize("seed", range(6))
def test_late_in_a_game_no_unit_is_left_that_could_stand_somewhere(seed: int) -> None:
    """One seat misses every turn from epoch IV on, the others play by chance: `end` comes when nothing else is left."""
    chance, seats = random.Random(seed), 3 + seed % 4
    one, placed = table(seats, seed), 0
    while not one.over:
        ask = asked(one)
        if one.state.epoch < 4 or ask.player != seed % seats:
            one.answer(ask.player, ask.sample(chance.randrange))
            continue
        answer = ask.check(ask.default())
        placed += ask.kind.id == "place_unit"
        if answer == ("end",):
            assert not [other for other in ask.listed() if other[0] in ("army", "fort", "fleet")]
        one.answer(ask.player, answer)
    assert placed > 10
