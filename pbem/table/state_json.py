"""States are plain data: slots dataclasses of numbers, strings, lists and dicts.

Copying, writing to JSON and reading back are all derived from the type hints of
a state class. A float or a set in a state is an error when the class is first
used: both differ between machines or runs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from functools import cache
from hashlib import sha256
from typing import Any, get_args, get_origin

from .fields import NotPlain, Veil, bare, hints, is_atom, is_single, optional, transient
from .unseen import Unseen
from .written import Draft

Json = Any


class Copy(Draft):
    """Makes copies that share nothing mutable."""

    veiled = False

    def text(self, hint: Any, value: str) -> str:
        made = super().text(hint, value)
        if made == value or not self.veiled:
            return made
        return f"({value} if isinstance({value}, {self.named(Unseen)}) else {made})"

    def function(self, cls: Any) -> Callable[[Any], Any]:
        return copier(cls)

    def objects(self, hint: Any, value: str) -> str | None:
        cls: Any = hint
        if self.veiled or not is_dataclass(hint):
            return None  # where something is hidden, each may be an Unseen
        return f"{self.named(all_copier(cls))}({value})"


@cache
def copier(cls: Any) -> Callable[[Any], Any]:
    """A copy function for a state class."""
    draft = Copy("def made(old):")
    return built(draft, cls, _copied(draft, cls))


@cache
def all_copier(cls: Any) -> Callable[[list[Any]], list[Any]]:
    """A function that copies a list of objects of a state class."""
    draft = Copy("def made(olds):")
    return all_built(draft, cls, _copied(draft, cls))


def _copied(draft: Copy, cls: Any) -> dict[str, str]:
    made = {}
    for name, hint in hints(cls).items():
        draft.veiled = any(isinstance(mark, Veil) for mark in bare(hint)[1])
        made[name] = draft.text(hint, f"old.{name}")
    return made


def built(draft: Draft, cls: Any, made: Mapping[str, str]) -> Callable[..., Any]:
    """The function that makes an object of a class from the expressions of its fields."""
    _build(draft, cls, made, "")
    draft.add("return it")
    return draft.made()


def all_built(draft: Draft, cls: Any, made: Mapping[str, str]) -> Callable[..., Any]:
    """The function that makes a list of objects of a class from as many: `old` is one of `olds`."""
    draft.add("them = []")
    draft.add("add = them.append")
    draft.add("for old in olds:")
    _build(draft, cls, made, "    ")
    draft.add("    add(it)")
    draft.add("return them")
    return draft.made()


def _build(draft: Draft, cls: Any, made: Mapping[str, str], indent: str) -> None:
    draft.add(f"{indent}it = {draft.named(object.__new__)}({draft.named(cls)})")
    for name, text in made.items():
        draft.add(f"{indent}it.{name} = {text}")
    for name in transient(cls):
        draft.add(f"{indent}it.{name} = []")


def copy(state: Any) -> Any:
    cls: Any = type(state)
    return copier(cls)(state)


class Write(Draft):
    """Makes JSON values; dict keys become strings."""

    def atom(self, hint: Any, value: str) -> str:
        if is_single(hint):
            return value
        inner = optional(hint)
        if inner is not None:
            return f"(None if {value} is None else {self.atom(inner, value)})"
        if get_origin(hint) is tuple and all(is_single(arg) for arg in get_args(hint) if arg is not ...):
            return f"[*{value}]"
        return f"{self.named(to_json)}({value})"

    def key(self, kind: type[int] | type[str], name: str) -> str:
        return name if kind is str else f"str({name})"

    def function(self, cls: Any) -> Callable[[Any], Any]:
        return writer(cls)


@cache
def writer(cls: Any) -> Callable[[Any], Json]:
    """A function that gives an object of a state class as JSON values."""
    draft = Write("def made(old):")
    written = ", ".join(f"{name!r}: {draft.text(hint, f'old.{name}')}" for name, hint in hints(cls).items())
    draft.add(f"return {{{written}}}")
    return draft.made()


def to_json(value: Any) -> Json:
    """A state, or any plain value, as JSON values; dict keys become strings."""
    if isinstance(value, (int, str)) or value is None:
        return value
    if isinstance(value, (list, tuple)):
        return [to_json(one) for one in value]
    if isinstance(value, dict):
        return {str(k): to_json(one) for k, one in value.items()}
    if is_dataclass(value):
        cls: Any = type(value)
        return writer(cls)(value)
    raise NotPlain(f"{value!r} is not plain data")


class Read(Draft):
    """Makes states from JSON values."""

    def atom(self, hint: Any, value: str) -> str:
        return value if is_single(hint) else f"{self.named(reader(hint))}({value})"

    def key(self, kind: type[int] | type[str], name: str) -> str:
        return name if kind is str else f"int({name})"

    def function(self, cls: Any) -> Callable[[Any], Any]:
        return reader(cls)


@cache
def reader(hint: Any) -> Callable[[Json], Any]:
    """A function that reads data of a type."""
    hint, _ = bare(hint)
    if is_atom(hint) and not is_single(hint):
        return _tuple_reader(hint)
    draft = Read("def made(data):")
    if is_dataclass(hint):
        return built(draft, hint, {name: draft.text(one, f"data[{name!r}]") for name, one in hints(hint).items()})
    draft.add(f"return {draft.text(hint, 'data')}")
    return draft.made()


def _tuple_reader(hint: Any) -> Callable[[Json], Any]:
    args = get_args(hint)
    if get_origin(hint) is not tuple:
        return tuples  # one of several types
    if len(args) == 2 and args[1] is ...:
        of_all = reader(args[0])
        return lambda data: tuple(map(of_all, data))
    readers = [reader(arg) for arg in args]
    return lambda data: tuple(read(one) for read, one in zip(readers, data, strict=True))


def from_json(hint: Any, data: Json) -> Any:
    """The reverse of `to_json`, by type."""
    return reader(hint)(data)


def tuples(data: Json) -> Any:
    """JSON lists back to tuples, recursively: states and answers never hold a list inside a tuple."""
    return tuple(tuples(one) for one in data) if isinstance(data, list) else data


def canonical(data: Json) -> bytes:
    """The one way to write JSON that is hashed or compared."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def digest(data: Json) -> str:
    return sha256(canonical(data)).hexdigest()
