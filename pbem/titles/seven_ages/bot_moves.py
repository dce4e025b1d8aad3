"""How the bot manoeuvres: one unit into land that nobody holds, as many as it takes against others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ...table import Answer, Refused
from ..adding import added
from .atlas import AREAS, ARROW, EDGE_DEFENCE, FORT_DEFENCE, INVASION, PLAIN, RIVER, city_defence, ground
from .cards import CONFLICT, NUKE, STAR_WARS, TACTICIAN, UNITS
from .rules.changes import settle
from .rules.commitment import listed
from .rules.manoeuvre import garrison
from .rules.moves import END, Mover, depart, leaders_in, rested
from .rules.ways import AIR, LAND, NAVAL, Group, Ways, manner_of
from .state import Empire, Seven, Stack
from .worth import Worth, strength, typical

LEAST = 0.05
"""What a move must gain."""
MARGIN = 1.15
"""By how much an attack must be stronger than it expects the defence to be."""
CONQUEST = 0.55
"""What an area gains in worth because somebody else loses it."""


class Force(NamedTuple):
    """Units that can leave an area."""

    area: str
    units: list[str]
    """The strongest first."""
    ways: dict[str, tuple[str, ...]]
    ships: list[str]
    """Ships that carry them, as many as there are units; none if they walk, sail or fly by themselves."""


class WarPlan:
    """What one empire could do in its manoeuvre."""

    def __init__(
        self, game: Seven, empire: Empire, seat: int, worth: Worth | None = None, *, forces: bool = True
    ) -> None:
        self.game, self.empire, self.seat = game, empire, seat
        self.worth = worth or Worth(game, seat)
        self.mover = Mover(game, empire)
        self.forces = list(self._forces()) if forces else []

    # ---- who can go where

    def _forces(self) -> Iterator[Force]:
        for area in self.mover.stacks():
            here = rested(self.empire.stacks[area])
            for manner in (LAND, NAVAL, AIR):
                units = [unit for unit in here.elements() if manner_of(unit) == manner]
                units.sort(key=lambda unit: -strength(self.empire, unit))
                units = units[: self._free(area, manner, len(units))]
                if units:
                    yield from self._force(area, units, [])
            yield from self._aboard(area, here)

    def _free(self, area: str, manner: str, number: int) -> int:
        """How many may leave: one unit, better two where others are near, holds each land area."""
        if not AREAS[area].is_land or manner == AIR or self.game.control.get(area) != self.empire.id:
            return number
        others = sum(1 for unit in self.empire.stacks[area].all() if UNITS[unit].group != "air") - number
        kept = 2 if manner == LAND and self.pressed(area) else 1
        return max(0, min(number, number + others - kept))

    def pressed(self, area: str) -> bool:
        """Whether another player could walk into an area worth holding."""
        near = [self.game.control.get(one) for one in (*AREAS[area].land, *AREAS[area].arrows)]
        hostile = any(one is not None and self.game.owners[one] != self.seat for one in near)
        return hostile and (area in self.game.cities or area in self.empire.starts)

    def _force(self, area: str, units: list[str], ships: list[str]) -> Iterator[Force]:
        walking = ships or units
        one = listed(Counter(units[:1]))
        groups = self.mover.groups(("move", one, area, area, (None, None, self._listed(ships[:1]))))
        if isinstance(groups, Refused):
            return
        ways: dict[str, tuple[str, ...]] = {}
        for alone in groups:
            alone.units = [min(walking, key=lambda unit: UNITS[unit].move)]
            for end, way in Ways(self.game, alone, asking=False).all().items():
                ways.setdefault(end, way)
        if ways:
            yield Force(area, units, ways, ships)

    @staticmethod
    def _listed(ships: list[str]) -> tuple[tuple[str, int | None], ...] | None:
        return listed(Counter(ships)) if ships else None

    def _aboard(self, area: str, here: Counter[str]) -> Iterator[Force]:
        """Land units that ships of the same area could carry."""
        stack = self.empire.stacks[area]
        ships = [unit for unit in stack.units if UNITS[unit].kind == "naval"]
        units = [unit for unit in here.elements() if manner_of(unit) == LAND]
        units.sort(key=lambda unit: -strength(self.empire, unit))
        most = min(len(ships), self._free(area, LAND, len(units)))
        total = sum(1 for unit in stack.all() if UNITS[unit].group != "air")
        if AREAS[area].is_land and self.game.control.get(area) == self.empire.id:
            most = min(most, (total - 1) // 2)
        if most > 0:
            yield from self._force(area, units[:most], ships[:most])

    # ---- what it would bring

    def best(self) -> Answer:
        found = max(self.options(), key=lambda one: one[0], default=None)
        return found[1] if found is not None and found[0] >= LEAST else END

    def gain(self) -> float:
        """What a manoeuvre would bring, roughly: the best few targets."""
        gains: dict[str, float] = {}
        for gain, answer in self.options():
            if gain >= LEAST:
                gains[answer[3]] = max(gains.get(answer[3], 0.0), gain)
        return added(sorted(gains.values(), reverse=True)[:4])

    def options(self) -> Iterator[tuple[float, Answer]]:
        for area in dict.fromkeys(end for force in self.forces for end in force.ways):
            forces = [force for force in self.forces if area in force.ways]
            rivals = self.game.rivals(self.empire, area)
            if rivals:
                yield from self._attack(area, forces, rivals)
            elif self.game.control.get(area) != self.empire.id or area not in self.empire.stacks:
                yield from self._settle(area, forces)
            else:
                yield from self._strengthen(area, forces)

    def _settle(self, area: str, forces: list[Force]) -> Iterator[tuple[float, Answer]]:
        """One unit is enough where nobody is."""
        gain = self.worth.area(self.empire, area)
        for force in forces:
            naval = manner_of(force.units[0]) == NAVAL
            if AREAS[area].is_land == naval or manner_of(force.units[0]) == AIR:
                continue
            unit = min(force.units, key=lambda one: strength(self.empire, one))
            cost = 0.01 * strength(self.empire, unit) + (0.05 if force.ships else 0.0)
            yield gain - cost, self._move(force, [unit], area)

    def _attack(self, area: str, forces: list[Force], rivals: list[Empire]) -> Iterator[tuple[float, Answer]]:
        """All that is needed must come; the first force of several is sent now, the others with later lines."""
        there = sum(strength(self.empire, unit) for unit in self._there(area))
        needed = max(self.defence(one, area) for one in rivals) * MARGIN + 1
        if there >= needed:
            return
        coming: list[tuple[Force, list[str]]] = []
        total = float(there) + min(CONFLICT["elite_max"], self.empire.elites)
        for force in sorted(forces, key=self._last):
            if any(force.area == one.area for one, _ in coming):
                continue
            sent: list[str] = []
            edge = self._edge(force, area)
            for unit in force.units:
                if total >= needed + edge:
                    break
                if manner_of(unit) == AIR and not there and not coming:
                    break
                sent.append(unit)
                total += strength(self.empire, unit)
            if sent:
                needed += edge
                coming.append((force, sent))
        if total < needed or not coming:
            return
        force, sent = coming[0]
        rival = rivals[0]
        gain = self.worth.area(self.empire, area) + self._taken(rival, area)
        friend = all(self.game.owners[one.id] == self.seat for one in rivals)
        if not friend:
            yield gain - 0.04 * sum(one.size(area) for one in rivals) - 0.02 * len(sent), self._move(force, sent, area)

    def _last(self, force: Force) -> tuple[bool, int]:
        """Which forces come first: those that need no ships, then the strongest."""
        return bool(force.ships), -sum(strength(self.empire, unit) for unit in force.units)

    def _taken(self, rival: Empire, area: str) -> float:
        owner = self.game.owners[rival.id]
        threat = 1.0 if self.worth.threat and owner == self.worth.threat[0] else 0.6
        weight = CONQUEST + (0.8 if area == rival.capital else 0.0) + 0.05 * rival.money * (area == rival.capital)
        return threat * (weight + 0.5 * self.worth.area(rival, area))

    def _there(self, area: str) -> list[str]:
        stack = self.empire.stacks.get(area)
        return list(stack.all()) if stack is not None else []

    def _edge(self, force: Force, area: str) -> int:
        """What the defence gains by where these units come from."""
        way = force.ways[area]
        last = way[-1] if way else force.area
        kind = PLAIN
        if force.ships or manner_of(force.units[0]) == NAVAL:
            kind = INVASION if AREAS[area].is_land else PLAIN
        elif last in AREAS[area].rivers:
            kind = RIVER
        elif last in AREAS[area].arrows:
            kind = ARROW
        return int(EDGE_DEFENCE[kind])

    def defence(self, rival: Empire, area: str) -> float:
        total = typical(rival) * rival.size(area) + min(CONFLICT["elite_max"], rival.elites)
        total += max(0, rival.age - self.empire.age)
        total += ground(area, rival.age).defence
        if AREAS[area].is_land:
            total += city_defence(self.game.cities.get(area, 0)) + (FORT_DEFENCE if area in self.game.forts else 0)
        return total

    def _strengthen(self, area: str, forces: list[Force]) -> Iterator[tuple[float, Answer]]:
        """More units where unrest could be ended, and on the way to where something can be won."""
        size = self.empire.size(area)
        if area in self.game.unrest and AREAS[area].is_land:
            missing = garrison(self.game, self.empire, area) - size
            for force in forces:
                if 0 < missing <= len(force.units) and manner_of(force.units[0]) == LAND:
                    units = force.units[-missing:]
                    yield 0.5 * self.worth.area(self.empire, area) + 0.05, self._move(force, units, area)
        pull = self.pull(area)
        for force in forces:
            if manner_of(force.units[0]) == LAND and not force.ships and pull > self.pull(force.area) + 0.1:
                units = force.units
                yield min(0.3, 0.1 * (pull - self.pull(force.area))), self._move(force, units, area)

    def pull(self, area: str) -> float:
        """How much there is to win or to defend next to an area."""
        total = 0.0
        for other in (*AREAS[area].land, *AREAS[area].arrows):
            holder = self.game.control.get(other)
            if holder is None:
                total = max(total, self.worth.area(self.empire, other))
            elif self.game.owners[holder] != self.seat:
                rival = self.game.empire(holder)
                total = max(total, 0.6 * (self.worth.area(self.empire, other) + CONQUEST))
                if rival.size(other) > self.empire.size(area):
                    total += 0.1
        return total

    def _move(self, force: Force, units: list[str], area: str) -> Answer:
        ships = self._listed(force.ships[: len(units)])
        led = [one for one in leaders_in(self.empire, force.area) if one.kind == TACTICIAN]
        rivals = bool(self.game.rivals(self.empire, area))
        with_leader = (led[0].id,) if led and rivals and not any(u in (NUKE, STAR_WARS) for u in units) else None
        return ("move", listed(Counter(units)), force.area, area, (force.ways[area] or None, with_leader, ships))


def move(game: Seven, seat: int) -> Answer:
    """The next move, or the end of them; only what the rules really allow is given."""
    plan = WarPlan(game, game.empire(game.act.empire), seat)
    options = sorted(plan.options(), key=lambda one: -one[0])
    for gain, answer in options:
        if gain < LEAST:
            break
        if plan.mover.fault(answer) is None:
            return answer
    return END


def suppose(game: Seven, empire: Empire, answer: Answer) -> None:
    """The position after a move, as far as the seat can tell: what others hide may still stop it."""
    mover = Mover(game, empire)
    group = mover.group(answer)
    assert isinstance(group, Group)
    _, _, start, end, (_, led, _) = answer
    leaders = mover.leaders(start, led)
    depart(empire, group)
    stack = empire.stacks.setdefault(end, Stack())
    stack.arrived += [(unit, PLAIN, 0) for unit in (*group.units, *group.loads)]
    for leader in leaders:
        leader.area, leader.moved = end, True
    game.control.setdefault(end, empire.id)
    settle(game, start)
