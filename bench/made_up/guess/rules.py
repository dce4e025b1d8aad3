"""The whole game of Guess."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from pbem.table import NOBODY, Game, Hidden, Language, Number, Option, Outcome, Roll, Rule, as_nothing
from pbem.titles import resources

LANGUAGE = Language(resources.read(__package__, "asks.yaml"), {})
OPTIONS = (Option("rounds", (1, 2, 50, 500, 5000)),)
SIDES = 20


@dataclass(slots=True)
class Guess(Game):
    die: Annotated[int, Hidden(NOBODY, as_nothing)] = 0
    round: int = 0
    points: list[int] = field(default_factory=lambda: [0, 0, 0])


def setup(game: Guess) -> Rule:
    yield from ()
    return "round"


def one_round(game: Guess) -> Rule:
    game.round += 1
    (game.die,) = yield Roll(1, SIDES, label="the die")
    off = []
    for seat in range(game.seats):
        _, number = yield Number(seat, LANGUAGE["guess"], "guess", 1, SIDES)
        off.append(abs(number - game.die))
    game.note("was", number=game.die, reveals=True)
    for seat, one in enumerate(off):
        game.points[seat] += one == min(off)
    if game.round < int(game.options["rounds"]):
        return "round"
    points = game.points[: game.seats]
    winners = [seat for seat, one in enumerate(points) if one == max(points)]
    game.outcome = Outcome(winners, "points", [{"points": one} for one in points])
    return None


PHASES = {"setup": setup, "round": one_round}
