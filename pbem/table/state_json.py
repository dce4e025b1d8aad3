"""States are plain data: slots dataclasses of numbers, strings, lists and dicts.

From the type hints of a state class come its copy, its JSON form and its
reading back. A float or a set in a state is an error when the class is first
used: both differ between machines or runs.
"""

from __future__ import annotations

import json
import types
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from hashlib import sha256
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

Json = Any


class Transient:
    """Mark of a field that is no part of the position (notes not yet taken)."""


TRANSIENT = Transient()


class NotPlain(TypeError):
    """A state field whose type is not plain data."""


_HINTS: dict[Any, dict[str, Any]] = {}
_COPIERS: dict[Any, Callable[[Any], Any]] = {}


def hints(cls: Any) -> dict[str, Any]:
    """The fields of a state class with their types, marks included, transient ones left out."""
    if cls not in _HINTS:
        _HINTS[cls] = _resolved(cls)
    return _HINTS[cls]


def _resolved(cls: Any) -> dict[str, Any]:
    resolved = get_type_hints(cls, include_extras=True)
    return {
        f.name: resolved[f.name] for f in fields(cls) if TRANSIENT not in getattr(resolved[f.name], "__metadata__", ())
    }


def bare(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """A type hint without its marks, and the marks."""
    if get_origin(hint) is Annotated:
        return hint.__origin__, hint.__metadata__
    return hint, ()


def _is_atom(hint: Any) -> bool:
    hint, _ = bare(hint)
    if hint in (int, str, bool, type(None)) or get_origin(hint) is Literal:
        return True
    if get_origin(hint) in (Union, types.UnionType):
        return all(_is_atom(arg) for arg in get_args(hint))
    return get_origin(hint) is tuple and all(_is_atom(a) for a in get_args(hint) if a is not ...)


def _optional(hint: Any) -> Any | None:
    """T of `T | None`, for a T that is not an atom."""
    if get_origin(hint) in (Union, types.UnionType):
        rest = [arg for arg in get_args(hint) if arg is not type(None)]
        if len(rest) == 1:
            return rest[0]
    return None


def copier(cls: Any) -> Callable[[Any], Any]:
    """A copy function for a state class, written out field by field: copying is what clones cost."""
    if cls not in _COPIERS:
        _COPIERS[cls] = _written_out(cls)
    return _COPIERS[cls]


def _written_out(cls: Any) -> Callable[[Any], Any]:
    scope: dict[str, Any] = {"new": object.__new__, "cls": cls}
    lines = ["def copy(old):", "    it = new(cls)"]
    for f in fields(cls):
        if f.name in hints(cls):
            lines.append(f"    it.{f.name} = {_copy_text(hints(cls)[f.name], f'old.{f.name}', scope)}")
        else:
            lines.append(f"    it.{f.name} = []")
    lines.append("    return it")
    exec("\n".join(lines), scope)
    made: Callable[[Any], Any] = scope["copy"]
    return made


def _copy_text(hint: Any, value: str, scope: dict[str, Any]) -> str:
    hint, _ = bare(hint)
    if _is_atom(hint):
        return value
    inner = _optional(hint)
    if inner is not None:
        return f"(None if {value} is None else {_copy_text(inner, value, scope)})"
    origin, args = get_origin(hint), get_args(hint)
    var = f"v{value.count('[') + value.count('v')}"
    if origin is list:
        if _is_atom(args[0]):
            return f"{value}[:]"
        return f"[{_copy_text(args[0], var, scope)} for {var} in {value}]"
    if origin is dict:
        _key(args[0])
        if _is_atom(args[1]):
            return f"{value}.copy()"
        return f"{{k{var}: {_copy_text(args[1], var, scope)} for k{var}, {var} in {value}.items()}}"
    if is_dataclass(hint) and isinstance(hint, type):
        name = f"copy_{len(scope)}"  # classes of different modules may bear the same name
        scope[name] = copier(hint)
        return f"{name}({value})"
    raise NotPlain(f"{hint!r} is not plain data")


def _key(hint: Any) -> type[int] | type[str]:
    """What the keys of a dict are; JSON has only strings, so other keys could not be read back."""
    if hint is int or hint is str:
        return int if hint is int else str
    kinds = [type(one) for one in get_args(hint)] if get_origin(hint) is Literal else []
    if kinds and all(kind is kinds[0] for kind in kinds) and kinds[0] in (int, str):
        return int if kinds[0] is int else str
    raise NotPlain(f"a key must be int or str, not {hint!r}")


def copy(state: Any) -> Any:
    return copier(type(state))(state)


def to_json(value: Any) -> Json:
    """A state as JSON values; dict keys become strings."""
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
    """The reverse of `to_json`, by type."""
    return _reader(hint)(data)


@cache
def _reader(hint: Any) -> Callable[[Json], Any]:
    """Reads data of a type; what the type says is looked up once, as pages read thousands of positions."""
    hint, _ = bare(hint)
    origin, args = get_origin(hint), get_args(hint)
    if origin is tuple and not (len(args) == 2 and args[1] is ...):
        readers = [_reader(arg) for arg in args]
        return lambda data: tuple(read(one) for read, one in zip(readers, data, strict=True))
    if origin is tuple:
        of_tuple = _reader(args[0])
        return lambda data: tuple(map(of_tuple, data))
    if _is_atom(hint):
        return tuples
    inner = _optional(hint)
    if inner is not None:
        there = _reader(inner)
        return lambda data: None if data is None else there(data)
    if origin is list:
        of_list = _reader(args[0])
        return lambda data: list(map(of_list, data))
    if origin is dict:
        key, of_dict = _key(args[0]), _reader(args[1])
        return lambda data: {key(k): of_dict(one) for k, one in data.items()}
    if is_dataclass(hint) and isinstance(hint, type):
        return _reader_of_fields(hint)
    raise NotPlain(f"{hint!r} is not plain data")


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


def tuples(data: Json) -> Any:
    """JSON lists back to tuples, all the way down: states and answers keep no list inside a tuple."""
    return tuple(tuples(one) for one in data) if isinstance(data, list) else data


def canonical(data: Json) -> bytes:
    """The one way to write JSON that is hashed or compared."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def digest(data: Json) -> str:
    return sha256(canonical(data)).hexdigest()
