"""Positions as scenarios give them: what follows from the plain fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from .cards import AGES, CARDS, CIVIL_DECKS, FAMILY, MILITARY_DECKS, SPACES, WORKED
from .rules.ratings import totals
from .state import Ages, Civilization

PHASE = "act"
"""Where play starts unless the scenario says otherwise."""

WORDS = ("actions", "first_round", "empty_decks")
"""`actions: [[1, 0]]`: civil and military actions available, by seat; all of them by default.
`first_round: true`: it is the first round; else it is a later one, and age I unless it says which.
`empty_decks: true`: decks that are not given are empty; else they hold the whole age in the printed order."""

Fault = tuple[str, str]


def given(game: Ages, words: Mapping[str, Any]) -> Iterator[Fault]:
    """Complete a position; yields what is wrong with it as (path, message)."""
    faults = [*_strangers(game)]
    faults = faults or [*_twice(game)]
    yield from faults
    if faults:
        return
    if not words.get("first_round"):
        game.round = max(game.round, 2)
        game.age = "I" if game.age == "A" else game.age
    game.row += [""] * (SPACES - len(game.row))
    if game.age in AGES[1:4] and not words.get("empty_decks"):
        game.civil_deck = game.civil_deck or list(CIVIL_DECKS[game.age, game.seats])
        game.military_deck = game.military_deck or list(MILITARY_DECKS[game.age, game.seats])
    actions = words.get("actions", [])
    for seat, civ in enumerate(game.civs):
        civ.civil_total, civ.military_total = totals(game, seat)
        available = actions[seat] if seat < len(actions) else None
        civ.civil, civ.military = available if available is not None else (civ.civil_total, civ.military_total)


def _strangers(game: Ages) -> Iterator[Fault]:
    """Ids that the game does not have, or not in that place."""
    if game.age not in AGES:
        yield "age", "must be one of " + ", ".join(AGES)
    for seat, civ in enumerate(game.civs):
        for field, cards, families in _placed(civ):
            for card in cards:
                if card not in CARDS or FAMILY[card] not in families:
                    yield f"civs.{seat}.{field}", f"{card!r} cannot be there"
    for field in ("row", "civil_deck", "military_deck", "discards", "current", "future", "past", "common_tactics"):
        for card in getattr(game, field):
            if card and card not in CARDS:
                yield field, f"there is no {card!r}"


def _twice(game: Ages) -> Iterator[Fault]:
    """Leaders and wonders that lie in two places, though there is one of each."""
    there = [("row", card) for card in game.row]
    for seat, civ in enumerate(game.civs):
        here = {"leader": [civ.leader], "wonders": [*civ.wonders, civ.unfinished]}
        there += [(f"civs.{seat}.{field}", card) for field, cards in here.items() for card in cards]
        there += [(f"civs.{seat}.hand", card) for card in (*civ.hand, *civ.covered)]
    single = [(path, card) for path, card in there if card in CARDS and FAMILY[card] in ("leader", "wonder")]
    counted = Counter(card for _, card in single)
    first = {card: path for path, card in reversed(single)}
    yield from ((first[card], f"{card} is there twice") for card, number in counted.items() if number > 1)


def _placed(civ: Civilization) -> Iterator[tuple[str, list[str], tuple[str, ...]]]:
    yield "workers", list(civ.workers), WORKED
    yield "tokens", list(civ.tokens), ("farm", "mine", "lab")
    yield "government", [civ.government], ("government",)
    yield "specials", civ.specials, ("special",)
    yield "leader", [civ.leader] if civ.leader else [], ("leader",)
    yield "wonders", [*civ.wonders, *civ.ruins], ("wonder",)
    yield "unfinished", [civ.unfinished] if civ.unfinished else [], ("wonder",)
    yield "colonies", civ.colonies, ("territory",)
    yield "tactic", [civ.tactic] if civ.tactic else [], ("tactic",)
    yield "hand", [*civ.hand, *civ.covered], (*WORKED, "special", "government", "leader", "action")
    yield (
        "military_hand",
        civ.military_hand,
        (
            "event",
            "territory",
            "aggression",
            "war",
            "pact",
            "tactic",
            "bonus",
        ),
    )
