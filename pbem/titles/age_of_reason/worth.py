"""What things are worth to a player, in victory points: discs, gold, discontent, and the odds of a combat."""

from __future__ import annotations

from functools import cache
from itertools import product

from ..adding import added
from .atlas import NATIONS, REGIONS
from .cards import CARDS, MARKERS, NEUTRAL_STRENGTH, ROUNDS, WORST, action_rounds
from .rules.attacks import reaches
from .rules.outcome import attackers_points
from .rules.scoring import points_in
from .state import Reason

LATER = (1.0, 0.45, 0.2)
"""What a point in this and in the next rounds counts: discs do not stay forever."""
HARM = 0.25
"""What a point lost by a rival counts."""
GOLD = 0.22
"""A piece of gold; borrowed gold costs half a step of discontent."""
ROLL = 3.5
"""Discontent that a throw for unrest covers on average."""
CARD_OF_A_DEFENDER = 2.2
"""The strength expected of a defender with cards left."""
HELP = 0.3
"""The strength expected of each possible helper."""


@cache
def lead() -> dict[int, float]:
    """How likely each margin by dice is, attacker minus defender; a side counts the difference of its two dice."""
    found: dict[int, float] = {}
    for a, b, c, d in product(range(1, 7), repeat=4):
        margin = abs(a - b) - abs(c - d)
        found[margin] = found.get(margin, 0.0) + 1 / 6**4
    return found


def chances(lead_guessed: float) -> tuple[float, float]:
    """The chance of winning with this much more strength before the dice, and the expected discontent."""
    ahead = int(lead_guessed + 0.5) if lead_guessed >= 0 else -int(0.5 - lead_guessed)
    won = grief = 0.0
    for margin, odds in lead().items():
        won += odds * (margin + ahead > 0)
        grief += odds * attackers_points(margin + ahead)
    return won, grief


class Worth:
    """The worth of things at a position, for one player."""

    def __init__(self, game: Reason, seat: int) -> None:
        self.game, self.seat = game, seat
        self.own = game.players[seat]
        self.nation = self.own.nation
        self.weights = LATER[: max(1, ROUNDS - game.round + 1)]

    def later(self, points: float) -> float:
        """Points that recur in every round to come."""
        return points * added(self.weights)

    def discontent(self) -> float:
        """A step of discontent: it costs throws in this round, half of them in the next."""
        return added(0.5**n for n in range(len(self.weights))) / ROLL

    def gold(self, amount: float) -> float:
        """Gold to spend: what is missing is borrowed."""
        borrowed = max(0.0, amount - self.own.gold)
        left = GOLD if self.game.round < ROUNDS or self.game.action < action_rounds(self.game.seats) else 0.05
        return left * (amount - borrowed) + self.discontent() / 2 * borrowed

    def disc(self, region: str, loser: str = "") -> float:
        """One more own disc in a region, replacing one of another nation if there is one."""
        before = self.game.discs[region]
        after = dict(before)
        after[self.nation] = after.get(self.nation, 0) + 1
        if loser:
            after[loser] -= 1
            if not after[loser]:
                del after[loser]
        values = REGIONS[region].points
        old, new = points_in(before, values), points_in(after, values)
        total = 0.0
        for nation in NATIONS:
            gain = new.get(nation, 0) - old.get(nation, 0)
            if nation == self.nation:
                total += gain
            elif nation in self.game.led:
                total -= HARM * gain
        foothold = 0.15 * (after[self.nation] <= 2) + 0.1
        income = GOLD * 0.7 * len(self.weights)
        return self.later(total + foothold) + income

    def loss(self, region: str, foe: str) -> float:
        """An own disc that becomes one of the foe."""
        values, before = REGIONS[region].points, self.game.discs[region]
        after = {**before, self.nation: before[self.nation] - 1, foe: before.get(foe, 0) + 1}
        if not after[self.nation]:
            del after[self.nation]
        lost = points_in(before, values).get(self.nation, 0) - points_in(after, values).get(self.nation, 0)
        return self.later(lost + 0.3) + GOLD * len(self.weights)

    def resistance(self, region: str, nation: str, marker: str) -> float:
        """Strength before the dice that an attack meets, as far as one can guess."""
        game = self.game
        if marker:
            return MARKERS[marker].strength
        here = game.discs[region]
        friends = [one for one in here if one in game.led and one != self.nation and game.allied(one, nation)]
        helped = HELP * sum(one != nation for one in friends)
        if nation not in game.led:
            return NEUTRAL_STRENGTH + helped
        for_hire = sum(one not in game.led and game.allied(one, nation) for one in here)
        foe = game.players[game.led[nation]]
        card = CARD_OF_A_DEFENDER if len(foe.hand) > 2 else 0.0
        return card + game.bonus(nation, region) + helped + HELP * for_hire

    def attack(self, region: str, card: str, nation: str = "", marker: str = "") -> float:
        """What an attack with a card is worth, on average."""
        mine = CARDS[card].strength(region) + self.game.bonus(self.nation, region)
        won, grief = chances(mine - self.resistance(region, nation, marker))
        prize = self.disc(region, nation)
        if marker:
            prize += MARKERS[marker].points + GOLD * MARKERS[marker].gold
        grief = min(grief, WORST - self.own.discontent)  # beyond the end of the track it costs nothing
        return won * prize - grief * self.discontent() - self.gold(CARDS[card].cost) - self.spent(card)

    def spent(self, card: str) -> float:
        """A card that is gone for the rest of the round."""
        one = CARDS[card]
        return 0.0 if one.returns else 0.05 * (one.soldiers + one.ships)

    def reach(self) -> list[str]:
        return [region for region in REGIONS if reaches(self.game, self.nation, region)]
