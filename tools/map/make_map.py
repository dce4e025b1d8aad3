"""Draw the lands of a map and check the drawing against the borders: a tool for development.

    python tools/map/make_map.py pbem/titles/world_history/data/map.yaml tools/map/world_history.yaml \\
        land-50m.json pbem/titles/world_history/board/drawing.json

The coast is land-50m.json of the npm package world-atlas (Natural Earth, public domain). Needs
shapely, scipy and numpy, which the program itself never does. The result is title data: outlines as
SVG paths of whole numbers, where pieces stand, seas, straits, region borders, marks of terrain. What
borders on what remains in the title's map; this prints what the drawing shows, misses or invents.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from coast import coastlines
from shapely.algorithms.polylabel import polylabel
from shapely.geometry import LineString, MultiPolygon, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import linemerge, nearest_points, unary_union
from shapes import Board, lands, polygons

HARD = ("mountain", "forest", "great_wall")
MARK_EVERY = 20


def path(shape: BaseGeometry, hole: float = 3) -> str:
    """A shape as an SVG path of relative whole numbers."""
    out = []
    for polygon in polygons(shape):
        for ring in [polygon.exterior, *(one for one in polygon.interiors if Polygon(one).area > hole)]:
            corners = [(round(x), round(y)) for x, y in ring.coords[:-1]]
            (left, top), steps = corners[0], []
            for x, y in corners[1:]:
                if (x, y) != (left, top):
                    steps.append(f"{x - left}{' ' if y >= top else ''}{y - top}")
                    left, top = x, y
            if len(steps) > 1:
                out.append(f"M{corners[0][0]} {corners[0][1]}l" + " ".join(steps).replace(" -", "-") + "z")
    return "".join(out)


def lines(shape: Any) -> list[LineString]:
    parts = shape.geoms if hasattr(shape, "geoms") else [shape]
    return [part for part in parts if part.geom_type == "LineString" and part.length > 1]


def touching(shapes: dict[str, BaseGeometry]) -> dict[frozenset[str], BaseGeometry]:
    """Pairs that share a line in the drawing."""
    found = {}
    names = list(shapes)
    for n, one in enumerate(names):
        for other in names[n + 1 :]:
            if shapes[one].distance(shapes[other]) < 0.5:
                common = shapes[one].buffer(0.6).intersection(shapes[other].boundary)
                if common.length > 3:
                    found[frozenset((one, other))] = common
    return found


def check(world: Any, plan: Any, touch: dict[frozenset[str], BaseGeometry]) -> list[str]:
    """What the drawing has and the data lack, and vice versa."""
    known = {frozenset((border["a"], border["b"])): border["kind"] for border in world["borders"]}
    closed = {frozenset(pair) for pair in plan["closed"]}
    by_land = {pair for pair, kind in known.items() if kind == "land"}
    faults = [f"not drawn: {'-'.join(sorted(pair))}" for pair in sorted(by_land - touch.keys(), key=sorted)]
    return faults + [
        f"drawn, but no border: {'-'.join(sorted(pair))}"
        for pair in sorted(touch.keys() - known.keys() - closed, key=sorted)
    ]


def strait(one: BaseGeometry, other: BaseGeometry) -> list[int]:
    """A line across the water, reaching a little into both lands."""
    here, there = nearest_points(one, other)
    way = np.array([there.x - here.x, there.y - here.y])
    way = way / max(1.0, float(np.hypot(*way))) * 9
    return [round(v) for v in (here.x - way[0], here.y - way[1], there.x + way[0], there.y + way[1])]


def marks(border: Any, shapes: dict[str, BaseGeometry]) -> list[list[Any]]:
    """Terrain signs along a border, on the side of the land that they protect."""
    found: list[list[Any]] = []
    common = shapes[border["a"]].boundary.intersection(shapes[border["b"]].buffer(0.35))
    longest = max(lines(linemerge(lines(common))), key=lambda line: line.length, default=None)
    for side in ("a", "b"):
        kind = border[f"into_{side}"]
        if kind not in HARD or longest is None:
            continue
        number = max(1, int(longest.length // MARK_EVERY))
        for n in range(number):
            at = longest.interpolate((n + 0.5) / number, normalized=True)
            ahead = longest.interpolate(min(1, (n + 0.5) / number + 0.03), normalized=True)
            x, y = -(ahead.y - at.y), ahead.x - at.x
            length = (x * x + y * y) ** 0.5 or 1
            for sign in (1, -1):
                place = Point(at.x + sign * x / length * 6, at.y + sign * y / length * 6)
                if shapes[border[side]].buffer(0.5).contains(place):
                    found.append([kind[0], round(place.x), round(place.y)])
                    break
    return found


def drawing(world: Any, plan: Any, coast: Path) -> tuple[dict[str, Any], list[str]]:
    board = Board.of(plan)
    places = world["lands"] + world["barren_lands"]
    anchors = [
        (place["id"], board.point(one))
        for place in places
        for one in [place["lonlat"], *plan["anchors"].get(place["id"], [])]
    ]
    shapes, rest = lands(anchors, coastlines(coast), board)
    touch = touching(shapes)
    region = {land["id"]: land["region"] for land in world["lands"]}
    out: dict[str, Any] = {"w": board.width, "h": board.height, "lands": {}, "barren": {}, "seas": plan["seas"]}
    for name, shape in shapes.items():
        widest = max(polygons(shape), key=lambda one: one.area)
        middle = polylabel(widest, 2)
        x, y = plan["spots"].get(name, [round(middle.x), round(middle.y)])
        told = {"d": path(shape), "x": x, "y": y}
        if name in region:
            out["lands"][name] = {**told, "r": round(middle.distance(widest.boundary))}
        else:
            out["barren"][name] = told
    edges = [
        line
        for one, other in map(sorted, touch)
        if region.get(one, one) != region.get(other, other)
        for line in lines(shapes[one].boundary.intersection(shapes[other].buffer(0.35)))
    ]
    between = [border for border in world["borders"] if frozenset((border["a"], border["b"])) in touch]
    out["straits"] = [strait(shapes[b["a"]], shapes[b["b"]]) for b in world["borders"] if b["kind"] == "strait"]
    out["marks"] = [mark for border in between if border["kind"] == "land" for mark in marks(border, shapes)]
    out["decor"] = path(MultiPolygon(rest))
    out["coast"] = path(unary_union([*shapes.values(), *rest]).buffer(0.3).simplify(1.2), 60)
    out["edges"] = "".join(
        "M" + "L".join(f"{round(x)} {round(y)}" for x, y in line.coords) for line in lines(linemerge(edges))
    )
    return out, check(world, plan, touch)


def main(map_yaml: str, plan_yaml: str, coast: str, target: str) -> int:
    world, plan = (yaml.safe_load(Path(one).read_text(encoding="utf-8")) for one in (map_yaml, plan_yaml))
    out, faults = drawing(world, plan, Path(coast))
    Path(target).write_text(json.dumps(out, separators=(",", ":"), ensure_ascii=False), encoding="utf-8")
    print(f"{len(out['lands'])} lands, {len(out['barren'])} barren, {Path(target).stat().st_size} bytes")
    print("\n".join(faults) or "the drawing shows every land border and invents none")
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
