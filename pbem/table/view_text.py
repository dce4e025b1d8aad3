"""Views as canonical JSON text, written class by class like views themselves: what the public digest is made of.

A view that is only hashed need not be made of dicts and lists first. The text is exactly that of
`canonical(view(state, seat))`; a test compares them over whole games.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from json.encoder import encode_basestring
from typing import Any, get_args, get_origin

from .fields import bare, key_type, optional
from .state_json import Json, canonical, to_json
from .views import ONLOOKER, Eyes, Hidden, also_masked, as_count, conceals

MOST_KEPT = 20_000


def view_text(state: Any, seat: int | None) -> str:
    """The state as `seat` may see it, as canonical JSON; None is an onlooker."""
    cls: Any = type(state)
    return _writer(cls)(state, ONLOOKER if seat is None else seat, None)


class _Quoted(dict[str, str]):
    """A cache of strings as JSON writes them: states are made of the same ids again and again."""

    def __missing__(self, text: str) -> str:
        if len(self) > MOST_KEPT:
            self.clear()
        self[text] = written = encode_basestring(text)
        return written


_quoted = _Quoted().__getitem__
_BOOL = {True: "true", False: "false"}


def _any(value: Any) -> str:
    """Any plain value."""
    return canonical(to_json(value)).decode()


def _numbers(values: list[int]) -> str:
    text = str(values).replace(" ", "")
    return _any(values) if "e" in text else text  # True and False are written in small letters


def _shown(value: Json) -> str:
    return canonical(value).decode()


class _Text(Eyes):
    def text(self, hint: Any, value: str) -> str:
        hint, _ = bare(hint)
        origin, args = get_origin(hint), get_args(hint)
        if hint is str:
            return f"{self.named(_quoted)}({value})"
        if hint is bool:
            return f"{self.named(_BOOL)}[{value}]"
        if hint is int:
            return f"(repr({value}) if type({value}) is int else {self.named(_any)}({value}))"
        inner = optional(hint)
        if inner is not None:
            return f"('null' if {value} is None else {self.text(inner, value)})"
        if origin is list:
            return self._listed(args[0], value)
        if origin is dict and args[1] is not Any:
            one = self.loop()
            key = "" if key_type(args[0]) is str else "str"
            pairs = f"{value}.items()" if not key else f"[(str(k), v) for k, v in {value}.items()]"
            quoted, made = self.named(_quoted), self.text(args[1], one)
            return f"'{{' + ','.join([{quoted}(k{one}) + ':' + {made} for k{one}, {one} in sorted({pairs})]) + '}}'"
        return super().text(hint, value) if isinstance(hint, type) and hasattr(hint, "__slots__") else self._rest(value)

    def _listed(self, hint: Any, value: str) -> str:
        hint, _ = bare(hint)
        if hint is str:
            return f"'[' + ','.join(map({self.named(_quoted)}, {value})) + ']'"
        if hint is int:
            return f"{self.named(_numbers)}({value})"
        one = self.loop()
        return f"'[' + ','.join([{self.text(hint, one)} for {one} in {value}]) + ']'"

    def _rest(self, value: str) -> str:
        return f"{self.named(_any)}({value})"

    def of_field(self, name: str, hint: Any) -> str:
        made = super().of_field(name, hint)
        return f"'[' + ','.join({made}) + ']'" if made.endswith(f"in enumerate({self.at(name)})]") else made

    def hidden(self, hint: Any, mark: Hidden, value: str) -> str:
        if mark.shown is as_count and get_origin(bare(hint)[0]) is list:
            return f"f'{{{{\"hidden\":{{len({value})}}}}}}'"
        return f"{self.named(_shown)}({self.named(also_masked(mark.shown))}({value}))"

    def object(self, cls: type, value: str) -> str:
        if not conceals(cls):
            return f"{self.named(_writer(cls))}({value}, None, None)"
        return super().object(cls, value)

    def looker(self, cls: type) -> Callable[..., Any]:
        return _writer(cls)

    def function(self, cls: Any) -> Callable[..., Any]:
        return _writer(cls)


@cache
def _writer(cls: Any) -> Callable[[Any, Any, int | None], str]:
    draft = _Text(cls)
    made = draft.of_fields()
    parts = " + ".join(f"'{',' if n else ''}\"{name}\":' + {made[name]}" for n, name in enumerate(sorted(made)))
    draft.add(f"return '{{' + {parts} + '}}'" if made else "return '{}'")
    return draft.made()
