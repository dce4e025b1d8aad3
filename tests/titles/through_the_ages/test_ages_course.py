"""Set-up, the course of turns, rounds and ages, the end (chapters FLOW to AGE, RESIGN, DISC to DRAW)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from ages_kit import CIVIL, MILITARY, PLAYERS, at, holds, legal, play, read

from pbem.table import BadSetup, Refused, Table
from pbem.titles.through_the_ages import TITLE
from pbem.titles.through_the_ages.cards import CIVIL_DECKS, MILITARY_DECKS, deck


def fresh(seats: int, seed: int = 3, **options: Any) -> Table:
    return Table(TITLE, PLAYERS[:seats], options, below=random.Random(seed).randrange)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_set_up(seats: int) -> None:
    """TTA-SETUP-1 to TTA-SETUP-7 in short: TTA-SETUP-2, TTA-SETUP-3, TTA-SETUP-4, TTA-SETUP-5, TTA-SETUP-6,
    TTA-SETUP-7,
    TTA-PLY-1, TTA-PLY-2, TTA-PLY-3, TTA-PLY-4, TTA-PLY-5, TTA-PLY-6, TTA-PLY-7, TTA-PLY-8, TTA-FLOW-1, TTA-FLOW-3."""
    starts = Counter()
    for seed in range(20):
        table = fresh(seats, seed)
        game = table.state
        starts[game.start] += 1
        assert len(game.current) == seats + 2
        assert game.future == []
        assert len(game.unused_events) == 8 - seats
        assert all(game.row)
        assert len(game.civil_deck) == 7
        assert Counter(game.row + game.civil_deck) == Counter(CIVIL_DECKS["A", seats])
        for place, seat in enumerate(game.clockwise(game.start)):
            civ = game.civs[seat]
            assert (civ.civil, civ.military, civ.civil_total, civ.military_total) == (1 + place, 0, 4, 2)
            assert civ.workers == {"warriors": 1, "agriculture": 2, "bronze": 2, "philosophy": 1, "religion": 0}
            assert (civ.yellow, civ.blue, civ.unused) == (18, 16, 1)
            assert (civ.yellow + civ.unused + sum(civ.workers.values())) == 25
            assert (civ.culture, civ.science, civ.tactic, civ.government) == (0, 0, "", "despotism")
            name = PLAYERS[seat]
            for what, number in (("science_rate", 1), ("culture_rate", 0), ("strength", 1), ("happy", 0)):
                assert read(table, f"{name}.{what}") == number
    assert sorted(starts) == list(range(seats))  # drawn by lot


def test_numbers_of_players() -> None:
    """TTA-FLOW-11."""
    with pytest.raises(BadSetup):
        fresh(1)
    with pytest.raises(BadSetup):
        Table(TITLE, [*PLAYERS, "eve"], below=random.Random(1).randrange)


def test_decks() -> None:
    """TTA-DECK-1 to TTA-DECK-8: TTA-DECK-2, TTA-DECK-3, TTA-DECK-4, TTA-DECK-5, TTA-DECK-6, TTA-DECK-7, TTA-CARD-14."""
    sizes = {n: [len(CIVIL_DECKS[age, n]) for age in ("A", "I", "II", "III")] for n in (2, 3, 4)}
    assert sizes == {2: [20, 44, 44, 44], 3: [20, 50, 50, 50], 4: [20, 53, 53, 53]}
    sizes = {n: [len(MILITARY_DECKS[age, n]) for age in ("A", "I", "II", "III")] for n in (2, 3, 4)}
    assert sizes == {2: [10, 43, 46, 41], 3: [10, 45, 50, 45], 4: [10, 45, 50, 45]}
    pacts = [entry["id"] for entry in MILITARY if entry["family"] == "pact"]
    assert not {card for age in ("I", "II", "III") for card in MILITARY_DECKS[age, 2]} & set(pacts)
    assert deck({"cards": CIVIL}, "I", 4).count("iron") == 3
    assert CIVIL_DECKS["I", 3].count("iron") == 2


def test_the_first_round() -> None:
    """TTA-FIRST-1, TTA-FIRST-2, TTA-FIRST-3, TTA-ROW-1, TTA-FLOW-2, TTA-SETUP-8."""
    table = fresh(3)
    first = table.state.start
    row = list(table.state.row)
    orders = legal(table)
    assert all(order.startswith("take") or order == "end" for order in orders)
    assert len(orders) == 6  # five spaces cost one action
    with pytest.raises(Refused) as told:
        play(table, "build bronze")
    assert told.value.rule == "TTA-FIRST-3"
    play(table, orders[0])
    assert legal(table) == ["end"]
    for _ in range(3):
        table.order(next(iter(table.pending)), "end")
    assert table.state.round == 2
    assert table.state.active == first
    assert table.state.row[:10] != row[:10]
    assert table.state.age == "I"


def test_prices_of_the_row() -> None:
    """TTA-SETUP-8, TTA-TAKE-1, TTA-ACT-2, TTA-ACTN-2."""
    row = ["iron", "alchemy", "drama", "knights", "warfare", "masonry", "theology", "monarchy", "swordsmen"]
    table = at({"row": [*row, "irrigation", "cartography", "code_of_laws", "theocracy"], "actions": [[3, 0]]})
    ask = next(iter(table.pending.values()))
    assert [ask.about(("take", card, None))["actions"] for card in table.state.row] == [1] * 5 + [2] * 4 + [3] * 4
    play(table, "take irrigation")
    holds(table, {"anna.civil": 0, "anna.hand": ["irrigation"]})
    assert "take iron" not in legal(table)


def test_the_end_of_age_a() -> None:
    """TTA-AGE-1, TTA-AGE-2, TTA-AGE-3, TTA-AGE-4, TTA-FLOW-4."""
    given = {
        "first_round": True,
        "round": 2,
        "age": "A",
        "row": ["frugality_a"] * 13,
        "civil_deck": ["rich_land_a"] * 7,
    }
    table = at({**given, "civs.anna": {"leader": "homer", "hand": ["patriotism_a"]}}, phase="turn")
    assert table.state.row == ["frugality_a"] * 10 + ["rich_land_a"] * 3
    assert table.state.age == "I"
    assert len(table.state.civil_deck) == 44
    assert len(table.state.military_deck) == 43
    holds(table, {"anna.yellow": 18, "anna.leader": "homer", "anna.hand": ["patriotism_a"]})
    short = at({**given, "row": ["frugality_a"], "civil_deck": ["rich_land_a"] * 7}, phase="turn")
    assert short.state.row[:7] == ["rich_land_a"] * 7
    assert len(short.state.civil_deck) == 44 - 6


def test_the_end_of_an_age() -> None:
    """TTA-AGE-5, TTA-AGE-6, TTA-AGE-7, TTA-AGE-10, TTA-AGE-11, TTA-AGE-13, TTA-AGE-15, TTA-AGE-18, TTA-AGE-19,
    TTA-ROW-7, TTA-CARD-11."""
    pacts = [
        {"card": "open_borders_agreement", "a": "anna", "b": "ben", "owner": "anna"},
        {"card": "scientific_cooperation", "a": "ben", "b": "cleo", "owner": "ben"},
    ]
    anna = {
        "hand": ["iron", "coal"],
        "military_hand": ["raid_i", "raid_ii"],
        "leader": "joan_of_arc",
        "tactic": "legion",
        "unfinished": "great_wall",
        "wonders": ["pyramids"],
        "colonies": ["vast_territory_i"],
        "workers": {"bronze": 2},
    }
    war = {"card": "war_over_territory_ii", "attacker": "anna", "defender": "ben"}
    row = ["", "", *["coal"] * 11]
    given = {"age": "II", "row": row, "civil_deck": ["opera"], "pacts": pacts, "wars": [war], "current": ["rats"]}
    table = at({**given, "future": ["crusades"], "civs.anna": anna}, phase="turn", seats=3)
    game = table.state
    assert game.age == "III"
    assert game.row[11] == "opera"
    assert game.row[12] != ""
    holds(table, {"anna.hand": ["coal"], "anna.military_hand": ["raid_ii"], "anna.leader": "", "anna.unfinished": ""})
    holds(table, {"anna.tactic": "legion", "anna.wonders": ["pyramids"], "anna.colonies": ["vast_territory_i"]})
    assert [pact.card for pact in game.pacts] == ["scientific_cooperation"]
    assert game.current == ["rats"]
    assert game.future == ["crusades"]
    assert Counter(game.military_deck) == Counter(MILITARY_DECKS["III", 3])
    assert "raid_i" in game.discards
    assert "open_borders_agreement" in game.discards


def test_age_iv() -> None:
    """TTA-AGE-14, TTA-ROW-6, TTA-DRAW-2, TTA-FLOW-6, TTA-FLOW-10."""
    given = {"age": "IV", "round": 9, "last_round": 9, "row": ["oil"] * 13, "active": "ben"}
    table = at({**given, "civs.anna.culture": 9, "civs.ben.culture": 9}, phase="turn")
    assert table.state.row == ["oil"] * 10 + [""] * 3
    for order in ("no politics", "end"):
        play(table, order)
    assert table.over
    assert table.outcome is not None
    assert table.outcome.winners == [0, 1]
    assert table.outcome.how == "shared"
    holds(table, {"ben.cards": 0})


def test_final_scoring() -> None:
    """TTA-FLOW-7, TTA-FLOW-8, TTA-FLOW-9, TTA-FLOW-12, TTA-EVRES-5."""
    given = {
        "age": "IV",
        "round": 9,
        "last_round": 9,
        "active": "ben",
        "start": "anna",
        "current": ["national_pride", "impact_of_strength"],
        "future": ["impact_of_government", "vast_territory_ii"],
        "civs.ben.culture": 3,
    }
    table = at(given, "end")
    assert table.over
    assert table.outcome is not None
    # equal strength: the start player counts as the stronger; governments give 2 x 4 + 2
    assert [sum(row.values()) for row in table.outcome.scores] == [20, 13]
    assert table.outcome.winners == [0]


# ---- the end of a turn


def test_discarding_and_drawing() -> None:
    """TTA-DISC-1, TTA-DISC-2, TTA-DISC-3, TTA-TURN-1, TTA-TURN-3, TTA-CARD-7, TTA-CARD-12, TTA-DRAW-5, TTA-CARD-6."""
    hand = ["rats", "raid_i", "legion", "phalanx"]
    given = {"actions": [[2, 1]], "civs.anna": {"military_hand": hand, "wonders": ["library_of_alexandria"]}}
    table = at({**given, "military_deck": ["crusades", "foray", "raiders"]}, "end")
    assert [ask.kind.id for ask in table.pending.values()] == ["discard_military"]
    play(table, "discard rats")
    holds(
        table, {"anna.military_hand": ["raid_i", "legion", "phalanx", "crusades"], "anna.civil": 4, "anna.military": 2}
    )
    assert table.state.discards == ["rats"]
    assert table.state.active == 1
    seen = table.view(1)["civs"][0]["military_hand"]
    assert seen == ["I"] * 4  # others see the backs only


def test_at_most_three_cards_are_drawn() -> None:
    """TTA-DRAW-1, TTA-DRAW-3, TTA-DRAW-6, TTA-CARD-13, TTA-MILC-7."""
    given = {"civs.anna.government": "communism", "military_deck": ["rats", "foray"], "discards": ["raid_i", "raid_ii"]}
    table = at(given, "end")
    holds(table, {"anna.military_hand": ["rats", "foray", "raid_i"]})
    assert table.state.discards == ["raid_ii"]
    empty = at({"empty_decks": True, "civil_deck": ["iron"] * 9, "military_deck": ["rats"]}, "end")
    holds(empty, {"anna.military_hand": ["rats"]})


def test_uprising() -> None:
    """TTA-UPRIS-2, TTA-WORK-8, TTA-WORK-9, TTA-WORK-10."""
    table = at({"actions": [[0, 1]], "civs.anna": {"yellow": 10, "unused": 2}}, "end")
    holds(table, {"anna.science": 0, "anna.resources": 0, "anna.cards": 1, "anna.civil": 4})
    calm = at({"civs.anna": {"yellow": 10, "unused": 3}}, "end")
    holds(calm, {"anna.science": 1})


@pytest.mark.parametrize(
    ("yellow", "cost", "eaten", "wanted"),
    [
        (18, 2, 0, 0),
        (17, 2, 0, 0),
        (16, 3, 1, 1),
        (13, 3, 1, 1),
        (12, 4, 2, 2),
        (11, 4, 2, 2),
        (10, 4, 2, 3),
        (9, 4, 2, 3),
        (8, 5, 3, 4),
        (7, 5, 3, 4),
        (6, 5, 3, 5),
        (5, 5, 3, 5),
        (4, 7, 4, 6),
        (3, 7, 4, 6),
        (2, 7, 4, 7),
        (1, 7, 4, 7),
        (25, 2, 0, 0),
    ],
)
def test_the_yellow_bank(yellow: int, cost: int, eaten: int, wanted: int) -> None:
    """TTA-PLY-11, TTA-POP-1, TTA-POP-2, TTA-POP-5, TTA-PROD-7, TTA-PROD-8, TTA-WORK-5, TTA-WORK-6, TTA-WORK-7,
    TTA-TOKEN-1."""
    table = at({"civs.anna": {"yellow": yellow, "tokens": {"agriculture": 9}, "unused": 9}})
    ask = next(iter(table.pending.values()))
    assert ask.about(("grow",)) == {"food": cost}
    holds(table, {"anna.discontent": wanted})
    play(table, "end")
    holds(table, {"anna.food": 9 + 2 - eaten})


def test_an_empty_yellow_bank() -> None:
    """TTA-POP-4, TTA-PROD-8, TTA-WORK-6."""
    table = at({"civs.anna": {"yellow": 0, "tokens": {"agriculture": 9}, "unused": 9}})
    assert "grow" not in legal(table)
    holds(table, {"anna.discontent": 8})
    play(table, "end")
    holds(table, {"anna.food": 9 + 2 - 6})


@pytest.mark.parametrize(("blue", "lost"), [(20, 0), (16, 0), (11, 0), (10, 2), (6, 2), (5, 4), (1, 4), (0, 6)])
def test_the_blue_bank(blue: int, lost: int) -> None:
    """TTA-PLY-12, TTA-PROD-1, TTA-PROD-2, TTA-PROD-3, TTA-PROD-4, TTA-TOKEN-1."""
    workers = {"bronze": 0, "agriculture": 0, "drama": 1, "alchemy": 1}
    table = at({"civs.anna": {"blue": blue, "tokens": {"bronze": 9}, "workers": workers}}, "end")
    holds(table, {"anna.resources": 9 - lost, "anna.culture": 2, "anna.science": 2})


# ---- resigning


def resigned(seats: int = 3, **given: Any) -> Table:
    return at({"age": "II", **given}, "resign", seats=seats, phase="politics")


def test_resigning() -> None:
    """TTA-RESIGN-1, TTA-RESIGN-2, TTA-RESIGN-3, TTA-RESIGN-4, TTA-RESIGN-5, TTA-RESIGN-7, TTA-RESIGN-11, TTA-ROW-3."""
    wars = [
        {"card": "war_over_territory_ii", "attacker": "cleo", "defender": "anna"},
        {"card": "war_over_technology_ii", "attacker": "anna", "defender": "ben"},
    ]
    pact = {"card": "scientific_cooperation", "a": "anna", "b": "ben", "owner": "ben"}
    anna = {"military_hand": ["raid_i"], "colonies": ["vast_territory_i"], "culture": 40}
    deck_before = ["opera"] * 20
    table = resigned(wars=wars, pacts=[pact], civil_deck=deck_before, row=["coal"] * 13, **{"civs.anna": anna})
    game = table.state
    assert game.civs[0].resigned
    assert game.wars == []
    assert game.pacts == []
    holds(table, {"cleo.culture": 7, "ben.culture": 0})
    assert {"raid_i", "vast_territory_i", "war_over_territory_ii", "scientific_cooperation"} <= set(game.discards)
    assert game.active == 1
    assert game.start == 1
    assert game.round == 2
    assert game.row[:10] == ["coal"] * 10  # three cards were swept, as with two players


def test_the_last_one_left_wins() -> None:
    """TTA-RESIGN-6."""
    table = resigned(2)
    assert table.over
    assert table.outcome is not None
    assert (table.outcome.winners, table.outcome.how) == ([1], "last_left")


def test_decks_of_later_ages_after_a_resignation() -> None:
    """TTA-RESIGN-8, TTA-RESIGN-9, TTA-PACT-10."""
    table = resigned(civil_deck=["opera"] * 5, row=["coal"] * 13)
    play(table, "ben: no politics")
    play(table, "ben: end")
    assert table.state.age == "III"
    assert len(table.state.military_deck) == 41
    hand = {"civs.cleo.military_hand": ["military_alliance"], "active": "cleo", "age": "III"}
    again = at({**hand, "civs.anna.resigned": True}, seats=3, phase="politics")
    assert "pact military_alliance with ben" in legal(again)


def test_resigning_is_impossible_in_age_iv() -> None:
    """TTA-RESIGN-10, TTA-POL-1."""
    table = at({"age": "IV", "last_round": 9}, phase="politics")
    with pytest.raises(Refused) as told:
        play(table, "resign")
    assert told.value.rule == "TTA-RESIGN-10"


@pytest.mark.parametrize(("left", "drawn"), [(0, 0), (2, 2), (3, 3), (5, 3)])
def test_a_card_for_each_action_left_but_three_at_most(left: int, drawn: int) -> None:
    """TTA-DRAW-1."""
    table = at({"civs.anna": {"government": "communism"}, "actions": [[0, left]]}, "end")
    holds(table, {"anna.cards": drawn, "anna.military": 5})
