"""What a seat does that does not write: quiet, sensible steps, so that a turn still ends properly."""

from __future__ import annotations

from ....table import Answer
from ..state import World
from .reach import END, Steps, printed
from .scoring import gain, tally


def next_step(game: World, found: Steps) -> Answer:
    """Trade and event pieces first, then vacant lands that bring points, then forts, then the end."""
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
    return END


def _worth_a_fort(game: World, land: str) -> int:
    """Capitals first, then monuments, then cities, then the rest."""
    town = game.towns.get(land)
    return 0 if town == "capital" else 1 if land in game.monuments else 2 if town == "city" else 3
