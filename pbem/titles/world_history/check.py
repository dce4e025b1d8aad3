"""Whether the title's data is consistent. Run when the title is loaded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .atlas import BARREN, FORBIDDEN, LANDS, MAP, NEIGHBOURS, OPENS, OUT_OF, REGIONS, WATERS
from .cards import (
    EMBLEMS,
    EMPIRE_DATA,
    EMPIRE_DECKS,
    EMPIRES,
    EPOCHS,
    EVENT_DATA,
    EVENT_DECKS,
    EVENTS,
    KINDS,
    REALMS,
    SCORING,
    SMALL,
    VALUES,
)

CONFIDENCE = ("verified", "single", "memory", "reconstructed")
TERRAIN = ("plain", "mountain", "forest", "great_wall", "strait", "impassable")
TIMES = ("immediate", "any_time", "whole_turn")


def faults() -> list[str]:
    """What is wrong with the data; empty when all is well."""
    return [*_lands(), *_borders(), *_waters(), *_empires(), *_events(), *_scoring()]


def _lands() -> Iterator[str]:
    for entry in MAP["regions"]:
        if len(entry["lands"]) != entry["land_count"]:
            yield f"region {entry['id']} lists {len(entry['lands'])} lands, not {entry['land_count']}"
        for land in entry["lands"]:
            if land not in LANDS or LANDS[land].region != entry["id"]:
                yield f"{land} is not a land of {entry['id']}"
    listed = Counter(land for lands in REGIONS.values() for land in lands)
    yield from (f"{land} lies in {listed[land]} regions" for land in LANDS if listed[land] != 1)
    for entry in (*MAP["lands"], *MAP["barren_lands"], *MAP["seas"], *MAP["regions"], *MAP["borders"]):
        if entry["confidence"] not in CONFIDENCE:
            yield f"{entry.get('id', entry)} has no known confidence"


def _borders() -> Iterator[str]:
    seen: Counter[frozenset[str]] = Counter()
    for entry in MAP["borders"]:
        a, b, kind = entry["a"], entry["b"], entry["kind"]
        seen[frozenset((a, b))] += 1
        unknown = [place for place in (a, b) if place not in LANDS and place not in BARREN]
        yield from (f"a border names {place}, which is no land" for place in unknown)
        if any(entry[way] not in TERRAIN for way in ("into_a", "into_b")):
            yield f"border {a}-{b} has unknown terrain"
        if (kind == "barren") != any(place in BARREN for place in (a, b)):
            yield f"border {a}-{b} is {kind}"
        if (kind == "strait") != (entry["into_a"] == entry["into_b"] == "strait") or (
            (kind == "strait") != bool(entry.get("surrounding_seas"))
        ):
            yield f"border {a}-{b}: a strait counts for both sides and lies in a water"
        yield from (f"border {a}-{b} names {sea}" for sea in entry.get("surrounding_seas", ()) if sea not in WATERS)
    yield from (f"border {'-'.join(sorted(pair))} is there {n} times" for pair, n in seen.items() if n > 1)
    for land, ways in NEIGHBOURS.items():
        if not ways:
            yield f"{land} has no border"
        for way in ways:
            if not any(back.to == land for back in NEIGHBOURS[way.to]):
                yield f"{way.to} does not lead back to {land}"
    yield from (f"{barren} leads nowhere" for barren, ways in OUT_OF.items() if not ways)


def _waters() -> Iterator[str]:
    for land in LANDS.values():
        yield from (f"{land.id} lies on {sea}" for sea in land.coasts if sea not in WATERS and sea not in FORBIDDEN)
    for water in WATERS.values():
        if not water.shores:
            yield f"{water.id} has no shore"
        for beside in water.next_to:
            if water.id not in WATERS[beside].next_to:
                yield f"{beside} does not lead back to {water.id}"
    for ocean, seas in OPENS.items():
        if not WATERS[ocean].ocean or any(sea not in WATERS or WATERS[sea].ocean for sea in seas):
            yield f"{ocean} opens something that is no sea"


def _empires() -> Iterator[str]:
    for epoch, deck in EMPIRE_DECKS.items():
        numbers = sorted(EMPIRES[empire].number for empire in deck)
        if numbers != list(range(1, len(numbers) + 1)) or len(numbers) != EMPIRE_DATA["meta"]["cards"] // EPOCHS:
            yield f"epoch {epoch} has the empires {numbers}"
    for empire in REALMS.values():
        for start in empire.starts:
            if start.land not in LANDS:
                yield f"{empire.id} starts in {start.land}"
            if start.units < 1:
                yield f"{empire.id} has no units"
        yield from (f"{empire.id} sails {water}" for water in sorted(empire.waters) if water not in WATERS)
        if empire.ferry and (empire.ferry.water not in empire.waters or not set(empire.ferry.lands) <= LANDS.keys()):
            yield f"{empire.id} has a ferry that leads nowhere"
    for entry in (*EMPIRE_DATA["empires"], *EVENT_DATA["minor_empires"]):
        if entry["has_capital"] != REALMS[entry["id"]].capital:
            yield f"{entry['id']} has a capital without a name, or a name without a capital"
        if any(mark not in (*CONFIDENCE, None) for mark in entry["confidence"].values()):
            yield f"{entry['id']} has no known confidence"
        realms = entry.get("realms")
        if realms and sum(one["units"] for one in realms) != entry["units"]:
            yield f"the realms of {entry['id']} do not add up"


def _events() -> Iterator[str]:
    meta = EVENT_DATA["meta"]
    counted = Counter(event.kind for event in EVENTS.values())
    if len(EVENTS) != meta["cards"] or len(KINDS) != meta["kinds"]:
        yield f"there are {len(EVENTS)} event cards of {len(KINDS)} kinds"
    for entry in EVENT_DATA["kinds"]:
        epochs = sorted(event.epoch for event in EVENTS.values() if event.kind == entry["id"])
        if counted[entry["id"]] != entry["count"] or epochs != entry["epochs"]:
            yield f"{entry['id']} is in epochs {epochs}"
        if entry["when"] not in TIMES:
            yield f"{entry['id']} is used {entry['when']}"
    yield from (
        f"epoch {n} has {len(deck)} events" for n, deck in EVENT_DECKS.items() if len(deck) != meta["per_epoch"]
    )
    for event in EVENTS.values():
        if event.kind not in KINDS:
            yield f"{event.id} is of no kind"
        if (event.kind == "kingdom") != (event.land in LANDS) or (event.kind == "migration") != (
            event.region in REGIONS
        ):
            yield f"{event.id} names no land or region"
        if event.small and (event.small not in SMALL or SMALL[event.small].epoch != event.epoch):
            yield f"{event.id} brings {event.small}"
        if (event.kind == "minor_empire") != bool(event.small):
            yield f"{event.id} brings no small empire"


def _scoring() -> Iterator[str]:
    if sorted(VALUES) != sorted(REGIONS):
        yield "the score table has other regions than the map"
    for entry in SCORING["region_values"]:
        if len(entry["values"]) != EPOCHS or len(entry["confidence"]) != EPOCHS:
            yield f"{entry['region']} has not {EPOCHS} values"
    if sorted(EMBLEMS.values()) != [20, 20, 20, 25]:  # WH-2.2-1
        yield f"the sets of armies are {sorted(EMBLEMS.values())}"
