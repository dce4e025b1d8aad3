"""What an answer costs and brings in gold, and what one has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....pages.board_api import Price
from ....table import Answer, Ask
from ..cards import CARDS, MARKERS
from ..rules.attacks import ON_MARKER, own_card
from ..state import Reason
from ..worth import chances

LACKING = {"cannot_pay": ("gold", "gold", "most")}
OUTCOMES = {
    "disc_taken": "taken",
    "marker_taken": "taken",
    "repelled": "repelled",
    "rolled": "rolled",
    "unrest": "unrest",
    "markers_placed": "laid_out",
    "start_player": "begun",
}
"""By note: how what chance decided turned out; the first that is told counts."""


def meters(game: Reason, ask: Ask) -> Mapping[str, int]:
    one = game.players[ask.player]
    found = {"gold": one.gold, "cards": len(one.hand), "discontent": one.discontent, "points": one.points}
    return {**found, "discs": game.free_discs(one.nation)} if one.nation else found


def weigh(game: Reason, ask: Ask, answer: Answer, about: Mapping[str, Any]) -> Price:
    kind = ask.kind.id
    if kind == "occupy_field":
        return Price({"gold": about.get("cost", 0), "discs": int(answer[0] == "field")}, {"gold": about.get("gold", 0)})
    if kind == "choose_trade_region":
        return Price({}, {"gold": about.get("discs", 0)})
    if kind == "hire_allies":
        return Price({"gold": len(answer[1]) if answer[0] == "hire" else 0})
    if answer[0] == ON_MARKER and not _helped(game, ask.player, MARKERS[answer[1]].region):
        share = chances(_ahead(game, ask.player, answer))[0]
        return Price({"gold": about.get("gold", 0), "cards": 1}, odds={"taken": share, "repelled": 1 - share})
    laid = kind in ("choose_attack", "defend_card") and answer[-1] in CARDS
    return Price({"gold": about.get("gold", 0), "cards": int(laid)})


def _helped(game: Reason, seat: int, region: str) -> bool:
    """Whether others of the alliance could help in a region, which nobody knows before (AOR-MATT-4)."""
    own = game.players[seat].nation
    return any(nation != own and n and game.allied(own, nation) for nation, n in game.discs[region].items())


def _ahead(game: Reason, seat: int, answer: Answer) -> int:
    """How much stronger than the marker one is before the dice."""
    marker = MARKERS[answer[1]]
    card = CARDS[own_card(game, seat, answer[2])]
    own = game.players[seat].nation
    return card.strength(marker.region) + game.bonus(own, marker.region) - marker.strength
