"""Reads the files of a title's own package, once, when the title is imported.

The only place, with `kept.py` behind it, where titles touch files: rules themselves never do.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from ..words import LANGUAGES
from .yaml_cache import load

CHANGES: dict[str, Mapping[str, Any]] = {}
"""By package: what an edition has instead (editions.py)."""


def read(package: str, path: str) -> Any:
    """A YAML file of the title, e.g. read(__package__, "data/components.yaml")."""
    data = load(files(package).joinpath(path))
    if package in CHANGES and path.startswith("data/"):
        _change(data, CHANGES[package].get(path.removeprefix("data/"), {}))
    return data


def _change(data: Any, sections: Mapping[str, Any]) -> None:
    for section, entries in sections.items():
        for ident, value in entries.items():
            old = by_id(data[section])[ident]
            if isinstance(old, dict):
                old.update(value)
            else:
                data[section][ident] = value


def by_id(section: Any) -> Mapping[Any, Any]:
    """The entries of a section of data, whether it is a mapping or a list of entries with ids."""
    if isinstance(section, dict):
        return section
    return {entry["id"]: entry for entry in section if isinstance(entry, dict) and "id" in entry}


def data_files(package: str) -> list[str]:
    return sorted(entry.name for entry in files(package).joinpath("data").iterdir() if entry.name.endswith(".yaml"))


def must_be_sound(title: str, faults: list[str]) -> None:
    """Called by titles with what their check of the data found."""
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
