"""Whether the title's data is consistent. Run when the title is loaded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .cards import BUILDINGS, CONSTANTS, DATA, LAYOUTS, SLOTS, TOKENS, WONDERS


def faults() -> list[str]:
    """What is wrong with the data; empty when all is well."""
    return [*_counts(), *_symbols(), *_layouts()]


def _counts() -> Iterator[str]:
    expected = DATA["material_counts"]
    for deck, number in Counter(card.deck for card in BUILDINGS.values()).items():
        if expected[deck] != number:
            yield f"{deck} has {number} cards, not {expected[deck]}"
    if len(WONDERS) != expected["wonders"] or len(TOKENS) != expected["progress_tokens"]:
        yield "wrong number of wonders or progress tokens"


def _symbols() -> Iterator[str]:
    for chain in DATA["chain_symbols"]:
        if BUILDINGS[chain["makes_free"]].free_with != chain["given_by"]:
            yield f"chain {chain['id']} does not lead to {chain['makes_free']}"
    for symbol in DATA["science_symbols"]:
        bearers = [c.id for c in BUILDINGS.values() if c.science == symbol["id"]]
        if sorted(bearers) != sorted(symbol["cards"]):
            yield f"symbol {symbol['id']} is on {bearers}"


def _layouts() -> Iterator[str]:
    for slot in SLOTS.values():
        for below in slot.covered_by:
            if slot.id not in SLOTS[below].covers:
                yield f"{below} does not cover {slot.id}"
    for age, layout in LAYOUTS.items():
        if len(layout) != CONSTANTS["cards_in_layout"]:
            yield f"layout of age {age} has {len(layout)} places"
