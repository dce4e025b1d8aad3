"""What age III wonders score when they are completed (TTA-CIVC-2, TTA-APP-18, TTA-APP-19)."""

from __future__ import annotations

from collections.abc import Callable

from ..cards import CARDS, URBAN
from ..state import Ages, Civilization
from .changes import score
from .ratings import level_of_best, number_of


def fast_food_chains(civ: Civilization) -> int:
    per = CARDS["fast_food_chains"].effects["on_complete_score"][0]["culture_per_worker"]
    total = 0
    for card, number in civ.workers.items():
        kind = CARDS[card].family if CARDS[card].family in per else CARDS[card].group
        total += number * per[kind]
    return total


def first_space_flight(civ: Civilization) -> int:
    """All technology cards in play, with or without workers."""
    return sum(CARDS[card].level for card in (*civ.workers, *civ.specials, civ.government))


def hollywood(civ: Civilization) -> int:
    return 2 * (_culture_of(civ, "theater") + _culture_of(civ, "library") + _leader_culture(civ, "theater", "library"))


def internet(civ: Civilization) -> int:
    total = _leader_culture(civ, *URBAN)
    for card, number in civ.workers.items():
        if CARDS[card].family in URBAN:
            total += number * (CARDS[card].culture + CARDS[card].science + CARDS[card].strength)
    effects = CARDS[civ.leader].effects if civ.leader else {}
    if "science_equal_to_level" in effects:
        total += level_of_best(civ, "lab", "library")
    for effect in effects.get("science_per_building", ()):
        total += effect["amount"] * number_of(civ, effect["building"])
    return total


def _culture_of(civ: Civilization, family: str) -> int:
    return sum(n * CARDS[card].culture for card, n in civ.workers.items() if CARDS[card].family == family)


def _leader_culture(civ: Civilization, *families: str) -> int:
    """Culture that the leader adds to buildings of these families."""
    total = 0
    effects = CARDS[civ.leader].effects if civ.leader else {}
    for effect in effects.get("culture_per_pair", ()):
        total += effect["amount"] * min(number_of(civ, family) for family in effect["pair"])
    for effect in effects.get("culture_per_building", ()):
        total += effect["amount"] * number_of(civ, effect["building"])
    if "best_theater_doubles_culture" in effects:
        theaters = [CARDS[card] for card, n in civ.workers.items() if n and CARDS[card].family == "theater"]
        total += max(theaters, key=lambda card: card.level).culture if theaters else 0
    for effect in effects.get("culture_per_building_level", ()):
        if effect["building"] in families:
            total += sum(n * CARDS[c].level for c, n in civ.workers.items() if CARDS[c].family == effect["building"])
    return total


SCORED: dict[str, Callable[[Civilization], int]] = {
    "fast_food_chains": fast_food_chains,
    "first_space_flight": first_space_flight,
    "hollywood": hollywood,
    "internet": internet,
}


def wonder_completed(game: Ages, seat: int, wonder: str) -> None:
    if wonder in SCORED:
        culture = SCORED[wonder](game.civs[seat])
        score(game, seat, culture)
        game.note("wonder_scores", player=seat, wonder=wonder, culture=culture)
