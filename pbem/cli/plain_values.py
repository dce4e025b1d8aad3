"""Texts, paths and numbers of the command line, taken as they are.

Typer converts every value with pydantic, whose import alone takes as long as half a command of ours. A text, a path,
a number in its range and a flag that is not given need no conversion: such parameters answer Typer's question for a
converter with the one below, and pydantic is loaded only for what it does not take, and to say what is wrong. Where a
version of Typer works otherwise, nothing is changed, and commands are only slower.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

_SEVERAL = {list[str]: str, list[Path]: Path}
_NUMBERS = {int: re.compile(r"-?[0-9]{1,15}"), float: re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,15})?")}


class PlainValue:
    """Stands in for Typer's own conversion of one parameter, which `theirs` gives."""

    def __init__(self, annotation: Any, theirs: Callable[[], Any]) -> None:
        self.kind = _SEVERAL.get(annotation, annotation)
        self.several = annotation in _SEVERAL
        self.theirs = theirs

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        if value is None:
            return () if self.several else None
        given = list(value) if self.several else [value]
        if not all(self._plain(one, param) for one in given):
            return self.theirs().coerce(value, param=param, ctx=ctx)
        taken = [self.kind(one) for one in given]
        return taken if self.several else taken[0]

    def itself(self) -> PlainValue:
        return self

    def _plain(self, value: Any, param: Any) -> bool:
        if self.kind in _NUMBERS:
            if isinstance(value, str) and not _NUMBERS[self.kind].fullmatch(value):
                return False
            info, number = param.type_descriptor.parameter_info, self.kind(value)
            return (info.min is None or number >= info.min) and (info.max is None or number <= info.max)
        return self.kind is str or (self.kind is Path and not _locked(value))


def _locked(path: str | Path) -> bool:
    """Whether something is there that cannot be read: Typer has a sentence for it."""
    return os.path.exists(path) and not os.access(path, os.R_OK)


def take_plainly(params: list[Any]) -> list[Any]:
    """Let the texts, paths, numbers and flags among these parameters be taken as they are."""
    for param in params:
        annotation = getattr(getattr(param, "type_descriptor", None), "annotation", None)
        theirs = getattr(param, "get_runtime_param", None)
        plain = annotation in (str, Path, bool, int, float) or annotation in _SEVERAL
        if plain and theirs is not None and not isinstance(getattr(theirs, "__self__", None), PlainValue):
            param.get_runtime_param = PlainValue(annotation, theirs).itself
    return params
