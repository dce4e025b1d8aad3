"""What every aggression, war, pact, tactic and bonus card does."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from ages_kit import MILITARY, PRINTED, at, holds, legal, play, read

from pbem.table import NotLegal, Refused

START = {"warriors": 1, "agriculture": 2, "bronze": 2, "philosophy": 1, "religion": 0}


def attack(card: str, *answers: str, **ben: Any) -> Any:
    """A table on which anna, who is much stronger, has attacked ben, who cannot defend."""
    ben = {**ben, "workers": {**START, **ben.get("workers", {})}}
    anna = {"workers": {**START, "warriors": 9}, "military_hand": [card], "government": "communism"}
    return at({"age": "III", "civs.anna": anna, "civs.ben": ben}, f"aggress {card} on ben", *answers, phase="politics")


AGGRESSIONS: dict[str, tuple[dict[str, Any], list[str], dict[str, Any]]] = {
    "enslave_i": (
        {"unused": 0},
        ["ben: lose worker bronze"],
        {"anna.resources": 2, "anna.food": 2, "ben.resources_made": 1, "ben.yellow": 19},
    ),
    "plunder_i": (
        {"tokens": {"agriculture": 2, "bronze": 4}},
        ["plunder food 1 resources 2"],
        {"anna.food": 1, "anna.resources": 2, "ben.food": 1, "ben.resources": 2},
    ),
    "plunder_ii": (
        {"tokens": {"agriculture": 2, "bronze": 4}},
        ["plunder food 1 resources 4"],
        {"anna.food": 1, "anna.resources": 4, "ben.food": 1, "ben.resources": 0},
    ),
    "plunder_iii": (
        {"tokens": {"agriculture": 5, "bronze": 4}},
        ["plunder food 3 resources 4"],
        {"anna.food": 3, "anna.resources": 4, "ben.food": 2, "ben.resources": 0},
    ),
    "raid_i": ({"workers": {"alchemy": 1}}, ["raze alchemy"], {"anna.resources": 3, "ben.unused": 2}),
    "raid_ii": (
        {"workers": {"alchemy": 1, "opera": 1}},
        ["raze philosophy, opera"],
        {"anna.resources": 6, "ben.unused": 3},
    ),
    "raid_iii": (
        {"workers": {"opera": 1, "movies": 1}},
        ["raze opera, movies"],
        {"anna.resources": 10, "ben.unused": 3},
    ),
    "annex_ii": (
        {"colonies": ["wealthy_territory_i", "vast_territory_i"]},
        ["annex wealthy_territory_i"],
        {"anna.colonies": ["wealthy_territory_i"], "anna.blue": 19, "anna.resources": 0, "ben.blue": 13},
    ),
    "infiltrate_ii": (
        {"leader": "isaac_newton", "unfinished": "great_wall", "stages": 2, "blue": 14},
        ["infiltrate wonder"],
        {"anna.culture": 3, "ben.unfinished": "", "ben.blue": 16, "ben.leader": "isaac_newton"},
    ),
    "spy_ii": ({"science": 4}, [], {"anna.science": 4, "ben.science": 0}),
    "armed_intervention_iii": ({"culture": 5}, [], {"anna.culture": 5, "ben.culture": 0}),
}


def test_every_aggression_has_a_test() -> None:
    assert sorted(AGGRESSIONS) == sorted(entry["id"] for entry in MILITARY if entry["family"] == "aggression")


@pytest.mark.parametrize("card", AGGRESSIONS)
def test_an_aggression(card: str) -> None:
    """TTA-AGGR-1, TTA-AGGR-2, TTA-AGGR-13, TTA-AGGR-14, TTA-AGGR-15, TTA-AGGR-16, TTA-FOOD-12, TTA-PTS-5,
    TTA-MILC-2, TTA-MILC-14."""
    ben, answers, expected = AGGRESSIONS[card]
    table = attack(card, *answers, **ben)
    holds(table, expected)
    holds(table, {"anna.military": 5 - PRINTED[card]["military_action_cost"], "anna.cards": 0})
    assert card in table.state.discards
    assert table.state.phase == "act"


def test_infiltrate_takes_a_leader() -> None:
    table = attack("infiltrate_ii", "infiltrate leader", leader="isaac_newton", unfinished="great_wall")
    holds(table, {"anna.culture": 6, "ben.leader": "", "ben.unfinished": "great_wall"})


def test_an_aggression_may_find_nothing() -> None:
    """TTA-AGGR-20."""
    for card in ("annex_ii", "infiltrate_ii", "plunder_i", "spy_ii"):
        assert attack(card).state.phase == "act"


def test_a_raid_reaches_only_the_printed_ages() -> None:
    table = attack("raid_ii", workers={"alchemy": 1, "opera": 2, "movies": 1})
    assert "raze opera" not in legal(table)
    assert "raze philosophy, opera" in legal(table)
    with pytest.raises(Refused) as told:
        play(table, "raze opera, opera")
    assert told.value.key == "raid_beyond_age"


def test_only_a_weaker_rival_can_be_attacked() -> None:
    """TTA-AGGR-4, TTA-AGGR-3."""
    table = at({"civs.anna.military_hand": ["raid_i"]}, phase="politics")
    with pytest.raises(Refused) as told:
        play(table, "aggress raid_i on ben")
    assert (told.value.key, told.value.rule) == ("not_stronger", "TTA-AGGR-4")


def test_a_defence_uses_at_most_as_many_cards_as_military_actions() -> None:
    """TTA-AGGR-7, TTA-AGGR-10, TTA-AGGR-11."""
    hand = ["rats", "raiders", "military_bonus_iii"]
    given = {"age": "III", "actions": [[4, 2], [4, 0]], "civs.ben.military_hand": hand}
    table = at(
        {**given, "civs.anna": {"workers": {**START, "warriors": 4}, "military_hand": ["raid_i"]}},
        "aggress raid_i on ben",
        phase="politics",
    )
    orders = legal(table, 1)
    assert "defend military_bonus_iii" in orders
    assert "defend rats, raiders, military_bonus_iii" not in orders
    play(table, "ben: defend up to 2")
    holds(table, {"ben.cards": 2})


BONUS = [entry for entry in MILITARY if entry["family"] == "bonus"]


@pytest.mark.parametrize("entry", BONUS, ids=lambda entry: str(entry["id"]))
def test_a_bonus_card(entry: dict[str, Any]) -> None:
    """TTA-AGGR-8, TTA-COLON-10, TTA-COLON-13, TTA-CARD-15."""
    card, defence, colonization = entry["id"], entry["defense"], entry["colonization"]
    for lead, saved in ((defence, True), (defence + 1, False)):
        table = at(
            {
                "age": "III",
                "civs.ben.military_hand": [card],
                "civs.ben.tokens": {"bronze": 5},
                "civs.anna": {"workers": {**START, "warriors": 1 + lead}, "military_hand": ["plunder_i"]},
            },
            "aggress plunder_i on ben",
            phase="politics",
        )
        if saved:
            play(table, f"ben: defend {card}")
            holds(table, {"ben.resources": 5, "ben.cards": 0})
        else:
            assert [ask.kind.id for ask in table.pending.values()] == ["aggression_spoils"]
    table = at(
        {"age": "III", "current": ["vast_territory_i", "rats"], "civs.anna.military_hand": [card, "rats"]},
        "event rats",
        phase="politics",
    )
    assert f"colonise {1 + colonization}" in legal(table)
    assert f"colonise {2 + colonization}" not in legal(table)


# ---- wars


def test_a_war_waits_for_the_next_turn() -> None:
    """TTA-WARDEC-1, TTA-WARDEC-3, TTA-WARDEC-5, TTA-WARDEC-6, TTA-WARDEC-8, TTA-WARRES-1, TTA-WARRES-2,
    TTA-WARRES-9, TTA-MILC-13, TTA-TURN-2."""
    anna = {"workers": {**START, "warriors": 3}, "military_hand": ["war_over_territory_ii"]}
    table = at({"age": "II", "civs.anna": anna, "civs.ben.workers": {**START, "warriors": 9}}, phase="politics")
    play(table, "war war_over_territory_ii on ben")  # no strength is needed
    holds(table, {"anna.military": 0})
    assert len(table.state.wars) == 1
    for order in ("end", "ben: no politics", "ben: end"):
        play(table, order)
    holds(table, {"anna.yellow": 16, "ben.yellow": 20})  # the stronger side wins, whichever it is
    assert table.state.wars == []
    assert "war_over_territory_ii" in table.state.discards


def test_a_war_of_equals_has_no_effect() -> None:
    """TTA-WARRES-8, TTA-WARRES-10."""
    war = {"card": "war_over_culture_iii", "attacker": "anna", "defender": "ben"}
    table = at({"age": "III", "wars": [war], "civs.anna.culture": 9, "civs.ben.culture": 9}, phase="war")
    holds(table, {"anna.culture": 9, "ben.culture": 9})
    assert table.state.wars == []


def test_a_technology_in_hand_cannot_be_stolen() -> None:
    """TTA-WARRES-6, TTA-WARRES-11."""
    war = {"card": "war_over_technology_ii", "attacker": "anna", "defender": "ben"}
    anna = {"workers": {**START, "warriors": 20}, "hand": ["strategy"]}
    table = at(
        {"age": "II", "wars": [war], "civs.anna": anna, "civs.ben.specials": ["strategy", "masonry"]}, phase="war"
    )
    assert legal(table) == ["spoils science", "spoils masonry"]


def test_no_war_in_the_last_round() -> None:
    """TTA-WARDEC-7, TTA-POL-2."""
    given = {"age": "IV", "round": 9, "last_round": 9, "civs.anna.military_hand": ["war_over_culture_iii"]}
    table = at({**given, "civs.anna.government": "communism"}, phase="politics")
    assert legal(table) == ["no politics"]  # nor can anybody resign (TTA-RESIGN-10)
    with pytest.raises(Refused) as told:
        play(table, "war war_over_culture_iii on ben")
    assert told.value.rule == "TTA-WARDEC-7"


# ---- pacts

SIDES = {"culture": "culture_rate", "strength": "strength", "military_actions": "military_total"}
PACTS = [entry for entry in MILITARY if entry["family"] == "pact"]


@pytest.mark.parametrize("entry", PACTS, ids=lambda entry: str(entry["id"]))
def test_a_pact_gives_what_is_printed(entry: dict[str, Any]) -> None:
    """TTA-PACT-1, TTA-PACT-2, TTA-PACT-3, TTA-PACT-4, TTA-PACT-8, TTA-ACTN-5."""
    card = entry["id"]
    side = "" if entry["symmetric"] else " as b"
    given = {"age": "III", "civs.anna": {"military_hand": [card], "workers": {**START, "drama": 2}}}
    given["civs.ben.workers"] = {**START, "drama": 2}
    plain = at(given, seats=3)
    table = at(given, f"pact {card} with ben{side}", "ben: accept", seats=3, phase="politics")
    assert [(pact.card, pact.owner) for pact in table.state.pacts] == [(card, 0)]
    holds(table, {"anna.cards": 0})
    for name, half in (("anna", "b" if side else "a"), ("ben", "a" if side else "b")):
        gives = entry.get("both") or entry[f"side_{half}"]
        for symbol, path in SIDES.items():
            assert read(table, f"{name}.{path}") == read(plain, f"{name}.{path}") + gives.get(symbol, 0), symbol
        assert read(table, f"{name}.food_made") == 2 + gives.get("food_production", 0)
        assert read(table, f"{name}.resources_made") == 2 + gives.get("resource_production", 0)


def bound(card: str, **more: Any) -> Any:
    pact = {"card": card, "a": "anna", "b": "ben", "owner": "anna"}
    return at({"age": "III", "pacts": [pact], **more}, seats=3, phase=more.pop("phase", "act"))


@pytest.mark.parametrize("entry", PACTS, ids=lambda entry: str(entry["id"]))
def test_which_attacks_a_pact_forbids_or_ends(entry: dict[str, Any]) -> None:
    """TTA-AGGR-3, TTA-AGGR-6, TTA-WARDEC-2, TTA-WARDEC-4, TTA-PACT-9, TTA-PACTX-3."""
    pact = {"card": entry["id"], "a": "anna", "b": "ben", "owner": "anna"}
    anna = {
        "workers": {**START, "warriors": 9},
        "military_hand": ["raid_i", "war_over_culture_iii"],
        "government": "communism",
    }
    for order in ("aggress raid_i on ben", "war war_over_culture_iii on ben"):
        table = at({"age": "III", "pacts": [pact], "civs.anna": anna}, seats=3, phase="politics")
        assert (order in legal(table)) != entry["forbids_attack_between_parties"]
        if order in legal(table):
            play(table, order)
            assert (table.state.pacts == []) == entry["ends_on_attack_between_parties"]
    immune = entry["id"] == "loss_of_sovereignty"
    third = at({"age": "III", "active": "cleo", "pacts": [pact], "civs.cleo": anna}, seats=3, phase="politics")
    assert ("war war_over_culture_iii on ben" in legal(third)) != immune
    assert "war war_over_culture_iii on anna" in legal(third)


def test_open_borders_agreement() -> None:
    """TTA-WARRES-3, TTA-AGGR-5."""
    war = {"card": "war_over_culture_iii", "attacker": "anna", "defender": "ben"}
    pact = {"card": "open_borders_agreement", "a": "anna", "b": "ben", "owner": "ben"}
    table = at({"age": "III", "wars": [war], "pacts": [pact], "civs.ben.culture": 20}, seats=3, phase="war")
    holds(table, {"anna.culture": 7})


def test_trade_routes_agreement() -> None:
    """TTA-FOOD-7: a food serves as a resource for side A, a resource as food for side B, once a turn."""
    pact = {"card": "trade_routes_agreement", "a": "anna", "b": "ben", "owner": "anna"}
    civ = {"tokens": {"agriculture": 4, "bronze": 4}, "unused": 3}
    table = at({"pacts": [pact], "civs.anna": civ}, "trade", "build bronze", seats=3)
    holds(table, {"anna.food": 3, "anna.resources": 3})
    assert "trade" not in legal(table)
    table = at(
        {"pacts": [pact], "civs.anna": {**civ, "tokens": {"agriculture": 4, "bronze": 1}}}, "build bronze", seats=3
    )
    holds(table, {"anna.food": 3, "anna.resources": 0})  # where it is needed
    table = at({"active": "ben", "pacts": [pact], "civs.ben": civ}, "trade", "grow", seats=3)
    holds(table, {"ben.food": 3, "ben.resources": 3})


def test_a_price_says_what_a_trade_route_pays() -> None:
    """TTA-FOOD-7, TTA-FOOD-10: where it is needed, and where it was ordered."""
    pact = {"card": "trade_routes_agreement", "a": "anna", "b": "ben", "owner": "anna"}
    civ = {"tokens": {"agriculture": 4, "bronze": 4}, "unused": 3}

    def price(given: dict[str, Any], *answer: Any, before: tuple[str, ...] = (), seat: str = "anna") -> dict[str, int]:
        table = at({"active": seat, "pacts": [pact], f"civs.{seat}": {**civ, **given}}, *before, seats=3)
        return dict(next(iter(table.pending.values())).about(answer))

    build = ("build", "bronze", None)
    assert price({}, *build) == {"resources": 2}
    assert price({"tokens": {"agriculture": 4, "bronze": 1}}, *build) == {"resources": 1, "food": 1}
    assert price({}, *build, before=("trade",)) == {"resources": 1, "food": 1}
    assert price({}, "grow", before=("trade",)) == {"food": 2}
    assert price({}, "grow", before=("trade",), seat="ben") == {"food": 1, "resources": 1}
    arms = {"hand": ["patriotism_i"], "tokens": {"agriculture": 4, "bronze": 1}}
    assert price(arms, "build", "warriors", None, before=("play patriotism_i",)) == {"resources": 2}
    short = at({"pacts": [pact], "civs.anna": {**civ, "tokens": {"agriculture": 1}}}, seats=3)
    with pytest.raises(NotLegal) as refused:
        short.order(0, "build bronze")
    assert (refused.value.values["resources"], refused.value.values["wanted_resources"]) == (1, 2)


def test_scientific_cooperation() -> None:
    pact = {"card": "scientific_cooperation", "a": "anna", "b": "ben", "owner": "anna"}
    given = {"age": "II", "pacts": [pact], "civs.anna": {"hand": ["iron"], "science": 3}}
    table = at({**given, "civs.ben.science": 1}, "develop iron", seats=3)
    holds(table, {"anna.science": 0, "ben.science": 0})
    assert "develop iron" not in legal(at(given, seats=3))


def test_international_tourism() -> None:
    """TTA-APP-21: ruins count."""
    pact = {"card": "international_tourism", "a": "anna", "b": "ben", "owner": "anna"}
    ben = {"wonders": ["pyramids", "colossus"], "ruins": ["colossus"]}
    holds(
        at({"age": "III", "pacts": [pact], "civs.ben": ben}, seats=3), {"anna.culture_rate": 2, "ben.culture_rate": 2}
    )


def test_a_refused_pact_returns_to_the_hand() -> None:
    """TTA-PACT-5."""
    given = {"civs.anna.military_hand": ["open_borders_agreement"]}
    table = at(given, "pact open_borders_agreement with ben", "ben: decline", seats=3, phase="politics")
    holds(table, {"anna.cards": 1})
    assert table.state.phase == "act"
    assert table.state.pacts == []


def test_a_new_pact_ends_the_own_old_one() -> None:
    """TTA-PACT-6, TTA-PACT-7, TTA-MILC-12, TTA-PACTX-1, TTA-PACTX-2."""
    pacts = [
        {"card": "open_borders_agreement", "a": "anna", "b": "ben", "owner": "anna"},
        {"card": "peace_treaty", "a": "cleo", "b": "anna", "owner": "cleo"},
    ]
    given = {"age": "III", "pacts": pacts, "civs.anna.military_hand": ["military_alliance"]}
    table = at(given, "pact military_alliance with cleo", "cleo: accept", seats=3, phase="politics")
    assert [pact.card for pact in table.state.pacts] == ["peace_treaty", "military_alliance"]
    holds(table, {"anna.military_total": 2, "anna.military": 2})
    table = at(given, "cancel peace_treaty", seats=3, phase="politics")
    assert [pact.card for pact in table.state.pacts] == ["open_borders_agreement"]
    with pytest.raises(Refused):
        play(at(given, seats=3, phase="politics"), "cancel loss_of_sovereignty")


# ---- tactics

TACTICS = [entry for entry in MILITARY if entry["family"] == "tactic"]
UNITS = {
    "infantry": ("warriors", "swordsmen", "riflemen", "modern_infantry"),
    "cavalry": ("knights", "knights", "cavalrymen", "tanks"),
    "artillery": ("cannon", "cannon", "cannon", "rockets"),
}


LEVELS = ("A", "I", "II", "III")


@pytest.mark.parametrize("entry", TACTICS, ids=lambda entry: str(entry["id"]))
def test_a_tactic(entry: dict[str, Any]) -> None:
    """TTA-MILC-4 to TTA-MILC-11, TTA-STAT-6."""
    level = LEVELS.index(entry["age"])
    for armies, extra, air in product((0, 1, 2), (0, 1), (0, 1)):
        workers = {
            UNITS[kind][level]: armies * number + extra * (number - 1) for kind, number in entry["composition"].items()
        }
        workers = {card: number for card, number in workers.items() if number} | {"air_forces": air}
        own = sum(PRINTED[card]["per_worker"]["strength"] * number for card, number in workers.items())
        table = at({"age": "III", "civs.anna": {"workers": workers, "tactic": entry["id"]}})
        holds(table, {"anna.strength": own + entry["strength"] * (armies + min(air, armies))})


def too_old(entry: dict[str, Any]) -> list[str]:
    """Kinds of units of a tactic of which some are two levels below it."""
    level = LEVELS.index(entry["age"])
    return [kind for kind in entry["composition"] if LEVELS.index(PRINTED[UNITS[kind][level - 2]]["age"]) <= level - 2]


AGEING = [entry for entry in TACTICS if "strength_outdated" in entry and too_old(entry)]


@pytest.mark.parametrize("entry", AGEING, ids=lambda entry: str(entry["id"]))
def test_an_antiquated_army(entry: dict[str, Any]) -> None:
    """TTA-MILC-8, TTA-MILC-9."""
    level = LEVELS.index(entry["age"])
    kind = too_old(entry)[0]
    old = UNITS[kind][level - 2]
    workers: dict[str, int] = {}
    for one, number in entry["composition"].items():
        workers[UNITS[one][level]] = workers.get(UNITS[one][level], 0) + number - (one == kind)
    workers[old] = workers.get(old, 0) + 1
    own = sum(PRINTED[card]["per_worker"]["strength"] * number for card, number in workers.items())
    table = at({"age": "III", "civs.anna": {"workers": workers, "tactic": entry["id"]}})
    holds(table, {"anna.strength": own + entry["strength_outdated"]})


def test_playing_and_copying_tactics() -> None:
    """TTA-TPLAY-1, TTA-TPLAY-2, TTA-TPLAY-3, TTA-TPLAY-4, TTA-TACAV-1 to TTA-TACAV-4, TTA-MILC-3."""
    given = {"common_tactics": ["legion", "phalanx"], "civs.anna.military_hand": ["fighting_band", "legion"]}
    table = at(given)
    assert {"tactic fighting_band", "copy legion", "copy phalanx"} <= set(legal(table))
    play(table, "tactic fighting_band")
    holds(table, {"anna.tactic": "fighting_band", "anna.exclusive": True, "anna.military": 1, "anna.cards": 1})
    assert not [order for order in legal(table) if order.startswith(("tactic", "copy"))]
    for order in ("end", "ben: no politics"):
        play(table, order)
    assert "copy fighting_band" not in legal(table)
    for order in ("ben: end", "anna: no politics"):
        play(table, order)
    assert table.state.common_tactics == ["legion", "phalanx", "fighting_band"]
    holds(table, {"anna.tactic": "fighting_band", "anna.exclusive": False})
    copied = at(given, "copy phalanx")
    holds(copied, {"anna.tactic": "phalanx", "anna.exclusive": False, "anna.military": 0})
