"""Finishes the drawing of a map with very many areas: fewer corners in the outlines, and spots farther apart.

    python tools/map/finish.py pbem/titles/seven_ages/data/map.yaml pbem/titles/seven_ages/board/drawing.json

A corner that hardly bends its line goes, on both sides of a border at once. A spot is where the name and the pieces
of an area stand; it stays inside the outline. Names in both languages count, alone and with a counter above them.
"""

from __future__ import annotations

import json
import math
import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml

LETTER, LINE = 8.8, 18
"""Width of a letter and height of a line, in units of the drawing."""
COUNTER = (100, 32)
"""A counter with a seal beside it."""
BEND = {"lands": 2.0, "seas": 8.0}
"""A corner goes if the triangle with its neighbours is smaller than this."""
FEWEST = 5
"""Corners that every ring keeps."""
ROUNDS = 40
REACH = 260
"""Areas farther apart never meet."""

Box = tuple[float, float, float, float]
Point = tuple[float, float]


def rings(path: str) -> list[list[Point]]:
    """Closed rings of relative steps."""
    out = []
    for ring in re.findall(r"M([^Mz]*)z", path):
        start, _, steps = ring.partition("l")
        x, y = map(float, start.split())
        points = [(x, y)]
        numbers = [float(n) for n in re.findall(r"-?\d+", steps)]
        for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = x + dx, y + dy
            points.append((x, y))
        out.append(points)
    return out


def path(outline: list[list[Point]]) -> str:
    """The same as text."""
    out = ""
    for ring in outline:
        steps = ""
        for (x1, y1), (x2, y2) in pairwise(ring):
            dx, dy = f"{x2 - x1:.0f}", f"{y2 - y1:.0f}"
            steps += ("" if dx.startswith("-") or not steps else " ") + dx + ("" if dy.startswith("-") else " ") + dy
        out += f"M{ring[0][0]:.0f} {ring[0][1]:.0f}l{steps}z"
    return out


def lighten(areas: dict[str, Any], bend: float) -> None:
    """Takes corners out until none is left that hardly bends its line."""
    outlines = {area: rings(one["d"]) for area, one in areas.items()}
    while gone := _flat(outlines, bend):
        kept = {
            area: [[corner for corner in ring if corner not in gone] for ring in outline]
            for area, outline in outlines.items()
        }
        for area, outline in kept.items():
            kept[area] = [new if len(new) >= FEWEST else old for new, old in zip(outline, outlines[area], strict=True)]
        if kept == outlines:
            break
        outlines = kept
    for area, outline in outlines.items():
        areas[area]["d"] = path(outline)


def _flat(outlines: dict[str, list[list[Point]]], bend: float) -> set[Point]:
    """Corners that can go together: between the same two others in every ring, and no two of them side by side."""
    beside: dict[Point, set[frozenset[Point]]] = {}
    for outline in outlines.values():
        for ring in outline:
            for before, at, after in zip([ring[-1], *ring], ring, [*ring[1:], ring[0]], strict=False):
                beside.setdefault(at, set()).add(frozenset((before, after)))
    gone: set[Point] = set()
    kept: set[Point] = set()
    for at, pairs in sorted(beside.items()):
        pair = tuple(next(iter(pairs)))
        if len(pairs) > 1 or len(pair) < 2 or at in kept or gone & set(pair):
            continue
        (x1, y1), (x2, y2) = pair
        if abs((x1 - at[0]) * (y2 - at[1]) - (x2 - at[0]) * (y1 - at[1])) / 2 <= bend:
            gone.add(at)
            kept |= set(pair)
    return gone


def inside(at: Point, outline: list[list[Point]]) -> bool:
    x, y = at
    within = False
    for ring in outline:
        for (x1, y1), (x2, y2) in zip(ring, [*ring[1:], ring[0]], strict=True):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                within = not within
    return within


def edge(at: Point, outline: list[list[Point]]) -> float:
    """The distance to the nearest corner of the outline."""
    return min(math.dist(at, corner) for ring in outline for corner in ring)


def lines(name: str) -> int:
    return 1 if len(name) <= 11 or " " not in name else 2


def boxes(at: Point, wide: float, high: int) -> tuple[Box, Box]:
    """The name of an empty area, and counter with name where somebody is."""
    x, y = at
    alone = (x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)
    most = max(wide, COUNTER[0]) / 2
    return alone, (x - most, y - COUNTER[1], x + most, y + 4 + high)


def common(one: Box, other: Box) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def spread(world: Any, drawing: Any) -> float:
    """Moves the spots; returns how much of the names still overlaps."""
    lands = drawing["lands"]
    names = {entry["id"]: (entry["name_en"], entry["name_de"]) for entry in world["land"]}
    outlines = {land: rings(one["d"]) for land, one in lands.items()}
    home = {land: (float(one["x"]), float(one["y"])) for land, one in lands.items()}
    spots = dict(home)
    tall = {land: LINE * max(map(lines, names[land])) for land in lands}
    wide = {land: LETTER * max(len(name) / (1.7 if lines(name) == 2 else 1) for name in names[land]) for land in lands}
    near = {
        land: [other for other in lands if other != land and math.dist(home[land], home[other]) < REACH]
        for land in lands
    }

    def cost(land: str, at: Point) -> float:
        alone, full = boxes(at, wide[land], tall[land])
        total = 0.03 * math.dist(at, home[land]) ** 2 + 40 * max(0.0, 7 - edge(at, outlines[land]))
        for box in (alone, full):
            total += 3 * (max(0.0, -box[0]) + max(0.0, box[2] - drawing["w"])) * LINE
        for other in near[land]:
            theirs, occupied = boxes(spots[other], wide[other], tall[other])
            total += 4 * common(alone, theirs) + 0.5 * common(full, theirs) + 0.15 * common(full, occupied)
        return total

    for _ in range(ROUNDS):
        for land in lands:
            x, y = spots[land]
            tried = [
                (x + far * math.cos(turn * math.pi / 6), y + far * math.sin(turn * math.pi / 6))
                for far in (2, 5, 11, 20)
                for turn in range(12)
            ]
            whole = [(float(round(x)), float(round(y))) for x, y in [spots[land], home[land], *tried]]
            spots[land] = min((at for at in whole if inside(at, outlines[land])), key=lambda at: cost(land, at))
    left = 0.0
    for land, (x, y) in spots.items():
        lands[land]["x"], lands[land]["y"] = round(x), round(y)
        alone, _ = boxes(spots[land], wide[land], tall[land])
        left += sum(common(alone, boxes(spots[other], wide[other], tall[other])[0]) for other in near[land]) / 2
    return left


def spread_seas(world: Any, drawing: Any) -> None:
    """Names of seas stand on water, and away from those of lands and other seas."""
    lands, seas = drawing["lands"], drawing["seas"]
    entries = {entry["id"]: entry for entry in (*world["land"], *world["sea"])}
    solid = [(ring, _around(ring)) for one in lands.values() for ring in rings(one["d"])]
    taken: dict[str, Box] = {}
    for land, one in lands.items():
        names = entries[land]["name_en"], entries[land]["name_de"]
        wide = LETTER * max(len(name) / (1.7 if lines(name) == 2 else 1) for name in names)
        taken[land] = boxes((one["x"], one["y"]), wide, LINE * max(map(lines, names)))[0]
    for sea, one in seas.items():
        ocean = entries[sea]["kind"] == "ocean"
        wide = max(max(map(len, entries[sea][name].split())) for name in ("name_en", "name_de")) * (19 if ocean else 9)
        high = 60 if ocean else 34
        outline = rings(one["d"])
        found: list[tuple[float, Point]] = []
        for dx in range(-90, 91, 6):
            for dy in range(-60, 61, 6):
                at = (float(one["x"] + dx), float(one["y"] + dy))
                wet = inside(at, outline) and not any(_holds(box, at) and inside(at, [ring]) for ring, box in solid)
                if wet:
                    box = boxes(at, wide, high)[0]
                    cost = sum(common(box, other) for name, other in taken.items() if name != sea)
                    cost += 60 * (max(0.0, -box[0]) + max(0.0, box[2] - drawing["w"]))
                    cost += sum(40.0 for _, land in solid if common(box, land)) + 0.05 * (dx * dx + dy * dy)
                    found.append((cost, at))
        _, (x, y) = min(found)
        one["x"], one["y"] = round(x), round(y)
        taken[sea] = boxes((x, y), wide, high)[0]


def _around(ring: list[Point]) -> Box:
    return (
        min(x for x, _ in ring),
        min(y for _, y in ring),
        max(x for x, _ in ring),
        max(y for _, y in ring),
    )


def _holds(box: Box, at: Point) -> bool:
    return box[0] <= at[0] <= box[2] and box[1] <= at[1] <= box[3]


def written(drawing: Any) -> str:
    """One area a line."""

    def tight(value: Any) -> str:
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)

    def rows(areas: dict[str, Any]) -> str:
        return "{\n" + ",\n".join(f"{tight(area)}:{tight(one)}" for area, one in areas.items()) + "\n}"

    parts = [
        f"{tight(key)}:{rows(value) if isinstance(value, dict) else tight(value)}" for key, value in drawing.items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main(world: str, drawing: str) -> None:
    file = Path(drawing)
    areas = yaml.safe_load(Path(world).read_text(encoding="utf-8"))
    made = json.loads(file.read_text(encoding="utf-8"))
    for kind, bend in BEND.items():
        lighten(made[kind], bend)
    print(f"names overlap by {spread(areas, made):.0f}")
    spread_seas(areas, made)
    file.write_text(written(made), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:3])
