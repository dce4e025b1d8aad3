"""What is asked of several at once or in the midst of a phase, from the position alone: for checks before sending."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....table import Ask
from ..state import Seven
from .commitment import commit_ask
from .leaders import EVENT_LEADER, leader_ask
from .markers import WILD_RULE, reveal_ask, wild_ask
from .permission import permission_ask, toll_ask
from .production import starve_ask
from .trade import card_ask, steps_ask


def commitment(game: Seven, asked: Mapping[str, Any]) -> Ask:
    sides = [side.empire for side in game.battle.sides]
    return commit_ask(game, sides.index(asked["values"]["empire"]), None)


def drawn_leader(game: Seven, asked: Mapping[str, Any]) -> Ask:
    return leader_ask(game, game.empire(asked["values"]["empire"]), EVENT_LEADER, by_name=False)


def marker(game: Seven, asked: Mapping[str, Any]) -> Ask:
    return (wild_ask if asked["rule"] == WILD_RULE else reveal_ask)(game, asked["player"])


def permission(game: Seven, asked: Mapping[str, Any]) -> Ask:
    told = asked["values"]
    return permission_ask(game, game.empire(told["empire"]), game.empire(told["other"]), told["canal"])


def steps(game: Seven, asked: Mapping[str, Any]) -> Ask:
    return steps_ask(game, game.empire(asked["values"]["empire"]), asked["values"]["most"])


def supply(game: Seven, asked: Mapping[str, Any]) -> Ask:
    return starve_ask(game, game.empire(asked["values"]["empire"]), asked["values"]["number"])


def toll(game: Seven, asked: Mapping[str, Any]) -> Ask:
    told = asked["values"]
    return toll_ask(game, game.empire(told["empire"]), game.empire(told["other"]), told["money"], told["number"])


def traded_card(game: Seven, asked: Mapping[str, Any]) -> Ask:
    return card_ask(game, game.empire(asked["values"]["empire"]), asked["values"]["others"])


AGAIN = {
    "accept_toll": toll,
    "conflict_commit": commitment,
    "discard_empire": marker,
    "event_leader": drawn_leader,
    "range_permission": permission,
    "reveal_marker": marker,
    "supply_loss": supply,
    "trade_card": traded_card,
    "trade_steps": steps,
}
