"""What the fields of a state class may hold: numbers, strings, lists and dicts of them, and other state classes."""

from __future__ import annotations

import types
from dataclasses import fields
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints


class Transient:
    """Marks a field that is not part of the position (notes not yet taken)."""


TRANSIENT = Transient()


class Veil:
    """Base of the marks for fields that may be hidden: in a masked state they may hold an `Unseen`."""


class NotPlain(TypeError):
    """A state field whose type is not plain data."""


_HINTS: dict[Any, dict[str, Any]] = {}


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


def transient(cls: Any) -> list[str]:
    """The fields that are not part of the position; they are lists, empty in every copy."""
    return [f.name for f in fields(cls) if f.name not in hints(cls)]


def bare(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """A type hint without its marks, and the marks."""
    if get_origin(hint) is Annotated:
        return hint.__origin__, hint.__metadata__
    return hint, ()


def is_single(hint: Any) -> bool:
    """A number, a string or None: the same in a state and in JSON."""
    hint, _ = bare(hint)
    if get_origin(hint) in (Union, types.UnionType):
        return all(is_single(arg) for arg in get_args(hint))
    return hint in (int, str, bool, type(None)) or get_origin(hint) is Literal


def is_atom(hint: Any) -> bool:
    """What never changes and need not be copied: single values, and tuples of them."""
    hint, _ = bare(hint)
    if get_origin(hint) in (Union, types.UnionType):
        return all(is_atom(arg) for arg in get_args(hint))
    if get_origin(hint) is tuple:
        return all(is_atom(arg) for arg in get_args(hint) if arg is not ...)
    return is_single(hint)


def optional(hint: Any) -> Any | None:
    """The T in `T | None`."""
    if get_origin(hint) in (Union, types.UnionType):
        rest = [arg for arg in get_args(hint) if arg is not type(None)]
        if len(rest) == 1:
            return rest[0]
    return None


def key_type(hint: Any) -> type[int] | type[str]:
    """The type of a dict's keys; JSON has only string keys, so others could not be read back."""
    hint, _ = bare(hint)
    if hint is int or hint is str:
        return int if hint is int else str
    kinds = [type(one) for one in get_args(hint)] if get_origin(hint) is Literal else []
    if kinds and all(kind is kinds[0] for kind in kinds) and kinds[0] in (int, str):
        return int if kinds[0] is int else str
    raise NotPlain(f"a key must be int or str, not {hint!r}")
