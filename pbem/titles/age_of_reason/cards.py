"""Cards, power markers and action fields, read from data/components.yaml; the words of orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...table import Language, Vocabulary
from ...words.lazy_dataclass import dataclass
from .. import resources
from .atlas import DATA, NATIONS, REGIONS

SETUP: Mapping[str, Any] = DATA["setup"]
CONSTANTS: Mapping[str, Any] = DATA["constants"]
TRACKS: Mapping[str, Mapping[str, Any]] = {entry["id"]: entry for entry in DATA["tracks"]}

BLANK, ALLIANCE = "blank", "alliance"
START_GOLD: int = SETUP["start_gold"]
SETUP_MARKERS: int = SETUP["markers_drawn_per_nation"]
ROUND_MARKERS: int = SETUP["markers_per_round"]
DISCS: int = SETUP["discs_for_board"]
ROUNDS: int = TRACKS["rounds"]["last"]
CALM: int = -TRACKS["discontent"]["best"]
WORST: int = -TRACKS["discontent"]["worst"]
START_DISCONTENT: int = -TRACKS["discontent"]["start"]
LOAN: int = TRACKS["discontent"]["borrow_gold_per_step"]
START_POINTS: int = TRACKS["victory_points"]["start"]
FEWEST_POINTS: int = TRACKS["victory_points"]["minimum"]
UPPER: tuple[int, ...] = tuple(TRACKS["alliance"]["upper"])
LOWER: tuple[int, ...] = tuple(TRACKS["alliance"]["lower"])
CONVERT_COST: int = CONSTANTS["convert_cost"]
NEUTRAL_STRENGTH: int = CONSTANTS["non_player_disc_strength"]
HIRE_COST: int = CONSTANTS["non_player_ally_cost"]
ALLY_POINTS: int = CONSTANTS["ally_points"]
OVERWHELMING: int = CONSTANTS["overwhelming_margin"]
PYRRHIC: int = CONSTANTS["pyrrhic_margin"]
DICE: int = SETUP["dice"]["per_side_in_combat"]
MANY_PLAYERS = 5
"""From this number on all fields are open, and there is one action round less (AOR-FIELD-8, AOR-ACT-1)."""


def action_rounds(seats: int) -> int:
    rounds: int = SETUP["action_rounds"][f"p{seats}"]
    return rounds


@dataclass(frozen=True, slots=True)
class Card:
    id: str
    nation: str
    kind: str
    """influence, blank or alliance."""
    soldiers: int
    ships: int
    cost: int
    ship_in_attack: bool
    """It may be played where a ship is needed (AOR-DECL-8)."""
    ship_as_last: bool
    """It may convert when no card with ships is in hand (AOR-CONV-6)."""
    returns: bool
    """After a combat it goes back to the hand (AOR-AFTER-1)."""
    assists: int
    """What it adds when a helper shows it (AOR-PREP-4)."""

    def strength(self, region: str) -> int:
        """AOR-COMB-3, AOR-COMB-4."""
        return self.soldiers + (self.ships if REGIONS[region].ships_count else 0)

    @property
    def militia(self) -> bool:
        """Soldiers and no ships (AOR-PROG-5)."""
        return self.soldiers > 0 and not self.ships


def _card(entry: Mapping[str, Any]) -> Card:
    effects = entry["effects"]
    ships = [one["when"] for one in effects if one["type"] == "ship_symbol"]
    return Card(
        entry["id"],
        entry["nation"],
        entry["kind"],
        entry["soldiers"],
        entry["ships"],
        entry["cost"],
        entry["ships"] > 0 or "attack" in ships,
        "convert_without_ship_card" in ships,
        any(one["type"] == "returns_to_hand" for one in effects),
        sum(one["amount"] for one in effects if one["type"] == "assist"),
    )


@dataclass(frozen=True, slots=True)
class Marker:
    id: str
    region: str
    action: bool
    """Printed "Aktion": it can only be converted (AOR-CONV-1)."""
    strength: int
    gold: int
    points: int


def _marker(entry: Mapping[str, Any]) -> Marker:
    gains = {"gain_gold": 0, "gain_vp": 0}
    for effect in entry["effects"]:
        if effect["type"] in gains:  # check.py reports anything else
            gains[effect["type"]] += effect.get("amount", 0)
    return Marker(
        entry["id"],
        entry["region"],
        entry["kind"] == "action",
        entry["strength"],
        gains["gain_gold"],
        gains["gain_vp"],
    )


@dataclass(frozen=True, slots=True)
class Field:
    """A kind of action field; there may be several of one kind."""

    id: str
    kind: str
    number: int
    closed: int
    """Of these, closed with fewer than five players (AOR-FIELD-8)."""
    cost: int
    effect: Mapping[str, Any]
    widened: Mapping[str, Any]
    """The effect with support_scope: examples (AOR-COMBEX-3)."""

    def open(self, seats: int) -> int:
        return self.number - (0 if seats >= MANY_PLAYERS else self.closed)


def _field(entry: Mapping[str, Any]) -> Field:
    (effect,) = entry["effects"]
    (widened,) = entry.get("effects_in_examples_scope", entry["effects"])
    return Field(
        entry["id"],
        entry["kind"],
        entry["fields"],
        entry["fields_only_with_5_plus"],
        entry["cost_gold"],
        effect,
        widened,
    )


CARDS = {entry["id"]: _card(entry) for entry in DATA["cards"]}
MARKERS = {entry["id"]: _marker(entry) for entry in DATA["markers"]}
FIELDS = {entry["id"]: _field(entry) for entry in DATA["action_fields"]}
SETS = {nation: tuple(card.id for card in CARDS.values() if card.nation == nation) for nation in NATIONS}
"""Nation → its eleven cards."""
BLANKS = {card.nation: card.id for card in CARDS.values() if card.kind == BLANK}
ALLIANCES = {card.nation: card.id for card in CARDS.values() if card.kind == ALLIANCE}
OPEN = {seats: {one.id: one.open(seats) for one in FIELDS.values()} for seats in range(2, 8)}
"""Number of players → field → how many discs it takes."""
PLACE = {card: n for n, card in enumerate(CARDS)}
"""Order of the data list, in which hands are kept."""


def _bonuses(scope: str) -> dict[str, list[tuple[str, int]]]:
    found: dict[str, list[tuple[str, int]]] = {region: [] for region in REGIONS}
    for one in FIELDS.values():
        effect = one.widened if scope == "examples" else one.effect
        for region in effect["regions"] if effect["type"] == "combat_bonus" else ():
            if region in found:
                found[region].append((one.id, effect["per_disc"]))
    return found


BONUSES = {scope: _bonuses(scope) for scope in ("listed", "examples")}
"""support_scope → region → fields that count there, with what each disc adds."""
SECOND_ATTACK = tuple(one.id for one in FIELDS.values() if one.effect["type"] == "two_attacks")
REROLL = tuple(one.id for one in FIELDS.values() if one.effect["type"] == "reroll_all_dice")


def back(card: str) -> str:
    """Cards that could be exchanged unseen: everybody always knows where blank and alliance cards are."""
    one = CARDS[card]
    return f"{one.nation} {one.kind}"


def _names(entries: list[Mapping[str, Any]]) -> dict[str, dict[str, str | tuple[str, ...]]]:
    return {
        entry["id"]: {
            language: (entry[f"name_{language}"], *entry.get(f"name_{language}_alias", ())) for language in ("en", "de")
        }
        for entry in entries
    }


VOCABULARIES = {
    slot: Vocabulary(slot, _names(DATA[section]))
    for slot, section in (
        ("nation", "nations"),
        ("region", "regions"),
        ("field", "action_fields"),
        ("card", "cards"),
        ("marker", "markers"),
    )
}
LANGUAGE = Language(resources.read(__package__, "asks.yaml"), VOCABULARIES)
