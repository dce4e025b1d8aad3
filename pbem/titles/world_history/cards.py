"""Empires, events, counters and the score table, read from data/*.yaml; the words of orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...table import Language, Vocabulary
from ...words.lazy_dataclass import dataclass
from .. import resources
from .atlas import MAP, OPENS

EMPIRE_DATA: Mapping[str, Any] = resources.read(__package__, "data/empires.yaml")
EVENT_DATA: Mapping[str, Any] = resources.read(__package__, "data/events.yaml")
SCORING: Mapping[str, Any] = resources.read(__package__, "data/scoring.yaml")
PIECES: Mapping[str, Any] = resources.read(__package__, "data/pieces.yaml")


@dataclass(frozen=True, slots=True)
class Start:
    """Where a realm of a card begins; only Incas and Aztecs have two (WH-7.5-1)."""

    land: str
    capital: bool
    units: int


@dataclass(frozen=True, slots=True)
class Ferry:
    """A water that a realm may use only to a limited extent: the Vikings' Atlantic (WH-7.4-1)."""

    water: str
    fleets: int
    armies: int
    lands: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Empire:
    """A big empire, or the small one of an epoch (number 0)."""

    id: str
    epoch: int
    number: int
    starts: tuple[Start, ...]
    waters: frozenset[str]
    """Where it may put fleets, including the seas that an ocean opens (WH-5.4.2-8)."""
    ruler: bool
    units: int
    ferry: Ferry | None = None

    @property
    def capital(self) -> bool:
        return any(start.capital for start in self.starts)


def _empire(entry: Mapping[str, Any]) -> Empire:
    ferry = resources.record(Ferry, entry["ferry"]) if entry.get("ferry") else None
    waters = set(entry["navigation"])
    for ocean in entry["navigation"]:
        if ferry is None or ocean != ferry.water:  # WH-7.4-2
            waters.update(OPENS.get(ocean, ()))
    realms = entry.get("realms", [entry])
    starts = tuple(Start(one["start_land"], one["capital"] is not None, one["units"]) for one in realms)
    ruler, units = bool(entry.get("has_ruler", entry["ruler"])), sum(start.units for start in starts)
    given: dict[str, Any] = {"starts": starts, "waters": frozenset(waters), "ruler": ruler, "units": units}
    return resources.record(Empire, entry, ferry=ferry, **given)


@dataclass(frozen=True, slots=True)
class Event:
    """An event card; what its kind does is in rules/."""

    id: str
    epoch: int
    kind: str
    land: str
    """For a kingdom."""
    region: str
    """For migrants."""
    small: str
    """The small empire it brings."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of event: when it is used, and its figures."""

    id: str
    when: str
    fields: Mapping[str, Any]


EMPIRES = {entry["id"]: _empire(entry) for entry in EMPIRE_DATA["empires"]}
SMALL = {entry["id"]: _empire(entry) for entry in EVENT_DATA["minor_empires"]}
REALMS = {**EMPIRES, **SMALL}
KINDS = {entry["id"]: resources.record(Kind, entry) for entry in EVENT_DATA["kinds"]}
EVENTS = {one["id"]: resources.record(Event, one, {"small": "minor_empire"}) for one in EVENT_DATA["cards"]}
EPOCHS = len(SCORING["epochs"])
EMPIRE_DECKS = {n: tuple(e.id for e in EMPIRES.values() if e.epoch == n) for n in range(1, EPOCHS + 1)}
EVENT_DECKS = {n: tuple(e.id for e in EVENTS.values() if e.epoch == n) for n in range(1, EPOCHS + 1)}
NUMBERS = max(empire.number for empire in EMPIRES.values())

EMBLEMS: dict[str, int] = {entry["id"]: entry["armies"] for entry in PIECES["emblems"]}
"""Emblem → armies in the set."""
FLEETS: int = PIECES["fleets"]
FORTS: int = PIECES["forts"]
MONUMENTS: int = PIECES["monuments"]
TOWNS: dict[str, int] = {"capital": PIECES["capitals"], "city": PIECES["cities"]}
MOST_ARMIES: int = PIECES["limits"]["armies_in_a_land"]
MOST_FLEETS: int = PIECES["limits"]["fleets_in_a_sea"]
PER_MONUMENT: int = PIECES["limits"]["resources_for_a_monument"]

VALUES: dict[str, tuple[int, ...]] = {e["region"]: tuple(e["values"]) for e in SCORING["region_values"]}
"""Region → its value by epoch, epoch I first."""
FACTORS: dict[str, int] = {level: entry["factor"] for level, entry in SCORING["multipliers"].items()}
DOMINANCE_NEEDS: int = SCORING["dominance_needs"]
WORTH: Mapping[str, int] = SCORING["structures"]


def epoch_of(empire: str) -> str:
    """What the back of an empire card shows (WH-2.3-1)."""
    return str(EMPIRES[empire].epoch)


WORDS = resources.words(__package__)


def _names(entries: list[Mapping[str, Any]], short: str = "") -> dict[str, dict[str, str | tuple[str, ...]]]:
    """Printed names by language, with the short ones of the map."""

    def spoken(entry: Mapping[str, Any], language: str, *names: str) -> tuple[str, ...]:
        return (*names, WORDS[language].get(f"{short}.{entry['id']}", names[0]))

    return {
        entry["id"]: {
            "en": spoken(entry, "en", entry["name_en"], entry.get("name_ah", entry["name_en"])),
            "de": spoken(entry, "de", entry["name_de"]),
        }
        for entry in entries
    }


VOCABULARIES = {
    slot: Vocabulary(slot, _names(entries, f"short_{slot}"))
    for slot, entries in {
        # Barren lands and closed waters can be named, so that an order there is refused for the right reason.
        "land": [*MAP["lands"], *MAP["barren_lands"]],
        "sea": MAP["seas"],
        "short_land": MAP["lands"],
        "short_sea": MAP["seas"],
        "place": [*MAP["lands"], *MAP["barren_lands"], *MAP["seas"]],
        "spot": [*MAP["lands"], *MAP["regions"]],
        "barren": MAP["barren_lands"],
        "region": MAP["regions"],
        "empire": [*EMPIRE_DATA["empires"], *EVENT_DATA["minor_empires"]],
        "emblem": PIECES["emblems"],
        "event": EVENT_DATA["cards"],
        "kind": EVENT_DATA["kinds"],
    }.items()
}
_WRITTEN = ("land", "sea", "barren", "region", "empire", "emblem", "kind")
"""What orders and conditions name; the other vocabularies are for sentences."""
LANGUAGE = Language(resources.read(__package__, "asks.yaml"), {slot: VOCABULARIES[slot] for slot in _WRITTEN})
