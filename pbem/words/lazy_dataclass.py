"""`dataclass`, as in the standard library, but with methods that are put together when they are first needed.

The standard library compiles up to six methods for each class when its module is loaded. In a command that was a
quarter of the time, and most classes are then never compared or shown, many not even made. What is left out is what
nobody here uses: `InitVar`, keyword-only fields and ordering.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls=None, /, **wanted):
        return _made(cls, **wanted) if cls is not None else lambda cls: _made(cls, **wanted)


def _made(
    bare: type[Any], *, frozen: bool = False, slots: bool = False, init: bool = True, repr: bool = True, eq: bool = True
) -> type[Any]:
    if any(_is_frozen(base) for base in bare.__mro__[1:]):
        # The standard library wants to know of a frozen class that its parent is frozen, and compiles it at once.
        return dataclasses.dataclass(bare, frozen=frozen, slots=slots, init=init, repr=repr, eq=eq)
    bare.__doc__ = bare.__doc__ or bare.__name__  # otherwise it is made from a signature, which takes long
    made = dataclasses.dataclass(bare, slots=slots, init=False, repr=False, eq=False)
    every = fields(made)
    methods: dict[str, Any] = {}
    if init:
        methods["__init__"] = _init(made, frozen)
    if repr:
        methods["__repr__"] = _repr([one.name for one in every if one.repr])
    if eq:
        methods["__eq__"] = _eq(made, [one.name for one in every if one.compare])
        hashed = [one.name for one in every if (one.compare if one.hash is None else one.hash)]
        methods["__hash__"] = _hash(made, hashed) if frozen else None
    if frozen:
        methods["__setattr__"], methods["__delattr__"] = _forbidden(made, {one.name for one in every})
        if slots:
            methods["__getstate__"], methods["__setstate__"] = _state, _set_state
        made.__dataclass_params__.frozen = True
    for name, method in methods.items():
        # A class with its own `__eq__` and no `__hash__` has got `__hash__ = None` from Python.
        if name not in made.__dict__ or (name == "__hash__" and made.__hash__ is None):
            setattr(made, name, method)
    return made


def _is_frozen(cls: type) -> bool:
    parameters = cls.__dict__.get("__dataclass_params__")
    return parameters is not None and parameters.frozen


def _late(cls: Any, name: str, write: Callable[[], str], scope: dict[str, Any]) -> Callable[..., Any]:
    """A method that compiles itself when it is first called."""

    def late(self: Any, *args: Any, **kwargs: Any) -> Any:
        if cls.__dict__[name] is late:
            exec(write(), scope)
            scope[name].__qualname__ = f"{cls.__qualname__}.{name}"
            setattr(cls, name, scope[name])
        return cls.__dict__[name](self, *args, **kwargs)

    return late


def _init(cls: Any, frozen: bool) -> Callable[..., Any]:
    scope: dict[str, Any] = {"__put__": object.__setattr__, "__missing__": MISSING}

    def write() -> str:
        parameters, lines = ["self"], []
        for one in fields(cls):
            value = _value(one, scope)
            if one.init:
                parameters.append(one.name if _required(one) else f"{one.name}=__given_{one.name}__")
            if value:
                lines.append(f"__put__(self, {one.name!r}, {value})" if frozen else f"self.{one.name} = {value}")
        if hasattr(cls, "__post_init__"):
            lines.append("self.__post_init__()")
        return f"def __init__({', '.join(parameters)}):\n    " + "\n    ".join(lines or ["pass"])

    return _late(cls, "__init__", write, scope)


def _required(one: Field[Any]) -> bool:
    return one.default is MISSING and one.default_factory is MISSING


def _value(one: Field[Any], scope: dict[str, Any]) -> str:
    """What a field is set to; empty if `__init__` leaves it alone."""
    scope[f"__given_{one.name}__"] = one.default
    if one.default_factory is MISSING:
        return one.name if one.init else "" if _required(one) else f"__given_{one.name}__"
    new = f"__new_{one.name}__"
    scope[new] = one.default_factory
    return f"{new}() if {one.name} is __missing__ else {one.name}" if one.init else f"{new}()"


def _eq(cls: Any, names: list[str]) -> Callable[..., Any]:
    def write() -> str:
        return (
            "def __eq__(self, other):\n"
            f"    return {_values('self', names)} == {_values('other', names)}"
            " if other.__class__ is self.__class__ else NotImplemented"
        )

    return _late(cls, "__eq__", write, {})


def _hash(cls: Any, names: list[str]) -> Callable[..., Any]:
    return _late(cls, "__hash__", lambda: f"def __hash__(self):\n    return hash({_values('self', names)})", {})


def _values(of: str, names: list[str]) -> str:
    return f"({''.join(f'{of}.{name}, ' for name in names)})"


def _repr(names: list[str]) -> Callable[[Any], str]:
    @recursive_repr()
    def __repr__(self: Any) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    return __repr__


def _forbidden(cls: type[Any], names: set[str]) -> tuple[Callable[..., None], Callable[..., None]]:
    """What sets and what deletes an attribute. Classes derived from a frozen one may have others."""

    def __setattr__(self: Any, name: str, value: Any) -> None:
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def __delattr__(self: Any, name: str) -> None:
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    return __setattr__, __delattr__


def _state(self: Any) -> list[Any]:
    """For copies and pickles of what cannot be assigned to."""
    return [getattr(self, one.name) for one in fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for one, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)
