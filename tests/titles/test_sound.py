"""The checks that titles share find what they are for, and are silent where all is well."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pbem.titles.sound import confident, holds, known, mutual, numbered, once

LANDS = {"gaul": ["iberia"], "iberia": ["gaul"], "crete": ["iberia", "mars"]}


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (once("the deck", ["inn", "bath"]), []),
        (once("the deck", ["inn", "bath", "inn"]), ["the deck: inn is there 2 times"]),
        (known("it borders", ["gaul", "crete"], LANDS), []),
        (known("it borders", ["gaul", "mars"], LANDS), ["it borders mars, which is not there"]),
        (numbered("cards", 3, 3), []),
        (numbered("cards", 3, 4), ["cards: 3, not 4"]),
        (numbered("numbers", [1, 3], [1, 2, 3]), ["numbers: [1, 3], not [1, 2, 3]"]),
        (mutual({"gaul": ["iberia"], "iberia": ["gaul"]}), []),
        (mutual(LANDS), ["iberia does not lead back to crete", "mars does not lead back to crete"]),
        (holds([(True, "a"), ([], "b"), (1, "c")]), ["b"]),
        (confident([{"confidence": "verified"}, {"confidence": {"cost": "single", "coins": None}}]), []),
        (confident([{"id": "inn", "confidence": "rumour"}]), ["inn has no known confidence"]),
        (confident([{"id": "inn", "confidence": None}]), ["inn has no known confidence"]),
        (confident([{"id": "inn", "confidence": {"cost": "rumour"}}]), ["inn has no known confidence"]),
        (confident([{"id": "inn", "confidence": ["memory", "rumour"]}]), ["inn has no known confidence"]),
    ],
)
def test_what_is_found(found: Iterator[str], told: list[str]) -> None:
    assert list(found) == told
