"""What comes out of whole games stays as it is, byte for byte: `recorded.py` says what is compared."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem.campaign.acts import KINDS

from . import recorded
from .recorded import GAMES, Step, expected, played, replayed

SHOWCASES = ("ages-showcase", "reason-showcase", "seven-showcase")
ROOT = Path(__file__).parents[2] / "games"


def differences(found: list[Step], wanted: list[Step]) -> list[str]:
    """Step by step, what came out otherwise; only the first steps matter, as all later ones follow from them."""
    return [
        f"{said}: {', '.join(name for name in made if made[name] != right.get(name))}"
        for (said, made), (_, right) in zip(found, wanted, strict=True)
        if made != right
    ][:3]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_comes_out_as_it_did(name: str, tmp_path: Path) -> None:
    assert differences(played(name, tmp_path), expected(name)) == []


@pytest.mark.parametrize("name", SHOWCASES)
def test_a_replay_with_the_key_comes_to_the_same(name: str) -> None:
    assert differences(replayed(ROOT / name), expected(name)) == []


def test_the_games_have_every_kind_of_entry(tmp_path: Path) -> None:
    """And runs of every cause; two of the games together have all but two causes."""
    found = {kind for name in GAMES for kind in json.loads((recorded.FOLDER / "kinds.json").read_text())[name]}
    runs = {f"run {cause}" for cause in ("file", "clock", "lapse", "served")}
    assert found == {*KINDS} - {"run"} | runs


def test_a_change_of_what_is_kept_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    right = recorded.saved
    monkeypatch.setattr(recorded, "saved", lambda match: {**right(match), "seen": match.sealed.seen + 1})
    assert differences(played("patient", tmp_path), expected("patient"))[0] == "joins: checkpoint"
