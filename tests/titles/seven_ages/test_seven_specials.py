"""Every special of an empire card does what the card says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from seven_kit import at, lapsed, of, play, position

from pbem.table import Table
from pbem.titles.seven_ages.atlas import AREAS
from pbem.titles.seven_ages.cards import CARD_OF_EMPIRE, EMPIRES, UNITS
from pbem.titles.seven_ages.rules import effects, glory, income, ways
from pbem.titles.seven_ages.rules.building import first_step
from pbem.titles.seven_ages.rules.changes import advance, instant_glory
from pbem.titles.seven_ages.rules.potential import potential, unit_values
from pbem.titles.seven_ages.state import Act, Fight, Side


def realm(ident: str, *areas: str, step: int = 24, **more: Any) -> Table:
    """An empire in some areas."""
    units = {ident: {area: {"sword" if AREAS[area].is_land else "galley": 1} for area in areas}}
    fields = {"step": step, "starts": list(areas[:1]), **more.pop("fields", {})}
    return at(position({"anna": {ident: fields}}, units=units, **more))


@pytest.mark.parametrize(
    ("ident", "unit", "start", "later"),
    [
        ("minoans", "galley", 1, 2),
        ("hittites", "chariot", 1, 2),
        ("assyrians", "archer", 1, 2),
        ("romans", "sword", 1, 2),
        ("germans", "cannon", 4, 5),
        ("aryans", "chariot", 1, 2),
        ("nubians", "archer", 1, 2),
    ],
)
def test_cheaper_units_at_the_start(ident: str, unit: str, start: int, later: int) -> None:
    """SA-1-33, SA-2.3-2."""
    table = realm(ident, "latium")
    game, empire = table.state, of(table, ident)
    assert effects.unit_cost(game, empire, unit, start=True) == start
    assert effects.unit_cost(game, empire, unit, start=False) == later


@pytest.mark.parametrize(
    ("ident", "unit", "step"),
    [
        ("sumerians", "chariot", 2),
        ("phoenicians", "galley", 1),
        ("parthians", "horse_archer", 9),
        ("huns", "horse_archer", 6),
        ("spanish", "warship", 22),
        ("portuguese", "warship", 21),
        ("ottomans", "cannon", 20),
        ("romans", "cannon", 22),
    ],
)
def test_earlier_units(ident: str, unit: str, step: int) -> None:
    """SA-2.3-1, SA-1-35."""
    assert first_step(of(realm(ident, "latium"), ident), unit) == step


@pytest.mark.parametrize(
    ("ident", "unit", "front"),
    [
        ("hittites", "chariot", 4),
        ("hellenes", "spear", 3),
        ("amazons", "knight", 7),
        ("parthians", "horse_archer", 5),
        ("magyars", "horse_archer", 5),
        ("poles", "light_cavalry", 5),
        ("english", "frigate", 7),
        ("chou", "chariot", 4),
        ("zulus", "spear", 4),
        ("maori", "spear", 3),
        ("romans", "spear", 2),
    ],
)
def test_better_units(ident: str, unit: str, front: int) -> None:
    """The colour is a medium one; SA-4.2-40."""
    table = realm(ident, "latium")
    fight = Fight("latium", [Side(ident, [0]), Side(ident, [0])])
    assert unit_values(table.state, fight, 0, unit, scared=False) == (front, UNITS[unit].support["medium"])


def group(table: Table, ident: str, unit: str, start: str) -> ways.Ways:
    table.state.acts.append(Act("manoeuvre", 0, ident))
    return ways.Ways(table.state, ways.Group(of(table, ident), [unit], [], start, 0, explorer=False))


@pytest.mark.parametrize(
    ("ident", "unit", "points"),
    [
        ("iranians", "chariot", 4),
        ("cimmerians", "chariot", 4),
        ("mongols", "horse_archer", 5),
        ("sioux", "knight", 5),
        ("zulus", "spear", 3),
        ("zulus", "chariot", 3),
    ],
)
def test_faster_units(ident: str, unit: str, points: int) -> None:
    assert group(realm(ident, "latium"), ident, unit, "latium").points == {unit: points}


@pytest.mark.parametrize(
    ("ident", "area"), [("bantu", "congo_basin"), ("maya", "panama"), ("incas", "alps"), ("brazilians", "congo_basin")]
)
def test_easy_ground(ident: str, area: str) -> None:
    assert group(realm(ident, "latium"), ident, "sword", "latium").cost("sword", area) == 1
    assert group(realm("romans", "latium"), "romans", "sword", "latium").cost("sword", area) == 2


@pytest.mark.parametrize("ident", ["vikings", "cholas", "melanesians", "polynesians", "pirate_state"])
def test_galleys_on_oceans(ident: str) -> None:
    """SA-4.1-17."""
    assert "north_atlantic" in group(realm(ident, "iceland", step=20), ident, "galley", "iceland").all()
    assert "north_atlantic" not in group(realm("romans", "iceland", step=20), "romans", "galley", "iceland").all()


def test_only_polynesians_are_safe_far_from_land() -> None:
    assert "western_mediterranean" in group(realm("polynesians", "portugal"), "polynesians", "galley", "portugal").all()
    assert "western_mediterranean" not in group(realm("vikings", "portugal"), "vikings", "galley", "portugal").all()


@pytest.mark.parametrize(
    ("ident", "area", "special"),
    [
        ("picts", "alps", 1),
        ("tibetans", "alps", 1),
        ("ethiopians", "alps", 1),
        ("incas", "alps", 1),
        ("finns", "muscovy", 1),
        ("iroquois", "muscovy", 1),
        ("russians", "muscovy", 2),
        ("soviets", "muscovy", 2),
        ("russians", "latium", 0),
        ("picts", "muscovy", 0),
    ],
)
def test_defenders_who_know_their_land(ident: str, area: str, special: int) -> None:
    """SA-4.2-11; with two swords, one in the front line, and a cavalry unit beside it."""
    table = realm(ident, area)
    table.state.players[1].empires["english"] = of(realm("english", "england"), "english")
    table.state.owners["english"] = 1
    table.state.fight = Fight(area, [Side("english", [1], card="c97"), Side(ident, [0], card="c97")], round=1)
    swords = [("sword", "plain", 0)] * 3
    got = potential(table.state, 1, swords, swords)["special"]
    assert got == special
    assert potential(table.state, 0, swords, swords)["special"] == 0


@pytest.mark.parametrize(
    ("ident", "area"),
    [
        ("vikings", "greenland"),
        ("finns", "greenland"),
        ("arabs", "sahara"),
        ("seljuks", "sahara"),
        ("nubians", "sahara"),
        ("sudanese", "sahara"),
        ("australians", "sahara"),
        ("saudis", "sahara"),
    ],
)
def test_ground_that_counts_for_glory(ident: str, area: str) -> None:
    """SA-glory-9."""
    table = realm(ident, area)
    assert glory.counts(table.state, of(table, ident), area, "green")
    table = realm("romans", area)
    assert not glory.counts(table.state, of(table, "romans"), area, "green")


@pytest.mark.parametrize(
    ("ident", "areas", "more"),
    [
        ("spanish", ["latium", "quebec", "peru"], 2),
        ("malians", ["latium"], 5),
        ("australians", ["latium", "sahara"], 1),
        ("americans", ["latium", "virginia"], 1),
        ("saudis", ["latium", "nejd"], 3),
    ],
)
def test_special_income(ident: str, areas: list[str], more: int) -> None:
    """SA-2.1-8, SA-gap-79."""
    rich = realm(ident, *areas, cities={"latium": 1}, fields={"capital": "latium"})
    plain = realm("romans", *areas, cities={"latium": 1}, fields={"capital": "latium"})
    assert income.income(rich.state, of(rich, ident)) == income.income(plain.state, of(plain, "romans")) + more


@pytest.mark.parametrize(
    ("ident", "trigger", "money"),
    [
        ("cimmerians", "capture_city", 5),
        ("huns", "capture_city", 10),
        ("goths", "capture_city", 5),
        ("vandals", "capture_city", 10),
        ("vikings", "capture_city", 5),
        ("mongols", "capture_city", 10),
        ("timurids", "capture_city", 5),
        ("cham", "capture_city", 5),
        ("dutch", "win_trade", 5),
        ("venetians", "win_trade", 5),
        ("ghanaians", "win_trade", 5),
    ],
)
def test_money_for_deeds(ident: str, trigger: str, money: int) -> None:
    table = realm(ident, "latium")
    instant_glory(table.state, of(table, ident), trigger)
    assert of(table, ident).money == money


INSTANT = {
    empire.id: [(one["trigger"], one["points"]) for one in empire.glory if one["category"] == "instant"]
    for empire in EMPIRES.values()
    if any(one["category"] == "instant" for one in empire.glory)
}


@pytest.mark.parametrize("ident", INSTANT)
def test_square_symbols(ident: str) -> None:
    """SA-glory-25: each time it happens, and never at the end of the turn."""
    table = realm(ident, "latium")
    for trigger, points in INSTANT[ident]:
        before = table.state.players[0].glory
        instant_glory(table.state, of(table, ident), trigger)
        instant_glory(table.state, of(table, ident), trigger)
        assert table.state.players[0].glory == before + 2 * points
    assert "instant" not in glory.score(table.state, of(table, ident))


FREE = [empire.id for empire in EMPIRES.values() if "free_action" in empire.effects]


@pytest.mark.parametrize("ident", FREE)
def test_a_free_manoeuvre_after_the_start(ident: str) -> None:
    """SA-1-34, SA-gap-72."""
    card = CARD_OF_EMPIRE[ident]
    given = position({}, hands={"anna": [card]}, acts=[{"action": "start_empire", "seat": 0}])
    table = at(given, f"start {card}", phase="start_empire")
    lapsed(table)
    play(table, f"build spear x2 in {of(table, ident).starts[0]}")
    if next(iter(table.pending.values())).kind.id == "start_units":
        play(table, "save")
    assert next(iter(table.pending.values())).kind.id == "free_action"
    play(table, "free action yes")
    assert (table.state.acts[0].action, table.state.acts[0].free) == ("manoeuvre", True)
    assert next(iter(table.pending.values())).kind.id == "move_units"


ELITES = {empire.id: empire.elites for empire in EMPIRES.values() if empire.elites}
FORTS = {empire.id: empire.forts for empire in EMPIRES.values() if empire.forts and empire.start[0]["kind"] == "area"}


@pytest.mark.parametrize("ident", sorted({*ELITES, *FORTS}))
def test_elites_and_forts_of_the_card(ident: str) -> None:
    """SA-1-24, SA-1-31, SA-gap-76."""
    card = CARD_OF_EMPIRE[ident]
    given = position({}, hands={"anna": [card]}, acts=[{"action": "start_empire", "seat": 0}])
    table = at(given, f"start {card}", phase="start_empire")
    notes = []
    for area in of(table, ident).starts:
        notes += play(table, f"build spear in {area}")
    if next(iter(table.pending.values())).kind.id == "start_units":
        notes += play(table, "save")
    assert of(table, ident).elites == ELITES.get(ident, 0)
    assert len(table.state.forts) == FORTS.get(ident, 0)


@pytest.mark.parametrize(
    ("ident", "other", "area"),
    [
        ("byzantines", "romans", "thrace"),
        ("soviets", "russians", "muscovy"),
        ("communist_chinese", "ming", "shensi"),
        ("indians", "mughals", "ganges"),
        ("indonesians", "dutch", "java"),
    ],
)
def test_conversion(ident: str, other: str, area: str) -> None:
    """SA-1-28, SA-gap-29, SA-gap-74."""
    sheet = EMPIRES[ident]
    step = {2: 12, 3: 18, 4: 24, 5: 30, 6: 38, 7: 45}[min(sheet.ages)]
    card = CARD_OF_EMPIRE[ident]
    given = position(
        {
            "ben": {
                other: {
                    "step": step,
                    "capital": area,
                    "money": 9,
                    "leaders": [{"id": "builder", "kind": "builder", "area": area}],
                }
            }
        },
        units={other: {area: {"sword": 2, "spear": 1}, "quebec": {"spear": 1}}},
        cities={area: 5},
        forts=[area],
        hands={"anna": [card]},
        acts=[{"action": "start_empire", "seat": 0}],
    )
    table = at(given, f"start {card}", phase="start_empire")
    new, old = of(table, ident), of(table, other)
    assert sorted(new.stacks[area].units) == ["spear", "sword", "sword"]
    assert (table.state.control[area], table.state.forts) == (ident, [area])
    assert (old.capital, old.money, old.leaders) == ("", 9, [])
    assert [leader.id for leader in new.leaders] == ["builder"]
    play(table, "save")
    assert (of(table, ident).capital, table.state.cities[area]) == (area, 5)


def test_the_free_state_seizes_areas() -> None:
    """SA-gap-67."""
    card = CARD_OF_EMPIRE["free_state"]
    step = {1: 5, 2: 12, 3: 18, 4: 24, 5: 30, 6: 38, 7: 45}[min(EMPIRES["free_state"].ages)]
    given = position(
        {"ben": {"romans": {"step": step, "capital": "latium"}}},
        units={
            "romans": {"latium": {"sword": 1}, "etruria": {"sword": 2}, "lombardy": {"sword": 1}, "egypt": {"sword": 1}}
        },
        cities={"latium": 1},
        hands={"anna": [card]},
        acts=[{"action": "start_empire", "seat": 0}],
    )
    table = at(given, phase="start_empire")
    ask = next(iter(table.pending.values()))
    seized = {
        answer[2][2]
        for answer in (
            ("start", card, ("orange", None, areas, None, None, None))
            for areas in [("etruria",), ("lombardy", "etruria"), ("latium",), ("etruria", "egypt")]
        )
        if ask.allows(answer)
    }
    assert seized == {("etruria",), ("lombardy", "etruria")}
    play(table, f"start {card} areas etruria")
    assert table.state.control["etruria"] == "free_state"
    assert of(table, "free_state").size("etruria") == 2


def test_the_elephant_of_carthage() -> None:
    """SA-2.3-7, SA-2.3-8, SA-2.3-9, SA-2.3-10, SA-2.3-11, SA-gap-42."""
    table = realm("carthaginians", "carthage", "burma", step=9, fields={"elephants_due": 1})
    game, empire = table.state, of(table, "carthaginians")
    assert empire.elephants == []
    advance(game, empire, 1)
    assert sorted(empire.elephants) == ["burma", "unnamed"]
    advance(game, empire, 40)
    assert (empire.elephants, game.elephants, game.elephants_gone) == ([], [], True)


def test_the_pirate_state_begins_near_others_and_robs() -> None:
    """SA-gap-77, SA-gap-79, SA-gap-81."""
    given = position(
        {"anna": {"pirate_state": {"step": 10}}, "ben": {"romans": {"step": 10, "money": 3}}},
        units={
            "pirate_state": {"carthage": {"sword": 1}, "western_mediterranean": {"galley": 1}},
            "romans": {"latium": {"sword": 1}},
        },
        act=["pirate_state", "production"],
    )
    table = at(given, phase="production")
    assert of(table, "romans").money == 0
    given = position(
        {"ben": {"romans": {"step": 10}}},
        units={"romans": {"latium": {"sword": 1}}},
        hands={"anna": [CARD_OF_EMPIRE["pirate_state"]]},
        acts=[{"action": "start_empire", "seat": 0}],
    )
    table = at(given, phase="start_empire")
    ask = next(iter(table.pending.values()))
    card = CARD_OF_EMPIRE["pirate_state"]
    assert ask.allows(("start", card, ("orange", None, ("carthage",), None, None, None)))
    assert not ask.allows(("start", card, ("orange", None, ("latium",), None, None, None)))
    assert not ask.allows(("start", card, ("orange", None, ("quebec",), None, None, None)))


IN_SCENARIOS = ("moors",)
"""Empires whose special is shown by a scenario (start.yaml, SA-1-5)."""


def test_every_special_has_a_test() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    by_name = [one.id for one in EMPIRES.values() if set(one.effects) - {"free_action"} and one.id not in IN_SCENARIOS]
    assert [ident for ident in by_name if f'"{ident}"' not in text] == []


def test_a_converted_elephant_changes_pools() -> None:
    """SA-gap-74, SA-2.3-7: common-pool units pass over; the one whose area stays Roman is not given away."""
    given = position(
        {"ben": {"romans": {"step": 18, "elephants": ["siam", "unnamed"]}}},
        units={"romans": {"thrace": {"elephant": 1, "sword": 1}, "siam": {"sword": 1}}},
        hands={"anna": [CARD_OF_EMPIRE["byzantines"]]},
        acts=[{"action": "start_empire", "seat": 0}],
    )
    table = at(given, f"start {CARD_OF_EMPIRE['byzantines']}", phase="start_empire")
    assert (of(table, "byzantines").elephants, of(table, "romans").elephants) == (["unnamed"], ["siam"])


def test_converted_ships_stay_on_their_coast() -> None:
    """SA-gap-74, SA-4.1-15: a ship in Egypt's Red Sea ports does not jump to the Mediterranean."""
    card = CARD_OF_EMPIRE["free_state"]
    given = position(
        {"ben": {"romans": {"step": 12, "capital": "latium"}}},
        units={"romans": {"latium": {"sword": 1}, "egypt": {"sword": 1, "galley": 1}}},
        cities={"latium": 1},
        hands={"anna": [card]},
        acts=[{"action": "start_empire", "seat": 0}],
    )
    table = at(given, phase="start_empire")
    stack = of(table, "romans").stacks["egypt"]
    stack.units.remove("galley")
    stack.far.append("galley")
    play(table, f"start {card} areas egypt")
    assert (of(table, "free_state").stacks["egypt"].units, of(table, "free_state").stacks["egypt"].far) == (
        ["sword"],
        ["galley"],
    )


def test_forts_of_the_card_are_free_and_stand_where_the_player_likes() -> None:
    """SA-1-31, SA-gap-73, SA-gap-76: `fort` uses those of the card first; else they stand by themselves."""
    card = CARD_OF_EMPIRE["free_state"]
    given = position(
        {"ben": {"romans": {"step": 12, "capital": "latium"}}},
        units={"romans": {"latium": {"sword": 1}, "etruria": {"sword": 1}, "lombardy": {"sword": 1}}},
        cities={"latium": 1},
        hands={"anna": [card]},
        acts=[{"action": "start_empire", "seat": 0}],
    )
    start = f"start {card} areas lombardy, etruria"
    table = at(given, start, phase="start_empire")
    money = of(table, "free_state").money
    play(table, "fort etruria")
    assert (of(table, "free_state").money, table.state.forts) == (money, ["etruria"])
    play(table, "fort lombardy")  # the card has one
    assert (of(table, "free_state").money, table.state.forts) == (money - 5, ["etruria", "lombardy"])
    play(table, "save")
    assert table.state.forts == ["etruria", "lombardy"]
    table = at(given, start, phase="start_empire")
    play(table, "elite 2")
    play(table, "fort etruria")  # there is no money left, but this choice
    assert table.state.forts == ["etruria"]
    table = at(given, start, "save", phase="start_empire")
    assert len(table.state.forts) == 1
