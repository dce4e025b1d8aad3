"""Ways that units can take (chapter 4.1): costs, stops, and the cheapest way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....table import Below, NotLegal, Refused
from ....words.lazy_dataclass import dataclass
from ..atlas import AREAS, ARROW, CANALS, INVASION, OCEAN, PLAIN, RIVER, ground
from ..cards import EVENTS, GALLEY, NUKE, STAR_WARS, UNITS
from ..state import Empire, Seven
from .building import has_galley_oceans
from .changes import galleys_safe
from .effects import artifacts_of, effects, is_among

LAND, NAVAL, AIR, ANYWHERE = "land", "naval", "air", "anywhere"


@dataclass(slots=True)
class Group:
    """Units that move together (SA-gap-34)."""

    empire: Empire
    units: list[str]
    """Those that move by themselves; what ships carry is not among them."""
    loads: list[str]
    start: str
    coast: int
    """The coast that ships start from."""
    explorer: bool

    @property
    def manner(self) -> str:
        first = UNITS[self.units[0]]
        return ANYWHERE if first.id in (NUKE, STAR_WARS) else first.group

    def size(self) -> int:
        return len(self.units) + len(self.loads)


CANAL_SEAS = frozenset(sea for sea, _ in CANALS)


def bank_holders(game: Seven, empire: Empire, canal: Mapping[str, Any]) -> list[str]:
    """Empires of other players on the banks of a canal who have not opened it in this action."""
    if canal["id"] in game.act.opened:
        return []
    holders = [game.control[bank] for bank in canal["areas"] if bank in game.control]
    owner = game.owners[empire.id]
    return list(dict.fromkeys(one for one in holders if game.owners[one] != owner))


def manner_of(unit: str) -> str:
    return ANYWHERE if unit in (NUKE, STAR_WARS) else UNITS[unit].group


class Ways:
    """Where a group can go.

    asking  also through canals for which other players must be asked first
    """

    def __init__(self, game: Seven, group: Group, *, asking: bool = True) -> None:
        self.game, self.group, self.empire, self.asking = game, group, group.empire, asking
        self.manner = group.manner
        self.points = {unit: self._points(unit) for unit in dict.fromkeys(group.units)}
        self.forbidden = barred(game, group.empire)
        self._rivals: dict[str, list[Empire]] = {}
        self.paved = {effect["terrain"]: effect["amount"] for effect, _ in effects(game, group.empire, "move_cost")}

    def _points(self, unit: str) -> int:
        """SA-4.1-2, SA-4.1-3, specials, and events of this action."""
        points = UNITS[unit].move + (1 if self.group.explorer else 0)
        for effect, _ in effects(self.game, self.empire, "move"):
            if effect.get("where") != "with_leader" and is_among(unit, effect["units"]):
                points += effect["amount"]
        for event in self.game.act.events:
            for effect in EVENTS[event].effects:
                if effect["type"] == "move" and is_among(unit, effect["units"]):
                    points += effect["amount"]
        return points

    def rivals(self, area: str) -> list[Empire]:
        """Other empires with units in an area; nobody comes or goes while ways are looked for."""
        if area not in self._rivals:
            self._rivals[area] = self.game.rivals(self.empire, area)
        return self._rivals[area]

    # ---- one step

    def steps(self, area: str, coast: int) -> Iterator[tuple[str, int, str]]:
        """Areas next to this one that the group can enter, with the coast it is then on and how it enters."""
        here = AREAS[area]
        if self.manner == LAND:
            yield from ((other, 0, RIVER if other in here.rivers else PLAIN) for other in here.land)
            yield from ((other, 0, ARROW) for other, seas in here.arrows.items() if self._arrow_open(seas))
        elif self.manner == AIR:
            yield from ((other, 0, PLAIN) for other in here.around())
        elif here.is_land:
            yield from ((sea, 0, PLAIN) for sea in here.coasts[coast] if self._floats(sea))
        else:
            yield from ((sea, 0, PLAIN) for sea in here.seas if self._floats(sea))
            yield from ((sea, 0, PLAIN) for sea in self._by_canal(area) if self._floats(sea))
            yield from ((land, AREAS[land].coast(area), INVASION) for land in here.land)

    def _arrow_open(self, seas: Sequence[str]) -> bool:
        """Blocked only if all its seas hold units of other empires (SA-4.1-23)."""
        return not all(self.rivals(sea) for sea in seas)

    def _floats(self, sea: str) -> bool:
        """A way that would sink own galleys is refused (SA-4.1-17)."""
        if GALLEY not in self.group.units:
            return True
        if AREAS[sea].kind == OCEAN and not has_galley_oceans(self.game, self.empire):
            return False
        return galleys_safe(self.game, self.empire, sea)

    def _by_canal(self, sea: str) -> list[str]:
        """With the age of the canal, along banks of other players only with their permission (SA-4.1-16)."""
        if sea not in CANAL_SEAS:
            return []
        return [
            other
            for (one, other), canal in CANALS.items()
            if one == sea
            and self.empire.age >= canal["from_age"]
            and canal["id"] not in self.game.act.closed
            and (self.asking or not bank_holders(self.game, self.empire, canal))
        ]

    def cost(self, unit: str, area: str) -> int:
        """Ships and aircraft pay 1; land units by the terrain in the age of the mover (SA-4.1-4, SA-4.1-5)."""
        if self.manner != LAND:
            return 1
        terrain = ground(area, self.empire.age)
        paved = self.paved.get("land", self.paved.get(terrain.id))
        return paved if paved is not None else terrain.move[UNITS[unit].kind]

    # ---- stops

    def stopped_by(self, area: str) -> list[Empire]:
        """Empires that outnumber the mover there: it has less than twice as many units (SA-4.1-10)."""
        there = self.empire.size(area) + self.group.size()
        return [one for one in self.rivals(area) if there < 2 * one.size(area)]

    def may_pass(self, area: str, end: str) -> bool:
        """Whether the group may go on from an area on its way."""
        if self.manner == AIR or not self.rivals(area):
            return True
        if self.manner == LAND:
            return not self.stopped_by(area)
        if AREAS[area].is_land:
            return True  # nobody sees whether ships are there: the move stops when it is carried out (SA-gap-85)
        return all(self.game.control.get(end) != one.id for one in self.stopped_by(area))  # SA-4.1-12

    # ---- whole ways

    def fault(self, end: str, via: Sequence[str]) -> Refused | None:
        """Why a way cannot be taken."""
        if self.manner == ANYWHERE:
            possible = not via and end != self.group.start and end not in self.forbidden
            return None if possible else NotLegal("no_way", {"area": end}, rule="SA-4.1-6")
        left = dict(self.points)
        area, coast = self.group.start, self.group.coast
        for n, following in enumerate((*via, end)):
            step = next((one for one in self.steps(area, coast) if one[0] == following), None)
            if step is None or following in self.forbidden:
                near = sorted({one for one, *_ in self.steps(area, coast)} - set(self.forbidden))
                return NotLegal("no_way", {"area": following, "near": near}, rule="SA-4.1-1")
            if n and not self.may_pass(area, end):
                return NotLegal("must_stop", {"area": area}, rule="SA-4.1-10")
            for unit in left:
                left[unit] -= self.cost(unit, following)
                if left[unit] < 0:
                    return NotLegal("too_far", {"unit": unit, "area": following}, rule="SA-4.1-4")
            area, coast = following, step[1]
        return self.no_end(end)

    def _may_end(self, end: str, via: Sequence[str]) -> bool:
        """Whether a way whose steps and costs are known to be right can end there."""
        if self.manner == NAVAL and not all(self.may_pass(area, end) for area in via):
            return False
        return self.no_end(end) is None

    def no_end(self, end: str) -> Refused | None:
        """Where the move cannot end."""
        if end == self.group.start:
            return NotLegal("no_way", {"area": end}, rule="SA-4.1-1")
        if self.group.loads and not AREAS[end].is_land:
            return NotLegal("loads_need_land", {"area": end}, rule="SA-4.1-8")
        if self.manner == AIR and not AREAS[end].is_land and not self._carried(end):
            return NotLegal("no_landing", {"area": end}, rule="SA-4.1-21")
        return None

    def _carried(self, sea: str) -> bool:
        for area in (sea, *AREAS[sea].around()):
            stack = self.empire.stacks.get(area)
            if stack is not None and any(UNITS[unit].group != "air" for unit in stack.all()):
                return True
        return False

    def stroll(self, below: Below) -> tuple[str, tuple[str, ...]] | None:
        """A way at random: where it ends, and the areas before; None if the first steps lead nowhere."""
        if self.manner == ANYWHERE:
            area = list(AREAS)[below(len(AREAS))]
            return (area, ()) if self.fault(area, ()) is None else None
        found: tuple[str, tuple[str, ...]] | None = None
        left = dict(self.points)
        via: tuple[str, ...] = ()
        area, coast = self.group.start, self.group.coast
        while found is None or below(2):
            steps = [
                (other, shore)
                for other, shore, _ in self.steps(area, coast)
                if other not in self.forbidden and all(left[unit] >= self.cost(unit, other) for unit in left)
            ]
            if not steps:
                break
            other, coast = steps[below(len(steps))]
            left = {unit: points - self.cost(unit, other) for unit, points in left.items()}
            if self.fault(other, via) is None:
                found = (other, via)
            if self.manner == LAND and self.stopped_by(other):
                break
            via, area = (*via, other), other
        return found

    def all(self) -> dict[str, tuple[str, ...]]:
        """Every area the group can reach, with the areas on its cheapest way; the direct way comes first."""
        if self.manner == ANYWHERE:
            return {area: () for area in AREAS if self.fault(area, ()) is None}
        best: dict[str, list[tuple[tuple[int, ...], int]]] = {}
        found: dict[str, tuple[str, ...]] = {}
        units = list(self.points)
        edge: list[tuple[str, int, tuple[int, ...], tuple[str, ...]]] = [
            (self.group.start, self.group.coast, tuple(self.points[unit] for unit in units), ())
        ]
        while edge:
            following = []
            for area, coast, left, via in edge:
                for other, shore, _ in self.steps(area, coast):
                    if other in self.forbidden or other == self.group.start:
                        continue
                    rest = tuple(n - self.cost(unit, other) for unit, n in zip(units, left, strict=True))
                    if min(rest) < 0 or _worse(best.get(other, ()), rest, shore):
                        continue
                    best.setdefault(other, []).append((rest, shore))
                    if other not in found and self._may_end(other, via):
                        found[other] = via
                    if self.manner != LAND or not self.stopped_by(other):
                        following.append((other, shore, rest, (*via, other)))
            edge = following
        return found


def _worse(known: Sequence[tuple[tuple[int, ...], int]], rest: tuple[int, ...], shore: int) -> bool:
    """Whether a way to an area is no better than one that is known already."""
    return any(one_shore == shore and all(a >= b for a, b in zip(one, rest, strict=True)) for one, one_shore in known)


def barred(game: Seven, empire: Empire) -> frozenset[str]:
    """Areas that it may not enter: because of a truce, or because both are democracies (SA-gap-86)."""
    kept_out = [other for pair in game.truces if empire.id in pair.split() for other in pair.split()]
    own = artifacts_of(game, empire)
    for effect, _ in effects(game, empire, "no_entry"):
        kept_out += [
            one.id for one in game.empires() if effect["government"] in one.card and effect["government"] in own
        ]
    others = {one for one in kept_out if one != empire.id}
    return frozenset(area for area, holder in game.control.items() if holder in others)
