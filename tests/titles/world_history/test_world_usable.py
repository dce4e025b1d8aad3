"""Which event cards are of no use at all, where the position is too large for a scenario (chapter 5.2)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.titles.world_history.atlas import ADJOINING, LANDS, REGIONS, WATERS
from pbem.titles.world_history.cards import EMBLEMS, EMPIRES, KINDS, Start
from pbem.titles.world_history.rules.usable import usable
from pbem.titles.world_history.state import Holding, Turn, World, new

ANNA, BEN, CLEO = range(3)


def called(empire: str, *, fixes: int = 2) -> World:
    """Anna's number is called and she has to draw an event; the world is empty."""
    game = new(3, {}, fixes)
    game.epoch = EMPIRES[empire].epoch
    game.turn = Turn(ANNA, empire)
    return game


def held(game: World, seat: int, *lands: str, emblem: str = "lion", armies: int = 1, fort: bool = False) -> None:
    for land in lands:
        game.lands[land] = Holding(seat, emblem, game.new_realm(), armies, fort)


# ---- attacks (WH-5.2-15)


@pytest.mark.parametrize(
    ("land", "fixes", "of_use"),
    [
        ("appalachia", 2, True),
        ("prairies", 2, True),  # on from Appalachia, with the units that are left
        ("appalachia", 4, True),
        ("prairies", 4, False),  # no army follows the one that crossed
        ("gold_coast", 2, False),
        ("congo_basin", 2, False),
        ("gold_coast", 1, True),
    ],
)
def test_the_vikings_cross_the_atlantic_to_appalachia_alone(land: str, fixes: int, of_use: bool) -> None:
    """WH-5.2-15, WH-7.4-1: the second die of a strait does not count, the ferry does."""
    game = called("vikings", fixes=fixes)
    held(game, BEN, land)
    for event in ("E5-ruler", "E5-elite_troops", "E5-weaponry"):
        assert usable(game, event) == of_use


def test_an_atlantic_fleet_of_the_vikings_carries_no_army_to_the_mediterranean(monkeypatch: pytest.MonkeyPatch) -> None:
    """WH-7.4-1, WH-5.4.2-13: a fleet gets there and can be fought; the shores need another way."""
    few = replace(EMPIRES["vikings"], starts=(Start("scandinavia", capital=False, units=3),))
    monkeypatch.setitem(EMPIRES, "vikings", few)
    game = called("vikings")
    game.fleets = {"atlantic_ocean": {ANNA: 1}, "western_mediterranean": {BEN: 1}}
    assert usable(game, "E5-ruler")
    game.fleets["western_mediterranean"] = {ANNA: 1}
    held(game, BEN, "southern_apennines")
    assert not usable(game, "E5-ruler")


def test_without_a_fleet_left_no_new_water_is_crossed() -> None:
    """WH-5.2-15, WH-2.2-6."""
    game = called("minoans")
    held(game, BEN, "levant")
    assert usable(game, "E1-ruler")
    game.fleets = {water: {ANNA: 2} for water in ("north_sea", "red_sea", "black_sea", "bay_of_bengal", "sea_of_japan")}
    assert not game.fleets_left(ANNA)
    assert not usable(game, "E1-ruler")
    game.fleets["eastern_mediterranean"] = game.fleets.pop("north_sea")
    assert usable(game, "E1-ruler")


@pytest.mark.parametrize(("fixes", "of_use"), [(1, True), (2, False)])
def test_treachery_is_for_lands(fixes: int, of_use: bool) -> None:
    """WH-events-25, WH-5.2-15: a fleet cannot be betrayed; a ruler helps against it."""
    game = called("greek_city_states", fixes=fixes)
    game.fleets["eastern_mediterranean"] = {BEN: 1}
    assert usable(game, "E2-treachery") == of_use
    assert usable(game, "E2-ruler")


def test_old_units_that_are_joined_cost_nothing_on_the_way() -> None:
    """WH-5.2-15, WH-7.3-1: only if the emblem has to be used again."""
    game = called("shang")  # four units
    chain = ("wei", "tarim_basin", "turan")
    held(game, ANNA, *chain, emblem="lion")
    held(game, BEN, "persian_plateau")
    assert not usable(game, "E1-ruler")  # another emblem is free: each land has to be taken from the lions
    for emblem, lands in {"dragon": REGIONS["australasia"], "bear": REGIONS["nippon"]}.items():
        held(game, ANNA, *lands, emblem=emblem, armies=3)
    held(game, ANNA, "brazil", "patagonia", emblem="eagle", armies=2)
    assert usable(game, "E1-ruler")  # three lions, the rarest emblem: they join the Shang
    game.fixes = 1
    assert not usable(game, "E1-ruler")


# ---- pieces that find no place (WH-5.2-19)


@pytest.mark.parametrize(("fixes", "of_use"), [(1, True), (2, False)])
def test_allies_need_a_vacant_land_that_can_come_to_lie_beside_the_realm(fixes: int, of_use: bool) -> None:
    """WH-5.2-19, WH-events-6."""
    game = called("sumer", fixes=fixes)
    held(game, BEN, *LANDS)
    assert usable(game, "E1-alliance") == of_use
    del (
        game.lands["lower_tigris"],
        game.lands["hokkaido"],
    )  # where she begins is not vacant for long; four units do not get there
    assert usable(game, "E1-alliance") == of_use
    del game.lands["palestine"]
    assert usable(game, "E1-alliance")


def test_allies_go_on_from_where_the_realm_lands() -> None:
    """WH-5.2-19, WH-events-31: next to the realm is by land or strait; a landing costs a unit of the realm."""
    game = called("minoans")  # Crete, a fleet, an army in Palestine
    held(game, BEN, *LANDS)
    del game.lands["levant"]
    assert usable(game, "E1-alliance")
    game.fleets["eastern_mediterranean"] = {BEN: 2}  # to be fought
    assert usable(game, "E1-alliance")
    del game.fleets["eastern_mediterranean"]
    game.fleets["indian_ocean"] = {ANNA: 10}
    assert not usable(game, "E1-alliance")


@pytest.mark.parametrize(("fixes", "of_use"), [(1, True), (2, False)])
def test_pirates_and_ship_builders_need_a_fleet(fixes: int, of_use: bool) -> None:
    """WH-5.2-19, WH-2.2-6, WH-events-19, WH-events-21."""
    for empire, event in (("spain", "E6-pirates"), ("carthage", "E2-shipbuilding")):
        game = called(empire, fixes=fixes)
        game.fleets["indian_ocean"] = {ANNA: 9}
        assert usable(game, event)
        game.fleets = {"indian_ocean": {ANNA: 9}, "western_mediterranean": {ANNA: 1}}
        assert usable(game, event) == of_use


def test_the_free_fleets_cost_no_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    """WH-5.2-19, WH-events-21: one unit founds the realm, and the fleets come on top."""
    one = replace(EMPIRES["carthage"], starts=(Start("atlas", capital=True, units=1),))
    monkeypatch.setitem(EMPIRES, "carthage", one)
    assert usable(called("carthage"), "E2-shipbuilding")


def test_ship_builders_need_a_water_with_room_that_the_realm_can_come_to() -> None:
    """WH-5.2-19, WH-5.4.2-5, WH-5.4.2-13."""
    game = called("carthage")
    full = [water for water in EMPIRES["carthage"].waters if not WATERS[water].ocean]
    game.fleets = {water: {ANNA: 2} for water in full}
    assert len(full) <= 4
    assert not usable(game, "E2-shipbuilding")
    game.fleets[full[0]] = {BEN: 2}  # a fight is a place
    assert usable(game, "E2-shipbuilding")


def test_engineers_need_a_fort() -> None:
    """WH-5.2-19, WH-2.2-6, WH-events-23."""
    game = called("chou")
    held(game, ANNA, *REGIONS["northern_europe"], fort=True)
    assert not game.forts_left(ANNA)
    assert not usable(game, "E2-engineering")
    game.lands["ireland"].fort = False
    assert usable(game, "E2-engineering")


def test_trade_needs_a_partner_with_room() -> None:
    """WH-5.2-19, WH-events-10."""
    game = called("romans")
    held(game, BEN, "wei", armies=3)
    assert not usable(game, "E3-trade_expansion")
    held(game, CLEO, "crete", armies=2)
    assert usable(game, "E3-trade_expansion")


def test_without_an_army_left_only_what_removes_pieces_is_of_use() -> None:
    """WH-5.2-19, WH-2.2-6: all four sets stand on the board."""
    game = called("germany")
    rest = dict(EMBLEMS)
    for land in [*LANDS][3:]:
        emblem = next((one for one in rest if rest[one]), None)
        if emblem is None:
            held(game, BEN, land)
            continue
        armies = min(3, rest[emblem])
        rest[emblem] -= armies
        held(game, ANNA, land, emblem=emblem, armies=armies)
    game.monuments = ["wei"]
    assert not any(rest.values())
    for event in ("E7-elite_troops", "E7-civil_war", "E7-minor_empire", "E7-kingdom-southern_africa", "E7-treachery"):
        assert not usable(game, event)
    assert usable(game, "E7-disaster")
    assert usable(game, "E7-famine")


def test_the_black_death_needs_an_army_in_a_region_that_has_a_neighbour() -> None:
    """WH-events-24: two adjoining regions are named."""
    alone = [region for region in REGIONS if not any(region in pair for pair in ADJOINING)]
    game = called("portugal")
    for region in alone:
        held(game, BEN, *REGIONS[region])
    assert alone
    assert not usable(game, "E6-black_death")
    held(game, BEN, "wei")
    assert usable(game, "E6-black_death")


def test_a_famine_needs_more_than_it_leaves() -> None:
    """WH-events-12."""
    game = called("germany")
    held(game, BEN, "wei", armies=KINDS["famine"].fields["keep_per_land"])
    assert not usable(game, "E7-famine")
    game.lands["wei"].armies += 1
    assert usable(game, "E7-famine")
