"""Changes of a state from outside the rules: paths into it, and whether what comes of it is sound.

A path is field names, keys and list indexes joined by dots, into the state as JSON: `cities.0.coins`.
"""

from __future__ import annotations

import types
from collections import Counter
from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any, Literal, Union, get_args, get_origin

from .fields import bare, hints, key_type
from .inputs import Changes
from .refusals import CannotRule
from .state_json import Json, from_json, to_json
from .things import Of, marked_values, misfits
from .views import Hidden, conceals

FIXED = ("seats", "options", "fixes", "phase", "outcome")
"""Fields of every state that say what is played and where the rules stand."""


def get(data: Json, path: str) -> Json:
    """The value at a path; raises CannotRule where there is none."""
    for step in path.split("."):
        try:
            data = data[int(step)] if isinstance(data, list) and step.isdecimal() else data[step]
        except (KeyError, IndexError, TypeError):
            raise CannotRule(f"{path}: there is no {step}") from None
    return data


def put(data: Json, path: str, value: Json) -> None:
    """Replace the value at a path."""
    *way, last = path.split(".")
    holder = get(data, ".".join(way)) if way else data
    get(holder, last)
    holder[int(last) if isinstance(holder, list) else last] = value


def changed(state: Any, changes: Changes) -> Any:
    """A copy of a state with other values in some places."""
    data = to_json(state)
    for path, value in changes:
        put(data, path, value)
    return from_json(type(state), data)


def moved_back(start: Any, now: Any, changes: Changes) -> Any:
    """An earlier state, changed so that the rules should lead to `now` with the changes: numbers by as much as they
    change now, all else as it will be."""
    data, later = to_json(start), to_json(now)
    for path, value in changes:
        then, current = get(data, path), get(later, path)
        numbers = all(type(one) is int for one in (then, current, value))
        put(data, path, then + value - current if numbers else value)
    return from_json(type(start), data)


def secret(cls: Any, path: str) -> bool:
    """Whether a path leads to something that not everybody may see."""
    hint = cls
    for step in path.split("."):
        hint, marks = _within(hint, step)
        if any(isinstance(mark, Hidden) for mark in marks):
            return True
    return any(conceals(one) for one in _classes(hint))


def check(state: Any, changes: Changes) -> None:
    """Raise CannotRule unless the changes fit the state's types, its marks, and the number of things in the box."""
    paths = [path for path, _ in changes]
    for path, value in changes:
        if path.split(".")[0] in FIXED:
            raise CannotRule(f"{path}: this is never changed")
        if sum(path == other or path.startswith(f"{other}.") for other in paths) > 1:
            raise CannotRule(f"{path} is changed twice")
        get(to_json(state), path)
        hint: Any = type(state)
        for step in path.split("."):
            hint, _ = _within(hint, step)
        if not fits(hint, value):
            raise CannotRule(f"{path}: {value!r} is not of the right kind")
    new = changed(state, changes)
    for where, what in misfits(new):
        if (where, what) not in list(misfits(state)):
            raise CannotRule(f"{where}: {what}")
    before, after = _things(state), _things(new)
    for thing in sorted((before - after) + (after - before)):
        raise CannotRule(f"{thing}: there were {before[thing]} of it and would be {after[thing]}; move it instead")


def _things(state: Any) -> Counter[str]:
    """How often each thing of the box lies somewhere: what is marked as one; where nothing is, all that is listed."""
    marked = Counter(one.value for one in marked_values(state) if isinstance(one.mark, Of))
    return marked or Counter(_listed(to_json(state)))


def _listed(data: Json) -> Iterator[str]:
    for one in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        if isinstance(one, str) and isinstance(data, list):
            yield one
        yield from _listed(one)


def _within(hint: Any, step: str) -> tuple[Any, tuple[Any, ...]]:
    """The type one step further, and the marks on the way."""
    hint, marks = bare(_present(hint))
    if is_dataclass(hint):
        inner, more = bare(hints(hint).get(step, type(None)))
        return inner, (*marks, *more)
    args = get_args(hint)
    if get_origin(hint) is dict:
        return args[1], marks
    return (args[0] if args else type(None)), marks


def _present(hint: Any) -> Any:
    """The type of what is there, where it may be None."""
    inner, marks = bare(hint)
    if get_origin(inner) in (Union, types.UnionType):
        rest = [arg for arg in get_args(inner) if arg is not type(None)]
        return rest[0] if len(rest) == 1 else inner
    return hint if marks else inner


def _classes(hint: Any) -> Iterator[Any]:
    hint, _ = bare(hint)
    if isinstance(hint, type) and is_dataclass(hint):
        yield hint
    for arg in get_args(hint):
        yield from _classes(arg)


def fits(hint: Any, value: Json) -> bool:
    """Whether a JSON value is of a type."""
    hint, _ = bare(hint)
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return any(fits(one, value) for one in args)
    if origin is Literal:
        return value in args
    if origin in (list, tuple):
        if not isinstance(value, list):
            return False
        kinds = list(args) if origin is tuple and args[-1:] != (...,) else [args[0]] * len(value)
        return len(kinds) == len(value) and all(map(fits, kinds, value))
    if origin is dict:
        numbers = key_type(args[0]) is int
        return isinstance(value, dict) and all(
            (not numbers or key.isdecimal()) and fits(args[1], one) for key, one in value.items()
        )
    if is_dataclass(hint):
        known = hints(hint)
        return (
            isinstance(value, dict)
            and value.keys() == known.keys()
            and all(fits(known[name], one) for name, one in value.items())
        )
    return type(value) is hint if hint is not type(None) else value is None
