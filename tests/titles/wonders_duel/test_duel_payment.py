"""The least coins for a build, against every way there is to pay for it."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from duel_kit import BUILDINGS, PLAYERS, WONDERS

from pbem.table import Table
from pbem.titles.wonders_duel import TITLE
from pbem.titles.wonders_duel.cards import CARDS, TOKENS
from pbem.titles.wonders_duel.rules.payment import PriceList, price_list, price_of, prices
from pbem.titles.wonders_duel.state import City

RESOURCES = ("wood", "clay", "stone", "glass", "papyrus")
CHOICES = ("caravansery", "forum", "great_lighthouse", "piraeus")
POSTS = ("wood_reserve", "clay_reserve", "stone_reserve", "customs_house")
MAKERS = [entry["id"] for entry in BUILDINGS.values() if entry["colour"] in ("brown", "grey")]


def city_of(buildings: list[str], wonders: list[str], tokens: list[str]) -> City:
    city = City(wonders=list(wonders), tokens=list(tokens))
    for card in buildings:
        city.add(card)
    for wonder in wonders:
        city.raise_wonder(wonder, "altar")
    return city


def printed(ident: str) -> dict[str, Any]:
    return {**BUILDINGS, **WONDERS}[ident]


def by_brute_force(ident: str, own: list[str], tokens: list[str], foreign: list[str]) -> int:
    """WD-R-3: try every choice of every producer and every pair of waived units, and take the cheapest.

    Reads only the printed facts. `own` and `foreign` are all cards and wonders of the two cities.
    """
    entry = printed(ident)
    if entry.get("chain_free_card") in own:
        return 0
    units = [name for name in RESOURCES for _ in range(entry["cost"][name])]
    colour = entry.get("colour", "wonder")
    waives = sum(2 for token in tokens if (token, colour) in (("masonry", "blue"), ("architecture", "wonder")))
    prices = {}
    for name in RESOURCES:
        fixed = any(name in printed(card).get("fixed_price", {}) for card in own)
        shown = sum(printed(card).get("produces", {}).get(name, 0) for card in foreign)
        prices[name] = 1 if fixed else 2 + shown
    choices = [printed(card)["produces_choice"] for card in own if "produces_choice" in printed(card)]
    best = None
    for made in product(*choices):
        for waived in product([None, *RESOURCES], repeat=waives):
            have = {name: sum(printed(card).get("produces", {}).get(name, 0) for card in own) for name in RESOURCES}
            for name in (*made, *(one for one in waived if one)):
                have[name] += 1
            coins = 0
            for name in units:
                if have[name]:
                    have[name] -= 1
                else:
                    coins += prices[name]
            best = coins if best is None else min(best, coins)
    assert best is not None
    return int(entry["cost"]["coins"]) + best


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, 5))])
def test_the_price_is_the_least_there_is(seed: int) -> None:
    """WD-R-3, WD-R-19, WD-TR-4: 500 random pairs of cities a seed, one random build each."""
    dice = Random(seed)
    for _ in range(500):
        makers = dice.sample(MAKERS, dice.randrange(len(MAKERS)))
        split = dice.randrange(len(makers) + 1)
        choices = [card for card in CHOICES if dice.random() < 0.4]
        posts = [card for card in POSTS if dice.random() < 0.25]
        tokens = [token for token in ("masonry", "architecture") if dice.random() < 0.5]
        others = dice.sample([c for c in BUILDINGS if c not in (*MAKERS, *CHOICES, *POSTS)], dice.randrange(6))
        foreign_choices = [card for card in CHOICES if card not in choices and dice.random() < 0.5]
        own = [*makers[:split], *choices, *posts, *others]
        foreign = [*makers[split:], *foreign_choices]
        ident = dice.choice([card for card in (*BUILDINGS, *WONDERS) if card not in own and card not in foreign])
        anna = city_of([c for c in own if c in BUILDINGS], [c for c in own if c in WONDERS], tokens)
        ben = city_of([c for c in foreign if c in BUILDINGS], [c for c in foreign if c in WONDERS], [])
        assert price_of(anna, ben, CARDS[ident]) == by_brute_force(ident, own, tokens, foreign), (own, foreign, ident)


@pytest.mark.parametrize("seed", range(6))
def test_a_kept_price_list_is_never_out_of_date(seed: int) -> None:
    """After each answer of a random game it says what a new one would."""
    chance = Random(seed)
    table = Table(TITLE, PLAYERS, below=chance.randrange)
    looked = 0
    while asked := table.unanswered:
        seat, ask = next(iter(asked.items()))
        table.answer(seat, ask.sample(chance.randrange))
        cities = table.state.cities
        for city, other in (cities, cities[::-1]):
            kept = price_list(city, other)
            helpful = tuple(token for token in city.tokens if TOKENS[token].discount)
            new = PriceList(city.makes, prices(city, other), city.any_raw, city.any_good, helpful)
            assert {card: kept[card] for card in BUILDINGS} == {card: new[card] for card in BUILDINGS}
            looked += 1
    assert looked > 80
