"""Recorded games of every title, as `pbem title check` plays them again.

`python -m tests.titles.test_behaviour` records what is missing; it never changes what is there.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pbem import titles
from pbem.trials import behaviour

FOLDER = Path(__file__).parents[1] / "vectors" / "behaviour"


@pytest.mark.parametrize("ident", titles.ours())
def test_a_title_plays_recorded_games_as_it_did(ident: str) -> None:
    assert list(behaviour.faults(titles.load(ident), FOLDER)) == []


def test_what_is_missing_or_played_otherwise_is_said(tmp_path: Path) -> None:
    title = titles.load("wonders_duel")
    missing = list(behaviour.faults(title, tmp_path))
    assert len(missing) == title.fixes + 1
    assert all("is missing: record it with" in one for one in missing)
    behaviour.record(title, tmp_path)
    assert list(behaviour.faults(title, tmp_path)) == []
    path = behaviour.path_of(title, 0, tmp_path)
    path.write_text(json.dumps({**json.loads(path.read_bytes()), "end": "0" * 64}))
    (fault,) = behaviour.faults(title, tmp_path)
    assert "comes to another position" in fault


if __name__ == "__main__":
    for one in titles.ours():
        behaviour.record(titles.load(one), FOLDER)
