"""What the map shows of an area, for `pbem map`: neighbours, rivers, red arrows, coasts and canals."""

from __future__ import annotations

from collections.abc import Iterable

from ...table import Words
from ..sheet import Grid, Lines, Said, Section, Span, pairs
from .atlas import AREAS, CANALS, TERRAIN
from .gloss import printed
from .sheet import ground_of

VOCABULARY = "area"
PLACES = tuple(AREAS)
_EDGES = {entry["id"]: entry for entry in TERRAIN["edges"]}


def place(ident: str, words: Words) -> list[Section]:
    area = AREAS[ident]
    about = [*(ground_of(ident, words) if area.is_land else [printed(area.kind, words)])]
    about += [printed(region, words) for region in area.regions]
    head = Section("place", Lines([Span(words.name("area", ident), tone="strong"), f" ({ident}): {', '.join(about)}"]))
    over = {one: _edge("river", words) if one in area.rivers else "" for one in area.land}
    over |= {one: f"{_edge('red_arrow', words)}: {_names(seas, words)}" for one, seas in area.arrows.items()}
    crossed = any(over.values())
    ways: list[tuple[Said, ...]] = []
    for one, edge in over.items():
        name, terrain = words.name("area", one), printed(AREAS[one].terrain, words)
        ways.append((name, Span(one, tone="dim"), terrain, *([edge] if crossed else [])))
    first = words.say("map.borders" if area.is_land else "map.shores")
    heads = [first, "", words.say("map.ground"), *([words.say("map.over")] if crossed else [])]
    rows = [(words.say("map.coasts" if area.is_land else "map.waters"), _waters(ident, words) or "–")]
    canals = [there for here, there in CANALS if here == ident]
    rows += [(words.say("map.canals"), _names(canals, words))] if canals else []
    return [
        head,
        Section("borders", Grid(heads, ways)),
        Section("coasts", pairs(rows)),
    ]


def _waters(ident: str, words: Words) -> str:
    """Seas next to it; for a land by coast, because a ship leaves by the coast that it came to (SA-4.1-15)."""
    area = AREAS[ident]
    groups = area.coasts if area.is_land else [(one,) for one in area.seas]
    return "; ".join(_names(group, words) for group in groups)


def _edge(ident: str, words: Words) -> str:
    name: str = _EDGES[ident][f"name_{words.language}"]
    return name


def _names(idents: Iterable[str], words: Words) -> str:
    return ", ".join(f"{words.name('area', one)} ({one})" for one in idents)
