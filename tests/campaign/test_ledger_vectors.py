"""Ledgers that anybody who writes another verifier can try theirs on, with the message each must get."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .cases_ledger import CASES, FOLDER, ledgers, message_of

SAID = json.loads((FOLDER / "cases.json").read_text(encoding="utf-8"))


def test_the_vectors_are_many_and_each_has_its_file() -> None:
    assert len(SAID) >= 50
    assert {one["name"] for one in SAID} == {path.stem for path in FOLDER.glob("*.jsonl")} == set(CASES)


@pytest.mark.parametrize("vector", SAID, ids=lambda one: one["name"])
def test_a_ledger_holds_or_gets_its_message(vector: dict[str, str | None], guess: str, tmp_path: Path) -> None:
    data = (FOLDER / f"{vector['name']}.jsonl").read_bytes()
    assert message_of(data, tmp_path / "game") == vector["message"]


def test_the_vectors_are_what_the_cases_make(guess: str, tmp_path: Path) -> None:
    """Signatures are deterministic, and nothing in these games is sealed: the bytes can be made again."""
    for name, data in ledgers(tmp_path):
        assert (FOLDER / f"{name}.jsonl").read_bytes() == data, name
