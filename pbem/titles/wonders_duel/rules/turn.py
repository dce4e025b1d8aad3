"""A turn: take a card and build it, discard it, or raise a wonder with it (chapters TN, DI, WO)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from ....table import Answer, Choose, NotLegal, Refused, Rule
from ..cards import AGES, BUILDINGS, CONSTANTS, COVERED_BY, COVERS, FREE_WITH, LANGUAGE, SLOTS, TOKENS, WONDERS
from ..state import Duel
from .effects import build, wonder_effects
from .payment import is_chain, pay, price_list, price_of

PLAY_CARD = LANGUAGE["play_card"]
WONDERS_AT_MOST = CONSTANTS["wonders_built_max"]
DISCARD_INCOME: int = CONSTANTS["discard_income_base"]
MORE_PER_YELLOW: int = CONSTANTS["discard_income_per_yellow"]


def turn(game: Duel) -> Rule:
    player = game.active
    game.turn += 1
    reach = game.accessible()
    answer = yield play_card(game, player, reach)
    verb, card = answer[0], answer[-1]
    slot = reach[card]
    del game.face_up[slot]
    again = False
    if verb == "build":
        pay_for_card(game, player, card)
        yield from build(game, player, card)
    elif verb == "discard":
        discard_card(game, player, card)
    else:
        again = yield from build_wonder(game, player, answer[1], card)
    if game.outcome is not None:
        return None
    if game.face_down:
        turn_up(game, slot)
    if not game.face_up:  # WD-AE-1; an extra turn is lost with the last card (WD-TN-5)
        return "deal" if game.age < AGES else "score"
    if again:
        game.note("plays_again", player=player)
    else:
        game.active = 1 - player
    return "turn"


class PlayCard(Choose):
    """The ask of a turn; what it says about an answer is computed from the position on demand."""

    __slots__ = ("game",)
    game: Duel

    def about(self, answer: Answer) -> Mapping[str, Any]:
        return about(self.game, self.player, answer)

    def default(self) -> Answer:
        return quiet(self.game, self.player)

    def fault(self, answer: Answer) -> Refused | None:
        return why_not(self.game, self.player, answer)


_BUILD: dict[str, Answer] = {card: ("build", card) for card in BUILDINGS}
_DISCARD = {card: ("discard", card) for card in BUILDINGS}.__getitem__
_RAISE = {wonder: {card: ("wonder", wonder, card) for card in BUILDINGS}.__getitem__ for wonder in WONDERS}
"""All answers there are: the list of a turn is picked from them, which is most of the work of random play."""


def play_card(game: Duel, player: int, cards: Collection[str]) -> PlayCard:
    """WD-TN-2: one accessible card, in one of three ways. Discarding is always possible (WD-R-14)."""
    city, other = game.cities[player], game.cities[1 - player]
    cost, coins = price_list(city, other), city.coins
    plays: list[Answer] = []
    for card in cards:
        if cost[card] <= coins or (card in FREE_WITH and FREE_WITH[card] in city.buildings):  # WD-CH-1
            plays.append(_BUILD[card])
    plays += map(_DISCARD, cards)
    if len(city.built) + len(other.built) < WONDERS_AT_MOST:  # WD-WO-3
        for wonder in city.wonders:
            if cost[wonder] <= coins:
                plays += map(_RAISE[wonder], cards)
    ask = PlayCard(player, PLAY_CARD, plays, rule="WD-TN-2")
    ask.game = game
    return ask


def about(game: Duel, player: int, answer: Answer) -> Mapping[str, Any]:
    """What a play would cost or bring."""
    city, other = game.cities[player], game.cities[1 - player]
    if answer[0] == "discard":
        return {"gains": discard_income(game, player)}
    if answer[0] == "wonder":
        return {"coins": price_of(city, other, WONDERS[answer[1]])}
    card = BUILDINGS[answer[1]]
    return {"coins": price_of(city, other, card), **({"chain": card.free_with} if is_chain(city, card) else {})}


def why_not(game: Duel, player: int, answer: Answer) -> NotLegal | None:
    """The first reason against a play, with its rule."""
    city, other = game.cities[player], game.cities[1 - player]
    card = answer[-1]
    slot = next((place for place, lying in game.face_up.items() if lying == card), None)
    if slot is None:
        return NotLegal("card_not_open", {"card": card}, rule="WD-LA-2")
    covering = [c for c in SLOTS[slot].covered_by if c in game.face_up or c in game.face_down]
    if covering:
        by = [game.face_up[c] for c in covering if c in game.face_up]
        values = {"card": card, "covering": by, "face_down": len(covering) - len(by)}
        return NotLegal("card_covered" if by else "card_covered_face_down", values, rule="WD-LA-2")
    if answer[0] == "wonder":
        wonder = answer[1]
        if wonder in city.built:
            return NotLegal("wonder_already_built", {"wonder": wonder}, rule="WD-WO-1")
        if len(city.built) + len(other.built) >= WONDERS_AT_MOST:
            return NotLegal("seven_wonders_built", {"wonder": wonder}, rule="WD-WO-3")
        if wonder not in city.wonders:
            return NotLegal("wonder_not_yours", {"wonder": wonder}, rule="WD-WO-1")
        price = price_of(city, other, WONDERS[wonder])
        return NotLegal("too_dear_wonder", {"wonder": wonder, "price": price, "coins": city.coins}, rule="WD-TR-3")
    price = price_of(city, other, BUILDINGS[card])
    return NotLegal("too_dear", {"card": card, "price": price, "coins": city.coins}, rule="WD-TR-3")


def quiet(game: Duel, player: int) -> Answer:
    """At a deadline: a building that costs nothing, otherwise discard the card that turns up the fewest others."""
    city, other = game.cities[player], game.cities[1 - player]
    reach = game.accessible()
    cards = sorted(reach, key=lambda card: reach[card])
    for card in cards:
        if price_of(city, other, BUILDINGS[card]) == 0:
            return ("build", card)
    return ("discard", min(cards, key=lambda card: len(turned_up_by(game, reach[card]))))


def pay_for_card(game: Duel, player: int, card: str) -> None:
    """WD-BU-1 to WD-CH-1."""
    city, other = game.cities[player], game.cities[1 - player]
    building = BUILDINGS[card]
    chain = is_chain(city, building)
    before = other.coins
    paid = 0 if chain else pay(city, other, building)
    if chain:
        game.note("built_by_chain", player=player, card=card, coins=paid, chain=building.free_with)
    else:
        game.note("built" if paid else "built_free", player=player, card=card, coins=paid)
    if other.coins != before:
        game.note("trade_income", player=1 - player, coins=other.coins - before)  # WD-PT-3
    if chain:
        gained = sum(TOKENS[token].per_chain for token in city.tokens)  # WD-PT-15
        if gained:
            city.coins += gained
            game.note("chain_bonus", player=player, coins=gained)


def discard_income(game: Duel, player: int) -> int:
    """WD-DI-1."""
    return DISCARD_INCOME + MORE_PER_YELLOW * game.cities[player].count("yellow")


def discard_card(game: Duel, player: int, card: str) -> None:
    gained = discard_income(game, player)
    game.cities[player].coins += gained
    game.discards.append(card)
    game.note("discarded", player=player, card=card, coins=gained)


def build_wonder(game: Duel, player: int, wonder: str, card: str) -> Rule:
    """WD-WO-1 to WD-WO-3. Returns whether the player goes again."""
    city, other = game.cities[player], game.cities[1 - player]
    before = other.coins
    paid = pay(city, other, WONDERS[wonder])
    city.raise_wonder(wonder, card)
    game.note("wonder_built", player=player, wonder=wonder, card=card, coins=paid)
    if other.coins != before:
        game.note("trade_income", player=1 - player, coins=other.coins - before)  # WD-PT-3
    if len(city.built) + len(other.built) == WONDERS_AT_MOST:
        for owner in (player, 1 - player):  # WD-R-2: the one left, whoever holds it
            for left in game.cities[owner].wonders:
                game.gone.append(left)
                game.note("wonder_returned", player=owner, wonder=left)
            game.cities[owner].wonders = []
    return (yield from wonder_effects(game, player, wonder))


def turned_up_by(game: Duel, slot: str) -> list[str]:
    """Face-down cards that the removal of one card frees."""
    up, down = game.face_up, game.face_down
    freed = []
    for below, others in _BENEATH[slot]:
        if below in down:
            for cover in others:
                if cover in up or cover in down:
                    break
            else:
                freed.append(below)
    return freed


_BENEATH = {
    slot: tuple((below, tuple(cover for cover in COVERED_BY[below] if cover != slot)) for below in covered)
    for slot, covered in COVERS.items()
}
"""The slots that a card covers, each with the others that cover it."""


def turn_up(game: Duel, slot: str) -> None:
    """WD-TN-3, WD-TN-4: after the play is resolved, before an extra turn."""
    for freed in turned_up_by(game, slot):
        card = game.face_down.pop(freed)
        game.face_up[freed] = card
        game.note("turned_up", card=card, reveals=True)
