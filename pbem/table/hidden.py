"""Where hidden things lie: in a state as its rules know it, and in one that is masked for a seat.

A path leads from the state to a thing: names of fields, places in lists, keys of dicts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any, NamedTuple, get_args

from ..words.lazy_dataclass import dataclass
from .fields import bare, hints
from .things import Of
from .unseen import Unseen
from .views import NOBODY, OWNER, Hidden, lists_seats, marked

Path = tuple[str | int, ...]


def at(state: Any, path: Path) -> Any:
    """What a path leads to; an `Unseen` on the way, if that is as far as one can see."""
    for step in path:
        if isinstance(state, Unseen):
            return state
        state = getattr(state, str(step)) if is_dataclass(state) else state[step]
    return state


def put(state: Any, path: Path, thing: Any) -> None:
    holder, last = at(state, path[:-1]), path[-1]
    if is_dataclass(holder):
        setattr(holder, str(last), thing)
    else:
        holder[last] = thing


class HiddenField(NamedTuple):
    """A field, or the element of one seat in a list with one for each, that a seat may not see."""

    path: Path
    value: Any
    mark: Hidden
    holder: Any
    """The object that has the field."""
    owner: int | None
    """The seat to which it belongs."""
    near: bool
    """Whether it is a field of what belongs to the owner, and not of something inside that."""
    once: bool
    """Whether there is one of each of the things in it."""

    @property
    def pool(self) -> str | None:
        return self.mark.pool(self.holder) if callable(self.mark.pool) else self.mark.pool

    def things(self) -> Iterator[tuple[Path, Any]]:
        """The single things in it."""
        value = self.value
        if isinstance(value, (list, dict)):
            for key in list(value) if isinstance(value, dict) else range(len(value)):
                yield (*self.path, key), value[key]
        elif isinstance(value, Unseen) or (value is not None and value != ""):
            yield self.path, value


def hidden_fields(state: Any, seat: int | None) -> list[HiddenField]:
    """All fields that `seat` may not see; in a masked state with what stands there for it."""
    return [*_fields(state, seat, None, (), 0)]


def _fields(value: Any, seat: int | None, owner: int | None, path: Path, depth: int) -> Iterator[HiddenField]:
    """`depth`: how long the path of what belongs to the owner is."""
    if is_dataclass(value):
        known = hints(type(value))
        for name, mark, by_seat in marked(type(value)):
            inner, once = getattr(value, name), mark is not None and _once(known[name])
            each = enumerate(inner) if by_seat else [(owner, inner)]
            for own, one in each:
                there: Path = (*path, name, own) if by_seat and own is not None else (*path, name)
                begins = len(there) if by_seat else depth
                if mark is None or _sees(mark, value, seat, own):
                    yield from _fields(one, seat, own, there, begins)
                else:
                    yield HiddenField(there, one, mark, value, own, len(there) <= begins + 1, once)
    elif isinstance(value, (list, dict)):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _fields(one, seat, owner, (*path, key), depth)


def _sees(mark: Hidden, holder: Any, seat: int | None, owner: int | None) -> bool:
    if seat is None or mark.by == NOBODY:
        return False
    if mark.by == OWNER:
        return seat == owner
    known: Any = getattr(holder, mark.by)
    return bool(seat in known) if lists_seats(hints(type(holder))[mark.by]) else bool(seat == known)


def _once(hint: Any) -> bool:
    hint, marks = bare(hint)
    return any(isinstance(mark, Of) and mark.once for mark in marks) or any(
        _once(inner) for inner in get_args(hint) if inner is not ...
    )


@dataclass(slots=True)
class Place:
    """Where one hidden thing lies that could be exchanged: an element, or the value of a field."""

    state: Any
    path: Path
    pool: str
    back: str

    def get(self) -> Any:
        return at(self.state, self.path)

    def put(self, value: Any) -> None:
        put(self.state, self.path, value)


def hidden_places(state: Any, seat: int | None) -> list[Place]:
    """All exchangeable things that `seat` may not see."""
    found: list[Place] = []
    for field in hidden_fields(state, seat):
        pool, back = field.pool, field.mark.back or (lambda _: "")
        if pool is not None:
            found.extend(Place(state, path, pool, back(thing)) for path, thing in field.things())
    return found


class Unknown(NamedTuple):
    """A thing in a masked state that its seat does not know."""

    path: Path
    pool: str
    shows: Any
    """Its back, "?" where not even that is known."""


def unknown_things(state: Any, seat: int | None) -> list[Unknown]:
    """All things in a masked state that are not known; the whole value of a field where its size is not known."""
    found: list[Unknown] = []
    for field in hidden_fields(state, seat):
        found.extend(
            Unknown(path, field.pool or "", thing.shows) for path, thing in field.things() if isinstance(thing, Unseen)
        )
    return found


def in_sight(state: Any) -> Counter[str]:
    """How often each word can be read in a masked state: what lies open need not be looked for elsewhere."""
    found: Counter[str] = Counter()
    _read(state, found)
    return found


def _read(value: Any, found: Counter[str]) -> None:
    if isinstance(value, str):
        found[value] += 1
    elif isinstance(value, dict):
        for key, one in value.items():
            _read(key, found)
            _read(one, found)
    elif isinstance(value, (list, tuple)):
        for one in value:
            _read(one, found)
    elif is_dataclass(value):
        for name, _, _ in marked(type(value)):
            _read(getattr(value, name), found)
