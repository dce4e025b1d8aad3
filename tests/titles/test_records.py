"""Entries of the data as objects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.titles.resources import record


@dataclass(frozen=True, slots=True)
class Inn:
    id: str
    beds: int
    rooms: tuple[int, ...]
    coins: int
    open: bool
    fields: Mapping[str, int]
    after: str | None = None


def test_fields_are_read_by_name_or_by_the_name_that_the_data_has() -> None:
    entry = {"id": "swan", "rooms": [2, 3], "cost": {"coins": 4}, "is_open": True, "fields": {"oats": 1}}
    names = {"coins": "cost.coins", "open": "is_open"}
    assert record(Inn, entry, names, beds=5) == Inn("swan", 5, (2, 3), 4, True, {"oats": 1})


def test_what_an_entry_does_not_mention_is_nothing_of_its_kind() -> None:
    assert record(Inn, {"id": "swan", "cost": 3}, {"coins": "cost.coins"}) == Inn("swan", 0, (), 0, False, {})
