"""Every card, marker and action field does what is printed on it. The tables below are written from the rulebook."""

from __future__ import annotations

import pytest
from reason_kit import asked, going_on, position, told

from pbem.table import Table
from pbem.titles.age_of_reason.atlas import NATIONS, REGIONS
from pbem.titles.age_of_reason.cards import CARDS, FIELDS, MARKERS

AT_SEA = ("baltic", "mediterranean", "north_america", "caribbean", "south_america", "africa", "india", "east_indies")
INFLUENCE = [card.id for card in CARDS.values() if card.kind == "influence"]
BONUS = {
    "bavaria": (1, ["german_states"]),
    "denmark": (2, ["baltic"]),
    "gauchos": (1, ["south_america"]),
    "native_americans": (1, ["north_america"]),
    "cossacks": (1, ["central_europe"]),
    "nawab": (1, ["india"]),
    "naples": (1, ["mediterranean"]),
    "ottomans": (2, ["ottoman_empire", "mediterranean"]),
    "portugal": (2, ["south_america", "india", "east_indies"]),
    "sweden": (2, ["baltic"]),
    "saxony": (1, ["german_states"]),
    "army_training": (1, list(REGIONS)),
    "naval_training": (1, list(AT_SEA)),
}
TRADE = {
    "gold_mines": ["south_america"],
    "levant_company": ["ottoman_empire", "mediterranean"],
    "east_india_company": ["india", "east_indies"],
    "baltic_trade": ["baltic"],
    "slaves": ["africa"],
    "tobacco_fields": ["north_america"],
    "sugar_plantations": ["caribbean"],
}
OTHERS = {"banking", "war_ministry", "militia", "government_reform", "reserves", "forced_recruitment"}


def rival(nation: str) -> str:
    return "austria" if nation != "austria" else "prussia"


def fight(
    nation: str, region: str, card: str, fields: dict[str, list[str]] | None = None
) -> tuple[Table, dict[str, int]]:
    """An attack with level dice against a blank card; gives back the table and what the dice note says."""
    foe = rival(nation)
    game = position([nation, foe], discs={region: {nation: 1, foe: 1}}, fields=fields or {})
    one = going_on(game, [1, 1, 1, 1])
    one.order(0, f"attack {foe} in {region} with {card}")
    return one, told(one.order(1, "defend with blank"), "rolled")


@pytest.mark.parametrize("card", INFLUENCE)
def test_an_influence_card_on_land(card: str) -> None:
    """AOR-COMB-3, AOR-COMB-4, AOR-AFTER-2: soldiers count, ships do not; it is paid and discarded."""
    _, soldiers, _ = card.rsplit("_", 2)
    one, rolled = fight(CARDS[card].nation, "german_states", card)
    assert rolled["base"] == int(soldiers[1:])
    assert one.state.players[0].discards == [card]
    assert card not in one.state.players[0].hand
    assert one.state.players[0].gold == 14 - CARDS[card].cost


@pytest.mark.parametrize("card", INFLUENCE)
def test_an_influence_card_at_sea(card: str) -> None:
    """AOR-COMB-4, AOR-DECL-5, AOR-DECL-6: soldiers and ships count; without a ship it cannot attack, but defend."""
    nation, soldiers, ships = card.rsplit("_", 2)
    strength = int(soldiers[1:]) + int(ships[1:])
    for region in ("baltic", "india"):
        if int(ships[1:]):
            assert fight(nation, region, card)[1]["base"] == strength
        foe = rival(nation)
        one = going_on(position([foe, nation], discs={region: {nation: 1, foe: 1}}), [1, 1, 1, 1])
        one.order(0, f"attack {nation} in {region} with blank")
        assert told(one.order(1, f"defend with {card}"), "rolled")["base_against"] == strength


@pytest.mark.parametrize("nation", NATIONS)
def test_the_blank_card(nation: str) -> None:
    """AOR-CARDS-4, AOR-DECL-8, AOR-AFTER-1: a ship for attacks, worth nothing, always back in hand."""
    for region in ("german_states", "baltic", "africa"):
        one, rolled = fight(nation, region, "blank")
        assert rolled["base"] == 0
        assert one.state.players[0].gold == 14
        assert f"{nation}_blank" in one.state.players[0].hand


@pytest.mark.parametrize("nation", NATIONS)
def test_the_alliance_card(nation: str) -> None:
    """AOR-PREP-4, AOR-AFTER-1, AOR-DECL-2: 1 gold, 1 point, back in hand; never an attack or a defence."""
    foe = rival(nation)
    third = next(one for one in NATIONS if one not in (nation, foe))
    game = position(
        [third, foe, nation], alliances=[[third, nation], [foe]], discs={"india": dict.fromkeys(NATIONS, 1)}
    )
    one = going_on(game, [1, 1, 1, 1])
    one.order(0, f"attack {foe} in india with blank")
    one.order(1, "defend with blank")
    one.order(2, "assist with alliance")
    notes = one.order(0, "hire none") if asked(one).kind.id == "hire_allies" else one.state.notes
    if asked(one).kind.id == "hire_allies":
        notes = one.order(1, "hire none")
    assert told(notes, "rolled")["base"] == 1
    assert one.state.players[2].gold == 13
    assert f"{nation}_alliance" in one.state.players[2].hand


@pytest.mark.parametrize("marker", [one.id for one in MARKERS.values() if not one.action])
def test_a_marker_with_a_digit(marker: str) -> None:
    """AOR-MATT-1, AOR-MATT-5, AOR-MATT-7: its digit defends; who removes it gets what it brings."""
    brings = {"ottoman_empire_3": (0, 1), "ottoman_empire_4": (0, 1), "india_6": (2, 0), "india_7": (4, 0)}
    region = MARKERS[marker].region
    game = position(["britain", "austria"], discs={region: {"britain": 1}}, markers={region: [marker]})
    one = going_on(game, [6, 1, 1, 1])
    notes = one.order(0, f"attack marker {marker} with britain_s2_n2")
    rolled = told(notes, "rolled")
    assert rolled["base_against"] == MARKERS[marker].strength
    assert one.state.markers[region] == []
    assert one.state.discs[region] == {"britain": 2}
    gold, points = brings.get(marker, (0, 0))
    assert (one.state.players[0].gold, one.state.players[0].points) == (14 - 3 + gold, points)


@pytest.mark.parametrize("marker", [one.id for one in MARKERS.values() if one.action])
def test_a_marker_for_conversion(marker: str) -> None:
    """AOR-CONV-1, AOR-CONV-4, AOR-MATT-8: only converted, and then a disc."""
    region = MARKERS[marker].region
    one = going_on(position(["britain", "austria"], discs={region: {"britain": 1}}, markers={region: [marker]}))
    orders = [asked(one).write(answer) for answer in asked(one).answers()]
    assert not any(order.startswith("attack marker") for order in orders)
    one.order(0, f"convert {marker} with britain_s1_n1")
    assert one.state.markers[region] == []
    assert one.state.discs[region] == {"britain": 2}
    assert one.state.players[0].gold == 12


def test_every_field_has_its_test() -> None:
    assert set(BONUS) | set(TRADE) | OTHERS == set(FIELDS)


@pytest.mark.parametrize("field", BONUS)
def test_a_support_or_training_field(field: str) -> None:
    """AOR-SUP-1 to 12 (AOR-SUP-2, AOR-SUP-3, AOR-SUP-4, AOR-SUP-5, AOR-SUP-6, AOR-SUP-7, AOR-SUP-8, AOR-SUP-9,
    AOR-SUP-10), AOR-PROG-1, AOR-PROG-4, AOR-COMB-13: for attacker and defender, only where it says."""
    points, regions = BONUS[field]
    for region in REGIONS:
        expected = points if region in regions else 0
        assert fight("russia", region, "blank", {field: ["russia"]})[1]["base"] == expected
        assert fight("russia", region, "blank", {field: ["austria"]})[1]["base_against"] == expected


@pytest.mark.parametrize("field", ["army_training", "naval_training"])
def test_both_trainings_of_a_kind_add_up(field: str) -> None:
    """AOR-PROG-1, AOR-PROG-4, AOR-SUP-12."""
    nations = ["russia", "austria", "france", "spain", "prussia"]
    for fields, points in (({field: ["russia", "russia"]}, 2), ({field: ["russia"], "sweden": ["russia"]}, 3)):
        game = position(nations, discs={"baltic": {"russia": 1, "austria": 1}}, fields=fields)
        one = going_on(game, [1, 1, 1, 1])
        one.order(0, "attack austria in baltic with blank")
        assert told(one.order(1, "defend with blank"), "rolled")["base"] == points


@pytest.mark.parametrize("field", TRADE)
def test_a_trade_field(field: str) -> None:
    """AOR-TRADE-1 to 7 (AOR-TRADE-1, AOR-TRADE-4, AOR-TRADE-5, AOR-TRADE-7): 2 gold a disc, at once, once."""
    for number, region in enumerate(TRADE[field], start=2):
        discs = {other: {"russia": number if other == region else 1, "austria": 1} for other in REGIONS}
        one = going_on(position(["russia", "austria"], phase="field", discs=discs))
        one.order(0, f"field {field}")
        if len(TRADE[field]) > 1:
            one.order(0, f"trade {region}")
        assert one.state.players[0].gold == 14 + 2 * number


def test_the_fields_that_cost() -> None:
    """AOR-FIELD-2."""
    assert {field.id: field.cost for field in FIELDS.values() if field.cost} == {
        "denmark": 1,
        "ottomans": 1,
        "portugal": 1,
        "sweden": 1,
    }


@pytest.mark.parametrize("region", REGIONS)
def test_a_region_scores_by_its_ranks(region: str) -> None:
    """AOR-VP-1, AOR-VP-7: as many ranks as it has numbers."""
    printed = {
        "german_states": [8, 5, 3],
        "central_europe": [6, 4, 2],
        "ottoman_empire": [4, 2, 1],
        "baltic": [5, 3, 2],
        "mediterranean": [6, 4, 2],
        "north_america": [4, 2],
        "caribbean": [5, 3],
        "south_america": [5, 3],
        "africa": [3, 2],
        "india": [5, 3],
        "east_indies": [4, 2],
    }
    nations = ["britain", "france", "spain", "prussia"]
    game = position(nations, phase="score", round=3, discs={region: {n: 4 - k for k, n in enumerate(nations)}})
    for player in game.players:
        player.discontent = 0
    one = going_on(game)
    values = [*printed[region], 0, 0]
    assert [player.points for player in one.state.players] == values[:4]
