"""What an action costs and brings, by actions, goods and points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....pages.board_api import Price
from ....table import Answer, Ask
from ..cards import FAMILY, UNITS
from ..rules.changes import civil_available, military_available
from ..rules.goods import FOOD, RESOURCES, stock
from ..rules.politics import attack_price
from ..state import Ages

LACKING = {
    "too_few_civil_actions": ("civil", "wanted_actions", "civil"),
    "too_few_resources": ("resources", "wanted_resources", "resources"),
    "too_little_food": ("food", "wanted_food", "food"),
    "too_little_science": ("science", "wanted_science", "science"),
}
_CIVIL = ("grow", "lead", "stage", "develop", "destroy", "play")
_MILITARY = {"tactic": 1, "copy": 2, "disband": 1, "recruit": 1}
"""Military actions of verbs that have a fixed number of them."""
OUTCOMES = {
    "event_revealed": "event",
    "colony_founded": "territory",
    "drew": "drawn",
    "row_filled": "drawn",
    "events_shuffled": "shuffled",
    "decks_shuffled": "shuffled",
}
"""By note: how what chance decided turned out; the first that is told counts."""


def meters(game: Ages, ask: Ask) -> Mapping[str, int]:
    seat = ask.player
    civ = game.civs[seat]
    return {
        "civil": civil_available(game, seat),
        "military": military_available(game, seat),
        "food": stock(civ, FOOD),
        "resources": stock(civ, RESOURCES),
        "science": civ.science,
        "workers": civ.unused,
        "culture": civ.culture,
    }


def weigh(game: Ages, ask: Ask, answer: Answer, about: Mapping[str, Any]) -> Price:
    if ask.kind.id == "political_action":
        hostile = answer[0] in ("aggress", "war")
        return Price({"military": attack_price(game, answer[1], answer[2])} if hostile else {})
    if ask.kind.id != "act":
        return Price()
    verb, goods = answer[0], {name: about[name] for name in (FOOD, RESOURCES, "science") if name in about}
    if RESOURCES in goods and verb in ("build", "upgrade") and FAMILY[answer[1]] in UNITS:  # arms pay for units first
        goods[RESOURCES] = max(0, goods[RESOURCES] - sum(game.turn.arms.values()))
    return Price({**goods, **_actions(game, ask.player, answer, about), **_workers(verb)}, _gain(verb))


def _actions(game: Ages, seat: int, answer: Answer, about: Mapping[str, Any]) -> dict[str, int]:
    verb = answer[0]
    if verb == "take":
        return {"civil": about["actions"]}
    if verb in ("build", "upgrade"):
        times = answer[-1] if isinstance(answer[-1], int) else 1
        return {"military" if FAMILY[answer[1]] in UNITS else "civil": times}
    if verb == "revolution":
        return {"civil": civil_available(game, seat)}
    return {"civil": 1} if verb in _CIVIL else {"military": _MILITARY.get(verb, 0)}


def _workers(verb: str) -> dict[str, int]:
    return {"workers": 1} if verb in ("build", "recruit") else {}


def _gain(verb: str) -> dict[str, int]:
    return {"workers": 1} if verb in ("grow", "immigrate") else {}
