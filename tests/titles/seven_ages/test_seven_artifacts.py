"""Every artifact and every kind of leader does what the data says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from seven_kit import at, lapsed, of, play, position, told

from pbem.table import Refused, Table
from pbem.titles.seven_ages.cards import ARTIFACTS, CARDS, LEADER_KINDS
from pbem.titles.seven_ages.rules import effects, glory, income, range, ways
from pbem.titles.seven_ages.rules.destiny import capacity
from pbem.titles.seven_ages.rules.manoeuvre import garrison
from pbem.titles.seven_ages.rules.playing import plays
from pbem.titles.seven_ages.rules.potential import potential
from pbem.titles.seven_ages.state import Act, Fight, Side


def world(*artifacts: str, step: int = 24, **more: Any) -> Table:
    """Romans with artifacts, on the card or in Latium, beside Englishmen."""
    on_card = [one for one in artifacts if ARTIFACTS[one].on_card]
    on_map = [one for one in artifacts if not ARTIFACTS[one].on_card]
    romans = {
        "step": step,
        "money": 20,
        "capital": "latium",
        "card": on_card,
        "starts": ["latium"],
        **more.pop("romans", {}),
    }
    english = {"step": step, "money": 20, "capital": "england", "starts": ["england"], **more.pop("english", {})}
    given: dict[str, Any] = {
        "units": {"romans": {"latium": {"sword": 2}, "alps": {"sword": 1}}, "english": {"england": {"sword": 2}}},
        "cities": {"latium": 3, "england": 3},
        "artifacts": dict(zip(["latium", "alps"], on_map, strict=False)),
        **more,
    }
    return at(position({"anna": {"romans": romans}, "ben": {"english": english}}, **given))


@pytest.mark.parametrize(
    ("artifact", "trade"),
    [
        ("colossus", 2),
        ("alphabet", 2),
        ("printing_press", 2),
        ("computers", 3),
        ("buddhism", 2),
        ("republic", 2),
        ("fascism", 0),
        ("dark_age", 0),
    ],
)
def test_trade(artifact: str, trade: int) -> None:
    """SA-gap-101."""
    table = world(artifact)
    assert effects.trade_number(table.state, of(table, "romans")) == trade


@pytest.mark.parametrize(
    ("artifact", "more"),
    [("hanging_gardens", 3), ("banking", 7), ("industrial_revolution", 2), ("democracy", 1), ("slavery", 1)],
)
def test_income(artifact: str, more: int) -> None:
    """SA-gap-79."""
    plain, table = world(), world(artifact)
    assert income.income(table.state, of(table, "romans")) == income.income(plain.state, of(plain, "romans")) + more


def test_additions_need_quiet_or_a_capital() -> None:
    """SA-gap-79."""
    plain, table = world(unrest=["latium"]), world("hanging_gardens", unrest=["latium"])
    assert income.income(table.state, of(table, "romans")) == income.income(plain.state, of(plain, "romans"))
    plain, table = world(romans={"capital": ""}), world("banking", romans={"capital": "", "card": ["banking"]})
    assert income.income(table.state, of(table, "romans")) == income.income(plain.state, of(plain, "romans"))


def test_blue_markers_give_the_artifact_once() -> None:
    """SA-6.1-18, SA-gap-51."""
    table = world("alphabet", blue={"alphabet": 20, "printing_press": 24, "computers": 25})
    assert effects.trade_number(table.state, of(table, "romans")) == 3
    assert effects.trade_number(table.state, of(table, "english")) == 4
    table = world(blue={"hanging_gardens": 3})
    assert income.income(table.state, of(table, "romans")) == income.income(world().state, of(world(), "romans"))


def test_prices() -> None:
    """SA-gap-51: the lowest price that is set, then what is added."""
    table = world("forum")
    assert effects.price(table.state, of(table, "romans"), "unrest_price", 7) == 4
    table = world("radio")
    assert effects.price(table.state, of(table, "romans"), "unrest_price", 7) == 4
    assert effects.reach(table.state, of(table, "romans")) == 5
    table = world("renaissance", "christianity")
    assert glory.glory_price(table.state, of(table, "romans")) == 15


def test_pyramids_and_library() -> None:
    table = world("pyramids")
    symbol = {"category": "cities", "points": 2}
    assert glory.city_value(table.state, of(table, "romans"), symbol) == 5
    table = world("pyramids", unrest=["latium"])
    assert glory.city_value(table.state, of(table, "romans"), symbol) == 3
    table = world("great_library")
    assert (capacity(table.state, "romans"), capacity(table.state, "english"), capacity(table.state, "")) == (7, 6, 6)


def test_no_unrest_at_the_temple() -> None:
    from pbem.titles.seven_ages.rules.changes import put_unrest

    table = world("temple_of_diana")
    assert not put_unrest(table.state, "latium")
    assert put_unrest(table.state, "alps")


def test_unrest_ends_when_the_temple_is_built() -> None:
    card = next(card.id for card in CARDS.values() if card.artifact == "temple_of_diana")
    given = position(
        {"anna": {"romans": {"step": 9}}},
        units={"romans": {"latium": {"sword": 1}}},
        unrest=["latium"],
        hands={"anna": [card]},
        act=["romans", "civilise"],
    )
    table = at(given, f"anna: play {card} as artifact for romans in latium", phase="civilise")
    assert table.state.unrest == []


def fight(table: Table, round_: int = 1) -> dict[str, dict[str, int]]:
    """What both sides would have in Latium, with a sword each."""
    game = table.state
    sides = [Side("english", [1], card="c5"), Side("romans", [0], card="c5")]
    game.fight = Fight("latium", sides, round=round_)
    sword = [("sword", "plain", 0)]
    return {"english": potential(game, 0, sword, sword), "romans": potential(game, 1, sword, sword)}


@pytest.mark.parametrize(
    ("artifact", "who", "special"),
    [("great_wall", "romans", 3), ("buddhism", "english", -1), ("islam", "english", 2), ("fascism", "english", 2)],
)
def test_potential(artifact: str, who: str, special: int) -> None:
    if who == "english":
        table = world(english={"card": [artifact]})
    else:
        table = world(artifact)
    assert fight(table)[who]["special"] == special
    later = -1 if artifact == "buddhism" else 0 if artifact == "islam" else special
    assert fight(table, 2)[who]["special"] == later


def test_garrisons() -> None:
    table, plain = world("hinduism"), world()
    needed = garrison(plain.state, of(plain, "romans"), "latium")
    assert needed == 1 + 3
    assert garrison(table.state, of(table, "romans"), "latium") == needed - 2
    table = world("slavery")
    assert garrison(table.state, of(table, "romans"), "latium") == needed + 1


def test_leaders_and_units() -> None:
    table = world("monarchy")
    assert effects.leader_number(table.state, of(table, "romans")) == 4
    table = world("communism", step=40)
    game, romans = table.state, of(table, "romans")
    assert effects.unit_cost(game, romans, "motorised_infantry", start=False) == 3
    assert effects.unit_cost(game, romans, "spear", start=False) == 1
    assert effects.number(game, romans, "build_limit", 3) == 4


def test_confucianism_gives_a_fertile_city_more() -> None:
    given = position(
        {"anna": {"romans": {"step": 20, "capital": "latium", "card": ["confucianism"], "had_capital": True}}},
        units={"romans": {area: {"sword": 1} for area in ("latium", "sicily", "carthage", "lombardy")}},
        cities={"latium": 1},
        act=["romans", "civilise"],
    )
    table = at(given, "leader none", "modernise none", phase="civilise")
    with pytest.raises(Refused, match="too_many_cities"):
        play(table, "anna: city latium, sicily, carthage, lombardy")
    play(table, "anna: city latium, sicily, carthage")
    assert table.state.cities == {"latium": 3, "sicily": 1, "carthage": 1}


def test_confucianism_comes_with_a_conquest() -> None:
    """SA-6.4-5, SA-gap-98: without unrest, also while there is some."""
    given = position(
        {"anna": {"mongols": {"step": 18, "card": ["islam"]}}, "ben": {"han": {"step": 18, "card": ["confucianism"]}}},
        units={
            "mongols": {"honan": {"sword": 5}, "mongolia": {"sword": 1}},
            "han": {"honan": {"spear": 1}, "hupei": {"spear": 1}},
        },
        control={"honan": "han"},
        unrest=["mongolia"],
        top=["c44", "c97"],
        acts=[{"action": "manoeuvre", "seat": 0, "empire": "mongols", "stage": "fight"}],
    )
    table = at(given, "anna: commit all", "ben: commit all", phase="manoeuvre")
    notes = play(table, "anna: adopt confucianism")
    assert of(table, "mongols").card == ["confucianism"]
    assert told(notes, "adopted")[0]["old"] == "islam"
    assert told(notes, "unrest") == []


def test_roads_and_compass() -> None:
    """SA-4.1-17."""
    table = world("paved_roads")
    game = table.state
    game.acts.append(Act("manoeuvre", 0, "romans"))
    group = ways.Group(of(table, "romans"), ["sword"], [], "latium", 0, explorer=False)
    assert ways.Ways(game, group).cost("sword", "alps") == 1
    table = world("compass")
    game = table.state
    game.acts.append(Act("manoeuvre", 0, "romans"))
    group = ways.Group(of(table, "romans"), ["galley"], [], "latium", 0, explorer=False)
    found = ways.Ways(game, group).all()
    assert "pillars_of_hercules" in found
    plain = world()
    plain.state.acts.append(Act("manoeuvre", 0, "romans"))
    group = ways.Group(of(plain, "romans"), ["galley"], [], "latium", 0, explorer=False)
    assert "pillars_of_hercules" not in ways.Ways(plain.state, group).all()


def test_democracies_keep_out_of_each_other() -> None:
    """SA-gap-86."""
    table = world("democracy", english={"card": ["democracy"]})
    assert ways.barred(table.state, of(table, "romans")) == frozenset({"england"})
    table = world("democracy")
    assert ways.barred(table.state, of(table, "romans")) == frozenset()


def test_a_dark_age_ends_with_a_won_trade() -> None:
    """SA-end-1."""
    table = world("dark_age")
    assert effects.has_effect(table.state, of(table, "romans"), "no_free_progress")
    given = position(
        {"anna": {"romans": {"step": 15, "card": ["dark_age"]}}},
        units={"romans": {"latium": {"sword": 1}}},
        hands={"anna": ["c44"]},
        top=["c97", "c96"],
        act=["romans", "trade"],
    )
    table = at(given, "anna: trade with pile", phase="trade")
    lapsed(table)
    play(table, "anna: advance 1")
    assert of(table, "romans").card == []


def test_world_war_doubles_upkeep_and_ends_in_peace() -> None:
    """SA-6.1-9, SA-gap-96."""
    table = world("world_war", step=36)
    assert effects.upkeep_price(table.state, of(table, "english")) == 2
    table = world(step=28, romans={"card": ["world_war"]})
    assert effects.upkeep_price(table.state, of(table, "english")) == 1
    given = position(
        {"anna": {"romans": {"step": 36, "card": ["world_war"]}}}, units={"romans": {"latium": {"sword": 1}}}, turn=1
    )
    assert of(at(given, phase="turn_end"), "romans").card == []


@pytest.mark.parametrize(("conflicts", "possible"), [(2, False), (3, True)])
def test_the_dagger_of_the_world_war(conflicts: int, possible: bool) -> None:
    """SA-6.1-9."""
    table = world(step=29, conflicts=0)
    game = table.state
    game.conflicts = conflicts
    card = next(card.id for card in CARDS.values() if card.artifact == "world_war")
    found = [answer for answer in plays(game, 0, "", card) if len(answer) == 4]
    assert bool(found) is possible


def test_the_internet_ends_the_game() -> None:
    """SA-win-5, SA-win-6: 7 points, and 1 for the green marker."""
    card = next(card.id for card in CARDS.values() if card.artifact == "internet")
    given = position(
        {"anna": {"romans": {"step": 46}}, "ben": {"english": {"step": 47}}},
        units={"romans": {"latium": {"sword": 1}}, "english": {"england": {"sword": 1}}},
        blue={"computers": 46},
        hands={"anna": [card]},
        act=["romans", "civilise"],
        elephants_gone=True,
    )
    table = at(given, f"anna: play {card} as artifact for english", phase="civilise")
    assert table.over
    assert [row["glory"] for row in table.outcome.scores] == [0, 8]


def test_a_loyal_empire_is_not_converted() -> None:
    """SA-gap-66."""
    given = position(
        {"ben": {"romans": {"step": 20, "card": ["christianity"]}}},
        hands={"anna": [card_of("byzantines")]},
        units={"romans": {"thrace": {"sword": 1}, "latium": {"sword": 1}}},
        acts=[{"action": "start_empire", "seat": 0}],
    )
    table = at(given, f"anna: start {card_of('byzantines')}", phase="start_empire")
    assert table.state.control["thrace"] == "romans"


def card_of(empire: str) -> str:
    return next(card.id for card in CARDS.values() if card.empire == empire)


def test_markers_go_with_their_last_age() -> None:
    """SA-6.1-15, SA-gap-18."""
    from pbem.titles.seven_ages.rules.changes import advance

    table = world("great_library", "confucianism", step=28)
    game, romans = table.state, of(table, "romans")
    advance(game, romans, 1)
    assert (game.artifacts, romans.card) == ({}, ["confucianism"])
    romans.step = 42
    advance(game, romans, 1)
    assert romans.card == []


def test_one_artifact_an_area_and_one_of_each() -> None:
    """SA-6.1-11, SA-6.1-13, SA-gap-39."""
    forum, colossus = (next(c.id for c in CARDS.values() if c.artifact == one) for one in ("forum", "colossus"))
    table = world("forum", step=12)
    game = table.state
    assert [answer for answer in plays(game, 0, "", forum) if len(answer) == 4] == []
    areas = [answer[3][0] for answer in plays(game, 0, "", colossus) if len(answer) == 4]
    assert areas == ["england"]  # Latium holds the Forum, the Alps are no coast


def test_every_artifact_has_a_test() -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    assert [artifact for artifact in ARTIFACTS if f'"{artifact}"' not in text] == []


# ---- leaders


def led(*kinds: str, area: str = "latium") -> Table:
    return world(romans={"leaders": [{"id": kind, "kind": kind, "area": area} for kind in kinds]})


def test_leaders_that_change_numbers() -> None:
    """SA-gap-50: two of a kind do no more than one; SA-1-23: not for infantry."""
    table = led("philosopher", "philosopher")
    assert effects.trade_number(table.state, of(table, "romans")) == 2
    plain, table = world(), led("merchant", "merchant")
    assert income.income(table.state, of(table, "romans")) == income.income(plain.state, of(plain, "romans")) + 5
    table = led("administrator", "administrator")
    game, romans = table.state, of(table, "romans")
    assert effects.unit_cost(game, romans, "cannon", start=False) == 4
    assert effects.unit_cost(game, romans, "sword", start=False) == 2
    assert effects.unit_cost(game, romans, "sword", start=True) == 1  # Romans


def test_an_explorer_lends_a_step() -> None:
    """SA-4.1-3."""
    table = led("explorer")
    table.state.acts.append(Act("manoeuvre", 0, "romans"))
    romans = of(table, "romans")
    alone = ways.Ways(table.state, ways.Group(romans, ["sword"], [], "latium", 0, explorer=False))
    led_by = ways.Ways(table.state, ways.Group(romans, ["sword"], [], "latium", 0, explorer=True))
    assert (alone.points, led_by.points) == ({"sword": 2}, {"sword": 3})


def test_artist_and_prophet() -> None:
    """SA-gap-93."""
    leaders = [
        {"id": "artist", "kind": "artist", "area": "latium"},
        {"id": "prophet", "kind": "prophet", "area": "latium"},
    ]
    given = position(
        {"anna": {"romans": {"step": 20, "leaders": leaders, "card": ["hinduism"]}}},
        units={"romans": {"latium": {"sword": 1}}},
        cities={"latium": 1},
        unrest=["latium"],
        act=["romans", "civilise"],
    )
    table = at(given, phase="civilise")
    assert (table.state.players[0].glory, table.state.unrest) == (1, [])
    from pbem.titles.seven_ages.rules.conversion import adopt

    adopt(table.state, of(table, "romans"), "islam")
    assert table.state.unrest == []  # the prophet keeps his area quiet


def test_tactician_and_builder_have_their_scenarios() -> None:
    """Tactician: battle.yaml (SA-4.2-2, SA-4.2-28); builder: civilise.yaml (SA-6.6-5)."""
    assert set(LEADER_KINDS) == {
        "tactician",
        "administrator",
        "builder",
        "explorer",
        "philosopher",
        "merchant",
        "artist",
        "prophet",
    }


def test_range_over_the_sea() -> None:
    """SA-3-4, SA-3-5, SA-gap-41, SA-gap-12."""
    table = world(step=7)
    assert [one.id for one in range.in_range(table.state, of(table, "romans"))] == ["romans"]
    table = world(step=8)  # Alps, Normandy, and over the red arrow
    assert [one.id for one in range.in_range(table.state, of(table, "romans"))] == ["romans", "english"]
