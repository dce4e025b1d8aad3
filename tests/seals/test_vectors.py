"""The stored vectors are the ones the generator makes, and there are enough of them."""

from __future__ import annotations

import pytest

from .casekit import VECTORS, dump, load
from .make_vectors import MAKERS


@pytest.mark.parametrize("name", MAKERS)
def test_stored_vectors_are_up_to_date(name: str) -> None:
    assert (VECTORS / f"{name}.json").read_text() == dump(MAKERS[name]())


def test_names_are_unique_and_nothing_is_missing() -> None:
    total = 0
    for name in MAKERS:
        names = [case["name"] for case in load(name)]
        assert len(set(names)) == len(names)
        total += len(names)
    assert total >= 360


@pytest.mark.parametrize("name", ["movefiles", "signatures", "public_keys", "signers", "signed"])
def test_both_kinds_are_there(name: str) -> None:
    told = {"message" in case for case in load(name)}
    assert told == {True, False}
