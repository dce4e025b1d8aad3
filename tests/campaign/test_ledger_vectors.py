"""Ledgers that anybody who writes another verifier can try theirs on, with the message each must get."""

from __future__ import annotations

import json
from pathlib import Path

from .cases_ledger import AHEAD, CASES, FOLDER, ledgers, message_of


def test_the_vectors_are_many_and_each_has_its_file() -> None:
    said = json.loads((FOLDER / "cases.json").read_text(encoding="utf-8"))
    assert len(said) >= 50
    names = {path.stem for path in FOLDER.glob("*.jsonl")}
    assert {one["name"] for one in said} == names == {*CASES, AHEAD}


def test_ledgers_hold_or_get_their_messages(guess: str, tmp_path: Path) -> None:
    for vector in json.loads((FOLDER / "cases.json").read_text(encoding="utf-8")):
        data = (FOLDER / f"{vector['name']}.jsonl").read_bytes()
        assert message_of(data, tmp_path / "game") == vector["message"], vector["name"]


def test_each_vector_but_the_valid_ones_gets_a_message() -> None:
    for vector in json.loads((FOLDER / "cases.json").read_text(encoding="utf-8")):
        assert (vector["message"] is None) == vector["name"].startswith("valid_"), vector["name"]


def test_the_vectors_are_what_the_cases_make(guess: str, tmp_path: Path) -> None:
    """Signatures are deterministic, and nothing in these games is sealed: the bytes can be made again."""
    for name, data in ledgers(tmp_path):
        assert (FOLDER / f"{name}.jsonl").read_bytes() == data, name
