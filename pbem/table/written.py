"""Functions generated for each class from the type hints of a state.

Copies, JSON and views are made so often that walking a state by its types at
each call would be most of the cost of a game. So the source of one function per
class is put together from the hints, field by field, and compiled once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import is_dataclass
from typing import Any, get_args, get_origin

from .fields import NotPlain, bare, is_atom, key_type, optional


class Draft(ABC):
    """The source of one function: its lines, and the objects that they name."""

    def __init__(self, head: str) -> None:
        self._lines = [head]
        self._scope: dict[str, Any] = {}
        self._loops = 0

    def add(self, line: str) -> None:
        self._lines.append(f"    {line}")

    def named(self, thing: Any) -> str:
        """A name for something that the source uses; classes of different modules may share a name."""
        name = f"g{len(self._scope)}"
        self._scope[name] = thing
        return name

    def made(self) -> Callable[..., Any]:
        scope = dict(self._scope)
        exec("\n".join(self._lines), scope)
        function: Callable[..., Any] = scope["made"]
        return function

    def text(self, hint: Any, value: str) -> str:
        """The expression that turns `value` into the function's result."""
        hint, _ = bare(hint)
        if is_atom(hint):
            return self.atom(hint, value)
        inner = optional(hint)
        if inner is not None:
            return f"(None if {value} is None else {self.text(inner, value)})"
        origin, args = get_origin(hint), get_args(hint)
        if origin is list:
            many = self.objects(args[0], value)
            if many is not None:
                return many
            one = self.loop()
            made = self.text(args[0], one)
            return f"[*{value}]" if made == one else f"[{made} for {one} in {value}]"
        if origin is dict:
            one = self.loop()
            key, made = self.key(key_type(args[0]), f"k{one}"), self.text(args[1], one)
            if (key, made) == (f"k{one}", one):
                return f"{{**{value}}}"
            return f"{{{key}: {made} for k{one}, {one} in {value}.items()}}"
        if is_dataclass(hint) and isinstance(hint, type):
            return self.object(hint, value)
        raise NotPlain(f"{hint!r} is not plain data")

    def objects(self, hint: Any, value: str) -> str | None:
        """The same for a list of objects at once, where that is faster than one by one."""
        return None

    def loop(self) -> str:
        """The variable of a loop."""
        self._loops += 1
        return f"v{self._loops}"

    def atom(self, hint: Any, value: str) -> str:
        return value

    def key(self, kind: type[int] | type[str], name: str) -> str:
        return name

    def object(self, cls: type, value: str) -> str:
        return f"{self.named(self.function(cls))}({value})"

    @abstractmethod
    def function(self, cls: Any) -> Callable[..., Any]:
        """The corresponding function for another class."""
