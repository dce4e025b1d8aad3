"""Whether an edition fits the data of its title: that it changes what is there, by values of the same kind, and that
each figure stays within its bounds.

The bounds stand in `bounds.yaml` in the title's folder: by data file, patterns of figures, each with the least and the
most, or `fixed`. The first pattern that fits a figure counts:

    components.yaml:
      constants.coins_per_vp: [1, 99]       # the score is divided by it
      constants.cards_in_layout: fixed      # as many as the layouts have places
      buildings.*.cost.#: [1, 4]            # how many figures a list may have; without such a line: as many as printed
      '*': [0, 99]

A game that began before has the edition that its players agreed to; so a ledger asks for no more than `misfits`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from copy import deepcopy
from fnmatch import fnmatchcase
from typing import Any

from ..words.yaml_cache import folder_of
from . import resources

BOUNDS = "bounds.yaml"
FIXED = "fixed"
LENGTH = "#"
WIDEST = [-999, 999]
"""Where a title says nothing."""
MOST_FAULTS = 20


def misfits(package: str, changes: Mapping[str, Any]) -> Iterator[str]:
    """Files, sections and entries that there are not, and values of another kind."""
    known = resources.data_files(package)
    for file, sections in changes.items():
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


def excesses(package: str, changes: Mapping[str, Any]) -> Iterator[str]:
    """Fields that no entry has or that all have, and figures out of their bounds."""
    bounds = bounds_of(package)
    for file, sections in changes.items():
        old = resources.read(package, f"data/{file}")
        new = deepcopy(old)
        resources.merge(new, sections)
        yield from (f"{file}: {fault}" for fault in (*_unlike(old, new), *_beyond(old, new, bounds.get(file, {}))))


def bounds_of(package: str) -> Mapping[str, Mapping[str, Any]]:
    """By data file, the bounds of its figures; nothing where the title states none."""
    there = folder_of(package).joinpath(BOUNDS).is_file()
    stated: Mapping[str, Mapping[str, Any]] = resources.read(package, BOUNDS) if there else {}
    return stated


# ---- texts


def shown(text: str) -> str:
    """A text of an edition as terminals and pages may have it: without control characters and signs of direction."""
    return text if text.isprintable() else "".join(c for c in text if not _unseen(c))


def cleaned(changes: Any) -> Any:
    """The changes with texts that can be shown: an edition of a ledger was not read by us."""
    if isinstance(changes, str):
        return shown(changes)
    if isinstance(changes, Mapping):
        return {key: cleaned(one) for key, one in changes.items()}
    return [cleaned(one) for one in changes] if isinstance(changes, list) else changes


def _unseen(c: str) -> bool:
    return unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") and c != "\u00ad"


def unshown(value: Any) -> Iterator[str]:
    """Texts with control characters or signs of direction."""
    if isinstance(value, str):
        if shown(value) != value:
            yield f"{value[:60]!a} has characters that cannot be shown"
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from (*unshown(key), *unshown(one))
    elif isinstance(value, list):
        for one in value:
            yield from unshown(one)


# ---- fields


def _unlike(old: Any, new: Any) -> Iterator[str]:
    """Fields that no entry of its kind has, or values of a kind that none has; fields that every entry needs."""
    kinds: dict[str, set[type]] = {}
    counts: dict[str, int] = {}
    for path, value in _fields(old):
        kinds.setdefault(path, set()).add(type(value))
        counts[path] = counts.get(path, 0) + 1
    found: dict[str, int] = {}
    for path, value in _fields(new):
        found[path] = found.get(path, 0) + 1
        if path not in kinds:
            yield f"there is no {path}"
        elif type(value) not in kinds[path] and type(value) not in (list, dict):
            yield f"{path} must be {' or '.join(sorted(one.__name__ for one in kinds[path]))}, not {value!r}"
    for path, number in counts.items():
        parent = path.rpartition(".")[0]
        needed = counts.get(parent, 1) == number and not path.endswith(".*")
        if needed and found.get(path, 0) < found.get(parent, 1):
            yield f"{path} cannot be taken away"


def _fields(data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Each value with its place, in which `*` stands for every entry of a list."""
    if path:
        yield path, data
    if isinstance(data, dict):
        for key, one in data.items():
            yield from _fields(one, f"{path}.{key}" if path else str(key))
    elif isinstance(data, list):
        for one in data:
            yield from _fields(one, f"{path}.*")


# ---- figures


def figures(data: Any, path: str = "") -> Iterator[tuple[str, int]]:
    """Each figure with its place; a list of figures also with their number (`#`)."""
    if isinstance(data, dict):
        for key, one in data.items():
            yield from figures(one, f"{path}.{key}" if path else str(key))
    elif isinstance(data, list):
        if data and all(type(one) is int for one in data):
            yield f"{path}.{LENGTH}", len(data)
        for place, one in enumerate(data):
            ident = one["id"] if isinstance(one, dict) and "id" in one else place
            yield from figures(one, f"{path}.{ident}")
    elif type(data) is int:
        yield path, data


def bound_of(path: str, bounds: Mapping[str, Any]) -> Any:
    """The least and the most, or `fixed`."""
    length = path.endswith(f".{LENGTH}")
    for pattern, bound in bounds.items():
        if pattern.endswith(f".{LENGTH}") == length and fnmatchcase(path, pattern):
            return bound
    return FIXED if length else WIDEST


def _beyond(old: Any, new: Any, bounds: Mapping[str, Any]) -> Iterator[str]:
    before = dict(figures(old))
    for path, number in figures(new):
        if number == before.get(path):
            continue
        bound = bound_of(path, bounds)
        named = f"the number of figures of {path[: -len(LENGTH) - 1]}" if path.endswith(f".{LENGTH}") else path
        if bound == FIXED:
            yield f"{named} cannot be changed"
        elif not bound[0] <= number <= bound[1]:
            yield f"{named} must be from {bound[0]} to {bound[1]}, not {number}"
