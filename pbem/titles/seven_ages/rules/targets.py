"""What an event can be played on (SA-gap-52)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations

from ..atlas import AREAS
from ..cards import EVENTS, UNITS, Event
from ..state import Empire, Leader, Seven
from .conditions import fulfilled
from .effects import religion_of
from .range import in_range
from .take_that import in_reach

Target = tuple[str | int, ...]


def targets(game: Seven, seat: int, subject: str, event: str) -> Iterator[Target]:
    """Everything that a player can name for an event; `subject` is the empire that civilises, if one does."""
    one = EVENTS[event]
    if one.by_empire and not subject:
        return
    for target in _LISTS[one.target["kind"]](game, seat, subject, one):
        if in_reach(game, seat, target):
            yield target


def _none(game: Seven, seat: int, subject: str, event: Event) -> Iterator[Target]:
    yield ()


def empires(game: Seven, seat: int, subject: str, event: Event) -> Iterator[Empire]:
    of, needs = event.target["of"], event.target.get("needs", ())
    near = [one.id for one in in_range(game, game.empire(subject))] if event.target.get("in_range") else None
    for empire in game.empires():
        own = game.owners[empire.id] == seat
        if (of == "own" and not own) or (of == "other" and own) or (of == "other_empire" and empire.id == subject):
            continue
        if (near is None or empire.id in near) and fulfilled(game, needs, empire):
            yield empire


def _empire(game: Seven, seat: int, subject: str, event: Event) -> Iterator[Target]:
    kinds = [effect["type"] for effect in event.effects]
    for empire in empires(game, seat, subject, event):
        if "steal_money" in kinds:
            for thief in game.players[seat].empires.values():
                if any(UNITS[unit].kind == "naval" for unit in thief.types()):
                    yield empire.id, thief.id
        elif "convert_religion" not in kinds or religion_of(game.empire(subject)) not in ("", religion_of(empire)):
            yield (empire.id,)


def _empires(game: Seven, seat: int, subject: str, event: Event) -> Iterator[Target]:
    named = [empire.id for empire in empires(game, seat, subject, event)]
    yield from combinations(named, event.target["number"])


def _area(game: Seven, seat: int, subject: str, event: Event) -> Iterator[Target]:
    for area in AREAS:
        if fulfilled(game, event.target.get("needs", ()), None, area):
            yield (area,)


def named(empire: Empire, leader: Leader) -> Target:
    """A leader by kind or name, with the area if two are alike."""
    alike = [one for one in empire.leaders if one.id == leader.id]
    return (leader.id,) if len(alike) == 1 else (leader.id, leader.area)


def _leader(game: Seven, seat: int, subject: str, event: Event) -> Iterator[Target]:
    for empire in empires(game, seat, subject, event):
        for found in dict.fromkeys(named(empire, leader) for leader in empire.leaders):
            yield (empire.id, *found)


def _player(game: Seven, seat: int, subject: str, event: Event) -> Iterator[Target]:
    for one in game.order():
        if event.target["of"] != "other" or one != seat:
            yield (one,)


def _artifact(game: Seven, seat: int, subject: str, event: Event) -> Iterator[Target]:
    for area in game.artifacts:
        yield (area,)
    for empire in game.empires():
        for artifact in empire.card:
            yield empire.id, artifact


def _nowhere(game: Seven, seat: int, subject: str, event: Event) -> Iterator[Target]:
    """Sides are named in the conflict itself."""
    yield from ()


_LISTS: Mapping[str, Callable[[Seven, int, str, Event], Iterator[Target]]] = {
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
