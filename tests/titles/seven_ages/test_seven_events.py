"""Events that are played while civilising, and at the start of other actions (data/events.yaml)."""

from __future__ import annotations

from pathlib import Path

import pytest
from event_kit import VALUES, base, card_of, civilising
from seven_kit import at, lapsed, of, play, position, told

from pbem.table import Refused
from pbem.titles.seven_ages.cards import CARDS, EVENTS


def test_every_event_has_a_test() -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("test_seven_*event*.py"))]
    assert [event for event in EVENTS if not any(f'"{event}"' in text for text in texts)] == []


# ---- money, progress, cards


@pytest.mark.parametrize(("event", "money"), [("financier", 35), ("tax_revolt", 10)])
def test_money(event: str, money: int) -> None:
    """SA-6.1-2."""
    table, _ = civilising(event, "english")
    assert of(table, "english").money == money


def test_gold_is_struck_in_mountains_and_deserts() -> None:
    """SA-gap-52."""
    table, _ = civilising("gold_strike", "romans")
    assert of(table, "romans").money == 40
    with pytest.raises(Refused, match="target_lacks"):
        civilising("gold_strike", "english")


@pytest.mark.parametrize(("event", "steps"), [("golden_age", 2), ("scholars", 1), ("lost_knowledge", -2)])
def test_progress(event: str, steps: int) -> None:
    table, _ = civilising(event, "english")
    assert of(table, "english").step == 24 + steps


def test_a_new_age_takes_the_leaders() -> None:
    """SA-6.2-2, SA-gap-17."""
    table, notes = civilising("lost_knowledge", "english", english={"step": 22})
    assert (of(table, "english").age, of(table, "english").leaders) == (3, [])
    assert table.state.cup["tactician"] == 7
    assert told(notes, "new_age")


def test_elite_guard_and_famine() -> None:
    table, _ = civilising("elite_guard", "english")
    assert of(table, "english").elites == 1
    table, _ = civilising("famine", "english")
    assert of(table, "english").famines == 1


def test_fortune() -> None:
    """SA-gap-92: cards drawn may be played at once."""
    table, _ = civilising("fortune", top=[VALUES[1], VALUES[2], VALUES[3]])
    assert table.state.players[0].hand == [VALUES[1], VALUES[2], VALUES[3]]
    assert next(iter(table.pending.values())).kind.id == "play_card"


def test_spy() -> None:
    table, notes = civilising("spy", "ben", "anna: choose card c44", hands={"ben": ["c44", "c62"]})
    assert told(notes, "spied")[0]["cards"] == ["c44", "c62"]
    assert (table.state.players[0].hand, table.state.players[1].hand) == (["c44"], ["c62"])


def test_piracy() -> None:
    """SA-gap-81."""
    table, _ = civilising("piracy", "english, romans")
    assert (of(table, "romans").money, of(table, "english").money) == (30, 10)


# ---- areas


def test_volcano() -> None:
    table, _ = civilising(
        "volcano", "alps", cities={"latium": 3, "alps": 3}, forts=["alps"], artifacts={"alps": "forum"}
    )
    game = table.state
    assert "alps" not in game.control
    assert (game.cities, game.forts, game.artifacts) == ({"latium": 3}, [], {})
    with pytest.raises(Refused, match="area_lacks"):
        civilising("volcano", "low_countries")


def test_great_fire() -> None:
    table, _ = civilising("great_fire", "england", artifacts={"england": "forum"})
    game = table.state
    assert (game.cities["england"], game.unrest, game.artifacts) == (1, ["england"], {})
    assert of(table, "english").leaders == []
    assert of(table, "english").capital == "england"


@pytest.mark.parametrize(("event", "burnt"), [("great_fire", True), ("earthquake", False)])
def test_only_a_temple_of_diana_that_stands_keeps_unrest_away(event: str, burnt: bool) -> None:
    """SA-gap-113: what an event destroys is lost before the unrest comes."""
    table, _ = civilising(event, "england", artifacts={"england": "temple_of_diana"})
    assert (table.state.unrest, table.state.artifacts) == (
        (["england"], {}) if burnt else ([], {"england": "temple_of_diana"})
    )


def test_earthquake() -> None:
    """SA-gap-62: a capital on level 1 is gone."""
    table, _ = civilising("earthquake", "england", cities={"england": 1, "latium": 1}, forts=["england"])
    assert "england" not in table.state.cities
    assert of(table, "english").capital == ""
    assert of(table, "english").money == 20
    assert (table.state.forts, table.state.unrest) == ([], ["england"])


def test_flood() -> None:
    table, notes = civilising("flood", "normandy", "ben: choose sword in normandy")
    assert of(table, "english").size("normandy") == 1
    assert table.state.unrest == ["normandy"]
    assert told(notes, "units_lost")[0]["units"] == {"normandy": 1}


def test_storm() -> None:
    """SA-gap-54."""
    card = card_of("storm")
    table = at(base(act=["romans", "manoeuvre"], hands={"ben": [card]}), phase="manoeuvre")
    play(table, f"ben: react {card} on north_sea")
    play(table, "ben: choose galley x2 in north_sea")
    assert of(table, "english").size("north_sea") == 1


def test_pestilence() -> None:
    """SA-gap-58: the owner chooses."""
    table, notes = civilising("pestilence", "english", "ben: choose sword x3 in england", top=[VALUES[1]])
    assert told(notes, "event_card")[0]["number"] == 1  # 1, and 2 cities
    assert of(table, "english").size("england") == 1


def test_revolt() -> None:
    table, _ = civilising("revolt", "english", "anna: choose area ireland", top=[VALUES[1]])
    assert table.state.unrest == ["ireland"]


def test_civil_war() -> None:
    table, _ = civilising("civil_war", "english")
    assert sorted(table.state.unrest) == ["england", "ireland"]


def test_fortification() -> None:
    table, _ = civilising("fortification", "english", "ben: choose area england, normandy")
    assert sorted(table.state.forts) == ["england", "normandy"]


def test_master_builders() -> None:
    """SA-gap-60: the areas are used up for the action."""
    table, _ = civilising("master_builders", "romans", "anna: choose area etruria, alps")
    assert (table.state.cities["etruria"], table.state.cities["alps"]) == (1, 1)
    assert sorted(table.state.acts[0].used) == ["alps", "etruria"]


def test_colonists() -> None:
    """SA-gap-83."""
    table, _ = civilising("colonists", "romans", "anna: choose area illyria, provence")
    assert of(table, "romans").stacks["illyria"].units == ["spear"]
    assert table.state.control["provence"] == "romans"


def test_migration() -> None:
    """SA-gap-72: an extra manoeuvre, then civilising goes on."""
    table, _ = civilising("migration", "romans", "anna: move sword from alps to provence", "anna: end moves")
    assert table.state.control["provence"] == "romans"
    assert table.state.acts[0].action == "civilise"


# ---- leaders and markers


def test_great_man() -> None:
    """SA-gap-59: one above the leader number, four draws in all."""
    leaders = [{"id": "builder", "kind": "builder", "area": "england"} for _ in range(3)]
    card = card_of("great_man")
    chance = [["no_leader"], ["artist"], ["prophet"], ["merchant"]]
    table = at(base(hands={"anna": [card]}, english={"leaders": leaders}), phase="civilise", chance=chance)
    play(table, f"anna: play {card} as event on english")
    play(table, "ben: leader draw for tactician in ireland")
    assert [leader.id for leader in of(table, "english").leaders][-1] == "merchant"


@pytest.mark.parametrize(
    ("event", "draws", "dead"),
    [
        ("assassin_1", [3, 2, 2, 2], True),
        ("assassin_1", [3, 2, 3], False),
        ("assassin_2", [0, 6, 1, 5], True),
        ("assassin_3", [0, 1, 4, 4], False),
    ],
)
def test_assassins(event: str, draws: list[int], dead: bool) -> None:
    """SA-6.1-4 to SA-6.1-7 (SA-6.1-5, SA-6.1-6), SA-gap-40: strictly higher kills."""
    card = card_of(event)
    top = []
    for number in draws:
        spare = [one.id for one in CARDS.values() if one.value == number and one.id not in (*top, card, "c14", "c37")]
        top.append(spare[-1])
    units = {"romans": {"latium": {"sword": 1}, "normandy": {"sword": 1}}, "english": {"england": {"sword": 1}}}
    table = at(base(hands={"anna": [card]}, top=top, units=units, cities={"latium": 1, "england": 1}), phase="civilise")
    play(table, f"anna: play {card} as event on english, tactician")
    if event != "assassin_1":
        play(table, "anna: assassin keep from 2")
    play(table, "ben: assassin keep from 3")
    assert (of(table, "english").leaders == []) is dead
    assert set(top) <= set(table.state.discards) | set(table.state.deck)


def test_an_assassin_needs_range_and_an_empire() -> None:
    """SA-6.1-4."""
    with pytest.raises(Refused, match="target_out_of_range"):
        civilising(
            "assassin_1",
            "english, tactician",
            english={"step": 24},
            units={
                "romans": {"latium": {"sword": 1}},
                "english": {"england": {"sword": 1}, "ireland": {"sword": 1}},
            },
            romans={"step": 3, "capital": ""},
            cities={"england": 1},
        )


def test_missionaries() -> None:
    """SA-gap-63."""
    table, _ = civilising("missionaries", "english", romans={"card": ["islam"]}, english={"card": ["hinduism"]})
    assert of(table, "english").card == ["islam"]
    assert sorted(table.state.unrest) == ["england", "ireland"]
    assert table.state.players[1].glory == 1


def test_heresy_and_revolution() -> None:
    table, _ = civilising("heresy", "english", english={"card": ["hinduism", "republic"]})
    assert (of(table, "english").card, table.state.unrest) == (["republic"], ["england"])
    table, _ = civilising("revolution", "english", english={"card": ["hinduism", "republic"]})
    assert (of(table, "english").card, sorted(table.state.unrest)) == (["hinduism"], ["england", "ireland"])


def test_iconoclasts() -> None:
    """SA-gap-61."""
    table, _ = civilising("iconoclasts", "england", artifacts={"england": "alphabet"}, blue={"alphabet": 12})
    assert (table.state.artifacts, table.state.blue) == ({}, {"alphabet": 12})
    table, _ = civilising("iconoclasts", "english, republic", english={"card": ["republic"]})
    assert (of(table, "english").card, table.state.unrest) == ([], [])


# ---- other moments


def test_good_harvest_and_desertion() -> None:
    """SA-gap-79, SA-gap-51."""
    harvest, desertion = card_of("good_harvest"), card_of("desertion")
    given = base(act=["romans", "production"], hands={"anna": [harvest], "ben": [desertion]})
    plain = at(base(act=["romans", "production"]), phase="production")
    table = at(given, phase="production")
    play(table, f"anna: react {harvest} on romans")
    lapsed(table)
    assert of(table, "romans").money == of(plain, "romans").money + 2  # latium and sicily
    table = at(given, phase="production")
    play(table, f"ben: react {desertion} on romans")
    lapsed(table)
    assert of(table, "romans").money == of(plain, "romans").money - 7


def test_trade_winds_and_embargo() -> None:
    winds, embargo = card_of("trade_winds"), card_of("embargo")
    units = {"romans": {"latium": {"sword": 1}, "normandy": {"sword": 1}}, "english": {"england": {"sword": 1}}}
    given = base(
        act=["romans", "trade"],
        units=units,
        cities={"latium": 1, "england": 1},
        hands={"anna": [winds, "c44"], "ben": [embargo, "c62"]},
    )
    table = at(given, "anna: trade with english", phase="trade")
    table.order(0, f"react {winds} on romans")
    table.order(1, f"react {embargo} on english")
    notes = lapsed(table)  # each has one card left to offer
    totals = {note["empire"]: note["total"] for note in told(notes, "trade_total")}
    assert totals == {"romans": 7 + 1 + 3, "english": 2 + 2 - 3}


def test_silk_road() -> None:
    """SA-gap-103, SA-gap-57."""
    card = card_of("silk_road")
    units = {"romans": {"latium": {"sword": 1}}, "english": {"quebec": {"sword": 1}}}
    given = base(
        act=["romans", "trade"],
        units=units,
        cities={},
        romans={"capital": ""},
        english={"capital": "", "leaders": []},
        hands={"anna": [card, "c44"]},
    )
    table = at(given, phase="trade")
    with pytest.raises(Refused, match="partner_out_of_range"):
        play(table, "anna: trade with english")
    play(table, f"anna: trade with english by {card}")
    table.lapse()  # nobody reacts
    assert table.state.acts[0].partner == "english"


def test_forced_march_and_truce() -> None:
    """SA-gap-54, SA-gap-86."""
    march, truce = card_of("forced_march"), card_of("truce")
    given = base(act=["romans", "manoeuvre"], hands={"anna": [march], "ben": [truce]})
    table = at(given, phase="manoeuvre")
    lapsed(table)
    with pytest.raises(Refused, match="too_far"):
        play(table, "anna: move sword from latium to provence via etruria, lombardy")
    table = at(given, phase="manoeuvre")
    table.order(0, f"react {march} on romans")
    table.order(1, f"react {truce} on romans, english")
    lapsed(table)
    play(table, "anna: move sword from latium to provence via etruria, lombardy")
    with pytest.raises(Refused, match="no_way"):
        play(table, "anna: move sword from alps to normandy")


def test_time_ripple() -> None:
    """SA-gap-57: an event that lifts the ages comes with the card."""
    card = card_of("time_ripple")
    given = base(act=None, hands={"anna": [card, "c1"]})
    given.pop("act")
    given["acts"] = [{"action": "start_empire", "seat": 0}]
    table = at(given, phase="start_empire")
    play(table, f"anna: start c1 with {card}")
    lapsed(table)
    assert of(table, "egyptians").step == 24
    assert card in table.state.discards


def test_shooting_star() -> None:
    """SA-gap-53, SA-gap-57: a reaction can be answered too."""
    star, gold = card_of("shooting_star"), card_of("financier")
    second = next(one.id for one in CARDS.values() if one.event == "shooting_star" and one.id != star)
    hands = {"anna": [gold, second], "ben": [star]}
    table = at(base(hands=hands), f"anna: play {gold} as event on romans", phase="civilise")
    notes = play(table, f"ben: react {star}")
    table.lapse()
    assert of(table, "romans").money == 20
    table = at(base(hands=hands), f"anna: play {gold} as event on romans", phase="civilise")
    notes = play(table, f"ben: react {star}")
    notes += play(table, f"anna: react {second}")
    assert told(notes, "event_cancelled")[0]["event"] == "shooting_star"
    assert of(table, "romans").money == 35


def test_a_card_that_was_played_meanwhile_is_not_started() -> None:
    """SA-gap-57: anna answers her own Time Ripple with the very card; ben saves the event, but the card is gone."""
    given = position(
        {"ben": {"gauls": {"step": 9}}},
        units={"gauls": {"provence": {"sword": 1}}},
        hands={"anna": ["c21", "c46", "c1"], "ben": ["c60"]},
        acts=[{"action": "start_empire", "seat": 0}],
    )
    table = at(given, phase="start_empire")
    table.order(0, "start c46 with c21")
    table.order(0, "react c46")
    table.order(1, "pass")
    table.order(0, "pass")
    table.order(1, "react c60")
    lapsed(table)
    assert "prussians" not in table.state.owners
    assert table.state.players[0].hand == ["c1"]
    assert table.pending[0].kind.id == "start_empire"
