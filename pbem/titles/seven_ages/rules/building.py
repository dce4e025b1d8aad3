"""Building units, forts and elite markers, at a start and in production (chapter 2.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ....table import END, Answer, AskKind, Below, Choices, Chosen, Compose, NotLegal, Refused, Rule
from ..atlas import AREAS, OCEAN
from ..cards import COSTS, COUNTERS, ELEPHANT, EMPIRES, LANGUAGE, START, UNITS
from ..state import Empire, Seven
from .asking import well_formed
from .changes import pieces, put_unit
from .effects import effects, number, unit_cost

BUILD, START_UNITS = LANGUAGE["build_units"], LANGUAGE["start_units"]
SAVE = ("save",)
Item = tuple[str, int | None, str, str | None]
"""Unit, how many if more than one, area, and a sea of the coast if it is not the first one."""


def available(game: Seven, empire: Empire, unit: str, on_map: Counter[str]) -> int:
    """How many more of a unit it can have (SA-2.3-7, SA-2.3-13, SA-gap-24)."""
    one = UNITS[unit]
    if unit == ELEPHANT:
        return len(empire.elephants) - on_map[ELEPHANT]
    if one.common:
        return game.weapons[unit] if game.top_step() >= one.step else 0
    return COUNTERS[empire.colour].get(one.counter, 0) - on_map[one.id] - on_map[one.flip]


def first_step(empire: Empire, unit: str) -> int:
    """When it can be built (SA-2.3-1)."""
    early = EMPIRES[empire.id].effects.get("early_unit", ())
    return UNITS[unit].step - sum(int(effect["steps"]) for effect in early if effect["unit"] == unit)


def buildable(game: Seven, empire: Empire) -> dict[str, int]:
    """Units it may build now, and how many of each at most."""
    on_map = empire.types()
    found: dict[str, int] = {}
    for unit, one in UNITS.items():
        forbidden = (empire.no_ships and one.kind == "naval") or (
            empire.no_horses and one.kind == "cavalry"
        )  # SA-2.3-6
        if first_step(empire, unit) <= empire.step and not forbidden:
            left = available(game, empire, unit, on_map)
            if left > 0:
                found[unit] = left
    return found


def building_sites(game: Seven, empire: Empire) -> list[str]:
    """Where units can be placed: at a start in the start areas, else in all controlled areas but oceans."""
    if game.act.action == START:
        return list(empire.starts)
    return [area for area in game.controlled(empire) if AREAS[area].kind != OCEAN]


def takes(game: Seven, area: str, unit: str) -> bool:
    """Ships are built on coasts and seas, also on one without a way out; everything else on land (SA-2.3-3)."""
    if UNITS[unit].kind != "naval":
        return AREAS[area].is_land
    return AREAS[area].kind != OCEAN and bool(AREAS[area].seas or (not AREAS[area].is_land and game.fix(2)))


def room(game: Seven, empire: Empire, area: str) -> int:
    """How many more units may be built there in this action; no limit at a start (SA-1-22, SA-2.3-4, SA-gap-23)."""
    if game.act.action == START:
        return 10**6
    limit = max(1, game.cities.get(area, 0)) if AREAS[area].is_land else 1
    return number(game, empire, "build_limit", limit) - game.act.built.get(area, 0)


def card_forts(game: Seven, empire: Empire) -> int:
    """Forts of its card that a new empire has not placed yet (SA-1-31)."""
    starts = game.fix(1) and game.act.action == START
    return EMPIRES[empire.id].forts - len(game.act.used) if starts else 0


def fort_sites(game: Seven, empire: Empire) -> list[str]:
    """Land without a fort; at a start where its units are (SA-gap-36, SA-gap-73). Barbarians have none but those of
    the card (SA-2.3-5, SA-gap-76)."""
    if empire.barbarian and not card_forts(game, empire):
        return []
    sites = [area for area in building_sites(game, empire) if AREAS[area].is_land and area not in game.forts]
    return [area for area in sites if game.control.get(area) == empire.id]


def fort_cost(game: Seven, empire: Empire) -> int:
    """Those of the card come first, free of charge (SA-1-31)."""
    return 0 if card_forts(game, empire) else COSTS["fort"]


# ---- the ask


class Workshop:
    """One question about building: what can be bought where, and what it costs."""

    def __init__(self, game: Seven, empire: Empire) -> None:
        self.game, self.empire = game, empire
        self.start = game.act.action == START
        self.units = buildable(game, empire)
        self.costs = {unit: unit_cost(game, empire, unit, start=self.start) for unit in self.units}
        self.sites = building_sites(game, empire)
        self.forts = fort_sites(game, empire)
        self.must = self.start and not empire.units()
        """A new empire needs a unit before anything else (SA-gap-25)."""
        self.rooms: dict[str, int] = {}

    # ---- what is legal

    def fault(self, answer: Answer) -> Refused | None:
        verb = answer[0]
        if verb == "save":
            return NotLegal("needs_a_unit", {}, rule="SA-gap-25") if self.must else None
        if verb == "fort":
            if answer[1] not in self.forts:
                return NotLegal(
                    "no_fort_there", {"area": answer[1], "barbarian": self.empire.barbarian}, rule="SA-2.3-5"
                )
            return self.too_expensive(fort_cost(self.game, self.empire))
        if verb == "elite":
            number_of = answer[1]
            if number_of is not None and number_of < 2:
                return NotLegal("not_among_legal")
            return self.too_expensive((number_of or 1) * COSTS["elite"])
        return self.wrong_items(answer[1])

    def too_expensive(self, cost: int) -> Refused | None:
        spare = self.empire.money - (min(self.costs.values()) if self.must else 0)
        if cost > spare:
            return NotLegal("too_expensive", {"cost": cost, "money": max(0, spare)}, rule="SA-1-26")
        return None

    def wrong_items(self, items: tuple[Item, ...]) -> Refused | None:
        if tuple(items) != canonical(items):
            return NotLegal("not_among_legal")
        wanted: Counter[str] = Counter()
        placed: Counter[str] = Counter()
        for unit, n, area, _ in items:
            fault = self.wrong_place(unit, area)
            if fault is not None:
                return fault
            wanted[UNITS[unit].counter] += n or 1
            placed[area] += n or 1
        for unit, _, area, _ in items:
            if wanted[UNITS[unit].counter] > self.units[unit]:
                return NotLegal("too_few_counters", {"unit": unit, "number": self.units[unit]}, rule="SA-gap-24")
            space = self.room(area)
            if placed[area] > space:
                return NotLegal("no_room", {"area": area, "number": space}, rule="SA-2.3-4")
        cost = self.cost(items)
        if cost > self.empire.money:
            return NotLegal("too_expensive", {"cost": cost, "money": self.empire.money}, rule="SA-1-26")
        return None

    def wrong_place(self, unit: str, area: str) -> Refused | None:
        if unit not in self.units and first_step(self.empire, unit) > self.empire.step:
            steps = {"step": first_step(self.empire, unit), "own": self.empire.step}
            return NotLegal("too_early", {"unit": unit, **steps}, rule="SA-2.3-1")
        if unit not in self.units:
            if available(self.game, self.empire, unit, self.empire.types()) <= 0:
                return NotLegal("too_few_counters", {"unit": unit, "number": 0}, rule="SA-gap-24")
            return NotLegal("cannot_build", {"unit": unit}, rule="SA-2.3-1")
        if area not in self.sites or not takes(self.game, area, unit):
            return NotLegal("not_built_there", {"unit": unit, "area": area}, rule="SA-2.3-3")
        return None

    def room(self, area: str) -> int:
        if area not in self.rooms:
            self.rooms[area] = room(self.game, self.empire, area)
        return self.rooms[area]

    def cost(self, items: tuple[Item, ...]) -> int:
        return sum(self.costs.get(unit, 0) * (n or 1) for unit, n, _, _ in items)

    # ---- answers

    def means(self, answer: Answer) -> Answer:
        if answer[0] == "build":
            return ("build", canonical(answer[1]))
        return ("elite", None) if answer in (("elite", 1), ("elite", 0)) else answer

    def some(self) -> Iterator[Answer]:
        if not self.must:
            yield SAVE
        yield from (("build", ((unit, None, area, None),)) for unit, area in self.singles())
        for answer in [*(("fort", area) for area in self.forts), ("elite", None)]:
            if self.fault(answer) is None:
                yield answer

    def singles(self) -> list[tuple[str, str]]:
        """Units that can be built alone, with their areas."""
        units = [unit for unit in self.units if self.costs[unit] <= self.empire.money]
        sites = [area for area in self.sites if self.room(area) > 0]
        return [(unit, area) for area in sites for unit in units if takes(self.game, area, unit)]

    def pick(self, below: Below) -> Answer:
        if not self.must and below(3) == 0:
            return SAVE
        if below(5) == 0:
            other: list[Answer] = [("fort", area) for area in self.forts]
            other += [("elite", n if n > 1 else None) for n in range(1, self.empire.money // COSTS["elite"] + 1)]
            chosen = other[below(len(other))] if other else SAVE
            if self.fault(chosen) is None:
                return chosen
        return self._random_build(below)

    def _random_build(self, below: Below) -> Answer:
        possible = self.singles()
        items: tuple[Item, ...] = ()
        while possible:
            unit, area = possible[below(len(possible))]
            coast = AREAS[area].coasts[1][0] if len(AREAS[area].coasts) > 1 and _ship(unit) and below(2) else None
            following = canonical((*items, (unit, 1 + below(3), area, coast)))
            if self.wrong_items(following) is not None:
                following = canonical((*items, (unit, None, area, coast)))
            if self.wrong_items(following) is not None:
                break
            items = following
            if below(2):
                break
        return ("build", items) if items else SAVE

    def next(self, verb: str, key: str, chosen: Chosen) -> Choices:
        """Units where they are built, as long as money, counters and room suffice; forts, elites."""
        if verb == "fort":
            return [{key: area} for area in self.forts if self.fault(("fort", area)) is None]
        if verb == "elite":
            most = self.empire.money // COSTS["elite"]
            return [{key: n} for n in range(2, most + 1) if self.fault(("elite", n)) is None]
        items = tuple((one["unit"], None, one["in"], one.get("coast")) for one in chosen.get(key, ()))
        found: list[Chosen] = []
        for unit, area in self.singles():
            coasts = [None, *(shore[0] for shore in AREAS[area].coasts[1:])] if _ship(unit) else [None]
            for coast in coasts:
                if self.wrong_items(canonical((*items, (unit, None, area, coast)))) is None:
                    found.append({key: {"unit": unit, "in": area, **({"coast": coast} if coast else {})}})
        return found

    def default(self) -> Answer:
        """At a start as many of the best infantry as the money buys; otherwise nothing."""
        money = self.empire.money
        infantry = [u for u in self.units if self.start and UNITS[u].kind == "infantry" and self.costs[u] <= money]
        if not infantry:
            return next(self.some())
        best = max(infantry, key=lambda unit: UNITS[unit].step)
        n = min(money // self.costs[best], self.units[best])
        return ("build", ((best, n if n > 1 else None, self.sites[0], None),))


def build_ask(game: Seven, empire: Empire, kind: AskKind) -> Compose:
    shop = Workshop(game, empire)
    return Compose(
        game.act.seat,
        kind,
        shop.some,
        shop.pick,
        well_formed(kind, shop.fault),
        shop.next,
        means=shop.means,
        private=True,
        default=shop.default,
        secret=lambda answer: END if answer[0] == "build" else None,
        shown=lambda answer: [places(answer[1]), shop.cost(answer[1])] if answer[0] == "build" else answer,
        about=lambda answer: {"cost": shop.cost(answer[1])} if answer[0] == "build" else {},
        values={"empire": empire.id, "money": empire.money},
        context={"subject": empire.id, "for": empire.id},
    )


def _ship(unit: str) -> bool:
    return UNITS[unit].kind == "naval"


def coast_of(area: str, sea: str | None) -> int:
    return AREAS[area].coast(sea) if sea is not None and sea in AREAS[area].seas and AREAS[area].is_land else 0


def canonical(items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Each unit of an area once, in the order of the map; a coast only where it is the second one."""
    counted: Counter[tuple[str, str, int]] = Counter()
    for unit, n, area, sea in items:
        counted[unit, area, coast_of(area, sea) if _ship(unit) else 0] += n if n is not None else 1
    ordered = sorted(counted, key=lambda one: (AREAS[one[1]].place, UNITS[one[0]].place, one[2]))
    return tuple(
        (
            unit,
            counted[unit, area, coast] if counted[unit, area, coast] != 1 else None,
            area,
            AREAS[area].coasts[coast][0] if coast else None,
        )
        for unit, area, coast in ordered
    )


def sizes(items: tuple[Item, ...]) -> dict[str, int]:
    """How many units are in which area, which is all that others see."""
    found: dict[str, int] = {}
    for _, n, area, _ in items:
        found[area] = found.get(area, 0) + (n or 1)
    return found


def places(items: tuple[Item, ...]) -> dict[str, int]:
    """The same by coast: everybody sees that a ship lies on the second one."""
    found: dict[str, int] = {}
    for unit, n, area, sea in items:
        place = f"{area} {coast_of(area, sea) if _ship(unit) else 0}"
        found[place] = found.get(place, 0) + (n or 1)
    return found


def build(game: Seven, empire: Empire, kind: AskKind) -> Rule:
    """Ask once and carry it out; returns whether the player wants to go on."""
    answer = yield build_ask(game, empire, kind)
    if answer == SAVE:
        return False
    if answer[0] == "fort":
        cost = fort_cost(game, empire)
        if not cost:
            game.act.used.append(answer[1])
        empire.money -= cost
        game.forts.append(answer[1])
        game.note("fort_built", empire=empire.id, area=answer[1], cost=cost)
    elif answer[0] == "elite":
        number_of = answer[1] or 1
        empire.money -= number_of * COSTS["elite"]
        empire.elites += number_of
        game.note("elite_built", empire=empire.id, number=number_of, cost=number_of * COSTS["elite"])
    else:
        place_units(game, empire, answer[1])
    return True


def place_units(game: Seven, empire: Empire, items: tuple[Item, ...]) -> None:
    start = game.act.action == START
    cost = sum(unit_cost(game, empire, unit, start=start) * (n or 1) for unit, n, _, _ in items)
    empire.money -= cost
    for unit, n, area, sea in items:
        for _ in range(n or 1):
            put_unit(empire, area, unit, coast_of(area, sea) if _ship(unit) else 0)
            if unit in game.weapons:
                game.weapons[unit] -= 1
        game.control.setdefault(area, empire.id)
        game.act.built[area] = game.act.built.get(area, 0) + (n or 1)
    game.note("built", empire=empire.id, units=sizes(items), cost=cost)
    types: Counter[str] = Counter()
    for unit, n, _, _ in items:
        types[unit] += n or 1
    placed = pieces((unit, area) for unit, n, area, _ in items for _ in range(n or 1))
    game.note("built_units", seen_by=(game.owners[empire.id],), empire=empire.id, units=dict(types), pieces=placed)
    # everybody sees what is in the common pool
    for unit in {unit: None for unit, _, _, _ in items if unit in game.weapons}:
        game.note("weapon_built", empire=empire.id, unit=unit, reveals=True)


def has_galley_oceans(game: Seven, empire: Empire) -> bool:
    return any(effect["ocean"] for effect, _ in effects(game, empire, "galleys"))
