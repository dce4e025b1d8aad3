"""States are plain data: what may stand in them, and that copies and JSON are true."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, make_dataclass
from typing import Annotated, Any, Literal

import pytest

from pbem.table import Game, Hidden, Note
from pbem.table.fields import NotPlain, hints
from pbem.table.state_json import canonical, copier, copy, digest, from_json, to_json


@dataclass(slots=True)
class Piece:
    kind: str
    marks: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Everything(Game):
    number: int = 3
    flag: bool = True
    word: str = "ß"
    nothing: int | None = None
    side: Literal["a", "b"] = "a"
    pair: tuple[int, str] = (1, "x")
    pairs: tuple[tuple[int, int], ...] = ((1, 2), (3, 4))
    maybe_pairs: tuple[tuple[int, int], ...] | None = ((5, 6),)
    names: list[str] = field(default_factory=lambda: ["p", "q"])
    deep: list[list[list[list[int]]]] = field(default_factory=lambda: [[[[1], [2]]], [[]]])
    by_name: dict[str, int] = field(default_factory=lambda: {"b": 1, "a": 2})
    by_seat: dict[int, list[str]] = field(default_factory=lambda: {1: ["u"], 0: []})
    by_side: dict[Literal["a", "b"], dict[int, dict[str, list[int]]]] = field(
        default_factory=lambda: {"b": {3: {"x": [1]}}}
    )
    by_level: dict[Literal[1, 2], int] = field(default_factory=lambda: {2: 5})
    piece: Piece = field(default_factory=lambda: Piece("king", ["m"]))
    lost: Piece | None = None
    found: Piece | None = field(default_factory=lambda: Piece("queen"))
    pieces: list[Piece] = field(default_factory=lambda: [Piece("pawn")])
    squares: dict[str, Piece | None] = field(default_factory=lambda: {"e4": Piece("rook"), "e5": None})
    secret: Annotated[list[str], Hidden("nobody")] = field(default_factory=lambda: ["s"])


def everything() -> Everything:
    return Everything(2, {"long": True}, 0)


def test_a_state_survives_json() -> None:
    state = everything()
    back = from_json(Everything, json.loads(json.dumps(to_json(state))))
    assert back == state
    assert list(back.by_name) == ["b", "a"]
    assert digest(to_json(back)) == digest(to_json(state))


def test_a_copy_is_equal_and_shares_nothing_that_can_change() -> None:
    state = everything()
    before = canonical(to_json(state))
    other = copy(state)
    assert other == state
    other.names.append("r")
    other.deep[0][0][0].append(9)
    other.by_name["c"] = 3
    other.by_seat[1].append("v")
    other.by_side["b"][3]["x"].append(2)
    other.piece.marks.append("n")
    other.found.marks.append("n")
    other.pieces[0].kind = "bishop"
    other.squares["e4"].marks.append("n")
    other.secret.clear()
    other.options["long"] = False
    assert canonical(to_json(state)) == before


def test_notes_are_no_part_of_the_position() -> None:
    state = everything()
    state.notes.append(Note("happened", {}))
    assert copy(state).notes == []
    assert "notes" not in to_json(state)
    assert from_json(Everything, to_json(state)).notes == []
    assert "notes" not in hints(Everything)


@pytest.mark.parametrize(
    "hint",
    [
        float,
        set[str],
        frozenset[int],
        Any,
        list,
        dict,
        object,
        bytes,
        list[float],
        tuple[float, int],
        dict[str, set[int]],
        dict[tuple[int, int], str],
        dict[float, int],
        dict[bool, int],
        dict[int | str, int],
        tuple[Piece, ...],
        int | Piece | None,
        list[float | None],
        Piece | Everything,
    ],
)
def test_what_differs_between_machines_or_cannot_be_read_back_is_refused(hint: Any) -> None:
    with pytest.raises(NotPlain):
        copier(make_dataclass("State", [("field", hint)], slots=True))


@pytest.mark.parametrize("value", [0.5, {1, 2}, b"x", object(), [1.0], {"a": {3}}])
def test_a_value_that_is_not_plain_is_refused(value: Any) -> None:
    with pytest.raises(NotPlain):
        to_json(value)


def test_classes_of_the_same_name_are_copied_each_in_its_way() -> None:
    one = make_dataclass("Same", [("a", list[int])], slots=True)
    other = make_dataclass("Same", [("b", list[str])], slots=True)
    both = make_dataclass("Both", [("one", one), ("other", other)], slots=True)
    copied = copy(both(one([1]), other(["x"])))
    assert (copied.one.a, copied.other.b) == ([1], ["x"])


def test_the_canonical_form() -> None:
    assert canonical({"b": [1, None, True], "a": "ß"}) == '{"a":"ß","b":[1,null,true]}'.encode()
    assert digest({}) == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
