"""What refusals of 7 Ages are computed from: prices, counters, room, ways, range, by the second rule book's figures."""

from __future__ import annotations

import re
import sys
from collections import Counter
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from claim_kit import Said, data

sys.path.insert(0, str(Path(__file__).parents[1] / "titles" / "seven_ages"))

from seven_book import Empire as BookEmpire
from seven_book_figures import Figures, terrain

MAP = data("seven_ages", "map")
LAND = {one["id"]: one for one in MAP["land"]}
SEA = {one["id"]: one for one in MAP["sea"]}
PROGRESS = data("seven_ages", "progress")
UNITS = {one["id"]: one for one in PROGRESS["units"]}
GROUP = {kind: group for group, kinds in PROGRESS["class_groups"].items() for kind in kinds}
GROUND = {one["id"]: one for one in data("seven_ages", "terrain")["kinds"]}
EMPIRES = {one["id"]: one for one in data("seven_ages", "empires")["empires"]}
EVENTS = {one["id"]: one for one in data("seven_ages", "events")["events"]}
NAMED = {one["id"]: one for one in data("seven_ages", "leaders")["named"]}
COUNTERS = {one["id"]: one["counters"] for one in data("seven_ages", "counters")["colours"]}
CONSTANTS = data("seven_ages", "constants")
COSTS = CONSTANTS["costs"]


def acting(said: Said) -> Any:
    """The empire whose action it is."""
    return said.game.empire(said.game.acts[-1].empire)


def answer(said: Said) -> Any:
    """The order as it is read, before it is judged."""
    return said.ask.kind.read(said.order, said.players, said.seat)[1]


def starting(said: Said) -> bool:
    return bool(said.game.acts[-1].action == "start_empire")


def book(said: Said) -> Figures:
    """The position as the second book keeps it."""
    game = said.game
    kept = Figures(len(game.players), len(game.seated))
    kept.control, kept.cities, kept.artifacts, kept.blue = game.control, game.cities, game.artifacts, game.blue
    for one in game.empires():
        leaders = Counter((leader.id, leader.area) for leader in one.leaders)
        kept.empires[one.id] = BookEmpire(
            one.id,
            game.owners[one.id],
            one.colour,
            one.step,
            one.money,
            one.elites,
            one.starts,
            one.capital,
            one.card,
            leaders,
            {area: Counter(stack.all()) for area, stack in one.stacks.items()},
        )
    return kept


def effects(said: Said, kind: str, empire: str = "") -> list[Any]:
    kept = book(said)
    return [one for one, _ in kept.effects(kept.empires[empire or acting(said).id], kind)]


def among(unit: str, units: str) -> bool:
    """A unit, its class or its group, or all units."""
    kind = UNITS[unit]["class"]
    return units in ("all", unit, kind, GROUP[kind])


def group(unit: str) -> str:
    return str(GROUP[UNITS[unit]["class"]])


# ---- building


def items(said: Said) -> list[tuple[str, int, str]]:
    """Units, how many of each, and where."""
    given = answer(said)
    return [(unit, n or 1, area) for unit, n, area, _ in given[1]] if given[0] == "build" else []


def unit_price(said: Said, unit: str) -> int:
    """Printed, with what the empire has; at a start also with what its card says of it."""
    cost = int(UNITS[unit]["cost"])
    for one in effects(said, "cost"):
        if (starting(said) or one["when"] == "always") and any(among(unit, which) for which in one["units"]):
            cost += one["amount"]
    return max(int(COSTS["unit_minimum"]), cost)


def bill(said: Said) -> int:
    given = answer(said)
    if given[0] == "fort":
        return int(COSTS["fort"])
    if given[0] == "elite":
        return int((given[1] or 1) * COSTS["elite"])
    return sum(n * unit_price(said, unit) for unit, n, _ in items(said))


def first_step(said: Said, unit: str) -> int:
    early = [one for one in EMPIRES[acting(said).id]["effects"] if one["type"] == "early_unit" and one["unit"] == unit]
    return int(UNITS[unit]["step"]) - sum(int(one["steps"]) for one in early)


def on_map(said: Said) -> Counter[str]:
    return Counter(unit for stack in acting(said).stacks.values() for unit in stack.all())


def counters_left(said: Said, unit: str) -> int:
    """Counters of the colour that are not on the map with either side up; common ones as the pool has them."""
    if unit == "elephant":
        return len(acting(said).elephants) - on_map(said)["elephant"]
    if UNITS[unit].get("common_pool"):
        return int(said.game.weapons[unit])
    mix = COUNTERS[acting(said).colour]
    faces = {unit, UNITS[unit]["flip"]} - {None}
    faces |= {one for one, printed in UNITS.items() if printed["flip"] in faces}
    return sum(mix.get(face, 0) for face in faces) - sum(on_map(said)[face] for face in faces)


def forbidden(said: Said, unit: str) -> bool:
    kind = UNITS[unit]["class"]
    return bool((acting(said).no_ships and kind == "naval") or (acting(said).no_horses and kind == "cavalry"))


def sites(said: Said) -> list[str]:
    """Start areas; later what the empire controls, but no ocean."""
    if starting(said):
        return list(acting(said).starts)
    held = [area for area, holder in said.game.control.items() if holder == acting(said).id]
    return [area for area in held if area in LAND or SEA[area]["kind"] != "ocean"]


def takes(area: str, unit: str) -> bool:
    if group(unit) != "naval":
        return area in LAND
    return bool(LAND[area]["sea_adjacent"]) if area in LAND else SEA[area]["kind"] != "ocean"


def room(said: Said, area: str) -> int:
    """As many as the city there has levels, at least one, and what the empire adds; less what was built there."""
    limit = max(1, said.game.cities.get(area, 0)) if area in LAND else 1
    kept = book(said)
    built = int(said.game.acts[-1].built.get(area, 0))
    return kept.number(kept.empires[acting(said).id], "build_limit", limit) - built


# ---- moving


def beside(area: str) -> set[str]:
    one = LAND.get(area) or SEA[area]
    return {*one["land_adjacent"], *one["sea_adjacent"], *(arrow["to"] for arrow in one.get("red_arrows", ()))}


def by_land(area: str) -> set[str]:
    return {*LAND[area]["land_adjacent"], *(arrow["to"] for arrow in LAND[area].get("red_arrows", ()))}


def canal(said: Said, one: str, other: str) -> bool:
    """From an age on, and unless somebody on its banks has refused the passage in this action."""
    ways = [way for way in MAP["canals"] if {one, other} == set(way["seas"])]
    closed = said.game.acts[-1].closed
    return any(acting(said).age >= way["from_age"] and way["id"] not in closed for way in ways)


def route(said: Said) -> tuple[list[str], list[str]]:
    """The units that walk, sail or fly, and the areas of the way that the order names; the end last."""
    _, units, start, end, (via, _, ships) = answer(said)
    going = [unit for unit, n in (ships or units) for _ in range(n or 1)]
    return going, [start, *(via or ()), end]


def others(said: Said, area: str) -> dict[str, int]:
    """Units of other empires in an area."""
    sizes = {one.id: one.stacks[area].size() for one in said.game.empires() if area in one.stacks}
    return {ident: size for ident, size in sizes.items() if ident != acting(said).id}


def hindered(said: Said) -> bool:
    """With the whole group, still less than twice as many as somebody else has there."""
    _, units, *_, (_, _, ships) = answer(said)
    moving = sum(n or 1 for _, n in (*units, *(ships or ())))
    own = acting(said).stacks[said.area].size() if said.area in acting(said).stacks else 0
    return any(own + moving < 2 * size for size in others(said, said.area).values())


def kept_out(said: Said, area: str) -> bool:
    """A truce, or two democracies."""
    holder = said.game.control.get(area)
    if holder is None or holder == acting(said).id:
        return False
    truce = any({holder, acting(said).id} <= set(pair.split()) for pair in said.game.truces)
    peaceful = [one["government"] for one in effects(said, "no_entry")]
    return truce or any(one in said.game.empire(holder).card for one in peaceful)


def no_way(said: Said) -> bool:
    """Not beside where the units are then, or closed to them: a truce, an arrow over held seas, galleys in danger."""
    going, way = route(said)
    if any(UNITS[unit]["class"] in ("nuclear", "star_wars") for unit in going):
        return len(way) > 2 or way[0] == way[-1]
    if way[-1] == way[0] == said.area:
        return not (goes_round(going, way) and near_is_open(said, going, [(way[0], way[1])]))
    steps = [(one, other) for one, other in pairwise(way) if other == said.area]
    return any(not passable(said, going, one, other) for one, other in steps) and near_is_open(said, going, steps)


def goes_round(going: list[str], way: list[str]) -> bool:
    """Ships that come back to where they were, by another coast of it."""
    if {group(unit) for unit in going} != {"naval"} or way[0] not in LAND or len(way) < 3:
        return False
    coasts = LAND[way[0]]["coasts"]
    left, reached = ([n for n, seas in enumerate(coasts) if sea in seas] for sea in (way[1], way[-2]))
    return bool(left and reached and left != reached)


def galleys_sail(said: Said) -> bool:
    """Galleys are to come from another water or from a coast to this sea."""
    going, way = route(said)
    return "galley" in going and said.area in SEA and said.area in way[1:]


def near_is_open(said: Said, going: list[str], steps: list[tuple[str, str]]) -> bool:
    """What the sentence offers instead can be entered from the same place."""
    near = said.values.get("near") or ()
    return not near or any(all(passable(said, going, one, other) for other in near) for one, _ in steps)


def passable(said: Said, going: list[str], one: str, other: str) -> bool:
    """Whether a group can go from an area to another, as far as the map and the position tell."""
    if kept_out(said, other):
        return False
    kinds = {group(unit) for unit in going}
    if kinds == {"air"}:
        return other in beside(one) or canal(said, one, other)
    if kinds == {"land"}:
        arrows = [arrow for arrow in LAND.get(one, {}).get("red_arrows", ()) if arrow["to"] == other]
        over = any(not all(others(said, sea) for sea in arrow["seas"]) for arrow in arrows)
        return one in LAND and other in LAND and (other in LAND[one]["land_adjacent"] or over)
    if other in SEA and "galley" in going and not safe(said, other):
        return False
    if one in LAND:
        return other in coast(said, going, one)
    return other in {*SEA[one]["land_adjacent"], *SEA[one]["sea_adjacent"]} or canal(said, one, other)


def coast(said: Said, ships: list[str], area: str) -> list[str]:
    """The seas that ships can put out to: of an area with two coasts those of the one that they lie on."""
    stack, coasts = acting(said).stacks.get(area), LAND[area]["coasts"]
    if area != route(said)[1][0] or stack is None or len(coasts) < 2:
        return list(LAND[area]["sea_adjacent"])
    return [sea for n, lying in enumerate((stack.units, stack.far)) if set(ships) <= set(lying) for sea in coasts[n]]


def safe(said: Said, sea: str) -> bool:
    """Galleys: beside own land, and in no ocean, unless something lets them."""
    lets = effects(said, "galleys")
    if SEA[sea]["kind"] == "ocean" and not any(one["ocean"] for one in lets):
        return False
    near = any(said.game.control.get(land) == acting(said).id for land in SEA[sea]["land_adjacent"])
    return near or any(one["safe"] for one in lets)


def points(said: Said, unit: str) -> int:
    """Printed, one more with an explorer, and what the empire and events of the action add."""
    led = answer(said)[4][1] or ()
    start = answer(said)[2]
    with_explorer = [one for one in acting(said).leaders if one.area == start and one.kind == "explorer"]
    total = int(UNITS[unit]["move"]) + any(one.id in led for one in with_explorer)
    played = [one for event in said.game.acts[-1].events for one in EVENTS[event]["effects"] if one["type"] == "move"]
    for one in (*effects(said, "move"), *played):
        if one.get("where") != "with_leader" and among(unit, one["units"]):
            total += one["amount"]
    return total


def too_far(said: Said) -> bool:
    """The way up to this area costs more points than the unit has; it may come there twice."""
    _, way = route(said)
    paved = {one["terrain"]: one["amount"] for one in effects(said, "move_cost")}
    spent = 0
    for area in way[1:]:
        if group(said.unit) != "land":
            spent += 1
        else:
            ground = terrain(area, acting(said).age)
            fixed = paved.get("land", paved.get(ground))
            spent += GROUND[ground]["move"][UNITS[said.unit]["class"]] if fixed is None else fixed
        if area == said.area and spent > points(said, said.unit):
            return True
        if area in SEA and group(said.unit) == "land":
            return False  # no unit gets there
    return False


# ---- range


@cache
def _around(area: str, oceans: bool) -> frozenset[str]:
    one = LAND.get(area) or SEA[area]
    found = {*one["land_adjacent"], *one["sea_adjacent"]}
    return frozenset(other for other in found if oceans or other in LAND or SEA[other]["kind"] != "ocean")


def in_range(said: Said, through: tuple[str, ...] = ()) -> set[str]:
    """Empires that have units in range; ways end in areas of others, and lead on only with permission."""
    game, own, kept = said.game, acting(said), book(said)
    reach = kept.number(kept.empires[own.id], "range", own.age)
    free = {None, *game.players[game.owners[own.id]].empires, *through}
    found, edge = set(own.stacks), set(own.stacks)
    for distance in range(1, reach + 1):
        further = set()
        for area in edge:
            if distance > 1 and game.control.get(area) not in free:
                continue
            further |= _around(area, own.age >= CONSTANTS["constants"]["range_ocean_age"])
            for way in MAP["canals"]:
                banks = {game.control.get(bank) for bank in way["areas"]}
                if area in way["seas"] and own.age >= way["from_age"] and banks <= free:
                    further |= set(way["seas"])
        edge = further - found
        found |= edge
    return {one.id for one in game.empires() if found & set(one.stacks)}


def partners(said: Said) -> set[str]:
    """Those in range who have not traded, else all in range; never own ones."""
    seat = said.game.owners[acting(said).id]
    near = {one for one in in_range(said) if said.game.owners[one] != seat}
    return {one for one in near if not said.game.empire(one).traded} or near


def no_way_through(said: Said) -> bool:
    """Named twice, own, not in play, has refused, or is where the way leads; or it leads nowhere new."""
    through, targets = said.empires, [one for one in words(said) if one in EMPIRES and one not in said.empires]
    own = said.game.owners[acting(said).id]
    strange = any(said.game.owners.get(one, own) == own or one in said.game.acts[-1].closed for one in through)
    if len(set(through)) < len(through) or strange or not targets:
        return set(through) <= set(words(said))
    near, far = in_range(said), in_range(said, tuple(through))
    return any(one in near or one not in far for one in targets)


# ---- leaders, retreats, pursuit


def named_leaders(said: Said, empire: str, age: int) -> list[str]:
    named = [one for one in EMPIRES[empire]["named_leaders"] if age in NAMED[one]["ages"]]
    return [one for one in named if one not in said.game.named_used]


def own_side(said: Said) -> Any:
    """The side that is asked; of two own ones the one whose empire the ask is about."""
    sides = [one for one in said.game.fight.sides if one.seat == said.seat]
    about = (said.ask.values or {}).get("empire", "")
    return next((one for one in sides if one.empire == about), sides[0])


def pursuit(said: Said) -> tuple[int, list[int]]:
    """The losses that must be covered, and what each named unit counts."""
    own = own_side(said)
    enemy = next(one for one in said.game.fight.sides if one is not own)
    chasing = [fighter[0] for fighter in (*enemy.fresh, *enemy.spent)]
    horses = [unit for unit in chasing if UNITS[unit]["class"] == "cavalry" and unit != "armour"]
    losses = 2 * sum(group(unit) == "air" for unit in chasing) + chasing.count("armour") + len(horses) // 2
    age = said.game.empire(enemy.empire).age
    newer = {
        unit for unit in UNITS if UNITS[unit]["step"] > next(a["last"] for a in PROGRESS["ages"] if a["age"] == age)
    }
    named = [unit for unit, n in counted(said) for _ in range(n)]
    return losses, [1 + (UNITS[unit]["class"] == "cavalry") + (unit in newer) for unit in named]


def counted(said: Said) -> list[tuple[str, int]]:
    """The units of a list, and how many of each."""
    return [(one[0], one[1] or 1) if isinstance(one, tuple) else (one, 1) for one in answer(said)[1]]


def havens(said: Said) -> set[str]:
    """Own areas beside the fight where no other empire has units."""
    ident = own_side(said).empire
    empire = said.game.empire(ident)
    near = [area for area in beside(said.game.fight.area) if said.game.control.get(area) == ident]
    return {
        area
        for area in near
        if area in empire.stacks and not any(area in one.stacks for one in said.game.empires() if one.id != ident)
    }


def words(said: Said) -> list[str]:
    return re.findall(r"[a-z_0-9]+", said.order)
