"""Production (chapter 2): income, supply, building."""

from __future__ import annotations

from ....table import END, Answer, Choose, ChooseSome, Rule
from ..atlas import AREAS
from ..cards import EVENTS, LANGUAGE, PRODUCTION
from ..state import Empire, Seven
from .building import BUILD, build
from .changes import aftermath, gain_money, lose_units, put_unrest, tell_losses
from .effects import effects, upkeep_price
from .events import moment
from .income import income
from .losses import least_missed, seen_losses
from .markers import finish

SUPPLY, ROB = LANGUAGE["supply_loss"], LANGUAGE["raid_income"]
STARVE = "starve"


def production(game: Seven) -> Rule:
    """Events first, then income (SA-2.1-1), what specials bring, and supply (SA-2.2-1)."""
    act = game.act
    if act.stage == "build":
        return (yield from more(game))
    yield from moment(game, PRODUCTION)
    empire = game.empire(act.empire)
    amount = gain_money(empire, income(game, empire, act.events))
    empire.famines = 0
    game.note("income", empire=empire.id, money=amount, total=empire.money)
    yield from rob(game, empire)
    yield from supply(game, empire)
    act.stage = "build"
    if act.empire not in game.owners:
        return finish(game)
    return PRODUCTION


def more(game: Seven) -> Rule:
    empire = game.empire(game.act.empire)
    if empire.money and (yield from build(game, empire, BUILD)):
        return PRODUCTION
    return finish(game)


def rob(game: Seven, empire: Empire) -> Rule:
    """The Pirate state takes from an empire on a coast of a sea that it controls (SA-2.1-8, SA-gap-79)."""
    for effect, _ in effects(game, empire, "steal_money"):
        if effect.get("trigger") != PRODUCTION:
            continue
        seas = [area for area in game.controlled(empire) if not AREAS[area].is_land]
        coasts = {land for sea in seas for land in AREAS[sea].land}
        victims = [one for one in game.empires() if one.id != empire.id and coasts & set(game.lands(one))]
        if not victims:
            continue
        answer = yield rob_ask(game, empire, victims)
        steal(game, game.empire(answer[1]), empire, effect["amount"])


def rob_ask(game: Seven, empire: Empire, victims: list[Empire]) -> Choose:
    seat = game.owners[empire.id]
    return Choose(
        seat,
        ROB,
        [("rob", one.id) for one in victims],
        values={"empire": empire.id},
        default=lambda: ("rob", richest(game, seat, victims)),
        context={"subject": empire.id, "for": empire.id},
    )


def richest(game: Seven, seat: int, victims: list[Empire]) -> str:
    others = [one for one in victims if game.owners[one.id] != seat] or victims
    return max(others, key=lambda one: one.money).id


def steal(game: Seven, victim: Empire, thief: Empire, most: int) -> None:
    """The victim loses the whole sum, however much the thief can hold (SA-gap-81)."""
    amount = min(most, victim.money)
    victim.money -= amount
    gain_money(thief, amount)
    game.note("robbed", empire=thief.id, other=victim.id, money=amount)


# ---- supply


def unit_price(game: Seven, empire: Empire) -> int:
    """1 per unit; an event of this production may set it (SA-gap-51)."""
    prices = [upkeep_price(game, empire)]
    for event in game.act.events:
        prices += [effect["set"] for effect in EVENTS[event].effects if effect.get("of") == "upkeep"]
    return max(prices)


def supply(game: Seven, empire: Empire) -> Rule:
    """What can be paid must be paid; the owner chooses who goes unsupplied (SA-2.2-1 to SA-2.2-4, SA-gap-80)."""
    if empire.barbarian:
        return
    price = unit_price(game, empire)
    total = empire.units()
    paid = min(total, empire.money // price)
    empire.money -= paid * price
    game.note("supplied", empire=empire.id, number=paid, money=paid * price)
    if paid == total:
        return
    answer = yield starve_ask(game, empire, total - paid)
    areas = lose_units(game, empire, answer[1])
    troubled = [area for area in areas if game.control.get(area) == empire.id and put_unrest(game, area)]
    game.note("starved", empire=empire.id, units=areas, areas=troubled)
    tell_losses(game, empire, answer[1])
    aftermath(game)


def starve_ask(game: Seven, empire: Empire, number: int) -> ChooseSome:
    items = [(unit, area) for area in empire.areas() for unit in empire.stacks[area].all()]
    seat = game.owners[empire.id]

    def default() -> Answer:
        return (STARVE, tuple(least_missed(game, empire, number)))

    return ChooseSome(
        seat,
        SUPPLY,
        STARVE,
        items,
        number,
        number,
        private=True,
        secret=END,
        default=default,
        shown=lambda answer: seen_losses(empire, answer[1]),
        values={"empire": empire.id, "number": number},
        context={"subject": empire.id, "for": empire.id},
    )
