"""The world map and its terrain, read from data/map.yaml and data/terrain.yaml."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...words.lazy_dataclass import dataclass
from .. import resources

MAP: Mapping[str, Any] = resources.read(__package__, "data/map.yaml")
TERRAIN: Mapping[str, Any] = resources.read(__package__, "data/terrain.yaml")

LAND, SEA, OCEAN = "land", "sea", "ocean"
PLAIN, RIVER, ARROW, INVASION = "plain", "river", "red_arrow", "invasion"
"""How a unit entered an area (SA-gap-7)."""


@dataclass(frozen=True, slots=True)
class Area:
    id: str
    kind: str
    """land, sea or ocean."""
    terrain: str
    resources: tuple[str, ...]
    regions: tuple[str, ...]
    outside_europe: bool
    land: tuple[str, ...]
    """Land areas next to it, red arrows left out."""
    seas: tuple[str, ...]
    """Seas and oceans next to it."""
    rivers: tuple[str, ...]
    """Neighbours beyond a river."""
    arrows: Mapping[str, tuple[str, ...]]
    """Areas at the other end of a red arrow, with the seas that the arrow crosses (SA-4.1-23)."""
    coasts: tuple[tuple[str, ...], ...]
    """Groups of seas: a ship leaves by the group that it came from (SA-4.1-15)."""
    place: int
    """Its position in the map list."""

    @property
    def is_land(self) -> bool:
        return self.kind == LAND

    def coast(self, sea: str) -> int:
        """The number of the coast on this sea."""
        return next(n for n, seas in enumerate(self.coasts) if sea in seas)

    def around(self) -> tuple[str, ...]:
        """All areas next to it: by land, over a red arrow, by sea (SA-gap-83)."""
        return (*self.land, *self.arrows, *self.seas)


def _land(entry: Mapping[str, Any], place: int) -> Area:
    return Area(
        entry["id"],
        LAND,
        entry["terrain"],
        tuple(entry["resources"]),
        tuple(entry["regions"]),
        "europe" not in entry["regions"],
        tuple(entry["land_adjacent"]),
        tuple(entry["sea_adjacent"]),
        tuple(entry["rivers"]),
        {arrow["to"]: tuple(arrow["seas"]) for arrow in entry["red_arrows"]},
        tuple(map(tuple, entry["coasts"])),
        place,
    )


def _water(entry: Mapping[str, Any], place: int) -> Area:
    kind = entry["kind"]
    return Area(
        entry["id"],
        kind,
        kind,
        (),
        tuple(entry["regions"]),
        entry["outside_europe"],
        tuple(entry["land_adjacent"]),
        tuple(entry["sea_adjacent"]),
        (),
        {},
        (),
        place,
    )


_LANDS = [_land(entry, n) for n, entry in enumerate(MAP["land"])]
_WATERS = [_water(entry, len(_LANDS) + n) for n, entry in enumerate(MAP["sea"])]
AREAS: dict[str, Area] = {area.id: area for area in (*_LANDS, *_WATERS)}
PLACE = {ident: area.place for ident, area in AREAS.items()}
AROUND = {ident: area.around() for ident, area in AREAS.items()}
REGIONS = tuple(entry["id"] for entry in MAP["regions"])
WHOLE_WORLD = tuple(entry["id"] for entry in MAP["regions"] if entry["everything"])
ELEPHANT_AREAS = tuple(area.id for area in _LANDS if "elephant" in area.resources)
CANALS: Mapping[tuple[str, str], Mapping[str, Any]] = {
    pair: entry
    for entry in MAP["canals"]
    for pair in ((entry["seas"][0], entry["seas"][1]), (entry["seas"][1], entry["seas"][0]))
}
"""Both ways between the two seas of a canal."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A kind of terrain."""

    id: str
    income: int
    move: Mapping[str, int]
    """Points to enter it, by class of unit."""
    defence: int
    cavalry: int
    """What it adds to both values of cavalry (SA-4.2-19)."""
    glory: bool
    """Whether it counts for area glory without a special (SA-glory-9)."""


GROUNDS = {
    entry["id"]: Ground(
        entry["id"],
        entry["income"],
        entry["move"],
        entry["defence"],
        entry.get("combat_value_modifier", {}).get("cavalry", 0),
        entry["counts_for_area_glory"],
    )
    for entry in TERRAIN["kinds"]
}
_BECOMES = {
    (entry["id"], age): change["to"]
    for entry in TERRAIN["kinds"]
    for change in entry.get("becomes", ())
    for age in change["ages"]
}
EDGE_DEFENCE = {PLAIN: 0, **{entry["id"]: entry["defence"] for entry in TERRAIN["edges"]}}
FORT_DEFENCE: int = next(entry["defence"] for entry in TERRAIN["works"] if entry["id"] == "fort")
CITY_AGE: dict[int, int] = {entry["level"]: entry["min_age"] for entry in TERRAIN["city_levels"]}
CITY_LEVELS = tuple(sorted(CITY_AGE))
_CITY = {entry["level"]: entry for entry in TERRAIN["city_levels"]}
_RESOURCES = {entry["id"]: entry for entry in TERRAIN["resources"]}


def ground(area: str, age: int) -> Ground:
    """The terrain of an area in an age (SA-gap-78)."""
    terrain = AREAS[area].terrain
    return GROUNDS[_BECOMES.get((terrain, age), terrain)]


def level_below(level: int) -> int:
    """A city after the loss of a level, 0 for none (SA-4.2-33)."""
    return max((one for one in CITY_LEVELS if one < level), default=0)


def level_above(level: int) -> int:
    """The next level of a city, the first one where there is none yet; 0 beyond the last."""
    return min((one for one in CITY_LEVELS if one > level), default=0)


def city_defence(level: int) -> int:
    return int(_CITY[level]["defence"]) if level else 0


def area_income(area: str, age: int, city: int) -> int:
    """What an area without unrest yields (SA-2.1-3 to SA-2.1-7)."""
    terrain = ground(area, age)
    total = terrain.income + (int(_CITY[city]["income"]) if city else 0)
    for resource in AREAS[area].resources:
        entry = _RESOURCES[resource]
        if any(_applies(case["terrain"], terrain.id) and age in case["ages"] for case in entry.get("applies", ())):
            total += entry["income"]
    return total


def _applies(wanted: str, terrain: str) -> bool:
    return wanted in ("any", terrain) or (wanted == "other" and terrain != "fertile")
