"""Ways that units can take (chapter 4.1): costs, stops, and the cheapest way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

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
        else:
            yield from ((sea, 0, PLAIN) for sea in self._waters(area, coast) if self.sinking(sea) is None)
            if not here.is_land:
                yield from ((land, AREAS[land].coast(area), INVASION) for land in here.land)

    def _waters(self, area: str, coast: int) -> Sequence[str]:
        """Seas and oceans that ships come to from here, some of them perhaps too rough for galleys."""
        here = AREAS[area]
        return here.coasts[coast] if here.is_land else (*here.seas, *self._by_canal(area))

    def _arrow_open(self, seas: Sequence[str]) -> bool:
        """Blocked only if all its seas hold units of other empires (SA-4.1-23)."""
        return not all(self.rivals(sea) for sea in seas)

    def sinking(self, sea: str) -> Refused | None:
        """Galleys keep out of oceans (SA-4.1-17), and nobody sends them where they sink (SA-gap-111)."""
        if GALLEY not in self.group.units:
            return None
        if AREAS[sea].kind == OCEAN and not has_galley_oceans(self.game, self.empire):
            return NotLegal("galleys_no_ocean", {"area": sea}, rule="SA-4.1-17")
        if not galleys_safe(self.game, self.empire, sea):
            return NotLegal("galleys_sink", {"area": sea}, rule="SA-gap-111")
        return None

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
            if via or end == self.group.start or end in self.forbidden:
                return NotLegal("no_way", {"area": end}, rule="SA-4.1-6")
            return self.no_end(end, 0) if self.game.fix(2) else None
        left = dict(self.points)
        area, coast = self.group.start, self.group.coast
        for n, following in enumerate((*via, end)):
            step = next((one for one in self.steps(area, coast) if one[0] == following), None)
            if step is None or following in self.forbidden:
                return self._closed(area, coast, following)
            if n and not self.may_pass(area, end):
                return NotLegal("must_stop", {"area": area}, rule="SA-4.1-12" if self.manner == NAVAL else "SA-4.1-10")
            for unit in left:
                left[unit] -= self.cost(unit, following)
                if left[unit] < 0:
                    return NotLegal("too_far", {"unit": unit, "area": following}, rule="SA-4.1-4")
            area, coast = following, step[1]
        return self.no_end(end, coast)

    def _closed(self, area: str, coast: int, following: str) -> Refused:
        """Why a step cannot be taken."""
        if self.manner == NAVAL and following not in self.forbidden and following in self._waters(area, coast):
            fault = self.sinking(following)
            if fault is not None:
                return fault
        near = sorted({one for one, *_ in self.steps(area, coast)} - set(self.forbidden))
        return NotLegal("no_way", {"area": following, "near": near}, rule="SA-4.1-1")

    def no_end(self, end: str, coast: int) -> Refused | None:
        """Where the move cannot end; ships may go round to the other coast of where they were."""
        if end == self.group.start and (coast == self.group.coast or not self.game.fix(2)):
            return NotLegal("no_way", {"area": end}, rule="SA-4.1-1")
        if self.group.loads and not AREAS[end].is_land:
            return NotLegal("loads_need_land", {"area": end}, rule="SA-4.1-8")
        flies = self.manner == AIR or NUKE in self.group.units
        if flies and not AREAS[end].is_land and not self._carried(end):
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
        """Every area the group can reach, with the areas on its shortest way; the direct way comes first."""
        found: dict[str, tuple[str, ...]] = {}
        for (area, _), via in self.landings().items():
            found.setdefault(area, via)
        return found

    def landings(self) -> dict[tuple[str, int], tuple[str, ...]]:
        """The same for each coast: a ship may come to one from either side."""
        if self.manner == ANYWHERE:
            return {(area, 0): () for area in AREAS if self.fault(area, ()) is None}
        known: dict[tuple[str, int], list[_Leg]] = {}
        found: dict[tuple[str, int], tuple[str, ...]] = {}
        edge = [_Leg(self.group.start, self.group.coast, tuple(self.points.values()), (), frozenset())]
        exact = self.game.fix(2)
        while edge:
            following = []
            for leg in edge:
                for other, shore, _ in self.steps(leg.area, leg.coast):
                    rest = tuple(n - self.cost(unit, other) for unit, n in zip(self.points, leg.left, strict=True))
                    if other in self.forbidden or min(rest) < 0:
                        continue
                    here = _Leg(other, shore, rest, leg.way, leg.met)
                    place = other, shore
                    if any(one.left_over(here) and (one.met <= here.met or not exact) for one in known.get(place, ())):
                        continue
                    known.setdefault(place, []).append(here)
                    if place not in found and self._may_end(here):
                        found[place] = here.way
                    if other != self.group.start and (self.manner != LAND or not self.stopped_by(other)):
                        following.append(_Leg(other, shore, rest, (*leg.way, other), self._met(here)))
            edge = following
        return found

    def _met(self, leg: _Leg) -> frozenset[str]:
        """Whom ships have passed that outnumber them: the way cannot end in an area of theirs (SA-4.1-12)."""
        if self.manner != NAVAL or AREAS[leg.area].is_land:
            return leg.met
        return leg.met | {one.id for one in self.stopped_by(leg.area)}

    def _may_end(self, leg: _Leg) -> bool:
        """Whether a way whose steps and costs are known to be right can end there."""
        return self.game.control.get(leg.area) not in leg.met and self.no_end(leg.area, leg.coast) is None


class _Leg(NamedTuple):
    """How far a group has come."""

    area: str
    coast: int
    left: tuple[int, ...]
    """Points of each kind of unit."""
    way: tuple[str, ...]
    """The areas before this one."""
    met: frozenset[str]

    def left_over(self, other: _Leg) -> bool:
        """Whether no unit has fewer points left than on another way."""
        return all(a >= b for a, b in zip(self.left, other.left, strict=True))


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
