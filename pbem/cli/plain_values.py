"""Texts and paths of the command line, taken as they are.

Typer converts every value with pydantic, whose import alone takes as long as half a command of ours. A text, a path
and a flag that is not given need no conversion: such parameters get the one below, and pydantic is loaded only for
the others. Typer has no public way to say so; where a version of it works otherwise, nothing is changed, and
commands are only slower.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

_SEVERAL = {list[str]: str, list[Path]: Path}


class PlainValue:
    """Stands in for Typer's own conversion of one parameter."""

    def __init__(self, annotation: Any) -> None:
        self.kind = _SEVERAL.get(annotation, annotation)
        self.several = annotation in _SEVERAL

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        if value is None:
            return () if self.several else None
        given = value if self.several else [value]
        if self.kind is bool or any(self.kind is Path and _locked(one) for one in given):
            param._runtime_param = None
            return param.get_runtime_param().coerce(value, param=param, ctx=ctx)
        taken = [self.kind(one) for one in given]
        return taken if self.several else taken[0]


def _locked(path: str | Path) -> bool:
    """Whether something is there that cannot be read: Typer has a sentence for it."""
    return os.path.exists(path) and not os.access(path, os.R_OK)


def take_plainly(params: list[Any]) -> list[Any]:
    """Let the texts, paths and flags among these parameters be taken as they are."""
    for param in params:
        annotation = getattr(getattr(param, "type_descriptor", None), "annotation", None)
        plain = annotation in (str, Path, bool) or annotation in _SEVERAL
        if plain and getattr(param, "_runtime_param", "unknown") is None:
            param._runtime_param = PlainValue(annotation)
    return params
