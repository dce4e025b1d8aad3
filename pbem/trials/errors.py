"""What a check of a trial finds wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class TrialFault(Exception):
    """A check that did not hold: which one, and what was found."""

    def __init__(self, check: str, what: str) -> None:
        super().__init__(f"{check}: {what}")
        self.check, self.what = check, what


def difference(one: Any, other: Any) -> str:
    """Where two JSON values differ first, and how, in one line."""
    for path, left, right in _differences(one, other, ""):
        return f"{path or 'the whole'} is {_short(left)} against {_short(right)}"
    return "no difference"


def _differences(one: Any, other: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys([*one, *other]):
            if key not in one or key not in other:
                yield f"{path}.{key}".lstrip("."), one.get(key, "absent"), other.get(key, "absent")
            else:
                yield from _differences(one[key], other[key], f"{path}.{key}".lstrip("."))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for n, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from _differences(left, right, f"{path}[{n}]")
    elif one != other or type(one) is not type(other):
        yield path, one, other


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 120 else text[:117] + "..."
