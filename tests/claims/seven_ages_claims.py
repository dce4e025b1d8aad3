"""What refusals of 7 Ages claim: hands, money, counters, units and leaders in areas, borders, control, ages.

Movement points, ranges and the strength of stacks are held against the second rule book of the title elsewhere; here
the figures of the sentence must agree with what lies on the table.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from claim_kit import Claim, Said, data

MAP = data("seven_ages", "map")
LAND = {one["id"]: one for one in MAP["land"]}
SEA = {one["id"]: one for one in MAP["sea"]}
EMPIRES = {one["id"]: one for one in data("seven_ages", "empires")["empires"]}
CARDS = {one["id"]: one for one in data("seven_ages", "cards")["cards"]}
ARTIFACTS = {one["id"]: one for one in data("seven_ages", "artifacts")["artifacts"]}
EVENTS = {one["id"]: one for one in data("seven_ages", "events")["events"]}
COUNTERS = data("seven_ages", "counters")
CONSTANTS = data("seven_ages", "constants")


def me(said: Said) -> Any:
    return said.game.players[said.seat]


def words(said: Said) -> list[str]:
    return re.findall(r"[a-z_0-9]+", said.order)


def acting(said: Said) -> Any:
    """The empire whose action it is."""
    return said.game.empire(said.game.acts[-1].empire)


def units(empire: Any, area: str) -> list[str]:
    return list(empire.stacks[area].all()) if area in empire.stacks else []


def beside(area: str) -> set[str]:
    one = LAND.get(area) or SEA[area]
    return {*one["land_adjacent"], *one["sea_adjacent"]}


def others(said: Said, area: str) -> int:
    return sum(len(units(one, area)) for one in said.game.empires() if one.id != said.game.acts[-1].empire)


def free_colours(said: Said) -> list[str]:
    used = {one.colour for one in said.game.empires()}
    extra = COUNTERS["rules"]["extra_colours"]
    return [
        one["id"] for one in COUNTERS["colours"] if one["id"] in (*me(said).colours, *extra) and one["id"] not in used
    ]


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


CLAIMS: dict[str, Claim] = {
    "not_in_hand": lambda said: said.card not in me(said).hand,
    "no_such_pair": lambda said: (
        set(said.colours) not in [set(one["colours"]) for one in COUNTERS["pairs"]]
        or any(set(said.colours) & set(one.colours) for one in said.game.players)
    ),
    "mark_each": lambda said: sorted(said.empires) == sorted(me(said).empires),
    "no_extra_marker": lambda said: len(me(said).empires) >= said.most == said.game.most_empires(),
    "marker_twice": lambda said: len(set(words(said))) < len(words(said)),
    "no_such_marker": lambda said: bool(words(said)),
    "not_that_event": lambda said: said.card not in me(said).hand or CARDS[said.card]["event"] is not None,
    "event_not_needed": lambda said: said.card in me(said).hand,
    "colour_not_free": lambda said: (
        not any(
            empire.colour in said.colours or f"colour {colour}" in said.order
            for empire in said.game.empires()
            for colour in said.colours
        )
    ),
    "no_such_option": lambda said: (
        said.most == len(EMPIRES[next(CARDS[one]["empire"] for one in words(said) if one in CARDS)]["setup"])
    ),
    "not_these_areas": lambda said: said.empire in EMPIRES and said.empire not in said.game.owners,
    "no_such_leader": lambda said: said.leader in words(said),
    "not_a_start_area": lambda said: said.area in words(said),
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
    "too_expensive": lambda said: said.cost > said.money <= acting(said).money,
    "too_few_counters": lambda said: asked(said).total() > said.number >= 0,
    "no_room": lambda said: said.area in words(said) and said.number >= 0,
    "cannot_build": lambda said: said.unit in words(said),
    "not_built_there": lambda said: said.area in words(said) and said.unit in words(said),
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
    "not_a_partner": lambda said: said.empire not in said.empires,
    "units_not_there": lambda said: bool(asked(said) - standing(said, said.area)),
    "two_coasts": lambda said: (
        said.area in LAND
        and any(one.stacks[said.area].far for one in me(said).empires.values() if said.area in one.stacks)
    ),
    "not_carried": lambda said: said.number >= 0 and "aboard" in words(said),
    "not_together": lambda said: len(words(said)) > 3,
    "leader_not_there": lambda said: (
        not [one for one in leaders(said, said.area) if one.id in words(said) or one.kind in words(said)]
        or any(one.moved for one in leaders(said, said.area))
        or len(leaders(said, said.area)) < 3
    ),
    "leader_stays": lambda said: any(one in words(said) for one in ("nuke", "star_wars")),
    "garrison": lambda said: bool(units(acting(said), said.area)),
    "no_way": lambda said: said.area in words(said),
    "must_stop": lambda said: others(said, said.area) > 0,
    "too_far": lambda said: said.unit in words(said),
    "loads_need_land": lambda said: said.area in SEA,
    "no_landing": lambda said: (
        said.area in SEA
        and not any(
            one not in ("fighter", "bomber")
            for area in (said.area, *beside(said.area))
            for one in units(acting(said), area)
        )
    ),
    "not_uncommitted": lambda said: asked(said)[said.unit] > said.number in ready(said, said.unit),
    "no_tactician": lambda said: not leaders(said, said.area, "tactician"),
    "front_is_half": lambda said: said.number >= 1,
    "no_retreat_there": lambda said: all(one in LAND or one in SEA for one in said.areas),
    "no_such_artifact": lambda said: said.empire in said.game.owners and not in_play(said, said.artifact),
    "no_such_target": lambda said: said.event in EVENTS,
    "not_controlled": lambda said: (
        said.game.control.get(said.area) != said.empire or not units(said.game.empire(said.empire), said.area)
    ),
    "not_in_cup": lambda said: said.leader in words(said) and said.leader not in said.game.cup,
    "not_adoptable": lambda said: said.artifact in ARTIFACTS and said.artifact in words(said),
    "cannot_modernise": lambda said: said.empire in me(said).empires,
    "no_city_there": lambda said: said.area in words(said),
    "too_many_cities": lambda said: said.number == CONSTANTS["constants"]["city_fertile_areas"],
    "no_builder_there": lambda said: not leaders(said, said.area, "builder"),
    "no_capital_there": lambda said: said.area in words(said),
    "cadence_differs": lambda said: len(set(words(said))) < len(words(said)),
    "cadence_in_order": lambda said: "zero" in words(said) and "plus_one" not in words(said),
    "more_losses": lambda said: said.number > 0,
    "fewer_losses": lambda said: said.number >= 0,
    "not_asking": lambda said: said.empire in said.game.owners and said.empire not in words(said),
    "not_so_rich": lambda said: any(int(n) > min(said.money, said.cards) for n in words(said) if n.isdigit()),
    "toll_cards": lambda said: (
        len({one for one in words(said) if one in CARDS}) != said.number
        or len([one for one in words(said) if one in CARDS]) != said.number
    ),
    "no_way_through": lambda said: all(one in said.game.owners or one in EMPIRES for one in said.empires),
    "canal_is_free": lambda said: any(n.isdigit() for n in words(said)),
    "must_retreat": lambda said: any(side.routed for side in said.game.fight.sides),
    "retreat_all": lambda said: bool(said.units),
    "leader_alone": lambda said: said.area in words(said),
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
    "nowhere_to_start": lambda said: said.empire not in said.game.owners,
    "too_early": lambda said: said.step > said.own == acting(said).step,
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
