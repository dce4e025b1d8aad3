"""Editions: a group that owns a game can correct a figure in our data without touching code.

    title: wonders_duel
    name: our printing
    changes:
      components.yaml:            # a file of the title's data folder
        buildings:                # a section of it
          baths: {vp: 4}          # an entry by id, and what it has instead

Changes are merged: a mapping keeps what is not named, lists of entries are matched by id, other values and lists are
replaced whole, and null removes a value.

The title is loaded a second time, with the changed data, alongside the original;
one program can play games of both.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from itertools import islice
from typing import Any

from ..table import Title
from ..table.state_json import canonical
from ..words.lazy_dataclass import dataclass
from . import edition_check, resources

LARGEST, MOST_EVENTS, DEEPEST, LARGEST_NUMBER = 256_000, 20_000, 24, 999_999_999
"""Characters, nodes and levels of a file, and the largest number in it."""


class BadEdition(ValueError):
    """An edition file that cannot be used, with everything that is wrong with it."""


@dataclass(frozen=True)
class Edition:
    title: str
    name: str
    changes: Mapping[str, Any]

    @property
    def digest(self) -> str:
        return sha256(canonical({"title": self.title, "changes": self.changes})).hexdigest()


def parse(text: str, where: str) -> Edition:
    """Read an edition file, and check that what it changes is there and stays within its bounds."""
    from . import NoSuchTitle
    from . import load as load_title

    data = _read(text, where)
    if not isinstance(data, dict) or set(data) != {"title", "name", "changes"}:
        raise BadEdition(f"{where} must have just the keys title, name and changes")
    if not isinstance(data["changes"], dict) or not data["changes"]:
        raise BadEdition(f"{where} changes nothing")
    if not isinstance(data["title"], str) or not isinstance(data["name"], str):
        raise BadEdition(f"{where}: title and name must be text")
    _plain(data["changes"], where)
    edition = Edition(data["title"], data["name"], data["changes"])
    if not edition.name.strip() or edition_check.shown(edition.name) != edition.name:
        raise BadEdition(f"{where}: the name must be text that can be shown")
    try:
        package = importlib.import_module(load_title(edition.title).package).__name__
    except NoSuchTitle as fault:
        raise BadEdition(f"{where}: {fault}") from fault
    _told(edition_check.unshown(edition.changes))
    _told(edition_check.misfits(package, edition.changes))
    _told(edition_check.excesses(package, edition.changes))
    return edition


def _read(text: str, where: str) -> Any:
    """The content; what is too long, too deep, or means more than is written stops before anything is built of it."""
    import yaml

    _bounded(text, where)
    try:
        return yaml.load(text, yaml.CSafeLoader)
    except (
        yaml.constructor.ConstructorError,
        ValueError,
        TypeError,
    ) as fault:  # no such date, 5,000 digits
        raise BadEdition(f"{where} holds something other than text, whole numbers, true, false and null") from fault
    except yaml.YAMLError as fault:
        raise BadEdition(_unreadable(where, fault)) from fault


def _bounded(text: str, where: str) -> None:
    """Refuse what is too long, too deep, or means more than is written, before anything is built of it."""
    import yaml

    depth = 0
    try:
        for number, event in enumerate(yaml.parse(text[:LARGEST], yaml.CSafeLoader)):
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) or getattr(event, "tag", None):
                line = event.start_mark.line + 1 if event.start_mark else 1
                raise BadEdition(f"{where}, line {line}: no aliases, anchors and tags")
            if depth > DEEPEST or number > MOST_EVENTS or len(text) > LARGEST:
                raise BadEdition(f"{where} is too large: a title's own data is smaller")
    except yaml.YAMLError as fault:
        raise BadEdition(_unreadable(where, fault)) from fault


def _unreadable(where: str, fault: Exception) -> str:
    return f"{where} is not readable as YAML: {str(fault).splitlines()[0]}"


def _plain(value: Any, where: str) -> None:
    """Refuse what YAML can say and the data has not: fractions, dates, keys other than text and numbers."""
    if isinstance(value, dict):
        for key, one in value.items():
            if type(key) not in (str, int):
                raise BadEdition(f"{where}: {key!r} is no name of a field")
            _plain(one, where)
    elif isinstance(value, list):
        for one in value:
            _plain(one, where)
    elif isinstance(value, float):
        raise BadEdition(f"{where}: numbers must be whole")
    elif value is not None and type(value) not in (str, bool, int):
        raise BadEdition(f"{where} holds something other than text, whole numbers, true, false and null")
    elif type(value) is int and abs(value) > LARGEST_NUMBER:
        raise BadEdition(f"{where}: no number has more than nine digits")


def _told(faults: Iterator[str]) -> None:
    found = list(islice(faults, edition_check.MOST_FAULTS))
    if found:
        raise BadEdition("; ".join(found))


def load(title: Title, edition: Edition) -> Title:
    """The title with the data of an edition."""
    if edition.title != title.id:
        raise BadEdition(f"this is an edition of {edition.title}, not of {title.id}")
    base, package = importlib.import_module(title.package), package_of(title, edition)
    if package not in sys.modules:
        _told(edition_check.misfits(base.__name__, edition.changes))
        _load(base, package, edition)
    changed: Title = sys.modules[package].TITLE
    return replace(changed, edition=edition_check.shown(edition.name))


def package_of(title: Title, edition: Edition) -> str:
    """As what the title is loaded with an edition."""
    return f"{title.package}__{edition.digest[:16]}"


def played_by(title: Title, edition: Edition | None) -> str:
    """By which rules and figures a title is played: where this differs, so may a game."""
    return f"{title.id} {title.behaviour} {title.fixes} {edition.digest if edition else ''}".strip()


def _load(base: Any, package: str, edition: Edition) -> None:
    resources.CHANGES[package] = edition_check.cleaned(edition.changes)
    spec = spec_from_file_location(package, base.__file__, submodule_search_locations=list(base.__path__))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[package] = module
    try:
        spec.loader.exec_module(module)
    except (ValueError, KeyError, TypeError) as fault:  # the title itself rejects the data
        forget(package)
        raise BadEdition(f"with these changes the data does not hang together: {fault}") from fault


def forget(package: str) -> None:
    """Unload what an edition was loaded as."""
    for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
        del sys.modules[name]
    resources.CHANGES.pop(package, None)
