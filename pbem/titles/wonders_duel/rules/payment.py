"""What a building or a wonder costs (chapters BU, TR, CO, CH).

The cheapest way to pay is computed, never asked (WD-R-3).
"""

from __future__ import annotations

from functools import lru_cache

from ..cards import CARDS, CONSTANTS, GOODS, TOKENS, Amounts, Card
from ..state import City

BASE = CONSTANTS["trade_base_price"]
EACH = CONSTANTS["trade_price_per_opponent_unit"]
FIXED = CONSTANTS["trade_fixed_price"]
FIRST_GOOD = GOODS[0]

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
        self._tokens = [TOKENS[token] for token in tokens]
        self._helped = bool(any_raw or any_good or self._tokens)

    def __missing__(self, ident: str) -> int:
        card, makes, prices = CARDS[ident], self._makes, self._prices
        cost = card.coins
        if self._helped:
            cost += self._with_help(card)
        else:
            for resource, units in card.needs:
                if units > makes[resource]:
                    cost += prices[resource] * (units - makes[resource])
        self[ident] = cost
        return cost

    def _with_help(self, card: Card) -> int:
        """Choice producers make the dearest units; then Masonry or Architecture waives the dearest of the rest."""
        makes, prices = self._makes, self._prices
        raw: list[int] = []
        goods: list[int] = []
        for resource, units in card.needs:
            lack = units - makes[resource]
            if lack > 0:
                bought = raw if resource < FIRST_GOOD else goods
                bought += [prices[resource]] * lack
        if raw and self._any_raw:
            raw.sort()
            del raw[-self._any_raw :]
        if goods and self._any_good:
            goods.sort()
            del goods[-self._any_good :]
        left = raw + goods
        for token in self._tokens:
            if token.discount_on == card.colour:  # WD-PT-2, WD-PT-7
                left.sort()
                del left[-token.discount :]
        return sum(left)


def price_list(city: City, other: City) -> PriceList:
    """The one that a city has kept, as long as nothing has changed that it depends on."""
    kept = city.costs
    if kept and kept[0] is other.makes and kept[1] == city.tokens:
        found: PriceList = kept[2]
        return found
    tokens = city.tokens.copy()
    helpful = tuple([token for token in tokens if TOKENS[token].discount])
    found = _price_list(city.makes, prices(city, other), city.any_raw, city.any_good, helpful)
    city.costs = [other.makes, tokens, found]
    return found


_price_list = lru_cache(4096)(PriceList)
"""Cities with the same means share one."""


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
