"""Who sees what of a state, derived from the marks on its fields.

    hand: Annotated[list[str], Hidden(OWNER, as_count, pool="card")]
    face_down: Annotated[dict[str, str], Hidden(NOBODY, as_backs(back_of), pool="card")]
    cities: Annotated[list[City], BY_SEAT]      # index = owner of what is inside
    bids: Annotated[list[int], BY_SEAT, Hidden(OWNER)]      # each seat sees its own

A field without a mark is seen by everyone. `Hidden` says who sees the value
and what the others see instead. `pool` names things that could be exchanged
without anybody outside noticing: the twin-world test does just that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, is_dataclass
from typing import Any

from .state_json import Json, bare, hints, to_json

OWNER = "owner"
NOBODY = "nobody"


class BySeat:
    """Mark of a list with one element a seat: what is inside belongs to that seat."""


BY_SEAT = BySeat()

Shown = Callable[[Any], Json]


def as_nothing(_: Any) -> Json:
    return None


def as_count(value: Any) -> Json:
    return {"hidden": len(value)}


def as_presence(value: Any) -> Json:
    """Whether there is something, for a single value."""
    return {"hidden": 0 if value is None or value == "" else 1}


def as_backs(back: Callable[[Any], str]) -> Shown:
    """The backs of cards, in their places."""

    def shown(value: Any) -> Json:
        if isinstance(value, dict):
            return {str(k): back(card) for k, card in value.items()}
        return [back(card) for card in value]

    return shown


@dataclass(frozen=True)
class Hidden:
    """by: OWNER, NOBODY, or the name of a sibling field that lists the seats that know."""

    by: str
    shown: Shown = as_nothing
    pool: str | None = None
    back: Callable[[Any], str] | None = None
    """What tells things of one pool apart from outside; only like may be exchanged with like."""


def view(state: Any, seat: int | None) -> Json:
    """The state as `seat` may see it; None is an onlooker."""
    return _object(state, seat, None)


def _object(value: Any, seat: int | None, owner: int | None) -> Json:
    seen: dict[str, Json] = {}
    for name, mark, by_seat in marked(type(value)):
        inner = getattr(value, name)
        if by_seat:
            seen[name] = [_seen(one, mark, value, seat, n) for n, one in enumerate(inner)]
        else:
            seen[name] = _seen(inner, mark, value, seat, owner)
    return seen


_MARKED: dict[Any, list[tuple[str, Hidden | None, bool]]] = {}


def marked(cls: Any) -> list[tuple[str, Hidden | None, bool]]:
    """The fields of a state class: how each is hidden, and whether it has one element a seat."""
    if cls not in _MARKED:
        _MARKED[cls] = [(name, *_marks(hint)) for name, hint in hints(cls).items()]
    return _MARKED[cls]


def _marks(hint: Any) -> tuple[Hidden | None, bool]:
    _, marks = bare(hint)
    return next((mark for mark in marks if isinstance(mark, Hidden)), None), BY_SEAT in marks


def _seen(value: Any, mark: Hidden | None, holder: Any, seat: int | None, owner: int | None) -> Json:
    if mark is not None and not _sees(mark, holder, seat, owner):
        return mark.shown(value)
    return _value(value, seat, owner)


def _sees(mark: Hidden, holder: Any, seat: int | None, owner: int | None) -> bool:
    if seat is None or mark.by == NOBODY:
        return False
    if mark.by == OWNER:
        return seat == owner
    return seat in getattr(holder, mark.by)


def _value(value: Any, seat: int | None, owner: int | None) -> Json:
    if value is None or isinstance(value, (str, int)):
        return value
    if is_dataclass(value):
        return _object(value, seat, owner)
    if isinstance(value, list):
        return [_value(one, seat, owner) for one in value]
    if isinstance(value, dict):
        return {str(k): _value(one, seat, owner) for k, one in value.items()}
    return to_json(value)


@dataclass(slots=True)
class Place:
    """Where one hidden thing lies: an element, or the value of a field."""

    holder: Any
    key: Any
    pool: str
    back: str

    def get(self) -> Any:
        return getattr(self.holder, self.key) if is_dataclass(self.holder) else self.holder[self.key]

    def put(self, value: Any) -> None:
        if is_dataclass(self.holder):
            setattr(self.holder, self.key, value)
        else:
            self.holder[self.key] = value


def hidden_places(state: Any, seat: int | None) -> list[Place]:
    """All exchangeable things that `seat` may not see."""
    found: list[Place] = []
    _collect(state, seat, None, found)
    return found


def _collect(value: Any, seat: int | None, owner: int | None, found: list[Place]) -> None:
    if is_dataclass(value):
        for name, mark, by_seat in marked(type(value)):
            inner = getattr(value, name)
            if by_seat:
                for n, one in enumerate(inner):
                    _collect_one(one, mark, value, inner, n, seat, n, found)
            else:
                _collect_one(inner, mark, value, value, name, seat, owner, found)
    elif isinstance(value, (list, dict)):
        for one in value.values() if isinstance(value, dict) else value:
            _collect(one, seat, owner, found)


def _collect_one(
    value: Any, mark: Hidden | None, marked_in: Any, holder: Any, key: Any, seat: int | None, owner: int | None,
    found: list[Place],
) -> None:  # fmt: skip
    if mark is None or _sees(mark, marked_in, seat, owner):
        _collect(value, seat, owner, found)
    elif mark.pool is not None:
        back = mark.back or (lambda _: "")
        if isinstance(value, (list, dict)):
            keys = list(value) if isinstance(value, dict) else range(len(value))
            found.extend(Place(value, one, mark.pool, back(value[one])) for one in keys)
        elif value is not None and value != "":
            found.append(Place(holder, key, mark.pool, back(value)))
