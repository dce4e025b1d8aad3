"""What every leader does (TTA-LEAD-1 to TTA-LEAD-4, TTA-CIVC-5, chapter APP)."""

from __future__ import annotations

from typing import Any

from ages_kit import CIVIL, at, holds, legal, play, read

LEADERS = [entry["id"] for entry in CIVIL if entry["family"] == "leader"]


def led(leader: str, *orders: str, **civ: Any) -> Any:
    """A table of somebody who is led by this leader."""
    return at({"age": "III", "turn.arms": {}, "civs.anna": {"leader": leader, **civ}}, *orders)


def cost(table: Any, *answer: Any) -> dict[str, int]:
    return dict(next(iter(table.pending.values())).about(answer))


def test_every_leader_has_a_test() -> None:
    assert [leader for leader in LEADERS if f"test_{leader}" not in globals()] == []


def test_alexander_the_great() -> None:
    """TTA-POL-4."""
    table = at(
        {"civs.anna": {"leader": "alexander_the_great", "workers": {"warriors": 2, "knights": 1}}}, phase="politics"
    )
    holds(table, {"anna.strength": 4 + 3})
    play(table, "retire alexander_the_great")
    holds(table, {"anna.leader": "", "anna.yellow": 19, "anna.strength": 4})


def test_aristotle() -> None:
    given = {"row": ["iron", "monarchy", "rich_land_i", "colossus"], "civs.anna.leader": "aristotle"}
    holds(at(given, "take iron", "take monarchy", "take rich_land_i", "take colossus"), {"anna.science": 2})


def test_hammurabi() -> None:
    """TTA-WTAKE-8, TTA-ACT-4: a military action serves as a civil one, once a turn; leaders are cheaper."""
    given = {"row": ["iron", "alchemy", "moses", "", "", "", "genghis_khan"], "actions": [[1, 2]]}
    table = at({**given, "civs.anna.leader": "hammurabi"})
    assert cost(table, "take", "moses", None) == {"actions": 0}
    assert cost(table, "take", "genghis_khan", None) == {"actions": 1}
    for order in ("hammurabi", "take iron"):
        play(table, order)
    holds(table, {"anna.civil": 1, "anna.military": 1})
    assert "hammurabi" not in legal(table)
    play(table, "take alchemy")
    holds(table, {"anna.civil": 0, "anna.military": 1})
    play(table, "take moses")
    holds(table, {"anna.civil": 0})


def test_a_revolution_with_the_action_that_hammurabi_lends() -> None:
    """TTA-REV-2: it costs the total of four actions, the lent one among them; before the first fix a fifth was lost."""
    civ = {"leader": "hammurabi", "hand": ["monarchy"], "science": 2}
    table = at({"civs.anna": civ}, "hammurabi", "revolution monarchy")
    holds(table, {"anna.civil": 1, "anna.military": 2, "anna.civil_total": 5})
    spent = at({"civs.anna": civ, "actions": [[3, 2]]}, "hammurabi", "revolution monarchy")
    holds(spent, {"anna.civil": 0, "anna.military": 2})
    as_before = at({"fixes": 0, "civs.anna": civ}, "hammurabi", "revolution monarchy")
    holds(as_before, {"anna.civil": 0, "anna.military": 2})


def test_homer() -> None:
    """TTA-APP-25, TTA-FOOD-10."""
    given = {"active": "ben", "civs.anna": {"leader": "homer", "hand": ["moses"], "wonders": ["pyramids"], "unused": 3}}
    table = at({**given, "civs.anna.tokens": {"bronze": 4}}, "ben: end", "no politics")
    holds(table, {"anna.happy": 1, "anna.arms": 1})
    play(table, "build warriors")
    holds(table, {"anna.resources": 3, "anna.arms": 0})
    assert {"lead moses", "lead moses homer under pyramids"} <= set(legal(table))
    play(table, "lead moses homer under pyramids")
    holds(table, {"anna.leader": "moses", "anna.homer_under": "pyramids", "anna.happy": 1, "anna.civil": 4})


def test_julius_caesar() -> None:
    """TTA-POL-4: a second political action, once a game."""
    hand = ["rats", "pestilence", "raiders"]
    given = {"current": ["good_harvest"] * 9, "civs.anna": {"leader": "julius_caesar", "military_hand": hand}}
    table = at(given, "event rats", phase="politics")
    holds(table, {"anna.strength": 2, "anna.military_total": 3})
    assert table.state.phase == "politics"
    play(table, "event pestilence")
    assert table.state.phase == "act"
    assert table.state.civs[0].caesar_used
    kept = at(given, "event rats", "no politics", phase="politics")
    assert kept.state.phase == "act"
    assert not kept.state.civs[0].caesar_used


def test_moses() -> None:
    assert cost(led("moses"), "grow") == {"food": 1}


def test_christopher_columbus() -> None:
    """TTA-POL-4: a territory of the hand, without a force; first the permanent, then the immediate effect."""
    civ = {"leader": "christopher_columbus", "military_hand": ["inhabited_territory_i"], "workers": {"warriors": 0}}
    table = at({"civs.anna": civ}, "columbus inhabited_territory_i", phase="politics")
    holds(table, {"anna.leader": "", "anna.colonies": ["inhabited_territory_i"], "anna.yellow": 19, "anna.unused": 2})


def test_frederick_barbarossa() -> None:
    table = led("frederick_barbarossa", tokens={"agriculture": 3, "bronze": 3}, unused=0)
    play(table, "recruit warriors")
    holds(table, {"anna.food": 2, "anna.resources": 2, "anna.military": 1, "anna.civil": 4, "anna.yellow": 17})
    assert table.state.civs[0].workers["warriors"] == 2


def test_genghis_khan() -> None:
    """TTA-APP-3, TTA-APP-4, TTA-APP-5, TTA-APP-26: two Warriors count as 1 infantry and 1 cavalry."""
    civ = {"leader": "genghis_khan", "workers": {"warriors": 2}, "tactic": "medieval_army"}
    table = at({"civs.anna": civ, "civs.ben.workers": {"warriors": 4}})
    holds(table, {"anna.strength": 4, "anna.culture_rate": 0})
    play(table, "end")
    holds(table, {"anna.culture": 3})  # a tie is won
    weaker = at({"civs.anna": civ, "civs.ben.workers": {"warriors": 5}}, "end")
    holds(weaker, {"anna.culture": 0})
    three = {"civs.anna": civ, "civs.ben.workers": {"warriors": 5}, "civs.cleo.workers": {"warriors": 1}}
    holds(at(three, "end", seats=3), {"anna.culture": 3})
    sad = at({"civs.anna": {**civ, "yellow": 8, "unused": 0}, "civs.ben.workers": {"warriors": 1}}, "end")
    holds(sad, {"anna.culture": 3, "anna.science": 0})  # an uprising does not stop him


def test_joan_of_arc() -> None:
    civ = {"leader": "joan_of_arc", "workers": {"warriors": 1, "theology": 2, "drama": 1}, "government": "theocracy"}
    table = at({"current": ["rats", "crusades"], "civs.anna": civ}, phase="politics")
    holds(table, {"anna.strength": 1 + 1 + 4 + 1, "anna.culture_rate": 1 + 2 + 2 + 1, "anna.military_total": 4})
    assert [note.values["event"] for note in table.state.notes if note.key == "top_event"] == ["rats"]
    assert [note.seen_by for note in table.state.notes if note.key == "top_event"] == [(0,)]


def test_leonardo_da_vinci() -> None:
    workers = {"bronze": 0, "alchemy": 1, "printing_press": 1, "scientific_method": 0}
    table = led("leonardo_da_vinci", workers=workers, hand=["iron"], science=5)
    holds(table, {"anna.science_rate": 2 + 1 + 1})
    play(table, "develop iron")
    holds(table, {"anna.resources": 1})


def test_michelangelo() -> None:
    """TTA-APP-1, TTA-WTAKE-8: no surcharge for wonders; culture for happy faces."""
    civ = {"leader": "michelangelo", "workers": {"theology": 1, "drama": 1}, "wonders": ["hanging_gardens", "pyramids"]}
    table = at({"row": ["great_wall"], "civs.anna": civ})
    holds(table, {"anna.culture_rate": 1 + 2 + 1 + (2 + 1 + 2)})
    assert cost(table, "take", "great_wall", None) == {"actions": 1}


def test_william_shakespeare() -> None:
    workers = {"bronze": 0, "printing_press": 2, "drama": 1, "opera": 0, "journalism": 0}
    table = led("william_shakespeare", workers=workers, unused=2, hand=["movies"], science=20, tokens={"bronze": 9})
    holds(table, {"anna.culture_rate": 2 + 2 + 2, "anna.happy": 2})
    assert cost(table, "build", "opera", None) == {"resources": 7}
    assert cost(table, "build", "journalism", None) == {"resources": 7}
    assert cost(table, "develop", "movies") == {"science": 9}
    alone = led("william_shakespeare", workers={**workers, "printing_press": 0}, unused=2)
    assert cost(alone, "build", "opera", None) == {"resources": 8}


def test_isaac_newton() -> None:
    """TTA-APP-9."""
    table = led("isaac_newton", workers={"bronze": 0, "journalism": 1}, hand=["iron"], science=5)
    holds(table, {"anna.science_rate": 2 + 2})
    play(table, "develop iron")
    holds(table, {"anna.civil": 4})


def test_james_cook() -> None:
    civ = {"leader": "james_cook", "workers": {"warriors": 1}, "military_hand": ["rats", "raiders", "rebellion"]}
    given = {
        "age": "II",
        "current": ["historic_territory_i", "rats"],
        "civs.anna": civ,
        "civs.ben.workers": {"warriors": 0},
    }
    table = at(given, "event rebellion", "colonise 3", phase="politics")
    play(table, "send warriors cook rats, raiders")
    holds(table, {"anna.colonies": ["historic_territory_i"], "anna.cards": 0, "anna.culture_rate": 2})
    civ = {"leader": "james_cook", "colonies": ["historic_territory_i", "vast_territory_i", "vast_territory_ii"]}
    holds(at({"civs.anna": civ}), {"anna.culture_rate": 4})


def test_js_bach() -> None:
    """TTA-APP-10, TTA-APP-12."""
    workers = {"bronze": 0, "drama": 1, "philosophy": 1, "religion": 1}
    table = led("js_bach", workers=workers, hand=["opera"], science=5, tokens={"bronze": 9}, government="monarchy")
    holds(table, {"anna.culture_rate": 2 + 1 + 1})
    assert cost(table, "develop", "opera") == {"science": 5}
    play(table, "upgrade philosophy to drama")
    holds(table, {"anna.resources": 8, "anna.civil": 4})
    assert "upgrade religion to drama" not in legal(table)  # once a turn
    full = led("js_bach", workers={**workers, "drama": 2}, tokens={"bronze": 9})
    assert "upgrade philosophy to drama" not in legal(full)  # the urban limit holds


def test_maximilien_robespierre() -> None:
    """TTA-APP-6."""
    table = led("maximilien_robespierre", hand=["monarchy"], science=2)
    holds(table, {"anna.military_total": 3})
    play(table, "revolution monarchy")
    holds(table, {"anna.civil": 5, "anna.military": 0, "anna.military_total": 4, "anna.culture": 3})


def test_napoleon_bonaparte() -> None:
    table = led("napoleon_bonaparte", workers={"warriors": 2, "knights": 1, "cannon": 0})
    holds(table, {"anna.military_total": 4, "anna.strength": 4 + 4})


def test_albert_einstein() -> None:
    table = led("albert_einstein", workers={"bronze": 0, "computers": 1}, hand=["iron"], science=5)
    holds(table, {"anna.science_rate": 5 + 3})
    play(table, "develop iron")
    holds(table, {"anna.culture": 3})


def test_bill_gates() -> None:
    """TTA-PROD-11, TTA-APP-13 to TTA-APP-16."""
    table = led("bill_gates", workers={"bronze": 1, "scientific_method": 2}, hand=["sid_meier"])
    holds(table, {"anna.resources_made": 1 + 4})
    play(table, "lead sid_meier")
    holds(table, {"anna.culture": 4, "anna.resources_made": 1})
    civ = {"leader": "bill_gates", "workers": {"scientific_method": 2, "agriculture": 0, "bronze": 0}}
    ended = at({"age": "IV", "round": 9, "last_round": 9, "active": "ben", "civs.anna": civ}, "end")
    assert ended.over
    assert ended.outcome is not None
    assert ended.outcome.scores[0]["cards"] == 4


def test_charlie_chaplin() -> None:
    table = led("charlie_chaplin", workers={"drama": 2, "movies": 1})
    holds(table, {"anna.culture_rate": 4 + 4 + 4, "anna.happy": 5})


def test_mahatma_gandhi() -> None:
    """TTA-AGGR-18."""
    hand = ["plunder_i", "war_over_culture_iii"]
    strong = {"workers": {"warriors": 9}, "military_hand": hand, "leader": "mahatma_gandhi"}
    table = at({"age": "III", "civs.anna": strong}, phase="politics")
    holds(table, {"anna.culture_rate": 2})
    assert legal(table) == ["no politics", "resign"]
    given = {"age": "III", "civs.anna": {**strong, "leader": ""}, "civs.ben.leader": "mahatma_gandhi"}
    against = at(given, phase="politics")
    assert "aggress plunder_i on ben" in legal(against)  # 2 instead of 1
    assert "war war_over_culture_iii on ben" not in legal(against)  # 6 instead of 3
    play(against, "aggress plunder_i on ben")
    holds(against, {"anna.military": 0})


def test_sid_meier() -> None:
    table = led("sid_meier", workers={"alchemy": 1, "computers": 1, "philosophy": 1})
    holds(table, {"anna.culture_rate": 1 + 3, "anna.science_rate": (2 + 5 + 1) - 3})


def test_winston_churchill() -> None:
    table = led("winston_churchill", "churchill culture")
    holds(table, {"anna.culture": 3})
    assert "churchill arms" not in legal(table)
    armed = led("winston_churchill", "churchill arms", hand=["swordsmen"], science=1, tokens={"bronze": 1})
    play(armed, "develop swordsmen")
    holds(armed, {"anna.science": 0, "anna.arms": 3})
    play(armed, "build swordsmen")
    holds(armed, {"anna.arms": 0, "anna.resources": 1})
    quiet = led("winston_churchill", "end")
    holds(quiet, {"anna.culture": 3})


def test_a_replaced_leader_gives_an_action_back() -> None:
    """TTA-LEAD-2, TTA-LEAD-4, TTA-ACTN-3."""
    table = led("moses", "lead aristotle", hand=["aristotle"])
    assert read(table, "anna.civil") == 4
    assert read(table, "anna.leader") == "aristotle"
    first = at({"civs.anna.hand": ["aristotle"]}, "lead aristotle")
    assert read(first, "anna.civil") == 3
