"""Moving units: the question and carrying it out (chapter 4.1)."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, pairwise

from ....table import END as TO_THE_END
from ....table import Answer, Below, Choices, Chosen, Compose, NotLegal, Refused
from ..atlas import AREAS, CANALS, PLAIN
from ..cards import EXPLORER, LANGUAGE, NUKE, STAR_WARS, UNITS
from ..state import Empire, Leader, Seven, Stack
from .asking import well_formed
from .changes import aftermath, settle
from .commitment import Counted, counted, listed
from .ways import AIR, ANYWHERE, LAND, NAVAL, Group, Ways, bank_holders, manner_of

MOVE = LANGUAGE["move_units"]
END = ("end moves",)
MOST_LISTED = 400
MOST_WAYS, MOST_FLEETS = 200, 60
_IMPASSABLE = ("too_far", "no_way", "must_stop", "galleys_sink", "galleys_no_ocean")


def rested(stack: Stack) -> Counter[str]:
    """Units that have not moved yet in this action."""
    return Counter([*stack.units, *stack.far])


def leaders_in(empire: Empire, area: str) -> list[Leader]:
    return [leader for leader in empire.leaders if leader.area == area and not leader.moved]


def coasts_of(stack: Stack, ships: Counter[str]) -> list[int]:
    """Coasts from which these ships can leave together."""
    return [n for n, here in enumerate((stack.units, stack.far)) if not ships - Counter(here)]


class Mover:
    """One question about moves: an answer taken apart, and whether it is legal."""

    def __init__(self, game: Seven, empire: Empire) -> None:
        self.game, self.empire = game, empire

    def group(self, answer: Answer) -> Group | Refused:
        """The units that an answer names; ships on both coasts leave by the one where its way begins."""
        found = self.groups(answer)
        if isinstance(found, Refused):
            return found
        _, _, start, end, (via, *_) = answer
        if len(found) == 1:
            return found[0]
        first = via[0] if via else end
        return next((one for one in found if first in AREAS[start].coasts[one.coast]), found[0])

    def groups(self, answer: Answer) -> list[Group] | Refused:
        """The same for each coast that the units can leave by."""
        _, units, start, _, (_, led, ships) = answer
        stack = self.empire.stacks.get(start)
        moving, carriers = counted(units), counted(ships or ())
        if stack is None or (moving + carriers) - rested(stack):
            return NotLegal("units_not_there", {"area": start}, rule="SA-gap-84")
        if units != listed(moving) or (ships is not None and ships != listed(carriers)):
            return NotLegal("not_among_legal")
        fault = self._not_together(moving, carriers) or self._wrong_leaders(start, led, moving)
        if fault is not None:
            return fault
        walking = carriers if carriers else moving
        coasts = [0]
        if AREAS[start].is_land and manner_of(next(iter(walking))) == NAVAL:
            coasts = coasts_of(stack, walking)[: None if self.game.fix(2) else 1]
            if not coasts:
                return NotLegal("two_coasts", {"area": start}, rule="SA-4.1-15")
        explorer = any(leader.kind == EXPLORER for leader in self.leaders(start, led))
        going, loads = list(walking.elements()), list(moving.elements()) if carriers else []
        return [Group(self.empire, going, loads, start, coast, explorer) for coast in coasts]

    def leaders(self, start: str, led: Sequence[str] | None) -> list[Leader]:
        left = leaders_in(self.empire, start)
        found = []
        for name in led or ():
            leader = next((one for one in left if one.id == name), None)
            if leader is not None:
                left.remove(leader)
                found.append(leader)
        return found

    def _by_name(self, start: str, led: Sequence[str] | None) -> tuple[str, ...] | None:
        """A leader may be called by kind: `with tactician` takes whoever is one there, named or not."""
        left, found = leaders_in(self.empire, start), []
        for name in led or ():
            there = [one for one in left if one.id == name] or [one for one in left if one.kind == name]
            if there:
                left.remove(there[0])
            found.append(there[0].id if there else name)
        return tuple(found) if led is not None else None

    def _not_together(self, moving: Counter[str], carriers: Counter[str]) -> Refused | None:
        """Land units, ships and aircraft move separately; a ship carries one unit, never another ship (SA-4.1-8)."""
        if carriers:
            capacity = sum(UNITS[unit].carries * n for unit, n in carriers.items())
            if any(UNITS[unit].kind != "naval" for unit in carriers) or capacity < moving.total():
                return NotLegal("not_carried", {"number": capacity}, rule="SA-4.1-8")
            if any(manner_of(unit) not in (LAND, AIR) for unit in moving):
                return NotLegal("not_carried", {"number": capacity}, rule="SA-4.1-8")
        elif len({manner_of(unit) for unit in moving}) > 1:
            return NotLegal("not_together", {}, rule="SA-gap-34")
        return None

    def _wrong_leaders(self, start: str, led: Sequence[str] | None, moving: Counter[str]) -> Refused | None:
        if not led:
            return None
        if len(self.leaders(start, led)) < len(led):
            return NotLegal("leader_not_there", {"area": start}, rule="SA-4.1-7")
        if any(manner_of(unit) == ANYWHERE for unit in moving):
            return NotLegal("leader_stays", {}, rule="SA-4.1-7")
        return None

    def leaves_garrison(self, group: Group) -> bool:
        """One non-air unit stays in each land area that it controls by one (SA-4.1-22, SA-gap-33)."""
        start = group.start
        if not AREAS[start].is_land or self.game.control.get(start) != self.empire.id:
            return True
        here = [unit for unit in self.empire.stacks[start].all() if UNITS[unit].group != "air"]
        going = [unit for unit in (*group.units, *group.loads) if UNITS[unit].group != "air"]
        return not going or len(here) > len(going)

    def fault(self, answer: Answer) -> Refused | None:
        if answer == END:
            return None
        group = self.group(answer)
        if isinstance(group, Refused):
            return group
        if not self.leaves_garrison(group):
            return NotLegal("garrison", {"area": group.start}, rule="SA-4.1-22")
        end, via = answer[3], answer[4][0] or ()
        if answer[4][0] == ():
            return NotLegal("not_among_legal")
        return Ways(self.game, group).fault(end, via)

    def means(self, answer: Answer) -> Answer:
        """Units in order; the way filled in: the direct one, else the cheapest."""
        if answer == END:
            return answer
        _, units, start, end, (via, led, ships) = answer
        units = listed(counted(units))
        ships = listed(counted(ships)) if ships is not None else None
        led = self._by_name(start, led)
        whole: Answer = ("move", units, start, end, (via, led, ships))
        if via is not None:
            return whole
        groups = self.groups(whole)
        direct = self.group(whole)
        if isinstance(groups, Refused) or isinstance(direct, Refused):
            return whole
        if Ways(self.game, direct).fault(end, ()) is None:
            return whole
        way = next((way for (area, _), way in self.ways(groups).items() if area == end), None)
        return ("move", units, start, end, (way or None, led, ships))

    def ways(self, groups: Sequence[Group]) -> dict[tuple[str, int], tuple[str, ...]]:
        """The coasts where units can go, with the shortest way; others are asked only where no way leads otherwise."""
        free = self._landings(groups, asking=False)
        if groups[0].manner != NAVAL or not any(bank_holders(self.game, self.empire, one) for one in CANALS.values()):
            return free
        return {**self._landings(groups, asking=True), **free}

    def _landings(self, groups: Sequence[Group], *, asking: bool) -> dict[tuple[str, int], tuple[str, ...]]:
        found: dict[tuple[str, int], tuple[str, ...]] = {}
        ways = [Ways(self.game, group, asking=asking) for group in groups]
        if not self.game.fix(2):
            return {(area, 0): way for area, way in ways[0].all().items()}
        either = [one for way in ways for one in way.landings().items()]
        for place, via in sorted(either, key=lambda one: len(one[1])):
            found.setdefault(place, via)
        return found

    def on_far_coasts(self, answer: Answer) -> list[int]:
        """How many ships leave a second coast, and how many will lie on one: everybody sees both."""
        group = self.group(answer)
        if isinstance(group, Refused) or group.manner != NAVAL:
            return [0, 0]
        end, via = answer[3], answer[4][0] or ()
        last = via[-1] if via else group.start
        arrives = AREAS[end].is_land and last in AREAS[end].seas and AREAS[end].coast(last)
        return [len(group.units) if group.coast else 0, len(group.units) if arrives else 0]

    # ---- answers

    def stacks(self) -> list[str]:
        return [area for area in self.empire.areas() if rested(self.empire.stacks[area])]

    def some(self) -> Iterator[Answer]:
        """One unit of each type to wherever it can go."""
        yield END
        n = 0
        for area in self.stacks():
            for unit in rested(self.empire.stacks[area]):
                for answer in self.moves_of(((unit, None),), area):
                    yield answer
                    n += 1
                    if n >= MOST_LISTED:
                        return

    def moves_of(self, units: Counted, area: str) -> list[Answer]:
        groups = self.groups(("move", units, area, area, (None, None, None)))
        if isinstance(groups, Refused) or not self.leaves_garrison(groups[0]):
            return []
        return [("move", units, area, end, (way or None, None, None)) for (end, _), way in self.ways(groups).items()]

    def next(self, verb: str, key: str, chosen: Chosen) -> Choices:
        """Units with the area that they are in, then where they can go, on foot or aboard."""
        start = chosen.get("from")
        if key in ("unit", "from"):
            return self._leaving(key, chosen)
        if start not in self.stacks():
            return []
        if key == "aboard":
            return [{key: unit} for unit in self._free_ships(chosen)]
        if key == "with":
            led: Counter[str] = Counter(chosen.get(key, ()))
            here = Counter(one.id for one in leaders_in(self.empire, start))
            anywhere = any(manner_of(unit) == ANYWHERE for unit in chosen.get("unit", ()))
            return [] if anywhere else [{key: name} for name in here if led[name] < here[name]]
        groups = self._groups_of(chosen)
        if key == "to":
            ends = dict.fromkeys(end for some in groups for end, _ in self.ways(some))
            return [{key: end} for end in ends]
        return [{key: area} for area in self._through(groups, chosen)]

    def _leaving(self, key: str, chosen: Chosen) -> Choices:
        """Units that can leave together with those chosen."""
        units, taken = chosen.get("unit", ()), Counter([*chosen.get("unit", ()), *chosen.get("aboard", ())])
        found = []
        for area in self.stacks() if key == "from" or "from" not in chosen else [chosen["from"]]:
            here = rested(self.empire.stacks[area])
            if taken - here:
                continue
            if key == "from":
                found.append({key: area})
                continue
            for unit in here - taken:
                if self._groups_of({**chosen, "unit": [*units, unit], "from": area}):
                    found.append({key: unit, "from": area})
        return found

    def _free_ships(self, chosen: Chosen) -> list[str]:
        """Ships of the area that can carry what is chosen."""
        units = chosen.get("unit", ())
        if any(manner_of(unit) not in (LAND, AIR) for unit in units):
            return []
        taken = Counter([*units, *chosen.get("aboard", ())])
        here = rested(self.empire.stacks[chosen["from"]]) - taken
        return [unit for unit in here if UNITS[unit].kind == "naval" and UNITS[unit].carries]

    def _groups_of(self, chosen: Chosen) -> list[list[Group]]:
        """As whom the chosen units can leave: by themselves, and where no ships are chosen yet, aboard any that fit."""
        start, units = chosen["from"], listed(Counter(chosen.get("unit", ())))
        led = tuple(chosen.get("with", ())) or None
        boarded: Counter[str] = Counter(chosen.get("aboard", ()))
        fleets = [boarded, *(self._fleets(chosen) if not boarded else ())]
        found = []
        for fleet in fleets:
            some = self.groups(("move", units, start, start, (None, led, listed(fleet) if fleet else None)))
            if units and not isinstance(some, Refused) and self.leaves_garrison(some[0]):
                found.append(some)
        return found

    def _fleets(self, chosen: Chosen) -> Iterator[Counter[str]]:
        """Ships of the area that can carry what is chosen, as few of each kind as suffice; not all of very many."""
        size, kinds = len(chosen["unit"]), self._free_ships({**chosen, "aboard": []})
        here = rested(self.empire.stacks[chosen["from"]])
        ships = [kind for kind in kinds for _ in range(min(here[kind], size))]
        every = (one for n in range(1, min(size, len(ships)) + 1) for one in combinations(ships, n))
        for fleet in islice(dict.fromkeys(islice(every, MOST_WAYS)), MOST_FLEETS):
            if sum(UNITS[kind].carries for kind in fleet) >= size:
                yield Counter(fleet)

    def _through(self, groups: list[list[Group]], chosen: Chosen) -> list[str]:
        """The next area of the way, wherever it can still lead to the end that is chosen, or to any."""
        via: tuple[str, ...] = tuple(chosen.get("via", ()))
        found: dict[str, None] = {}
        for group in (one for some in groups for one in some):
            ways = Ways(self.game, group)
            found.update(
                (area, None)
                for area in self._steps(ways, via)
                if self._leads_on(ways, (*via, area), chosen.get("to", ""))
            )
        return list(found)

    def _steps(self, ways: Ways, via: tuple[str, ...]) -> list[str]:
        """Areas next to the last one of a way."""
        area, coast = ways.group.start, ways.group.coast
        if ways.manner == ANYWHERE:
            return []
        for following in via:
            there = next((step for step in ways.steps(area, coast) if step[0] == following), None)
            if there is None:
                return []
            area, coast, _ = there
        return [one for one, _, _ in ways.steps(area, coast) if one not in ways.forbidden]

    def _leads_on(self, ways: Ways, via: tuple[str, ...], end: str) -> bool:
        """Whether a way can go on to an end; where there are too many to look at, it is taken to be so."""
        open_ways = deque([via])
        for _ in range(MOST_WAYS):
            if not open_ways:
                return False
            way = open_ways.popleft()
            for area in self._steps(ways, way):
                fault = ways.fault(area, way)
                if fault is None and end in ("", area):
                    return True
                if fault is None or fault.key not in _IMPASSABLE or area == ways.group.start:
                    open_ways.append((*way, area))
        return True

    def pick(self, below: Below) -> Answer:
        areas = self.stacks()
        if not areas or below(5) == 0:
            return END
        for _ in range(4):
            answer = self._random_move(areas[below(len(areas))], below)
            if answer is not None:
                return answer
        return END

    def _random_move(self, area: str, below: Below) -> Answer | None:
        units = rested(self.empire.stacks[area])
        manner = manner_of(list(units.elements())[below(units.total())])
        alike = {unit: n for unit, n in units.items() if manner_of(unit) == manner}
        chosen = Counter({unit: below(n + 1) for unit, n in alike.items()})
        if not chosen.total():
            chosen = Counter([next(iter(alike))])
        ships: Counter[str] = Counter()
        if manner in (LAND, AIR) and below(2):
            for unit in units.elements():
                if UNITS[unit].kind == "naval" and ships.total() < chosen.total():
                    ships[unit] += 1
            chosen = Counter(list(chosen.elements())[: ships.total()]) if ships else chosen
        leaders = [leader.id for leader in leaders_in(self.empire, area)]
        led = (leaders[below(len(leaders))],) if leaders and manner != ANYWHERE and below(2) else None
        answer: Answer = ("move", listed(chosen), area, area, (None, led, listed(ships) if ships else None))
        groups = self.groups(answer)
        if isinstance(groups, Refused) or not self.leaves_garrison(groups[0]):
            return None
        group = groups[below(len(groups))] if groups[1:] else groups[0]
        way = Ways(self.game, group).stroll(below)
        if way is None:
            return None
        return (*answer[:3], way[0], (way[1] or None, *answer[4][1:]))


def move_ask(game: Seven, empire: Empire) -> Compose:
    """A group from one area to another, or the end of the moves; others see numbers and ways, not types."""
    mover = Mover(game, empire)

    def shown(answer: Answer) -> object:
        if answer == END:
            return "end"
        _, units, start, end, (via, led, ships) = answer
        number = counted(units).total() + counted(ships or ()).total()
        return [number, start, end, list(via or ()), list(led or ()), mover.on_far_coasts(answer)]

    return Compose(
        game.owners[empire.id],
        MOVE,
        mover.some,
        mover.pick,
        well_formed(MOVE, mover.fault),
        mover.next,
        means=mover.means,
        private=True,
        secret=lambda answer: None if answer == END else TO_THE_END,
        shown=shown,
        default=lambda: END,
        values={"empire": empire.id},
        context={"subject": empire.id, "for": empire.id},
    )


# ---- carrying it out


def foreign_canals(game: Seven, empire: Empire, answer: Answer) -> list[tuple[str, list[str]]]:
    """Canals on the way of a move, with the empires of other players on their banks (SA-4.1-16)."""
    _, units, start, end, (via, _, ships) = answer
    if manner_of((ships or units)[0][0]) != NAVAL:
        return []
    way = (start, *(via or ()), end)
    passed = [CANALS[pair] for pair in pairwise(way) if pair in CANALS]
    found = [(str(canal["id"]), bank_holders(game, empire, canal)) for canal in passed]
    return [(canal, holders) for canal, holders in found if holders]


def carry_out(game: Seven, empire: Empire, answer: Answer) -> None:
    """The group moves along its way, and stops where it meets what it could not see (SA-gap-85)."""
    mover = Mover(game, empire)
    group = mover.group(answer)
    assert isinstance(group, Group)
    _, _, start, end, (via, led, _) = answer
    leaders = mover.leaders(start, led)
    if NUKE in group.units and any(STAR_WARS in one.stacks[end].all() for one in game.rivals(empire, end)):
        game.note("turned_back", empire=empire.id, area=end, reveals=True)  # SA-4.1-19, as in SA-gap-85
        return
    ways = Ways(game, group)
    stop, coast, way = end, 0, PLAIN
    if ways.manner != ANYWHERE:
        stop, coast, way = follow(game, ways, (*(via or ()), end))
    depart(empire, group)
    stack = empire.stacks.setdefault(stop, Stack())
    stack.arrived += [(unit, way, coast if UNITS[unit].kind == "naval" else 0) for unit in (*group.units, *group.loads)]
    for leader in leaders:
        leader.area, leader.moved = stop, True
    if stop not in game.control:
        game.control[stop] = empire.id
    settle(game, start)
    game.note(
        "moved",
        empire=empire.id,
        number=group.size(),
        start=start,
        end=stop,
        via=list(via or ()),
        leaders=[leader.id for leader in leaders],
        stopped=stop != end,
        reveals=stop != end,
    )
    types = dict(Counter((*group.units, *group.loads)))
    game.note("moved_units", seen_by=(game.owners[empire.id],), empire=empire.id, units=types)
    aftermath(game)


def follow(game: Seven, ways: Ways, areas: Sequence[str]) -> tuple[str, int, str]:
    """Where the group really ends, on which coast, and how it entered."""
    area, coast, way = ways.group.start, ways.group.coast, PLAIN
    for n, following in enumerate(areas):
        _, coast, way = next(one for one in ways.steps(area, coast) if one[0] == following)
        area = following
        if n < len(areas) - 1 and halted(game, ways, area):
            break
    return area, coast, way


def halted(game: Seven, ways: Ways, area: str) -> bool:
    """Ships stop at foreign ships on a coast, aircraft at foreign aircraft, unless they are twice as many."""
    empire = ways.empire
    for other in game.rivals(empire, area):
        theirs = [unit for unit in other.stacks[area].all() if UNITS[unit].group == ways.manner]
        if not theirs:
            continue
        if ways.manner == NAVAL and AREAS[area].is_land and other in ways.stopped_by(area):  # SA-4.1-14
            return True
        if ways.manner == AIR:  # SA-4.1-20
            there = empire.stacks.get(area)
            own = len(ways.group.units) + sum(UNITS[unit].group == "air" for unit in (there.all() if there else ()))
            if own < 2 * len(theirs):
                return True
    return False


def depart(empire: Empire, group: Group) -> None:
    stack = empire.stacks[group.start]
    ships = [unit for unit in group.units if UNITS[unit].kind == "naval"]
    for unit in (*group.units, *group.loads):
        here = stack.far if unit in ships and group.coast else stack.units
        here.remove(unit)
