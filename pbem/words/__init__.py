"""What a person reads, by language: one key for each sentence.

Every package that speaks to people has a folder `words/` with one file per language; the program's general
sentences are in `program/` here. This package imports nothing else of ours: all the others build on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

LANGUAGES = ("en", "de")
PROGRAM = "program"


@cache
def sentences(room: str, language: str) -> Mapping[str, str]:
    """The sentences of a package (`seals`, `campaign`, `post`, `pages`), or of the program as a whole."""
    import yaml

    folder = files(__name__).joinpath(PROGRAM) if room == PROGRAM else files(f"pbem.{room}").joinpath("words")
    text = folder.joinpath(f"{language}.yaml").read_text(encoding="utf-8")
    loaded: dict[str, str] = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return loaded
