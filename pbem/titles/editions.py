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
from typing import Any

from ..table import Title
from ..table.state_json import canonical
from ..words.lazy_dataclass import dataclass
from . import resources


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
    """Read an edition file; whether its changes fit is checked when the title is loaded with it."""
    import yaml

    try:
        data = yaml.load(text, yaml.CSafeLoader)
    except yaml.YAMLError as fault:
        raise BadEdition(f"{where} is not readable as YAML: {str(fault).splitlines()[0]}") from fault
    if not isinstance(data, dict) or set(data) != {"title", "name", "changes"}:
        raise BadEdition(f"{where} must have just the keys title, name and changes")
    if not isinstance(data["changes"], dict) or not data["changes"]:
        raise BadEdition(f"{where} changes nothing")
    if _has_floats(data["changes"]):
        raise BadEdition(f"{where}: numbers must be whole")
    if not isinstance(data["title"], str) or not isinstance(data["name"], str):
        raise BadEdition(f"{where}: title and name must be text")
    return Edition(data["title"], data["name"], data["changes"])


def _has_floats(value: Any) -> bool:
    if isinstance(value, dict):
        return any(_has_floats(one) for one in value.values())
    if isinstance(value, list):
        return any(_has_floats(one) for one in value)
    return isinstance(value, float)


def load(title: Title, edition: Edition) -> Title:
    """The title with the data of an edition."""
    if edition.title != title.id:
        raise BadEdition(f"this is an edition of {edition.title}, not of {title.id}")
    base = importlib.import_module(title.package)
    package = f"{base.__name__}__{edition.digest[:16]}"
    if package not in sys.modules:
        faults = list(_faults(base.__name__, edition))
        if faults:
            raise BadEdition("; ".join(faults))
        _load(base, package, edition)
    changed: Title = sys.modules[package].TITLE
    return replace(changed, edition=edition.name)


def played_by(title: Title, edition: Edition | None) -> str:
    """By which rules and figures a title is played: where this differs, so may a game."""
    return f"{title.id} {title.behaviour} {title.fixes} {edition.digest if edition else ''}".strip()


def _load(base: Any, package: str, edition: Edition) -> None:
    resources.CHANGES[package] = edition.changes
    spec = spec_from_file_location(package, base.__file__, submodule_search_locations=list(base.__path__))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[package] = module
    try:
        spec.loader.exec_module(module)
    except (ValueError, KeyError, TypeError) as fault:  # the title itself rejects the data
        for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
            del sys.modules[name]
        del resources.CHANGES[package]
        raise BadEdition(f"with these changes the data does not hang together: {fault}") from fault


def _faults(package: str, edition: Edition) -> Iterator[str]:
    known = resources.data_files(package)
    for file, sections in edition.changes.items():
        if file not in known:
            yield f"there is no data file {file!r}; there are {', '.join(known)}"
            continue
        data = resources.read(package, f"data/{file}")
        if not isinstance(sections, dict):
            yield f"{file}: sections expected"
            continue
        for section, entries in sections.items():
            if section not in data:
                yield f"{file} has no section {section!r}; it has {', '.join(map(str, data))}"
            elif not isinstance(entries, dict):
                yield f"{file}, {section}: entries by id expected"
            else:
                where, old = f"{file}, {section}", resources.by_id(data[section])
                yield from (f"{where} has no entry {one!r}" for one in entries if one not in old)
                known_ones = {one: fields for one, fields in entries.items() if one in old}
                yield from _merge_faults(where, data[section], known_ones)


def _merge_faults(where: str, data: Any, changes: Mapping[Any, Any]) -> Iterator[str]:
    old = resources.by_id(data)
    for key, value in changes.items():
        before = old.get(key)
        if isinstance(data, list) and (before is None or not isinstance(value, dict)):
            yield f"{where}, {key}: fields expected" if before is not None else f"{where} has no entry {key!r}"
        elif isinstance(value, dict) and resources.mergeable(before):
            yield from _merge_faults(f"{where}, {key}", before, value)
        elif isinstance(before, dict) and value is not None:
            yield f"{where}, {key}: fields expected"
        elif before is not None and value is not None and type(before) is not type(value):
            yield f"{where}: {key} must be like {before!r}, not {value!r}"
