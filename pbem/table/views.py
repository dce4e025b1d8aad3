"""Who sees what of a state, derived from the marks on its fields.

    hand: Annotated[list[str], Hidden(OWNER, as_count, pool="card")]
    face_down: Annotated[dict[str, str], Hidden(NOBODY, as_backs(back_of), pool="card")]
    cities: Annotated[list[City], BY_SEAT]      # index = owner of what is inside
    bids: Annotated[list[int], BY_SEAT, Hidden(OWNER)]      # each seat sees its own
    units: Annotated[list[str], Hidden("player", as_count, pool=step_of)]     # `player: int` is a field beside it

A field without a mark is seen by everyone. `Hidden` says who sees the value
and what the others see instead. `pool` names things that could be exchanged
without any outsider noticing: the twin-world test does just that. Where that
depends on what is hidden (units of one age), `pool` is a function of the object that has the field.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from functools import cache
from typing import Any, get_args, get_origin

from ..words.lazy_dataclass import dataclass
from .fields import NotPlain, Veil, bare, hints, is_single
from .state_json import Json, Write
from .unseen import HiddenTouched, Unseen
from .written import Draft

OWNER = "owner"
NOBODY = "nobody"


class BySeat:
    """Marks a list with one element per seat: what is inside an element belongs to that seat."""


BY_SEAT = BySeat()

Shown = Callable[[Any], Json]


def as_nothing(_: Any) -> Json:
    return None


def as_count(value: Any) -> Json:
    return {"hidden": len(value)}


def as_presence(value: Any) -> Json:
    """Whether there is anything, for a single value."""
    return {"hidden": 0 if value is None or (isinstance(value, str) and not value) else 1}


def as_backs(back: Callable[[Any], str]) -> Shown:
    """The backs of cards, in their places."""

    def shown(value: Any) -> Json:
        if isinstance(value, dict):
            return {str(k): back(card) for k, card in value.items()}
        return [back(card) for card in value]

    return shown


@dataclass(frozen=True)
class Hidden(Veil):
    """by: OWNER, NOBODY, or the name of a sibling field: of the seat that knows, or of a list of them."""

    by: str
    shown: Shown = as_nothing
    pool: str | Callable[[Any], str] | None = None
    back: Callable[[Any], str] | None = None
    """What outsiders can tell things of one pool apart by; only like may be exchanged with like."""


ONLOOKER: Any = object()
"""Stands for a seat that owns nothing and is listed nowhere."""


def view(state: Any, seat: int | None) -> Json:
    """The state as `seat` may see it; None is an onlooker."""
    cls: Any = type(state)
    return viewer(cls)(state, ONLOOKER if seat is None else seat, None)


class Eyes(Draft):
    """The source of a function `made(old, seat, owner)` that looks at an object as a seat sees it."""

    owner = "owner"

    def __init__(self, cls: Any, head: str = "def made(old, seat, owner):") -> None:
        super().__init__(head)
        self.fields = hints(cls)

    def of_fields(self) -> dict[str, str]:
        return {name: self.of_field(name, hint) for name, hint in self.fields.items()}

    def of_field(self, name: str, hint: Any) -> str:
        mark, by_seat = marks(hint)
        if not by_seat:
            return self._one(hint, self.at(name), mark)
        self.owner, one = "n", self.loop()
        made = self._one(element(hint), one, mark)
        self.owner = "owner"
        return f"[{made} for n, {one} in enumerate({self.at(name)})]"

    def _one(self, hint: Any, value: str, mark: Hidden | None) -> str:
        if mark is None:
            return self.text(hint, value)
        hidden = self.hidden(hint, mark, value)
        if mark.by == NOBODY:
            return hidden
        sees = f"seat == {self.owner}"
        if mark.by != OWNER:
            sees = f"seat {'in' if lists_seats(self.fields[mark.by]) else '=='} {self.at(mark.by)}"
        return f"({self.text(hint, value)} if {sees} else {hidden})"

    def object(self, cls: type, value: str) -> str:
        if not conceals(cls):
            return super().object(cls, value)
        return f"{self.named(self.looker(cls))}({value}, seat, {self.owner})"

    def at(self, name: str) -> str:
        """The value of a field."""
        return f"old.{name}"

    @abstractmethod
    def hidden(self, hint: Any, mark: Hidden, value: str) -> str:
        """What replaces something that the seat does not see."""

    @abstractmethod
    def looker(self, cls: type) -> Callable[..., Any]:
        """The corresponding function for a class in which something is hidden."""


def also_masked(shown: Shown) -> Shown:
    """What is shown of a hidden value, also in a masked state: there an `Unseen` stands for it, or for a part of it."""
    if shown is as_nothing:
        return shown

    def of(value: Any) -> Json:
        try:
            return shown(value)
        except HiddenTouched:
            if isinstance(value, Unseen):
                return as_presence(value) if value.shows == "?" else value.shows
            if isinstance(value, dict):
                return {str(k): v.shows if isinstance(v, Unseen) else shown({k: v})[str(k)] for k, v in value.items()}
            return [one.shows if isinstance(one, Unseen) else shown([one])[0] for one in value]

    return of


class _View(Eyes, Write):
    def hidden(self, hint: Any, mark: Hidden, value: str) -> str:
        return f"{self.named(also_masked(mark.shown))}({value})"

    def looker(self, cls: type) -> Callable[..., Any]:
        return viewer(cls)


@cache
def viewer(cls: Any) -> Callable[[Any, Any, int | None], Json]:
    """A function that gives an object of a state class as a seat sees it, if it belongs to `owner`."""
    draft = _View(cls)
    draft.add(f"return {{{', '.join(f'{name!r}: {made}' for name, made in draft.of_fields().items())}}}")
    return draft.made()


_MARKED: dict[Any, list[tuple[str, Hidden | None, bool]]] = {}


def marked(cls: Any) -> list[tuple[str, Hidden | None, bool]]:
    """The fields of a state class: how each is hidden, and whether it has one element per seat."""
    if cls not in _MARKED:
        _MARKED[cls] = [(name, *marks(hint)) for name, hint in hints(cls).items()]
    return _MARKED[cls]


def marks(hint: Any) -> tuple[Hidden | None, bool]:
    _, found = bare(hint)
    return next((mark for mark in found if isinstance(mark, Hidden)), None), BY_SEAT in found


def element(hint: Any) -> Any:
    """The element type of a list with one element per seat."""
    listed, _ = bare(hint)
    if get_origin(listed) is not list:
        raise NotPlain(f"{listed!r} is marked BY_SEAT and no list")
    return get_args(listed)[0]


def lists_seats(hint: Any) -> bool:
    """Whether a field that says who knows has several seats, or just one."""
    return not is_single(hint)


@cache
def conceals(cls: Any) -> bool:
    """Whether anything in an object of a state class may be hidden from somebody."""
    return any(mark is not None for _, mark, _ in marked(cls)) or any(
        conceals(inner) for hint in hints(cls).values() for inner in _classes(hint)
    )


def _classes(hint: Any) -> Iterator[type]:
    """The state classes in a type."""
    hint, _ = bare(hint)
    if isinstance(hint, type) and is_dataclass(hint):
        yield hint
    for arg in get_args(hint):
        yield from _classes(arg)
