"""The world map, read from data/map.yaml: lands, waters, and the borders with their terrain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...words.lazy_dataclass import dataclass
from .. import atlas, resources

MAP: Mapping[str, Any] = resources.read(__package__, "data/map.yaml")


@dataclass(frozen=True, slots=True)
class Border:
    """One way into a neighbouring land; terrain protects the land it belongs to (WH-6.1-3)."""

    to: str
    terrain: str
    """What an attacker meets: plain, mountain, forest, great_wall or strait."""
    straits: tuple[str, ...] = ()
    """The waters around a strait: the attacker's fleet in one of them removes its second die (WH-6.3-1)."""

    @property
    def hard(self) -> bool:
        return self.terrain != "plain"


@dataclass(frozen=True, slots=True)
class Land:
    id: str
    region: str
    resource: bool
    coasts: tuple[str, ...]
    order: int
    """Index in the printed list, the default order for everything."""


@dataclass(frozen=True, slots=True)
class Water:
    id: str
    kind: str
    """sea, ocean or forbidden_sea (WH-barren-2)."""
    shores: tuple[str, ...]
    next_to: tuple[str, ...]
    """Adjacent waters that fleets may enter."""
    ocean: bool


LANDS = {
    entry["id"]: resources.record(Land, entry, coasts=tuple(coast["sea"] for coast in entry["coasts"]), order=order)
    for order, entry in enumerate(MAP["lands"])
}
MAP_ORDER = {land.id: land.order for land in LANDS.values()}
REGIONS: dict[str, tuple[str, ...]] = {entry["id"]: tuple(entry["lands"]) for entry in MAP["regions"]}
BARREN = tuple(entry["id"] for entry in MAP["barren_lands"])
FORBIDDEN = tuple(entry["id"] for entry in MAP["seas"] if entry["kind"] == "forbidden_sea")


def _borders() -> dict[str, tuple[Border, ...]]:
    """Borders by the place one comes from; barren lands only lead out (WH-barren-1)."""
    found: dict[str, list[Border]] = {place: [] for place in (*LANDS, *BARREN)}
    for entry in MAP["borders"]:
        seas = tuple(entry.get("surrounding_seas", ()))
        for here, there, terrain in ((entry["a"], entry["b"], "into_b"), (entry["b"], entry["a"], "into_a")):
            if there in LANDS:
                found[here].append(Border(there, entry[terrain], seas))
    return {place: tuple(sorted(ways, key=lambda way: LANDS[way.to].order)) for place, ways in found.items()}


_WAYS = _borders()
NEIGHBOURS = {land: tuple(way for way in _WAYS[land]) for land in LANDS}
"""From a land to the lands beside it, straits included."""
OUT_OF = {barren: _WAYS[barren] for barren in BARREN}
"""From a barren land to the lands that barbarians attack."""


def _waters() -> dict[str, Water]:
    sailed = [entry["id"] for entry in MAP["seas"] if entry["id"] not in FORBIDDEN]
    pairs = [(pair["a"], pair["b"]) for pair in MAP["sea_adjacency"]]
    near = atlas.beside(sailed, [(a, b) for a, b in pairs if a not in FORBIDDEN and b not in FORBIDDEN])
    return {
        entry["id"]: Water(
            entry["id"],
            entry["kind"],
            tuple(land.id for land in LANDS.values() if entry["id"] in land.coasts),
            tuple(sorted(near[entry["id"]])),
            entry["kind"] == "ocean",
        )
        for entry in MAP["seas"]
        if entry["id"] not in FORBIDDEN
    }


WATERS = _waters()
OPENS: dict[str, tuple[str, ...]] = {entry["ocean"]: tuple(entry["opens"]) for entry in MAP["ocean_navigation"]}
"""Seafaring on an ocean includes these seas (WH-5.4.2-8)."""


def _adjoining() -> tuple[tuple[str, str], ...]:
    order = list(REGIONS)
    pairs = {
        tuple(sorted((LANDS[land].region, LANDS[way.to].region), key=order.index))
        for land, ways in NEIGHBOURS.items()
        for way in ways
        if LANDS[land].region != LANDS[way.to].region
    }
    return tuple(sorted(((a, b) for a, b in pairs), key=lambda pair: (order.index(pair[0]), order.index(pair[1]))))


ADJOINING = _adjoining()
"""Pairs of regions with a common border or strait, in map order."""
