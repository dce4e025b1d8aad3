"""JSON and views made by walking a state by its types on each call: the baseline for the written-out ones.

Both must give exactly the same values; a test compares them over whole games.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, get_args, get_origin

from pbem.table.fields import NotPlain, bare, hints, is_atom, key_type, optional
from pbem.table.state_json import Json, tuples
from pbem.table.views import NOBODY, OWNER, Hidden, marked


def to_json(value: Any) -> Json:
    if isinstance(value, (int, str)) or value is None:
        return value
    if isinstance(value, (list, tuple)):
        return [to_json(one) for one in value]
    if isinstance(value, dict):
        return {str(k): to_json(one) for k, one in value.items()}
    if is_dataclass(value):
        return {name: to_json(getattr(value, name)) for name in hints(type(value))}
    raise NotPlain(f"{value!r} is not plain data")


def from_json(hint: Any, data: Json) -> Any:
    return _reader(hint)(data)


@cache
def _reader(hint: Any) -> Callable[[Json], Any]:
    hint, _ = bare(hint)
    origin, args = get_origin(hint), get_args(hint)
    if origin is tuple and not (len(args) == 2 and args[1] is ...):
        readers = [_reader(arg) for arg in args]
        return lambda data: tuple(read(one) for read, one in zip(readers, data, strict=True))
    if origin is tuple:
        of_tuple = _reader(args[0])
        return lambda data: tuple(map(of_tuple, data))
    if is_atom(hint):
        return tuples
    inner = optional(hint)
    if inner is not None:
        there = _reader(inner)
        return lambda data: None if data is None else there(data)
    if origin is list:
        of_list = _reader(args[0])
        return lambda data: list(map(of_list, data))
    if origin is dict:
        key, of_dict = key_type(args[0]), _reader(args[1])
        return lambda data: {key(k): of_dict(one) for k, one in data.items()}
    return _reader_of_fields(hint)


def _reader_of_fields(cls: type) -> Callable[[Json], Any]:
    named = hints(cls)
    readers = [(name, _reader(hint)) for name, hint in named.items()]
    transient = [f.name for f in fields(cls) if f.name not in named]

    def read(data: Json) -> Any:
        made: Any = object.__new__(cls)
        for name, of_field in readers:
            setattr(made, name, of_field(data[name]))
        for name in transient:
            setattr(made, name, [])
        return made

    return read


def view(state: Any, seat: int | None) -> Json:
    return _object(state, seat, None)


def _object(value: Any, seat: int | None, owner: int | None) -> Json:
    seen: dict[str, Json] = {}
    cls: Any = type(value)
    for name, mark, by_seat in marked(cls):
        inner = getattr(value, name)
        if by_seat:
            seen[name] = [_seen(one, mark, value, seat, n) for n, one in enumerate(inner)]
        else:
            seen[name] = _seen(inner, mark, value, seat, owner)
    return seen


def _seen(value: Any, mark: Hidden | None, holder: Any, seat: int | None, owner: int | None) -> Json:
    if mark is not None and not _sees(mark, holder, seat, owner):
        return mark.shown(value)
    return _value(value, seat, owner)


def _sees(mark: Hidden, holder: Any, seat: int | None, owner: int | None) -> bool:
    if seat is None or mark.by == NOBODY:
        return False
    if mark.by == OWNER:
        return seat == owner
    known: Any = getattr(holder, mark.by)
    return bool(seat == known if isinstance(known, int) else seat in known)


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
