"""What things cost a civilization, and how it pays (chapters BUILD, UPG, POP, TECH, FOOD, PTS)."""

from __future__ import annotations

from ..cards import CARDS, POPULATION_COST, UNITS, URBAN, YELLOW_SQUARES
from ..state import Ages, Civilization, Pact
from .goods import FOOD, OTHER, RESOURCES, lose, stock
from .ratings import number_of, pacts_of


def cost_of(civ: Civilization, tech: str) -> int:
    """Resources for a worker on this card (TTA-BUILD-2, TTA-BUILD-3)."""
    card = CARDS[tech]
    cost = card.cost
    if card.family in URBAN:
        for special in civ.specials:
            for effect in CARDS[special].effects.get("urban_building_discount", ()):
                cost -= effect["resources_by_level"][str(card.level)]
        cost -= _by_leader(civ, card.family, "build_resources")
    return max(0, cost)


def _by_leader(civ: Civilization, family: str, what: str) -> int:
    """William Shakespeare: theaters for owners of libraries, libraries for owners of theaters."""
    less = 0
    for effect in CARDS[civ.leader].effects.get("conditional_discount", ()) if civ.leader else ():
        if effect["on"] == family and number_of(civ, effect["if_building"]):
            less += effect[what]
    return less


def upgrade_cost(civ: Civilization, old: str, new: str) -> int:
    """Each card with its modifiers, then the difference (TTA-UPG-3, TTA-UPG-5)."""
    return max(0, cost_of(civ, new) - cost_of(civ, old))


def population_cost(civ: Civilization) -> int:
    """TTA-POP-2, TTA-POP-5."""
    cost = POPULATION_COST[min(civ.yellow, YELLOW_SQUARES)]
    if civ.leader:
        cost -= sum(effect["food"] for effect in CARDS[civ.leader].effects.get("population_discount", ()))
    return max(0, cost)


def develop_cost(game: Ages, seat: int, tech: str, revolution: bool = False, less: int = 0) -> int:
    """Science for a technology (TTA-TECH-1, TTA-TECH-2, TTA-REV-5)."""
    civ = game.civs[seat]
    card = CARDS[tech]
    cost = (card.revolution if revolution else card.to_develop) - less
    if civ.leader:
        cost -= _by_leader(civ, card.family, "develop_science")
        for effect in CARDS[civ.leader].effects.get("develop_discount", ()):
            if effect["technology"] == card.family:
                cost -= effect["science"]
    pact = cooperation(game, seat) if game.pacts else None
    if pact is not None:
        cost -= CARDS[pact.card].sides["a"]["develop_discount_science"]
    return max(0, cost)


def cooperation(game: Ages, seat: int) -> Pact | None:
    """The pact by which a partner pays for technologies."""
    return next((pact for pact in pacts_of(game, seat) if pact.card == "scientific_cooperation"), None)


def science_for(game: Ages, seat: int, tech: str) -> int:
    """Science points that can be spent on a technology (TTA-PTS-4)."""
    temporary = game.turn.arms_science if seat == game.active and CARDS[tech].family in UNITS else 0
    return game.civs[seat].science + temporary


def pay_science(game: Ages, seat: int, tech: str, cost: int) -> None:
    """TTA-PTS-3; temporary points first."""
    if seat == game.active and CARDS[tech].family in UNITS and game.turn.arms_science:
        temporary = min(cost, game.turn.arms_science)
        game.turn.arms_science -= temporary
        cost -= temporary
    game.civs[seat].science -= cost
    pact = cooperation(game, seat) if game.pacts else None
    if pact is not None:
        partner = pact.partner(seat)
        game.civs[partner].science -= CARDS[pact.card].sides["a"]["partner_pays_science"]
        game.note("partner_pays", player=partner, other=seat, science=1)


def partner_cannot_pay(game: Ages, seat: int) -> bool:
    pact = cooperation(game, seat) if game.pacts else None
    if pact is None:
        return False
    return bool(game.civs[pact.partner(seat)].science < CARDS[pact.card].sides["a"]["partner_pays_science"])


# ---- food and resources


def trade(game: Ages, seat: int) -> tuple[str, str] | None:
    """(good given, good it counts as) of an unused Trade Routes Agreement."""
    if not game.pacts or seat != game.active or game.turn.trade_used:
        return None
    for pact in pacts_of(game, seat):
        use = CARDS[pact.card].sides[pact.side(seat)].get("may_use")
        if use is not None:
            as_good: str = use["as"]
            return OTHER[as_good], as_good
    return None


def purse(game: Ages, seat: int, good: str, units: bool = False) -> int:
    """What can be paid of a good now: stock, temporary resources for units, and a trade route."""
    civ = game.civs[seat]
    have = stock(civ, good)
    if units and game.turn.arms and seat == game.active:
        have += sum(game.turn.arms.values())
    route = trade(game, seat)
    if route is not None and route[1] == good and stock(civ, route[0]):
        have += 1
    return have


def pay(game: Ages, seat: int, good: str, amount: int, units: bool = False) -> None:
    """Temporary resources first, then the stock; a trade route if it was ordered or is needed (TTA-FOOD-10)."""
    civ = game.civs[seat]
    if units and seat == game.active:
        for source in list(game.turn.arms):
            used = min(amount, game.turn.arms[source])
            game.turn.arms[source] -= used
            amount -= used
    traded = by_trade(game, seat, good, amount)
    if traded:
        lose(civ, traded, 1)
        amount -= 1
        game.turn.trade_armed, game.turn.trade_used = False, True
        game.note("trade_used", player=seat, good=traded)
    if amount:
        lose(civ, good, amount)


def by_trade(game: Ages, seat: int, good: str, amount: int) -> str:
    """The good that a trade route pays 1 of an amount with; empty if it pays nothing."""
    route, civ = trade(game, seat), game.civs[seat]
    if route is None or route[1] != good or not amount or not stock(civ, route[0]):
        return ""
    return route[0] if game.turn.trade_armed or stock(civ, good) < amount else ""


def shares(game: Ages, seat: int, good: str, amount: int, units: bool = False) -> dict[str, int]:
    """A price by what it is paid with: a good, and 1 of the other where a trade route pays."""
    arms = sum(game.turn.arms.values()) if units and seat == game.active else 0
    traded = by_trade(game, seat, good, max(0, amount - arms))
    return {good: amount - 1, traded: 1} if traded else {good: amount}


__all__ = [
    "FOOD",
    "RESOURCES",
    "cost_of",
    "develop_cost",
    "partner_cannot_pay",
    "pay",
    "pay_science",
    "population_cost",
    "purse",
    "science_for",
    "trade",
    "upgrade_cost",
]
