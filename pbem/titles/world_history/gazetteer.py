"""What the map shows of a land or a water, for `pbem map`: neighbours, terrain, coasts and straits."""

from __future__ import annotations

from collections.abc import Iterable

from ...table import Words
from ..sheet import Grid, Lines, Row, Section, Span, pairs
from .atlas import FORBIDDEN, LANDS, NEIGHBOURS, OPENS, OUT_OF, WATERS, Border

VOCABULARY = "place"
PLACES = (*LANDS, *OUT_OF, *WATERS, *FORBIDDEN)


def place(ident: str, words: Words) -> list[Section]:
    if ident in LANDS:
        return _land(ident, words)
    if ident in OUT_OF:
        rows = [Row(words.name("place", way.to), Span(way.to, tone="dim"), _over(way, words)) for way in OUT_OF[ident]]
        heads = (words.say("map.borders"), "", words.say("map.there"))
        return [_head(ident, words.say("map.barren"), words), Section("borders", Grid(heads, rows))]
    if ident in WATERS:
        return _water(ident, words)
    return [_head(ident, words.say("map.closed"), words)]


def _land(ident: str, words: Words) -> list[Section]:
    """A border can be hard in one direction alone: the terrain protects the land that is entered (WH-6.1-3)."""
    land = LANDS[ident]
    about = words.name("region", land.region) + (f", {words.say('map.resource')}" if land.resource else "")
    back = {near: way for near, ways in NEIGHBOURS.items() for way in ways if way.to == ident}
    rows = [
        Row(words.name("place", way.to), Span(way.to, tone="dim"), _over(way, words), _over(back[way.to], words))
        for way in NEIGHBOURS[ident]
    ]
    heads = (words.say("map.borders"), "", words.say("map.there"), words.say("map.back"))
    straits = {sea: None for way in NEIGHBOURS[ident] for sea in way.straits}
    barren = [one for one, ways in OUT_OF.items() if any(way.to == ident for way in ways)]
    also = [(words.say("map.coasts"), _names(land.coasts, words) or "–")]
    also += [(words.say("map.strait_waters"), _names(straits, words))] if straits else []
    also += [(words.say("map.raiders"), _names(barren, words))] if barren else []
    return [_head(ident, about, words), Section("borders", Grid(heads, rows)), Section("coasts", pairs(also))]


def _water(ident: str, words: Words) -> list[Section]:
    water = WATERS[ident]
    rows = [(words.say("map.shores"), _names(water.shores, words) or "–")]
    rows += [(words.say("map.waters"), _names(water.next_to, words) or "–")]
    rows += [(words.say("map.opens"), _names(OPENS[ident], words))] if OPENS.get(ident) else []
    kind = words.say("map.ocean" if water.ocean else "map.sea")
    return [_head(ident, kind, words), Section("water", pairs(rows))]


def _head(ident: str, about: str, words: Words) -> Section:
    return Section("place", Lines([Span(words.name("place", ident), tone="strong"), f" ({ident}): {about}"]))


def _names(idents: Iterable[str], words: Words) -> str:
    return ", ".join(f"{words.name('place', one)} ({one})" for one in idents)


def _over(way: Border, words: Words) -> str:
    return words.say(f"map.terrain.{way.terrain}")
