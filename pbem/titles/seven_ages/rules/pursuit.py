"""Pursuit of a side that retreats (optional rule 2)."""

from __future__ import annotations

from collections import Counter

from ....table import Answer, Below, ChooseSome, NotLegal, Refused, Rule
from ..cards import AGE_OF_STEP, LANGUAGE, UNITS
from ..state import Seven
from .commitment import taken
from .fights import lose_fighters

PURSUED = LANGUAGE["pursuit_losses"]
VERB = "pursued"
BY_AIR, BY_ARMOUR, CAVALRY_PAIR = 2, 1, 2


def pressure(game: Seven, side: int) -> int:
    """Losses that the enemy inflicts: by aircraft, armour and pairs of cavalry (SA-opt-2, SA-gap-44)."""
    enemy = game.battle.sides[1 - side]
    units = [UNITS[unit] for unit, _, _ in (*enemy.fresh, *enemy.spent)]
    air = sum(unit.group == "air" for unit in units)
    armour = sum(unit.armoured for unit in units)
    cavalry = sum(unit.kind == "cavalry" and not unit.armoured for unit in units)
    return BY_AIR * air + BY_ARMOUR * armour + cavalry // CAVALRY_PAIR


def worth(game: Seven, side: int, unit: str) -> int:
    """What a lost unit counts: cavalry 2, a unit of a higher age than the pursuer 1 more."""
    one = UNITS[unit]
    pursuer = game.empire(game.battle.sides[1 - side].empire)
    return 1 + (one.kind == "cavalry") + (AGE_OF_STEP[one.step] > pursuer.age)


def pursued(game: Seven, side: int) -> Rule:
    """The owner chooses who is lost; if there are not enough units all are."""
    if not game.options["pursuit"]:
        return
    own = game.battle.sides[side]
    losses = pressure(game, side)
    units = [unit for unit, _, _ in (*own.fresh, *own.spent)]
    if not losses or not units:
        return
    chosen = units
    if sum(worth(game, side, unit) for unit in units) > losses:
        answer = yield losses_ask(game, side, units, losses)
        chosen = list(answer[1])
    gone = taken([*own.fresh, *own.spent], Counter(chosen))
    for fighter in gone:
        (own.fresh if fighter in own.fresh else own.spent).remove(fighter)
    lose_fighters(game, own, gone)
    game.note("pursued", empire=own.empire, units=dict(Counter(chosen)), number=losses, reveals=True)


def losses_ask(game: Seven, side: int, units: list[str], losses: int) -> ChooseSome:
    own = game.battle.sides[side]

    def total(chosen: tuple[str, ...]) -> int:
        return sum(worth(game, side, unit) for unit in chosen)

    def fits(chosen: tuple[str, ...]) -> Refused | None:
        if total(chosen) < losses:
            return NotLegal("more_losses", {"number": losses}, rule="SA-opt-2")
        needless = next((unit for unit in chosen if total(chosen) - worth(game, side, unit) >= losses), "")
        return NotLegal("fewer_losses", {"number": losses, "unit": needless}, rule="SA-opt-2") if needless else None

    def trimmed(ordered: list[str]) -> tuple[str, ...]:
        """Units in this order until the losses are covered, without those that are not needed in the end."""
        chosen: list[str] = []
        for unit in ordered:
            if total(tuple(chosen)) < losses:
                chosen.append(unit)
        for unit in list(chosen):
            if total(tuple(chosen)) - worth(game, side, unit) >= losses:
                chosen.remove(unit)
        return tuple(chosen)

    def cheapest() -> tuple[str, ...]:
        return trimmed(sorted(units, key=lambda unit: UNITS[unit].cost))

    def pick(below: Below) -> tuple[str, ...]:
        pool = list(units)
        return trimmed([pool.pop(below(len(pool))) for _ in units])

    def default() -> Answer:
        return (VERB, cheapest())

    return ChooseSome(
        own.seat,
        PURSUED,
        VERB,
        units,
        1,
        len(units),
        fits=fits,
        first=cheapest,
        pick=pick,
        private=True,
        default=default,
        values={"empire": own.empire, "number": losses},
        context={"in": game.battle.area, "for": own.empire, "subject": own.empire},
    )
