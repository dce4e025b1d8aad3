"""The parts of a match as JSON and back, by the type hints of their fields. A new field needs nothing here."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from pbem.orders.agenda import Agenda
from pbem.seals.keys import PublicKey, parse_public
from pbem.table import state_json

from ..clock.terms import Terms
from ..records import SignedFile

Codec = tuple[Callable[[Any], Any], Callable[[Any], Any]]
"""How values of a hint become JSON, and how they come back."""
_OF_THEIR_OWN: Mapping[Any, Codec] = {
    bytes: (bytes.hex, bytes.fromhex),
    PublicKey: (lambda key: key.line, parse_public),
    SignedFile: (SignedFile.data, SignedFile.of),
    Terms: (lambda terms: [terms.data(), terms.files], lambda data: Terms.of(*data)),
    Agenda: (state_json.to_json, lambda data: state_json.from_json(Agenda, data)),
}


def to_data(hint: Any, value: Any) -> Any:
    return codec(hint)[0](value)


def from_data(hint: Any, data: Any) -> Any:
    return codec(hint)[1](data)


@cache
def codec(hint: Any) -> Codec:
    if hint in _OF_THEIR_OWN:
        return _OF_THEIR_OWN[hint]
    if is_dataclass(hint) and isinstance(hint, type):
        return _of_class(hint)
    origin, of = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return _optional(*of)
    if origin in (list, tuple, frozenset):
        return _several(origin, of)
    if origin is not None and issubclass(origin, Mapping):
        return _mapping(*of)
    if hint in (int, str, bool):
        return _same, _same
    if hint is Any:
        return state_json.to_json, _same
    raise TypeError(f"a match keeps no {hint}")


def _same(value: Any) -> Any:
    return value


def _optional(*of: Any) -> Codec:
    (inner,) = [one for one in of if one is not type(None)]
    write, read = codec(inner)
    return lambda one: None if one is None else write(one), lambda one: None if one is None else read(one)


def _several(origin: Any, of: tuple[Any, ...]) -> Codec:
    if origin is tuple and of[-1] is not Ellipsis:  # each place has a hint of its own
        each = [codec(one) for one in of]
        return (
            lambda value: [write(one) for (write, _), one in zip(each, value, strict=True)],
            lambda data: tuple(read(one) for (_, read), one in zip(each, data, strict=True)),
        )
    write, read = codec(of[0])
    ordered: Callable[[Any], Any] = sorted if origin is frozenset else list
    return lambda value: [write(one) for one in ordered(value)], lambda data: origin(read(one) for one in data)


def _mapping(key: Any, of: Any) -> Codec:
    write, read = codec(of)
    of_text: Callable[[str], Any] = int if key is int else str
    return (
        lambda value: {str(name): write(one) for name, one in value.items()},
        lambda data: {of_text(name): read(one) for name, one in data.items()},
    )


def _of_class(cls: type) -> Codec:
    hints = get_type_hints(cls)
    names = [one.name for one in fields(cls)]

    def write(value: Any) -> Any:
        return {name: to_data(hints[name], getattr(value, name)) for name in names}

    def read(data: Any) -> Any:
        return cls(**{name: from_data(hints[name], data[name]) for name in names})

    return write, read
