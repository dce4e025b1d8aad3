"""Committing units in secret (SA-4.2-3): the question, its convenience forms, and what it stands for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ....table import Answer, Below, Choices, Chosen, Compose, NotLegal, Refused
from ..atlas import EDGE_DEFENCE
from ..cards import CONFLICT, LANGUAGE, NUKE, TACTICIAN, UNITS
from ..state import Fighter, Leader, Seven
from .asking import well_formed
from .potential import ATTACKER, defence, front_size, potential, unit_values

COMMIT = LANGUAGE["conflict_commit"]
Counted = tuple[tuple[str, int | None], ...]
"""Types of units, with how many if more than one."""


def listed(units: Counter[str]) -> Counted:
    """Units as orders write them, in the order of the track."""
    ordered = sorted(+units, key=lambda unit: UNITS[unit].place)
    return tuple((unit, units[unit] if units[unit] > 1 else None) for unit in ordered)


def counted(units: Counted) -> Counter[str]:
    total: Counter[str] = Counter()
    for unit, n in units:
        total[unit] += n if n is not None else 1
    return total


def tactician(game: Seven, side: int) -> Leader | None:
    """One that the side has in the area."""
    empire = game.empire(game.battle.sides[side].empire)
    return next((one for one in empire.leaders if one.kind == TACTICIAN and one.area == game.battle.area), None)


def taken(fresh: list[Fighter], units: Counter[str]) -> list[Fighter]:
    """Which of several equal units go: first those that crossed nothing, as edges help the defender (SA-gap-7)."""
    left = Counter(units)
    chosen: list[Fighter] = []
    for fighter in sorted(fresh, key=lambda one: EDGE_DEFENCE[one[1]]):
        if left[fighter[0]] > 0:
            left[fighter[0]] -= 1
            chosen.append(fighter)
    return chosen


def commit_ask(game: Seven, side: int, name: str | None) -> Compose:
    """At least one uncommitted unit, and one tactician if there is one; `name` seals the answer."""
    fight = game.battle
    own = fight.sides[side]
    have = Counter(unit for unit, _, _ in own.fresh)
    leads = tactician(game, side) is not None

    def fits(answer: Answer) -> Refused | None:
        if answer[0] != "commit" or len(answer) != 3:
            return NotLegal("not_among_legal")
        units, (front, led) = counted(answer[1]), answer[2]
        lacking = [unit for unit, n in units.items() if n > have[unit]]
        if lacking:
            return NotLegal("not_uncommitted", {"unit": lacking[0], "number": have[lacking[0]]}, rule="SA-4.2-3")
        if answer[1] != listed(units) or (front is not None and front != listed(counted(front))):
            return NotLegal("not_among_legal")
        if led and not leads:
            return NotLegal("no_tactician", {"area": fight.area}, rule="SA-4.2-3")
        if front is not None and (counted(front).total() != front_size(units.total()) or counted(front) - units):
            return NotLegal("front_is_half", {"number": front_size(units.total())}, rule="SA-4.2-7")
        return None

    def means(answer: Answer) -> Answer:
        return meant(game, side, answer)

    def some() -> Iterator[Answer]:
        for led in (None, True) if leads else (None,):
            singles = [("commit", ((unit, None),), (None, led)) for unit in have]
            yield from dict.fromkeys((everything(game, side, led), *singles))

    def pick(below: Below) -> Answer:
        units = Counter({unit: below(n + 1) for unit, n in have.items()})
        if not units.total():
            units = Counter([list(have)[below(len(have))]])
        led = True if leads and below(2) else None
        front = None
        if below(4) == 0:
            pool = list(units.elements())
            front = listed(Counter(pool.pop(below(len(pool))) for _ in range(front_size(len(pool)))))
        return ("commit", listed(units), (front, led))

    def following(verb: str, key: str, chosen: Chosen) -> Choices:
        """Units that are left, and of those chosen half for the front; the other forms say how many."""
        units: Counter[str] = Counter(chosen.get("unit", ()))
        front: Counter[str] = Counter(chosen.get("front", ()))
        number = have.total()
        if key == "front" and front.total() >= front_size(units.total()):
            return []
        values: dict[str, Iterable[Any]] = {
            "unit": [unit for unit in have if units[unit] < have[unit]],
            "front": [unit for unit in units if front[unit] < units[unit]],
            "tactician": ("tactician",) if leads else (),
            "but": range(1, number),
            "n": range(1, number + 1),
            "which": ("weakest", "strongest"),
            "reach": range(1, MOST_POTENTIAL + 1),
        }
        return [{key: value} for value in values[key]]

    return Compose(
        own.seat,
        COMMIT,
        some,
        pick,
        well_formed(COMMIT, fits),
        following,
        means=means,
        private=True,
        secret=name,
        shown=lambda answer: counted(answer[1]).total(),
        default=lambda: cautious(game, side),
        values={"area": fight.area, "empire": own.empire, "round": fight.round, "enemy": fight.sides[1 - side].empire},
        context={"in": fight.area, "for": own.empire, "subject": own.empire},
    )


# ---- convenience forms


def meant(game: Seven, side: int, answer: Answer) -> Answer:
    """`all but 1`, `2 strongest`, `to reach 30` in plain units; nuclear units must be named."""
    form = answer[0]
    if form == "commit all":
        but, led = answer[1]
        ranked = by_strength(game, side)
        return _commit(ranked[: max(1, len(ranked) - (but or 0))] if ranked else [NUKE], led)
    if form == "commit to reach":
        return _commit(to_reach(game, side, answer[1]), answer[2])
    if len(answer) == 4:
        ranked = by_strength(game, side)
        if answer[2] == "weakest":
            ranked.reverse()
        return _commit(ranked[: max(1, answer[1])] or [NUKE], answer[3])
    front, led = answer[2]
    return ("commit", listed(counted(answer[1])), (listed(counted(front)) if front is not None else None, led))


def _commit(units: list[str], led: bool | None) -> Answer:
    return ("commit", listed(Counter(units)), (None, led))


def everything(game: Seven, side: int, led: bool | None) -> Answer:
    return _commit(by_strength(game, side) or [NUKE], led)


def by_strength(game: Seven, side: int) -> list[str]:
    """Uncommitted units except nuclear ones, the strongest first."""
    fight = game.battle
    fresh = [unit for unit, _, _ in fight.sides[side].fresh if unit != NUKE]
    worth = {unit: unit_values(game, fight, side, unit, scared=False) for unit in fresh}
    return sorted(fresh, key=lambda unit: (-max(worth[unit]), -sum(worth[unit]), UNITS[unit].place))


def total(parts: Mapping[str, int]) -> int:
    return sum(parts.values())


def to_reach(game: Seven, side: int, wanted: int) -> list[str]:
    """The fewest units whose potential with this card reaches a number, else the weakest one."""
    ranked = by_strength(game, side)
    for n in range(1, len(ranked) + 1):
        sent = taken(game.battle.sides[side].fresh, Counter(ranked[:n]))
        if total(potential(game, side, sent, ())) >= wanted:
            return ranked[:n]
    return ranked[-1:] or [NUKE]


def cautious(game: Seven, side: int) -> Answer:
    """All, if that beats what as many average units of the enemy could bring, else the weakest unit."""
    fight = game.battle
    own, other = fight.sides[side], fight.sides[1 - side]
    ranked = by_strength(game, side)
    if not ranked:
        return _commit([NUKE], None)
    sent = taken(own.fresh, Counter(ranked))
    average = sum(max(unit_values(game, fight, side, unit, scared=False)) for unit in ranked) // len(ranked)
    feared = AVERAGE_CARD + average * len(other.fresh) + own.unrest * 2 * average + public_parts(game, side, sent)
    if total(potential(game, side, sent, ())) > feared:
        return _commit(ranked, True if tactician(game, side) is not None else None)
    return _commit(ranked[-1:], None)


def public_parts(game: Seven, side: int, sent: list[Fighter]) -> int:
    """What the enemy adds for all to see: elites, a lead in ages, and what a defender has around it."""
    fight = game.battle
    empire, enemy = (game.empire(fight.sides[n].empire) for n in (side, 1 - side))
    known = min(CONFLICT["elite_max"], CONFLICT["elite_each"] * enemy.elites)
    known += max(0, enemy.age - empire.age) * CONFLICT["age_lead"]
    return known + (total(defence(game, fight, sent)) if side == ATTACKER else 0)


AVERAGE_CARD = 4
MOST_POTENTIAL = 99
