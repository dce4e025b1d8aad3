"""What a position is worth to a player, in points of culture at the end of the game.

Everything here is read from what the seat may see. Rates count for the rounds that are left; goods and science have a
price that falls to nothing towards the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ...words.lazy_dataclass import dataclass
from ..adding import added
from .cards import CARDS, CIVIL_DECKS, CORRUPTION, FAMILY, LEVEL, UNITS, URBAN
from .rules.changes import civil_available, military_available
from .rules.civil import stages_at_once
from .rules.goods import FOOD, RESOURCES, consumption, production, stock
from .rules.paying import cost_of, develop_cost
from .rules.ratings import culture, demand, happiness, number_of, science, strength, totals, urban_limit
from .rules.wonders import SCORED
from .state import Ages, Civilization

CARDS_A_ROUND = {2: 8.0, 3: 10.0, 4: 10.5}
"""How many civil cards leave the deck in a round, by the number of players."""
LAST_ROUNDS = 1.5
"""Rounds after the last civil deck is empty."""
SCIENCE, RESOURCE, FOOD_PRICE = 0.9, 0.8, 0.55
"""What a point of science, a resource and a food are worth while there is time to use them."""
CIVIL_ACTION, MILITARY_ACTION = 1.15, 0.9
"""What one more action per round is worth."""
DRAWN_CARD = 0.28
POWER, BEHIND, BEHIND_BY_AGE, AHEAD, AHEAD_BY_AGE = 0.9, 0.9, 0.25, 1.4, 0.28
"""A point of strength by itself, and what it adds while others are stronger, and while they are weaker."""
TACTICAL, BEGUN = 0.686, 0.5
"""What armies add to the worth of a unit, and the share that an incomplete army counts."""
WORKER, WORKER_BY_ROUND = 5.0, 0.63
"""An unused worker: at most the first, and the second for each round that is left."""
HELD, LYING, WANTED_WONDER = 0.6, 0.75, 0.75
"""The share of its worth that a card has in the hand, a technology without workers, a wonder not yet begun."""
BLUE, YELLOW, FACE, ROOM = 0.12, 0.07, 0.12, 0.5
"""A blue and a yellow token in the bank, a spare happy face, room for a further urban building of each type."""
STAGES, ARMS, LEARNED = 0.25, 0.8, 1.2
"""Extra stages per action, resources for units only, and how much labs and libraries are preferred."""
HUNGER = 2.2
"""What a missing food costs in each round."""
ENOUGH_SCIENCE = (3.5, 4.7, 8.3, 11.8, 11.8)
ENOUGH_RESOURCES = (4, 6, 9, 12, 12)
ENOUGH_FOOD = (2, 3, 4, 4, 3)
ENOUGH_ACTIONS = (6.0, 7.5, 9.0, 10.0, 10.0)
"""By age: beyond this, more actions are worth half."""
IDLE = (1.0, 0.75, 0.35, 0.1)
"""The share of its worth that the first, second, … unused worker has."""


@dataclass(frozen=True, slots=True)
class Taste:
    """What a player prefers more than others do, so that not all play the same game."""

    industry: float = 1.0
    learning: float = 1.0
    power: float = 1.0


TASTES = (Taste(), Taste(industry=1.45, learning=0.9), Taste(power=1.5, industry=1.15), Taste(learning=1.3))
"""By seat and start player, which never change."""


def rounds_left(game: Ages) -> float:
    """Own turns to come, this one included, as far as one can tell."""
    if game.last_round:
        return float(game.last_round - game.round + 1)
    return rounds_of_age(game, "III") + LAST_ROUNDS


def rounds_of_age(game: Ages, age: str) -> float:
    """Rounds until this age ends."""
    players = max(2, game.playing())
    later = [one for one in ("I", "II", "III") if game.age < one <= age]
    if game.age > age or game.age == "IV":
        return 0.0
    cards = len(game.civil_deck) + sum(len(CIVIL_DECKS[one, players]) for one in later)
    return cards / CARDS_A_ROUND[players]


@cache
def price(full: float, quarters: int, over: float, until: float) -> float:
    """A price that falls over the last rounds: full before `over`, nothing from `until` on."""
    rounds = quarters / 4
    return full * min(1.0, max(0.0, (rounds - until) / (over - until)))


@cache
def stream(full: float, quarters: int, over: float, until: float) -> float:
    """What one more of it each turn is worth: the sum of its prices."""
    return added(price(full, max(0, quarters - 4 * n), over, until) for n in range(1, quarters // 4 + 1))


def beyond(rate: float, enough: float) -> float:
    return rate if rate <= enough else enough + 0.45 * (rate - enough)


def begun_army(civ: Civilization) -> float:
    """The tactical strength of the next army, as far as its units are there."""
    if not civ.tactic:
        return 0.0
    card = CARDS[civ.tactic]
    have = [number_of(civ, family) for family in ("infantry", "cavalry", "artillery")]
    whole = min(have[n] // need for n, need in enumerate(card.army) if need)
    there = sum(min(have[n] - whole * need, need) for n, need in enumerate(card.army))
    return card.tactical * there / sum(card.army)


class Worth:
    """A position as one player values it, at the prices of this moment."""

    def __init__(self, game: Ages, seat: int) -> None:
        self.game, self.seat = game, seat
        self.rounds = rounds_left(game)
        quarters = int(4 * self.rounds + 0.5)
        self.science = price(SCIENCE, quarters, 5.0, 1.5)
        self.resource = price(RESOURCE, quarters, 3.5, 0.75)
        self.food = price(FOOD_PRICE, quarters, 4.0, 1.5)
        taste = TASTES[(seat + 2 * game.start) % len(TASTES)]
        self.sciences = taste.learning * stream(SCIENCE, quarters, 5.0, 1.5)
        self.resources = taste.industry * stream(RESOURCE, quarters, 3.5, 0.75)
        self.foods = taste.industry * stream(FOOD_PRICE, quarters, 4.0, 1.5)
        self.power = taste.power * POWER
        self.worker = min(WORKER, WORKER_BY_ROUND * self.rounds)
        age = game.age_number()
        late = min(1.0, 0.35 + 0.2 * self.rounds)
        late *= taste.power
        self.behind, self.ahead = (BEHIND + BEHIND_BY_AGE * age) * late, (AHEAD + AHEAD_BY_AGE * age) * late
        self.age = age
        rivals = [strength(game, rival) for rival in game.rivals(seat)] or [0]
        self.foe = 0.7 * max(rivals) + 0.3 * min(rivals)

    # ---- the position without its hand

    def bare(self, game: Ages) -> float:
        """Everything on the table in front of the player."""
        civ = game.civs[self.seat]
        return (
            civ.culture
            + culture(game, self.seat) * self.rounds
            + beyond(science(game, self.seat), ENOUGH_SCIENCE[self.age]) * self.sciences
            + self.science * beyond(civ.science, 14)
            + self._goods(game, civ)
            + self._people(civ)
            + self._power(game)
            + self._actions(game, civ)
            + LYING * added(self.use(civ, tech, 2 - n) for tech, n in civ.workers.items() if n < 2 and LEVEL[tech])
            + added(ABILITIES.get(wonder, 0.0) for wonder in civ.wonders) * self.rounds
        )

    def _goods(self, game: Ages, civ: Civilization) -> float:
        net = production(game, self.seat, FOOD) - consumption(civ)
        have = stock(civ, FOOD)
        enough = ENOUGH_FOOD[self.age] if civ.yellow > 2 else 0
        if net >= 0:
            eats = self.foods * (net if net <= enough else enough + 0.2 * (net - enough))
        else:
            eats = HUNGER * net * max(0.5, self.rounds - have / -net)
        made = beyond(production(game, self.seat, RESOURCES), ENOUGH_RESOURCES[self.age]) * self.resources
        kept = self.resource * beyond(stock(civ, RESOURCES), 8) + self.food * beyond(have, 5)
        rot = CORRUPTION[min(civ.blue, len(CORRUPTION) - 1)] * self.resource * min(2.5, self.rounds)
        arms = sum(game.turn.arms.values()) if game.turn.arms and military_available(game, self.seat) else 0
        return eats + made + kept - rot + BLUE * self.worker * min(civ.blue, 10) + ARMS * self.resource * arms

    def _people(self, civ: Civilization) -> float:
        slack = happiness(civ) - demand(civ)
        free = civ.unused + min(0, slack)
        total = YELLOW * self.rounds * min(civ.yellow, 8)
        if free < 0:
            total -= 6 + 2 * self.rounds  # an uprising: no production at all
        total += self.worker * added(IDLE[min(n, 3)] for n in range(max(0, free)))
        if slack < 0:
            return total + 0.9 * slack
        return total + FACE * min(self.rounds, 10) * min(slack, 2)

    def _power(self, game: Ages) -> float:
        own = strength(game, self.seat) + BEGUN * begun_army(game.civs[self.seat])
        plain = self.power * own
        if own <= self.foe:
            return plain + self.behind * (own - self.foe)
        lead = own - self.foe
        return plain + self.ahead * min(lead, 8) + 0.12 * max(0.0, lead - 8)

    def _actions(self, game: Ages, civ: Civilization) -> float:
        civil, military = totals(game, self.seat)
        left = DRAWN_CARD * min(3, military_available(game, self.seat)) * (game.age != "IV")
        room = ROOM * min(self.worker, 2.0) * urban_limit(civ)
        return (
            CIVIL_ACTION * self.rounds * beyond(civil, ENOUGH_ACTIONS[self.age])
            + MILITARY_ACTION * self.rounds * beyond(military, 4)
            + left
            + room
            + 0.1 * civil_available(game, self.seat)
            + STAGES * min(self.rounds, 8) * (stages_at_once(civ) - 1)
        )

    # ---- single cards

    def per_worker(self, card: str) -> float:
        """What one worker on a card gives until the end."""
        one = CARDS[card]
        if one.family == "farm":
            return one.value * self.foods
        if one.family == "mine":
            return one.value * self.resources
        faces = one.happiness * FACE * min(self.rounds, 10)
        power = one.strength * (self.power + (self.behind + self.ahead) / 2)
        tactical = TACTICAL * power if one.family in UNITS else 0.0
        return one.culture * self.rounds + one.science * self.sciences * LEARNED + faces + power + tactical

    def use(self, civ: Civilization, tech: str, most: int = 2) -> float:
        """What a technology that takes workers would bring: its best upgrades or buildings."""
        family, gives = FAMILY[tech], self.per_worker(tech)
        gains = []
        for old, number in civ.workers.items():
            if number and FAMILY[old] == family and LEVEL[old] < LEVEL[tech]:
                price = max(0, cost_of(civ, tech) - cost_of(civ, old))
                gain = gives - self.per_worker(old) - self.resource * price - 0.6
                gains += [gain] * min(number, 2)
        limit = urban_limit(civ) if family in URBAN else 4
        for n in range(min(2, limit - number_of(civ, family))):
            gains.append(gives - self.resource * cost_of(civ, tech) - self.worker * (0.8 + 0.3 * n) - 0.6)
        gains.sort(reverse=True)
        return added(gain for gain in gains[:most] if gain > 0)

    def in_hand(self, card: str) -> float:
        """What a civil card of the hand is worth, or one of the row without its price."""
        family = FAMILY[card]
        if family == "action":
            return self.action(card)
        if family == "leader":
            return HELD * max(0.0, self.leader(card))
        if family == "wonder":
            return WANTED_WONDER * self.wonder(card)
        if family in ("special", "government"):
            return HELD * self.improvement(card)
        civ = self.game.civs[self.seat]
        cost = develop_cost(self.game, self.seat, card)
        return HELD * max(0.0, LYING * self.use(civ, card) - self.science * cost) * self._affordable(cost)

    def _affordable(self, cost: int) -> float:
        civ = self.game.civs[self.seat]
        missing = cost - civ.science
        if missing <= 0:
            return 1.0
        turns = missing / max(1, science(self.game, self.seat))
        return max(0.0, 1.0 - turns / max(1.0, min(8.0, self.rounds)))

    def having(self, **changes: object) -> float:
        """The position with some fields of the player's civilization changed."""
        civ = self.game.civs[self.seat]
        old = {name: getattr(civ, name) for name in changes}
        for name, value in changes.items():
            setattr(civ, name, value)
        try:
            return self.bare(self.game)
        finally:
            for name, value in old.items():
                setattr(civ, name, value)

    def leader(self, card: str) -> float:
        civ = self.game.civs[self.seat]
        if civ.leader == card:
            return 0.0
        without = self.having(leader="")
        return self._led(card, without) - (self._led(civ.leader, without) if civ.leader else 0.0)

    def leader_ends_soon(self) -> bool:
        """Whether the age that makes the player's leader obsolete is about to end."""
        card = self.game.civs[self.seat].leader
        return bool(card) and rounds_of_age(self.game, ("I", "II", "III", "IV")[LEVEL[card]]) < 1.0

    def _led(self, card: str, without: float) -> float:
        """What a leader brings as long as it lasts."""
        ends = ("I", "II", "III", "IV")[LEVEL[card]]
        lasts = self.rounds if ends == "IV" else min(self.rounds, rounds_of_age(self.game, ends) + 0.5)
        rounds = max(1.0, self.rounds)
        return (self.having(leader=card) - without) * lasts / rounds + ABILITIES.get(card, 0.0) * lasts + 1.0

    def improvement(self, card: str) -> float:
        """A special technology or a government."""
        civ = self.game.civs[self.seat]
        now = self.having()
        if FAMILY[card] == "government":
            cost = min(develop_cost(self.game, self.seat, card), develop_cost(self.game, self.seat, card, True) + 5)
            gain = self.having(government=card) - now
        else:
            cost = develop_cost(self.game, self.seat, card)
            kept = [one for one in civ.specials if CARDS[one].kind != CARDS[card].kind]
            if any(CARDS[one].kind == CARDS[card].kind and LEVEL[one] > LEVEL[card] for one in civ.specials):
                return 0.0
            gain = self.having(specials=[*kept, card], blue=civ.blue + CARDS[card].blue) - now
            gain += 0.3 * CARDS[card].colonization
            if CARDS[card].kind == "construction":
                gain += 0.22 * self.rounds * LEVEL[card]
        return max(0.0, gain - self.science * cost * 0.9) * self._affordable(cost)

    def wonder(self, card: str, built: int = 0) -> float:
        """What is still to be gained from a wonder with some stages built."""
        left = CARDS[card].stages[built:]
        civ = self.game.civs[self.seat]
        made = max(1, production(self.game, self.seat, RESOURCES))
        last = ("I", "II", "III", "IV")[LEVEL[card]]
        time = self.rounds if last == "IV" else min(self.rounds, rounds_of_age(self.game, last))
        missing = max(0, sum(left) - stock(civ, RESOURCES))
        if missing / made > time:
            return 0.0
        once = SCORED[card](civ) if card in SCORED else 0
        blue, yellow = civ.blue + CARDS[card].blue, civ.yellow + CARDS[card].yellow
        gain = self.having(wonders=[*civ.wonders, card], blue=blue, yellow=yellow) - self.having()
        delay = missing / made / 2
        gain *= max(0.3, 1 - delay / max(1.0, self.rounds))
        gain += once + 2.0
        return max(0.0, gain - self.resource * sum(left) - 0.5 * len(left))

    def action(self, card: str) -> float:
        """A yellow card, by what is printed on it."""
        effects = CARDS[card].effects
        total = 0.0
        for name in ("gain", "then_gain"):
            for effect in effects.get(name, ()):
                total += self.goods(effect["gain"])
        for effect in effects.get("gain_one_of", ()):
            total += max(self.goods(option) for option in effect["options"])
        for effect in effects.get("perform", ()):
            total += 0.3 + self.resource * effect.get("discount", {}).get("resources", 0)
            if "build_one_wonder_stage" in effect["one_of"] and not self.game.civs[self.seat].unfinished:
                total *= 0.5
        for effect in effects.get("temporary_resources", ()):
            total += DRAWN_CARD + ARMS * self.resource * effect["amount"]
        rivals = self.game.rivals(self.seat)
        players = f"p{max(2, self.game.playing())}"
        for effect in effects.get("temporary_resources_per_civilization", ()):
            own = strength(self.game, self.seat)
            stronger = sum(strength(self.game, one) > own for one in rivals)
            total += ARMS * self.resource * effect["amount_by_players"][players] * max(stronger, 0.4)
        for effect in effects.get("gain_per_civilization", ()):
            own = self.game.civs[self.seat].culture
            total += effect["culture_by_players"][players] * sum(self.game.civs[one].culture > own for one in rivals)
        return max(0.0, HELD * total)

    def goods(self, given: dict[str, int]) -> float:
        prices = {"culture": 1.0, "science": self.science, FOOD: self.food, RESOURCES: self.resource}
        return added(prices.get(what, self.worker) * amount for what, amount in given.items())

    def hand(self, cards: Sequence[str]) -> dict[str, float]:
        return {card: self.in_hand(card) for card in dict.fromkeys(cards)}


ABILITIES = {
    "hammurabi": 0.9,
    "aristotle": 0.8,
    "moses": 0.5,
    "homer": 0.4,
    "julius_caesar": 0.2,
    "alexander_the_great": 0.1,
    "christopher_columbus": 0.9,
    "frederick_barbarossa": 0.9,
    "genghis_khan": 1.2,
    "joan_of_arc": 0.2,
    "leonardo_da_vinci": 0.5,
    "michelangelo": 0.4,
    "isaac_newton": 0.8,
    "james_cook": 0.3,
    "js_bach": 0.6,
    "william_shakespeare": 0.3,
    "maximilien_robespierre": 0.4,
    "albert_einstein": 1.6,
    "bill_gates": 0.4,
    "mahatma_gandhi": 0.5,
    "winston_churchill": 3.0,
    "library_of_alexandria": 0.4,
    "ocean_liner_service": 1.3,
}
"""What an ability that affects no rating gives per round."""
