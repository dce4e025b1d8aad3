"""Which thing a string in a state names, and how large a number may be: marks beside the types.

    Land = Annotated[str, Of(LANDS)]
    armies: Annotated[int, Between(1, 3)] = 1
    owner: Annotated[int, SEAT]
    monuments: list[Land] = field(default_factory=list)

The rules keep to them anyway. A position that people write down is checked against them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, NamedTuple, get_args, get_origin

from ..words.lazy_dataclass import dataclass
from .fields import bare, hints, optional


@dataclass(frozen=True, eq=False)
class Of:
    """A string is the id of one of these things."""

    known: Container[str]
    once: bool = False
    """There is one of each: it lies in one place only."""


@dataclass(frozen=True)
class Between:
    """A number lies within these bounds."""

    least: int
    most: int


class SeatNumber:
    """A number is that of a seat: `Annotated[int, SEAT]`."""


SEAT = SeatNumber()


class Marked(NamedTuple):
    """A value with a mark, and where it stands: `cities.0.buildings`."""

    path: str
    value: Any
    mark: Of | Between | SeatNumber


def marked_values(state: Any) -> Iterator[Marked]:
    """All values of a state whose types have such a mark; an empty field has none."""
    return _inside(state, "")


def _inside(holder: Any, path: str) -> Iterator[Marked]:
    known = hints(type(holder))
    for one in fields(holder):
        value = getattr(holder, one.name)
        if one.name in known and (one.default is MISSING or value != one.default):
            yield from _found(known[one.name], value, f"{path}.{one.name}" if path else one.name)


def _found(hint: Any, value: Any, path: str) -> Iterator[Marked]:
    hint, marks = bare(hint)
    yield from (Marked(path, value, mark) for mark in marks if isinstance(mark, Of | Between | SeatNumber))
    inner = optional(hint)
    if inner is not None:
        yield from _found(inner, value, path) if value is not None else ()
    elif is_dataclass(value):
        yield from _inside(value, path)
    elif get_origin(hint) is list:
        for n, one in enumerate(value):
            yield from _found(get_args(hint)[0], one, f"{path}.{n}" if is_dataclass(one) else path)
    elif get_origin(hint) is dict:
        of_key, of_value = get_args(hint)
        for key, one in value.items():
            yield from _found(of_key, key, f"{path}.{key}")
            yield from _found(of_value, one, f"{path}.{key}")


def misfits(state: Any) -> Iterator[tuple[str, str]]:
    """What contradicts the marks: where, and what is wrong there."""
    found = list(marked_values(state))
    for path, value, mark in found:
        if isinstance(mark, Between):
            if not mark.least <= value <= mark.most:
                yield path, f"must be from {mark.least} to {mark.most}"
        elif isinstance(mark, SeatNumber):
            if not 0 <= value < state.seats:
                yield path, f"{value} is no seat: name a player, or a number from 0 to {state.seats - 1}"
        elif value not in mark.known:
            yield path, f"there is no {value!r}"
    yield from twice(found)


def twice(found: list[Marked]) -> Iterator[tuple[str, str]]:
    """Things that lie in two places although there is one of each; reported once, for the first place."""
    single = [one for one in found if isinstance(one.mark, Of) and one.mark.once]
    counted = Counter((one.value, one.mark) for one in single)
    first = {(one.value, one.mark): one.path for one in reversed(single)}
    yield from ((first[key], f"{key[0]} is there twice") for key, number in counted.items() if number > 1)
