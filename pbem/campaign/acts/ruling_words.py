"""What a ruling has changed, for people: the thing by its name in the title, what it was and what it is.

A title names the fields of its state in its words (`field.coins`; `field.side.card` where two classes have a field of
that name). What has no name, or changes its shape, is told as path and JSON.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import is_dataclass, replace
from typing import Any, get_args, get_origin

from pbem.table import BY_SEAT, SEAT, Note
from pbem.table.fields import bare, hints, optional
from pbem.table.state_json import canonical
from pbem.words.lazy_dataclass import dataclass

Change = Mapping[str, Any]
"""`path`, what `was` there, and what comes `to` be there."""


@dataclass(frozen=True, slots=True)
class _Spot:
    """Where a path has led so far."""

    hint: Any
    field: str = ""
    """The word for the last field on the way."""
    owner: int | None = None
    inside: tuple[str, ...] = ()
    """The things that it belongs to: keys on the way."""
    nth: int = 0
    """Its place in a list, as people count."""

    @property
    def type(self) -> Any:
        plain, _ = bare(self.hint)
        return bare(optional(plain) or plain)[0]

    @property
    def of_seats(self) -> bool:
        """Whether numbers here, or those in a list here, are those of seats."""
        inner = get_args(self.type)[:1] if get_origin(self.type) is list else ()
        return any(SEAT in bare(hint)[1] for hint in (self.hint, *inner))


class _Nameless(Exception):
    """There are no words for it."""


def notes(cls: Any, words: Mapping[str, str], changes: Sequence[Change], seen_by: tuple[int, ...] | None) -> list[Note]:
    """Sentences about changes of a state; `words` are those of the title, in any language."""
    found = []
    for one in changes:
        try:
            spot = _Spot(cls)
            for step in one["path"].split("."):
                spot = _next(spot, step, words)
            said = list(_told(spot, one["was"], one["to"], words))
        except _Nameless:
            was, to = canonical(one["was"]).decode(), canonical(one["to"]).decode()
            said = [("ruled_change", {"path": one["path"], "before": was, "after": to})]
        found += [Note(key, values, seen_by) for key, values in said]
    return found


def _next(spot: _Spot, step: str, words: Mapping[str, str]) -> _Spot:
    kind, args = spot.type, get_args(spot.type)
    if is_dataclass(kind):
        assert isinstance(kind, type)
        names = (f"{kind.__name__.lower()}.{step}", step)
        named = next((name for name in names if f"field.{name}" in words), None)
        if named is None:
            raise _Nameless
        return replace(spot, hint=hints(kind)[step], field=named, nth=0)
    if BY_SEAT in bare(spot.hint)[1]:
        return replace(spot, hint=args[0], owner=int(step))
    if get_origin(kind) is dict:
        seat = SEAT in bare(args[0])[1]
        return replace(spot, hint=args[1], owner=int(step)) if seat else _within(spot, args[1], step)
    if get_origin(kind) in (list, tuple) and args:
        return replace(spot, hint=args[0], nth=int(step) + 1)
    raise _Nameless


def _within(spot: _Spot, hint: Any, step: str) -> _Spot:
    return replace(spot, hint=hint, inside=(*spot.inside, step))


def _told(spot: _Spot, was: Any, to: Any, words: Mapping[str, str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What has changed at a place, one sentence for each thing inside it."""
    if isinstance(was, dict) and isinstance(to, dict):
        for step in dict.fromkeys((*was, *to)):
            if was.get(step) != to.get(step):
                yield from _told(_next(spot, step, words), was.get(step), to.get(step), words)
    elif isinstance(was, list) and isinstance(to, list):
        yield from _told_list(spot, was, to, words)
    elif isinstance(was, (dict, list)) or isinstance(to, (dict, list)):
        raise _Nameless
    else:
        yield f"ruled_to{_suffix(spot)}", {**_where(spot), "before": _value(spot, was), "after": _value(spot, to)}


def _told_list(
    spot: _Spot, was: list[Any], to: list[Any], words: Mapping[str, str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    things = all(isinstance(one, str) or (spot.of_seats and type(one) is int) for one in (*was, *to))
    if things:
        added, removed = Counter(to) - Counter(was), Counter(was) - Counter(to)
        more = {"added": list(added.elements()), "removed": list(removed.elements())}
        if added or removed:
            yield f"ruled_list{_suffix(spot)}", {**_where(spot), **more, "come": bool(added), "go": bool(removed)}
        else:
            yield f"ruled_order{_suffix(spot)}", {**_where(spot), "after": to}
    elif len(was) == len(to):
        for n, (before, after) in enumerate(zip(was, to, strict=True)):
            if before != after:
                yield from _told(_next(spot, str(n), words), before, after, words)
    else:
        raise _Nameless


def _where(spot: _Spot) -> dict[str, Any]:
    owner = {"owner": spot.owner} if spot.owner is not None else {}
    return {"field": spot.field, "owned": spot.owner is not None, **owner, "inside": list(spot.inside), "nth": spot.nth}


def _suffix(spot: _Spot) -> str:
    return "_player" if spot.of_seats else ""


def _value(spot: _Spot, value: Any) -> Any:
    """What is not there is told as such."""
    none = value is None or value == "" or (spot.of_seats and value < 0)
    return "nothing" if none else value
