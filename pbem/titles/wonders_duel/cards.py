"""The components of 7 Wonders Duel, read from data/components.yaml and checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...table import Language, Vocabulary
from ...words.lazy_dataclass import dataclass
from .. import resources

DATA = resources.read(__package__, "data/components.yaml")
CONSTANTS: Mapping[str, Any] = DATA["constants"]
RESOURCES = ("wood", "clay", "stone", "glass", "papyrus")
RAW = (0, 1, 2)
GOODS = (3, 4)

Amounts = tuple[int, int, int, int, int]
"""A number for each of RESOURCES."""


@dataclass(frozen=True, slots=True)
class Per:
    """Something for each of a kind of thing: 2 coins per brown building."""

    amount: int
    what: tuple[str, ...]
    """Colours of buildings, or one of "wonders", "coins", "tokens"."""
    group: int = 1
    larger: bool = False
    """Counted in the city that has more of it (WD-GU-9), not in the owner's."""


@dataclass(frozen=True, slots=True)
class Card:
    """A building or a wonder."""

    id: str
    cost: Amounts
    needs: tuple[tuple[int, int], ...]
    """The cost again, as (resource, units) of only those needed."""
    coins: int
    colour: str
    deck: str
    makes: Amounts
    any_raw: int
    any_good: int
    fixed: tuple[int, ...]
    """Resources that the owner buys at 1 coin."""
    science: str
    shields: int
    vp: int
    coins_now: int
    coins_per: Per | None
    vp_per: Per | None
    free_with: str
    """The building whose owner builds this one free."""
    opponent_loses: int = 0
    again: bool = False
    destroys: str = ""
    library: int = 0
    revives: bool = False


@dataclass(frozen=True, slots=True)
class ProgressToken:
    id: str
    vp: int
    coins_now: int
    science: str
    discount_on: str
    """What costs fewer resources: "wonder", a colour, or nothing."""
    discount: int
    shields_on: str
    more_shields: int
    per_chain: int
    takes_trade: bool
    plays_again: bool
    vp_per_token: int


_WHAT = {
    "brown_and_grey_buildings": ("brown", "grey"),
    "built_wonders": ("wonders",),
    "coins_in_treasury": ("coins",),
}


def _per(entry: Mapping[str, Any] | None) -> Per | None:
    if entry is None:
        return None
    what = _WHAT.get(entry["per"]) or (entry["per"].removesuffix("_buildings"),)
    return Per(entry["amount"], what, entry.get("group", 1), entry.get("city") == "larger")


def _amounts(entry: Mapping[str, int]) -> Amounts:
    wood, clay, stone, glass, papyrus = (entry.get(name, 0) for name in RESOURCES)
    return (wood, clay, stone, glass, papyrus)


def _card(entry: Mapping[str, Any]) -> Card:
    choice, cost = entry.get("produces_choice", ()), _amounts(entry["cost"])
    return resources.record(
        Card,
        entry,
        {
            "coins": "cost.coins",
            "free_with": "chain_free_card",
            "opponent_loses": "opponent_loses_coins",
            "again": "extra_turn",
            "destroys": "destroy_opponent_building",
            "library": "progress_from_box.draw",
            "revives": "build_from_discard_free",
        },
        colour=entry.get("colour", "wonder"),
        deck=entry.get("deck", "wonders"),
        cost=cost,
        needs=tuple((r, n) for r, n in enumerate(cost) if n),
        makes=_amounts(entry.get("produces", {})),
        any_raw=int("wood" in choice),
        any_good=int("glass" in choice),
        fixed=tuple(RESOURCES.index(name) for name in entry.get("fixed_price", ())),
        coins_per=_per(entry.get("coins_per")),
        vp_per=_per(entry.get("vp_per")),
    )


_OF_TOKENS = {
    "discount_on": "resource_discount.applies_to",
    "discount": "resource_discount.amount",
    "shields_on": "extra_shields.applies_to",
    "more_shields": "extra_shields.amount",
    "per_chain": "coins_on_chain_build",
    "takes_trade": "receive_opponent_trade_coins",
    "plays_again": "wonders_gain_extra_turn",
    "vp_per_token": "vp_per.amount",
}
BUILDINGS = {entry["id"]: _card(entry) for entry in DATA["buildings"]}
WONDERS = {entry["id"]: _card(entry) for entry in DATA["wonders"]}
CARDS = {**BUILDINGS, **WONDERS}
FREE_WITH = {ident: card.free_with for ident, card in BUILDINGS.items() if card.free_with}
DECK_OF = {ident: card.deck for ident, card in BUILDINGS.items()}
COLOUR_OF = {ident: card.colour for ident, card in BUILDINGS.items()}
TOKENS = {one["id"]: resources.record(ProgressToken, one, _OF_TOKENS) for one in DATA["progress_tokens"]}
DECKS = {
    deck: tuple(card.id for card in BUILDINGS.values() if card.deck == deck)
    for deck in ("age_1", "age_2", "age_3", "guilds")
}
AGES = CONSTANTS["ages"]
COLOURS = tuple(entry["id"] for entry in DATA["colours"])
CAPITAL = DATA["military_track"]["thresholds"]["win"]
LOOT = tuple(sorted({(t["coins_lost"], t["at_distance"]) for t in DATA["military_tokens"]}))
"""Military tokens of one side as (coins lost, distance), nearest first."""
MILITARY_VP = tuple(
    max((z.get("vp", 0) for z in DATA["military_track"]["zones"] if z["from"] <= n <= z["to"]), default=0)
    for n in range(CAPITAL + 1)
)
"""Points of the leader by distance (WD-R-15)."""


def back(card: str) -> str:
    """What a face-down card shows: guilds have a back of their own (WD-R-24)."""
    back: str = DATA["card_backs"][BUILDINGS[card].deck]
    return back


@dataclass(frozen=True, slots=True)
class StructureSlot:
    """A place in the layout of an age."""

    id: str
    row: int
    column: int
    face_up: bool
    covered_by: tuple[str, ...]
    covers: tuple[str, ...]


def _layout(age: int) -> dict[str, StructureSlot]:
    rows = DATA["layouts"][f"age_{age}"]["rows"]
    return {
        s["id"]: resources.record(StructureSlot, s, row=row["row"], face_up=row["face"] == "up")
        for row in rows
        for s in row["slots"]
    }


LAYOUTS = {age: _layout(age) for age in range(1, AGES + 1)}
SLOTS = {ident: slot for layout in LAYOUTS.values() for ident, slot in layout.items()}
COVERED_BY = {ident: slot.covered_by for ident, slot in SLOTS.items()}
COVERS = {ident: slot.covers for ident, slot in SLOTS.items()}

VOCABULARIES = {
    "card": Vocabulary("card", resources.names(DATA["buildings"])),
    "wonder": Vocabulary("wonder", resources.names(DATA["wonders"])),
    "token": Vocabulary("token", resources.names(DATA["progress_tokens"])),
    "side": Vocabulary("side", {"me": {"de": "ich"}, "opponent": {"de": "gegner"}}),
}
LANGUAGE = Language(resources.read(__package__, "asks.yaml"), VOCABULARIES)
