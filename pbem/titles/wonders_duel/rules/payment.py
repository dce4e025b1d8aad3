"""What a building or a wonder costs (chapters BU, TR, CO, CH).

The cheapest way to pay is computed, never asked (WD-R-3).
"""

from __future__ import annotations

from functools import lru_cache

from ..cards import CARDS, CONSTANTS, RAW, TOKENS, Amounts, Card
from ..state import City

BASE = CONSTANTS["trade_base_price"]
EACH = CONSTANTS["trade_price_per_opponent_unit"]
FIXED = CONSTANTS["trade_fixed_price"]

Prices = tuple[int, ...]
"""The cost of a unit of each resource."""


def prices(city: City, other: City) -> Prices:
    """WD-TR-1, WD-TR-5, WD-R-19."""
    return _prices(city.fixed, other.makes)


@lru_cache(4096)
def _prices(fixed: tuple[bool, ...], makes: Amounts) -> Prices:
    return tuple([FIXED if flat else BASE + EACH * made for flat, made in zip(fixed, makes, strict=True)])


_WITHOUT_NEEDS = {ident: card.coins for ident, card in CARDS.items() if not card.needs}


class PriceList(dict[str, int]):
    """What cards cost a city in total, chains aside (WD-CO-3); each is computed when it is first needed.

    Everything but coins and chains that a cost depends on changes only now and then, while costs are needed at every
    turn: so they are kept by what they depend on.
    """

    __slots__ = ("_any_good", "_any_raw", "_helped", "_makes", "_prices", "_tokens")

    def __init__(self, makes: Amounts, prices: Prices, any_raw: int, any_good: int, tokens: tuple[str, ...]) -> None:
        super().__init__(_WITHOUT_NEEDS)
        self._makes, self._prices, self._any_raw, self._any_good = makes, prices, any_raw, any_good
        self._tokens = [TOKENS[token] for token in tokens if TOKENS[token].discount]
        self._helped = bool(any_raw or any_good or self._tokens)

    def __missing__(self, ident: str) -> int:
        card, makes, prices = CARDS[ident], self._makes, self._prices
        cost = card.coins
        for resource, units in card.needs:
            if units > makes[resource]:
                cost += prices[resource] * (units - makes[resource])
        if cost > card.coins and self._helped:
            cost = card.coins + self._with_help(card)
        self[ident] = cost
        return cost

    def _with_help(self, card: Card) -> int:
        """Choice producers make the dearest units; then Masonry or Architecture waives the dearest of the rest."""
        makes, prices = self._makes, self._prices
        raw: list[int] = []
        goods: list[int] = []
        for resource, units in card.needs:
            if units > makes[resource]:
                bought = raw if resource in RAW else goods
                bought += [prices[resource]] * (units - makes[resource])
        if self._any_raw:
            raw = sorted(raw)[: -self._any_raw]
        if self._any_good:
            goods = sorted(goods)[: -self._any_good]
        left = raw + goods
        for token in self._tokens:
            if token.discount_on == card.colour:  # WD-PT-2, WD-PT-7
                left = sorted(left)[: -token.discount]
        return sum(left)


def price_list(city: City, other: City) -> PriceList:
    return _price_list(city.makes, city.fixed, other.makes, city.any_raw, city.any_good, tuple(city.tokens))


@lru_cache(4096)
def _price_list(
    makes: Amounts, fixed: tuple[bool, ...], foreign: Amounts, any_raw: int, any_good: int, tokens: tuple[str, ...]
) -> PriceList:
    return PriceList(makes, _prices(fixed, foreign), any_raw, any_good, tokens)


def is_chain(city: City, card: Card) -> bool:
    return card.free_with != "" and card.free_with in city.buildings


def price_of(city: City, other: City, card: Card) -> int:
    """The total coins that a building or wonder costs now (WD-CO-3; nothing by chain, WD-CH-1)."""
    return 0 if is_chain(city, card) else price_list(city, other)[card.id]


def pay(city: City, other: City, card: Card) -> int:
    """Pay before any effect (WD-R-5), if it is no chain; coins for resources go to an Economy (WD-PT-3)."""
    paid = price_list(city, other)[card.id]
    city.coins -= paid
    if other.tokens and any(TOKENS[token].takes_trade for token in other.tokens):
        other.coins += paid - card.coins
    return paid
