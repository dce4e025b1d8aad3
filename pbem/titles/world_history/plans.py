"""How a line continues after its first step: `army libya x2`, `attack zagros until won keep 2`, lists of lands."""

from __future__ import annotations

from typing import Any

from ...table import Answer, Ask
from .rules.expansion import units_left
from .rules.forces import FIGHTING, REBELLION
from .rules.placing import COUNTED, LISTED
from .state import World

Memory = dict[str, Any]


def place_unit(game: World, seat: int, ask: Ask, said: Answer, memory: Memory) -> Answer | None:
    if said[0] == "attack":
        return _attack(game, ask, said, memory)
    if ask.kind.id == "continue_attack":
        return ("go on",)
    if ask.kind.id != "place_unit":
        return None
    if said[0] in COUNTED:
        return _next_of(ask, [(said[0], place) for place, times in said[1] for _ in range(times or 1)], memory)
    if said[0] in LISTED:
        return _next_of(ask, [(said[0], place) for place in said[1]], memory)
    return None


def event_force(game: World, seat: int, ask: Ask, said: Answer, memory: Memory) -> Answer | None:
    """The lands in the written order; one that cannot be attacked when its turn comes is skipped."""
    if ask.kind.id == "continue_attack":
        most = said[-1] if said[0] in FIGHTING else None
        memory["rounds"] = memory.get("rounds", 0) + 1
        return ("break off",) if most is not None and memory["rounds"] >= most else ("go on",)
    if ask.kind.id != "event_force" or said[0] not in FIGHTING:
        return None
    if said[0] == REBELLION:
        return None  # broken off: where it rises instead is another line
    memory["rounds"] = 0
    found = _next_of(ask, [(*said[:-2], land) for land in said[-2]], memory)
    return found or _if_legal(ask, ("stop",))


def _attack(game: World, ask: Ask, said: Answer, memory: Memory) -> Answer | None:
    """One unit, or with `until won` the next one, as long as `keep` and `losses` allow."""
    place, (origin, until_won, losses, keep, _) = said[1], said[2]
    spare = keep is None or units_left(game) - 1 >= keep
    if ask.kind.id == "continue_attack":
        if spare:
            return ("go on",)
        memory["off"] = True
        return ("break off",)
    if ask.kind.id != "place_unit" or not until_won or memory.get("off"):
        return None
    memory["lost"] = memory.get("lost", 0) + 1  # an attack that did not win and was not broken off
    if not spare or (losses is not None and memory["lost"] >= losses):
        return None
    return _if_legal(ask, ("attack", place, (origin, None, None, None, None)))  # won: nobody is left to attack


def _next_of(ask: Ask, steps: list[Answer], memory: Memory) -> Answer | None:
    done: int = memory.get("done", 1)
    for n in range(done, len(steps)):
        memory["done"] = n + 1
        found = _if_legal(ask, steps[n])
        if found is not None:
            return found
    return None


def _if_legal(ask: Ask, answer: Answer) -> Answer | None:
    answer = ask.normal(answer)
    return answer if ask.allows(answer) else None


PLANS = {"place_unit": place_unit, "event_force": event_force}
