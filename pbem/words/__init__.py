"""What a person reads, by language: one key a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

LANGUAGES = ("en", "de")


@cache
def sentences(language: str) -> Mapping[str, str]:
    import yaml

    text = files(__name__).joinpath(f"{language}.yaml").read_text(encoding="utf-8")
    loaded: dict[str, str] = yaml.load(text, yaml.CSafeLoader)
    return loaded
