"""What a missed turn does with its units."""

from __future__ import annotations

from world_kit import asked, going_on, position

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
    """Forts where they matter most, then armies where fewest stand, then forts; nothing is wasted."""
    assert defaults(going_on(hemmed_in(7, 4), [])) == [
        "fort libya", "army libya", "army nile_delta", "army libya", "army nile_delta", "fort nile_delta", "end",
    ]  # fmt: skip


def test_older_games_keep_the_default_they_began_with() -> None:
    """The ledger checks a default against the rules, so it never changes for a game that has begun."""
    assert defaults(going_on(hemmed_in(7, 3), [])) == ["fort libya", "end"]
