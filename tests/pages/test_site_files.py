"""Which files of the site are ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.pages.site_files import SiteFiles


class Counted(list[str]):
    """A list that counts how many of its things are looked at."""

    seen = 0

    def __getitem__(self, index: Any) -> Any:
        self.seen += 1
        return super().__getitem__(index)


def listed(build: Path, games: int) -> SiteFiles:
    names = [f"{root}games/g-{n}/{part}" for n in range(games) for root in ("", "de/") for part in ("", "log/", "t/")]
    plain = {"": {"index.html": 1}, **{one: {"index.html": 1} for one in names if not one.endswith("/t/")}}
    frozen = [one for one in names if one.endswith("/t/")]
    (build / "files.json").write_text(json.dumps({"plain": plain, "frozen": frozen}))
    found = SiteFiles(build)
    found.read()
    return found


@pytest.mark.parametrize("below", ["games/g-7/", "de/games/g-1/", "games/", "", "nowhere/"])
def test_the_folders_below_one(tmp_path: Path, below: str) -> None:
    found = listed(tmp_path, 12)
    assert found.folders(below) == sorted(one for one in {*found.plain, *found.frozen} if one.startswith(below))


def test_other_games_hardly_cost_a_game_anything(tmp_path: Path) -> None:
    """Each game asks for its folders: in a club, to go through all for each would be quadratic."""
    looked_at = []
    for games in (10, 1000):
        found = listed(tmp_path, games)
        found._in_order = counted = Counted(found._in_order)
        assert len(found.folders("games/g-7/")) == 3
        looked_at.append(counted.seen)
    few, many = looked_at
    assert many <= few + 14, "a hundred times as many: some more steps of a binary search, and nothing else"
