"""What lands are worth to a player: points now, and what they may still bring in later epochs."""

from __future__ import annotations

from functools import cache
from itertools import product

from ..adding import added
from .atlas import LANDS, NEIGHBOURS, REGIONS
from .cards import DOMINANCE_NEEDS, EPOCHS, FACTORS, VALUES, WORTH
from .rules.combat import Force
from .rules.scoring import level, tally
from .state import World

LATER = (1.0, 0.45, 0.2)
"""What a point in this and the next epochs counts: pieces do not last forever."""
HARM = 0.35
"""What a point that another player loses counts."""


@cache
def odds(dice: int, bonus: int, wins_ties: bool, against: int, fort: bool) -> float:
    """The chance that one unit beats one defender; ties are thrown again."""
    won = lost = 0
    for thrown in product(range(1, 7), repeat=dice + against):
        best, stands = max(thrown[:dice]) + bonus, max(thrown[dice:]) + fort
        if best > stands or (best == stands and wins_ties):
            won += 1
        elif best < stands:
            lost += 1
    return won / (won + lost)


def chance(force: Force, against: int, fort: bool, defenders: int) -> float:
    """The chance that one unit beats all defenders."""
    return odds(force.dice, force.bonus, force.wins_ties, against, fort) ** defenders


class Worth:
    """The worth of lands in the current position, for one player."""

    def __init__(self, game: World, seat: int) -> None:
        self.game, self.seat = game, seat
        self.counts = tally(game)
        self.best_left: dict[str, float] = {}

    def region(self, region: str, counts: list[int], seat: int) -> float:
        """Points of a region over the epochs, with credit for being on the way to the next level."""
        size, mine = len(REGIONS[region]), counts[seat]
        if not mine:
            return 0.0
        rival = max(count for n, count in enumerate(counts) if n != seat)
        needed = min(size, max(DOMINANCE_NEEDS, rival + 1))
        if mine == size:
            way = float(FACTORS["control"])
        elif mine >= needed:
            way = FACTORS["dominance"] + 0.5 * (mine - needed) / (size - needed)
        else:
            way = FACTORS["presence"] + 0.7 * (mine - 1) / max(1, needed - 1)
        reached = FACTORS[level(counts, seat, size)]
        total = 0.0
        for ahead, weight in enumerate(LATER):
            epoch = self.game.epoch - 1 + ahead
            if epoch < EPOCHS:
                points = VALUES[region][epoch]
                total += weight * points * ((reached + way) / 2 if ahead == 0 else way)
        return total

    def land(self, land: str) -> float:
        """What taking one more land brings, with the harm to its owner."""
        game, seat = self.game, self.seat
        region = LANDS[land].region
        before = self.counts[region]
        after = list(before)
        after[seat] += 1
        owner = game.owner(land)
        town = game.towns.get(land, "")
        harm = 0.0
        if owner is not None and owner != seat:
            after[owner] -= 1
            harm = self.region(region, before, owner) - self.region(region, after, owner)
            harm += self._keeps(WORTH.get(town, 0) + (land in game.monuments))
            town = "city" if town == "capital" else ""
        elif owner == seat:
            after = before
        gained = self.region(region, after, seat) - self.region(region, before, seat)
        if owner != seat:
            gained += self._keeps(WORTH.get(town, 0) + (land in game.monuments))
        return gained + HARM * harm + self.resource(land)

    def _keeps(self, points: int) -> float:
        """Points that recur every epoch while the land is held."""
        left = EPOCHS - self.game.epoch + 1
        return points * added(LATER[:left])

    def resource(self, land: str) -> float:
        """Every second resource of the running realm yields a monument."""
        if not LANDS[land].resource or self.game.turn is None or self.game.turn.seat != self.seat:
            return 0.0
        mine = [one for one in self.game.running() if LANDS[one].resource and one not in self.game.now.used]
        if land in mine:
            return 0.0
        return self._keeps(1) * (1.0 if len(mine) % 2 else 0.35)

    def beyond(self, land: str) -> float:
        """The best land that a land opens the way to."""
        if land not in self.best_left:
            opened = [
                self.land(way.to) * (1.0 if way.to not in self.game.lands else 0.5)
                for way in NEIGHBOURS[land]
                if self.game.owner(way.to) != self.seat
            ]
            self.best_left[land] = max(opened, default=0.0)
        return self.best_left[land]

    def holds(self, land: str) -> float:
        """What losing a land would cost, for forts and further armies."""
        region = LANDS[land].region
        after = list(self.counts[region])
        after[self.seat] -= 1
        built = self._keeps(WORTH.get(self.game.towns.get(land, ""), 0) + (land in self.game.monuments))
        return self.region(region, self.counts[region], self.seat) - self.region(region, after, self.seat) + built
