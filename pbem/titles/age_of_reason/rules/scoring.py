"""Income, victory points, unrest, the end of a round and of the game (chapters 4.4 to 5.0)."""

from __future__ import annotations

from collections.abc import Mapping

from ....table import Outcome, Roll, Rule
from ..atlas import REGIONS
from ..cards import FEWEST_POINTS, ROUNDS, SETS
from ..state import Reason
from .money import earn


def income(game: Reason) -> Rule:
    """AOR-INC-1."""
    gold = {}
    for seat, one in enumerate(game.players):
        gold[one.nation] = game.on_board(one.nation)
        earn(game, seat, gold[one.nation])
    game.note("income", gold=gold)
    yield from ()
    return "score"


def score(game: Reason) -> Rule:
    """AOR-VP-1, AOR-VP-4, AOR-VP-5."""
    for region, values in REGIONS.items():
        won = {nation: n for nation, n in points_in(game.discs[region], values.points).items() if nation in game.led}
        for nation, points in won.items():
            game.players[game.led[nation]].points += points
        if won:
            best_first = sorted(won, key=lambda nation: -won[nation])
            game.note("scored", region=region, points={nation: won[nation] for nation in best_first})
    yield from ()
    return "unrest"


def points_in(discs: Mapping[str, int], values: tuple[int, ...]) -> dict[str, int]:
    """Ranks are the different numbers of discs, whoever holds them; each rank takes the next value (AOR-VP-2)."""
    ranks = sorted(set(discs.values()), reverse=True)
    worth = dict(zip(ranks, values, strict=False))
    return {nation: worth[number] for nation, number in discs.items() if number in worth}


def would_score(game: Reason, nation: str) -> int:
    """What the regions would pay a nation if they were scored now."""
    return sum(points_in(game.discs[region], one.points).get(nation, 0) for region, one in REGIONS.items())


def unrest(game: Reason) -> Rule:
    """One die again and again until the sum reaches the discontent; each roll costs a point (AOR-UNREST-1, 3)."""
    for seat, one in enumerate(game.players):
        dice: list[int] = []
        while sum(dice) < one.discontent:
            dice += yield Roll(1, label=f"unrest:{one.nation}")
        lost = min(len(dice), one.points - FEWEST_POINTS)
        one.points -= lost
        one.standings.append(one.points)
        game.note("unrest", player=seat, discontent=one.discontent, dice=dice, lost=lost, total=one.points)
    return "round_end"


def round_end(game: Reason) -> Rule:
    """AOR-ENDR-1 to 8."""
    yield from ()
    if game.round == ROUNDS:
        finish(game)
        return None
    game.action = 0
    game.fields = {}
    game.alliance = {}
    discontent = {}
    for one in game.players:
        one.hand, one.discards = list(SETS[one.nation]), []
        one.discontent = (one.discontent + 1) // 2
        discontent[one.nation] = one.discontent
    game.note("round_ended", round=game.round, discontent=discontent)
    return "markers"


def finish(game: Reason) -> None:
    """Most points; then least discontent, then most discs on the board; otherwise shared (AOR-END-1, AOR-END-2)."""
    rank = [(one.points, -one.discontent, game.on_board(one.nation)) for one in game.players]
    winners = [seat for seat, one in enumerate(rank) if one == max(rank)]
    level = [seat for seat, one in enumerate(rank) if one[0] == max(rank)[0]]
    how = "shared" if len(winners) > 1 else "points" if len(level) == 1 else decided_by(rank, winners[0], level)
    scores = []
    for one in game.players:
        before = [0, *one.standings]
        scores.append({f"round_{n}": before[n] - before[n - 1] for n in range(1, ROUNDS + 1)})
    game.outcome = Outcome(winners, how, scores)
    game.note("won", players=winners, points=max(rank)[0], shared=len(winners) > 1)


def decided_by(rank: list[tuple[int, int, int]], winner: int, level: list[int]) -> str:
    """Which of the two later counts broke the tie."""
    calmer = all(rank[seat][1] < rank[winner][1] for seat in level if seat != winner)
    return "discontent" if calmer else "discs"
