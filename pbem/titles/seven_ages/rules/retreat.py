"""Retreat from a conflict (SA-4.2-23, SA-4.2-28 to SA-4.2-30)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any

from ....table import END, Answer, Ask, Below, Choices, Choose, Chosen, Compose, NotLegal, Refused, Rule, Together
from ..atlas import AREAS, OCEAN, RIVER
from ..cards import GALLEY, LANGUAGE, MANOEUVRE, UNITS
from ..state import Empire, Fighter, Seven, Stack
from .asking import well_formed
from .building import has_galley_oceans
from .changes import galleys_safe, pieces, tell_losses
from .commitment import tactician
from .fights import lose_fighters
from .pursuit import pursued

RETREAT = LANGUAGE["conflict_retreat"]
STAND = ("stand",)
TO, EACH = "retreat to", "retreat"
Item = tuple[str, int | None, str]
"""Unit, how many if more than one, and where they go."""
Led = tuple[tuple[str, ...], str]
"""Leaders who go along to an area."""


def may_retreat(game: Seven, side: int) -> bool:
    """If the enemy has battle unrest; with a tactician also if either side has (SA-4.2-28)."""
    fight = game.battle
    if not havens(game, side):
        return False
    if fight.sides[1 - side].unrest:
        return True
    return bool(fight.sides[side].unrest) and tactician(game, side) is not None


def havens(game: Seven, side: int) -> list[str]:
    """Adjacent own areas without foreign units (SA-4.2-29)."""
    fight = game.battle
    empire = game.empire(fight.sides[side].empire)
    return [
        area
        for area in AREAS[fight.area].around()
        if game.control.get(area) == empire.id and area in empire.stacks and not game.rivals(empire, area)
    ]


def can_enter(game: Seven, empire: Empire, fighter: Fighter, area: str) -> bool:
    """One step by the adjacency of its class (SA-gap-89)."""
    unit, _, coast = fighter
    here, there = AREAS[game.battle.area], AREAS[area]
    group = UNITS[unit].group
    if group == "air":
        return True  # the haven already holds one of its units; that or those that go along fulfil SA-4.1-21
    if group == "naval":
        if here.is_land:
            return area in here.coasts[coast] and _floats(game, empire, unit, area)
        return area in here.seas and _floats(game, empire, unit, area) if not there.is_land else area in here.land
    return there.is_land and (area in here.land or _arrow_open(game, empire, here.arrows.get(area)))


def _floats(game: Seven, empire: Empire, unit: str, area: str) -> bool:
    if unit != GALLEY:
        return True
    return galleys_safe(game, empire, area) and (AREAS[area].kind != OCEAN or has_galley_oceans(game, empire))


def _arrow_open(game: Seven, empire: Empire, seas: tuple[str, ...] | None) -> bool:
    """SA-4.1-23."""
    return seas is not None and not all(game.rivals(empire, sea) for sea in seas)


def reachable(game: Seven, side: int) -> list[str]:
    """Havens that at least one unit can go to."""
    own = game.battle.sides[side]
    empire = game.empire(own.empire)
    fighters = [*own.fresh, *own.spent]
    return [area for area in havens(game, side) if any(can_enter(game, empire, one, area) for one in fighters)]


def retreat(game: Seven, side: int, *, forced: bool = False) -> Rule:
    """Stay or retreat; returns whether the side has retreated. Units without a way out are lost."""
    own = game.battle.sides[side]
    if forced and not havens(game, side):
        flee(game, side, {}, {})
        return True
    plan = RetreatPlan(game, side, forced)
    answers = yield Together({own.seat: plan.ask()}, forced=True)
    answer = answers[own.seat]
    if answer == STAND and not forced:
        return False
    yield from pursued(game, side)
    flee(game, side, plan.destinations(answer), plan.led(answer))
    return True


class RetreatPlan:
    """One question about a retreat: to one area or two, or unit by unit (SA-4.2-29)."""

    def __init__(self, game: Seven, side: int, forced: bool) -> None:
        self.game, self.forced = game, forced
        self.own = game.battle.sides[side]
        self.empire = game.empire(self.own.empire)
        self.areas = reachable(game, side)
        self.leaders = Counter(one.id for one in self.empire.leaders if one.area == game.battle.area)

    def fighters(self) -> list[Fighter]:
        return [*self.own.fresh, *self.own.spent]

    def open_to(self, fighter: Fighter) -> list[str]:
        return [area for area in self.areas if can_enter(self.game, self.empire, fighter, area)]

    # ---- what is legal

    def fault(self, answer: Answer) -> Refused | None:
        if answer == STAND:
            return NotLegal("must_retreat", {}, rule="SA-4.2-23") if self.forced and self.areas else None
        if answer[0] == TO:
            known = all(area in self.areas for area in answer[1]) and len(set(answer[1])) == len(answer[1])
            return None if known else NotLegal("no_retreat_there", {"areas": self.areas}, rule="SA-4.2-29")
        return self.wrong_units(answer[1]) or self.wrong_leaders(answer[1], answer[2])

    def wrong_units(self, items: tuple[Item, ...]) -> Refused | None:
        if items != merged(items):
            return NotLegal("not_among_legal")
        if any(area not in self.areas for _, _, area in items):
            return NotLegal("no_retreat_there", {"areas": self.areas}, rule="SA-4.2-29")
        named = Counter(unit for unit, n, _ in items for _ in range(n or 1))
        goes = Counter(fighter[0] for fighter in self.fighters() if self.open_to(fighter))
        if named != goes:
            return NotLegal("retreat_all", {"units": dict(goes)}, rule="SA-4.2-29")
        if sum(len(area) > 0 for area in self.assigned(items)) < goes.total():
            return NotLegal("no_retreat_there", {"areas": self.areas}, rule="SA-4.2-29")
        return None

    def wrong_leaders(self, items: tuple[Item, ...], led: Led | None) -> Refused | None:
        if led is None:
            return None
        if Counter(led[0]) - self.leaders:
            return NotLegal("leader_not_there", {"area": self.game.battle.area}, rule="SA-gap-46")
        if led[1] not in [area for _, _, area in items]:
            return NotLegal("leader_alone", {"area": led[1]}, rule="SA-gap-46")
        return None

    def assigned(self, items: tuple[Item, ...]) -> list[str]:
        """By fighter, the area that it goes to, "" for none: of several alike one that can reach it."""
        left = Counter({(unit, area): n or 1 for unit, n, area in items})
        found = []
        for fighter in self.fighters():
            area = next((one for one in self.open_to(fighter) if left[fighter[0], one] > 0), "")
            left[fighter[0], area] -= 1
            found.append(area)
        return found

    def destinations(self, answer: Answer) -> dict[Fighter, list[str]]:
        """By kind of fighter, where those of it go, one after another."""
        found: dict[Fighter, list[str]] = {}
        if answer[0] == EACH:
            goals = self.assigned(answer[1])
        elif answer == STAND:
            goals = [""] * len(self.fighters())
        else:  # all that can reach the first area go there, the rest to the next
            goals = [next((one for one in answer[1] if one in self.open_to(each)), "") for each in self.fighters()]
        for fighter, area in zip(self.fighters(), goals, strict=True):
            found.setdefault(fighter, []).append(area)
        return found

    def led(self, answer: Answer) -> dict[str, list[str]]:
        """By area, leaders who go there: those who are not named go with the first units (SA-gap-46)."""
        if answer[0] != EACH:
            return {}
        named = {answer[2][1]: list(answer[2][0])} if answer[2] is not None else {}
        rest = self.leaders - Counter(name for names in named.values() for name in names)
        first = answer[1][0][2]
        return {**named, first: [*named.get(first, ()), *rest.elements()]}

    # ---- answers

    def means(self, answer: Answer) -> Answer:
        return (EACH, merged(answer[1]), answer[2]) if answer[0] == EACH else answer

    def some(self) -> Iterator[Answer]:
        if not (self.forced and self.areas):
            yield STAND
        yield from ((TO, chosen) for n in (1, 2) for chosen in permutations(self.areas, n))

    def pick(self, below: Below) -> Answer:
        if below(3) == 0 and self.areas:
            items = tuple((f[0], None, areas[below(len(areas))]) for f in self.fighters() if (areas := self.open_to(f)))
            names = list(self.leaders)
            led = ((names[below(len(names))],), items[below(len(items))][2]) if names and below(2) else None
            return (EACH, merged(items), led)
        found = list(self.some())
        return found[below(len(found))]

    def next(self, verb: str, key: str, chosen: Chosen) -> Choices:
        """Areas in their order; or each unit with an area that it can still go to, and leaders with some of them."""
        if verb == TO:
            return [{key: area} for area in self.areas if area not in chosen.get(key, ())]
        items = [(one["unit"], None, one["to"]) for one in chosen.get("unit", ())]
        led: Counter[str] = Counter(chosen.get("leaders", ()))
        if key == "leaders":
            return [{key: name} for name, n in self.leaders.items() if led[name] < n]
        if key == "to":
            return [{key: area} for area in dict.fromkeys(area for _, _, area in items)] if led else []
        kinds = dict.fromkeys(fighter[0] for fighter in self.fighters())
        more = [(unit, area) for unit in kinds for area in self.areas]
        return [{key: {"unit": unit, "to": area}} for unit, area in more if self._goes_on([*items, (unit, None, area)])]

    def _goes_on(self, items: list[Item]) -> bool:
        """Whether so many units of these kinds can go to these areas together."""
        wanted = merged(tuple(items))
        return sum(len(area) > 0 for area in self.assigned(wanted)) == len(items)

    def default(self) -> Answer:
        if not self.forced or not self.areas:
            return STAND
        return (TO, (max(self.areas, key=self.empire.size),))

    def shown(self, answer: Answer) -> object:
        """Others see how many go where, and on which coast ships will lie; not which units they are."""
        if answer[0] != EACH:
            return answer
        counted: Counter[str] = Counter()
        for fighter, area in zip(self.fighters(), self.assigned(answer[1]), strict=True):
            counted[f"{area} {fighter[2]}"] += 1
        return [dict(sorted(counted.items())), answer[2]]

    def ask(self) -> Ask:
        area, empire = self.game.battle.area, self.own.empire
        more: dict[str, Any] = {
            "private": True,
            "default": self.default,
            "values": {"area": area, "empire": empire, "forced": self.forced},
            "context": {"in": area, "for": empire, "subject": empire},
        }
        if not self.areas:  # nothing to choose, but that is a secret
            return Choose(self.own.seat, RETREAT, [STAND], why=self.fault, **more)
        return Compose(
            self.own.seat,
            RETREAT,
            self.some,
            self.pick,
            well_formed(RETREAT, self.fault),
            self.next,
            means=self.means,
            secret=lambda answer: END if answer[0] == EACH else None,
            shown=self.shown,
            **more,
        )


def merged(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Each unit and area once; the order stays, as leaders go with the first of them."""
    counted: Counter[tuple[str, str]] = Counter()
    for unit, n, area in items:
        counted[unit, area] += n if n is not None else 1
    return tuple((unit, n if n != 1 else None, area) for (unit, area), n in counted.items())


def flee(game: Seven, side: int, destinations: Mapping[Fighter, list[str]], led: Mapping[str, list[str]]) -> None:
    """Units go where they were told, leaders where units of theirs go, else with the first (SA-gap-46)."""
    fight = game.battle
    own = fight.sides[side]
    empire = game.empire(own.empire)
    lost: list[Fighter] = []
    gone: dict[str, int] = {}
    arrived: list[tuple[str, str]] = []
    led_to: list[list[str]] = []
    left = {fighter: list(areas) for fighter, areas in destinations.items()}
    for fighter in [*own.fresh, *own.spent]:
        area = left[fighter].pop(0) if left.get(fighter) else ""
        if not area:
            lost.append(fighter)
            continue
        arrive(game, empire, fighter, area)
        arrived.append((fighter[0], area))
        gone[area] = gone.get(area, 0) + 1
    own.fresh, own.spent = [], []
    lose_fighters(game, own, lost)
    places = {area: list(names) for area, names in led.items() if area in gone}
    for leader in [one for one in empire.leaders if one.area == fight.area] if gone else ():
        area = next((one for one, names in places.items() if leader.id in names), "")
        if area:
            places[area].remove(leader.id)
        leader.area = area or next(iter(gone))
        led_to.append([leader.id, leader.area])
    game.note("retreated", empire=empire.id, area=fight.area, units=gone, lost=len(lost), leaders=led_to, reveals=True)
    game.note("retreated_units", seen_by=(own.seat,), empire=empire.id, pieces=pieces(arrived))
    tell_losses(game, empire, [(fighter[0], fight.area) for fighter in lost])


def arrive(game: Seven, empire: Empire, fighter: Fighter, area: str) -> None:
    unit, _, _ = fighter
    there = AREAS[area]
    coast = 0
    if UNITS[unit].kind == "naval" and there.is_land:
        coast = there.coast(game.battle.area)
    stack = empire.stacks.setdefault(area, Stack())
    if game.acts and game.act.action == MANOEUVRE and game.act.empire == empire.id:
        stack.arrived.append((unit, RIVER if game.battle.area in there.rivers else "plain", coast))
    else:
        (stack.far if coast else stack.units).append(unit)
