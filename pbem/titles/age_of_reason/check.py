"""Whether the data of the title is consistent. Run when the title is loaded, also with an edition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from ..sound import confident, known, mutual, numbered, once
from .atlas import DATA, NATIONS, REGIONS, SEA_LINKS
from .cards import CARDS, FIELDS, LOWER, MANY_PLAYERS, MARKERS, ROUND_MARKERS, ROUNDS, SETS, SETUP, SETUP_MARKERS, UPPER

LISTS = ("nations", "regions", "markers", "cards", "action_fields", "field_kinds", "effect_kinds", "options", "tracks")
RANKS = {False: 3, True: 2}
"""How many ranks score in a region: Europe, colony (AOR-BOARD-1, AOR-BOARD-4)."""
KINDS = {entry["id"]: entry for entry in DATA["effect_kinds"]}
USERS = {"markers": "marker", "cards": "card", "action_fields": "field"}


def faults() -> list[str]:
    """What is wrong with the data; empty when all is well."""
    return [*_ids(), *_confidence(), *_effects(), *_map(), *_markers(), *_cards(), *_fields(), *_box()]


def _ids() -> Iterator[str]:
    for section in LISTS:
        yield from once(section, (entry["id"] for entry in DATA[section]))
    for section in LISTS[:5]:
        for language in ("name_en", "name_de"):
            yield from once(section, (entry[language] for entry in DATA[section]))


def _confidence() -> Iterator[str]:
    marked = (*LISTS[:5], "options", "tracks")
    yield from confident([*(one for name in marked for one in DATA[name]), DATA["setup"], DATA["constants"]])


def _effects() -> Iterator[str]:
    for section, user in USERS.items():
        for entry in DATA[section]:
            for effect in [*entry["effects"], *entry.get("effects_in_examples_scope", ())]:
                yield from _effect(entry["id"], user, effect)


def _effect(ident: str, user: str, effect: Mapping[str, Any]) -> Iterator[str]:
    kind = KINDS.get(effect["type"])
    if kind is None or user not in kind["used_by"]:
        yield f"{ident} has the effect {effect['type']}, which a {user} cannot have"
        return
    if set(effect) - {"type"} != set(kind["params"]):
        yield f"{ident}: the effect {effect['type']} takes {', '.join(kind['params']) or 'nothing'}"
        return
    yield from known(f"{ident} names the region", effect.get("regions", ()), REGIONS)
    for name in ("amount", "per_disc", "discs"):
        if name in effect and effect[name] < 1:
            yield f"{ident}: {name} must be at least 1"


def _map() -> Iterator[str]:
    for region in REGIONS.values():
        if len(region.points) != RANKS[region.colony]:
            yield f"{region.id} has {len(region.points)} values"
        if list(region.points) != sorted(region.points, reverse=True):
            yield f"the values of {region.id} do not fall"
        if region.colony and (region.adjacent or not region.needs_ship or not region.ships_count):
            yield f"{region.id} is a colony with a land border or without ships"
    yield from mutual({region.id: region.adjacent for region in REGIONS.values()})
    europe = [region.id for region in REGIONS.values() if not region.colony]
    for nation in NATIONS.values():
        yield from known(f"{nation.id} borders", nation.borders, europe)
    yield from known("a sea link leads to", (one for link in SEA_LINKS for one in link), REGIONS)
    yield from once("the colours of nations", (nation.colour for nation in NATIONS.values()))


def _markers() -> Iterator[str]:
    counted = Counter(marker.region for marker in MARKERS.values())
    for region in REGIONS.values():
        yield from numbered(f"the markers of {region.id}", counted[region.id], region.markers)
    for entry in DATA["markers"]:
        if entry["region"] not in REGIONS:
            yield f"{entry['id']} lies in {entry['region']}"
        elif (entry["kind"] == "action") != (entry["strength"] == 0):
            yield f"{entry['id']} has both or neither of Aktion and a digit"
        elif entry["kind"] == "action" and not REGIONS[entry["region"]].colony:  # AOR-CONV-1
            yield f"{entry['id']} can be converted and lies in Europe"
    drawn = SETUP_MARKERS * len(NATIONS) + ROUND_MARKERS * ROUNDS
    yield from numbered("markers that are drawn", drawn, len(MARKERS))  # AOR-SETUP-11


def _cards() -> Iterator[str]:
    for nation, cards in SETS.items():
        kinds = Counter(CARDS[card].kind for card in cards)
        if kinds != {"influence": 9, "blank": 1, "alliance": 1}:  # AOR-CARDS-2, AOR-CARDS-3
            yield f"the cards of {nation} are {dict(kinds)}"
        shapes = Counter((CARDS[card].soldiers, CARDS[card].ships) for card in cards if CARDS[card].kind == "influence")
        yield from (f"{nation} has {n} cards with {shape}" for shape, n in shapes.items() if n > 1)
    for card in CARDS.values():
        if card.nation not in NATIONS:
            yield f"{card.id} belongs to {card.nation}"
        if min(card.soldiers, card.ships, card.cost) < 0:
            yield f"{card.id} has a figure below 0"
        if (card.kind == "influence") != bool(card.soldiers + card.ships):
            yield f"{card.id} is of the wrong kind"
        if card.kind == "blank" and (card.cost or not card.ship_in_attack or not card.ship_as_last or not card.returns):
            yield f"{card.id} is no blank card"
        if (card.kind == "alliance") != bool(card.assists) or (card.kind != "influence") != card.returns:
            yield f"{card.id} has the effects of another kind"


def _fields() -> Iterator[str]:
    kinds = [entry["id"] for entry in DATA["field_kinds"]]
    for entry in DATA["action_fields"]:
        one = FIELDS[entry["id"]]
        if one.kind not in kinds:
            yield f"{one.id} is of no kind"
        if not 0 <= one.closed < one.number or one.cost < 0:
            yield f"{one.id} has {one.number} fields, {one.closed} of them closed, for {one.cost} gold"
    places = sum(one.number for one in FIELDS.values())
    needed = max(n * SETUP["action_rounds"][f"p{n}"] for n in range(MANY_PLAYERS, SETUP["players"]["max"] + 1))
    if places < needed:  # AOR-PROG-12
        yield f"{places} fields are not enough for {needed} turns of a round"


def _box() -> Iterator[str]:
    if SETUP["discs_for_board"] + sum(SETUP["discs_reserved"].values()) != SETUP["discs_per_nation"]:  # AOR-DISC-1
        yield "the discs of a nation do not add up"
    if len(UPPER) + len(LOWER) <= len(NATIONS) or set(UPPER) & set(LOWER):
        yield "the alliance area is too small"
    if any(number % 2 == 0 for number in UPPER) or any(number % 2 for number in LOWER):  # AOR-ALLY-1
        yield "the upper row has the odd fields, the lower one the even fields"
    for entry in DATA["options"]:
        if entry["default"] != entry.get("values", [False])[0]:
            yield f"the first value of {entry['id']} must be its default"
