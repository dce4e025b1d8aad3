"""Retreat from a conflict (SA-4.2-23, SA-4.2-28 to SA-4.2-30)."""

from __future__ import annotations

from itertools import permutations

from ....table import Answer, Choose, NotLegal, Rule, Together
from ..atlas import AREAS, OCEAN, RIVER
from ..cards import GALLEY, LANGUAGE, MANOEUVRE, UNITS
from ..state import Empire, Fighter, Seven, Stack
from .building import has_galley_oceans
from .changes import galleys_safe
from .commitment import tactician
from .fights import lose_fighters
from .pursuit import pursued

RETREAT = LANGUAGE["conflict_retreat"]
STAND = ("stand",)
TO = "retreat to"


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
    return seas is not None and not all(game.control.get(sea, empire.id) != empire.id for sea in seas)


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
        flee(game, side, ())
        return True
    ask = retreat_ask(game, side, forced)
    answers = yield Together({own.seat: ask}, forced=True)
    answer = answers[own.seat]
    if answer == STAND and not forced:
        return False
    yield from pursued(game, side)
    flee(game, side, () if answer == STAND else answer[1])
    return True


def retreat_ask(game: Seven, side: int, forced: bool) -> Choose:
    own = game.battle.sides[side]
    areas = reachable(game, side)
    options: list[Answer] = [] if forced and areas else [STAND]
    options += [(TO, chosen) for n in (1, 2) for chosen in permutations(areas, n)]
    empire = game.empire(own.empire)

    def default() -> Answer:
        if not forced or not areas:
            return STAND
        return (TO, (max(areas, key=empire.size),))

    def why(answer: Answer) -> NotLegal:
        return NotLegal("no_retreat_there", {"areas": areas}, rule="SA-4.2-29")

    return Choose(
        own.seat, RETREAT, options, private=True, default=default, why=why,
        values={"area": game.battle.area, "empire": own.empire, "forced": forced},
        context={"in": game.battle.area, "for": own.empire, "subject": own.empire},
    )  # fmt: skip


def flee(game: Seven, side: int, areas: tuple[str, ...]) -> None:
    """All that can reach the first area go there, the rest to the next; leaders go with the first group (SA-gap-46)."""
    fight = game.battle
    own = fight.sides[side]
    empire = game.empire(own.empire)
    lost: list[Fighter] = []
    gone: dict[str, int] = {}
    for fighter in [*own.fresh, *own.spent]:
        area = next((one for one in areas if can_enter(game, empire, fighter, one)), "")
        if not area:
            lost.append(fighter)
            continue
        arrive(game, empire, fighter, area)
        gone[area] = gone.get(area, 0) + 1
    own.fresh, own.spent = [], []
    lose_fighters(game, own, lost)
    if gone:
        for leader in empire.leaders:
            if leader.area == fight.area:
                leader.area = next(iter(gone))
    game.note("retreated", empire=empire.id, area=fight.area, units=gone, lost=len(lost), reveals=True)


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
