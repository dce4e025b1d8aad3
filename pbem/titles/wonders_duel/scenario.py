"""Positions of a duel as scenarios give them: what follows from the plain fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...table.things import marked_values, twice
from .cards import AGES, BUILDINGS, CONSTANTS, DECKS, LAYOUTS, TOKENS
from .state import City, Duel

PHASE = "turn"
"""Where play starts unless the scenario says otherwise."""

WORDS = ("open",)
"""`open: [baths, stable]`: cards that lie open and uncovered, in places of the age that do not cover each other."""

Fault = tuple[str, str]


def given(game: Duel, words: Mapping[str, Any]) -> Iterator[Fault]:
    """Complete a position; yields what is wrong with it as (path, message)."""
    if game.age == 0 and (game.face_up or game.face_down or words.get("open")):
        game.age = 1
    faults = list(_lay_open(game, words.get("open", [])))
    there = list(marked_values(game))
    yield from faults or twice(there)
    if faults:
        return
    game.cities = [_built_up(city) for city in game.cities]
    if not game.decks:
        _fill_decks(game, [one.value for one in there])
    if not game.box:
        owned = [token for city in game.cities for token in city.tokens]
        game.box = sorted(token for token in TOKENS if token not in game.board and token not in owned)


def _lay_open(game: Duel, cards: Any) -> Iterator[Fault]:
    """Rows lie face up and face down in turn and only the next row covers, so open rows never cover each other."""
    if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
        yield "open", "must be a list of cards"
        return
    layout = LAYOUTS.get(game.age, {})
    places = [slot.id for slot in layout.values() if slot.face_up and slot.id not in game.face_up]
    if len(cards) > len(places):
        yield "open", f"there is room for {len(places)} cards only"
    for place, card in zip(places, cards, strict=False):
        if card not in BUILDINGS:
            yield "open", f"there is no {card!r}"
        game.face_up[place] = card


def _built_up(city: City) -> City:
    """The same city built card by card, so that everything derived from its buildings is right."""
    new = City(coins=city.coins, wonders=[*city.built, *city.wonders], tokens=city.tokens)
    for card in city.buildings:
        new.add(card)
    for wonder, tucked in city.built.items():
        new.raise_wonder(wonder, tucked)
    return new


def _fill_decks(game: Duel, used: list[str]) -> None:
    """The ages to come: the first cards of each deck that are not elsewhere, in printed order."""
    out = CONSTANTS["age_cards_removed_per_deck"]
    for age in range(game.age + 1, AGES + 1):
        deck = DECKS[f"age_{age}"]
        left = [card for card in deck if card not in used]
        game.decks += left[: len(deck) - out]
        game.removed += left[len(deck) - out :]
        if age == AGES:
            guilds = [guild for guild in DECKS["guilds"] if guild not in used]
            game.decks += guilds[: CONSTANTS["guilds_added_to_age_3"]]
            game.removed += guilds[CONSTANTS["guilds_added_to_age_3"] :]
