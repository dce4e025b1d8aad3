"""What things are worth to a player of 7 Ages, judged by what the seat may see."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from ..adding import added
from .atlas import AREAS, WHOLE_WORLD, area_income
from .cards import EMPIRES, QUALITY, UNITS
from .rules.glory import MEASURES, counts, homeland, resources
from .rules.range import distances
from .state import Empire, Seven

Symbol = Mapping[str, Any]

HIDDEN_SHARE = {"land_units": 1.0, "cavalry_units": 0.3, "naval_units": 1.0}
"""Which part of the units that lie on land (for ships: at sea) counts for a symbol, where their types are unknown."""
MONEY = 0.06
"""What a coin is worth by itself, in points of glory a turn."""
LEAD = 2
"""A lead of this much is safe: more adds little."""


class Worth:
    """Points of glory a turn, as one seat sees the game."""

    def __init__(self, game: Seven, seat: int) -> None:
        self.game, self.seat = game, seat
        self._measured: dict[tuple[str, str, str, str], float] = {}
        self._wishes: dict[tuple[str, int], float] = {}

    @cached_property
    def own(self) -> list[Empire]:
        return list(self.game.players[self.seat].empires.values())

    # ---- symbols

    def measure(self, empire: Empire, symbol: Symbol) -> float:
        """How much an empire has of what a symbol counts; types of units of others are estimated."""
        category = symbol["category"]
        key = (empire.id, category, str(symbol.get("region")), str(symbol.get("colour")))
        if key not in self._measured:
            hidden = category in HIDDEN_SHARE and self.game.owners[empire.id] != self.seat
            self._measured[key] = (
                _guessed(empire, category) if hidden else float(MEASURES[category](self.game, empire, symbol))
            )
        return self._measured[key]

    def rivals(self, empire: Empire, symbol: Symbol) -> list[float]:
        """What the others have, the largest first."""
        found = [self.measure(one, symbol) for one in self.game.empires() if one.id != empire.id]
        return sorted((one for one in found if one > 0), reverse=True)

    def points(self, empire: Empire) -> float:
        """What it would score now."""
        return added(self.symbol_points(empire, symbol) for symbol in EMPIRES[empire.id].glory)

    def symbol_points(self, empire: Empire, symbol: Symbol) -> float:
        category = symbol["category"]
        if category == "instant":
            return 0.0
        if category == "homeland":
            return float(homeland(self.game, empire, symbol))
        if category == "resource":
            return float(symbol["points_each"] * resources(self.game, empire, symbol["resource"]))
        have = self.measure(empire, symbol)
        if have <= 0:
            return 0.0
        ahead = sum(one > have for one in self.rivals(empire, symbol))
        return float(max(0, symbol["points"] - ahead))

    def wish(self, empire: Empire, number: int) -> float:
        """What one more of what a symbol counts would be worth: the way to the next place, or a lead kept."""
        key = (empire.id, number)
        if key not in self._wishes:
            self._wishes[key] = self._wish(empire, EMPIRES[empire.id].glory[number])
        return self._wishes[key]

    def _wish(self, empire: Empire, symbol: Symbol) -> float:
        if symbol["category"] in ("instant", "homeland", "resource"):
            return 0.0
        have, rivals = self.measure(empire, symbol), self.rivals(empire, symbol)
        most = symbol["points"]
        ahead = sum(one > have for one in rivals)
        now = max(0, most - ahead) if have > 0 else 0
        best = 0.0
        for place in range(min(most, len(rivals) + 1)):
            if most - place <= now:
                break
            missing = (rivals[place] - have + 1) if place < len(rivals) else 1.0 - have
            best = max(best, (most - place - now) / max(1.0, missing))
        behind = [one for one in rivals if one <= have]
        if now and behind and have - behind[0] < LEAD:
            best = max(best, 0.35)
        return max(best, 0.08 if now < most or not behind or have < 3 * behind[0] else 0.02)

    def wishes(self, empire: Empire, category: str) -> float:
        """What one more of a category would be worth to an empire."""
        glory = EMPIRES[empire.id].glory
        return added(self.wish(empire, n) for n, symbol in enumerate(glory) if symbol["category"] == category)

    def money(self, empire: Empire) -> float:
        """What a coin is worth."""
        return MONEY + self.wishes(empire, "money")

    # ---- areas

    def area(self, empire: Empire, area: str) -> float:
        """What controlling an area would be worth to an empire."""
        one = AREAS[area]
        total = 0.03
        if one.is_land:
            total += MONEY * area_income(area, empire.age, self.game.cities.get(area, 0))
            if "elephant" in one.resources:
                total += 0.1
        for n, symbol in enumerate(EMPIRES[empire.id].glory):
            category = symbol["category"]
            if category == "resource":
                total += symbol["points_each"] * (one.is_land and symbol["resource"] in one.resources)
            elif category == "homeland":
                total += 1.5 * (area in empire.starts)
            elif category == "cities":
                total += self.wish(empire, n) * self.game.cities.get(area, 0)
            elif self.counts_for(empire, area, symbol):
                total += self.wish(empire, n)
        return total

    def counts_for(self, empire: Empire, area: str, symbol: Symbol) -> bool:
        category = symbol["category"]
        if category not in ("areas", "areas_outside_europe"):
            return False
        if category == "areas_outside_europe":
            if not empire.capital or AREAS[empire.capital].outside_europe or not AREAS[area].outside_europe:
                return False
        elif symbol["region"] not in WHOLE_WORLD and symbol["region"] not in AREAS[area].regions:
            return False
        return area in self.game.unrest or counts(self.game, empire, area, symbol["colour"])

    # ---- empires

    def of_player(self, seat: int) -> float:
        return added(self.points(one) for one in self.game.empires() if self.game.owners[one.id] == seat)

    @cached_property
    def threat(self) -> list[int]:
        """The other players, the most dangerous first."""
        worth = {s: self.game.players[s].glory + 6 * self.of_player(s) for s in range(self.game.seats)}
        return sorted((s for s in worth if s != self.seat), key=lambda s: (-worth[s], s))

    def started(self, ident: str, step: int, areas: tuple[str, ...]) -> float:
        """What an empire would score a turn, some turns after its start there."""
        total = 0.0
        sheet = EMPIRES[ident]
        room = self.room(areas, sheet.id)
        for symbol in sheet.glory:
            category = symbol["category"]
            if category == "instant":
                total += 0.3 * symbol["points"]
            elif category == "homeland":
                total += 0.8 * symbol["points"]
            elif category == "resource":
                total += symbol["points_each"] * 0.7
            else:
                total += self._promised(symbol, step, room, sheet.money)
        return total + 0.02 * sheet.money + 0.05 * len(areas) + 0.06 * min(8, room)

    def room(self, areas: tuple[str, ...], ident: str) -> int:
        """Land nearby that nobody holds."""
        near = distances(self.game, list(areas), 2)
        return sum(AREAS[area].is_land and self.game.control.get(area) in (None, ident) for area in near)

    def _promised(self, symbol: Symbol, step: int, room: int, money: int) -> float:
        category = symbol["category"]
        hoped = {
            "progress": float(step),
            "money": money + 6.0,
            "cities": 2.0,
            "artifacts": 1.0,
            "naval_units": 2.0,
            "cavalry_units": 2.0,
            "land_units": 4.0 + 0.4 * room,
            "areas": 2.0 + 0.5 * room,
            "areas_outside_europe": 0.2 * room,
        }[category]
        others = [self.measure(one, symbol) for one in self.game.empires()]
        ahead = sum(one >= hoped for one in others)
        return max(0.0, symbol["points"] - ahead) if hoped > 0.5 else 0.0


def _guessed(empire: Empire, category: str) -> float:
    at_sea = category == "naval_units"
    size = sum(stack.size() for area, stack in empire.stacks.items() if AREAS[area].is_land != at_sea)
    return size * HIDDEN_SHARE[category]


def strength(empire: Empire, unit: str) -> int:
    """What a unit brings in a conflict, without what terrain and specials change."""
    one = UNITS[unit]
    quality = "large" if one.common else QUALITY[empire.colour]
    return max(one.front[quality], one.support[quality])


def typical(empire: Empire) -> float:
    """What a unit of an empire brings on average, judging by its step and colour."""
    known = [unit for unit, one in UNITS.items() if one.group == "land" and one.step <= empire.step and not one.common]
    values = sorted((strength(empire, unit) for unit in known), reverse=True)
    return added(values[:3]) / len(values[:3])
