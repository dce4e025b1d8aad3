"""Leaders from the cup and by name (chapters 6.2 and 6.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ....table import Answer, AskKind, Below, Choices, Chosen, Compose, Draw, NotLegal, Refused, Rule
from ..cards import LANGUAGE, LEADER_KINDS, NAMED, NO_LEADER, Effect
from ..state import Empire, Leader, Seven
from .asking import well_formed
from .effects import leader_number
from .startable import named_leaders

GET, EVENT_LEADER = LANGUAGE["get_leader"], LANGUAGE["event_leader"]
NONE = ("leader none",)
BY_NAME, WANTED, ANY = "leader", "leader draw", "leader draw in"


def leader_ask(game: Seven, empire: Empire, kind: AskKind, *, by_name: bool) -> Compose:
    """A named one of the age, or draws from the cup with the kinds that are wanted."""
    seat = game.owners[empire.id]
    named = named_leaders(game, empire.id, empire.step) if by_name else []
    areas = game.controlled(empire)

    def fits(answer: Answer) -> Refused | None:
        if answer == NONE:
            return None
        if answer[-1] not in areas:
            return NotLegal("not_controlled", {"area": answer[-1], "empire": empire.id}, rule="SA-6.3-4")
        if answer[0] == BY_NAME and answer[1] not in named:
            return NotLegal("no_such_leader", {"leader": answer[1]}, rule="SA-6.3-2")
        if answer[0] == WANTED:
            strange = [one for one in answer[2] if one not in LEADER_KINDS]
            if strange:
                return NotLegal("not_in_cup", {"leader": strange[0]}, rule="SA-6.3-3")
        return None

    def some() -> Iterator[Answer]:
        yield from ((BY_NAME, one, area) for one in named for area in areas)
        yield from ((ANY, area) for area in areas)
        yield NONE

    def pick(below: Below) -> Answer:
        area = areas[below(len(areas))]
        luck = below(4)
        if named and luck < 2:
            return (BY_NAME, named[below(len(named))], area)
        if luck == 0:
            return NONE
        if luck == 1:
            pool = list(LEADER_KINDS)
            wanted = tuple(pool.pop(below(len(pool))) for _ in range(1 + below(3)))
            return (WANTED, True if below(2) else None, wanted, area)
        return (ANY, area)

    def default() -> Answer:
        area = empire.capital or max(areas, key=empire.size)
        return (BY_NAME, named[0], area) if named else (ANY, area)

    def following(verb: str, key: str, chosen: Chosen) -> Choices:
        values: dict[str, Iterable[Any]] = {
            "leader": named,
            "only": ("only",),
            "for": [one for one in LEADER_KINDS if one not in chosen.get("for", ())],
            "in": areas,
        }
        return [{key: value} for value in values[key]]

    return Compose(
        seat,
        kind,
        some,
        pick,
        well_formed(kind, fits),
        following,
        default=default,
        values={"empire": empire.id, "leaders": named},
        context={"subject": empire.id, "for": empire.id},
    )


def get_leader(game: Seven, empire: Empire) -> Rule:
    """One new leader if it has fewer than its number (SA-6.3-1)."""
    number = leader_number(game, empire)
    if len(empire.leaders) >= number or not game.controlled(empire):
        return
    answer = yield leader_ask(game, empire, GET, by_name=True)
    yield from brought(game, empire, answer, draws=1 + number)  # SA-gap-69


def draw_for_event(game: Seven, empire: Empire, effect: Effect) -> Rule:
    """Great Man (SA-gap-59)."""
    if len(empire.leaders) >= leader_number(game, empire) + effect["over"] or not game.controlled(empire):
        return
    answer = yield leader_ask(game, empire, EVENT_LEADER, by_name=False)
    yield from brought(game, empire, answer, draws=effect["draws"])


def brought(game: Seven, empire: Empire, answer: Answer, draws: int) -> Rule:
    if answer == NONE:
        return
    area = answer[-1]
    if answer[0] == BY_NAME:
        game.named_used.append(answer[1])
        come(game, empire, Leader(answer[1], NAMED[answer[1]].kind, area))
        return
    wanted, only = (answer[2], bool(answer[1])) if answer[0] == WANTED else (tuple(LEADER_KINDS), False)
    for n in range(draws):
        cup = [kind for kind, number in game.cup.items() for _ in range(number)]
        if not cup:
            return
        (kind,) = yield Draw(cup, label="cup")
        last = n == draws - 1
        keep = kind != NO_LEADER and (kind in wanted or (last and not only))
        game.note("leader_drawn", empire=empire.id, leader=kind, kept=keep, nobody=kind == NO_LEADER)
        if keep:
            game.cup[kind] -= 1
            come(game, empire, Leader(kind, kind, area))
            return


def come(game: Seven, empire: Empire, leader: Leader) -> None:
    empire.leaders.append(leader)
    game.note("leader_came", empire=empire.id, leader=leader.id, area=leader.area)
