"""Changes of a state from outside the rules, in the middle of a phase."""

from __future__ import annotations

import json

import pytest

from pbem.table import CannotRule, Table
from pbem.table.state_json import to_json

from .kit import TITLE, table


def test_a_number_that_the_phase_has_changed_is_changed_by_as_much() -> None:
    made = table()
    made.answer(0, ("go",))
    made.rule((("steps.0", 5),))
    assert made.state.steps == [5, 0]
    assert list(made.pending) == [1]
    made.answer(1, ("go",))
    assert made.state.steps == [5, 1]


def test_copies_undo_and_records_know_of_it() -> None:
    made = table()
    made.answer(0, ("go",))
    made.rule((("steps.0", 5),))
    made.answer(1, ("go",))
    again = Table.load(TITLE, json.loads(json.dumps(made.save())))
    for other in (made.clone(), again):
        assert to_json(other.state) == to_json(made.state)
    whole = Table(TITLE, made.players, record=made.inputs)
    assert to_json(whole.state) == to_json(made.state)
    made.undo()
    assert made.state.steps == [5, 0]
    whole.back(1)
    assert whole.state.steps == [0, 0], "before the ruling"


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("steps.7", 1, "there is no 7"),
        ("stops", 1, "there is no stops"),
        ("steps.0", "x", "not of the right kind"),
        ("steps", [1], "the turn"),
        ("seats", 3, "never changed"),
    ],
)
def test_what_is_not_sound_changes_nothing(path: str, value: object, said: str) -> None:
    made = table()
    made.answer(0, ("go",))
    before = made.digest()
    with pytest.raises(CannotRule, match=said):
        made.rule(((path, value),))
    assert made.digest() == before
    made.answer(1, ("go",))
