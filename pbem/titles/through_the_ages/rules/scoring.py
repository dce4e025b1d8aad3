"""What age III events score (chapter FLOW, TTA-EVRES-5): one small function per card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..cards import CARDS, FAMILY, UNITS, URBAN
from ..state import Ages
from .changes import lose_culture, score
from .goods import FOOD, RESOURCES, consumption, mine_production, production
from .ratings import culture, discontent, happiness, number_of, science, strength

Step = Mapping[str, Any]


def scores(game: Ages, seat: int, step: Step) -> None:
    """Gains come before losses (TTA-FLOW-12)."""
    counted = next((count for key, count in _SCORED.items() if key in step), None)
    if counted is None:
        return
    gained = counted(game, seat, step)
    score(game, seat, gained)
    lost = 0
    if "lose_per" in step:
        lost = lose_culture(game, seat, discontent(game.civs[seat]) * step["lose_per"]["discontent_worker"]["culture"])
    game.note("impact", player=seat, culture=gained, lost=lost)


def ranked_scores(game: Ages, by: int, step: Step) -> None:
    """By rank of a rating; among equals the active player comes first (TTA-EVRES-3)."""
    rating = {"science_rating": science, "strength_rating": strength}[step["score_by_rank"]]
    order = sorted(game.clockwise(by), key=lambda seat: -rating(game, seat))
    for seat, points in zip(order, step["culture_by_players"][f"p{max(2, game.playing())}"], strict=True):
        score(game, seat, points)
        game.note("impact", player=seat, culture=points, lost=0)


def _score_equal(game: Ages, seat: int, step: Step) -> int:
    civ = game.civs[seat]
    if "food" not in step["score_equal"]:
        return mine_production(civ)  # TTA-APP-15
    made = production(game, seat, FOOD)
    bonus: int = step["bonus"]["culture"]
    return made + (bonus if made > consumption(civ) else 0)


def _score_lowest(game: Ages, seat: int, step: Step) -> int:
    made = (science(game, seat), culture(game, seat), production(game, seat, FOOD), production(game, seat, RESOURCES))
    multiplier: int = step["multiplier"]
    return multiplier * min(made)


def _score_wonders(game: Ages, seat: int, step: Step) -> int:
    by_age = step["score_per_completed_wonder_by_age"]
    return sum(by_age[CARDS[wonder].age] for wonder in game.civs[seat].wonders)


def _levels(game: Ages, seat: int, *families: str) -> int:
    civ = game.civs[seat]
    return sum(number * CARDS[card].level for card, number in civ.workers.items() if FAMILY[card] in families)


def _types(game: Ages, seat: int, *families: str) -> int:
    return sum(number_of(game.civs[seat], family) > 0 for family in families)


def _content_above_ten(game: Ages, seat: int) -> int:
    civ = game.civs[seat]
    return max(0, civ.unused + sum(civ.workers.values()) - discontent(civ) - 10)


def _technologies(game: Ages, seat: int) -> list[str]:
    civ = game.civs[seat]
    return [*civ.workers, *civ.specials, civ.government]


COUNTED: dict[str, Callable[[Ages, int], int]] = {
    "level_of_each_urban_building": lambda game, seat: _levels(game, seat, *URBAN),
    "colony": lambda game, seat: len(game.civs[seat].colonies),
    "level_of_each_military_unit": lambda game, seat: _levels(game, seat, *UNITS),
    "level_of_each_arena": lambda game, seat: _levels(game, seat, "arena"),
    "civil_action": lambda game, seat: game.civs[seat].civil_total,
    "military_action": lambda game, seat: game.civs[seat].military_total,
    "happy_face": lambda game, seat: happiness(game.civs[seat]),
    "content_worker_above_10": _content_above_ten,
    "level_of_government": lambda game, seat: CARDS[game.civs[seat].government].level,
    "level_of_each_special_technology": lambda game, seat: sum(CARDS[c].level for c in game.civs[seat].specials),
    "level_3_technology_in_play": lambda game, seat: sum(CARDS[c].level == 3 for c in _technologies(game, seat)),
    "type_of_military_unit": lambda game, seat: _types(game, seat, *UNITS),
    "type_of_urban_building": lambda game, seat: _types(game, seat, *URBAN),
    "special_technology": lambda game, seat: len(game.civs[seat].specials),
}


def _score_per(game: Ages, seat: int, step: Step) -> int:
    total: int = sum(each * COUNTED[what](game, seat) for what, each in step["score_per"].items())
    return min(total, int(step["max"])) if "max" in step else total


_SCORED: dict[str, Callable[[Ages, int, Step], int]] = {
    "score_equal": _score_equal,
    "score_lowest_of": _score_lowest,
    "score_per": _score_per,
    "score_per_completed_wonder_by_age": _score_wonders,
}
