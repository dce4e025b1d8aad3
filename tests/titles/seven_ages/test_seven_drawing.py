"""The drawn world of 7 Ages against the borders of the rules: the data decide, the drawing must not mislead."""

from __future__ import annotations

import re
from itertools import combinations, pairwise

import pytest

from pbem.titles.seven_ages.atlas import AREAS, MAP
from pbem.titles.seven_ages.board.map import TINTS, atlas, ground, spot
from pbem.titles.seven_ages.board.signs import TEXTURES

LANDS = [area for area, one in AREAS.items() if one.is_land]
SEAS = [area for area, one in AREAS.items() if not one.is_land]
CLOSED = {frozenset(("somalia", "yemen")), frozenset(("somalia", "axum"))}
"""Lands that touch on the drawing and are no neighbours: drawn as closed."""

Point = tuple[int, int]


def points_of(line: str) -> list[Point]:
    """Corners of a line of relative whole numbers."""
    start, _, steps = line.partition("l")
    x, y = map(int, start.split())
    points = [(x, y)]
    numbers = [int(n) for n in re.findall(r"-?\d+", steps)]
    for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
        x, y = x + dx, y + dy
        points.append((x, y))
    return points


def rings(area: str) -> list[list[Point]]:
    return [points_of(ring) for ring in re.findall(r"M([^M]*)z", spot(area)["d"])]


def places(points: list[Point]) -> set[Point]:
    """All places of a line."""
    found = set()
    for (x1, y1), (x2, y2) in pairwise(points):
        steps = max(abs(x2 - x1), abs(y2 - y1), 1)
        found |= {(x1 + (x2 - x1) * n // steps, y1 + (y2 - y1) * n // steps) for n in range(steps + 1)}
    return found


@pytest.fixture(scope="module")
def outlines() -> dict[str, set[Point]]:
    """Area → the places of its outline."""
    return {area: set().union(*(places([*ring, ring[0]]) for ring in rings(area))) for area in AREAS}


@pytest.fixture(scope="module")
def touching(outlines: dict[str, set[Point]]) -> dict[frozenset[str], set[Point]]:
    """Pairs of lands that have something of their outlines in common, with what it is."""
    at: dict[Point, list[str]] = {}
    for land in LANDS:
        for place in outlines[land]:
            at.setdefault(place, []).append(land)
    found: dict[frozenset[str], set[Point]] = {}
    for place, lands in at.items():
        for pair in combinations(lands, 2):
            found.setdefault(frozenset(pair), set()).add(place)
    return found


def test_every_area_of_the_rules_is_drawn_and_no_other() -> None:
    assert sorted(atlas().shape["lands"]) == sorted(LANDS)
    assert sorted(atlas().shape["seas"]) == sorted(SEAS)
    assert {AREAS[land].terrain for land in LANDS} == set(TEXTURES)


def test_every_border_between_lands_can_be_seen(touching: dict[frozenset[str], set[Point]]) -> None:
    wanted = {frozenset((land, other)) for land in LANDS for other in AREAS[land].land}
    assert len(wanted) == 373
    assert sorted(map(sorted, wanted - touching.keys())) == []


def test_what_touches_and_is_no_border_is_drawn_as_closed(touching: dict[frozenset[str], set[Point]]) -> None:
    """A common corner or two is no line."""
    known = {frozenset((land, other)) for land in LANDS for other in (*AREAS[land].land, *AREAS[land].arrows)}
    seen = {pair for pair, common in touching.items() if len(common) > 4}
    assert sorted(map(sorted, seen - known)) == sorted(map(sorted, CLOSED))
    assert atlas().shape["closed"].count("M") == len(CLOSED)


def test_rivers_run_along_their_borders_and_no_others(touching: dict[frozenset[str], set[Point]]) -> None:
    """Where a border is short, the ends of other rivers can cover much of it."""
    water: set[Point] = set()
    for line in re.findall(r"M([^M]*)", atlas().shape["rivers"]):
        water |= places(points_of(line))
    wide = {(x + a, y + b) for x, y in water for a in range(-4, 5) for b in range(-4, 5)}
    rivers = 0
    for pair, common in touching.items():
        one, other = pair
        if other in AREAS[one].rivers:
            assert len(common & wide) > 0.7 * len(common), pair
            rivers += 1
        elif len(common) > 24:
            assert len(common & wide) < 0.5 * len(common), pair
    assert rivers == sum(len(AREAS[land].rivers) for land in LANDS) / 2 == 91


def test_every_border_between_seas_can_be_seen(outlines: dict[str, set[Point]]) -> None:
    wanted = {frozenset((sea, other)) for sea in SEAS for other in AREAS[sea].seas}
    assert len(wanted) == 140
    assert [sorted(pair) for pair in wanted if not set.intersection(*(outlines[sea] for sea in pair))] == []


def test_terrain_and_part_of_the_world_are_drawn_as_the_data_say() -> None:
    text = ground("")
    numbers = {land: n for n, land in enumerate(atlas().shape["lands"])}
    groups = {
        fill: {int(n) for n in re.findall(r'href="#a(\d+)"', inner)}
        for fill, inner in re.findall(r'<g (?:class="land" )?fill="([^"]*)">(.*?)</g>', text)
    }
    for terrain in TEXTURES:
        wanted = {numbers[land] for land in LANDS if AREAS[land].terrain == terrain}
        assert groups[f"url(#t-{terrain})"] == wanted, terrain
    for part, tint in TINTS.items():
        wanted = {numbers[entry["id"]] for entry in MAP["land"] if entry["region"] == part}
        assert groups[f"var(--m{tint})"] == wanted, part


def test_every_way_over_water_is_drawn() -> None:
    """Red arrows; one of them leaves the map on one side and comes back on the other (SA-4.1-23)."""
    arrows = {frozenset((land, other)) for land in LANDS for other in AREAS[land].arrows}
    over_the_edge = 1
    assert len(atlas().shape["straits"]) == len(arrows) + over_the_edge


def inside(at: Point, outline: list[list[Point]]) -> bool:
    x, y = at
    within = False
    for ring in outline:
        for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                within = not within
    return within


def test_pieces_and_names_stand_inside_their_area() -> None:
    drawn = {area: rings(area) for area in AREAS}
    for area in AREAS:
        at = spot(area)
        assert inside((at["x"], at["y"]), drawn[area]), area
    for sea in SEAS:
        at = (spot(sea)["x"], spot(sea)["y"])
        assert [land for land in LANDS if inside(at, drawn[land])] == [], sea


def test_no_two_spots_are_so_near_that_pieces_cover_each_other() -> None:
    for one, other in combinations(LANDS, 2):
        wide = abs(spot(one)["x"] - spot(other)["x"])
        high = abs(spot(one)["y"] - spot(other)["y"])
        assert wide > 40 or high > 22, (one, other)
