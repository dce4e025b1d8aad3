"""The politics and action phases in detail (chapters POL, EVPREP, ACT to MBUILD, FOOD, TOKEN, STAT, CARD)."""

from __future__ import annotations

from typing import Any

import pytest
from ages_kit import PRINTED, at, holds, legal, play

from pbem.table import Refused, Table


def refused(table: Table, order: str) -> tuple[str, str | None]:
    with pytest.raises(Refused) as told:
        play(table, order)
    return told.value.key, told.value.rule


def test_refusals_name_the_price() -> None:
    """TTA-ACTN-2, TTA-FOOD-7."""
    table = at({"civs.anna": {"tokens": {"agriculture": 1}}})
    with pytest.raises(Refused) as told:
        play(table, "grow")
    assert told.value.values.get("wanted_food") == 2


def test_preparing_an_event() -> None:
    """TTA-EVPREP-1, TTA-EVPREP-3, TTA-EVPREP-5, TTA-POL-3, TTA-CARD-1, TTA-CARD-10."""
    given = {"age": "III", "current": ["rats", "foray"], "civs.anna.military_hand": ["impact_of_science"]}
    table = at(given, "event impact_of_science", phase="politics")
    assert table.state.future == ["impact_of_science"]
    assert table.state.current == ["foray"]
    holds(table, {"anna.culture": 3, "anna.cards": 0})
    assert "impact_of_science" not in str(table.view(1)) + str(table.view(None))


def test_one_political_action_a_turn() -> None:
    """TTA-POL-1, TTA-POL-2."""
    given = {"current": ["rats"] * 5, "civs.anna.military_hand": ["crusades", "foray", "raid_i"]}
    table = at(given, "event crusades", phase="politics")
    assert table.state.phase == "act"
    assert refused(table, "event foray")[0] == "not_asked_now"
    assert legal(at(given, phase="politics")) == ["event crusades", "event foray", "no politics", "resign"]


def test_actions_in_any_order_until_the_end() -> None:
    """TTA-ACT-1, TTA-ACT-2, TTA-ACT-3."""
    civ = {"tokens": {"bronze": 9, "agriculture": 9}, "unused": 1}
    table = at({"row": ["iron"], "civs.anna": civ}, "build bronze", "grow", "build warriors", "take iron")
    holds(table, {"anna.civil": 1, "anna.military": 1})
    play(table, "end")
    assert table.state.active == 1


def test_what_may_not_be_taken() -> None:
    """TTA-TAKE-2, TTA-TAKE-3, TTA-TAKE-4, TTA-TAKE-5, TTA-TAKE-6, TTA-WTAKE-3, TTA-WTAKE-4, TTA-WTAKE-5, TTA-CARD-5."""
    row = ["iron", "moses", "warfare", "rich_land_a", "colossus", "", "rich_land_a"]
    civ = {"hand": ["iron", "rich_land_a"], "leaders_of": ["A"], "specials": ["code_of_laws"], "unfinished": "pyramids"}
    table = at({"row": row, "civs.anna": civ})
    assert refused(table, "take iron") == ("technology_known", "TTA-TAKE-3")
    assert refused(table, "take moses") == ("leader_of_that_age", "TTA-TAKE-4")
    assert refused(table, "take colossus") == ("wonder_under_construction", "TTA-WTAKE-4")
    assert {"take warfare", "take rich_land_a", "take rich_land_a at 7"} <= set(legal(table))
    full = at({"row": row, "civs.anna": {**civ, "hand": ["rich_land_i"] * 5, "unfinished": ""}})
    assert refused(full, "take warfare") == ("hand_full", "TTA-TAKE-2")
    play(full, "take colossus")  # it does not go to the hand
    holds(full, {"anna.unfinished": "colossus", "anna.stages": 0})


def test_the_library_of_alexandria_enlarges_hands() -> None:
    """TTA-TAKE-2, TTA-DISC-2."""
    civ = {"hand": ["rich_land_i"] * 4, "wonders": ["library_of_alexandria"]}
    table = at({"row": ["warfare", "iron"], "civs.anna": civ}, "take warfare")
    assert refused(table, "take iron")[0] == "hand_full"


def test_the_urban_limit() -> None:
    """TTA-BUILD-5, TTA-BUILD-6, TTA-TECHC-5, TTA-TECHC-6, TTA-TECHC-10."""
    civ = {"workers": {"philosophy": 1, "alchemy": 1, "religion": 0}, "tokens": {"bronze": 9}, "unused": 3}
    table = at({"civs.anna": civ})
    assert refused(table, "build alchemy") == ("urban_limit", "TTA-BUILD-5")
    assert "build religion x2" in legal(table)
    assert "build religion x3" not in legal(table)
    more = {**civ, "workers": {"alchemy": 4}, "government": "communism", "hand": ["monarchy"], "science": 8}
    kept = at({"age": "III", "civs.anna": more}, "develop monarchy")
    assert kept.state.civs[0].workers["alchemy"] == 4  # a lower limit destroys nothing


def test_upgrading() -> None:
    """TTA-UPG-1, TTA-UPG-2, TTA-UPG-5, TTA-MBUILD-3."""
    workers = {"bronze": 2, "oil": 0, "warriors": 1, "riflemen": 0, "philosophy": 1, "drama": 0}
    table = at({"age": "III", "civs.anna": {"workers": workers, "tokens": {"bronze": 15}, "blue": 16}})
    assert refused(table, "upgrade philosophy to drama") == ("not_the_same_type", "TTA-UPG-2")
    assert refused(table, "upgrade oil to bronze")[0] == "no_worker_there"
    play(table, "upgrade bronze to oil")  # levels are skipped
    holds(table, {"anna.resources": 6, "anna.civil": 3})
    play(table, "upgrade warriors to riflemen")
    holds(table, {"anna.resources": 3, "anna.military": 1, "anna.strength": 3})


def test_destroying_and_disbanding() -> None:
    """TTA-DESTR-1, TTA-DESTR-2, TTA-MBUILD-4, TTA-WORK-1."""
    table = at({}, "destroy philosophy", "disband warriors")
    holds(table, {"anna.unused": 3, "anna.civil": 3, "anna.military": 1, "anna.resources": 0, "anna.science_rate": 0})
    assert refused(table, "destroy warriors") == ("unit_is_disbanded", "TTA-MBUILD-4")
    assert refused(table, "disband bronze") == ("building_is_destroyed", "TTA-MBUILD-4")


def test_a_leader_works_at_once() -> None:
    """TTA-LEAD-3, TTA-STAT-1, TTA-STAT-3."""
    table = at({"civs.anna.hand": ["julius_caesar"]}, "lead julius_caesar")
    holds(table, {"anna.strength": 2, "anna.military": 3, "anna.civil": 3})


def test_a_stage_with_an_empty_blue_bank() -> None:
    """TTA-STAGE-3, TTA-TOKEN-6."""
    civ = {
        "unfinished": "great_wall",
        "hand": ["engineering_genius_i"],
        "blue": 0,
        "tokens": {"agriculture": 2, "iron": 1},
    }
    table = at({"civs.anna": {**civ, "workers": {"agriculture": 0, "iron": 0}}}, "play engineering_genius_i stage")
    assert legal(table) == ["lose blue agriculture", "lose blue iron"]
    play(table, "lose blue agriculture")
    holds(table, {"anna.stages": 1, "anna.food": 1, "anna.blue": 0})


def test_a_stage_without_any_blue_token() -> None:
    """TTA-STAGE-3, TTA-STAGE-4: only a wonder that is completed needs none, as its tokens come back."""
    civ = {"unfinished": "great_wall", "hand": ["engineering_genius_i"], "blue": 0, "tokens": {}}
    table = at({"civs.anna": civ})
    assert "play engineering_genius_i stage" not in legal(table)
    assert refused(table, "play engineering_genius_i stage") == ("too_few_blue_tokens", "TTA-STAGE-3")
    table = at({"civs.anna": {**civ, "stages": 3}}, "play engineering_genius_i stage")
    holds(table, {"anna.wonders": ["great_wall"], "anna.blue": 3})
    masonry = {"specials": ["masonry"], "unfinished": "great_wall", "blue": 0, "tokens": {"iron": 1, "oil": 0}}
    masonry |= {"workers": {"oil": 0, "iron": 0}, "hand": []}
    assert refused(at({"civs.anna": {**masonry, "tokens": {"oil": 1}}}), "stage 2")[0] == "too_few_blue_tokens"


def test_revolutions_need_all_actions() -> None:
    """TTA-REV-2, TTA-REV-3, TTA-DRAW-7, TTA-ACTN-7."""
    table = at({"actions": [[3, 2]], "civs.anna": {"hand": ["monarchy"], "science": 9}})
    assert refused(table, "revolution monarchy") == ("civil_actions_spent", "TTA-REV-2")
    given = {"current": ["development_of_civilization", "rats"], "civs.anna.military_hand": ["rats"]}
    given["civs.ben"] = {"hand": ["monarchy"], "science": 1}
    event = at(given, "event rats", "ben: revolution monarchy", phase="politics")
    play(event, "anna: end")
    play(event, "ben: no politics")
    holds(event, {"ben.civil": 0, "ben.government": "monarchy"})  # missing in the own next turn


def test_fewer_actions_take_spent_ones_first() -> None:
    """TTA-ACTN-7."""
    civ = {"leader": "napoleon_bonaparte", "hand": ["isaac_newton"]}
    table = at({"age": "II", "actions": [[4, 2]], "civs.anna": civ}, "lead isaac_newton")
    holds(table, {"anna.military_total": 2, "anna.military": 2})
    table = at({"age": "II", "actions": [[4, 4]], "civs.anna": civ}, "lead isaac_newton")
    holds(table, {"anna.military": 2})


def test_an_action_card_waits_a_turn_and_needs_its_action() -> None:
    """TTA-ACARD-1, TTA-ACARD-2, TTA-ACARD-3, TTA-ACARD-7, TTA-CIVC-6."""
    table = at({"row": ["reserves_i", "engineering_genius_i"]}, "take reserves_i")
    assert refused(table, "play reserves_i gain food") == ("card_taken_this_turn", "TTA-ACARD-1")
    table = at({"civs.anna.hand": ["engineering_genius_i"]})
    assert refused(table, "play engineering_genius_i stage")[0] == "no_wonder_to_build"


def test_production_cards_change_no_rating() -> None:
    """TTA-TECHC-3, TTA-TECHC-4, TTA-PLY-10."""
    for card in ("agriculture", "bronze"):
        assert PRINTED[card]["blue_token_value"] == 1
    civ = {"workers": {"iron": 3, "irrigation": 3}, "tokens": {"coal": 1}}
    civ["workers"]["coal"] = 0
    table = at({"age": "II", "civs.anna": civ})
    holds(table, {"anna.culture_rate": 0, "anna.science_rate": 0, "anna.strength": 0, "anna.resources": 3})


def test_ratings_have_limits() -> None:
    """TTA-STAT-4, TTA-STAT-5, TTA-STAT-7, TTA-STAT-9, TTA-TOKEN-5."""
    low = at({"age": "III", "civs.anna": {"government": "fundamentalism", "workers": {"warriors": 0}}})
    holds(low, {"anna.science_rate": 0, "anna.strength": 5})
    sad = at({"age": "III", "civs.anna": {"government": "communism"}})
    holds(sad, {"anna.happy": 0, "anna.colonization": 0})
    happy = at({"age": "III", "civs.anna": {"workers": {"professional_sports": 4}, "specials": ["navigation"]}})
    holds(happy, {"anna.happy": 8, "anna.colonization": 3})


def test_gaining_with_few_blue_tokens() -> None:
    """TTA-FOOD-2, TTA-FOOD-3, TTA-FOOD-4, TTA-FOOD-9."""
    civ = {"hand": ["reserves_iii"], "workers": {"iron": 0, "bronze": 0, "agriculture": 0}, "blue": 1}
    table = at({"age": "III", "civs.anna": civ}, "play reserves_iii gain resources")
    assert table.state.civs[0].tokens == {"iron": 1}
    assert table.state.civs[0].blue == 0
    table = at({"civs.anna": {**civ, "hand": ["stockpile_a"]}}, "play stockpile_a")
    holds(table, {"anna.resources": 1, "anna.food": 0})  # the printed order
    exact = at({"age": "III", "civs.anna": {**civ, "blue": 9}}, "play reserves_iii gain resources")
    assert exact.state.civs[0].tokens == {"iron": 2}


def test_paying_exactly() -> None:
    """TTA-FOOD-5, TTA-FOOD-6, TTA-FOOD-11."""
    workers = {"bronze": 0, "iron": 0, "coal": 0, "warriors": 0, "knights": 0}
    civ = {"workers": workers, "tokens": {"bronze": 1, "coal": 2}, "blue": 13, "unused": 2}
    table = at({"age": "II", "civs.anna": civ}, "build warriors")  # 2 of 7
    assert table.state.civs[0].tokens == {"coal": 1, "iron": 1}
    holds(table, {"anna.resources": 5, "anna.blue": 14})


def test_lost_tokens_come_from_the_bank_first() -> None:
    """TTA-TOKEN-4, TTA-TOKEN-6, TTA-TOKEN-8, TTA-PLY-9."""
    given = {"age": "II", "current": ["crime_wave", "rats"], "civs.anna": {"military_hand": ["rats"]}}
    ben = {"blue": 0, "tokens": {"bronze": 2, "agriculture": 1}, "workers": {"bronze": 2, "agriculture": 1}}
    table = at({**given, "civs.ben": ben}, "event rats", phase="politics")
    play(table, "ben: lose blue bronze")
    holds(table, {"ben.resources": 1, "ben.blue": 0})


def test_increasing_population_by_a_card() -> None:
    """TTA-WORK-3, TTA-APP-20, TTA-APP-29."""
    table = at({"civs.anna": {"hand": ["frugality_i"], "tokens": {"agriculture": 1}}})
    assert refused(table, "play frugality_i grow")[0] == "too_little_food"


def test_temporary_science_goes_first() -> None:
    """TTA-PTS-4."""
    civ = {"leader": "winston_churchill", "hand": ["swordsmen", "iron"], "science": 4}
    table = at({"age": "III", "civs.anna": civ}, "churchill arms", "develop swordsmen")
    holds(table, {"anna.science": 3})
    assert refused(table, "develop iron") == ("too_little_science", "TTA-PTS-3")


def test_homer_outlives_the_ruin_of_his_wonder() -> None:
    """TTA-APP-2."""
    civ = {"wonders": ["pyramids"], "homer_under": "pyramids", "military_hand": ["rats"]}
    given = {"age": "II", "current": ["ravages_of_time", "rats"], "civs.anna": civ}
    holds(at(given, "event rats", phase="politics"), {"anna.ruins": ["pyramids"], "anna.happy": 1})


def test_labs_are_no_industry() -> None:
    """TTA-APP-15."""
    civ = {"leader": "bill_gates", "workers": {"alchemy": 2, "bronze": 2}, "military_hand": ["rats"]}
    given = {"age": "III", "current": ["impact_of_industry", "rats"], "civs.anna": civ}
    holds(at(given, "event rats", phase="politics"), {"anna.culture": 1 + 2})


def test_all_with_the_most_keep_their_ties() -> None:
    """TTA-EVRES-6."""
    given: dict[str, Any] = {"current": ["immigration", "rats"], "civs.anna.military_hand": ["rats"]}
    table = at(
        {**given, "civs.cleo.leader": "homer", "civs.dan.workers": {"religion": 1}},
        "event rats",
        seats=4,
        phase="politics",
    )
    holds(table, {"anna.unused": 1, "ben.unused": 1, "cleo.unused": 2, "dan.unused": 2})


def test_a_force_needs_a_unit_and_counts_no_leader() -> None:
    """TTA-COLON-6, TTA-COLON-12, TTA-COLON-14, TTA-COLON-15, TTA-COLON-16, TTA-MILC-10."""
    civ = {"military_hand": ["rats", "military_bonus_i"], "leader": "napoleon_bonaparte"}
    given = {
        "age": "II",
        "current": ["vast_territory_i", "rats"],
        "civs.anna": civ,
        "civs.ben.workers": {"warriors": 0},
    }
    table = at(given, "event rats", phase="politics")
    assert "colonise 2" in legal(table)
    assert "colonise 3" not in legal(table)
    play(table, "colonise 2")
    assert refused(table, "send warriors") == ("force_below_bid", "TTA-COLON-6")
    play(table, "send warriors bonus military_bonus_i")
    holds(table, {"anna.colonies": ["vast_territory_i"], "anna.food": 3, "anna.yellow": 22, "anna.blue": 12})


def test_hands_may_be_covered() -> None:
    """TTA-CARD-3, TTA-CARD-4, TTA-CARD-8, TTA-CARD-9."""
    table = at({"row": ["iron"]}, "take iron", options={"civil_hands_public": False})
    assert table.view(0)["civs"][0]["covered"] == ["iron"]
    assert table.view(1)["civs"][0]["covered"] == ["I"]
    open_hands = at({"row": ["iron"]}, "take iron")
    assert open_hands.view(None)["civs"][0]["hand"] == ["iron"]


def test_tactics_of_one_name_lie_there_once() -> None:
    """TTA-TACAV-2, TTA-TACAV-3, TTA-MILC-5."""
    given = {"common_tactics": ["legion"], "civs.anna": {"tactic": "legion", "exclusive": True}}
    table = at(given, phase="publish_tactic")
    assert table.state.common_tactics == ["legion"]
    assert table.state.discards == []
