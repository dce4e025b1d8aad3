"""Nations and regions: what borders what, where ships are needed, what a region is worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...words.lazy_dataclass import dataclass
from .. import atlas, resources

DATA: Mapping[str, Any] = resources.read(__package__, "data/components.yaml")


@dataclass(frozen=True, slots=True)
class Nation:
    id: str
    colour: str
    borders: tuple[str, ...]
    """Regions next to the home country (AOR-DECL-4)."""


@dataclass(frozen=True, slots=True)
class Region:
    id: str
    colony: bool
    needs_ship: bool
    """An attacker must play a card with a ship (AOR-BOARD-2, AOR-BOARD-4)."""
    ships_count: bool
    """Ships add to the strength (AOR-COMB-4)."""
    points: tuple[int, ...]
    """By rank, beginning with the first (AOR-VP-1)."""
    markers: int
    adjacent: tuple[str, ...]


NATIONS = {entry["id"]: Nation(entry["id"], entry["colour"], tuple(entry["home_borders"])) for entry in DATA["nations"]}
REGIONS = {
    entry["id"]: Region(
        entry["id"],
        entry["kind"] == "colony",
        entry["ship_card_needed_to_attack"],
        entry["ships_count_in_combat"],
        tuple(entry["vp"]),
        entry["markers"],
        tuple(entry["adjacent"]),
    )
    for entry in DATA["regions"]
}
_OPTIONS = {entry["id"]: entry for entry in DATA["options"]}
COLONIES = frozenset(one.id for one in REGIONS.values() if one.colony)
ALWAYS_OPEN = {
    nation.id: frozenset(
        one.id for one in REGIONS.values() if not one.colony and (one.needs_ship or one.id in nation.borders)
    )
    for nation in NATIONS.values()
}
"""Nation → regions that it can attack wherever its discs are: by ship, or from home (AOR-DECL-4, AOR-DECL-5)."""
SEA_LINKS: tuple[tuple[str, str], ...] = tuple((a, b) for a, b in _OPTIONS["sea_links"]["links"])


def _neighbours(links: tuple[tuple[str, str], ...]) -> dict[str, tuple[str, ...]]:
    by_sea = atlas.beside(REGIONS, links)
    return {one.id: (*one.adjacent, *by_sea[one.id]) for one in REGIONS.values()}


NEIGHBOURS = {False: _neighbours(()), True: _neighbours(SEA_LINKS)}
"""Region → regions next to it, without and with the option sea_links."""
