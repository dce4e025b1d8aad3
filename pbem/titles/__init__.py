"""The titles: one package for each game. A folder here with a `TITLE` is a title.

Another distribution can bring titles too. It names each in the entry-point group `pbem.titles`:

    [project.entry-points."pbem.titles"]
    lantern_market = "their_games.lantern_market:TITLE"
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from ..table import Title, Words
from ..words import PROGRAM, sentences

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from .editions import Edition

GROUP = "pbem.titles"


class NoSuchTitle(LookupError):
    """No title has that id, or it belongs to another distribution and cannot be loaded."""


def ids() -> list[str]:
    """Ours, and those that other distributions bring."""
    return sorted({*ours(), *_others()})


def load(ident: str, edition: Edition | None = None) -> Title:
    """A title by id, with our data or that of an edition."""
    if ident in ours():
        title: Title = importlib.import_module(f"{__name__}.{ident}").TITLE
    elif ident in _others():
        title = _outside(ident)
    else:
        raise NoSuchTitle(f"there is no title {ident!r}; there are {', '.join(ids())}")
    if edition is not None:
        from . import editions

        return editions.load(title, edition)
    return title


def usable() -> list[Title]:
    """All titles that can be loaded. One from another distribution that cannot be is skipped; `broken` says why."""
    return [title for title in _tried().values() if isinstance(title, Title)]


def broken() -> list[str]:
    """Why titles of other distributions cannot be loaded, one sentence each."""
    return [str(fault) for fault in _tried().values() if isinstance(fault, NoSuchTitle)]


def _tried() -> dict[str, Title | NoSuchTitle]:
    tried: dict[str, Title | NoSuchTitle] = {}
    for ident in ids():
        try:
            tried[ident] = load(ident)
        except NoSuchTitle as fault:
            tried[ident] = fault
    return tried


def ours() -> list[str]:
    """The titles that come with pbem."""
    return list(_packages(*__path__))


@cache
def _packages(*folders: str) -> list[str]:
    return [name for _, name, is_package in pkgutil.iter_modules(folders) if is_package]


@cache
def _others() -> dict[str, EntryPoint]:
    """Looked up only when a title is not one of ours, or all are listed: it reads a file of every distribution."""
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _outside(ident: str) -> Title:
    entry = _others()[ident]
    where = f"the title {ident!r} of {entry.value!r}"
    try:
        title = entry.load()
    except Exception as fault:  # somebody else's code: whatever is wrong with it is reported, and ours goes on
        raise NoSuchTitle(f"{where} cannot be loaded: {type(fault).__name__}: {fault}") from fault
    if not isinstance(title, Title) or title.id != ident:
        raise NoSuchTitle(f"{where} is not a Title with the id {ident!r}")
    return title


def words(title: Title, language: str, players: Sequence[str] = ()) -> Words:
    """The sentences of the program and of a title in one language."""
    known = {**sentences(PROGRAM, language), **title.words[language]}
    return Words(language, known, title.vocabularies, players)


def rule_text(title: Title, ident: str, language: str) -> str:
    """A rule or ruling by its id, in a language where the title has it, else in English; empty if there is none."""
    from .resources import read

    path = f"rules.{language}.yaml"
    own = (read(title.package, path) if title.resource(path).is_file() else None) or {}
    for entry in title.rules.get("rules", ()):
        if entry["id"].casefold() == ident.casefold():
            return f"{entry['id']}: {own.get('rules', {}).get(entry['id']) or entry['rule']}"
    for entry in title.rules.get("rulings", ()):
        if entry["id"].casefold() == ident.casefold():
            told = {**entry, **own.get("rulings", {}).get(entry["id"], {})}
            return f"{entry['id']}: {told['question']} {told['ruling']}"
    return ""
