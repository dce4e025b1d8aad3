"""How the bot begins empires, builds units and spends money."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ...table import Answer
from ..adding import added
from .atlas import AREAS
from .bot_moves import WarPlan
from .cards import CARDS, COSTS, EMPIRES, GALLEY, UNITS
from .rules.building import SAVE, Workshop, canonical, room, takes
from .rules.income import income, upkeep
from .rules.start import NOT_NOW, completed
from .rules.startable import has_choice, named_leaders, setup_step, start_areas, startable
from .state import Empire, Seven
from .worth import Worth, strength, typical

MOST_SETS = 40
"""Sets of start areas that are looked at."""
PROMISING = 0.5
"""What an empire must promise to be started."""
PURSE = 3
"""Money that an empire keeps, beside its next upkeep."""


# ---- beginning an empire


def start_options(game: Seven, seat: int, worth: Worth) -> Iterator[tuple[float, Answer]]:
    """Every card that can be started, with the best of its choices and what it promises a turn."""
    for card in game.players[seat].hand:
        if startable(game, seat, card):
            yield from _with_choices(game, seat, worth, card)


def _with_choices(game: Seven, seat: int, worth: Worth, card: str) -> Iterator[tuple[float, Answer]]:
    sheet = EMPIRES[CARDS[card].empire]
    best: tuple[float, Answer] | None = None
    for n in range(len(sheet.setup)):
        step = setup_step(game, sheet, n)
        if not step:
            continue
        for number, areas in enumerate(start_areas(game, sheet)):
            if number >= MOST_SETS:
                break
            gain = worth.started(sheet.id, step, areas) - resistance(game, seat, sheet.money, step, areas)
            if not game.owners:
                gain -= step  # the first empire sets the age: the earlier, the more there is to win
            if best is None or gain > best[0]:
                leaders = named_leaders(game, sheet.id, step)
                clauses = (
                    None,
                    n + 1 if len(sheet.setup) > 1 else None,
                    areas if has_choice(sheet) else None,
                    (leaders[0], None) if leaders else None,
                    None,
                    None,
                )
                best = gain, ("start", card, completed(game, seat, card, clauses))
    if best is not None:
        yield best


def resistance(game: Seven, seat: int, money: int, step: int, areas: tuple[str, ...]) -> float:
    """What foreign units in the start areas take from its hopes."""
    total = 0.0
    for area in areas:
        holder = game.control.get(area)
        if holder is None:
            continue
        rival = game.empire(holder)
        against = typical(rival) * rival.size(area) + 2 + game.cities.get(area, 0)
        cheap = [one for one in UNITS.values() if one.step <= step and one.group == "land" and one.cost]
        value = max(one.front["large"] / one.cost for one in cheap)
        own = value * money / len(areas)
        total += 0.5 if own > 1.3 * against else 2.5 if own > against else 6.0
        total += 1.5 if game.owners[holder] == seat else -0.4
    return total


def start(game: Seven, ask: Any, seat: int) -> Answer:
    best = max(start_options(game, seat, Worth(game, seat)), key=lambda one: one[0], default=None)
    return best[1] if best is not None and (best[0] > PROMISING or not game.owners) else NOT_NOW


def promise(game: Seven, seat: int, worth: Worth) -> float:
    """What the best empire that could be started now would bring a turn."""
    return max((gain for gain, _ in start_options(game, seat, worth)), default=0.0)


# ---- building


def build(game: Seven, ask: Any, seat: int) -> Answer:
    """Units where they are useful first: at a start all money, in production what upkeep leaves."""
    empire = game.empire(game.act.empire)
    shop = Workshop(game, empire)
    worth = Worth(game, seat)
    budget = empire.money if shop.start else empire.money - kept(game, worth, empire)
    items = tuple(_units(game, worth, empire, shop, budget))
    if items:
        answer: Answer = ("build", canonical(items))
        if shop.fault(answer) is None:
            return answer
    if shop.must:
        default: Answer = ask.default()
        return default
    return _works(game, worth, empire, shop, budget)


def kept(game: Seven, worth: Worth, empire: Empire) -> int:
    """What is not spent: a purse, and much more where money itself is glory."""
    wished = worth.wishes(empire, "money")
    short = max(0, upkeep(game, empire) - income(game, empire))
    return PURSE + min(12, 3 * short) + (int(empire.money * 0.6) if wished > 0.05 else 0)


def wanted_units(game: Seven, worth: Worth, empire: Empire) -> int:
    """How many units it can use: a few more than it has areas, and no more than it can feed."""
    fed = income(game, empire) + empire.money // 4 if not empire.barbarian else 99
    return min(len(empire.stacks) * 2 + 4 + 2 * int(worth.wishes(empire, "land_units") > 0.1), max(fed, 3))


def _units(
    game: Seven, worth: Worth, empire: Empire, shop: Workshop, budget: int
) -> Iterator[tuple[str, int | None, str, str | None]]:
    plan = WarPlan(game, empire, worth.seat, worth, forces=False)
    left = dict(shop.units)
    space = {area: room(game, empire, area) for area in shop.sites}
    have = Counter(empire.types())
    more = 99 if shop.start else wanted_units(game, worth, empire) - empire.units()
    pull = {area: plan.pull(area) + 0.3 * plan.pressed(area) for area in shop.sites}
    built: Counter[str] = Counter()
    while more > 0 and budget > 0:
        choices = [
            (_worth_of(worth, empire, unit, have), unit, area)
            for area in shop.sites
            if space[area] > 0
            for unit in shop.units
            if left[unit] > 0 and shop.costs[unit] <= budget and takes(game, area, unit)
        ]
        if not choices:
            return
        gain, unit, area = max(choices, key=lambda one: (one[0] / shop.costs[one[1]] + pull[one[2]], one[0]))
        if gain <= 0:
            return
        yield unit, None, area, None
        have[unit] += 1
        built[area] += 1
        for other in left:
            if UNITS[other].counter == UNITS[unit].counter:
                left[other] -= 1
        space[area] -= 1
        pull[area] -= 0.15
        budget -= shop.costs[unit]
        more -= 1


def _worth_of(worth: Worth, empire: Empire, unit: str, have: Counter[str]) -> float:
    """What a unit adds: strength, and what symbols count."""
    one = UNITS[unit]
    if one.group == "air":
        return 0.0
    gain = 0.12 * strength(empire, unit) + 0.35
    if one.kind == "naval":
        ships = sum(n for other, n in have.items() if UNITS[other].kind == "naval")
        island = not any(AREAS[area].land for area in empire.stacks if AREAS[area].is_land)
        blue = any(symbol.get("colour") in ("blue", "any") for symbol in EMPIRES[empire.id].glory)
        useful = (2 if blue or island else 1) > ships
        gain = (0.9 if island and not ships else 0.6 if useful else 0.0) - (0.1 if unit == GALLEY and not blue else 0.0)
        return gain + 0.8 * worth.wishes(empire, "naval_units") + 0.5 * _blue(worth, empire)
    gain += worth.wishes(empire, "land_units")
    if one.kind == "cavalry":
        gain += worth.wishes(empire, "cavalry_units")
    return gain


def _blue(worth: Worth, empire: Empire) -> float:
    glory = EMPIRES[empire.id].glory
    return added(worth.wish(empire, n) for n, symbol in enumerate(glory) if symbol.get("colour") == "blue")


def _works(game: Seven, worth: Worth, empire: Empire, shop: Workshop, budget: int) -> Answer:
    """A fort for a capital that is pressed; elites from what is left over."""
    if shop.start:
        return SAVE
    plan = WarPlan(game, empire, worth.seat, worth, forces=False)
    pressed = [area for area in shop.forts if area == empire.capital and plan.pressed(area)]
    if pressed and budget >= COSTS["fort"] + 4:
        return ("fort", pressed[0])
    if budget >= COSTS["elite"] + 15 and empire.elites < 2:
        return ("elite", None)
    return SAVE


def useful_production(game: Seven, worth: Worth, empire: Empire) -> float:
    """What a production would bring, in points of glory a turn."""
    net = income(game, empire) - upkeep(game, empire)
    if empire.money + net < 0:
        return -1.0
    room_for = max(0, wanted_units(game, worth, empire) - empire.units())
    spent = min(max(0, empire.money + net - PURSE), 3 * room_for)
    return net * worth.money(empire) + 0.11 * spent


def buy_glory(game: Seven, ask: Any, seat: int) -> Answer:
    """What an empire does not need; more of it where the price is low or the end is near."""
    empire = game.empire(ask.values["empire"])
    cost, most = ask.values["cost"], ask.values["most"]
    worth = Worth(game, seat)
    reserve = 12 if worth.wishes(empire, "money") <= 0.05 else 60
    if last_turns(game):
        reserve = 0
    return ("buy glory", max(0, min(most, (empire.money - reserve) // cost)))


def last_turns(game: Seven) -> bool:
    return bool(game.passed) or game.top_step() >= 49
