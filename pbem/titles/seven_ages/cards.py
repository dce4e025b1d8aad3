"""Cards, empires, events, artifacts, leaders and units, read from data/*.yaml, and the language that speaks of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...table import Language, Vocabulary
from ...words.lazy_dataclass import dataclass
from .. import resources
from .atlas import MAP
from .forms import spoken_area, spoken_empire

Effect = Mapping[str, Any]
Needs = Sequence[Mapping[str, Any]]

DATA = {
    name: resources.read(__package__, f"data/{name}.yaml")
    for name in (
        "artifacts",
        "cards",
        "constants",
        "counters",
        "effects",
        "empires",
        "events",
        "leaders",
        "progress",
    )
}

CONSTANTS: Mapping[str, int] = DATA["constants"]["constants"]
COSTS: Mapping[str, int] = DATA["constants"]["costs"]
CONFLICT: Mapping[str, int] = DATA["constants"]["conflict"]
TRADE: Mapping[str, int] = DATA["constants"]["trade"]
MAX_EMPIRES: dict[int, int] = {int(key[1:]): number for key, number in DATA["constants"]["max_empires"].items()}
MOST_MONEY: int = CONSTANTS["money_max"]
TWICE: int = -DATA["constants"]["wild"]["same_action_twice_glory"]
"""Glory lost when the wild card repeats an action (SA-wild-3)."""

START, PRODUCTION, TRADING, MANOEUVRE, DESTINY, CIVILISE, DISCARD, WILD = (
    "start_empire",
    "production",
    "trade",
    "manoeuvre",
    "destiny",
    "civilise",
    "discard_empire",
    "wild",
)
_ACTIONS = sorted(DATA["constants"]["actions"], key=lambda entry: int(entry["order"]))
ACTIONS: tuple[str, ...] = tuple(entry["id"] for entry in _ACTIONS if entry["order"])
MARKERS: tuple[str, ...] = (*ACTIONS, WILD)
ON_EMPIRE = {entry["id"] for entry in _ACTIONS if entry["on_empire"]}
BESIDE = {entry["id"] for entry in _ACTIONS if entry["beside"]}
EXTRA = "extra"
"""The place beside the empire cards."""

# ---- the progress track

LAST_STEP: int = DATA["progress"]["track"]["steps"]
BEYOND = LAST_STEP + 1
LAST_AGE: int = DATA["progress"]["track"]["ages"]
FREE_PROGRESS: int = DATA["progress"]["track"]["free_progress"]
END_GLORY: int = DATA["progress"]["track"]["end_glory"]
_AGES = {step: entry["age"] for entry in DATA["progress"]["ages"] for step in range(entry["first"], entry["last"] + 1)}
AGE_OF_STEP: tuple[int, ...] = (0, *(_AGES[step] for step in range(1, BEYOND)), LAST_AGE)
FIRST_STEP: dict[int, int] = {entry["age"]: entry["first"] for entry in DATA["progress"]["ages"]}


@dataclass(frozen=True, slots=True)
class Unit:
    id: str
    kind: str
    """Its class: infantry, cavalry, missile, elephant, naval, air, nuclear, star_wars."""
    group: str
    """land, naval or air."""
    step: int
    cost: int
    move: int
    """Movement points; 0 for units without a limit."""
    front: Mapping[str, int]
    support: Mapping[str, int]
    """Values by quality of the colour."""
    flip: str
    """The other side of its counter, "" for none."""
    counter: str
    """The side by which counters of a colour are counted."""
    common: bool
    """It comes from the common pool."""
    carries: int
    ocean: bool
    scared: bool
    """Elephants reduce its front-line value to 0 (SA-4.2-15)."""
    siege: bool
    """Committed by the attacker, it takes away the value of a city (SA-4.2-18)."""
    armoured: bool
    place: int


_GROUP = {entry["id"]: entry["group"] for entry in DATA["progress"]["classes"]}
_EARLIER = {unit for colour in DATA["counters"]["colours"] for unit in colour["counters"]}


def _unit(entry: Mapping[str, Any], place: int) -> Unit:
    flip = entry["flip"] or ""
    return Unit(
        id=entry["id"],
        kind=entry["class"],
        group=_GROUP[entry["class"]],
        step=entry["step"],
        cost=entry["cost"],
        move=entry["move"] or 0,
        front=entry["front"],
        support=entry["support"],
        flip=flip,
        counter=entry["id"] if entry["id"] in _EARLIER or not flip else flip,
        common=entry.get("common_pool", False),
        carries=entry.get("capacity", 0),
        ocean=entry.get("ocean", False),
        scared=entry.get("elephant_zeroes_front", False),
        siege=entry.get("negates_city", False),
        armoured=entry.get("armoured", False),
        place=place,
    )


UNITS = {entry["id"]: _unit(entry, n) for n, entry in enumerate(DATA["progress"]["units"])}
ELEPHANT, NUKE, STAR_WARS, GALLEY = "elephant", "nuke", "star_wars", "galley"
ELEPHANT_STEP = UNITS[ELEPHANT].step
COMMON = {entry["id"]: entry for entry in DATA["counters"]["common"]}
UNNAMED = "unnamed"
"""Elephants that belong to no area."""
COUNTERS: Mapping[str, Mapping[str, int]] = {e["id"]: e["counters"] for e in DATA["counters"]["colours"]}
QUALITY: Mapping[str, str] = {entry["id"]: entry["quality"] for entry in DATA["counters"]["colours"]}
COLOURS = tuple(COUNTERS)
PAIRS: tuple[tuple[str, str], ...] = tuple(
    (entry["colours"][0], entry["colours"][1]) for entry in DATA["counters"]["pairs"]
)

# ---- what has effects


def _by_type(entry: Mapping[str, Any]) -> dict[str, tuple[Effect, ...]]:
    found: dict[str, tuple[Effect, ...]] = {}
    for effect in entry["effects"]:
        found[effect["type"]] = (*found.get(effect["type"], ()), effect)
    return found


@dataclass(frozen=True, slots=True)
class EmpireCard:
    """An empire as its card describes it."""

    id: str
    ages: tuple[int, ...]
    conditional: tuple[tuple[int, Needs], ...]
    setup: tuple[Mapping[str, Any], ...]
    start: tuple[Mapping[str, Any], ...]
    money: int
    leaders: int
    named: tuple[str, ...]
    trade: int
    glory: tuple[Mapping[str, Any], ...]
    no_cities: tuple[int, ...]
    """Ages in which it is barbarian."""
    no_ships: bool
    no_horses: bool
    elites: int
    forts: int
    effects: Mapping[str, tuple[Effect, ...]]


EMPIRES = {
    entry["id"]: EmpireCard(
        id=entry["id"],
        ages=tuple(entry["ages"]),
        conditional=tuple((one["age"], one["needs"]) for one in entry["conditional_ages"]),
        setup=tuple(entry["setup"]),
        start=tuple(entry["start"]),
        money=entry["money"],
        leaders=entry["leaders"],
        named=tuple(entry["named_leaders"]),
        trade=entry["trade"],
        glory=tuple(entry["glory"]),
        no_cities=tuple(entry["no_cities_ages"]),
        no_ships=entry["no_ships"],
        no_horses=entry["no_horses"],
        elites=entry["elites"],
        forts=entry["forts"],
        effects=_by_type(entry),
    )
    for entry in DATA["empires"]["empires"]
}


@dataclass(frozen=True, slots=True)
class Event:
    id: str
    when: str
    by_empire: bool
    """Only an empire that civilises can play it."""
    target: Mapping[str, Any]
    effects: tuple[Effect, ...]


EVENTS = {
    entry["id"]: Event(
        entry["id"], entry["when"], entry.get("by") == "empire", entry["target"], tuple(entry["effects"])
    )
    for entry in DATA["events"]["events"]
}


@dataclass(frozen=True, slots=True)
class Artifact:
    id: str
    category: str
    colour: str
    blue: bool
    ages: tuple[int, ...]
    on_card: bool
    needs: Needs
    earlier: tuple[int, ...]
    """Ages of the dagger (SA-6.1-9)."""
    earlier_needs: Needs
    glory: int
    """Gained at once when it is played or adopted; negative for red ones."""
    effects: Mapping[str, tuple[Effect, ...]]

    @property
    def adoptable(self) -> bool:
        return self.category in ADOPTABLE


ADOPTABLE = tuple(entry["id"] for entry in DATA["artifacts"]["categories"] if entry["adoptable"])
ARTIFACTS = {
    entry["id"]: Artifact(
        id=entry["id"],
        category=entry["category"],
        colour=entry["colour"],
        blue=entry["blue_marker"],
        ages=tuple(entry["ages"]),
        on_card=entry["placement"] == "card",
        needs=entry["needs"],
        earlier=tuple((entry["dagger"] or {}).get("ages", ())),
        earlier_needs=(entry["dagger"] or {}).get("needs", ()),
        glory=entry["glory_on_play"],
        effects=_by_type(entry),
    )
    for entry in DATA["artifacts"]["artifacts"]
}
BLUE_BASE: int = DATA["artifacts"]["rules"]["blue_marker_base"]


@dataclass(frozen=True, slots=True)
class NamedLeader:
    id: str
    empire: str
    ages: tuple[int, ...]
    kind: str


LEADER_KINDS = {entry["id"]: _by_type(entry) for entry in DATA["leaders"]["kinds"]}
TACTICIAN, BUILDER, EXPLORER, NO_LEADER = "tactician", "builder", "explorer", "no_leader"
CUP: Mapping[str, int] = DATA["leaders"]["cup"]
NAMED = {
    entry["id"]: NamedLeader(entry["id"], entry["empire"], tuple(entry["ages"]), entry["kind"])
    for entry in DATA["leaders"]["named"]
}


@dataclass(frozen=True, slots=True)
class Card:
    id: str
    number: int
    value: int
    empire: str
    event: str
    artifact: str


CARDS = {
    entry["id"]: Card(entry["id"], entry["number"], entry["value"], entry["empire"], entry["event"], entry["artifact"])
    for entry in DATA["cards"]["cards"]
}
CARD_OF_EMPIRE = {card.empire: card.id for card in CARDS.values()}
"""Each empire has one card."""

# ---- the words of orders

Spoken = dict[str, dict[str, str | tuple[str, ...]]]


def _names(entries: Sequence[Mapping[str, Any]]) -> Spoken:
    return {entry["id"]: {"en": entry["name_en"], "de": entry["name_de"]} for entry in entries}


def _card_names() -> Spoken:
    named = _names(DATA["empires"]["empires"])
    return {
        card.id: {
            language: (f"{card.number} {name}", f"{name} ({card.number})", f"{name} {card.number}", str(name))
            for language, name in named[card.empire].items()
        }
        for card in CARDS.values()
    }


_AREAS = [*MAP["land"], *MAP["sea"]]


def _area_names() -> Spoken:
    return {entry["id"]: spoken_area(entry["id"], entry["name_en"], entry["name_de"]) for entry in _AREAS}


def _empire_names() -> Spoken:
    areas = {entry["name_de"] for entry in _AREAS}
    return {
        entry["id"]: spoken_empire(entry["id"], entry["name_en"], entry["name_de"], areas)
        for entry in DATA["empires"]["empires"]
    }


_LEADERS = {**_names(DATA["leaders"]["kinds"]), **_names(DATA["leaders"]["named"])}
VOCABULARIES = {
    "c": Vocabulary("c", _card_names()),
    "empire": Vocabulary("empire", _empire_names()),
    "area": Vocabulary("area", _area_names()),
    "unit": Vocabulary("unit", _names(DATA["progress"]["units"])),
    "colour": Vocabulary("colour", _names(DATA["counters"]["colours"])),
    "leader": Vocabulary("leader", _LEADERS),
    "action": Vocabulary("action", _names(_ACTIONS)),
    "marker_artifact": Vocabulary(
        "marker_artifact", _names([one for one in DATA["artifacts"]["artifacts"] if one["category"] in ADOPTABLE])
    ),
    "artifact": Vocabulary("artifact", _names(DATA["artifacts"]["artifacts"])),
    "event": Vocabulary("event", _names(DATA["events"]["events"])),
    "canal": Vocabulary("canal", _names(MAP["canals"])),
    "share": Vocabulary("share", {"all": {"en": "everything", "de": "alles"}}),
    "category": Vocabulary("category", _names(DATA["effects"]["glory_categories"])),
}
LANGUAGE = Language(resources.read(__package__, "asks.yaml"), VOCABULARIES)
