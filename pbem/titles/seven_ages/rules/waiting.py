"""For whom the table waits: the options event_window, battle_plans_only and blind_orders (SA-gap-108 to SA-gap-110)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Literal

from ....table import Ask, Offer, Phase, Rule, Together
from ..state import Seven

Patience = Literal["watch", "wait", "never"]
PATIENCE: Mapping[str, Patience] = {"on_watch": "watch", "always": "wait", "standing_only": "never"}
CONFLICT = "conflict"
ORDERED_AHEAD = frozenset(
    (
        "reveal",
        "act",
        "start_empire",
        "start_units",
        "start_conflicts",
        "start_settled",
        "production",
        "trade",
        "manoeuvre",
        CONFLICT,
        "destiny",
        "civilise",
        "turn_end",
    )
)
"""Phases after the markers are placed, in which blind orders answer."""


def by_house_rules(name: str, phase: Callable[[Seven], Rule]) -> Phase:
    """A phase in which nobody is waited for, if a house rule says so."""
    if name not in ORDERED_AHEAD:
        return phase

    @wraps(phase)
    def run(game: Seven) -> Rule:
        options = game.options
        if options.get("blind_orders") or (name == CONFLICT and options.get("battle_plans_only")):
            return without_waiting(phase(game))
        return phase(game)

    return run


def without_waiting(rule: Rule) -> Rule:
    value: Any = None
    while True:
        try:
            wanted = rule.send(value)
        except StopIteration as done:
            return done.value
        never_wait(wanted)
        value = yield wanted


def never_wait(wanted: Any) -> None:
    """What was ordered ahead answers, else the default does."""
    if isinstance(wanted, Offer):
        wanted.patience = "never"
    for ask in wanted.asks.values() if isinstance(wanted, Together) else (wanted,):
        if isinstance(wanted, Offer):
            ask.offered = "never"
        elif isinstance(ask, Ask):
            ask.ahead = True


def patience(game: Seven) -> Patience:
    """How long a moment for events waits (SA-gap-108)."""
    return PATIENCE[str(game.options["event_window"])]
