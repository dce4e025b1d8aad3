"""Paths into a state: setting up a position, and looking at one.

A path is field names, keys and list indexes joined by dots. A player's handle
stands for the seat, both in a path (`cities.anna.coins`) and where the state
holds the number of a seat (`active: anna`).
"""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from typing import Any, Literal, Union, get_args, get_origin

from ..table.fields import bare, hints
from ..table.things import Between
from .scenario_file import Place, Report


class Wrong(ValueError):
    """A value or path that does not fit the state."""


class NoSuchPath(LookupError):
    """A path that leads nowhere in a state or view."""


def nested(given: Mapping[str, Any]) -> dict[str, Any]:
    """Dotted keys as nested mappings; a later, more exact key wins."""
    out: dict[str, Any] = {}
    for key, value in given.items():
        at = out
        *way, last = key.split(".")
        for step in way:
            inside = at.get(step)
            at[step] = at = dict(inside) if isinstance(inside, dict) else {}
        value = nested(value) if isinstance(value, dict) else value
        at[last] = merged(at[last], value) if isinstance(at.get(last), dict) and isinstance(value, dict) else value
    return out


def merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Two positions, the second one over the first."""
    out = dict(below)
    for key, value in above.items():
        old = out.get(key)
        out[key] = merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return out


def put(game: Any, given: Mapping[str, Any], players: Sequence[str], place: Place, report: Report) -> None:
    """Set the given values in a state; reports every fault."""
    _put_object(game, given, players, place, report)


def _put_object(holder: Any, given: Mapping[str, Any], players: Sequence[str], place: Place, report: Report) -> None:
    known = hints(type(holder))
    for name, value in given.items():
        at = (*place, name)
        if name not in known:
            report(at, f"there is no such field; there are {', '.join(known)}")
            continue
        hint, marks = bare(known[name])
        if not marked_low(holder, name, marks) and negative(value):
            report(at, "must not be negative")
            continue
        try:
            setattr(holder, name, _set(hint, getattr(holder, name), value, players, at, report))
        except Wrong as fault:
            report(at, str(fault))


def marked_low(holder: Any, name: str, marks: Sequence[Any]) -> bool:
    """Whether a field may hold numbers below 0: its mark has bounds of its own, or it is below 0 by default."""
    default = next(one.default for one in fields(holder) if one.name == name)
    return any(isinstance(mark, Between) for mark in marks) or (type(default) is int and default < 0)


def negative(value: Any) -> bool:
    """Whether a value is, or as a list has in it, a number below 0; what is inside objects is looked at there."""
    if isinstance(value, list):
        return any(map(negative, value))
    return type(value) is int and value < 0


def _set(hint: Any, old: Any, value: Any, players: Sequence[str], place: Place, report: Report) -> Any:
    """The new value of a field: objects and lists are changed in part, everything else is replaced."""
    if is_dataclass(old) and isinstance(value, dict):
        _put_object(old, value, players, place, report)
        return old
    if isinstance(old, list) and isinstance(value, dict):
        inner, _ = bare(get_args(hint)[0])
        for key, one in value.items():
            at = (*place, key)
            try:
                n = _index(old, key, players)
                if negative(one):
                    raise Wrong("must not be negative")
                old[n] = _set(inner, old[n], one, players, at, report)
            except (Wrong, NoSuchPath) as fault:
                report(at, str(fault))
        return old
    return typed(hint, value, players)


def _index(values: Sequence[Any], key: str, players: Sequence[str]) -> int:
    n = players.index(key) if key in players else int(key) if key.isdecimal() else -1
    if not 0 <= n < len(values):
        raise NoSuchPath(f"{key!r} is neither a player nor a place in a list of {len(values)}")
    return n


def typed(hint: Any, value: Any, players: Sequence[str]) -> Any:
    """A value from YAML as the state's type requires it; otherwise raises Wrong."""
    hint, _ = bare(hint)
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _one_of(hint, value, players)
    if origin is Literal or hint in (int, str, bool, type(None)):
        return _single(hint, value, players)
    if origin is list and isinstance(value, list):
        return [typed(args[0], one, players) for one in value]
    if origin is tuple and isinstance(value, list):
        kinds = [args[0]] * len(value) if len(args) == 2 and args[1] is ... else list(args)
        if len(kinds) != len(value):
            raise Wrong(f"must have {len(kinds)} entries, not {len(value)}")
        return tuple(typed(kind, one, players) for kind, one in zip(kinds, value, strict=True))
    if origin is dict and isinstance(value, dict):
        low = any(isinstance(mark, Between) for mark in bare(args[1])[1])
        if not low and any(map(negative, value.values())):
            raise Wrong("must not be negative")
        keys = bare(args[0])[0]
        return {_key(keys, key, players): _within(key, args[1], one, players) for key, one in value.items()}
    if isinstance(hint, type) and is_dataclass(hint) and isinstance(value, dict):
        return _made(hint, value, players)
    raise Wrong(f"must be {_named(hint)}, not {value!r}")


def _within(name: str, hint: Any, value: Any, players: Sequence[str]) -> Any:
    """A value inside another; a fault says where it is."""
    try:
        return typed(hint, value, players)
    except Wrong as fault:
        raise Wrong(f"{name}: {fault}") from None


def _one_of(hint: Any, value: Any, players: Sequence[str]) -> Any:
    """The first type that the value fits. Of an object that may be missing, the object's own fault says more."""
    for one in get_args(hint):
        try:
            return typed(one, value, players)
        except Wrong as fault:
            if is_dataclass(one) and isinstance(value, dict):
                raise fault from None
    raise Wrong(f"{value!r} does not fit {_named(hint)}")


def _single(hint: Any, value: Any, players: Sequence[str]) -> Any:
    """A value that holds no others."""
    if get_origin(hint) is Literal:
        if value not in get_args(hint):
            raise Wrong(f"must be one of {', '.join(map(str, get_args(hint)))}, not {value!r}")
    elif hint is int and isinstance(value, str) and value in players:
        return players.index(value)
    elif hint is int and isinstance(value, str) and not value.lstrip("-").isdecimal():
        raise Wrong(f"must be a whole number or a player ({', '.join(players)}), not {value!r}")
    elif type(value) is not hint:
        raise Wrong(f"must be {'null' if hint is type(None) else _named(hint)}, not {value!r}")
    return value


def _key(hint: Any, key: str, players: Sequence[str]) -> Any:
    if hint is not int:
        return key
    if key in players:
        return players.index(key)
    try:
        return int(key)
    except ValueError:
        raise Wrong(f"the key {key!r} must be a whole number or a player") from None


def _made(cls: Any, value: Mapping[str, Any], players: Sequence[str]) -> Any:
    known = hints(cls)
    needed = [f.name for f in fields(cls) if f.default is MISSING and f.default_factory is MISSING]
    wrong = [name for name in value if name not in known]
    missing = [name for name in needed if name not in value]
    if wrong or missing:
        raise Wrong(f"{cls.__name__} has {', '.join(known)}; wrong: {wrong or 'none'}, missing: {missing or 'none'}")
    for name, one in value.items():
        if negative(one) and not marked_low(cls, name, bare(known[name])[1]):
            raise Wrong(f"{name} must not be negative")
    return cls(**{name: _within(name, known[name], one, players) for name, one in value.items()})


def _named(hint: Any) -> str:
    plain = {int: "a whole number", str: "text", bool: "true or false"}
    if hint in plain:
        return plain[hint]
    origin = get_origin(hint)
    shapes = {list: "a list", tuple: "a list", dict: "a mapping"}
    if origin in shapes:
        return shapes[origin]
    return getattr(hint, "__name__", str(hint))


def look(value: Any, path: str, players: Sequence[str]) -> Any:
    """The value at a path of a state, or of a view as JSON."""
    steps = path.split(".") if path else []
    for n, step in enumerate(steps):
        if is_dataclass(value):
            known = hints(type(value))
            if step not in known:
                raise NoSuchPath(f"{'.'.join(steps[:n]) or 'the state'} has no {step!r}; it has {', '.join(known)}")
            value = getattr(value, step)
        elif isinstance(value, (list, tuple)):
            value = value[_index(value, step, players)]
        elif isinstance(value, dict):
            value = value[_held(value, step, players)]
        else:
            raise NoSuchPath(f"{'.'.join(steps[:n])} is {value!r} and has no {step!r}")
    return value


def _held(value: dict[Any, Any], step: str, players: Sequence[str]) -> Any:
    forms: list[Any] = [step]
    if step in players:
        forms += [players.index(step), str(players.index(step))]
    if step.lstrip("-").isdecimal():
        forms.append(int(step))
    for form in forms:
        if form in value:
            return form
    raise NoSuchPath(f"nothing at {step!r}; there is {', '.join(map(str, value)) or 'nothing'}")


def same(expected: Any, got: Any, players: Sequence[str]) -> bool:
    """Equality that takes a handle for its seat and a list for a tuple."""
    if isinstance(expected, str) and type(got) is int:
        return expected in players and players.index(expected) == got
    if isinstance(expected, list) and isinstance(got, (list, tuple)):
        return len(expected) == len(got) and all(same(e, g, players) for e, g in zip(expected, got, strict=True))
    if is_dataclass(got) and isinstance(expected, dict):
        known = hints(type(got))
        return all(name in known and same(one, getattr(got, name), players) for name, one in expected.items())
    if isinstance(expected, dict) and isinstance(got, dict):
        if len(expected) != len(got):
            return False
        try:
            return all(same(one, got[_held(got, key, players)], players) for key, one in expected.items())
        except NoSuchPath:
            return False
    return type(expected) is type(got) and bool(expected == got)
