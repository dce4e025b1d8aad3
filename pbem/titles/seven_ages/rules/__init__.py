"""The sequence of play of 7 Ages."""

from __future__ import annotations

from . import (
    cadence,
    civilise,
    conflict,
    destiny,
    ending,
    glory,
    joining,
    manoeuvre,
    markers,
    production,
    setup,
    start,
    trade,
    waiting,
)

_PHASES = {
    "setup": setup.setup,
    "security": setup.security,  # option 5
    "first_player": setup.first_player,
    "colours": setup.colours,
    "joining": joining.joining,  # reserved seats may be taken
    "turn": markers.turn,
    "markers": markers.place,  # all place their markers
    "cadence": cadence.cadence,  # option 3
    "reveal": markers.reveal,  # the next of the seven actions begins
    "act": markers.act,  # the next of those who have revealed
    "start_empire": start.start_empire,  # 1
    "start_units": start.start_units,
    "start_conflicts": start.start_conflicts,
    "start_settled": start.start_settled,
    "production": production.production,  # 2
    "trade": trade.trade,  # 3
    "manoeuvre": manoeuvre.manoeuvre,  # 4
    "conflict": conflict.conflict,  # a round of it
    "destiny": destiny.destiny,  # 5
    "civilise": civilise.civilise,  # 6
    "turn_end": glory.turn_end,  # free progress and glory
    "game_end": ending.game_end,
}
PHASES = {name: waiting.by_house_rules(name, phase) for name, phase in _PHASES.items()}

__all__ = ["PHASES"]
