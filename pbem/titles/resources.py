"""Reads the files of a title's own package, once, when the title is imported.

The only place, with `words/yaml_cache.py` behind it, where titles touch files: rules themselves never do.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar, get_origin, get_type_hints

from ..words import LANGUAGES
from ..words.yaml_cache import folder_of, load

CHANGES: dict[str, Mapping[str, Any]] = {}
"""By package: what an edition changes (editions.py)."""


def read(package: str, path: str) -> Any:
    """A YAML file of the title, e.g. read(__package__, "data/components.yaml")."""
    data = load(folder_of(package).joinpath(path))
    if package in CHANGES and path.startswith("data/"):
        merge(data, CHANGES[package].get(path.removeprefix("data/"), {}))
    return data


def merge(data: Any, changes: Mapping[Any, Any]) -> None:
    """Merge changes into data: mappings key by key, lists of entries by id, other values whole; null removes."""
    old = by_id(data)
    for key, value in changes.items():
        if isinstance(value, dict) and mergeable(old.get(key)):
            merge(old[key], value)
        elif value is None:
            data.pop(key, None)
        else:
            data[key] = value


def by_id(data: Any) -> Mapping[Any, Any]:
    """The entries by id, whether the data is a mapping or a list of entries with ids."""
    if isinstance(data, dict):
        return data
    return {entry["id"]: entry for entry in data if isinstance(entry, dict) and "id" in entry}


def mergeable(data: Any) -> bool:
    """Whether a change names parts of it, rather than replacing it."""
    return isinstance(data, dict) or (isinstance(data, list) and bool(by_id(data)))


T = TypeVar("T")
_NOTHING: dict[Any, Any] = {int: 0, str: "", bool: False, tuple: (), Mapping: {}}
"""The value of a field that an entry does not mention, by its type."""


def record(cls: type[T], entry: Mapping[str, Any], names: Mapping[str, str] | None = None, **given: Any) -> T:
    """An entry of the data as an object of a frozen dataclass.

    Each field is read under its own name or the one in `names`, where `cost.coins` is found inside `cost`; what is
    `given` takes precedence. What the entry does not mention is 0, empty or false; lists become tuples.
    """
    of: Any = cls
    for field, kind in _kinds(of).items():
        if field not in given:
            found: Any = entry
            for step in (names or {}).get(field, field).split("."):
                found = found.get(step) if isinstance(found, Mapping) else None
            given[field] = _NOTHING.get(kind) if found is None else tuple(found) if kind is tuple else found
    return cls(**given)


@cache
def _kinds(cls: Any) -> dict[str, Any]:
    return {name: get_origin(hint) or hint for name, hint in get_type_hints(cls).items()}


def data_files(package: str) -> list[str]:
    return sorted(entry.name for entry in folder_of(package).joinpath("data").iterdir() if entry.name.endswith(".yaml"))


def must_be_sound(title: str, faults: list[str]) -> None:
    """Called by titles with the findings of their data check."""
    if faults:
        raise ValueError(f"the data of {title} is faulty: " + "; ".join(faults))


def words(package: str) -> dict[str, dict[str, str]]:
    return {language: read(package, f"words/{language}.yaml") for language in LANGUAGES}


def names(entries: list[Mapping[str, Any]]) -> dict[str, dict[str, str | tuple[str, ...]]]:
    """Printed names of data entries, aliases included: id → language → names."""
    return {
        entry["id"]: {
            "en": (entry["name"], *entry.get("name_alias", ())),
            "de": (entry.get("name_de", entry["name"]), *entry.get("name_de_alias", ())),
        }
        for entry in entries
    }
