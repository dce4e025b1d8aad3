"""The potential of a side in a conflict round (SA-4.2-5 to SA-4.2-19)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..atlas import AREAS, EDGE_DEFENCE, FORT_DEFENCE, GROUNDS, PLAIN, city_defence, ground
from ..cards import CONFLICT, ELEPHANT, QUALITY, UNITS, Effect
from ..state import Fight, Fighter, Seven
from .effects import effects, is_among
from .pile import value

ATTACKER, DEFENDER = 0, 1
SIDE = ("attacker", "defender")
COMMON_QUALITY = "large"
"""Units of the common pool have the same values in every colour."""


def front_size(units: int) -> int:
    """Half of the units, rounded up (SA-4.2-7)."""
    return (units + 1) // 2


def battle_ground(game: Seven, fight: Fight) -> str:
    """The terrain by the age of the defender (SA-4.2-17)."""
    return ground(fight.area, game.empire(fight.sides[DEFENDER].empire).age).id


def unit_values(game: Seven, fight: Fight, side: int, unit: str, scared: bool) -> tuple[int, int]:
    """Front-line and support value after terrain and specials, never below 0 (SA-4.2-40, SA-gap-35)."""
    one = UNITS[unit]
    empire = game.empire(fight.sides[side].empire)
    quality = COMMON_QUALITY if one.common else QUALITY[empire.colour]
    front, support = one.front[quality], one.support[quality]
    if one.kind == "cavalry":
        shift = GROUNDS[battle_ground(game, fight)].cavalry
        front, support = front + shift, support + shift
    for effect, _ in effects(game, empire, "unit_value"):
        if is_among(unit, effect["units"]):
            front += effect["amount"] if effect["value"] == "front" else 0
            support += effect["amount"] if effect["value"] == "support" else 0
    if scared and one.scared:  # SA-4.2-15, SA-gap-88
        front = 0
    return max(0, front), max(0, support)


def potential(
    game: Seven, side: int, sent: Sequence[Fighter], against: Sequence[Fighter], front: Sequence[str] | None = None
) -> dict[str, int]:
    """All parts of the potential, `front` and `support` among them; their sum is the potential.

    sent, against  the units that both sides have committed
    front          the units that the player wants in the front line; otherwise the best split is taken (SA-gap-10)
    """
    fight = game.battle
    own, other = fight.sides[side], fight.sides[1 - side]
    empire, enemy = game.empire(own.empire), game.empire(other.empire)
    scared = any(unit == ELEPHANT for unit, _, _ in against)
    lasting = specials(game, fight, side)
    per_infantry = sum(effect["amount"] for effect in lasting if effect.get("per") == "front_infantry")
    units = Counter(unit for unit, _, _ in sent)
    values = {unit: unit_values(game, fight, side, unit, scared) for unit in units}
    line = BattleLine(values, units, other.unrest, per_infantry)
    parts = line.split(Counter(front) if front is not None else None)
    parts["card"] = value(own.card)
    parts["elite"] = min(CONFLICT["elite_max"], CONFLICT["elite_each"] * empire.elites)
    parts["age"] = max(0, empire.age - enemy.age) * CONFLICT["age_lead"]
    parts["special"] += own.bonus + sum(effect["amount"] for effect in lasting if effect.get("per") is None)
    if side == DEFENDER:
        parts.update(defence(game, fight, against))
    return parts


def specials(game: Seven, fight: Fight, side: int) -> list[Effect]:
    """Effects on the potential that hold for this side, here and now."""
    empire = game.empire(fight.sides[side].empire)
    return [
        effect
        for effect, at in effects(game, empire, "potential")
        if effect["side"] in ("any", SIDE[side])
        and effect.get("terrain") in (None, battle_ground(game, fight))
        and (effect.get("where") != "marker_area" or at == fight.area)
        and (effect.get("round") != "first" or fight.round == 1)
    ]


def defence(game: Seven, fight: Fight, against: Sequence[Fighter]) -> dict[str, int]:
    """What only the defender adds: terrain, edges, fort and city (SA-4.2-11 to SA-4.2-18, SA-gap-7)."""
    ways = {way for unit, way, _ in against if UNITS[unit].group != "air" and way != PLAIN}
    parts = {"terrain": GROUNDS[battle_ground(game, fight)].defence + sum(EDGE_DEFENCE[way] for way in ways)}
    if fight.area in game.forts and "fort" not in fight.ignored:
        parts["fort"] = FORT_DEFENCE
    siege = any(UNITS[unit].siege for unit, _, _ in against)
    if AREAS[fight.area].is_land and not siege and "city" not in fight.ignored:
        parts["city"] = city_defence(game.cities.get(fight.area, 0))
    return parts


class BattleLine:
    """Units committed by one side, to be split into front line and support."""

    def __init__(self, values: dict[str, tuple[int, int]], units: Counter[str], unrest: int, per_infantry: int) -> None:
        self.values, self.units, self.unrest, self.per_infantry = values, units, unrest, per_infantry

    def split(self, front: Counter[str] | None) -> dict[str, int]:
        """The parts for a given front line, or for the best one."""
        if front is not None:
            return self.parts(front)
        tried = [self.parts(one) for one in self._fronts()]
        return max(tried, key=lambda parts: sum(parts.values()))

    def parts(self, front: Counter[str]) -> dict[str, int]:
        support = self.units - front
        infantry = sum(n for unit, n in front.items() if UNITS[unit].kind == "infantry")
        best = max((self.values[unit][0] for unit in +front), default=0)
        best += max((self.values[unit][1] for unit in support), default=0)
        return {
            "front": sum(self.values[unit][0] * n for unit, n in front.items()),
            "support": sum(self.values[unit][1] * n for unit, n in support.items()),
            "unrest": self.unrest * best,  # SA-4.2-10
            "special": self.per_infantry * infantry,
        }

    def _fronts(self) -> list[Counter[str]]:
        """Front lines worth a look: some type for the best front value, some for the best support, the rest by gain."""
        size = front_size(self.units.total())
        by_gain = sorted(self.units, key=self._gain, reverse=True)
        fronts = [self._filled(Counter(), Counter(), by_gain, size)]
        if self.unrest and self.units.total() > 1:
            for ahead in self.units:
                for behind in self.units:
                    kept = Counter([ahead, behind])
                    if not kept - self.units:
                        fronts.append(self._filled(Counter([ahead]), Counter([behind]), by_gain, size))
        return fronts

    def _filled(self, front: Counter[str], support: Counter[str], by_gain: Sequence[str], size: int) -> Counter[str]:
        chosen = Counter(front)
        left = self.units - front - support
        for unit in by_gain:
            n = min(left[unit], size - chosen.total())
            if n > 0:
                chosen[unit] += n
        return chosen

    def _gain(self, unit: str) -> int:
        front, support = self.values[unit]
        return front - support + (self.per_infantry if UNITS[unit].kind == "infantry" else 0)
