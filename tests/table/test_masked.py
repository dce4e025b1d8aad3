"""A masked state has the classes of the state, and tells nothing but what the view tells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Annotated, Any

import pytest

from pbem.table import (
    BY_SEAT,
    NOBODY,
    OWNER,
    Game,
    Hidden,
    HiddenTouched,
    Unseen,
    as_backs,
    as_count,
    as_nothing,
    as_presence,
    back_of,
    is_unseen,
    view,
)
from pbem.table.fields import NotPlain
from pbem.table.masked import from_view, masked
from pbem.table.state_json import copy
from pbem.table.view_text import view_text

from .kit import table


def back(card: str) -> str:
    return card[0]


@dataclass(slots=True)
class Stack:
    kind: str
    number: int = 1


@dataclass(slots=True)
class Hand:
    cards: Annotated[list[str], Hidden(OWNER, as_count)] = field(default_factory=list)
    plan: Annotated[str | None, Hidden(OWNER, as_presence)] = None
    laid: Annotated[str, Hidden(OWNER, as_presence)] = ""
    known_to: list[int] = field(default_factory=list)
    trap: Annotated[dict[str, str], Hidden("known_to", as_backs(back))] = field(default_factory=dict)
    fog: Annotated[list[Stack], Hidden("known_to", as_count)] = field(default_factory=list)
    chief: Annotated[Stack | None, Hidden("known_to", as_nothing)] = None


@dataclass(slots=True)
class Position(Game):
    hands: Annotated[list[Hand], BY_SEAT] = field(default_factory=list)
    bids: Annotated[list[int], BY_SEAT, Hidden(OWNER, as_nothing)] = field(default_factory=list)
    rows: Annotated[list[list[str]], Hidden(OWNER, as_count), BY_SEAT] = field(default_factory=list)
    deck: Annotated[list[str], Hidden(NOBODY, as_backs(back))] = field(default_factory=list)
    buried: Annotated[list[str], Hidden(NOBODY)] = field(default_factory=list)
    by_level: Annotated[dict[int, str], Hidden(NOBODY, as_backs(back))] = field(default_factory=dict)
    where: Annotated[dict[str, int], Hidden(NOBODY, as_count)] = field(default_factory=dict)
    open: dict[str, list[Stack]] = field(default_factory=dict)
    pair: tuple[int, str] = (1, "x")


def position() -> Position:
    hands = [
        Hand(["a1", "b2"], "north", "a5", [0], {"x": "a9"}, [Stack("horse", 2)], Stack("king")),
        Hand(["b3"], None, "", [1], {"y": "b8"}, [Stack("foot"), Stack("ship")], Stack("queen")),
    ]
    return Position(
        2,
        {"long": True},
        0,
        hands=hands,
        bids=[5, 6],
        rows=[["p"], ["q", "r"]],
        deck=["a4", "b5"],
        buried=["a6"],
        by_level={2: "a7"},
        where={"hill": 3},
        open={"inn": [Stack("guest")]},
    )


def told(value: Any) -> Any:
    """A masked state as something to compare."""
    if is_unseen(value):
        return ("unseen", back_of(value))
    if is_dataclass(value):
        return type(value).__name__, {f.name: told(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, dict):
        return {key: told(one) for key, one in value.items()}
    return [told(one) for one in value] if isinstance(value, list) else value


def test_what_a_seat_sees_is_there_in_its_own_classes() -> None:
    state = position()
    seen = masked(state, 0)
    assert isinstance(seen, Position)
    assert told(seen.hands[0]) == told(state.hands[0])
    assert told(seen.open) == told(state.open)
    assert (seen.bids[0], seen.rows[0], seen.pair, seen.options) == (5, ["p"], (1, "x"), {"long": True})


def test_what_a_seat_does_not_see_is_unseen_in_its_place() -> None:
    seen = masked(position(), 0)
    other, hidden = seen.hands[1], ("unseen", "?")
    assert told(other.cards) == [hidden]
    assert (other.plan, other.laid) == (None, "")
    assert told(other.trap) == {"y": ("unseen", "b")}
    assert told(other.fog) == [hidden, hidden]
    assert told(other.chief) == hidden
    assert told(seen.bids) == [5, hidden]
    assert told(seen.rows) == [["p"], [hidden, hidden]]
    assert told(seen.deck) == [("unseen", "a"), ("unseen", "b")]
    assert told(seen.by_level) == {2: ("unseen", "a")}
    assert told(seen.buried) == hidden  # not even how many
    assert told(seen.where) == ("unseen", {"hidden": 1})
    assert told(masked(position(), None).hands[0].plan) == hidden


def test_the_view_alone_is_enough() -> None:
    for seat in (None, 0, 1):
        assert told(from_view(Position, view(position(), seat), seat)) == told(masked(position(), seat))


def test_a_masked_state_has_the_view_of_the_state() -> None:
    for seat in (None, 0, 1):
        seen = masked(position(), seat)
        assert view(seen, seat) == view(position(), seat)
        assert view_text(seen, seat) == view_text(position(), seat)
        assert told(masked(seen, seat)) == told(seen)


def test_a_masked_state_in_which_some_things_are_known_has_a_view() -> None:
    seen = masked(position(), 0)
    seen.deck[0], seen.hands[1].trap["z"], seen.hands[1].cards[0] = "a4", "c1", "b3"
    seen.hands[1].plan = Unseen()
    shown = view(seen, 0)
    assert shown["deck"] == ["a", "b"]
    assert shown["hands"][1]["trap"] == {"y": "b", "z": "c"}
    assert (shown["hands"][1]["cards"], shown["hands"][1]["plan"]) == ({"hidden": 1}, {"hidden": 1})


def test_a_masked_state_can_be_copied_and_shares_nothing_with_the_state() -> None:
    state = position()
    before = told(state)
    seen = masked(state, 0)
    other = copy(seen)
    assert told(other) == told(seen)
    other.hands[0].cards.append("z9")
    other.open["inn"][0].kind = "thief"
    other.deck.pop()
    assert told(seen) == told(masked(state, 0))
    seen.hands[0].fog[0].number = 9
    seen.open["inn"].clear()
    assert told(state) == before


USES: dict[str, Callable[[Any], Any]] = {
    "compared": lambda one: one == "a1",
    "ordered": lambda one: one < "a1",
    "looked up": lambda one: {"a1": 1}[one],
    "looked for": lambda one: one in ("a1", "b2"),
    "counted": lambda one: ["a1"].count(one),
    "asked for a part": lambda one: one.kind,
    "asked for an element": lambda one: one[0],
    "gone through": list,
    "measured": len,
    "added": lambda one: 1 + one,
    "taken away": lambda one: one - 1,
    "a condition": lambda one: 1 if one else 2,
    "a number": range,
    "said": lambda one: f"{one}",
}


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_using_something_unseen_is_an_error_of_its_own(use: Callable[[Any], Any]) -> None:
    with pytest.raises(HiddenTouched):
        use(Unseen())


def test_something_unseen_can_be_laid_elsewhere() -> None:
    seen = masked(position(), None)
    seen.hands[0].cards.append(seen.deck.pop())
    assert back_of(seen.hands[0].cards[-1]) == "b"
    assert repr(seen.hands[0].cards[-1]) == "<unseen: b>"
    with pytest.raises(NotPlain):
        back_of("a1")


def test_a_table_shows_its_state_to_a_seat() -> None:
    made = table()
    seen = made.seen(0)
    assert type(seen) is type(made.state)
    assert [back_of(card) for card in seen.deck] == ["?"] * len(made.state.deck)
    assert seen.steps == made.state.steps is not seen.steps
