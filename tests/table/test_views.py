"""Who sees what follows from the marks."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Annotated, Any

from pbem.table import (
    BY_SEAT,
    NOBODY,
    OWNER,
    Game,
    Hidden,
    as_backs,
    as_count,
    as_nothing,
    as_presence,
    is_unseen,
    masked,
    view,
)
from pbem.table.hidden import hidden_places


def back(card: str) -> str:
    return card[0]


@dataclass(slots=True)
class Hand:
    coins: int = 3
    cards: Annotated[list[str], Hidden(OWNER, as_count, pool="card", back=back)] = field(default_factory=list)
    plan: Annotated[str | None, Hidden(OWNER, as_presence, pool="plan")] = None
    known_to: list[int] = field(default_factory=list)
    trap: Annotated[dict[str, str], Hidden("known_to", as_backs(back), pool="card", back=back)] = field(
        default_factory=dict
    )


@dataclass(slots=True)
class Position(Game):
    hands: Annotated[list[Hand], BY_SEAT] = field(default_factory=list)
    bids: Annotated[list[int], BY_SEAT, Hidden(OWNER, as_nothing, pool="bid")] = field(default_factory=list)
    rows: Annotated[list[list[str]], Hidden(OWNER, as_count), BY_SEAT] = field(default_factory=list)
    deck: Annotated[list[str], Hidden(NOBODY, as_backs(back), pool="card", back=back)] = field(default_factory=list)
    by_place: dict[str, Hand] | None = None
    stacks: list[list[Hand]] = field(default_factory=list)
    pair: tuple[int, int] = (1, 2)


def position() -> Position:
    hands = [
        Hand(cards=["a1", "b2"], plan="north", known_to=[0], trap={"x": "a9"}),
        Hand(cards=["b3"], plan=None, known_to=[1, 0], trap={"y": "b8"}),
        Hand(),
    ]
    return Position(
        3,
        {},
        0,
        hands=hands,
        bids=[5, 6, 7],
        rows=[["p"], ["q", "r"], []],
        deck=["a4", "b5", "a6"],
        by_place={"inn": Hand(cards=["a7"])},
        stacks=[[Hand(cards=["b7"])]],
    )


def test_the_public_view() -> None:
    seen: Any = view(position(), None)
    assert [hand["cards"] for hand in seen["hands"]] == [{"hidden": 2}, {"hidden": 1}, {"hidden": 0}]
    assert [hand["plan"] for hand in seen["hands"]] == [{"hidden": 1}, {"hidden": 0}, {"hidden": 0}]
    assert [hand["trap"] for hand in seen["hands"]] == [{"x": "a"}, {"y": "b"}, {}]
    assert [hand["coins"] for hand in seen["hands"]] == [3, 3, 3]
    assert seen["deck"] == ["a", "b", "a"]
    assert seen["bids"] == [None, None, None]
    assert seen["rows"] == [{"hidden": 1}, {"hidden": 2}, {"hidden": 0}]
    assert seen["pair"] == [1, 2]
    assert json.loads(json.dumps(seen)) == seen


def test_the_view_of_a_seat() -> None:
    seen: Any = view(position(), 0)
    assert [hand["cards"] for hand in seen["hands"]] == [["a1", "b2"], {"hidden": 1}, {"hidden": 0}]
    assert [hand["trap"] for hand in seen["hands"]] == [{"x": "a9"}, {"y": "b8"}, {}]
    assert seen["hands"][0]["plan"] == "north"
    assert seen["bids"] == [5, None, None]
    assert seen["rows"] == [["p"], {"hidden": 2}, {"hidden": 0}]
    assert seen["deck"] == ["a", "b", "a"]


def test_marks_work_inside_optional_dicts_and_nested_lists() -> None:
    seen: Any = view(position(), 0)
    assert seen["by_place"]["inn"]["cards"] == {"hidden": 1}
    assert seen["stacks"][0][0]["cards"] == {"hidden": 1}


def test_nothing_hidden_is_in_the_public_view() -> None:
    text = json.dumps(view(position(), None))
    assert not any(card in text for card in ("a1", "b2", "b3", "a4", "b5", "a6", "a7", "b7", "a9", "b8", "north"))


def places(seat: int | None) -> list[tuple[str, str, Any]]:
    return sorted(((p.pool, p.back, p.get()) for p in hidden_places(position(), seat)), key=str)


def test_hidden_places_are_what_a_seat_does_not_see() -> None:
    onlooker = [
        ("bid", "", 5),
        ("bid", "", 6),
        ("bid", "", 7),
        ("card", "a", "a1"),
        ("card", "a", "a4"),
        ("card", "a", "a6"),
        ("card", "a", "a7"),
        ("card", "a", "a9"),
        ("card", "b", "b2"),
        ("card", "b", "b3"),
        ("card", "b", "b5"),
        ("card", "b", "b7"),
        ("card", "b", "b8"),
        ("plan", "", "north"),
    ]
    assert places(None) == onlooker
    own = [
        ("bid", "", 5),
        ("card", "a", "a1"),
        ("card", "a", "a9"),
        ("card", "b", "b2"),
        ("card", "b", "b8"),
        ("plan", "", "north"),
    ]
    assert places(0) == [one for one in onlooker if one not in own]


def test_a_place_can_be_filled_anew() -> None:
    state = position()
    for place in hidden_places(state, None):
        place.put({"card": "zz", "plan": "south", "bid": 1}[place.pool])
    assert state.deck == ["zz"] * 3
    assert state.hands[0].plan == "south"
    assert state.hands[1].plan is None
    assert state.hands[0].trap == {"x": "zz"}
    assert state.bids == [1, 1, 1]


@dataclass(slots=True)
class Stack:
    player: int
    age: int
    units: Annotated[list[str], Hidden("player", as_count, pool=lambda stack: f"age {stack.age}")]


@dataclass(slots=True)
class Army(Game):
    stacks: list[Stack] = field(default_factory=list)


def test_a_seat_in_a_field_knows_and_things_are_exchanged_where_the_holder_says() -> None:
    army = Army(2, {}, 0, stacks=[Stack(0, 1, ["sword"]), Stack(1, 1, ["spear", "bow"]), Stack(1, 4, ["musket"])])
    seen: Any = view(army, 0)
    assert [one["units"] for one in seen["stacks"]] == [["sword"], {"hidden": 2}, {"hidden": 1}]
    assert view(army, None)["stacks"][0]["units"] == {"hidden": 1}
    assert [(place.get(), place.pool) for place in hidden_places(army, 0)] == [
        ("spear", "age 1"),
        ("bow", "age 1"),
        ("musket", "age 4"),
    ]
    mine = masked(army, 1)
    assert mine.stacks[1].units == ["spear", "bow"]
    assert all(is_unseen(one) for one in mine.stacks[0].units)
