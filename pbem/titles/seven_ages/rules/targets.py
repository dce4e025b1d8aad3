"""What an event can be played on (SA-gap-52)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from ..atlas import AREAS
from ..cards import EVENTS, UNITS, Event
from ..state import Empire, Leader, Seven
from .conditions import fulfilled
from .conversion import outlived
from .effects import religion_of
from .range import in_range
from .take_that import Reach

Target = tuple[str | int, ...]


class Aiming(NamedTuple):
    """Who plays an event."""

    seat: int
    subject: str
    """The empire that civilises, "" for none."""
    event: Event
    through: tuple[str, ...]
    """Empires that let it pass (SA-gap-41)."""


def targets(game: Seven, seat: int, subject: str, event: str, through: tuple[str, ...] = ()) -> Iterator[Target]:
    """Everything that a player can name for an event; `subject` is the empire that civilises, if one does."""
    one = EVENTS[event]
    if one.by_empire and not subject:
        return
    reach = Reach(game, seat, through)
    for target in _LISTS[one.target["kind"]](game, Aiming(seat, subject, one, through)):
        if reach.hits(target):
            yield target


def ranged(game: Seven, event: str) -> bool:
    """Whether an event needs range to an empire, so that a way through others may help."""
    target = EVENTS[event].target
    return bool(target.get("in_range")) or (bool(game.options["take_that"]) and target["kind"] in _OF_EMPIRES)


def _none(game: Seven, aim: Aiming) -> Iterator[Target]:
    yield ()


def empires(game: Seven, aim: Aiming) -> Iterator[Empire]:
    seat, subject, event, through = aim
    of, needs = event.target["of"], event.target.get("needs", ())
    near = [one.id for one in in_range(game, game.empire(subject), through)] if event.target.get("in_range") else None
    for empire in game.empires():
        own = game.owners[empire.id] == seat
        if (of == "own" and not own) or (of == "other" and own) or (of == "other_empire" and empire.id == subject):
            continue
        if (near is None or empire.id in near) and fulfilled(game, needs, empire):
            yield empire


def _empire(game: Seven, aim: Aiming) -> Iterator[Target]:
    kinds = [effect["type"] for effect in aim.event.effects]
    for empire in empires(game, aim):
        if "steal_money" in kinds:
            for thief in game.players[aim.seat].empires.values():
                if any(UNITS[unit].kind == "naval" for unit in thief.types()):
                    yield empire.id, thief.id
        elif "convert_religion" not in kinds or can_receive(empire, religion_of(game.empire(aim.subject))):
            yield (empire.id,)


def can_receive(empire: Empire, religion: str) -> bool:
    """Missionaries: another religion than its own, and none that it has outlived (SA-gap-63, SA-gap-64)."""
    return bool(religion) and religion != religion_of(empire) and not outlived(empire, religion)


def _empires(game: Seven, aim: Aiming) -> Iterator[Target]:
    named = [empire.id for empire in empires(game, aim)]
    yield from combinations(named, aim.event.target["number"])


def _area(game: Seven, aim: Aiming) -> Iterator[Target]:
    for area in AREAS:
        if fulfilled(game, aim.event.target.get("needs", ()), None, area):
            yield (area,)


def named(empire: Empire, leader: Leader) -> Target:
    """A leader by kind or name, with the area if two are alike."""
    alike = [one for one in empire.leaders if one.id == leader.id]
    return (leader.id,) if len(alike) == 1 else (leader.id, leader.area)


def _leader(game: Seven, aim: Aiming) -> Iterator[Target]:
    for empire in empires(game, aim):
        for found in dict.fromkeys(named(empire, leader) for leader in empire.leaders):
            yield (empire.id, *found)


def _player(game: Seven, aim: Aiming) -> Iterator[Target]:
    for one in game.order():
        if aim.event.target["of"] != "other" or one != aim.seat:
            yield (one,)


def _artifact(game: Seven, aim: Aiming) -> Iterator[Target]:
    for area in game.artifacts:
        yield (area,)
    for empire in game.empires():
        for artifact in empire.card:
            yield empire.id, artifact


def _nowhere(game: Seven, aim: Aiming) -> Iterator[Target]:
    """Sides are named in the conflict itself."""
    yield from ()


_LISTS: Mapping[str, Callable[[Seven, Aiming], Iterator[Target]]] = {
    "none": _none,
    "empire": _empire,
    "empires": _empires,
    "area": _area,
    "leader": _leader,
    "player": _player,
    "side": _nowhere,
    "artifact": _artifact,
    "event": _none,
}
_OF_EMPIRES = ("empire", "empires", "leader")
"""Kinds of targets that are empires, or something of one."""
