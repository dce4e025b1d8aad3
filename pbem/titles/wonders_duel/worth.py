"""What buildings, wonders and tokens are worth to a player of the duel: the judgement of its bot.

In tenths of a victory point. Points and coins count as they score; shields by
how near they bring a capital; symbols by how near they bring the sixth; a
producer by the coins it will save on wonders and on cards still to come.
"""

from __future__ import annotations

from ...table.state_json import copy
from .cards import AGES, BUILDINGS, CONSTANTS, DECKS, LOOT, TOKENS, WONDERS, Card
from .rules.effects import tally
from .rules.payment import is_chain, price_of
from .state import City, Duel

LIKED = (
    "temple_of_artemis",
    "piraeus",
    "hanging_gardens",
    "appian_way",
    "sphinx",
    "great_library",
    "mausoleum",
    "statue_of_zeus",
    "circus_maximus",
    "pyramids",
    "colossus",
    "great_lighthouse",
)
"""Wonders for the draft, another turn first."""

WIN = 10_000
LEAD = (0, 18, 28, 54, 70, 90, 135, 185, 270, WIN)
"""By spaces ahead: the points of the zone, and more the nearer the capital is."""
SYMBOLS = (0, 6, 14, 26, 50, 120, WIN)
"""By number of different symbols, while six are still attainable."""
PAIR = 8
"""A lone symbol may yet become a pair."""
TURN = 40
"""Another turn, beyond what the next play is worth."""
COIN, POOR_COIN, POOR = 5, 8, 5
"""A coin; one of the last few, which keep a player able to act; how many those are."""
WONDER_CHANCE, CARD_CHANCE = 60, 26
"""In percent: how likely a wonder or a future card is to be paid for."""


class Worth:
    """The worth of things for either seat in one position."""

    def __init__(self, game: Duel) -> None:
        self.game = game
        self.left = AGES - max(1, game.age)
        known = {card for city in game.cities for card in (*city.buildings, *city.built.values())}
        known.update(game.face_up.values(), game.discards)
        self.unseen = [
            card for age in range(max(1, game.age), AGES + 1) for card in self._deck(age) if card not in known
        ]
        """Cards that may still come, in the order of the data; some are in the box."""
        self._built: tuple[dict[str, int], dict[str, int]] = ({}, {})
        self._prices: tuple[dict[str, int], dict[str, int]] = ({}, {})
        self._basket: tuple[list[tuple[Card, int]], ...] = tuple(self._wanted(seat) for seat in range(2))

    @staticmethod
    def _deck(age: int) -> tuple[str, ...]:
        return DECKS[f"age_{age}"] + (DECKS["guilds"] if age == AGES else ())

    def _wanted(self, seat: int) -> list[tuple[Card, int]]:
        """What a seat may still pay for, with the likelihood in percent."""
        wonders = [(WONDERS[w], WONDER_CHANCE) for w in self.game.cities[seat].wonders]
        open_now = [(BUILDINGS[c], CARD_CHANCE) for c in self.game.face_up.values() if any(BUILDINGS[c].cost)]
        to_come = [(BUILDINGS[c], CARD_CHANCE) for c in self.unseen if any(BUILDINGS[c].cost)]
        return [*wonders, *open_now, *to_come]

    # ---- coins

    def price(self, seat: int, card: Card) -> int:
        known = self._prices[seat]
        if card.id not in known:
            known[card.id] = price_of(self.game.cities[seat], self.game.cities[1 - seat], card)
        return known[card.id]

    def affordable(self, seat: int, card: Card) -> bool:
        return self.price(seat, card) <= self.game.cities[seat].coins

    def coins(self, seat: int, change: int) -> int:
        """Gaining or losing coins: the last few are worth more; at the very end all are worth the same."""
        have = self.game.cities[seat].coins
        then = max(0, have + change)
        poor = min(POOR, then) - min(POOR, have)
        return poor * (POOR_COIN - COIN) + (then - have) * COIN

    def discarded(self, seat: int) -> int:
        yellow = self.game.cities[seat].count("yellow")
        return self.coins(seat, CONSTANTS["discard_income_base"] + yellow * CONSTANTS["discard_income_per_yellow"])

    # ---- buildings

    def built(self, seat: int, card: str) -> int:
        """What a building is worth, less its price."""
        known = self._built[seat]
        if card not in known:
            known[card] = self.building(seat, card) + self.coins(seat, -self.price(seat, BUILDINGS[card]))
            if is_chain(self.game.cities[seat], BUILDINGS[card]):
                known[card] += COIN * sum(TOKENS[t].per_chain for t in self.game.cities[seat].tokens)
        return known[card]

    def building(self, seat: int, card: str) -> int:
        """What a building is worth when free."""
        building, city = BUILDINGS[card], self.game.cities[seat]
        value = building.vp * 10
        coins = building.coins_now
        if building.coins_per is not None:
            coins += building.coins_per.amount * tally(self.game, seat, building.coins_per)
        if building.vp_per is not None:
            value += 10 * building.vp_per.amount * tally(self.game, seat, building.vp_per)
        if coins:
            value += coins * COIN
        if building.shields:
            more = sum(TOKENS[t].more_shields for t in city.tokens if TOKENS[t].shields_on == building.colour)
            value += self.shields(seat, building.shields + more)
        if building.science:
            value += self.symbol(seat, building.science)
        if self._produces(building):
            value += self.production(seat, building)
        return value + self._chains(card)

    def _chains(self, card: str) -> int:
        """The value of a building that lets another one be built free later."""
        free = [one for one in self.unseen if BUILDINGS[one].free_with == card]
        return 4 * sum(sum(BUILDINGS[one].cost) + 1 for one in free)

    @staticmethod
    def _produces(card: Card) -> bool:
        return bool(any(card.makes) or card.any_raw or card.any_good or card.fixed)

    def production(self, seat: int, card: Card) -> int:
        """Coins that a producer saves its owner, and costs the opponent, who must buy (WD-TR-1)."""
        city, other = self.game.cities[seat], self.game.cities[1 - seat]
        after: City = copy(city)
        if card.id in city.wonders:
            after.raise_wonder(card.id, "")
        else:
            after.add(card.id)
        saved = sum(
            chance * (self.price(seat, one) - price_of(after, other, one)) for one, chance in self._basket[seat]
        )
        if any(card.makes):
            saved += sum(
                chance * (price_of(other, after, one) - self.price(1 - seat, one)) // 2
                for one, chance in self._basket[1 - seat]
            )
        return saved * COIN // 100

    def loss(self, seat: int, card: str) -> int:
        """What a destroyed producer costs its owner."""
        city, other = self.game.cities[seat], self.game.cities[1 - seat]
        after: City = copy(city)
        after.remove(card)
        return sum(chance * (price_of(after, other, one) - self.price(seat, one)) for one, chance in self._basket[seat])

    # ---- military and science

    def shields(self, seat: int, number: int) -> int:
        before = self.game.lead(seat)
        after = min(len(LEAD) - 1, before + number)
        looted = sum(coins for coins, at in LOOT if after >= at and coins in self.game.loot[1 - seat])
        return _standing(after) - _standing(before) - self.coins(1 - seat, -looted)

    def symbol(self, seat: int, symbol: str) -> int:
        """A science symbol: a new one towards the sixth, or a pair that brings a token."""
        owned = self.game.cities[seat].symbols()
        if symbol in owned:
            if owned.count(symbol) + 1 != CONSTANTS["identical_symbols_for_progress_token"]:
                return 0
            return max((self.token(seat, one) for one in self.game.board), default=0)
        different = len(set(owned))
        if different + 1 >= CONSTANTS["science_symbols_to_win"]:
            return WIN
        if self._symbols_to_come(seat) < CONSTANTS["science_symbols_to_win"]:
            return PAIR
        return SYMBOLS[different + 1] - SYMBOLS[different] + PAIR

    def _symbols_to_come(self, seat: int) -> int:
        """How many different symbols a seat can still reach."""
        cards = (*self.unseen, *self.game.face_up.values())
        tokens = (*self.game.board, *self.game.box)
        return len(
            {*self.game.cities[seat].symbols()}
            | {BUILDINGS[card].science for card in cards if BUILDINGS[card].science}
            | {TOKENS[token].science for token in tokens if TOKENS[token].science}
        )

    # ---- wonders and tokens

    def again(self, seat: int, wonder: str) -> bool:
        return WONDERS[wonder].again or any(TOKENS[t].plays_again for t in self.game.cities[seat].tokens)

    def wonder(self, seat: int, wonder: str) -> int:
        """A wonder that is paid for."""
        card, foe = WONDERS[wonder], self.game.cities[1 - seat]
        value = card.vp * 10 + self.coins(seat, card.coins_now - self.price(seat, card))
        if card.opponent_loses:
            value -= self.coins(1 - seat, -card.opponent_loses)
        if card.shields:
            value += self.shields(seat, card.shields)
        if self.again(seat, wonder):
            value += TURN
        if card.destroys:
            targets = [c for c in foe.buildings if BUILDINGS[c].colour == card.destroys]
            value += max((self.loss(1 - seat, c) * COIN // 100 for c in targets), default=0)
        if card.library and self.game.box:
            best = sorted((self.token(seat, one) for one in self.game.box), reverse=True)
            value += sum(best[:3]) // 3  # the best of three drawn is about the mean of the three best
        if card.revives:
            value += max((self.building(seat, c) for c in self.game.discards), default=0)
        if self._produces(card):
            value += self.production(seat, card)
        return value

    def token(self, seat: int, token: str) -> int:
        city, entry = self.game.cities[seat], TOKENS[token]
        value = entry.vp * 10 + entry.coins_now * COIN
        wonders = [w for w in city.wonders if not WONDERS[w].again]
        if entry.science:
            value += self.symbol(seat, entry.science)
        if entry.discount_on == "wonder":
            value += 14 * len(city.wonders)
        elif entry.discount_on:
            value += 10 + 15 * self.left
        if entry.more_shields:
            value += 15 + 20 * self.left
        if entry.per_chain:
            value += 5 + 14 * self.left
        if entry.takes_trade:
            value += 10 + 20 * self.left
        if entry.plays_again:
            value += TURN * len(wonders) * 8 // 10
        if entry.vp_per_token:
            value += 10 * entry.vp_per_token * (len(city.tokens) + 1) + 10
        return value + 10 * sum(TOKENS[t].vp_per_token for t in city.tokens)


def _standing(lead: int) -> int:
    return LEAD[lead] if lead >= 0 else -LEAD[-lead]
