"""The words of the mails, together with those of the title that is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from pbem import titles
from pbem.table import Title, Words


@cache
def sentences(language: str) -> Mapping[str, str]:
    import yaml

    text = files(f"{__package__}.words").joinpath(f"{language}.yaml").read_text(encoding="utf-8")
    loaded: dict[str, str] = yaml.load(text, yaml.CSafeLoader)
    return loaded


def words_for(title: Title | None, language: str, players: Sequence[str] = ()) -> Words:
    if title is None:
        return Words(language, sentences(language), {}, players)
    known = titles.words(title, language, players)
    return Words(language, {**sentences(language), **known.sentences}, known.vocabularies, players)
