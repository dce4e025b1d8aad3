"""What a seat that sends no orders does: quiet, sensible steps, so that a turn still ends properly."""

from __future__ import annotations

from ....table import Answer
from ..atlas import LANDS, WATERS
from ..cards import VALUES
from ..state import World
from .reach import END, Steps, printed
from .scoring import gain, tally


def next_step(game: World, found: Steps) -> Answer:
    """Trade and event pieces, vacant lands that bring points, forts, vacant lands where regions pay, own lands.

    At last whatever else a unit can do without a fight.
    """
    if ("offer trade to", "all") in found:
        return ("offer trade to", "all")
    counts, seat = tally(game), game.now.seat
    listed = printed(found)
    for verb in ("event army", "army"):
        vacant = [answer for answer in listed if answer[0] == verb and answer[1] not in game.lands]
        if vacant:
            best = max(vacant, key=lambda answer: gain(game, counts, seat, answer[1]))
            if verb == "event army" or gain(game, counts, seat, best[1]) > 0:
                return best
    for verb in ("event fort", "fort"):
        sites = [answer for answer in listed if answer[0] == verb]
        if verb == "fort":
            sites = [answer for answer in sites if _worth_a_fort(game, answer[1]) < 3]
        if sites:
            return min(sites, key=lambda answer: _worth_a_fort(game, answer[1]))
    for answer in listed:
        if answer[0] == "event fleet" and not found[answer].dice:
            return answer
    paying = [a for a in listed if a[0] == "army" and a[1] not in game.lands and _pays(game, a[1])]
    if paying or not game.fix(4):
        return max(paying, key=lambda answer: _pays(game, answer[1]), default=END)
    return _strengthen(game, listed)


def _strengthen(game: World, listed: list[Answer]) -> Answer:
    """No unit is wasted: one more army where fewest stand, then forts, the worthiest lands first; then vacant lands
    that pay nothing, and fleets: both lead on to others.
    """
    held = [answer for answer in listed if answer[0] == "army" and answer[1] in game.lands]
    if held:
        return min(held, key=lambda answer: (game.lands[answer[1]].armies, _worth_a_fort(game, answer[1])))
    forts = [answer for answer in listed if answer[0] == "fort"]
    if forts:
        return min(forts, key=lambda answer: _worth_a_fort(game, answer[1]))
    settled = next((answer for answer in listed if answer[0] == "army"), None)
    if settled:
        return settled
    fleets = [answer for answer in listed if answer[0] == "fleet"]
    return max(fleets, key=lambda answer: _vacant_shores(game, answer[1]), default=END)


def _pays(game: World, land: str) -> int:
    """What the region of a land is worth in this epoch: a second land is a step towards its dominance."""
    return VALUES[LANDS[land].region][game.epoch - 1]


def _vacant_shores(game: World, water: str) -> int:
    return sum(land not in game.lands for land in WATERS[water].shores)


def _worth_a_fort(game: World, land: str) -> int:
    """Capitals first, then monuments, then cities, then the rest."""
    town = game.towns.get(land)
    return 0 if town == "capital" else 1 if land in game.monuments else 2 if town == "city" else 3
