"""Whether the title's data is consistent. Run when the title is loaded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..sound import holds, numbered
from .cards import BUILDINGS, CONSTANTS, DATA, LAYOUTS, SLOTS, TOKENS, WONDERS


def faults() -> list[str]:
    """What is wrong with the data; empty when all is well."""
    return [*_counts(), *_symbols(), *_layouts()]


def _counts() -> Iterator[str]:
    there = Counter(card.deck for card in BUILDINGS.values()) | {
        "wonders": len(WONDERS),
        "progress_tokens": len(TOKENS),
    }
    yield from (fault for deck, n in there.items() for fault in numbered(deck, n, DATA["material_counts"][deck]))


def _symbols() -> Iterator[str]:
    for chain in DATA["chain_symbols"]:
        yield from numbered(f"chain {chain['id']}", BUILDINGS[chain["makes_free"]].free_with, chain["given_by"])
    for symbol in DATA["science_symbols"]:
        bearers = sorted(card.id for card in BUILDINGS.values() if card.science == symbol["id"])
        yield from numbered(f"the cards with {symbol['id']}", bearers, sorted(symbol["cards"]))


def _layouts() -> Iterator[str]:
    covers = [(below, slot.id) for slot in SLOTS.values() for below in slot.covered_by]
    yield from holds((place in SLOTS[below].covers, f"{below} does not cover {place}") for below, place in covers)
    for age, layout in LAYOUTS.items():
        yield from numbered(f"the places of age {age}", len(layout), CONSTANTS["cards_in_layout"])
