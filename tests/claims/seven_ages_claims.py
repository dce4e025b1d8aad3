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


def aimed_at(said: Said) -> list[Any]:
    """What stands after `on`: empires, areas, leaders, artifacts by id, players by seat."""
    return list(answer(said)[2][0] or ())


def target_of(said: Said) -> dict[str, Any]:
    """What the data says of an event's target; and the event is that of the card."""
    if said.event != CARDS[answer(said)[1]]["event"]:
        raise KeyError(said.event)
    printed: dict[str, Any] = EVENTS[said.event]["target"]
    return printed


def aims(said: Said, kind: str) -> bool:
    """The event is aimed at this kind of thing, and what was named is not just one of it."""
    named = aimed_at(said)
    kinds = {"empire": EMPIRES, "area": {**LAND, **SEA}, "artifact": {**LAND, **SEA}}
    one = len(named) == 1 and (isinstance(named[0], int) if kind == "player" else named[0] in kinds.get(kind, ()))
    return target_of(said)["kind"] == kind and not one


def aimed_empire(said: Said) -> bool:
    """The empire is the one that was named for the event."""
    return bool(aimed_at(said)) and aimed_at(said)[0] == said.empire and said.empire in said.game.owners


def own(said: Said, empire: str) -> bool:
    return bool(said.game.owners[empire] == said.seat)


def religion(empire: Any) -> str:
    return next((one for one in empire.card if ARTIFACTS[one]["category"] == "religion"), "")


def ships(said: Said, empire: str) -> bool:
    stacks = said.game.empire(empire).stacks.values()
    return any(figures.group(unit) == "naval" for stack in stacks for unit in stack.all())


def changing(said: Said) -> str:
    """The marker that would come: the one that is adopted or played, or what missionaries bring."""
    if said.ask.kind.id == "adopt":
        return str(answer(said)[1])
    given = answer(said)
    return str(CARDS[given[1]]["artifact"]) if len(given) == 4 else religion(acting(said))


def receiver(said: Said) -> str:
    given = answer(said)
    if said.ask.kind.id == "adopt":
        return str(acting(said).id)
    return str(given[2]) if len(given) == 4 else str(aimed_at(said)[0])


def artifact_of(said: Said) -> dict[str, Any]:
    """The artifact of the card that is played; and the sentence speaks of it."""
    if said.artifact != CARDS[answer(said)[1]]["artifact"]:
        raise KeyError(said.artifact)
    return dict(ARTIFACTS[said.artifact])


def city_level(said: Said) -> int:
    return next((one for one in (1, 3, 5, 7) if one > said.game.cities.get(said.area, 0)), 0)


def flipped(said: Said, unit: str) -> list[tuple[int, str | None]]:
    """How many of a unit an order flips, and where."""
    return [(n or 1, area) for one, n, area in answer(said)[1] if one == unit]


def held(said: Said, unit: str, area: str | None) -> int:
    empire = acting(said)
    return sum(list(stack.all()).count(unit) for at, stack in empire.stacks.items() if area in (None, at))


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
    "not_controlled": lambda said: (
        said.empire == said.ask.values["empire"] and said.game.control.get(said.area) != said.empire
    ),
    "not_in_cup": lambda said: said.leader in words(said) and said.leader not in said.game.cup,
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
    "not_asking": lambda said: said.empire == acting(said).id and said.empire not in words(said),
    "fewer_losses": lambda said: (
        figures.pursuit(said)[0] == said.number <= sum(figures.pursuit(said)[1]) - min(figures.pursuit(said)[1])
    ),
    "own_partner": lambda said: said.game.owners[said.empire] == said.game.owners[acting(said).id],
    "partner_has_traded": lambda said: (
        said.game.empire(said.empire).traded
        and not any(said.game.empire(one).traded or own(said, one) for one in said.empires)
        and bool(said.empires)
    ),
    "partner_out_of_range": lambda said: (
        said.empire not in figures.in_range(said) and set(said.empires) == figures.partners(said)
    ),
    "silk_needs_no_way": lambda said: (
        said.card in me(said).hand
        and " through " in said.order
        and EVENTS[CARDS[said.card]["event"]]["id"] == "silk_road"
    ),
    "target_unwanted": lambda said: target_of(said)["kind"] in ("none", "event") and bool(aimed_at(said)),
    "target_wanted": lambda said: target_of(said)["kind"] not in ("none", "event") and not aimed_at(said),
    "target_is_empire": lambda said: aims(said, "empire"),
    "target_is_leader": lambda said: aims(said, "leader"),
    "target_is_area": lambda said: aims(said, "area"),
    "target_is_player": lambda said: aims(said, "player"),
    "target_is_artifact": lambda said: aims(said, "artifact"),
    "target_out_of_range": lambda said: (
        (bool(target_of(said).get("in_range")) or bool(said.game.options["take_that"])) and bool(aimed_at(said))
    ),
    "target_not_own": lambda said: aimed_empire(said) and target_of(said)["of"] == "own" and not own(said, said.empire),
    "target_own": lambda said: aimed_empire(said) and target_of(said)["of"] == "other" and own(said, said.empire),
    "target_itself": lambda said: (
        aimed_empire(said) and target_of(said)["of"] == "other_empire" and said.empire == acting(said).id
    ),
    "target_lacks": lambda said: aimed_empire(said) and bool(target_of(said).get("needs")),
    "target_and_thief": lambda said: (
        any(one["type"] == "steal_money" for one in EVENTS[said.event]["effects"])
        and target_of(said)["kind"] == "empire"
        and not (len(aimed_at(said)) == 2 and own(said, aimed_at(said)[1]) and ships(said, aimed_at(said)[1]))
    ),
    "target_yourself": lambda said: target_of(said)["of"] == "other" and aimed_at(said) == [said.seat],
    "area_lacks": lambda said: aimed_at(said) == [said.area] and bool(target_of(said).get("needs")),
    "no_religion": lambda said: said.empire == acting(said).id and not religion(acting(said)),
    "leader_not_theirs": lambda said: (
        said.leader not in [one.id for one in said.game.empire(said.empire).leaders]
        and aimed_at(said)[:2] == [said.empire, said.leader]
    ),
    "leader_where": lambda said: (
        [one.id for one in said.game.empire(said.empire).leaders].count(said.leader) > 1 or len(aimed_at(said)) > 2
    ),
    "no_artifact_there": lambda said: said.area in aimed_at(said) and said.area not in said.game.artifacts,
    "not_on_their_card": lambda said: (
        aimed_at(said) == [said.empire, said.artifact]
        and (said.empire not in said.game.owners or said.artifact not in said.game.empire(said.empire).card)
    ),
    "not_their_land": lambda said: (
        said.empire == (answer(said)[2] if answer(said)[0] == "play" else acting(said).id)
        and (said.area not in LAND or said.game.control.get(said.area) != said.empire)
    ),
    "city_just_grown": lambda said: said.area in said.game.acts[-1].used,
    "city_full_grown": lambda said: said.game.cities.get(said.area) == max(one["level"] for one in CITY_LEVELS),
    "city_too_early": lambda said: (
        said.level == city_level(said)
        and said.age == next(one["min_age"] for one in CITY_LEVELS if one["level"] == said.level)
        and acting(said).age < said.age
    ),
    "fewer_there": lambda said: any(
        said.number == held(said, said.unit, area) < n for n, area in flipped(said, said.unit)
    ),
    "no_other_side": lambda said: bool(flipped(said, said.unit)) and faces(said.unit) <= {said.unit, None},
    "side_too_early": lambda said: (
        bool(flipped(said, said.unit))
        and said.other in faces(said.unit) - {said.unit}
        and said.step == figures.first_step(said, said.other) > acting(said).step
    ),
    "side_sinks": lambda said: bool(flipped(said, said.unit)) and said.other == "galley" in faces(said.unit),
    "adopt_is_plain": lambda said: (
        " through " in said.order
        and any(said.artifact in said.game.empire(one).card for one in figures.in_range(said) - {acting(said).id})
    ),
    "adopt_elsewhere": lambda said: (
        bool(said.empires)
        and all(said.artifact in said.game.empire(one).card for one in said.empires)
        and said.artifact == changing(said)
    ),
    "adopt_have": lambda said: (
        said.artifact == changing(said)
        and said.empire == receiver(said)
        and said.artifact in said.game.empire(said.empire).card
    ),
    "adopt_outlived": lambda said: (
        said.artifact == changing(said)
        and said.empire == receiver(said)
        and said.game.empire(said.empire).age > ARTIFACTS[said.artifact]["ages"][-1]
    ),
    "adopt_in_unrest": lambda said: (
        said.artifact == changing(said)
        and said.empire == receiver(said)
        and said.old in said.game.empire(said.empire).card
        and ARTIFACTS[said.old]["category"] == ARTIFACTS[said.artifact]["category"]
        and any(said.game.control.get(area) == said.empire for area in said.game.unrest)
    ),
    "adopt_nobody": lambda said: not any(said.artifact in one.card for one in said.game.empires()),
    "adopt_out_of_range": lambda said: (
        set(said.empires) == {one.id for one in said.game.empires() if said.artifact in one.card}
        and not set(said.empires) & figures.in_range(said)
        and said.artifact == changing(said)
    ),
    "card_needs_no_way": lambda said: said.card in me(said).hand and " through " in said.order,
    "artifact_out_of_range": lambda said: (
        said.game.options["take_that"]
        and said.empire == answer(said)[2]
        and (not said.game.acts[-1].empire or said.empire not in figures.in_range(said))
        and bool(artifact_of(said))
    ),
    "artifact_lacks": lambda said: said.empire == answer(said)[2] and bool(artifact_of(said)["needs"]),
    "artifact_lacks_there": lambda said: said.area == answer(said)[3][0] and bool(artifact_of(said)["needs"]),
    "artifact_on_card": lambda said: artifact_of(said)["placement"] == "card" and answer(said)[3][0] is not None,
    "artifact_wants_area": lambda said: artifact_of(said)["placement"] == "area" and answer(said)[3][0] is None,
    "area_has_artifact": lambda said: said.game.artifacts[said.area] == said.artifact,
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
