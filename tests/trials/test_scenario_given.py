"""Setting and looking at states of any shape by path."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import pytest

from pbem.table import BY_SEAT, Between
from pbem.trials.scenario_given import NoSuchPath, look, nested, put, same

PLAYERS = ("anna", "ben", "cleo")


@dataclass(slots=True)
class Unit:
    kind: Literal["army", "fleet"]
    at: str
    strength: int = 1


@dataclass(slots=True)
class Empire:
    gold: int = 0
    capital: str | None = None
    units: list[Unit] = field(default_factory=list)
    cards: tuple[str, ...] = ()


@dataclass(slots=True)
class World:
    empires: Annotated[list[Empire], BY_SEAT] = field(default_factory=lambda: [Empire() for _ in PLAYERS])
    owners: dict[str, int] = field(default_factory=dict)
    treaties: dict[int, list[int]] = field(default_factory=dict)
    trade: dict[str, Annotated[int, Between(-9, 9)]] = field(default_factory=dict)
    best: Unit | None = None
    at_war: bool = False
    span: tuple[int, int] = (0, 0)


def world(given: dict[str, Any]) -> tuple[World, list[str]]:
    made, faults = World(), []
    put(made, nested(given), PLAYERS, (), lambda place, fault: faults.append(".".join(map(str, place)) + ": " + fault))
    return made, faults


def test_numbers_below_0_where_the_state_says_so() -> None:
    """The trade number of an empire may be -2; the owner of a land is never below 0."""
    assert world({"trade.cham": -2})[0].trade == {"cham": -2}
    assert world({"owners": {"rome": -1}})[1] == ["owners: must not be negative"]


def test_values_of_every_shape_are_set() -> None:
    made, faults = world(
        {
            "empires.ben": {"gold": 5, "capital": "rome", "cards": ["a", "b"]},
            "empires.2.units": [{"kind": "fleet", "at": "gaul"}, {"kind": "army", "at": "gaul", "strength": 3}],
            "owners": {"gaul": "cleo", "rome": 1},
            "treaties": {"anna": ["ben", 2]},
            "best": {"kind": "army", "at": "rome"},
            "at_war": True,
            "span": [1, 9],
        }
    )
    assert faults == []
    assert made.empires[1] == Empire(5, "rome", [], ("a", "b"))
    assert made.empires[2].units == [Unit("fleet", "gaul"), Unit("army", "gaul", 3)]
    assert made.owners == {"gaul": 2, "rome": 1}
    assert made.treaties == {0: [1, 2]}
    assert made.best == Unit("army", "rome")
    assert (made.at_war, made.span) == (True, (1, 9))


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"empires.ben.gold": "5"}, "empires.ben.gold: must be a whole number, not '5'"),
        ({"empires.ben.gold": True}, "empires.ben.gold: must be a whole number, not True"),
        ({"empires.dora.gold": 5}, "empires.dora: 'dora' is neither a player nor a place in a list of 3"),
        ({"empires.ben": 5}, "empires.ben: must be Empire, not 5"),
        ({"empires.ben.units": [{"kind": "mob", "at": "x"}]}, "must be one of army, fleet, not 'mob'"),
        ({"empires.ben.units": [{"kind": "army"}]}, "missing: ['at']"),
        ({"empires.ben.units": [{"kind": "army", "at": "x", "age": 3}]}, "wrong: ['age']"),
        (
            {"owners": {"gaul": "dora"}},
            "owners: gaul: must be a whole number or a player (anna, ben, cleo), not 'dora'",
        ),
        ({"treaties": {"dora": []}}, "the key 'dora' must be a whole number or a player"),
        ({"span": [1, 2, 3]}, "span: must have 2 entries, not 3"),
        ({"at_war": 1}, "at_war: must be true or false, not 1"),
        ({"empires.ben.capital": 7}, "empires.ben.capital: 7 does not fit"),
        ({"peace": 1}, "peace: there is no such field; there are empires, owners"),
    ],
)
def test_what_does_not_fit_is_said(given: dict[str, Any], fault: str) -> None:
    _, faults = world(given)
    assert len(faults) == 1
    assert fault in faults[0]


def test_a_more_exact_path_goes_on_top() -> None:
    assert nested({"a": {"b": 1, "c": 2}, "a.b": 3}) == {"a": {"b": 3, "c": 2}}
    assert nested({"a.b": 3, "a": {"c": 2}}) == {"a": {"b": 3, "c": 2}}


def test_looking() -> None:
    made, _ = world({"empires.ben.gold": 5, "treaties": {"anna": [1]}, "owners": {"gaul": 2}})
    assert look(made, "empires.ben.gold", PLAYERS) == look(made, "empires.1.gold", PLAYERS) == 5
    assert look(made, "treaties.anna", PLAYERS) == look(made, "treaties.0", PLAYERS) == [1]
    assert look(made, "span.1", PLAYERS) == 0
    for path in ("empires.dora", "empires.ben.silver", "owners.rome", "at_war.soon", "span.9"):
        with pytest.raises(NoSuchPath):
            look(made, path, PLAYERS)


@pytest.mark.parametrize(
    ("expected", "got", "equal"),
    [
        ("ben", 1, True),
        ("ben", 2, False),
        ("dora", 1, False),
        (1, True, False),
        (1, 1, True),
        (["ben", "x"], (1, "x"), True),
        (["ben"], [1, 2], False),
        ({"gaul": "cleo"}, {"gaul": 2}, True),
        ({"anna": 1}, {0: 1}, True),
        ({"gaul": 2}, {"gaul": 2, "rome": 1}, False),
        ({"at": "gaul"}, Unit("army", "gaul"), True),
        ({"at": "rome"}, Unit("army", "gaul"), False),
        ({"in": "gaul"}, Unit("army", "gaul"), False),
        (None, None, True),
        (None, 0, False),
    ],
)
def test_equality_knows_handles(expected: Any, got: Any, equal: bool) -> None:
    assert same(expected, got, PLAYERS) is equal
