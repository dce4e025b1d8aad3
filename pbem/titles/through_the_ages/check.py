"""Whether the data of the title is consistent. Run when the title is loaded."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ..sound import confident, known, numbered, once
from .cards import AGES, BOARDS, CARDS, CIVIL, CIVIL_DECKS, MILITARY, MILITARY_DECKS, SPECIALS, WORKED

GROUPS = {"production", "urban_building", "military_unit", "government", "special", "wonder", "leader", "action"}
EFFECTS = {
    "attack_cost_multiplier_for_opponents",
    "best_mine_doubles",
    "best_theater_doubles_culture",
    "choose_each_own_turn",
    "colonization_discard",
    "combined_action",
    "conditional_discount",
    "culture_per_building",
    "culture_per_building_level",
    "culture_per_colony",
    "culture_per_happiness",
    "culture_per_pair",
    "develop_discount",
    "double_army_tactic",
    "end_of_turn_score",
    "extra_happiness_per_source",
    "extra_political_action",
    "gain",
    "gain_one_of",
    "gain_per_civilization",
    "infantry_may_count_as_cavalry_for_tactics",
    "labs_produce_resources",
    "may_not_play",
    "military_action_as_civil",
    "no_wonder_surcharge",
    "on_complete_score",
    "on_develop_technology",
    "on_leave_or_game_end",
    "on_replace_option",
    "on_revolution",
    "on_take_card",
    "once_per_action_phase",
    "peek_top_current_event",
    "perform",
    "political_action",
    "population_discount",
    "revolution_cost",
    "science_equal_to_level",
    "science_per_building",
    "self_take_discount",
    "strength_per_happiness",
    "strength_per_unit",
    "strength_per_unit_type",
    "take_discount",
    "temporary_military_actions",
    "temporary_resources",
    "temporary_resources_per_civilization",
    "then_gain",
    "upgrade_any_urban_to_theater",
    "urban_building_discount",
    "wonder_stages_per_action",
}
"""All abilities that the rules know: another one in the data would do nothing."""


def faults() -> list[str]:
    """What is wrong with the data; empty when all is well."""
    return [*_entries(), *_decks(), *_technologies(), *_wonders(), *_boards()]


def _entries() -> Iterator[str]:
    entries = [*CIVIL["cards"], *MILITARY["cards"]]
    yield from [*once("the box", (entry["id"] for entry in entries)), *confident(entries)]
    for entry in entries:
        ident = entry["id"]
        if entry["age"] not in AGES[:4]:
            yield f"{ident} has no age"
        if entry.get("level", AGES.index(entry["age"])) != AGES.index(entry["age"]):
            yield f"{ident} has a level that is not that of its age"
        if not entry.get("name") or not entry.get("name_de"):
            yield f"{ident} lacks a name"
    for card in CARDS.values():
        yield from known(f"{card.id} has the ability", card.effects, EFFECTS)
    for entry in CIVIL["cards"]:
        yield from known(f"{entry['id']} is of the group", [entry["group"]], GROUPS)


def _decks() -> Iterator[str]:
    """TTA-DECK-2 to TTA-DECK-8."""
    for name, decks in (("civil", CIVIL_DECKS), ("military", MILITARY_DECKS)):
        for (age, players), deck in decks.items():
            wanted = BOARDS["decks"][f"{name}_sizes"][age][f"p{players}"]
            yield from numbered(f"the {name} deck {age} for {players} players", len(deck), wanted)
    total = sum(len(CIVIL_DECKS[age, 4]) for age in AGES[:4]), sum(len(MILITARY_DECKS[age, 4]) for age in AGES[:4])
    box = BOARDS["decks"]["box_totals"]
    yield from numbered("civil and military cards", total, (box["civil"], box["military"]))
    for entry in CIVIL["cards"]:
        marks = entry.get("marks")
        if marks is not None:
            copies = entry["copies"]
            by_marks = (marks["unmarked"], marks["unmarked"] + marks["three_plus"], sum(marks.values()))
            if by_marks != (copies["p2"], copies["p3"], copies["p4"]):
                yield f"marks and copies of {entry['id']} differ"


def _technologies() -> Iterator[str]:
    for card in CARDS.values():
        if card.family in WORKED and not card.cost:
            yield f"{card.id} costs nothing to build"
        if card.family == "special" and card.kind not in SPECIALS:
            yield f"{card.id} is of no known kind"
        if card.family == "tactic" and not any(card.army):
            yield f"{card.id} needs no units"
    for entry in BOARDS["governments"]:  # repeated from the cards
        card = CARDS[entry["id"]]
        figures = entry["civil_actions"], entry["military_actions"], entry["urban_limit"]
        yield from numbered(f"the figures of {card.id}", figures, (card.civil, card.military, card.urban_limit))


def _wonders() -> Iterator[str]:
    yield from (f"{card.id} has no stages" for card in CARDS.values() if card.family == "wonder" and not card.stages)


def _boards() -> Iterator[str]:
    for bank in ("yellow_bank", "blue_bank"):
        rows = sorted(BOARDS[bank]["by_tokens_left"], key=lambda row: row["min"])
        for lower, upper in pairwise(rows):
            if upper["min"] != lower["max"] + 1:
                yield f"{bank} says nothing about {lower['max'] + 1} tokens"
    row, board = BOARDS["card_row"], BOARDS["player_board"]
    yield from numbered("prices of the row", len(row["civil_action_price_by_space"]), row["spaces"])
    yield from known("the player board has", (entry["id"] for entry in board["initial_technologies"]), CARDS)
