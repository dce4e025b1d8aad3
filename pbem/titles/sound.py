"""Checks that the data of every title needs: unique ids, references to things that exist, numbers that agree.

Each yields what is wrong, one sentence per fault, so that a title's `check.py` can combine them:

    yield from once("the deck", DECK)
    yield from known("the map borders", (border["a"] for border in BORDERS), LANDS)
    yield from numbered("the lands of Gaul", 5, 4)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Hashable, Iterable, Iterator, Mapping
from typing import Any

CONFIDENCE = ("verified", "single", "memory", "reconstructed")
"""How sure a figure of the data is: seen in several places, in one, remembered, or made up to fit."""


def once(what: str, things: Iterable[Hashable]) -> Iterator[str]:
    """Check that nothing occurs twice."""
    yield from (f"{what}: {thing} is there {n} times" for thing, n in Counter(things).items() if n > 1)


def known(what: str, names: Iterable[Any], there: Container[Any]) -> Iterator[str]:
    """Check that every name is known; `what` introduces the message."""
    yield from (f"{what} {name}, which is not there" for name in names if name not in there)


def numbered(what: str, found: object, wanted: object) -> Iterator[str]:
    """Check that two figures, or two lists, agree."""
    if found != wanted:
        yield f"{what}: {found}, not {wanted}"


def mutual(links: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """Check that whatever leads somewhere also leads back."""
    back = {place: set(others) for place, others in links.items()}
    for place, others in links.items():
        yield from (f"{other} does not lead back to {place}" for other in others if place not in back.get(other, ()))


def confident(entries: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Check that every entry says how sure it is, as a whole or per figure (null for a figure it does not have)."""
    for entry in entries:
        mark = entry["confidence"]
        marks = mark.values() if isinstance(mark, Mapping) else mark if isinstance(mark, list) else [mark]
        if any(one not in CONFIDENCE and not (one is None and isinstance(mark, Mapping)) for one in marks):
            yield f"{entry.get('id', dict(entry))} has no known confidence"


def holds(claims: Iterable[tuple[object, str]]) -> Iterator[str]:
    """Check claims, each with the message if it does not hold."""
    yield from (fault for claim, fault in claims if not claim)
