"""The end of the game (chapter Winning the game)."""

from __future__ import annotations

from ....table import Outcome, Rule
from ..cards import BEYOND
from ..state import Seven


def game_end(game: Seven) -> Rule:
    """Most glory, then the most advanced empire, then a shared victory (SA-win-1 to SA-win-3)."""
    points = [one.glory for one in game.players]
    best = [seat for seat in game.seated if points[seat] == max(points)]
    winners = further(game, best)
    how = "glory" if len(best) == 1 else "progress" if len(winners) == 1 else "shared"
    game.outcome = Outcome(winners, how, [{"glory": number} for number in points])
    game.note("won", players=winners, points=max(points), shared=len(winners) > 1)
    yield from ()
    return None


def further(game: Seven, seats: list[int]) -> list[int]:
    """Among tied players, who is furthest; among those beyond the track, who got there first."""
    steps = {seat: max((one.step for one in game.players[seat].empires.values()), default=0) for seat in seats}
    furthest = [seat for seat in seats if steps[seat] == max(steps.values())]
    beyond = [seat for seat in game.passed if seat in furthest]
    if steps[furthest[0]] == BEYOND and beyond:
        return beyond[:1]
    return furthest
