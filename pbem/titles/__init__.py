"""The titles: one package a game. A folder here with a `TITLE` is a title."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..table import Title, Words
from ..words import sentences

if TYPE_CHECKING:
    from .editions import Edition


class NoSuchTitle(LookupError):
    pass


def ids() -> list[str]:
    return sorted(name for _, name, is_package in pkgutil.iter_modules(__path__) if is_package)


def load(ident: str, edition: Edition | None = None) -> Title:
    """A title by id, with our data or those of an edition."""
    if ident not in ids():
        raise NoSuchTitle(f"there is no title {ident!r}; there are {', '.join(ids())}")
    title: Title = importlib.import_module(f"{__name__}.{ident}").TITLE
    if edition is not None:
        from . import editions

        return editions.load(title, edition)
    return title


def part(title: Title, name: str) -> Any:
    """A module of a title that is only needed at times: `bot`, `text`, `board`."""
    return importlib.import_module(f"{title.package or f'{__name__}.{title.id}'}.{name}")


def words(title: Title, language: str, players: Sequence[str] = ()) -> Words:
    """The sentences of the program and of a title in one language."""
    known = {**sentences(language), **title.words[language]}
    return Words(language, known, title.vocabularies, players)
