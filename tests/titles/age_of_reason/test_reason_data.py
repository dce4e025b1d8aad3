"""The box: what the rulebook says about it, and that wrong data is found when the title is loaded."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from reason_kit import going_on, position, table

from pbem.titles import editions
from pbem.titles.age_of_reason import TITLE
from pbem.titles.age_of_reason.atlas import DATA, NATIONS, REGIONS
from pbem.titles.age_of_reason.cards import CARDS, FIELDS, MARKERS, SETS, SETUP, TRACKS
from pbem.titles.editions import BadEdition, Edition

EUROPE = ("german_states", "central_europe", "ottoman_empire", "baltic", "mediterranean")
COLONIES = ("north_america", "caribbean", "south_america", "africa", "india", "east_indies")


def test_two_to_seven_players_on_seven_nations() -> None:
    """AOR-GEN-1, AOR-GEN-2."""
    assert TITLE.seats == (2, 3, 4, 5, 6, 7)
    assert list(NATIONS) == ["britain", "netherlands", "france", "spain", "prussia", "austria", "russia"]
    for seats in TITLE.seats:
        one = table(seats, 1)
        assert [answer[1] for answer in one.pending[0].answers()] == list(NATIONS)


def test_the_material() -> None:
    """AOR-GEN-3, AOR-DISC-1, AOR-CARDS-2, AOR-CARDS-3."""
    assert SETUP["discs_per_nation"] == 25
    assert SETUP["discs_for_board"] == 22
    assert len(NATIONS) * SETUP["discs_per_nation"] == 175
    assert len(CARDS) == 77
    assert len(MARKERS) == 65
    assert sum(SETUP["coins"].values()) == 87
    assert SETUP["dice"]["red"] + SETUP["dice"]["blue"] == 6
    for cards in SETS.values():
        kinds = Counter(CARDS[card].kind for card in cards)
        assert kinds == {"influence": 9, "blank": 1, "alliance": 1}


def test_markers_by_region() -> None:
    """AOR-GEN-4."""
    assert Counter(marker.region for marker in MARKERS.values()) == {
        "german_states": 9,
        "baltic": 5,
        "central_europe": 6,
        "mediterranean": 6,
        "ottoman_empire": 4,
        "africa": 3,
        "india": 7,
        "east_indies": 6,
        "north_america": 6,
        "caribbean": 7,
        "south_america": 6,
    }


def test_the_bank_is_never_empty() -> None:
    """AOR-GEN-5: more gold than the 175 of the box."""
    game = position(["prussia", "austria"], phase="field")
    game.players[0].gold = 400
    one = going_on(game)
    one.order(0, "field banking")
    assert one.state.players[0].gold == 405


def test_what_is_open_and_what_is_secret() -> None:
    """AOR-GEN-6, AOR-AFTER-3."""
    game = position(["prussia", "austria"])
    game.players[0].discards = [game.players[0].hand.pop(0)]
    one = going_on(game)
    public, rival, own = one.view(None), one.view(1), one.view(0)
    for view in (public, rival):
        assert view["players"][0]["hand"] == {"hidden": 10}
        assert view["players"][0]["discards"] == {"hidden": 1}
        assert view["players"][0]["laid"] == {"hidden": 0}
        assert (view["players"][0]["gold"], view["players"][0]["discontent"], view["players"][0]["points"]) == (
            14,
            4,
            0,
        )
        assert {"discs", "fields", "markers", "alliance", "sale", "bag"} <= set(view)
    assert len(own["players"][0]["hand"]) == 10


def test_the_board() -> None:
    """AOR-BOARD-1, AOR-BOARD-4, AOR-BOARD-5, AOR-BOARD-6, AOR-BOARD-7, AOR-BOARD-8.

    Five regions of Europe with three numbers, six colonies with two and a ship.
    """
    assert sorted(REGIONS) == sorted((*EUROPE, *COLONIES))
    for name, region in REGIONS.items():
        assert region.colony == (name in COLONIES)
        assert len(region.points) == (2 if region.colony else 3)
        assert region.needs_ship == region.ships_count == (name in (*COLONIES, "baltic", "mediterranean"))
    assert REGIONS["german_states"].points == (8, 5, 3)
    assert REGIONS["africa"].points[1] == 2
    assert [entry["id"] for entry in DATA["field_kinds"]] == ["progress", "support", "trade"]  # AOR-BOARD-6
    assert set(TRACKS) == {"discontent", "victory_points", "alliance", "rounds", "action_rounds"}  # AOR-BOARD-7
    assert not set(NATIONS) & {marker.region for marker in MARKERS.values()}  # AOR-BOARD-8
    for nation in NATIONS.values():  # AOR-BOARD-5
        assert set(nation.borders) <= set(EUROPE)


def test_the_colours() -> None:
    """AOR-DISC-2."""
    assert {nation.id: nation.colour for nation in NATIONS.values()} == {
        "france": "blue",
        "britain": "red",
        "netherlands": "orange",
        "prussia": "black",
        "russia": "green",
        "austria": "white",
        "spain": "yellow",
    }


def test_the_sets_of_cards_differ() -> None:
    """AOR-CARDS-1: Great Britain has more ships than Prussia, which is a land power."""
    shapes = [tuple((CARDS[c].soldiers, CARDS[c].ships, CARDS[c].cost) for c in cards) for cards in SETS.values()]
    assert len(set(shapes)) == len(NATIONS)
    ships = {nation: sum(CARDS[card].ships for card in cards) for nation, cards in SETS.items()}
    soldiers = {nation: sum(CARDS[card].soldiers for card in cards) for nation, cards in SETS.items()}
    assert ships["britain"] > ships["prussia"]
    assert soldiers["prussia"] > soldiers["britain"]


@pytest.mark.parametrize("nation", NATIONS)
def test_the_blank_card_shows_nothing(nation: str) -> None:
    """AOR-CARDS-4."""
    blank = CARDS[f"{nation}_blank"]
    assert (blank.kind, blank.soldiers, blank.ships, blank.cost) == ("blank", 0, 0, 0)


def test_four_cards_are_those_of_the_examples() -> None:
    printed = {"prussia_s4_n0": 5, "prussia_s3_n0": 2, "austria_s4_n0": 7, "russia_s2_n2": 5}
    assert {card: CARDS[card].cost for card in printed} == printed


def test_discs_beside_the_alliance_area_and_cards_of_absent_nations() -> None:
    """AOR-SETUP-3, AOR-SETUP-10: all seven nations are for sale, those without player hold no cards."""
    one = table(3, 4)
    for seat, nation in enumerate(("spain", "russia", "france")):
        one.order(seat, f"nation {nation}")
    assert len(one.pending) == 1
    (ask,) = one.pending.values()
    assert ask.values is not None
    assert ask.values["nations"] == list(NATIONS)
    held = [card for player in one.state.players for card in (*player.hand, *player.discards)]
    assert sorted(held) == sorted(card for nation in ("spain", "russia", "france") for card in SETS[nation])


def test_all_fields_together() -> None:
    """AOR-PROG-12, AOR-FIELD-8: 35 with five and more, 28 with fewer."""
    assert sum(field.open(5) for field in FIELDS.values()) == 35
    assert sum(field.open(4) for field in FIELDS.values()) == 28
    two = ("banking", "war_ministry", "militia", "forced_recruitment", "reserves")
    assert {FIELDS[name].number for name in two} == {2}


# ---- data that does not hang together

NOWHERE = {"type": "combat_bonus", "per_disc": 1, "regions": ["bavaria"]}
WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("a region borders one way only", {"regions": {"africa": {"adjacent": ["baltic"]}}}, "not lead back to africa"),
    ("two values in Europe", {"regions": {"baltic": {"vp": [5, 3]}}}, "baltic has 2 values"),
    ("values that rise", {"regions": {"baltic": {"vp": [3, 5, 2]}}}, "do not fall"),
    ("a marker too many", {"regions": {"baltic": {"markers": 6}}}, "the markers of baltic: 5, not 6"),
    ("an Aktion marker in Europe", {"markers": {"baltic_1": {"kind": "action", "strength": 0}}}, "lies in Europe"),
    ("Aktion and a digit", {"markers": {"baltic_1": {"kind": "action"}}}, "both or neither"),
    ("a marker that points", {"markers": {"baltic_1": {"effects": [{"type": "two_attacks"}]}}}, "a marker cannot have"),
    ("an effect without its figure", {"markers": {"baltic_1": {"effects": [{"type": "gain_vp"}]}}}, "takes amount"),
    ("a negative cost", {"cards": {"prussia_s4_n0": {"cost": -1}}}, "below 0"),
    ("the same card twice", {"cards": {"prussia_s4_n0": {"soldiers": 5}}}, "has 2 cards with (5, 0)"),
    ("a blank card that costs", {"cards": {"prussia_blank": {"cost": 1}}}, "no blank card"),
    ("a stranger's card", {"cards": {"prussia_s4_n0": {"nation": "austria"}}}, "the cards of prussia are"),
    ("too few fields", {"action_fields": {"reserves": {"fields": 1}}}, "34 fields are not enough"),
    ("all closed", {"action_fields": {"army_training": {"fields_only_with_5_plus": 2}}}, "2 of them closed"),
    ("a field for nowhere", {"action_fields": {"bavaria": {"effects": [NOWHERE]}}}, "names the region bavaria"),
    ("too few discs", {"setup": {"discs_for_board": 21}}, "do not add up"),
    ("too few markers drawn", {"setup": {"markers_per_round": 9}}, "markers that are drawn: 62, not 65"),
    ("two red nations", {"nations": {"france": {"colour": "red"}}}, "the colours of nations: red is there 2 times"),
    ("a home in a colony", {"nations": {"france": {"home_borders": ["africa"]}}}, "france borders africa"),
    ("no such confidence", {"cards": {"prussia_s4_n0": {"confidence": "guessed"}}}, "no known confidence"),
    ("another default", {"options": {"trade_two_regions": {"default": "both"}}}, "must be its default"),
    ("the rows", {"tracks": {"alliance": {"upper": [1, 3, 5, 6]}}}, "odd fields"),
]


@pytest.mark.parametrize(("what", "changes", "says"), WRONG, ids=[one[0] for one in WRONG])
def test_wrong_data_is_found(what: str, changes: dict[str, Any], says: str) -> None:
    with pytest.raises(BadEdition, match="does not hang together") as wrong:
        editions.load(TITLE, Edition(TITLE.id, what, {"components.yaml": changes}))
    assert says in str(wrong.value)


def test_an_edition_changes_a_card() -> None:
    changes = {"components.yaml": {"cards": {"britain_s1_n1": {"cost": 1}}}}
    changed = editions.load(TITLE, Edition(TITLE.id, "ours", changes))

    cards = changed.module("cards")
    assert cards.CARDS["britain_s1_n1"].cost == 1
    assert CARDS["britain_s1_n1"].cost == 0
