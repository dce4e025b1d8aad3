"""Whether every refusal of a title has a claim that tests compute anew, and none is left over."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..table import Title
from ..words import LANGUAGES

POSITIONS = 200
"""How many positions are tried by a check; tests try more."""


def faults(title: Title, folder: Path) -> Iterator[str]:
    """`folder` has the claims of all titles, and the kit by which they are tried."""
    file = folder / f"{title.id}_claims.py"
    if not file.is_file():
        yield f"nothing checks its refusals: write {file.name} in {folder}"
        return
    sys.path.insert(0, str(folder))
    try:
        module = importlib.import_module(file.stem)
        kit = importlib.import_module("claim_kit")
    finally:
        sys.path.remove(str(folder))
    unsaid = list(unmatched(title, module.CLAIMS))
    yield from unsaid
    if not unsaid:
        try:
            kit.tried(title, module.CLAIMS, POSITIONS, seed=1, more=getattr(module, "tries", None))
        except AssertionError as untrue:
            yield str(untrue).split("\n", 1)[0]


def unmatched(title: Title, claims: Mapping[str, Any]) -> Iterator[str]:
    for language in LANGUAGES:
        keys = {key.removeprefix("refusal.") for key in title.words[language] if key.startswith("refusal.")}
        yield from (f"no claim checks refusal.{key}" for key in sorted(keys - set(claims)))
        yield from (f"a claim is about refusal.{key}, which is never said" for key in sorted(set(claims) - keys))
