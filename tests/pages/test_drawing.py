"""The drawn world map against the borders of the rules: the data decide, the drawing must not mislead."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import yaml

TITLE = files("pbem.titles.world_history")
NEAR = 2
CLOSED = {
    frozenset(pair)
    for pair in yaml.load((Path(__file__).parents[2] / "tools/map/world_history.yaml").read_text(), yaml.CSafeLoader)[
        "closed"
    ]
}
"""Lands that touch on the drawing and are no neighbours; the map maker knows them too."""


@pytest.fixture(scope="module")
def world() -> Any:
    return yaml.load(TITLE.joinpath("data/map.yaml").read_text(encoding="utf-8"), yaml.CSafeLoader)


@pytest.fixture(scope="module")
def drawing() -> Any:
    return json.loads(TITLE.joinpath("board/drawing.json").read_text(encoding="utf-8"))


def corners(path: str) -> list[tuple[int, int]]:
    """The corners of an outline of relative whole numbers."""
    out = []
    for ring in re.findall(r"M([^M]*)z", path):
        start, _, steps = ring.partition("l")
        x, y = map(int, start.split())
        out.append((x, y))
        numbers = [int(n) for n in re.findall(r"-?\d+", steps)]
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = x + dx, y + dy
            out.append((x, y))
    return out


def touching(drawing: Any) -> dict[frozenset[str], int]:
    """Pairs of lands by the number of corners that they have in common."""
    at: dict[tuple[int, int], set[str]] = {}
    outlines = {**drawing["lands"], **drawing["barren"]}
    for name, one in outlines.items():
        for x, y in corners(one["d"]):
            at.setdefault((x, y), set()).add(name)
    found: dict[frozenset[str], int] = {}
    for (x, y), names in at.items():
        around = set().union(*(at.get((x + a, y + b), set()) for a in range(NEAR + 1) for b in range(-NEAR, NEAR + 1)))
        for one in names:
            for other in around - {one}:
                pair = frozenset((one, other))
                found[pair] = found.get(pair, 0) + 1
    return found


def test_every_land_of_the_rules_is_drawn_and_no_other(world: Any, drawing: Any) -> None:
    assert set(drawing["lands"]) == {land["id"] for land in world["lands"]}
    assert set(drawing["barren"]) == {land["id"] for land in world["barren_lands"]}
    assert set(drawing["seas"]) <= {sea["id"] for sea in world["seas"]}


def test_every_land_border_can_be_seen(world: Any, drawing: Any) -> None:
    touch = touching(drawing)
    wanted = {frozenset((b["a"], b["b"])) for b in world["borders"] if b["kind"] == "land"}
    assert len(wanted) == 132
    assert sorted(map(sorted, wanted - touch.keys())) == []


def test_nothing_touches_that_is_no_border(world: Any, drawing: Any) -> None:
    """A common corner or two is no line; a line that is no border must be known."""
    known = {frozenset((b["a"], b["b"])) for b in world["borders"]}
    seen = {pair for pair, number in touching(drawing).items() if number > 4}
    assert sorted(map(sorted, seen - known - CLOSED)) == []


def test_pieces_stand_on_the_board(drawing: Any) -> None:
    for name, one in {**drawing["lands"], **drawing["barren"]}.items():
        assert 20 < one["x"] < drawing["w"] - 20, name
        assert 10 < one["y"] < drawing["h"] - 10, name
    for name, places in drawing["seas"].items():
        for x, y in places:
            assert 60 < x < drawing["w"] - 60, name
            assert 20 < y < drawing["h"] - 40, name


def test_no_two_spots_are_so_near_that_pieces_cover_each_other(drawing: Any) -> None:
    spots = sorted((one["x"], one["y"], name) for name, one in drawing["lands"].items())
    for n, (x, y, name) in enumerate(spots):
        for x2, y2, other in spots[n + 1 :]:
            assert abs(x2 - x) > 24 or abs(y2 - y) > 22, (name, other)
