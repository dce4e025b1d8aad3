"""The end of the game (chapter EN)."""

from __future__ import annotations

from ....table import Outcome, Rule
from ..cards import BUILDINGS, CONSTANTS, MILITARY_VP, TOKENS, WONDERS
from ..state import Duel
from .effects import tally

CATEGORIES = ("military", "blue", "green", "yellow", "purple", "wonders", "tokens", "coins")
"""In the order of WD-EN-2."""


def score(game: Duel) -> Rule:
    """WD-EN-2, WD-EN-4, WD-R-16: most points, then most from blue buildings, otherwise shared."""
    table = [points(game, seat) for seat in range(2)]
    totals = [(sum(row.values()), row["blue"]) for row in table]
    if totals[0] == totals[1]:
        game.outcome = Outcome([0, 1], "draw", table)
        game.note("drawn", points=totals[0][0])
    else:
        winner = 0 if totals[0] > totals[1] else 1
        how = "civilian" if totals[0][0] != totals[1][0] else "tiebreak"
        game.outcome = Outcome([winner], how, table)
        game.note("won", player=winner, how=how, points=totals[winner][0], against=totals[1 - winner][0])
    yield from ()
    return None


def points(game: Duel, seat: int) -> dict[str, int]:
    """Points by category, as they stand."""
    city = game.cities[seat]
    row = dict.fromkeys(CATEGORIES, 0)
    row["military"] = MILITARY_VP[max(0, game.lead(seat))]  # WD-R-15
    for card in city.buildings:
        building = BUILDINGS[card]
        if building.vp:
            row[building.colour] += building.vp
        if building.vp_per is not None:  # WD-GU-1 to WD-GU-8
            row["purple"] += building.vp_per.amount * tally(game, seat, building.vp_per)
    row["wonders"] = sum([WONDERS[wonder].vp for wonder in city.built])
    row["tokens"] = sum([TOKENS[t].vp + TOKENS[t].vp_per_token * len(city.tokens) for t in city.tokens])
    row["coins"] = city.coins // CONSTANTS["coins_per_vp"]  # WD-EN-3
    return row
