"""The house rule `blind_turns`: all players order their turns before an epoch's first number is called."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from ....table import Ask, Choose, Rule, Together
from ..cards import LANGUAGE, SMALL
from ..state import World

BLIND_TURN = LANGUAGE["blind_turn"]
READY = ("ready",)


def plans(game: World) -> Rule:
    """A player who is ready has sent the turn of this epoch; once the last one is, all turns are played."""
    yield Together({seat: _ready(game, seat) for seat in range(game.seats)})
    game.note("turns_ordered")
    return "turn"


def _ready(game: World, seat: int) -> Choose:
    return Choose(seat, BLIND_TURN, [READY], private=True, values={"empire": game.players[seat].card[0]})


def looked_at(rule: Rule, look: Callable[[Ask], None]) -> Rule:
    """A rule whose asks are looked at before they are put."""
    value: Any = None
    while True:
        try:
            wanted = rule.send(value)
        except StopIteration as done:
            return done.value
        for ask in wanted.asks.values() if isinstance(wanted, Together) else (wanted,):
            if isinstance(ask, Ask):
                look(ask)
        value = yield wanted


def blindly(phase: Callable[[World], Rule]) -> Callable[[World], Rule]:
    """A phase in which nobody is waited for if the house rule is on: neither its player nor any other."""

    @wraps(phase)
    def run(game: World) -> Rule:
        return _without_waiting(game, phase(game)) if game.options.get("blind_turns") else phase(game)

    return run


def _without_waiting(game: World, rule: Rule) -> Rule:
    return looked_at(rule, lambda ask: _never_wait(game, ask))


def _never_wait(game: World, ask: Ask) -> None:
    """The lines of a turn are for the big empire: nobody could know that an event would bring a small one."""
    ask.ahead = True
    if game.now.empire in SMALL and ask.player == game.now.seat:
        ask.context = {**(ask.context or {}), "subject": game.now.empire}
