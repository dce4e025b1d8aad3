"""Whether the data of the title is consistent. Run when the title is loaded, also with an edition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .atlas import AREAS, CANALS, ELEPHANT_AREAS, GROUNDS, MAP, REGIONS, TERRAIN, area_income
from .cards import (
    ACTIONS,
    AGE_OF_STEP,
    ARTIFACTS,
    CARDS,
    COLOURS,
    COMMON,
    COUNTERS,
    DATA,
    EMPIRES,
    EVENTS,
    LEADER_KINDS,
    NAMED,
    PAIRS,
    UNITS,
)

CONFIDENCE = ("verified", "single", "memory", "reconstructed")
LISTS: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "cards": DATA["cards"]["cards"],
    "empires": DATA["empires"]["empires"],
    "events": DATA["events"]["events"],
    "artifacts": DATA["artifacts"]["artifacts"],
    "leader kinds": DATA["leaders"]["kinds"],
    "leaders": DATA["leaders"]["named"],
    "units": DATA["progress"]["units"],
    "colours": DATA["counters"]["colours"],
    "areas": [*MAP["land"], *MAP["sea"]],
    "terrain": TERRAIN["kinds"],
}
WORDS: Mapping[str, Sequence[str]] = DATA["effects"]["words"]
KINDS = {entry["id"]: entry for entry in DATA["effects"]["kinds"]}
CONDITIONS = {entry["id"]: entry["params"] for entry in DATA["effects"]["conditions"]}
_CLASSES = {entry["id"] for entry in DATA["progress"]["classes"]}
_PLAIN = ("text", "text_de")


def faults() -> list[str]:
    """What is wrong with the data; empty when all is well."""
    return [*_ids(), *_confidence(), *_cards(), *_counters(), *_units(), *_map(), *_track(), *_empires(), *_effects()]


def _ids() -> Iterator[str]:
    for name, entries in LISTS.items():
        counted = Counter(entry["id"] for entry in entries)
        yield from (f"{name} has {ident} {n} times" for ident, n in counted.items() if n > 1)
        if name != "cards":
            for language in ("name_en", "name_de"):
                yield from (f"{entry['id']} of {name} lacks {language}" for entry in entries if not entry.get(language))


def _confidence() -> Iterator[str]:
    for entries in LISTS.values():
        for entry in entries:
            mark = entry.get("confidence")
            values = mark.values() if isinstance(mark, dict) else [mark]
            if any(value not in CONFIDENCE for value in values) and "effects" not in entry:
                yield f"{entry['id']} has no known confidence"


def _cards() -> Iterator[str]:
    deck = DATA["cards"]["deck"]
    if len(CARDS) != deck["cards"]:
        yield f"there are {len(CARDS)} cards, not {deck['cards']}"
    values = Counter(card.value for card in CARDS.values())
    if [values[n] for n in range(deck["value_min"], deck["value_max"] + 1)] != deck["value_counts"]:
        yield "the values of the cards are not those of the deck"
    for card in CARDS.values():
        if card.empire not in EMPIRES or card.event not in EVENTS or card.artifact not in ARTIFACTS:
            yield f"{card.id} names an empire, event or artifact that there is not"
    empires = Counter(card.empire for card in CARDS.values())
    yield from (f"{empire} has {empires[empire]} cards" for empire in EMPIRES if empires[empire] != 1)
    for section in ("event", "artifact"):
        counted = Counter(getattr(card, section) for card in CARDS.values())
        for entry in LISTS[f"{section}s"]:
            if counted[entry["id"]] != entry["cards"]:
                yield f"{entry['id']} is on {counted[entry['id']]} cards, not {entry['cards']}"


def _counters() -> Iterator[str]:
    total = sum(sum(counters.values()) for counters in COUNTERS.values()) + sum(one["count"] for one in COMMON.values())
    if total != DATA["counters"]["checks"]["large_counters"]:
        yield f"there are {total} large counters"
    for colour, counters in COUNTERS.items():
        for unit in counters:
            if unit not in UNITS or UNITS[unit].counter != unit or UNITS[unit].common:
                yield f"{colour} counts {unit}, which is no side to count by"
    paired = [colour for pair in PAIRS for colour in pair]
    if sorted([*paired, *DATA["counters"]["rules"]["extra_colours"]]) != sorted(COLOURS):
        yield "the pairs are not all colours but the extra ones"
    elephants = COMMON["elephant"]
    if elephants["named"] != len(ELEPHANT_AREAS) or elephants["named"] + elephants["unnamed"] != elephants["count"]:
        yield "the named elephants are not those of the map"


def _units() -> Iterator[str]:
    for unit in UNITS.values():
        if unit.flip and (unit.flip not in UNITS or UNITS[unit.flip].flip != unit.id):
            yield f"{unit.id} and {unit.flip} are not two sides of a counter"
        if unit.kind not in _CLASSES:
            yield f"{unit.id} is of no class"
        if set(unit.front) != set(unit.support) or not 1 <= unit.step < len(AGE_OF_STEP):
            yield f"{unit.id} lacks a value, or a step"
        if unit.group != "air" and not unit.move:
            yield f"{unit.id} cannot move"
    first = [unit.cost for unit in UNITS.values() if unit.step <= 1]
    poorest = min(EMPIRES.values(), key=lambda empire: empire.money)
    if not first or poorest.money < max(min(first), DATA["constants"]["costs"]["unit_minimum"]):  # SA-gap-25
        yield f"{poorest.id} cannot buy a unit at step 1"


def _map() -> Iterator[str]:
    for area in AREAS.values():
        yield from (f"{area.id} is in the region {one}" for one in area.regions if one not in REGIONS)
        if area.terrain not in GROUNDS:
            yield f"{area.id} has the terrain {area.terrain}"
        for other in (*area.land, *area.seas, *area.arrows):
            if other not in AREAS:
                yield f"{area.id} borders {other}"
            elif area.id not in (*AREAS[other].land, *AREAS[other].seas, *AREAS[other].arrows):
                yield f"{area.id} borders {other}, and not the other way"
        yield from (f"the river to {one} runs along no border" for one in area.rivers if one not in area.land)
        if area.is_land and sorted(sea for coast in area.coasts for sea in coast) != sorted(area.seas):
            yield f"the coasts of {area.id} are not its seas"
    for pair, entry in CANALS.items():
        yield from (f"{entry['id']} leads to {sea}" for sea in pair if sea not in AREAS)
    for check in TERRAIN["checks"]:
        if area_income(check["area"], check["age"], check["city"]) != check["income"]:
            yield f"{check['area']} does not yield {check['income']} in age {check['age']}"


def _track() -> Iterator[str]:
    for check in DATA["progress"]["checks"]:
        if AGE_OF_STEP[check["step"]] != check["age"]:
            yield f"step {check['step']} is not in age {check['age']}"


def _empires() -> Iterator[str]:
    for empire in EMPIRES.values():
        if not empire.ages or not empire.setup or not empire.start:
            yield f"{empire.id} has no ages, no set-up or no start"
        for leader in empire.named:
            if leader not in NAMED or NAMED[leader].empire != empire.id:
                yield f"{empire.id} names the leader {leader}, who is not its own"
        for start in empire.start:
            areas = [start["area"]] if start["kind"] == "area" else start.get("areas", [])
            for area in areas if isinstance(areas, list) else []:
                if area not in AREAS or not AREAS[area].is_land:
                    yield f"{empire.id} begins in {area}"
    for one in NAMED.values():
        own = one.empire in EMPIRES and one.id in EMPIRES[one.empire].named
        if not own or one.kind not in LEADER_KINDS:
            yield f"{one.id} belongs to no empire, or is of no kind"


def _effects() -> Iterator[str]:
    users = (("event", LISTS["events"]), ("artifact", LISTS["artifacts"]), ("leader", LISTS["leader kinds"]))
    for user, entries in (*users, ("empire", LISTS["empires"])):
        for entry in entries:
            for effect in entry["effects"]:
                yield from (f"{entry['id']}: {fault}" for fault in _effect(effect, user))
    moments = [entry["id"] for entry in DATA["effects"]["moments"]]
    targets = [entry["id"] for entry in DATA["effects"]["targets"]]
    for event in EVENTS.values():
        if event.when not in moments or event.target["kind"] not in targets:
            yield f"{event.id} is played at no known moment, or on no known target"
        yield from (f"{event.id}: {fault}" for fault in _conditions(event.target.get("needs", ())))
    for artifact in ARTIFACTS.values():
        needs = (*artifact.needs, *artifact.earlier_needs)
        yield from (f"{artifact.id}: {fault}" for fault in _conditions(needs))
    categories = {entry["id"]: entry["params"] for entry in DATA["effects"]["glory_categories"]}
    for empire in EMPIRES.values():
        for symbol in empire.glory:
            if set(symbol) - {"category", *_PLAIN} != set(categories.get(symbol["category"], ("?",))):
                yield f"{empire.id} has a symbol {symbol['category']} with other parameters"


def _effect(effect: Mapping[str, Any], user: str) -> Iterator[str]:
    kind = KINDS.get(effect["type"])
    if kind is None or user not in kind["used_by"]:
        yield f"the effect {effect['type']} is none of an {user}"
        return
    yield from _parameters(effect, kind["params"])


def _conditions(needs: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for need in needs:
        if need["type"] not in CONDITIONS:
            yield f"there is no condition {need['type']}"
        else:
            yield from _parameters(need, CONDITIONS[need["type"]])


def _parameters(entry: Mapping[str, Any], wanted: Mapping[str, str]) -> Iterator[str]:
    given = {name: value for name, value in entry.items() if name not in ("type", *_PLAIN)}
    yield from (f"{entry['type']} has no parameter {name}" for name in given if name not in wanted)
    for name, kind in wanted.items():
        if name not in given:
            if not kind.endswith("?"):
                yield f"{entry['type']} lacks {name}"
        elif not _fits(given[name], kind.removesuffix("?")):
            yield f"{name} of {entry['type']} cannot be {given[name]!r}"


_IDS: Mapping[str, frozenset[str]] = {
    "unit": frozenset(UNITS),
    "units": frozenset(UNITS) | _CLASSES | {"land", "naval", "air", "all"},
    "terrain": frozenset(GROUNDS),
    "terrain_or_land": frozenset((*GROUNDS, "land")),
    "region": frozenset(REGIONS),
    "resource": frozenset(entry["id"] for entry in TERRAIN["resources"]),
    "action": frozenset(ACTIONS),
    "artifact": frozenset(ARTIFACTS),
    "empire": frozenset(EMPIRES),
    "empire_or_any": frozenset((*EMPIRES, "any")),
    "area_colour": frozenset(("green", "blue", "green_blue")),
    **{name: frozenset(words) for name, words in WORDS.items()},
}
_LISTED = {"units_list": "units", "terrain_list": "terrain", "works_list": "works"}


def _fits(value: Any, kind: str) -> bool:
    if kind == "int":
        return type(value) is int
    if kind == "bool":
        return type(value) is bool
    if kind == "conditions":
        return not list(_conditions(value))
    if kind in _LISTED:
        return isinstance(value, list) and all(one in _IDS[_LISTED[kind]] for one in value)
    return value in _IDS[kind]
