"""The cards and boards of Through the Ages, read from data/*.yaml, and the language that speaks of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ...table import Language, Vocabulary
from ...words.lazy_dataclass import dataclass
from .. import resources

CIVIL = resources.read(__package__, "data/civil.yaml")
MILITARY = resources.read(__package__, "data/military.yaml")
BOARDS = resources.read(__package__, "data/boards.yaml")

AGES = ("A", "I", "II", "III", "IV")
URBAN = ("lab", "temple", "library", "theater", "arena")
UNITS = ("infantry", "cavalry", "artillery", "air")
SPECIALS = ("law", "warfare", "colonization", "construction")
WORKED = ("farm", "mine", *URBAN, *UNITS)
"""Families whose cards take workers."""


@dataclass(frozen=True, slots=True)
class Card:
    """A civil or military card, or a technology printed on the player board.

    The symbols (culture to military_hand) count for each worker on a card that takes workers, else once.
    """

    id: str
    age: str
    level: int
    family: str
    group: str
    kind: str
    """Of special technologies: law, warfare, colonization or construction."""
    cost: int
    """Resources to build one."""
    to_develop: int
    """Science to develop it, a government peacefully."""
    revolution: int
    stages: tuple[int, ...]
    value: int
    """What a blue token on it is worth; labs hold resources only through Bill Gates (TTA-APP-13)."""
    culture: int
    science: int
    strength: int
    happiness: int
    civil: int
    military: int
    urban_limit: int
    colonization: int
    blue: int
    yellow: int
    civil_hand: int
    military_hand: int
    effects: Mapping[str, tuple[Mapping[str, Any], ...]]
    """Abilities of civil cards, by `op`."""
    steps: tuple[Mapping[str, Any], ...]
    """What an event, aggression or war does, in the printed order."""
    actions: int
    """Military actions that an aggression or war costs."""
    army: tuple[int, int, int]
    """Infantry, cavalry and artillery of a tactic."""
    tactical: int
    antiquated: int
    defence: int
    immediate: Mapping[str, int]
    """What a territory gives once, in the printed order."""
    sides: Mapping[str, Mapping[str, Any]]
    """What a pact gives to `a` and `b`."""
    no_attacks: bool
    ends_on_attack: bool


def _card(entry: Mapping[str, Any]) -> Card:
    gives = entry.get("per_worker") or entry.get("provides") or entry.get("permanent") or {}
    effects: dict[str, tuple[Mapping[str, Any], ...]] = {}
    for effect in entry.get("effects", ()):
        if "op" in effect:
            effects[effect["op"]] = (*effects.get(effect["op"], ()), effect)
    composition = entry.get("composition", {})
    family, level = entry["family"], AGES.index(entry["age"])
    tactical = entry.get("strength", 0) if family == "tactic" else 0
    return Card(
        id=entry["id"],
        age=entry["age"],
        level=level,
        family=family,
        group=entry.get("group", family),
        kind=entry.get("kind", ""),
        cost=entry.get("resource_cost", 0),
        to_develop=entry.get("science_cost", entry.get("science_cost_peaceful", 0)),
        revolution=entry.get("science_cost_revolution", 0),
        stages=tuple(entry.get("stages", ())),
        value=level if family == "lab" else entry.get("blue_token_value", 0),
        culture=gives.get("culture", 0),
        science=gives.get("science", 0),
        strength=gives.get("strength", 0),
        happiness=gives.get("happiness", 0),
        civil=gives.get("civil_actions", 0),
        military=gives.get("military_actions", 0),
        urban_limit=gives.get("urban_limit", 0),
        colonization=gives.get("colonization", entry.get("colonization", 0)),
        blue=gives.get("blue_tokens", 0),
        yellow=gives.get("yellow_tokens", 0),
        civil_hand=gives.get("civil_hand_limit", 0),
        military_hand=gives.get("military_hand_limit", 0),
        effects=effects,
        steps=tuple(effect for effect in entry.get("effects", ()) if "op" not in effect),
        actions=entry.get("military_action_cost", 0),
        army=(composition.get("infantry", 0), composition.get("cavalry", 0), composition.get("artillery", 0)),
        tactical=tactical,
        antiquated=entry.get("strength_outdated", tactical),
        defence=entry.get("defense", 0),
        immediate=entry.get("immediate", {}),
        sides={side: entry.get(f"side_{side}", entry.get("both", {})) for side in "ab"} if family == "pact" else {},
        no_attacks=entry.get("forbids_attack_between_parties", False),
        ends_on_attack=entry.get("ends_on_attack_between_parties", False),
    )


CARDS = {entry["id"]: _card(entry) for entry in (*CIVIL["cards"], *MILITARY["cards"])}
SYMMETRIC = {entry["id"] for entry in MILITARY["cards"] if entry.get("symmetric")}
LEVEL = {ident: card.level for ident, card in CARDS.items()}
FAMILY = {ident: card.family for ident, card in CARDS.items()}
TECHNOLOGIES = {"production", "urban_building", "military_unit", "special", "government"}

WORKED_CARDS = tuple(card.id for card in CARDS.values() if card.family in WORKED)
OF_FAMILY = {
    family: tuple(sorted((card.id for card in CARDS.values() if card.family == family), key=LEVEL.__getitem__))
    for family in (*WORKED, "government", "special", "leader", "wonder", "action", "territory")
}
BOARD = BOARDS["player_board"]
START_WORKERS = {entry["id"]: entry["workers"] for entry in BOARD["initial_technologies"] if entry["id"] != "despotism"}
START_GOVERNMENT = "despotism"

PRICES: Sequence[int] = BOARDS["card_row"]["civil_action_price_by_space"]
SPACES: int = BOARDS["card_row"]["spaces"]
SURCHARGE: int = BOARDS["card_row"]["wonder_surcharge_per_completed_wonder"]
SWEPT = {n: BOARDS["card_row"]["discarded_before_refill"][f"p{n}"] for n in (2, 3, 4)}
FIRST_ACTIONS: Sequence[int] = BOARDS["first_round"]["civil_actions_by_seat"]
EVENTS_AT_START = {n: BOARDS["event_decks"]["current_events_at_start"][f"p{n}"] for n in (2, 3, 4)}
MOST_DRAWN: int = BOARDS["military_draw"]["max_per_turn"]
HUNGER: int = BOARDS["yellow_bank"]["missing_food_penalty_culture_each"]
YELLOW_LOST: int = BOARDS["ages"]["losses_at_end_of_ages_i_ii_iii"]["yellow_tokens_per_player"]
FOR_RESIGNED_WAR: int = BOARDS["resignation"]["culture_per_war_declared_against_resigner"]
FOR_DISCARD: int = BOARDS["defense_against_aggression"]["discarded_card_strength"]
MOST_HAPPY: int = BOARD["rating_limits"]["happiness"]["max"]
COPY_COST: int = BOARDS["action_costs"]["military"]["copy_tactic"]
RUIN_CULTURE: int = next(
    effect["ruin_provides"]["culture"] for effect in CARDS["ravages_of_time"].steps if "ruin_provides" in effect
)


def _by_tokens(rows: Sequence[Mapping[str, Any]], column: str, squares: int) -> tuple[int, ...]:
    """What a bank shows for each number of tokens in it, up to a full bank; more tokens count as full."""
    return tuple(
        next(row[column] or 0 for row in rows if row["min"] <= n and (row["max"] is None or n <= row["max"]))
        for n in range(squares + 1)
    )


YELLOW_SQUARES: int = BOARDS["yellow_bank"]["squares"]
BLUE_SQUARES: int = BOARDS["blue_bank"]["squares"]
_YELLOW = BOARDS["yellow_bank"]["by_tokens_left"]
POPULATION_COST = _by_tokens(_YELLOW, "population_cost_food", YELLOW_SQUARES)
CONSUMPTION = _by_tokens(_YELLOW, "consumption", YELLOW_SQUARES)
DEMAND = _by_tokens(_YELLOW, "happiness_demand", YELLOW_SQUARES)
CORRUPTION = _by_tokens(BOARDS["blue_bank"]["by_tokens_left"], "corruption", BLUE_SQUARES)


def deck(source: Mapping[str, Any], age: str, players: int) -> tuple[str, ...]:
    """The cards of an age for this number of players (TTA-DECK-2 to TTA-DECK-5), in the printed order."""
    return tuple(
        entry["id"]
        for entry in source["cards"]
        if entry["age"] == age and entry.get("in_deck", True)
        for _ in range(entry["copies"][f"p{players}"])
    )


CIVIL_DECKS = {(age, n): deck(CIVIL, age, n) for age in AGES[:4] for n in (2, 3, 4)}
MILITARY_DECKS = {(age, n): deck(MILITARY, age, n) for age in AGES[:4] for n in (2, 3, 4)}


def age_of(card: str) -> str:
    """What the back of a card shows (TTA-DECK-1)."""
    return CARDS[card].age


_NAMED = Counter(entry["name"] for entry in (*CIVIL["cards"], *MILITARY["cards"]))
OF_AGES = {entry["id"] for entry in (*CIVIL["cards"], *MILITARY["cards"]) if _NAMED[entry["name"]] > 1}
"""Cards that share their name with cards of other ages, and are told apart by the age."""


def _vocabulary(slot: str, *families: str) -> Vocabulary:
    entries = [entry for entry in (*CIVIL["cards"], *MILITARY["cards"]) if not families or entry["family"] in families]
    names = resources.names(entries)
    for ident in (one for one in names if one in OF_AGES):
        for language, spoken in names[ident].items():
            names[ident][language] = (*spoken, *(f"{name} {CARDS[ident].age}" for name in spoken))
    return Vocabulary(slot, names)


STAKES = {
    "building": "gebäude",
    "colony": "kolonie",
    "leader": "anführer",
    "wonder": "wunder",
    "goods": "güter",
    "science": "wissenschaft",
    "culture": "kultur",
    "population": "bevölkerung",
}
"""What an aggression can take, in words that standing orders test."""

VOCABULARIES = {
    "card": _vocabulary("card"),
    "tech": _vocabulary("tech", *WORKED, "special"),
    "event": _vocabulary("event", "event", "territory"),
    "colony": _vocabulary("colony", "territory"),
    "stake": Vocabulary("stake", {stake: {"de": name} for stake, name in STAKES.items()}),
    **{
        family: _vocabulary(family, family)
        for family in (
            "government",
            "wonder",
            "leader",
            "action",
            "territory",
            "aggression",
            "war",
            "pact",
            "tactic",
            "bonus",
        )
    },
}
LANGUAGE = Language(resources.read(__package__, "asks.yaml"), VOCABULARIES)
