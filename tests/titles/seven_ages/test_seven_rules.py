"""Rules that need no whole scenario."""

from __future__ import annotations

from typing import Any

import pytest
from seven_kit import at, lapsed, legal, of, play, position, told

from pbem.table import Refused, Table
from pbem.titles.seven_ages.atlas import AREAS, area_income
from pbem.titles.seven_ages.cards import (
    CARD_OF_EMPIRE,
    CARDS,
    DATA,
    EMPIRES,
    FIRST_STEP,
    MAX_EMPIRES,
    NAMED,
    UNITS,
)
from pbem.titles.seven_ages.rules import glory, pursuit, retreat
from pbem.titles.seven_ages.rules.changes import advance, aftermath
from pbem.titles.seven_ages.rules.destiny import capacity
from pbem.titles.seven_ages.rules.ending import further
from pbem.titles.seven_ages.rules.modernising import flippable
from pbem.titles.seven_ages.rules.range import in_range
from pbem.titles.seven_ages.rules.startable import free_colours, startable


def two(**more: Any) -> dict[str, Any]:
    romans = {"step": 12, "starts": ["latium"], **more.pop("romans", {})}
    gauls = {"step": 12, "starts": ["provence"], **more.pop("gauls", {})}
    units = {"romans": {"latium": {"sword": 2}}, "gauls": {"provence": {"sword": 2}}}
    return position({"anna": {"romans": romans}, "ben": {"gauls": gauls}}, **{"units": units, **more})


# ---- the box


def test_the_box() -> None:
    """SA-prep-2, SA-1-18, SA-turn-3: 110 cards, 576 large counters, a grid place for every start area."""
    assert len(CARDS) == 110
    counters = sum(sum(one["counters"].values()) for one in DATA["counters"]["colours"])
    assert counters + sum(one["count"] for one in DATA["counters"]["common"]) == 576
    assert MAX_EMPIRES == {2: 7, 3: 5, 4: 4, 5: 3, 6: 3, 7: 3}
    assert len(NAMED) == 182


def test_regions_of_seas_and_islands() -> None:
    """SA-glory-11, SA-glory-13, SA-glory-14, SA-glory-15, SA-glory-18."""
    assert set(AREAS["eastern_mediterranean"].regions) >= {"europe", "asia", "africa"}
    assert "northeast_asia" in AREAS["japanese_coast"].regions
    assert "europe" in AREAS["iceland"].regions
    assert "australasia" in AREAS["solomons"].regions
    assert all("southeast_asia" in AREAS[one].regions for one in ("timor", "bali"))
    assert not AREAS["western_mediterranean"].outside_europe


def test_oil_in_the_last_age() -> None:
    """SA-2.1-7."""
    oil = next(area.id for area in AREAS.values() if "oil" in area.resources)
    assert area_income(oil, 7, 0) == area_income(oil, 6, 0) + 5


def test_units_of_a_type_move_alike() -> None:
    """SA-err-1."""
    assert (UNITS["spear"].move, UNITS["bomber"].move) == (2, 7)


# ---- starts


def test_colours() -> None:
    """SA-1-2, SA-1-10, SA-first-7: own colours first, then those that nobody picked."""
    game = at(two()).state
    assert free_colours(game, 0) == ["yellow"]
    game.players[0].empires["romans"].colour = "black"
    game.players[0].colours = ["black", "tan"]
    game.players[1].empires["gauls"].colour = "tan"
    free = free_colours(game, 0)
    assert "black" not in free
    assert "light_green" not in free  # of another player
    assert "red" in free


def test_most_empires() -> None:
    """SA-turn-3."""
    given = position(
        {"anna": {"romans": {"step": 12}, "hellenes": {"step": 12}, "persians": {"step": 12}, "gauls": {"step": 12}}},
        units={
            "romans": {"latium": {"sword": 1}},
            "hellenes": {"macedonia": {"sword": 1}},
            "persians": {"persis": {"sword": 1}},
            "gauls": {"provence": {"sword": 1}},
        },
        hands={"anna": ["c12"]},
    )
    for n, colour in enumerate(("orange", "yellow", "black", "tan")):
        list(given["players"]["anna"]["empires"].values())[n]["colour"] = colour
    table = at(given, seats=4)
    assert not startable(table.state, 0, "c12")
    with pytest.raises(Refused, match="no_extra_marker"):
        play(
            table, "anna: mark romans trade, hellenes production, persians destiny, gauls civilise, extra start_empire"
        )


def test_total_history() -> None:
    """SA-opt-1."""
    given = position({}, hands={"anna": ["c1", "c37"]}, acts=[{"action": "start_empire", "seat": 0}])
    table = at(given, phase="start_empire", options={"total_history": True})
    assert legal(table) == ["start c1 colour orange", "start none"]


def test_a_start_never_goes_beyond_the_track() -> None:
    """SA-gap-75, SA-1-13: the French begin on the step of the most advanced empire."""
    given = position(
        {"ben": {"gauls": {"step": 50}}},
        units={"gauls": {"provence": {"sword": 1}}},
        hands={"anna": ["c36"]},
        acts=[{"action": "start_empire", "seat": 0}],
        elephants_gone=True,
    )
    assert of(at(given, "start c36", phase="start_empire"), "french").step == 49


def test_a_neutral_city_becomes_the_capital() -> None:
    """SA-gap-30, SA-gap-4, SA-1-25."""
    given = position({}, hands={"anna": ["c1"]}, cities={"egypt": 3}, acts=[{"action": "start_empire", "seat": 0}])
    table = at(given, "start c1", "build spear in egypt", "fort egypt", "save", phase="start_empire")
    assert (of(table, "egyptians").capital, table.state.cities["egypt"], table.state.forts) == ("egypt", 3, ["egypt"])


def test_a_start_that_dies_at_once() -> None:
    """SA-gap-25, SA-gap-26: the next player starts after it."""
    given = position(
        {"ben": {"gauls": {"step": 9}}},
        units={"gauls": {"latium": {"sword": 5}}},
        hands={"anna": ["c14"]},
        acts=[{"action": "start_empire", "seat": 0}],
        top=["c97", "c44"],
    )
    table = at(
        given, "start c14", "build spear in latium", "save", "anna: commit all", "ben: commit all", phase="start_empire"
    )
    assert "romans" not in table.state.owners
    assert table.state.cities == {}
    assert "c14" in table.state.discards


# ---- areas and losses


def test_an_area_becomes_neutral() -> None:
    """SA-gap-5, SA-gap-62, SA-6.2-3, SA-7-1."""
    table = at(
        two(
            cities={"latium": 3},
            forts=["latium"],
            unrest=["latium"],
            artifacts={"latium": "forum"},
            romans={
                "capital": "latium",
                "money": 9,
                "leaders": [{"id": "builder", "kind": "builder", "area": "latium"}],
            },
            units={"romans": {"latium": {"sword": 1}, "sicily": {"sword": 1}}, "gauls": {"provence": {"sword": 2}}},
        )
    )
    game, romans = table.state, of(table, "romans")
    from pbem.titles.seven_ages.rules.changes import lose_units

    lose_units(game, romans, [("sword", "latium")])
    aftermath(game)
    assert (game.cities, game.forts, game.unrest, game.artifacts) == ({"latium": 3}, [], [], {})
    assert (romans.capital, romans.money, romans.leaders) == ("", 9, [])
    lose_units(game, romans, [("sword", "sicily")])
    aftermath(game)
    assert "romans" not in game.owners


def test_galleys_are_lost_with_the_land() -> None:
    """SA-4.1-17, SA-gap-87."""
    table = at(
        two(
            units={
                "romans": {"latium": {"sword": 1}, "adriatic_sea": {"galley": 2}, "egypt": {"sword": 1}},
                "gauls": {"provence": {"sword": 2}},
            }
        )
    )
    game = table.state
    from pbem.titles.seven_ages.rules.changes import lose_units

    lose_units(game, of(table, "romans"), [("sword", "latium")])
    aftermath(game)
    assert list(of(table, "romans").stacks) == ["egypt"]


def test_no_frigate_becomes_a_galley_that_would_be_lost() -> None:
    """SA-6.5-3, SA-gap-87: else it would go down later, when somebody else's event makes the table look."""
    given = position(
        {"anna": {"romans": {"step": 40}}},
        units={"romans": {"latium": {"sword": 1}, "adriatic_sea": {"frigate": 1}, "andaman_sea": {"frigate": 1}}},
    )
    game = at(given).state
    flips = flippable(game, game.empire("romans"))
    assert flips["frigate", "adriatic_sea"] == 1
    assert ("frigate", "andaman_sea") not in flips


def test_unnamed_elephants_come_by_trade() -> None:
    """SA-2.3-9, SA-gap-82."""
    given = position(
        {"anna": {"romans": {"step": 12}}, "ben": {"cholas": {"step": 12}}},
        units={"romans": {"carnatic": {"sword": 1}}, "cholas": {"ceylon": {"sword": 1}}},
        hands={"anna": ["c44"], "ben": ["c97"]},
        act=["romans", "trade"],
    )
    table = at(given, "anna: trade with cholas", phase="trade")
    lapsed(table)
    play(table, "anna: advance 1")
    assert "unnamed" in of(table, "romans").elephants


# ---- movement


def manoeuvring(units: dict[str, Any], **more: Any) -> Table:
    return at(two(units=units, act=["romans", "manoeuvre"], **more), phase="manoeuvre")


def test_units_move_once_and_leave_a_garrison_where_they_end() -> None:
    """SA-gap-33, SA-gap-84, SA-4.1-22."""
    table = manoeuvring({"romans": {"latium": {"sword": 3}}, "gauls": {"normandy": {"sword": 1}}})
    play(table, "anna: move sword x2 from latium to lombardy")
    assert "etruria" not in table.state.control  # passed through
    with pytest.raises(Refused, match="units_not_there"):
        play(table, "anna: move sword from lombardy to alps")


@pytest.mark.parametrize(
    ("own", "there", "end"),
    [(1, {"galley": 1}, "morocco"), (2, {"galley": 1}, "portugal"), (1, {"sword": 1}, "portugal")],
)
def test_ships_stop_at_ships_they_could_not_see(own: int, there: dict[str, int], end: str) -> None:
    """SA-gap-85, SA-4.1-14: on a coast, unless they are twice as many; the rest of the line is dropped."""
    units = {
        "romans": {"andalusia": {"sword": 1, "frigate": 2}, "mauretania": {"sword": 1}},
        "gauls": {"morocco": there, "provence": {"sword": 1}},
    }
    table = manoeuvring(units, romans={"step": 30}, gauls={"step": 30})
    order = f"anna: move frigate{' x2' if own > 1 else ''} from andalusia to portugal via {VIA}"
    (moved,) = told(play(table, order), "moved")
    assert (moved["end"], moved["stopped"]) == (end, end == "morocco")


VIA = "western_mediterranean, morocco, pillars_of_hercules"


@pytest.mark.parametrize(("own", "end"), [(1, "provence"), (2, "alps"), (3, "alps")])
def test_aircraft_stop_at_aircraft_they_could_not_see(own: int, end: str) -> None:
    """SA-gap-85, SA-4.1-20: only aircraft count, on both sides."""
    units = {
        "romans": {"lombardy": {"musket": 1, "fighter": 3}},
        "gauls": {"provence": {"musket": 4, "fighter": 1}, "normandy": {"musket": 1}},
    }
    table = manoeuvring(units, romans={"step": 46}, gauls={"step": 46}, elephants_gone=True)
    number = f" x{own}" if own > 1 else ""
    (moved,) = told(play(table, f"anna: move fighter{number} from lombardy to alps via provence"), "moved")
    assert moved["end"] == end


def test_nuclear_units_are_turned_back_by_star_wars() -> None:
    """SA-4.1-19."""
    table = manoeuvring(
        {"romans": {"latium": {"sword": 1, "nuke": 1}}, "gauls": {"provence": {"star_wars": 1}, "alps": {"sword": 1}}},
        romans={"step": 48},
        gauls={"step": 48},
        elephants_gone=True,
        weapons={"nuke": 4, "star_wars": 2},
    )
    assert told(play(table, "anna: move nuke from latium to provence"), "turned_back")
    assert of(table, "romans").size("latium") == 2
    play(table, "anna: move nuke from latium to alps")
    assert of(table, "romans").size("alps") == 1


def test_canals_from_their_age_on() -> None:
    """SA-4.1-16: along banks of one's own."""
    units = {"romans": {"egypt": {"sword": 1, "frigate": 1}}, "gauls": {"provence": {"sword": 1}}}
    table = manoeuvring(units, romans={"step": 36})
    play(table, "anna: move frigate from egypt to red_sea via eastern_mediterranean")
    assert table.state.control["red_sea"] == "romans"
    with pytest.raises(Refused, match="no_way"):
        play(
            manoeuvring(units, romans={"step": 35}),
            "anna: move frigate from egypt to red_sea via eastern_mediterranean",
        )


def test_two_enemies_in_one_area_are_fought_one_after_the_other() -> None:
    """SA-gap-9."""
    given = position(
        {"anna": {"romans": {"step": 12}}, "ben": {"gauls": {"step": 12}, "hellenes": {"step": 12}}},
        units={
            "romans": {"lombardy": {"sword": 3}},
            "gauls": {"lombardy": {"spear": 1}},
            "hellenes": {"lombardy": {"spear": 1}},
        },
        control={"lombardy": "gauls"},
        acts=[{"action": "manoeuvre", "seat": 0, "empire": "romans", "stage": "fight"}],
    )
    given["players"]["ben"]["empires"]["hellenes"]["colour"] = "light_green"
    table = at(given, phase="manoeuvre")
    play(table, "anna: conflicts lombardy against hellenes, lombardy against gauls")
    assert table.state.battle.sides[1].empire == "hellenes"


def test_units_retreat_by_the_borders_of_their_class() -> None:
    """SA-4.2-29, SA-gap-89: spears over land, ships to the sea of their coast, aircraft anywhere next to it."""
    given = position(
        {"anna": {"romans": {"step": 46}}, "ben": {"gauls": {"step": 46}}},
        units={
            "romans": {
                "etruria": {"musket": 1, "galley": 1, "fighter": 1},
                "latium": {"musket": 1},
                "western_mediterranean": {"frigate": 1},
            },
            "gauls": {"etruria": {"musket": 4}},
        },
        control={"etruria": "gauls"},
        elephants_gone=True,
        acts=[{"action": "manoeuvre", "seat": 0, "empire": "romans", "stage": "fight"}],
    )
    table = at(given, phase="manoeuvre")
    game, romans = table.state, of(table, "romans")
    assert set(retreat.havens(game, 0)) == {"latium", "western_mediterranean"}
    ways = {
        unit: [one for one in retreat.havens(game, 0) if retreat.can_enter(game, romans, (unit, "plain", 0), one)]
        for unit in ("musket", "galley", "fighter")
    }
    assert ways == {
        "musket": ["latium"],
        "galley": ["western_mediterranean"],
        "fighter": ["latium", "western_mediterranean"],
    }


def test_nobody_retreats_over_an_arrow_whose_sea_holds_ships_of_others() -> None:
    """SA-4.1-23, SA-4.2-29: not even if the sea is still its own, because the fight for it is yet to come."""
    units = {
        "romans": {"andalusia": {"sword": 4}, "western_mediterranean": {"frigate": 1}, "latium": {"sword": 1}},
        "gauls": {"andalusia": {"spear": 2}, "morocco": {"spear": 1}, "western_mediterranean": {"frigate": 1}},
    }
    held = {"andalusia": "gauls", "western_mediterranean": "gauls"}
    acts = [{"action": "manoeuvre", "seat": 0, "empire": "romans", "stage": "fight"}]
    for pillars, possible in (({}, True), ({"pillars_of_hercules": {"frigate": 1}}, False)):
        more = {**units, "romans": {**units["romans"], **pillars}}
        table = at(
            two(units=more, control=held, acts=acts), "conflicts andalusia, western_mediterranean", phase="manoeuvre"
        )
        assert (retreat.reachable(table.state, 1) == ["morocco"]) is possible


# ---- glory and the end


def test_resources_and_artifacts() -> None:
    """SA-glory-8, SA-glory-20, SA-gap-71."""
    given = position(
        {"anna": {"khmers": {"step": 18, "card": ["republic", "slavery"]}}},
        units={"khmers": {"siam": {"sword": 1}, "burma": {"sword": 1}, "central_pacific": {"frigate": 1}}},
        artifacts={"siam": "forum"},
        unrest=["burma"],
        blue={"alphabet": 3},
    )
    table = at(given)
    game, khmers = table.state, of(table, "khmers")
    assert glory.resources(game, khmers, "elephant") == 2
    assert glory.green_artifacts(game, khmers, {}) == 2
    assert glory.region_areas(game, khmers, {"region": "world", "colour": "green_blue"}) == 2
    khmers.step = 45
    assert glory.resources(game, khmers, "elephant") == 0


def test_ties_are_broken_by_progress() -> None:
    """SA-win-1, SA-win-2, SA-win-3."""
    table = at(two(romans={"step": 30}, gauls={"step": 31}))
    game = table.state
    assert further(game, [0, 1]) == [1]
    of(table, "romans").step = 31
    assert further(game, [0, 1]) == [0, 1]
    of(table, "romans").step = of(table, "gauls").step = 50
    game.passed = [1, 0]
    assert further(game, [0, 1]) == [1]


@pytest.mark.parametrize(
    ("limit", "turn", "over"),
    [("turn_4", 4, True), ("turn_4", 3, False), ("turn_13", 13, True), ("age_2", 1, True), ("age_3", 1, False)],
)
def test_agreed_ends(limit: str, turn: int, over: bool) -> None:
    """SA-win-7, SA-gap-97."""
    table = at({**two(), "turn": turn}, phase="turn_end", options={"turn_limit": limit})
    assert table.over is over


def test_faster_history() -> None:
    """SA-opt-9."""
    table = at({**two(romans={"step": 14}), "turn": 1}, phase="turn_end", options={"faster_history": True})
    assert table.over


def test_faster_history_ends_with_an_empire_that_begins_higher() -> None:
    """SA-opt-9, SA-1-12: the Sung begin a step ahead, in the next age."""
    ahead = EMPIRES["sung"]
    step = FIRST_STEP[4] - 1
    given = position(
        {"ben": {"gauls": {"step": step}}},
        units={"gauls": {"provence": {"sword": 1}}},
        hands={"anna": [CARD_OF_EMPIRE[ahead.id]]},
        acts=[{"action": "start_empire", "seat": 0}],
    )
    table = at(given, phase="start_empire", options={"faster_history": True})
    play(table, f"anna: start {CARD_OF_EMPIRE[ahead.id]}")
    assert table.over
    assert of(table, ahead.id).age == 4


def test_technology() -> None:
    """SA-opt-7, SA-gap-43."""
    game = at(two(romans={"step": 13}), options={"technology": True}).state
    assert (capacity(game, "romans"), capacity(game, "gauls"), capacity(game, "")) == (7, 5, 6)
    game = at(
        position({"anna": {"romans": {"step": 9}}}, units={"romans": {"latium": {"sword": 1}}}),
        options={"technology": True},
    ).state
    assert capacity(game, "romans") == 7


def test_first_player_first() -> None:
    """SA-seq-3, SA-1-36: productions follow the turn marker."""
    table = at({**two(romans={"money": 9}, gauls={"money": 9}), "first": 1})
    play(table, "anna: mark romans production")
    play(table, "ben: mark gauls production")
    play(table, "anna: reveal romans")
    play(table, "ben: reveal gauls")
    assert table.state.act.empire == "gauls"


def test_progress_never_drops_below_1() -> None:
    """SA-1-13, SA-6.1-3."""
    table = at(two(romans={"step": 2}))
    assert advance(table.state, of(table, "romans"), -5) == -1


def test_all_holders_of_cards_are_asked_at_a_moment() -> None:
    """SA-gap-55, SA-gap-21: whether they have a fitting card or not; standing orders and watches answer by mail."""
    table = at(two(hands={"anna": ["c97"], "ben": ["c44"]}, act=["romans", "production"]), phase="production")
    assert table.offer is not None
    assert sorted(table.pending) == [0, 1]
    assert table.waiting() is None


@pytest.mark.parametrize(("step", "possible"), [(7, False), (8, True)])
def test_take_that(step: int, possible: bool) -> None:
    """SA-opt-10, SA-opt-11, SA-gap-100: an event or artifact reaches only what is in range."""
    financier = next(card.id for card in CARDS.values() if card.event == "financier")
    given = two(
        units={"romans": {"latium": {"sword": 1}, "alps": {"sword": 1}}, "gauls": {"england": {"sword": 1}}},
        hands={"anna": [financier]},
        act=["romans", "civilise"],
        romans={"step": step},
    )
    table = at(given, phase="civilise", options={"take_that": True})
    assert (f"play {financier} as event on gauls" in legal(table)) is possible
    assert f"play {financier} as event on romans" in legal(table)
    spy = next(card.id for card in CARDS.values() if card.event == "spy")
    given["players"]["anna"]["hand"] = [spy]
    table = at(given, phase="civilise", options={"take_that": True})
    assert (f"play {spy} as event on ben" in legal(table)) is possible


@pytest.mark.parametrize(("step", "near"), [(21, False), (22, True)])
def test_oceans_count_for_range_from_age_4_on(step: int, near: bool) -> None:
    """SA-3-5, SA-gap-83: Easter Island and Tahiti lie on one ocean, two areas apart."""
    given = two(
        units={"romans": {"easter_island": {"sword": 1}}, "gauls": {"tahiti": {"sword": 1}}}, romans={"step": step}
    )
    table = at(given)
    assert ("gauls" in [one.id for one in in_range(table.state, of(table, "romans"))]) is near


def test_a_refusal_of_reach_names_where_the_units_could_go() -> None:
    """SA-4.1-1."""
    units = {"romans": {"latium": {"sword": 2}}, "gauls": {"provence": {"sword": 1}}}
    with pytest.raises(Refused) as refused:
        play(manoeuvring(units), "anna: move sword from latium to egypt")
    assert refused.value.key == "no_way"
    assert refused.value.values["near"] == ["etruria", "sicily"], "over the straits too"


def test_a_truce_binds_units_of_every_class() -> None:
    """SA-gap-86: nuclear and star-wars units too."""
    units = {"romans": {"latium": {"sword": 1, "nuke": 1, "star_wars": 1}}, "gauls": {"provence": {"sword": 1}}}
    table = manoeuvring(
        units,
        romans={"step": 48},
        gauls={"step": 48},
        elephants_gone=True,
        weapons={"nuke": 4, "star_wars": 2},
        truces=["gauls romans"],
    )
    assert not any("provence" in order for order in legal(table))
    for unit in ("nuke", "star_wars"):
        with pytest.raises(Refused, match="no_way"):
            play(table, f"anna: move {unit} from latium to provence")


@pytest.mark.parametrize(
    ("unit", "age", "counts"),
    [("spear", 5, 1), ("knight", 5, 2), ("musket", 3, 2), ("light_cavalry", 1, 3), ("armour", 6, 2), ("armour", 5, 3)],
)
def test_what_a_unit_counts_in_a_pursuit(unit: str, age: int, counts: int) -> None:
    """SA-opt-2, SA-gap-44: cavalry double, a unit of a higher age than the pursuing empire one more."""
    units = {"romans": {"latium": {"sword": 1}, "provence": {"sword": 2}}, "gauls": {"provence": {"sword": 2}}}
    acts = [{"action": "manoeuvre", "seat": 0, "empire": "romans", "stage": "fight"}]
    given = two(units=units, control={"provence": "gauls"}, acts=acts, romans={"step": FIRST_STEP[age]})
    table = at({**given, "elephants_gone": True}, phase="manoeuvre", options={"pursuit": True})
    assert pursuit.worth(table.state, 1, unit) == counts


@pytest.mark.parametrize(("step", "possible"), [(7, False), (8, True)])
def test_take_that_at_other_moments(step: int, possible: bool) -> None:
    """SA-opt-11, SA-gap-100: a reaction needs range to what the event is aimed at, a conflict event to the conflict."""
    star, gold, ambush = (
        next(card.id for card in CARDS.values() if card.event == one)
        for one in ("shooting_star", "financier", "ambush")
    )
    far = {"romans": {"latium": {"sword": 1}, "alps": {"sword": 1}}, "gauls": {"england": {"sword": 1}}}
    more = {"romans": {"step": step}, "hands": {"anna": [star], "ben": [gold]}}
    table = at(two(units=far, act=["gauls", "civilise"], **more), phase="civilise", options={"take_that": True})
    play(table, f"ben: play {gold} as event on gauls")
    assert (f"react {star}" in legal(table, 0)) is possible
    table = at(two(units=far, act=["gauls", "civilise"], **more), phase="civilise", options={"take_that": True})
    if step > 7:
        play(table, f"ben: play {gold} as event on romans")  # the gauls reach as far
        assert f"react {star}" in legal(table, 0)
    given = position(
        {"anna": {"romans": {"step": step}}, "ben": {"gauls": {"step": 12}, "franks": {"step": 12}}},
        units={**far, "gauls": {"england": {"sword": 2}}, "franks": {"england": {"sword": 1}, "ireland": {"sword": 1}}},
        control={"england": "franks"},
        hands={"anna": [ambush]},
        acts=[{"action": "manoeuvre", "seat": 1, "empire": "gauls", "stage": "fight"}],
    )
    given["players"]["ben"]["empires"]["franks"]["colour"] = "light_green"
    table = at(given, "ben: commit all", "ben: commit all", phase="manoeuvre", options={"take_that": True})
    assert (f"play {ambush} for defender" in legal(table, 0)) is possible


@pytest.mark.parametrize(
    ("built", "lost", "left"),
    [(1, 1, ["burma", "siam", "unnamed"]), (2, 2, ["burma", "siam", "unnamed"]), (3, 1, ["burma", "siam"])],
)
def test_elephants_of_own_areas_are_built_first(built: int, lost: int, left: list[str]) -> None:
    """SA-2.3-10: a lost one leaves the pool only if more were on the map than the empire has elephant areas."""
    from pbem.titles.seven_ages.rules.changes import lose_units

    given = position(
        {"anna": {"khmers": {"step": 18, "elephants": ["burma", "siam", "unnamed"]}}},
        units={"khmers": {"siam": {"sword": 1}, "burma": {"sword": 1, "elephant": built}}},
    )
    table = at(given)
    lose_units(table.state, of(table, "khmers"), [("elephant", "burma")] * lost)
    assert sorted(of(table, "khmers").elephants) == left


@pytest.mark.parametrize(("built", "left"), [(1, 3), (2, 3), (3, 2)])
def test_elephants_lost_in_a_conflict(built: int, left: int) -> None:
    """SA-2.3-10: the same, all of them committed and lost at once."""
    given = position(
        {"anna": {"romans": {"step": 18}}, "ben": {"khmers": {"step": 18, "elephants": ["burma", "siam", "unnamed"]}}},
        units={
            "romans": {"honan": {"sword": 5, "catapult": 5}, "latium": {"sword": 1}},
            "khmers": {"honan": {"elephant": built}, "siam": {"sword": 1}, "burma": {"sword": 1}},
        },
        control={"honan": "khmers"},
        top=["c44", "c97"],
        acts=[{"action": "manoeuvre", "seat": 0, "empire": "romans", "stage": "fight"}],
    )
    table = at(given, "anna: commit all", "ben: commit all", phase="manoeuvre")
    assert len(of(table, "khmers").elephants) == left
