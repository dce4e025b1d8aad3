"""What a person reads, by language: one key for each sentence.

Every package that speaks to people has a folder `words/` with one file per language; the program's general
sentences are in `program/` here. This package imports nothing else of ours: all the others build on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from .yaml_cache import folder_of, load

LANGUAGES = ("en", "de")
PROGRAM = "program"


@cache
def sentences(room: str, language: str) -> Mapping[str, str]:
    """The sentences of a package (`seals`, `campaign`, `post`, `pages`), or of the program as a whole."""
    folder = folder_of(__name__) / PROGRAM if room == PROGRAM else folder_of(f"pbem.{room}") / "words"
    loaded: dict[str, str] = load(folder / f"{language}.yaml")
    return loaded
