"""What refusals of 7 Ages claim: hands, money, counters, units and leaders in areas, borders, control, ages."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import seven_ages_figures as figures
from claim_kit import Claim, Said, data
from seven_ages_figures import EMPIRES, EVENTS, GROUP, LAND, SEA, UNITS, acting, answer, words

from pbem.table import Ask

CARDS = {one["id"]: one for one in data("seven_ages", "cards")["cards"]}
ARTIFACTS = {one["id"]: one for one in data("seven_ages", "artifacts")["artifacts"]}
COUNTERS = data("seven_ages", "counters")
CONSTANTS = data("seven_ages", "constants")


def me(said: Said) -> Any:
    return said.game.players[said.seat]


def units(empire: Any, area: str) -> list[str]:
    return list(empire.stacks[area].all()) if area in empire.stacks else []


def free_colours(said: Said) -> list[str]:
    """Own ones that no empire uses; if there is none, those that nobody has and no empire uses."""
    used = {one.colour for one in said.game.empires()}
    own = [colour for colour in me(said).colours if colour not in used]
    taken = used | {colour for one in said.game.players for colour in one.colours}
    return own or [one["id"] for one in COUNTERS["colours"] if one["id"] not in taken]


def oldest(said: Said) -> int:
    return max((one.age for one in said.game.empires()), default=1)


def asked(said: Said) -> Counter[str]:
    """The units that an order names, as often as it does, before it says where or in which row."""
    found: Counter[str] = Counter()
    named = re.split(r" (?:from|front|tactician)\b", said.order.partition(" ")[2])[0]
    named += f", {said.order.partition(' aboard ')[2]}"
    for unit, times in re.findall(r"([a-z_]{3,})(?: x(\d+))?", named):
        found[unit] += int(times or 1)
    return found


def standing(said: Said, area: str) -> Counter[str]:
    """Units of the acting empire in an area that have not moved."""
    stack = acting(said).stacks.get(area)
    return Counter([*stack.units, *stack.far]) if stack is not None else Counter()


def ready(said: Said, unit: str) -> list[int]:
    """Units of a kind that the player has not committed, on each side that is the player's."""
    own = [one for one in said.game.fight.sides if one.seat == said.seat]
    return [sum(fighter[0] == unit for fighter in one.fresh) for one in own]


def leaders(said: Said, area: str, kind: str = "") -> list[Any]:
    own = [leader for empire in me(said).empires.values() for leader in empire.leaders]
    return [one for one in own if one.area == area and (not kind or one.kind == kind)]


def in_play(said: Said, artifact: str) -> bool:
    on_cards = [one for empire in said.game.empires() for one in empire.card]
    return artifact in [*said.game.artifacts.values(), *said.game.blue, *on_cards]


def spendable(said: Said) -> int:
    """All its money; a new empire keeps what its first unit costs."""
    empire = acting(said)
    if answer(said)[0] == "build" or not figures.starting(said) or any(one.size() for one in empire.stacks.values()):
        return int(empire.money)
    able = [
        unit
        for unit in UNITS
        if figures.first_step(said, unit) <= empire.step
        and not figures.forbidden(said, unit)
        and figures.counters_left(said, unit) > 0
    ]
    return max(0, int(empire.money) - min(figures.unit_price(said, unit) for unit in able))


def faces(unit: str) -> set[str]:
    """Both sides of its counter."""
    return {unit, UNITS[unit]["flip"], *(one for one, printed in UNITS.items() if printed["flip"] == unit)}


def retreating(said: Said) -> Counter[str]:
    found: Counter[str] = Counter()
    for unit, n, _ in answer(said)[1]:
        found[unit] += n or 1
    return found


def set_up(said: Said) -> tuple[str, Any]:
    """The empire that an order starts, and its clauses: colour, set-up, areas, leader, capital, event."""
    given = answer(said)
    return CARDS[given[1]]["empire"], given[2]


def these_areas(said: Said) -> bool:
    """Whether the named areas are those of the card, as far as the card alone tells."""
    empire, clauses = set_up(said)
    start, named = EMPIRES[empire]["start"], clauses[2]
    kinds = {one["kind"] for one in start}
    if kinds <= {"area", "held_by"}:
        return named is None
    if named is None:
        return False
    if kinds == {"choice"}:
        return any({area} == set(named) for one in start for area in one["areas"])
    if kinds == {"free_coast"}:  # how near to others is left to the rules
        return False
    return seized(said, named, start[0]["areas"])


def seized(said: Said, areas: tuple[str, ...], most: int) -> bool:
    """Up to so many areas of one empire that hang together, none with its capital or a leader unless in unrest."""
    holders = {said.game.control.get(area) for area in areas}
    if (
        len(holders) != 1
        or None in holders
        or not 0 < len(set(areas)) == len(areas) <= most
        or not set(areas) <= set(LAND)
    ):
        return False
    (holder,) = holders
    empire = said.game.empire(holder)
    weighty = {empire.capital, *(leader.area for leader in empire.leaders)} - set(said.game.unrest)
    reached = {areas[0]}
    while more := {other for one in reached for other in figures.by_land(one)} & set(areas) - reached:
        reached |= more
    return not weighty & set(areas) and reached == set(areas)


def no_option(said: Said) -> bool:
    """A set-up that the card does not have, or none said where it has several, or one that is not possible now."""
    empire, clauses = set_up(said)
    most = len(EMPIRES[empire]["setup"])
    named = clauses[1]
    if (named is None) != (most == 1) or not 1 <= (named or 1) <= most:
        return bool(said.most == most)
    return said.most == most and not possible(said, EMPIRES[empire]["setup"][(named or 1) - 1])


def possible(said: Said, setup: Any) -> bool:
    """Whether a set-up is possible now: some begin on the step of another empire."""
    return setup.get("same_step_as", "") in ("", *said.game.owners)


def options(said: Said) -> list[str]:
    return [said.ask.write(one, said.players) for one in said.ask.listed()]


def no_marker(said: Said) -> bool:
    """No marker of this action lies there, or no wild one, or it has no effect there; or that empire does not act."""
    verb, *rest = answer(said)
    place = "extra" if "extra" in verb else rest[0]
    if verb == "act first":
        return bool(me(said).shown.get(place) != said.game.action)
    printed = next(one for one in CONSTANTS["actions"] if one["id"] == said.game.action)
    wild = verb.startswith("wild")
    fits = printed["beside" if place == "extra" else "on_empire"]
    if wild:
        allowed = ("start_empire", "destiny", "civilise") if place == "extra" else (said.game.action,)
        fits = (
            fits and rest[-1] == said.game.action in allowed and said.game.action != "start_empire" * (place != "extra")
        )
    return not fits or me(said).markers.get(place) != ("wild" if wild else said.game.action)


def not_named(said: Said) -> bool:
    """A leader of another empire or age, or one who has been in the game."""
    if said.leader in said.game.named_used:
        return True
    empire = set_up(said)[0] if words(said)[0] == "start" else acting(said).id
    printed = figures.NAMED.get(said.leader)
    ages = (acting(said).age,) if empire in said.game.owners else range(1, 8)
    return (
        printed is None
        or not any(said.leader in figures.named_leaders(said, empire, age) for age in ages)
        or (empire not in said.game.owners and said.leader in EMPIRES[empire]["named_leaders"])
    )


def carried(said: Said) -> bool:
    """The sum of what the named ships carry; and more is named, or something that no ship carries."""
    _, units, *_, (_, _, ships) = answer(said)
    capacity = sum((n or 1) * (UNITS[ship].get("capacity") or 0) for ship, n in ships)
    loads = Counter({unit: n or 1 for unit, n in units})
    strange = any(UNITS[unit]["class"] in ("naval", "nuclear", "star_wars") for unit in loads)
    return capacity == said.number and (
        loads.total() > capacity or strange or any(UNITS[ship]["class"] != "naval" for ship, _ in ships)
    )


def manners(said: Said) -> set[str]:
    """How the units of a line move: by land, at sea, in the air, anywhere."""
    kinds = [UNITS[unit]["class"] for unit, _ in answer(said)[1]]
    return {"anywhere" if kind in ("nuclear", "star_wars") else GROUP[kind] for kind in kinds}


def garrison(said: Said) -> bool:
    """All units there that do not fly are to go, from land that the empire controls."""
    _, moved, *_, (_, _, ships) = answer(said)
    going = [unit for unit, n in (*moved, *(ships or ())) for _ in range(n or 1)]
    staying = Counter(units(acting(said), said.area)) - Counter(going)
    flying = [unit for unit in staying.elements() if figures.group(unit) == "air"]
    return said.area in LAND and said.game.control.get(said.area) == acting(said).id and len(flying) == staying.total()


def partner(said: Said) -> bool:
    """Own, out of range, or passed by while others have not traded; and what is offered is what is possible."""
    own = said.game.owners.get(said.empire) == said.game.owners[acting(said).id]
    near = figures.partners(said)
    return set(said.empires) == near and (own or said.empire not in near)


def city(said: Said) -> bool:
    """Not held land, a barbarian, already grown in this action, or no next level in this age."""
    game, empire = said.game, acting(said)
    level = next((one for one in (1, 3, 5, 7) if one > game.cities.get(said.area, 0)), 0)
    ages = {one["level"]: one["min_age"] for one in CITY_LEVELS}
    held = said.area in LAND and game.control.get(said.area) == empire.id
    return not held or empire.barbarian or said.area in game.acts[-1].used or not level or empire.age < ages[level]


def capital(said: Said) -> bool:
    """Not a city of its own, or it has a capital, or is barbarian."""
    empire = acting(said)
    city = said.area in said.game.cities and said.game.control.get(said.area) == empire.id
    return not city or bool(empire.capital) or empire.barbarian


def retreats(said: Said) -> bool:
    """All that is offered is beside the fight, held, and without others; something else was named, or twice."""
    free = figures.havens(said)
    named = [one for one in words(said) if one in LAND or one in SEA]
    return set(said.areas) <= free and (
        any(one not in said.areas for one in named) or len(set(named)) < len(named) or "," in said.order
    )


def fighting(said: Said) -> Counter[str]:
    side = figures.own_side(said)
    return Counter(fighter[0] for fighter in (*side.fresh, *side.spent))


def flips(said: Said) -> bool:
    """Some named unit is not there, has no other side, or one that comes later; or nothing is named."""
    empire = said.game.empire(said.empire)
    there = Counter(unit for stack in empire.stacks.values() for unit in stack.all())
    named = [(unit, n or 1, area) for unit, n, area in answer(said)[1]]
    for unit, n, area in named:
        here = Counter(units(empire, area))[unit] if area else there[unit]
        other = UNITS[unit]["flip"] or next((one for one, printed in UNITS.items() if printed["flip"] == unit), None)
        if here < n or other is None or UNITS[other]["step"] > empire.step:
            return True
    return len({(unit, area) for unit, _, area in named}) < len(named) or not named


def adoptable(said: Said) -> bool:
    """Nobody in range has it, or the empire has it or has outlived it, or unrest keeps a marker of its kind."""
    empire, printed = acting(said), ARTIFACTS[said.artifact]
    have = [one for one in said.game.empires() if said.artifact in one.card and one.id != empire.id]
    reached = figures.in_range(said)
    uneasy = any(said.game.control.get(area) == empire.id for area in said.game.unrest)
    kind = any(ARTIFACTS[one]["category"] == printed["category"] for one in empire.card)
    return (
        not any(one.id in reached for one in have)
        or said.artifact in empire.card
        or empire.age > printed["ages"][-1]
        or not printed.get("adoptable")
        or (uneasy and kind)
        or " from " in said.order
        or " through " in said.order
    )


CITY_LEVELS = data("seven_ages", "terrain")["city_levels"]


CLAIMS: dict[str, Claim] = {
    "not_in_hand": lambda said: said.card not in me(said).hand,
    "no_such_pair": lambda said: (
        sorted(said.colours) == sorted(answer(said)[1:])
        and (
            set(said.colours) not in [set(one["colours"]) for one in COUNTERS["pairs"]]
            or any(set(said.colours) & set(one.colours) for one in said.game.players)
        )
    ),
    "mark_each": lambda said: sorted(said.empires) == sorted(me(said).empires),
    "no_extra_marker": lambda said: len(me(said).empires) >= said.most == said.game.most_empires(),
    "marker_twice": lambda said: len(set(words(said))) < len(words(said)),
    "no_such_marker": no_marker,
    "marker_is_there": lambda said: said.order == "no marker" and said.game.action in me(said).markers.values(),
    "wild_comes_later": lambda said: words(said)[0] == "wild" and not any(one[:4] == "wild" for one in options(said)),
    "only_the_wild_one": lambda said: words(said)[0] != "wild" and "no marker" in options(said),
    "not_that_event": lambda said: said.card not in me(said).hand or CARDS[said.card]["event"] is not None,
    "event_not_needed": lambda said: said.card in me(said).hand,
    "colour_not_free": lambda said: (
        sorted(said.colours) == sorted(free_colours(said)) and set_up(said)[1][0] not in said.colours
    ),
    "no_such_option": no_option,
    "not_these_areas": lambda said: (
        said.empire == set_up(said)[0]
        and said.empire not in said.game.owners
        and said.choice == any(one["kind"] not in ("area", "held_by") for one in EMPIRES[said.empire]["start"])
        and not these_areas(said)
    ),
    "no_such_leader": not_named,
    "not_a_start_area": lambda said: (
        said.area in words(said)
        and not any(one["kind"] == "area" and one["area"] == said.area for one in EMPIRES[set_up(said)[0]]["start"])
    ),
    "needs_a_unit": lambda said: not any(one.size() for one in acting(said).stacks.values()),
    "no_fort_there": lambda said: (
        (
            said.area not in LAND
            or said.area in said.game.forts
            or said.game.control.get(said.area) != acting(said).id
            or acting(said).barbarian
        )
        and said.barbarian == acting(said).barbarian
    ),
    "too_expensive": lambda said: figures.bill(said) == said.cost > said.money == spendable(said),
    "too_few_counters": lambda said: (
        sum(n for unit, n, _ in figures.items(said) if unit in faces(said.unit))
        > said.number
        == max(0, figures.counters_left(said, said.unit))
    ),
    "no_room": lambda said: (
        sum(n for _, n, area in figures.items(said) if area == said.area) > said.number == figures.room(said, said.area)
    ),
    "cannot_build": lambda said: figures.forbidden(said, said.unit),
    "not_built_there": lambda said: said.area not in figures.sites(said) or not figures.takes(said.area, said.unit),
    "pile_only_alone": lambda said: (
        bool(said.empires) and all(said.game.owners[one] != said.seat for one in said.empires)
    ),
    "trade_is_plain": lambda said: (
        f"trade with {words(said)[2]}" in [said.ask.write(one, said.players) for one in said.ask.listed()]
    ),
    "no_silk_road": lambda said: (
        said.card not in me(said).hand
        or not any(one["type"] == "ignore_range" for one in EVENTS[CARDS[said.card]["event"]]["effects"])
    ),
    "not_a_partner": partner,
    "units_not_there": lambda said: bool(asked(said) - standing(said, said.area)),
    "two_coasts": lambda said: (
        said.area in LAND
        and any(one.stacks[said.area].far for one in me(said).empires.values() if said.area in one.stacks)
    ),
    "not_carried": carried,
    "not_together": lambda said: len(manners(said)) > 1,
    "leader_not_there": lambda said: (
        not [one for one in leaders(said, said.area) if one.id in words(said) or one.kind in words(said)]
        or any(one.moved for one in leaders(said, said.area))
        or len(leaders(said, said.area)) < 3
    ),
    "leader_stays": lambda said: any(one in words(said) for one in ("nuke", "star_wars")),
    "garrison": garrison,
    "no_way": figures.no_way,
    "must_stop": figures.hindered,
    "too_far": figures.too_far,
    "loads_need_land": lambda said: said.area in SEA,
    "galleys_no_ocean": lambda said: (
        figures.galleys_sail(said)
        and SEA[said.area]["kind"] == "ocean"
        and not any(one["ocean"] for one in figures.effects(said, "galleys"))
    ),
    "galleys_sink": lambda said: (
        figures.galleys_sail(said)
        and not any(said.game.control.get(land) == acting(said).id for land in SEA[said.area]["land_adjacent"])
        and not any(one["safe"] for one in figures.effects(said, "galleys"))
    ),
    "no_landing": lambda said: (
        said.area in SEA
        and not any(
            figures.group(one) != "air"
            for area in (said.area, *figures.beside(said.area))
            for one in units(acting(said), area)
        )
    ),
    "not_uncommitted": lambda said: asked(said)[said.unit] > said.number in ready(said, said.unit),
    "no_tactician": lambda said: (
        said.area == said.game.fight.area
        and not any(
            one.kind == "tactician" and one.area == said.area
            for one in said.game.empire(figures.own_side(said).empire).leaders
        )
    ),
    "front_is_half": lambda said: said.number == (asked(said).total() + 1) // 2,
    "no_retreat_there": retreats,
    "no_such_artifact": lambda said: (
        said.empire in said.game.owners
        and not in_play(said, said.artifact)
        and said.artifact in [CARDS[one]["artifact"] for one in words(said) if one in CARDS]
    ),
    "no_such_target": lambda said: said.event in [CARDS[one]["event"] for one in words(said) if one in CARDS],
    "not_controlled": lambda said: (
        said.empire == said.ask.values["empire"] and said.game.control.get(said.area) != said.empire
    ),
    "not_in_cup": lambda said: said.leader in words(said) and said.leader not in said.game.cup,
    "not_adoptable": adoptable,
    "cannot_modernise": lambda said: said.empire == acting(said).id and flips(said),
    "no_city_there": city,
    "too_many_cities": lambda said: (
        said.number
        == CONSTANTS["constants"]["city_fertile_areas"]
        + sum(int(one["amount"]) for one in figures.effects(said, "extra_cities") if one["where"] == "fertile")
    ),
    "no_builder_there": lambda said: not leaders(said, said.area, "builder"),
    "no_capital_there": capital,
    "cadence_differs": lambda said: "wild" in words(said) or len(set(words(said))) < len(words(said)),
    "cadence_in_order": lambda said: "zero" in words(said) and "plus_one" not in words(said),
    "more_losses": lambda said: figures.pursuit(said)[0] == said.number > sum(figures.pursuit(said)[1]),
    "fewer_losses": lambda said: (
        figures.pursuit(said)[0] == said.number <= sum(figures.pursuit(said)[1]) - min(figures.pursuit(said)[1])
    ),
    "not_asking": lambda said: said.empire == acting(said).id and said.empire not in words(said),
    "not_so_rich": lambda said: any(int(n) > min(said.money, said.cards) for n in words(said) if n.isdigit()),
    "toll_cards": lambda said: (
        len({one for one in words(said) if one in CARDS}) != said.number
        or len([one for one in words(said) if one in CARDS]) != said.number
    ),
    "no_way_through": figures.no_way_through,
    "canal_is_free": lambda said: any(n.isdigit() for n in words(said)),
    "must_retreat": lambda said: any(side.routed for side in said.game.fight.sides),
    "retreat_all": lambda said: not Counter(said.units) - fighting(said) and retreating(said) != Counter(said.units),
    "leader_alone": lambda said: said.area not in [area for _, _, area in answer(said)[1]],
    "pair_in_use": lambda said: (
        set(said.colours) not in [set(one["colours"]) for one in COUNTERS["pairs"]]
        or any(set(said.colours) & set(one.colours) for one in said.game.players)
        or any(one.colour in said.colours for one in said.game.empires())
    ),
    "enough_empires": lambda said: len(me(said).empires) >= said.most == said.game.most_empires(),
    "no_colour_left": lambda said: not free_colours(said),
    "first_of_age_1": lambda said: not said.game.owners and bool(said.game.options["total_history"]),
    "not_in_this_age": lambda said: (
        list(said.ages) == list(EMPIRES[said.empire]["ages"]) and said.age == oldest(said) and said.age not in said.ages
    ),
    "nowhere_to_start": lambda said: (
        said.empire not in said.game.owners
        and (
            any(one["kind"] != "area" for one in EMPIRES[said.empire]["start"])
            or not any(possible(said, one) for one in EMPIRES[said.empire]["setup"])
        )
    ),
    "too_early": lambda said: figures.first_step(said, said.unit) == said.step > said.own == acting(said).step,
    "not_in_play": lambda said: said.empire not in said.game.owners,
    "artifact_in_play": lambda said: in_play(said, said.artifact),
    "artifact_not_of_age": lambda said: (
        list(said.ages) == list(ARTIFACTS[said.artifact]["ages"])
        and said.age == said.game.empire(said.empire).age
        and said.age not in said.ages
    ),
    "other_moment": lambda said: EVENTS[said.event]["when"] == said.moment,
    "only_by_empire": lambda said: EVENTS[said.event]["by"] == "empire",
}


def tries(game: Any, ask: Ask, chance: random.Random) -> str:
    """Moves of some or all units of a stack on a way of several areas, perhaps with leaders or aboard ships."""
    if ask.kind.id != "move_units":
        return ""
    empire = game.empire(game.acts[-1].empire)
    start = chance.choice(sorted(empire.stacks))
    here = sorted(empire.stacks[start].all())
    going = here if chance.randrange(2) else chance.sample(here, chance.randint(1, len(here)))
    way = [start]
    for _ in range(chance.randint(1, 5)):
        way.append(chance.choice(sorted(figures.beside(way[-1]))))
    ships = [unit for unit in going if UNITS[unit]["class"] == "naval"] if chance.randrange(2) else []
    loads = list((Counter(going) - Counter(ships)).elements()) if ships else going
    if not loads:
        ships, loads = [], going
    order = f"move {counted(loads)} from {start} to {way[-1]}"
    if len(way) > 2:
        order += f" via {', '.join(way[1:-1])}"
    if empire.leaders and chance.randrange(4) == 0:
        order += f" with {chance.choice(empire.leaders).id}"
    return order + (f" aboard {counted(ships)}" if ships else "")


def counted(units: list[str]) -> str:
    return ", ".join(f"{unit} x{n}" if n > 1 else unit for unit, n in sorted(Counter(units).items()))
