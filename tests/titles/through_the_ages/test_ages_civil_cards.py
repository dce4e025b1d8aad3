"""What every civil card does."""

from __future__ import annotations

from typing import Any

import pytest
from ages_kit import CIVIL, PRINTED, at, holds, legal, read

SYMBOLS = {
    "culture": "culture_rate",
    "science": "science_rate",
    "strength": "strength",
    "happiness": "happy",
    "civil_actions": "civil_total",
    "military_actions": "military_total",
    "colonization": "colonization",
    "urban_limit": "urban_limit",
    "civil_hand_limit": "civil_limit",
    "military_hand_limit": "military_limit",
}
WORKED = [entry for entry in CIVIL if entry["group"] in ("production", "urban_building", "military_unit")]
PLAIN = {"workers": {"warriors": 0, "agriculture": 0, "bronze": 0, "philosophy": 0, "religion": 0}, "unused": 3}


def ids(entries: list[dict[str, Any]]) -> list[str]:
    return [entry["id"] for entry in entries]


def with_workers(**workers: int) -> dict[str, Any]:
    return {**PLAIN, "workers": {**PLAIN["workers"], **workers}}


@pytest.mark.parametrize("entry", WORKED, ids=ids(WORKED))
def test_each_worker_gives_what_is_printed(entry: dict[str, Any]) -> None:
    """TTA-STAT-2, TTA-TECHC-2 to TTA-TECHC-7, TTA-CARD-2, TTA-FOOD-1."""
    card, gives = entry["id"], entry["per_worker"]
    for number in (0, 1, 2):
        table = at({"age": "III", "civs.anna": with_workers(**{card: number})})
        holds(
            table,
            {
                f"anna.{SYMBOLS[symbol]}": number * amount
                for symbol, amount in gives.items()
                if symbol not in ("food", "resources")
            },
        )
        assert read(table, "anna.food_made") == number * gives.get("food", 0)
        assert read(table, "anna.resources_made") == number * gives.get("resources", 0)


@pytest.mark.parametrize("entry", WORKED, ids=ids(WORKED))
def test_building_costs_what_is_printed(entry: dict[str, Any]) -> None:
    """TTA-BUILD-1, TTA-BUILD-2, TTA-BUILD-4, TTA-MBUILD-1, TTA-MBUILD-2, TTA-FOOD-7."""
    card, cost = entry["id"], entry["resource_cost"]
    civ = {**with_workers(**{card: 0}), "tokens": {"bronze": cost}, "blue": 16}
    unit = entry["group"] == "military_unit"
    table = at({"age": "III", "civs.anna": civ}, f"build {card}")
    assert table.state.civs[0].workers[card] == 1
    holds(table, {"anna.resources": 0, "anna.unused": 2, "anna.civil": 4 - (not unit), "anna.military": 2 - unit})
    poor = at({"age": "III", "civs.anna": {**civ, "tokens": {"bronze": cost - 1}}})
    assert f"build {card}" not in legal(poor)


@pytest.mark.parametrize("entry", [e for e in CIVIL if "science_cost" in e], ids=lambda e: str(e["id"]))
def test_developing_costs_the_printed_science(entry: dict[str, Any]) -> None:
    """TTA-TECH-1, TTA-TECH-3, TTA-TECHC-1, TTA-PTS-3."""
    card, cost = entry["id"], entry["science_cost"]
    table = at({"age": "III", "civs.anna": {"hand": [card], "science": cost}}, f"develop {card}")
    civ = table.state.civs[0]
    assert civ.science == 0
    assert civ.hand == []
    assert card in civ.workers or card in civ.specials
    poor = at({"age": "III", "civs.anna": {"hand": [card], "science": cost - 1}})
    assert f"develop {card}" not in legal(poor)


GOVERNMENTS = [entry for entry in CIVIL if entry["family"] == "government" and entry["in_deck"]]


@pytest.mark.parametrize("entry", GOVERNMENTS, ids=ids(GOVERNMENTS))
def test_a_government_gives_what_is_printed(entry: dict[str, Any]) -> None:
    """TTA-TECH-2, TTA-TECH-6, TTA-TECH-7, TTA-TECHC-9, TTA-REV-1, TTA-REV-6."""
    card = entry["id"]
    civ = {**with_workers(warriors=1, philosophy=2, religion=1), "hand": [card]}
    plain = at({"age": "III", "civs.anna": civ})
    for way, cost in (("develop", entry["science_cost_peaceful"]), ("revolution", entry["science_cost_revolution"])):
        table = at({"age": "III", "civs.anna": {**civ, "science": cost}}, f"{way} {card}")
        assert table.state.civs[0].government == card
        assert table.state.civs[0].science == 0
        gives = entry["provides"]
        for symbol in ("civil_actions", "military_actions", "urban_limit"):
            assert read(table, f"anna.{SYMBOLS[symbol]}") == gives[symbol]
        for symbol in ("culture", "science", "strength", "happiness"):
            before = read(plain, f"anna.{SYMBOLS[symbol]}")
            assert read(table, f"anna.{SYMBOLS[symbol]}") == max(0, before + gives.get(symbol, 0)), symbol


SPECIAL = [entry for entry in CIVIL if entry["family"] == "special"]


@pytest.mark.parametrize("entry", SPECIAL, ids=ids(SPECIAL))
def test_a_special_technology_gives_what_is_printed(entry: dict[str, Any]) -> None:
    """TTA-TECH-4, TTA-TECHC-8, TTA-TOKEN-2, TTA-ACTN-1, TTA-ACTN-6."""
    card = entry["id"]
    table = at({"age": "III", "civs.anna": {**PLAIN, "hand": [card], "science": 20}}, f"develop {card}")
    plain = at({"age": "III", "civs.anna": PLAIN})
    for symbol, amount in entry.get("provides", {}).items():
        if symbol == "blue_tokens":
            assert read(table, "anna.blue") == 16 + amount
        else:
            path = f"anna.{SYMBOLS[symbol]}"
            assert read(table, path) == read(plain, path) + amount
    if "civil_actions" in entry.get("provides", {}):  # the new ones are available at once
        assert read(table, "anna.civil") == 4 - 1 + entry["provides"]["civil_actions"]


@pytest.mark.parametrize(
    ("card", "prices", "most"),
    [
        ("masonry", (3, 3, 7, 10), 2),
        ("architecture", (3, 3, 6, 9), 3),
        ("engineering", (3, 3, 6, 8), 4),
    ],
)
def test_construction_makes_cities_cheaper_and_wonders_faster(card: str, prices: tuple[int, ...], most: int) -> None:
    """TTA-BUILD-3, TTA-STAGE-5: Philosophy 3, Drama 4, Scientific Method 8, Computers 11; the Internet."""
    civ = {
        **with_workers(philosophy=0, drama=0, scientific_method=0, computers=0),
        "specials": [card],
        "tokens": {"oil": 10},
        "unfinished": "internet",
        "blue": 16,
    }
    civ["workers"]["oil"] = 0
    table = at({"age": "III", "civs.anna": civ})
    ask = next(iter(table.pending.values()))
    costs = [ask.about(("build", tech, None))["resources"] for tech in ("philosophy", "drama", "scientific_method")]
    assert (*costs, ask.about(("build", "computers", None))["resources"]) == prices
    assert f"stage {most}" in legal(table)
    assert f"stage {most + 1}" not in legal(table)


WONDERS = [entry for entry in CIVIL if entry["family"] == "wonder"]


@pytest.mark.parametrize("entry", WONDERS, ids=ids(WONDERS))
def test_a_wonder_is_built_stage_by_stage(entry: dict[str, Any]) -> None:
    """TTA-STAGE-1, TTA-STAGE-2, TTA-STAGE-4, TTA-CIVC-1, TTA-WTAKE-6, TTA-TOKEN-2."""
    card, costs = entry["id"], entry["stages"]
    civ = {**with_workers(philosophy=2, religion=2), "tokens": {"bronze": sum(costs)}, "blue": 16}
    given = {"age": "III", "actions": [[9, 2]], "civs.anna": {**civ, "unfinished": card}}
    plain = at(given)
    table = at(given, *["stage"] * (len(costs) - 1))
    holds(table, {"anna.stages": len(costs) - 1, "anna.resources": costs[-1], "anna.wonders": []})
    for symbol in ("culture", "science", "strength", "happiness"):
        path = f"anna.{SYMBOLS[symbol]}"
        assert read(table, path) == read(plain, path)
    done = at(given, *["stage"] * len(costs))
    gives = entry.get("provides", {})
    holds(done, {"anna.wonders": [card], "anna.unfinished": "", "anna.resources": 0})
    assert read(done, "anna.blue") == 16 + sum(costs) + gives.get("blue_tokens", 0)
    if card == "st_peters_basilica":
        return
    for symbol, amount in gives.items():
        if symbol != "blue_tokens":
            path = f"anna.{SYMBOLS[symbol]}"
            assert read(done, path) == read(plain, path) + amount, symbol


def wonder(card: str, **civ: Any) -> Any:
    """A table on which the last stage of a wonder has just been built."""
    last = PRINTED[card]["stages"][-1]
    whole = {"unfinished": card, "stages": len(PRINTED[card]["stages"]) - 1, "tokens": {"bronze": last}, **civ}
    return at({"age": "III", "civs.anna": whole}, "stage")


def test_great_wall() -> None:
    holds(wonder("great_wall", workers={"warriors": 2, "cannon": 1, "knights": 1, "bronze": 0}), {"anna.strength": 10})


def test_st_peters_basilica() -> None:
    """TTA-APP-17: temples 2 x (1 + 1), Drama 1 + 1, the wonder itself 1; nothing for an unhappy face (TTA-STAT-8)."""
    table = wonder("st_peters_basilica", workers={"religion": 2, "drama": 1, "bronze": 0}, government="communism")
    holds(table, {"anna.happy": 6})


def test_taj_mahal() -> None:
    """TTA-CIVC-3, TTA-CIVC-4."""
    given = {"row": ["", "", "", "", "", "", "", "", "", "taj_mahal"], "civs.anna": {"hand": ["moses"]}}
    table = at({**given, "civs.anna.leader": "homer"})
    assert next(iter(table.pending.values())).about(("take", "taj_mahal", None)) == {"actions": 3}
    table.order(0, "lead moses")
    assert next(iter(table.pending.values())).about(("take", "taj_mahal", None)) == {"actions": 1}


def test_ocean_liner_service() -> None:
    table = at({"age": "II", "civs.anna": {"wonders": ["ocean_liner_service"]}}, "immigrate")
    holds(table, {"anna.unused": 2, "anna.yellow": 17, "anna.civil": 4, "anna.food": 0})
    assert "immigrate" not in legal(table)


def test_transcontinental_railroad() -> None:
    """TTA-PROD-14: the best mine makes a second token."""
    civ = {"wonders": ["transcontinental_railroad"], "workers": {"bronze": 2, "coal": 2}, "unused": 3}
    holds(at({"age": "III", "civs.anna": civ}), {"anna.resources_made": 2 + 9, "anna.strength": 4})


def test_fast_food_chains() -> None:
    civ = {"agriculture": 2, "bronze": 3, "philosophy": 1, "warriors": 2}
    holds(wonder("fast_food_chains", workers=civ), {"anna.culture": 2 * 5 + 3})


def test_first_space_flight() -> None:
    workers = {"bronze": 0, "iron": 1, "computers": 0, "rockets": 1}
    table = wonder("first_space_flight", workers=workers, specials=["strategy"], government="republic")
    holds(table, {"anna.culture": 1 + 3 + 3 + 2 + 2})


def test_hollywood() -> None:
    """TTA-CIVC-2, TTA-APP-18: Opera 3, Journalism 2; Bach adds 1 for the theater."""
    table = wonder("hollywood", workers={"bronze": 0, "opera": 1, "journalism": 1}, leader="js_bach")
    holds(table, {"anna.culture": 2 * (3 + 2 + 1)})


def test_internet() -> None:
    """TTA-APP-19: Computers 5 science, Team Sports 2 strength, Movies 4 culture; Einstein adds the best level."""
    workers = {"bronze": 0, "computers": 1, "team_sports": 1, "movies": 1}
    holds(wonder("internet", workers=workers, leader="albert_einstein"), {"anna.culture": 5 + 2 + 4 + 3})


# ---- action cards

GOODS = {"tokens": {"bronze": 9, "agriculture": 9}, "blue": 16}


@pytest.mark.parametrize(("card", "less"), [("rich_land_a", 1), ("rich_land_i", 2), ("rich_land_ii", 3)])
def test_rich_land(card: str, less: int) -> None:
    """TTA-ACARD-1 to TTA-ACARD-4, TTA-ACARD-10, TTA-ACT-4, TTA-ACT-5."""
    civ = {**GOODS, "hand": [card], "workers": {"bronze": 1, "iron": 0, "agriculture": 0, "philosophy": 0}}
    given = {"age": "II", "civs.anna": civ}
    table = at(given, f"play {card} build iron")
    holds(table, {"anna.resources": 9 - max(0, 5 - less), "anna.civil": 3, "anna.hand": [], "anna.unused": 0})
    holds(at(given, f"play {card} upgrade bronze to iron"), {"anna.resources": 9 - max(0, 3 - less), "anna.civil": 3})
    assert f"play {card} build philosophy" not in legal(at(given))


@pytest.mark.parametrize(
    ("card", "less"),
    [
        ("urban_growth_a", 1),
        ("urban_growth_i", 2),
        ("urban_growth_ii", 3),
        ("urban_growth_iii", 4),
    ],
)
def test_urban_growth(card: str, less: int) -> None:
    civ = {**GOODS, "hand": [card], "workers": {"bronze": 0, "philosophy": 1, "alchemy": 0}}
    given = {"age": "III", "civs.anna": civ}
    holds(at(given, f"play {card} build alchemy"), {"anna.resources": 9 - (6 - less), "anna.civil": 3})
    holds(at(given, f"play {card} upgrade philosophy to alchemy"), {"anna.resources": 9 - max(0, 3 - less)})
    assert f"play {card} build bronze" not in legal(at(given))


@pytest.mark.parametrize(("card", "less"), [("efficient_upgrade_ii", 3), ("efficient_upgrade_iii", 4)])
def test_efficient_upgrade(card: str, less: int) -> None:
    civ = {**GOODS, "hand": [card], "workers": {"bronze": 1, "coal": 0, "philosophy": 1, "scientific_method": 0}}
    given = {"age": "III", "civs.anna": civ}
    holds(at(given, f"play {card} upgrade bronze to coal"), {"anna.resources": 9 - (6 - less)})
    holds(at(given, f"play {card} upgrade philosophy to scientific_method"), {"anna.resources": 9 - (5 - less)})
    assert not [order for order in legal(at(given)) if order.startswith(f"play {card} build")]


@pytest.mark.parametrize(
    ("card", "less"),
    [
        ("engineering_genius_a", 2),
        ("engineering_genius_i", 3),
        ("engineering_genius_ii", 4),
        ("engineering_genius_iii", 5),
    ],
)
def test_engineering_genius(card: str, less: int) -> None:
    """TTA-ACARD-6: one stage only, whatever construction allows."""
    civ = {**GOODS, "hand": [card], "unfinished": "hollywood", "specials": ["engineering"]}
    table = at({"age": "III", "civs.anna": civ}, f"play {card} stage")
    holds(table, {"anna.stages": 1, "anna.resources": 9 - max(0, 5 - less), "anna.civil": 3})
    assert not [o for o in legal(at({"age": "III", "civs.anna": {**GOODS, "hand": [card]}})) if card in o]


@pytest.mark.parametrize(("card", "food"), [("frugality_a", 1), ("frugality_i", 2), ("frugality_ii", 3)])
def test_frugality(card: str, food: int) -> None:
    table = at({"age": "II", "civs.anna": {**GOODS, "hand": [card]}}, f"play {card} grow")
    holds(table, {"anna.food": 9 - 2 + food, "anna.unused": 2, "anna.civil": 3})


@pytest.mark.parametrize(
    ("card", "science", "culture"),
    [
        ("cultural_heritage_a", 1, 4),
        ("cultural_heritage_i", 2, 2),
        ("revolutionary_idea_ii", 4, 0),
        ("revolutionary_idea_iii", 6, 0),
    ],
)
def test_cards_that_score(card: str, science: int, culture: int) -> None:
    table = at({"age": "III", "civs.anna": {"hand": [card]}}, f"play {card}")
    holds(table, {"anna.science": science, "anna.culture": culture, "anna.civil": 3})


def test_stockpile_a() -> None:
    holds(at({"civs.anna": {"hand": ["stockpile_a"]}}, "play stockpile_a"), {"anna.food": 1, "anna.resources": 1})


@pytest.mark.parametrize(("card", "amount"), [("reserves_i", 2), ("reserves_ii", 3), ("reserves_iii", 4)])
def test_reserves(card: str, amount: int) -> None:
    given = {"age": "III", "civs.anna": {"hand": [card]}}
    holds(at(given, f"play {card} gain food"), {"anna.food": amount, "anna.resources": 0})
    holds(at(given, f"play {card} gain resources"), {"anna.food": 0, "anna.resources": amount})


@pytest.mark.parametrize(("card", "science"), [("breakthrough_i", 2), ("breakthrough_ii", 3)])
def test_breakthrough(card: str, science: int) -> None:
    """TTA-ACARD-5, TTA-REV-4, TTA-APP-8."""
    civ = {"hand": [card, "alchemy", "monarchy"], "science": 5}
    given = {"age": "II", "civs.anna": civ}
    holds(at(given, f"play {card} develop alchemy"), {"anna.science": 1 + science, "anna.civil": 3})
    table = at(given, f"play {card} revolution monarchy")
    holds(table, {"anna.science": 3 + science, "anna.civil": 0, "anna.military": 3, "anna.hand": ["alchemy"]})
    leader = {**given, "civs.anna": {**civ, "leader": "maximilien_robespierre"}}
    holds(at(leader, f"play {card} revolution monarchy"), {"anna.civil": 5, "anna.military": 0, "anna.culture": 3})


@pytest.mark.parametrize(
    ("card", "resources"),
    [
        ("patriotism_a", 1),
        ("patriotism_i", 2),
        ("patriotism_ii", 3),
        ("patriotism_iii", 4),
    ],
)
def test_patriotism(card: str, resources: int) -> None:
    """TTA-ACARD-8, TTA-ACARD-9, TTA-ACTN-4, TTA-FOOD-10, TTA-DRAW-1."""
    given = {"age": "III", "actions": [[4, 0]], "civs.anna": {"hand": [card], "tokens": {"bronze": 2}, "unused": 2}}
    table = at(given, f"play {card}")
    holds(table, {"anna.arms": resources, "anna.military": 0, "anna.military_total": 2})
    assert table.state.turn.extra_military == 1
    table.order(0, "build warriors")
    holds(table, {"anna.resources": 2 - max(0, 2 - resources), "anna.arms": max(0, resources - 2)})
    assert table.state.turn.extra_military == 0
    unused = at(given, f"play {card}", "end")
    holds(unused, {"anna.cards": 1})


@pytest.mark.parametrize(
    ("card", "by_players"),
    [
        ("wave_of_nationalism_ii", (6, 3, 2)),
        ("military_build_up_iii", (8, 5, 3)),
    ],
)
def test_cards_for_the_weak(card: str, by_players: tuple[int, ...]) -> None:
    """TTA-RESIGN-12: by the players still in the game."""
    for seats, each in zip((2, 3, 4), by_players, strict=True):
        stronger = {f"civs.{name}.workers.warriors": 3 for name in ("ben", "cleo", "dan")[: seats - 1]}
        table = at({"age": "III", "civs.anna.hand": [card], **stronger}, f"play {card}", seats=seats)
        holds(table, {"anna.arms": each * (seats - 1)})


def test_endowment_for_the_arts_iii() -> None:
    for seats, each in ((2, 6), (3, 3), (4, 2)):
        richer = {f"civs.{name}.culture": 9 for name in ("ben", "cleo", "dan")[: seats - 1]}
        given = {"age": "III", "civs.anna.hand": ["endowment_for_the_arts_iii"], **richer}
        holds(at(given, "play endowment_for_the_arts_iii", seats=seats), {"anna.culture": each * (seats - 1)})
