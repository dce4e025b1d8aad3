"""Whether the title's data is consistent. Run when the title is loaded."""

from __future__ import annotations

from collections.abc import Iterator

from ..sound import confident, holds, known, mutual, numbered, once
from . import cards
from .atlas import BARREN, FORBIDDEN, LANDS, MAP, NEIGHBOURS, OPENS, OUT_OF, REGIONS, WATERS
from .cards import EMBLEMS, EMPIRE_DATA, EMPIRES, EPOCHS, EVENT_DATA, EVENTS, KINDS, REALMS, SCORING, SMALL, VALUES

TERRAIN = ("plain", "mountain", "forest", "great_wall", "strait", "impassable")
TIMES = ("immediate", "any_time", "whole_turn")


def faults() -> list[str]:
    """What is wrong with the data; empty when all is well."""
    return [*_lands(), *_borders(), *_waters(), *_empires(), *_events(), *_scoring()]


def _lands() -> Iterator[str]:
    for entry in MAP["regions"]:
        yield from numbered(f"the lands of {entry['id']}", len(entry["lands"]), entry["land_count"])
        yield from known(
            f"{entry['id']} has", entry["lands"], [one.id for one in LANDS.values() if one.region == entry["id"]]
        )
    listed = [land for lands in REGIONS.values() for land in lands]
    yield from [*once("the map", listed), *known("the regions lack", LANDS, listed)]
    for section in ("lands", "barren_lands", "seas", "regions", "borders"):
        yield from confident(MAP[section])


def _borders() -> Iterator[str]:
    yield from once("the map", ("-".join(sorted((entry["a"], entry["b"]))) for entry in MAP["borders"]))
    for entry in MAP["borders"]:
        ends, kind, seas = (entry["a"], entry["b"]), entry["kind"], entry.get("surrounding_seas", ())
        into = (entry["into_a"], entry["into_b"])
        name = f"border {'-'.join(ends)}"
        yield from [*known(f"{name} is at", ends, (*LANDS, *BARREN)), *known(f"{name} has", into, TERRAIN)]
        yield from known(f"{name} lies in", seas, WATERS)
        strait = f"{name}: a strait counts for both sides and lies in a water"
        yield from holds(
            [
                ((kind == "barren") == any(place in BARREN for place in ends), f"{name} is {kind}"),
                ((kind == "strait") == (into == ("strait", "strait")) == bool(seas), strait),
            ]
        )
    yield from mutual({land: [way.to for way in ways] for land, ways in NEIGHBOURS.items()})
    yield from holds((ways, f"{place} leads nowhere") for place, ways in [*NEIGHBOURS.items(), *OUT_OF.items()])


def _waters() -> Iterator[str]:
    for land in LANDS.values():
        yield from known(f"{land.id} lies on", land.coasts, (*WATERS, *FORBIDDEN))
    yield from holds((water.shores, f"{water.id} has no shore") for water in WATERS.values())
    yield from mutual({water.id: water.next_to for water in WATERS.values()})
    seas = [water.id for water in WATERS.values() if not water.ocean]
    for ocean, opened in OPENS.items():
        yield from holds([(WATERS[ocean].ocean, f"{ocean} is no ocean")])
        yield from known(f"{ocean} opens the sea", opened, seas)


def _empires() -> Iterator[str]:
    for epoch, deck in cards.EMPIRE_DECKS.items():
        numbers = sorted(EMPIRES[empire].number for empire in deck)
        yield from numbered(
            f"the empires of epoch {epoch}", numbers, list(range(1, EMPIRE_DATA["meta"]["cards"] // EPOCHS + 1))
        )
    for empire in REALMS.values():
        ferried = empire.ferry.lands if empire.ferry else ()
        yield from known(f"{empire.id} starts in", [one.land for one in empire.starts], LANDS)
        yield from holds((one.units > 0, f"{empire.id} has no units") for one in empire.starts)
        yield from [
            *known(f"{empire.id} sails", sorted(empire.waters), WATERS),
            *known(f"{empire.id} ferries to", ferried, LANDS),
        ]
        yield from holds(
            [(not empire.ferry or empire.ferry.water in empire.waters, f"{empire.id} has a ferry that leads nowhere")]
        )
    entries = [*EMPIRE_DATA["empires"], *EVENT_DATA["minor_empires"]]
    yield from confident(entries)
    for entry in entries:
        units = [one["units"] for one in entry.get("realms") or [entry]]
        yield from numbered(f"the realms of {entry['id']}", sum(units), entry["units"])
        yield from numbered(f"the capital of {entry['id']}", REALMS[entry["id"]].capital, entry["has_capital"])


def _events() -> Iterator[str]:
    meta = EVENT_DATA["meta"]
    yield from numbered("event cards and their kinds", (len(EVENTS), len(KINDS)), (meta["cards"], meta["kinds"]))
    for entry in EVENT_DATA["kinds"]:
        epochs = sorted(event.epoch for event in EVENTS.values() if event.kind == entry["id"])
        yield from numbered(f"the epochs of {entry['id']}", epochs, entry["epochs"])
        yield from numbered(f"the cards of {entry['id']}", len(epochs), entry["count"])
        yield from known(f"{entry['id']} is used", [entry["when"]], TIMES)
    for epoch, deck in cards.EVENT_DECKS.items():
        yield from numbered(f"the events of epoch {epoch}", len(deck), meta["per_epoch"])
    for event in EVENTS.values():
        small = event.small in SMALL and SMALL[event.small].epoch == event.epoch
        yield from known(f"{event.id} is of the kind", [event.kind], KINDS)
        yield from holds(
            [
                ((event.kind == "kingdom") == (event.land in LANDS), f"{event.id} names no land"),
                ((event.kind == "migration") == (event.region in REGIONS), f"{event.id} names no region"),
                ((event.kind == "minor_empire") == small == bool(event.small), f"{event.id} brings {event.small}"),
            ]
        )


def _scoring() -> Iterator[str]:
    yield from numbered("the regions of the score table", sorted(VALUES), sorted(REGIONS))
    for entry in SCORING["region_values"]:
        figures = len(entry["values"]), len(entry["confidence"])
        yield from numbered(f"values of {entry['region']}", figures, (EPOCHS, EPOCHS))
    yield from numbered("the sets of armies", sorted(EMBLEMS.values()), [20, 20, 20, 25])  # WH-2.2-1
