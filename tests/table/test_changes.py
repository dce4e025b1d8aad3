"""What differs between two JSON values leads from the one to the other, the order of keys included."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from pbem.table.changes import changed, changes

PAIRS: list[tuple[Any, Any]] = [
    ({"a": 1, "b": [1, 2]}, {"a": 1, "b": [1, 3]}),
    ({"a": 1, "b": 2, "c": 3}, {"a": 1, "c": 3}),
    ({"a": 1, "c": 3}, {"b": 2, "a": 1, "c": 4}),
    ({"a": {}}, {"a": {"x": None}}),
    ({"a": {"x": 1}}, {"a": {}}),
    ([1, 2, 3, 4], [1, 4]),
    ([], [[]]),
    ([1, 1], [1]),
    ([{"a": 1}, {"b": 2}], [{"a": 2}, {"b": 2}]),
    (None, {"a": 1}),
    (True, 1),
    ({"a": [0]}, {"a": [False]}),
]


@pytest.mark.parametrize(("now", "before"), PAIRS)
def test_a_change_leads_to_the_other_value(now: Any, before: Any) -> None:
    found = json.loads(json.dumps(changes(now, before)))
    assert json.dumps(changed(now, found)) == json.dumps(before)


def test_what_is_the_same_needs_no_change() -> None:
    assert changes({"a": [1, {"b": None}]}, {"a": [1, {"b": None}]}) is None
    assert changed({"a": 1}, None) == {"a": 1}


def test_little_is_said_of_values_that_differ_little() -> None:
    now = {"lands": {f"land{n}": {"owner": n % 3, "armies": 2} for n in range(60)}, "pile": list(range(80))}
    before = {"lands": {k: v for k, v in now["lands"].items() if k != "land59"}, "pile": list(range(1, 80))}
    assert len(json.dumps(changes(now, before))) < 80


def test_random_values_are_found_again() -> None:
    rng = random.Random(1)
    for _ in range(500):
        now, before = _value(rng, 3), _value(rng, 3)
        assert json.dumps(changed(now, changes(now, before))) == json.dumps(before)


def _value(rng: random.Random, depth: int) -> Any:
    kind = rng.randrange(4 if depth else 2)
    if kind == 2:
        return [_value(rng, depth - 1) for _ in range(rng.randrange(4))]
    if kind == 3:
        return {key: _value(rng, depth - 1) for key in rng.sample("abcde", rng.randrange(5))}
    return rng.choice([0, 1, 2, "x", None, True])
