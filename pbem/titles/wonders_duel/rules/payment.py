"""What a building or a wonder costs (chapters BU, TR, CO, CH).

The cheapest way to pay is computed, never asked (WD-R-3).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ..cards import CARDS, CONSTANTS, RAW, TOKENS, Card
from ..state import City

BASE = CONSTANTS["trade_base_price"]
EACH = CONSTANTS["trade_price_per_opponent_unit"]
FIXED = CONSTANTS["trade_fixed_price"]

Prices = tuple[int, ...]
"""The cost of a unit of each resource."""
_DISCOUNTS = frozenset(token.id for token in TOKENS.values() if token.discount)
_COSTS = {ident: (card.coins, card.needs, card.free_with) for ident, card in CARDS.items()}


def prices(city: City, other: City) -> Prices:
    """WD-TR-1, WD-TR-5, WD-R-19."""
    return _prices(city.fixed, other.makes)


@lru_cache(4096)
def _prices(fixed: tuple[bool, ...], makes: tuple[int, ...]) -> Prices:
    return tuple(FIXED if flat else BASE + EACH * made for flat, made in zip(fixed, makes, strict=True))


def trade(city: City, price: Prices, card: Card) -> int:
    """Coins for the units that a city lacks, at least cost (WD-R-3)."""
    total = unaided(city, price, card)
    return _with_help(city, price, card) if total and has_help(city) else total


def unaided(city: City, price: Prices, card: Card) -> int:
    """The same for a city without choice producers and without a token that lowers costs."""
    makes = city.makes
    total = 0
    for resource, units in card.needs:
        if units > makes[resource]:
            total += price[resource] * (units - makes[resource])
    return total


def has_help(city: City) -> bool:
    return bool(city.any_raw or city.any_good) or not _DISCOUNTS.isdisjoint(city.tokens)


def _with_help(city: City, price: Prices, card: Card) -> int:
    """Choice producers make the dearest units; then Masonry or Architecture waives the dearest of the rest."""
    raw: list[int] = []
    goods: list[int] = []
    for resource, units in card.needs:
        (raw if resource in RAW else goods).extend([price[resource]] * (units - city.makes[resource]))
    left = without_dearest(raw, city.any_raw) + without_dearest(goods, city.any_good)
    for token in city.tokens:
        if TOKENS[token].discount_on == card.colour:  # WD-PT-2, WD-PT-7
            left = without_dearest(left, TOKENS[token].discount)
    return sum(left)


def without_dearest(units: list[int], number: int) -> list[int]:
    return sorted(units)[: max(0, len(units) - number)] if number else units


def is_chain(city: City, card: Card) -> bool:
    return card.free_with != "" and card.free_with in city.buildings


def price_of(city: City, other: City, card: Card) -> int:
    """The total coins that a building or wonder costs now (WD-CO-3; nothing by chain, WD-CH-1)."""
    if is_chain(city, card):
        return 0
    return card.coins + trade(city, prices(city, other), card)


def affordable(city: City, price: Prices, cards: Iterable[str]) -> list[str]:
    """Those that can be paid for at these prices; savings from help are computed only where they matter."""
    makes, coins, built, helped = city.makes, city.coins, city.buildings, has_help(city)
    found = []
    for ident in cards:
        fee, needs, free_with = _COSTS[ident]
        left = coins - fee
        for resource, units in needs:  # as in `unaided`
            if units > makes[resource]:
                left -= price[resource] * (units - makes[resource])
        if (
            left >= 0
            or (free_with and free_with in built)
            or (helped and fee <= coins and _with_help(city, price, CARDS[ident]) <= coins - fee)
        ):
            found.append(ident)
    return found


def pay(city: City, other: City, card: Card) -> int:
    """Pay before any effect (WD-R-5); coins for resources go to an Economy (WD-PT-3)."""
    if is_chain(city, card):
        return 0
    bought = trade(city, prices(city, other), card)
    city.coins -= card.coins + bought
    if other.tokens and any(TOKENS[token].takes_trade for token in other.tokens):
        other.coins += bought
    return card.coins + bought
