"""What the map shows of a region or a nation, for `pbem map`: neighbours, and where ships are needed."""

from __future__ import annotations

from ...table import Words
from ..sheet import Lines, Section, Span, listed, pairs
from . import gloss
from .atlas import NATIONS, NEIGHBOURS, REGIONS

VOCABULARY = "region"
PLACES = tuple(REGIONS)


def place(ident: str, words: Words) -> list[Section]:
    region = REGIONS[ident]
    homes = [f"{words.name('nation', one.id)} ({one.id})" for one in NATIONS.values() if ident in one.borders]
    by_sea = [one for one in NEIGHBOURS[True][ident] if one not in region.adjacent]
    ship = "map.ship_needed" if region.needs_ship else "map.ship_counts" if region.ships_count else "map.no_ship"
    rows = [
        (words.say("map.borders"), _names(region.adjacent, words)),
        (words.say("map.homes"), ", ".join(homes) or "–"),
        *([(words.say("map.sea_links"), _names(tuple(by_sea), words))] if by_sea else []),
        (words.say("map.ships"), words.say(ship)),
    ]
    name = Span(f"{words.name('region', ident)} ({ident}): ", tone="strong")
    return [Section("place", Lines(listed([name, gloss.region(ident, words)], ""))), Section("borders", pairs(rows))]


def _names(regions: tuple[str, ...], words: Words) -> str:
    return ", ".join(f"{words.name('region', one)} ({one})" for one in regions) or "–"
