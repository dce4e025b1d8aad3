"""States as a seat sees them, in their own classes: for bots, texts, boards and the check before sending.

    game = table.seen(seat)                  # where the table is at hand
    game = from_view(Duel, view, seat)       # where there is only the view: in a sealed hand, on a page

Both give the same. Whatever the seat may not see is replaced by an `Unseen`: each
card of a pile whose size the view shows, each value of a dict whose keys it
shows; the whole value where the view shows less than that. A masked state has the same view, and can be masked again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import is_dataclass
from functools import cache
from typing import Any, get_args, get_origin

from .fields import bare, key_type, optional
from .state_json import Copy, Json, Read, all_built, built
from .unseen import Unseen
from .views import ONLOOKER, Eyes, Hidden, also_masked, as_count, conceals


def masked(state: Any, seat: int | None) -> Any:
    """A copy of a state with what `seat` may see; None is an onlooker."""
    cls: Any = type(state)
    return _masker(cls)(state, ONLOOKER if seat is None else seat, None)


class _Mask(Eyes, Copy):
    def hidden(self, hint: Any, mark: Hidden, value: str) -> str:
        if mark.shown is as_count and get_origin(bare(hint)[0]) is list:  # as below, but without going through the view
            unseen = self.named(Unseen)
            return f"([{unseen}()] if len({value}) == 1 else [{unseen}() for _ in {value}] if {value} else [])"
        return f"{self.named(_stand_in(hint))}({self.named(also_masked(mark.shown))}({value}))"

    def looker(self, cls: type) -> Callable[..., Any]:
        return _masker(cls)

    def objects(self, hint: Any, value: str) -> str | None:
        cls: Any = hint
        if not is_dataclass(hint) or not conceals(cls):
            return super().objects(hint, value)
        return f"{self.named(_all_masker(cls))}({value}, seat, {self.owner})"


@cache
def _all_masker(cls: Any) -> Callable[[list[Any], Any, int | None], list[Any]]:
    draft = _Mask(cls, "def made(olds, seat, owner):")
    return all_built(draft, cls, draft.of_fields())


@cache
def _masker(cls: Any) -> Callable[[Any, Any, int | None], Any]:
    draft = _Mask(cls)
    return built(draft, cls, draft.of_fields())


def from_view(cls: Any, view: Json, seat: int | None) -> Any:
    """The same from the view of that seat."""
    return _view_reader(cls)(view, ONLOOKER if seat is None else seat, None)


class _ReadView(Eyes, Read):
    def at(self, name: str) -> str:
        return f"old[{name!r}]"

    def hidden(self, hint: Any, mark: Hidden, value: str) -> str:
        return f"{self.named(_stand_in(hint))}({value})"

    def looker(self, cls: type) -> Callable[..., Any]:
        return _view_reader(cls)


@cache
def _view_reader(cls: Any) -> Callable[[Json, Any, int | None], Any]:
    draft = _ReadView(cls)
    return built(draft, cls, draft.of_fields())


def _stand_in(hint: Any) -> Callable[[Json], Any]:
    """The stand-in for a hidden value of a type, given what a view shows of it."""
    hint, _ = bare(hint)
    inner = optional(hint)
    of = hint if inner is None else inner
    if get_origin(of) is list:
        return _for_list
    if get_origin(of) is dict:
        key = key_type(get_args(of)[0])
        return lambda shown: _for_dict(key, shown)
    nothing = "" if inner is None else None
    return lambda shown: nothing if _number(shown) == 0 else Unseen() if _number(shown) else _whole(shown)


def _for_list(shown: Json) -> Any:
    if isinstance(shown, list):
        return [Unseen.showing(one) for one in shown]
    number = _number(shown)
    return _whole(shown) if number is None else [Unseen() for _ in range(number)]


def _for_dict(key: type[int] | type[str], shown: Json) -> Any:
    if _number(shown) == 0:
        return {}
    if isinstance(shown, dict) and _number(shown) is None:
        return {key(name): Unseen.showing(one) for name, one in shown.items()}
    return _whole(shown)


def _whole(shown: Json) -> Unseen:
    return Unseen() if shown is None else Unseen.showing(shown)


def _number(shown: Json) -> int | None:
    """How many things are hidden, where `as_count` or `as_presence` says so."""
    if isinstance(shown, dict) and len(shown) == 1 and type(number := shown.get("hidden")) is int:
        return number
    return None
