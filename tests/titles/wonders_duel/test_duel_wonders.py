"""Every wonder and progress token: costs, points and what else can be told in a line (the rest are scenarios)."""

from __future__ import annotations

import pytest
from duel_kit import PRINTED, WONDERS, duel, legal, play, price

from pbem.table import NotLegal

COSTS = {
    "appian_way": ("CCSSP", 3),
    "circus_maximus": ("SSWG", 3),
    "colossus": ("CCCG", 3),
    "great_library": ("WWWGP", 4),
    "great_lighthouse": ("WSPP", 4),
    "hanging_gardens": ("WWGP", 3),
    "mausoleum": ("CCGGP", 2),
    "piraeus": ("WWSC", 2),
    "pyramids": ("SSSP", 9),
    "sphinx": ("SCGG", 6),
    "statue_of_zeus": ("SWCPP", 3),
    "temple_of_artemis": ("WSGP", 0),
}
"""Resources and points as printed, written without a look into the component file."""
PLAYS_AGAIN = ("appian_way", "hanging_gardens", "piraeus", "sphinx", "temple_of_artemis")
COINS = {"appian_way": 3, "hanging_gardens": 6, "temple_of_artemis": 12}
SHIELDS = {"circus_maximus": 1, "colossus": 2, "statue_of_zeus": 1}
PRODUCERS = {"W": "logging_camp", "C": "clay_pit", "S": "stone_pit", "G": "glassworks", "P": "press"}


def test_there_are_twelve_wonders() -> None:
    """WD-MA-1"""
    assert sorted(COSTS) == sorted(WONDERS)


@pytest.mark.parametrize("wonder", COSTS)
def test_a_wonder_costs_resources_only(wonder: str) -> None:
    """WD-BU-1, WD-WO-1: 2 coins a unit from the bank, and nothing for a city that makes them all."""
    resources, _ = COSTS[wonder]
    given = {"open": ["altar", "theater", "baths"], "cities.anna": {"coins": 40, "wonders": [wonder]}}
    order = f"wonder {wonder} with altar"
    assert price(duel(given), order) == 2 * len(resources)
    for resource, producer in PRODUCERS.items():
        dearer = price(duel({**given, "cities.ben.buildings": [producer]}), order) - 2 * len(resources)
        assert dearer == resources.count(resource)
    whole = [
        "sawmill",
        "logging_camp",
        "brickyard",
        "clay_pit",
        "shelf_quarry",
        "stone_pit",
        "glassworks",
        "glassblower",
        "press",
        "drying_room",
    ]
    own = {**given, "cities.anna": {"coins": 0, "wonders": [wonder], "buildings": whole}}
    assert price(duel(own), order) == 0


@pytest.mark.parametrize("wonder", COSTS)
def test_a_wonder_with_the_last_card_scores_its_points(wonder: str) -> None:
    """WD-EN-2, WD-TN-5: its points, coins and shields, and no extra turn after the last card."""
    resources, points = COSTS[wonder]
    given = {"age": 3, "open": ["altar"], "cities.anna": {"coins": 40, "wonders": [wonder]}, "cities.ben.coins": 9}
    chance = [["agriculture", "economy", "law"]] if wonder == "great_library" else []
    table = duel(given, f"wonder {wonder} with altar", chance=chance)
    if wonder == "great_library":
        play(table, "library economy")
    assert table.over
    outcome = table.outcome
    assert outcome is not None
    coins = 40 - 2 * len(resources) + COINS.get(wonder, 0)
    shields = SHIELDS.get(wonder, 0)
    expected = dict.fromkeys(("military", "blue", "green", "yellow", "purple", "wonders", "tokens", "coins"), 0)
    expected |= {"wonders": points, "coins": coins // 3, "military": 2 if shields else 0}
    assert outcome.scores[0] == expected
    assert table.state.pawn == shields
    assert table.state.cities[1].coins == (6 if wonder == "appian_way" else 9)


@pytest.mark.parametrize("theology", [False, True])
@pytest.mark.parametrize("wonder", COSTS)
def test_who_plays_after_a_wonder(wonder: str, theology: bool) -> None:
    """WD-TN-4, WD-PT-13, WD-PT-14: five wonders play again by themselves, with Theology all of them, once."""
    city = {"coins": 40, "wonders": [wonder], "tokens": ["theology"] if theology else []}
    given = {"open": ["altar", "theater", "baths", "stable"], "cities.anna": city}
    chance = [["agriculture", "economy", "law"]] if wonder == "great_library" else []
    table = duel(given, f"wonder {wonder} with altar", chance=chance)
    if wonder == "great_library":
        play(table, "library economy")
    again = theology or wonder in PLAYS_AGAIN
    assert list(table.pending) == [0 if again else 1]
    play(table, "discard theater")
    assert list(table.pending) == [1 if again else 0]


POINTS = {
    "agriculture": 4,
    "architecture": 0,
    "economy": 0,
    "law": 0,
    "masonry": 0,
    "mathematics": 3,
    "philosophy": 7,
    "strategy": 0,
    "theology": 0,
    "urbanism": 0,
}
AT_ONCE = {"agriculture": 6, "urbanism": 6}


@pytest.mark.parametrize("token", POINTS)
def test_a_token_brings_its_coins_at_once_and_its_points_at_the_end(token: str) -> None:
    """WD-PT-1, WD-PT-8, WD-PT-9, WD-PT-15: taken with the last card of the game."""
    given = {
        "age": 3,
        "open": ["library"],
        "board": [token, "strategy" if token != "strategy" else "law"],
        "cities.anna": {"coins": 3, "buildings": ["scriptorium"]},
    }
    table = duel(given, "build library", f"token {token}")
    assert table.over
    outcome = table.outcome
    assert outcome is not None
    assert outcome.scores[0]["tokens"] == POINTS[token]
    assert table.state.cities[0].coins == 3 + AT_ONCE.get(token, 0)


def test_there_are_ten_tokens() -> None:
    """WD-MA-1"""
    assert sorted(POINTS) == sorted(entry["id"] for entry in PRINTED["progress_tokens"])


@pytest.mark.parametrize("number", range(1, 6))
def test_mathematics_scores_three_for_every_token(number: int) -> None:
    """WD-PT-8: itself included."""
    tokens = ["mathematics", "law", "strategy", "theology", "economy"][:number]
    table = duel({"age": 3, "open": ["altar"], "cities.anna.tokens": tokens}, "build altar")
    outcome = table.outcome
    assert outcome is not None
    assert outcome.scores[0]["tokens"] == 3 * number


@pytest.mark.parametrize("built", range(8))
def test_together_seven_wonders_can_be_built(built: int) -> None:
    """WD-WO-3: the limit counts both cities."""
    cards = ["theater", "altar", "baths", "tavern", "stable", "garrison", "palisade"]
    order = ["sphinx", "colossus", "piraeus", "appian_way", "mausoleum", "great_library", "hanging_gardens"]
    done = list(zip(order, cards, strict=True))[:built]
    given = {
        "open": ["walls", "statue", "temple"],
        "cities.anna": {"coins": 40, "wonders": ["pyramids"], "built": dict(done[::2])},
        "cities.ben": {"built": dict(done[1::2])},
    }
    table = duel(given)
    if built < 7:
        assert "wonder pyramids with walls" in legal(table)
        return
    with pytest.raises(NotLegal) as refusal:
        play(table, "wonder pyramids with walls")
    assert (refusal.value.key, refusal.value.rule) == ("seven_wonders_built", "WD-WO-3")
