"""The figures of Zeitalter der Vernunft as the rulebook and the box have them, for the second book."""

from __future__ import annotations

from typing import Any

import yaml

from pbem.titles import age_of_reason

NATIONS = ("britain", "netherlands", "france", "spain", "prussia", "austria", "russia")
VALUES = {
    "german_states": (8, 5, 3),
    "central_europe": (6, 4, 2),
    "ottoman_empire": (4, 2, 1),
    "baltic": (5, 3, 2),
    "mediterranean": (6, 4, 2),
    "north_america": (4, 2),
    "caribbean": (5, 3),
    "south_america": (5, 3),
    "africa": (3, 2),
    "india": (5, 3),
    "east_indies": (4, 2),
}
COLONIES = ("north_america", "caribbean", "south_america", "africa", "india", "east_indies")
SHIPS_COUNT = (*COLONIES, "baltic", "mediterranean")
BORDERS = [
    ("german_states", "baltic"),
    ("german_states", "central_europe"),
    ("german_states", "mediterranean"),
    ("central_europe", "baltic"),
    ("central_europe", "ottoman_empire"),
]
HOMES = {
    "britain": (),
    "netherlands": ("german_states",),
    "france": ("german_states", "mediterranean"),
    "spain": ("mediterranean",),
    "prussia": ("baltic", "central_europe", "german_states"),
    "austria": ("central_europe", "german_states", "mediterranean", "ottoman_empire"),
    "russia": ("baltic", "central_europe", "ottoman_empire"),
}
SUPPORT = {
    "bavaria": {"german_states": 1},
    "denmark": {"baltic": 2},
    "gauchos": {"south_america": 1},
    "native_americans": {"north_america": 1},
    "cossacks": {"central_europe": 1},
    "nawab": {"india": 1},
    "naples": {"mediterranean": 1},
    "ottomans": {"ottoman_empire": 2, "mediterranean": 2},
    "portugal": {"south_america": 2, "india": 2, "east_indies": 2},
    "sweden": {"baltic": 2},
    "saxony": {"german_states": 1},
    "army_training": dict.fromkeys(VALUES, 1),
    "naval_training": dict.fromkeys(SHIPS_COUNT, 1),
}
TRADE = {
    "gold_mines": ("south_america",),
    "levant_company": ("ottoman_empire", "mediterranean"),
    "east_india_company": ("india", "east_indies"),
    "baltic_trade": ("baltic",),
    "slaves": ("africa",),
    "tobacco_fields": ("north_america",),
    "sugar_plantations": ("caribbean",),
}
PLACES = {
    "army_training": 2,
    "banking": 2,
    "war_ministry": 2,
    "naval_training": 2,
    "militia": 2,
    "government_reform": 3,
    "reserves": 2,
    "forced_recruitment": 2,
}
COSTS = dict.fromkeys(("denmark", "ottomans", "portugal", "sweden"), 1)
BRINGS = {"ottoman_empire_3": (0, 1), "ottoman_empire_4": (0, 1), "india_6": (2, 0), "india_7": (4, 0)}


def printed() -> tuple[dict[str, int], dict[str, int | None]]:
    """Costs of cards and strengths of markers, which only the box can tell; None is Aktion."""
    path = age_of_reason.__file__.replace("__init__.py", "data/components.yaml")
    with open(path, encoding="utf-8") as file:
        box = yaml.load(file, yaml.CSafeLoader)
    costs = {card["id"]: card["cost"] for card in box["cards"]}
    return costs, {one["id"]: one["strength"] if one["kind"] == "digit" else None for one in box["markers"]}


COST_OF, STRENGTH_OF = printed()


class Complaint(AssertionError):
    """Something that the rule list does not allow."""


def must(holds: bool, what: str, *about: Any) -> None:
    if not holds:
        raise Complaint(f"{what}: {about}" if about else what)


def kind(card: str) -> str:
    return card.rsplit("_", 1)[1] if card.endswith(("_blank", "_alliance")) else "influence"


def figures(card: str) -> tuple[int, int]:
    if kind(card) != "influence":
        return 0, 0
    _, soldiers, ships = card.rsplit("_", 2)
    return int(soldiers[1:]), int(ships[1:])


def steps(gold: int, amount: int) -> int:
    """AOR-GOLD-3."""
    return max(0, (amount - gold + 1) // 2)
