"""Every card is played for what is printed on it: empires, named leaders, artifacts with their conditions, and deeds.

What a special, an event or an artifact then does is told in the tests of specials, events and artifacts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from event_kit import base, card_of, civilising
from seven_book import printed
from seven_kit import asked, at, lapsed, legal, of, play, position, told

from pbem.table import Refused, Table

EMPIRES = {entry["id"]: entry for entry in printed("empires")["empires"]}
ARTIFACTS = {entry["id"]: entry for entry in printed("artifacts")["artifacts"]}
LEADERS = {entry["id"]: entry for entry in printed("leaders")["named"]}
CARDS = printed("cards")["cards"]
CARD = {entry["empire"]: entry["id"] for entry in CARDS}
FIRST = {entry["age"]: entry["first"] for entry in printed("progress")["ages"]}
NEUTRAL = "easter_island"
"""An area in which nobody begins."""


# ---- empires


def starting(ident: str, step: int, **more: Any) -> Table:
    """Somebody far away on a step of the track, and the card in hand."""
    other = "maori" if ident != "maori" else "incas"
    given = position(
        {"ben": {other: {"step": step}}},
        units={other: {NEUTRAL: {"sword": 1}}},
        hands={"anna": [CARD[ident]]},
        acts=[{"action": "start_empire", "seat": 0}],
        **more,
    )
    return at(given, phase="start_empire")


FIXED = [ident for ident, entry in EMPIRES.items() if {one["kind"] for one in entry["start"]} <= {"area", "choice"}]


@pytest.mark.parametrize("ident", FIXED)
def test_an_empire_begins_as_its_card_says(ident: str) -> None:
    """SA-1-1, SA-1-6, SA-1-12, SA-1-13, SA-1-19, SA-1-30, SA-1-32: step, money, areas, elites and capital."""
    entry = EMPIRES[ident]
    age = entry["ages"][0]
    top = FIRST[age] + 3
    table = starting(ident, top)
    (begun,) = told(play(table, f"start {CARD[ident]}"), "founded")
    step = max(1, top + entry["setup"][0]["step"])
    areas = [one["area"] for one in entry["start"] if one["kind"] == "area"]
    areas += [one["areas"][0] for one in entry["start"] if one["kind"] == "choice"]
    assert (begun["step"], begun["money"], begun["areas"]) == (step, entry["money"], areas)
    assert (of(table, ident).elites, of(table, ident).no_ships, of(table, ident).no_horses) == (
        entry["elites"],
        entry["no_ships"],
        entry["no_horses"],
    )
    play(table, f"build spear in {areas[0]}")
    if asked(table).kind.id == "start_units":
        play(table, "save")
    barbarian = of(table, ident).age in entry["no_cities_ages"]
    assert of(table, ident).capital == ("" if barbarian else areas[0])


@pytest.mark.parametrize("ident", EMPIRES)
def test_an_empire_begins_only_in_its_ages(ident: str) -> None:
    """SA-1-6, SA-1-7: by the most advanced empire; ages with a condition wait for it."""
    entry = EMPIRES[ident]
    if any(one["kind"] in ("free_coast", "seized") for one in entry["start"]):
        pytest.skip("where it can begin depends on others")
    for age, first in FIRST.items():
        found = legal(starting(ident, first, elephants_gone=age == 7))
        assert (found != ["start none"]) is (age in entry["ages"]), age


@pytest.mark.parametrize("ident", [one for one, entry in EMPIRES.items() if entry["conditional_ages"]])
def test_a_condition_opens_a_further_age(ident: str) -> None:
    """SA-1-7, SA-1-8."""
    for one in EMPIRES[ident]["conditional_ages"]:
        (need,) = one["needs"]
        table = starting(ident, FIRST[one["age"]])
        game = table.state
        if need["type"] == "in_play":
            given = position(
                {"ben": {need["empire"]: {"step": FIRST[one["age"]]}}},
                units={need["empire"]: {NEUTRAL: {"sword": 1}}},
                hands={"anna": [CARD[ident]]},
                acts=[{"action": "start_empire", "seat": 0}],
            )
            table = at(given, phase="start_empire")
        else:
            game.players[1].empires[next(iter(game.players[1].empires))].card.append(need["artifact"])
        assert any(order.startswith(f"start {CARD[ident]}") for order in legal(table))


@pytest.mark.parametrize(("level", "capital"), [(1, 1), (3, 1), (5, 3), (7, 5)])
def test_a_captured_city_becomes_the_capital(level: int, capital: int) -> None:
    """SA-1-30, SA-4.2-33."""
    given = position(
        {"ben": {"franks": {"step": 24}}},
        units={"franks": {"england": {"spear": 1}, "normandy": {"sword": 1}}},
        cities={"england": level},
        hands={"anna": ["c37"]},
        acts=[{"action": "start_empire", "seat": 0}],
        top=["c2", "c5"],
    )
    orders = (
        "start c37",
        "build sword x5 in england, catapult in england",
        "save",
        "anna: commit all",
        "ben: commit all",
    )
    table = at(given, *orders, phase="start_empire")
    assert (of(table, "english").capital, table.state.cities["england"]) == ("england", capital)


# ---- leaders


@pytest.mark.parametrize("ident", LEADERS)
def test_a_named_leader_serves_his_empire_once(ident: str) -> None:
    """SA-1-20, SA-6.3-2, SA-6.3-4: in his ages, as the kind he is, and never again."""
    entry = LEADERS[ident]
    empire = entry["empire"]
    assert ident in EMPIRES[empire]["named_leaders"]
    for age, first in FIRST.items():
        given = position(
            {"anna": {empire: {"step": first + 1}}},
            units={empire: {"latium": {"sword": 1}}},
            act=[empire, "civilise"],
            elephants_gone=age == 7,
        )
        table = at(given, phase="civilise")
        if age not in entry["ages"]:
            if asked(table).kind.id == "get_leader":
                with pytest.raises(Refused, match="no_such_leader"):
                    play(table, f"leader {ident} in latium")
            continue
        play(table, f"leader {ident} in latium")
        (leader,) = of(table, empire).leaders
        assert (leader.id, leader.kind, leader.area) == (ident, entry["kind"], "latium")
        again = at({**given, "named_used": [ident]}, phase="civilise")
        with pytest.raises(Refused, match="no_such_leader"):
            play(again, f"leader {ident} in latium")


# ---- artifacts


def owner_of(artifact: str, age: int, met: bool = True) -> Table:
    """Romans of an age who hold all that an artifact may ask for, or nothing of it; their card is in anna's hand."""
    blue = {"printing_press": 1, "renaissance": 1, "industrial_revolution": 1, "radio": 1, "computers": 1}
    if met:
        blue.pop(artifact, None)
    card = next(one["id"] for one in CARDS if one["artifact"] == artifact and one["empire"] != "romans")
    given = position(
        {"anna": {"romans": {"step": FIRST[age] + 1, "had_capital": True}}},
        units={"romans": {"latium": {"sword": 1}} if met else {"bohemia": {"sword": 1}}},
        cities={"latium": 5} if met else {},
        blue=blue if met else {},
        hands={"anna": [card]},
        act=["romans", "civilise"],
        elephants_gone=age == 7,
    )
    return at(given, phase="civilise")


def played_as_artifact(table: Table) -> list[str]:
    return [order for order in legal(table) if " as artifact for romans" in order]


@pytest.mark.parametrize("artifact", ARTIFACTS)
def test_an_artifact_needs_its_age(artifact: str) -> None:
    """SA-6.1-8, SA-6.1-9: also in the earlier age of the dagger, where its conditions hold."""
    entry = ARTIFACTS[artifact]
    for age in FIRST:
        table = owner_of(artifact, age)
        ages = list(entry["ages"])
        if entry["dagger"] and all(one["type"] != "conflicts_this_turn" for one in entry["dagger"]["needs"]):
            ages += entry["dagger"]["ages"]
        assert bool(played_as_artifact(table)) is (age in ages), age


@pytest.mark.parametrize("artifact", [one for one, entry in ARTIFACTS.items() if entry["needs"] or entry["dagger"]])
def test_an_artifact_needs_what_its_asterisk_says(artifact: str) -> None:
    """SA-6.1-9, SA-6.1-10, SA-6.1-18."""
    entry = ARTIFACTS[artifact]
    ages = entry["ages"] if entry["needs"] else entry["dagger"]["ages"]
    assert all(not played_as_artifact(owner_of(artifact, age, met=False)) for age in ages)


@pytest.mark.parametrize("artifact", [one for one in ARTIFACTS if one != "internet"])
def test_an_artifact_lies_where_it_belongs(artifact: str) -> None:
    """SA-6.1-12, SA-6.1-14, SA-6.1-16, SA-6.1-17: area or card, one point up or down, a blue marker ahead."""
    entry = ARTIFACTS[artifact]
    age = entry["ages"][-1]
    table = owner_of(artifact, age)
    table.state.players[0].glory = 5
    play(table, played_as_artifact(table)[0])
    romans = of(table, "romans")
    assert (artifact in romans.card, artifact in table.state.artifacts.values()) == (
        entry["placement"] == "card",
        entry["placement"] == "area",
    )
    assert table.state.players[0].glory == 5 + {"green": 1, "red": -1}[entry["colour"]]
    assert table.state.blue.get(artifact) == (romans.step + 7 - age if entry["blue_marker"] else None)


# ---- deeds that bring glory at once


def deed(ident: str) -> Mapping[str, int]:
    """Points by what a square symbol asks for."""
    return {one["trigger"]: one["points"] for one in EMPIRES[ident]["glory"] if one["category"] == "instant"}


def at_once(notes: list[Any]) -> int:
    """Points credited by square symbols."""
    return sum(note["points"] for note in told(notes, "instant_glory"))


def battle(attacker: str, defender: str, units: tuple[int, int]) -> list[Any]:
    """Everybody fights, each with a card of value 0."""
    low = [one["id"] for one in CARDS if one["value"] == 0 and one["empire"] not in (attacker, defender)]
    given = position(
        {"anna": {attacker: {"step": 18}}, "ben": {defender: {"step": 18}}},
        units={
            attacker: {"lombardy": {"sword": units[0]}, "latium": {"sword": 1}},
            defender: {"lombardy": {"sword": units[1]}, "provence": {"sword": 1}},
        },
        control={"lombardy": defender},
        cities={"lombardy": 1},
        top=low[:2],
        acts=[{"action": "manoeuvre", "seat": 0, "empire": attacker, "stage": "fight"}],
    )
    return play(at(given, "anna: commit all", phase="manoeuvre"), "ben: commit all")


@pytest.mark.parametrize("ident", [one for one in EMPIRES if {"win_conflict", "capture_city"} & set(deed(one))])
def test_a_conquest_is_told_at_once(ident: str) -> None:
    """SA-glory-25: once for the conflict, once for the city."""
    points = deed(ident)
    assert at_once(battle(ident, "romans", (6, 1))) == points.get("win_conflict", 0) + points.get("capture_city", 0)


@pytest.mark.parametrize("ident", [one for one in EMPIRES if {"win_conflict", "win_defence"} & set(deed(one))])
def test_a_defence_is_told_at_once(ident: str) -> None:
    """SA-glory-25."""
    points = deed(ident)
    assert at_once(battle("romans", ident, (1, 6))) == points.get("win_conflict", 0) + points.get("win_defence", 0)


@pytest.mark.parametrize("ident", [one for one in EMPIRES if "adopt_religion" in deed(one)])
def test_a_religion_is_told_at_once(ident: str) -> None:
    """SA-glory-25, SA-6.4-3: for the religion, and for the green marker; a government is no religion."""
    for marker, points in (("christianity", deed(ident)["adopt_religion"]), ("republic", 0)):
        given = position(
            {"anna": {ident: {"step": 18}}, "ben": {"romans": {"step": 18, "card": [marker]}}},
            units={ident: {"latium": {"sword": 1}}, "romans": {"etruria": {"sword": 1}}},
            act=[ident, "civilise"],
        )
        table = at(given, phase="civilise")
        if asked(table).kind.id == "get_leader":
            play(table, "leader none")
        notes = play(table, f"adopt {marker}")
        assert (at_once(notes), told(notes, "adopted")[0]["gain"]) == (points, 1)


@pytest.mark.parametrize("ident", [one for one in EMPIRES if "win_trade" in deed(one)])
def test_a_won_trade_is_told_at_once(ident: str) -> None:
    """SA-glory-25, SA-glory-26."""
    given = position(
        {"anna": {ident: {"step": 18}}},
        units={ident: {"latium": {"sword": 1}}},
        hands={"anna": ["c44"]},
        top=["c97"],
        act=[ident, "trade"],
    )
    table = at(given, "trade with pile", phase="trade")
    lapsed(table)
    assert at_once(play(table, "advance 1")) == deed(ident)["win_trade"]


# ---- events whose effect comes later


@pytest.mark.parametrize(("triumph", "infamy", "anna"), [(True, False, 3), (False, True, -3), (True, True, 0)])
def test_triumph_and_infamy_change_the_glory_of_the_turn(triumph: bool, infamy: bool, anna: int) -> None:
    """SA-gap-56, SA-glory-23: 3 points up or down, of the player named, when the turn is counted."""
    cards = card_of("triumph"), card_of("infamy")

    def sums(*orders: str) -> tuple[int, int]:
        given = base(hands={"anna": [cards[0]], "ben": [cards[1]]}, romans={"won": True, "money": 199})
        given.pop("act")
        table = at({**given, "turn": 1}, phase="turn_end")
        notes: list[Any] = []
        for seat, order in enumerate(orders):
            if order:
                notes += [note.data() for note in table.order(seat, order)]
        notes += lapsed(table)
        notes += play(table, "anna: buy glory 3")
        points = [note["points"] for note in told(notes, "glory")]
        return points[0], points[1]

    plain = sums()
    played = sums(
        f"react {cards[0]} on romans" if triumph else "",
        f"react {cards[1]} on anna" if infamy else "",
    )
    assert plain[0] >= 3
    assert (played[0] - plain[0], played[1] - plain[1]) == (anna, 0)


def test_a_famine_halves_the_next_income_and_no_later_one() -> None:
    """SA-gap-79."""

    def incomes(famines: int) -> list[int]:
        table = at(base(act=["english", "production"], english={"famines": famines}), phase="production")
        return [of(table, "english").money, of(table, "english").famines]

    full, half = incomes(0), incomes(1)
    earned = full[0] - 20 + 10  # ten units were supplied
    assert half == [20 - 10 + (earned + 1) // 2, 0]


def test_missionaries_bring_nothing_to_an_age_that_is_past_it() -> None:
    """SA-gap-64, SA-gap-63: Confucianism ends with age 6."""
    for step, possible in ((40, True), (45, False)):
        more = {"romans": {"card": ["confucianism"], "step": 40}, "english": {"step": step, "leaders": []}}
        if possible:
            table, _ = civilising("missionaries", "english", **more)
            assert of(table, "english").card == ["confucianism"]
        else:
            with pytest.raises(Refused, match="adopt_outlived"):
                civilising("missionaries", "english", elephants_gone=True, **more)
