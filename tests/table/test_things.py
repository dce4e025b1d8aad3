"""Marks beside the types of a state: which thing a string names, and how large a number may be."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

import pytest

from pbem.table import BY_SEAT, OWNER, Between, Game, Hidden, Of, as_count, view
from pbem.table.state_json import copy, from_json, to_json
from pbem.table.things import marked_values, misfits

LANDS = ("gaul", "iberia")
CARDS = ("inn", "bath")
Land = Annotated[str, Of(LANDS)]
Card = Annotated[str, Of(CARDS, once=True)]


@dataclass(slots=True)
class Seat:
    hand: Annotated[list[Card], Hidden(OWNER, as_count, pool="card")] = field(default_factory=list)
    capital: Land = ""


@dataclass(slots=True)
class Army:
    owner: int
    from_: Land
    size: Annotated[int, Between(1, 3)] = 1


@dataclass(slots=True)
class Map(Game):
    players: Annotated[list[Seat], BY_SEAT] = field(default_factory=list)
    armies: dict[Land, Army] = field(default_factory=dict)
    routes: list[list[Land]] = field(default_factory=list)
    laid: Card | None = None
    age: Annotated[int, Between(1, 4)] = 0


def position() -> Map:
    made = Map(2, {}, 0, players=[Seat(["inn"], "gaul"), Seat()], armies={"gaul": Army(0, "iberia", 3)}, laid="bath")
    made.routes = [["gaul", "iberia"]]
    return made


def test_a_sound_position_has_no_misfits_and_fields_at_rest_say_nothing() -> None:
    """`age` 0 and a seat without a capital are how a game begins, whatever the marks allow later."""
    assert list(misfits(position())) == []
    assert [(one.path, one.value) for one in marked_values(position())] == [
        ("players.0.hand", "inn"),
        ("players.0.capital", "gaul"),
        ("armies.gaul", "gaul"),
        ("armies.gaul.from_", "iberia"),
        ("armies.gaul.size", 3),
        ("routes", "gaul"),
        ("routes", "iberia"),
        ("laid", "bath"),
    ]


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"age": 5}, ("age", "must be from 1 to 4")),
        ({"laid": "hut"}, ("laid", "there is no 'hut'")),
        ({"laid": "inn"}, ("players.0.hand", "inn is there twice")),
        ({"routes": [["gaul", "gaul", "mars"]]}, ("routes", "there is no 'mars'")),
        ({"armies": {"mars": Army(0, "gaul")}}, ("armies.mars", "there is no 'mars'")),
        ({"armies": {"gaul": Army(0, "")}}, ("armies.gaul.from_", "there is no ''")),
        ({"armies": {"gaul": Army(0, "gaul", 4)}}, ("armies.gaul.size", "must be from 1 to 3")),
        ({"players": [Seat(), Seat(["inn", "inn"])]}, ("players.1.hand", "inn is there twice")),
    ],
)
def test_what_does_not_fit_is_named_with_its_place(change: dict[str, Any], found: tuple[str, str]) -> None:
    made = position()
    for name, value in change.items():
        setattr(made, name, value)
    assert list(misfits(made)) == [found]


def test_marks_change_nothing_of_copies_json_and_views() -> None:
    made = position()
    assert copy(made) == made
    assert from_json(Map, to_json(made)) == made
    assert view(made, 1)["players"][0]["hand"] == {"hidden": 1}
