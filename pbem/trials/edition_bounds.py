"""Editions at the extremes: each figure of a title's data as small and as large as its bounds allow.

Either the title's own check refuses the data with a sentence, or a game with it is played to its end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from ..table import Table, Title
from ..titles import edition_check, editions, resources
from ..titles.editions import BadEdition, Edition
from .conformance import HANDLES
from .simulate import source

RANDOM_ANSWERS = 1_500
"""After so many an even longer game is finished with defaults."""
_FAULTY = "the data of"


def unsound(package: str) -> Iterator[str]:
    """No bounds, or some of the wrong form, for files that there are not, or that the printed figures do not keep."""
    bounds = edition_check.bounds_of(package)
    if not bounds:
        yield f"{edition_check.BOUNDS} states no bounds for any figure"
    files = resources.data_files(package)
    for file, lines in bounds.items():
        if file not in files or not isinstance(lines, Mapping):
            yield f"{edition_check.BOUNDS}: there is no data file {file}, or it has no lines"
            continue
        for pattern, bound in lines.items():
            pair = isinstance(bound, list) and len(bound) == 2 and all(type(one) is int for one in bound)
            if bound != edition_check.FIXED and not (pair and bound[0] <= bound[1]):
                yield f"{edition_check.BOUNDS}: {pattern} needs the least and the most, or {edition_check.FIXED}"
                return
    for file in files:
        for path, number in edition_check.figures(resources.read(package, f"data/{file}")):
            bound = edition_check.bound_of(path, bounds.get(file, {}))
            if bound != edition_check.FIXED and not bound[0] <= number <= bound[1]:
                yield f"{edition_check.BOUNDS}: {file}: {path} is {number}, out of {bound[0]} to {bound[1]}"


def at_extremes(title: Title, file: str, every: int = 1) -> Iterator[str]:
    """What goes wrong with the figures of a file at their extremes: with all, or with every n-th as a sample."""
    for what, changes in islice(_extremes(title, file), 0, None, every):
        if fault := tried(title, Edition(title.id, "extreme", {file: changes})):
            yield f"{file}: {what}: {fault}"


def _extremes(title: Title, file: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every kind of figure that can be changed, all of that kind together, at its least and at its most."""
    data = resources.read(title.package, f"data/{file}")
    bounds = edition_check.bounds_of(title.package).get(file, {})
    for kind in dict.fromkeys(_kinds(data)):
        sections = data[kind[0]]
        if not isinstance(sections, (dict, list)) or (isinstance(sections, list) and not resources.by_id(sections)):
            continue  # an edition names entries of a section
        for end in (0, 1):
            if changes := _changed(data, kind, bounds, end):
                yield f"{'.'.join(kind)} at its {('least', 'most')[end]}", changes


def tried(title: Title, edition: Edition) -> str:
    """What goes wrong with an edition that its own bounds allow; nothing if it is refused in a sentence."""
    beyond = [*edition_check.misfits(title.package, edition.changes)]
    beyond += edition_check.excesses(title.package, edition.changes)
    if beyond:
        return beyond[0]
    package = editions.package_of(title, edition)
    try:
        played(editions.load(title, edition))
    except BadEdition as refused:
        return "" if _FAULTY in str(refused) else f"refused without a reason: {refused}"
    except Exception as crash:
        return f"{type(crash).__name__}: {crash}"
    finally:
        editions.forget(package)
    return ""


def played(title: Title) -> None:
    """One game of the fewest players to its end; raises if it has none."""
    table = Table(title, HANDLES[: title.seats[0]], below=source("extremes"))
    pick, answers = source("answers"), 0
    while not table.over:
        for seat, ask in table.unanswered.items():
            table.answer(seat, ask.sample(pick) if answers < RANDOM_ANSWERS else ask.default())
            answers += 1
        if answers > title.longest:
            raise RuntimeError(f"no end after {answers} answers")


def _kinds(data: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The places of figures, in which `*` stands for every entry of a list."""
    if isinstance(data, dict):
        for key, one in data.items():
            yield from _kinds(one, (*path, str(key)))
    elif isinstance(data, list):
        for one in data:
            yield from _kinds(one, (*path, "*"))
    elif type(data) is int:
        yield path


def _changed(data: Any, kind: tuple[str, ...], bounds: Mapping[str, Any], end: int, path: str = "") -> Any:
    """The changes that put all figures of a kind to one end of their bounds; empty if they are fixed."""
    if isinstance(data, list) and kind and not resources.by_id(data):
        return _replaced(data, kind, bounds, end, path)
    found = {}
    for key, one in resources.by_id(data).items() if kind and isinstance(data, (dict, list)) else ():
        if isinstance(data, list) or str(key) == kind[0]:
            place = f"{path}.{key}" if path else str(key)
            if type(one) is int and len(kind) == 1:
                bound = edition_check.bound_of(place, bounds)
                if bound != edition_check.FIXED:
                    found[key] = bound[end]
            elif inner := _changed(one, kind[1:], bounds, end, place):
                found[key] = inner
    return found


def _replaced(data: Any, kind: tuple[str, ...], bounds: Mapping[str, Any], end: int, path: str) -> Any:
    """A list without ids, which an edition replaces as a whole; empty if nothing in it can be changed."""
    changed = _within(data, kind, bounds, end, path)
    return changed if changed != data else None


def _within(data: Any, kind: tuple[str, ...], bounds: Mapping[str, Any], end: int, path: str) -> Any:
    if not kind:
        bound = edition_check.bound_of(path, bounds)
        return data if bound == edition_check.FIXED or type(data) is not int else bound[end]
    if isinstance(data, list):
        places = [one["id"] if isinstance(one, dict) and "id" in one else place for place, one in enumerate(data)]
        return [_within(one, kind[1:], bounds, end, f"{path}.{place}") for place, one in zip(places, data, strict=True)]
    if isinstance(data, dict):
        return {
            key: _within(one, kind[1:], bounds, end, f"{path}.{key}") if str(key) == kind[0] else one
            for key, one in data.items()
        }
    return data
