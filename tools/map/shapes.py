"""Lands from anchors: real coasts, divided into Voronoi cells with a smooth wiggle.

Each land mass is divided only among the anchors that lie on it, so straits are borders and no
cell crosses the sea. The wiggle depends only on the location, so neighbours keep a common line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.interpolate import PchipInterpolator
from scipy.spatial import Voronoi
from shapely import coverage_simplify, make_valid, segmentize
from shapely.geometry import MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry
from shapely.ops import transform, unary_union

SMALLEST_BODY = 16
NEAR = 42
"""An islet without an anchor belongs to the land whose anchor is nearer than this."""
SMALLEST_LAND = 900
"""Smaller lands are grown until a piece can stand on them."""


@dataclass
class Board:
    """The projection: two smooth curves."""

    width: int
    height: int
    longitude: Any
    latitude: Any

    @classmethod
    def of(cls, plan: Mapping[str, Any]) -> Board:
        curves = [PchipInterpolator(*zip(*plan[name], strict=True)) for name in ("longitude", "latitude")]
        return cls(*plan["board"], *curves)

    def point(self, place: Sequence[float]) -> tuple[float, float]:
        return float(self.longitude(place[0])), float(self.latitude(place[1]))

    def project(self, land: BaseGeometry) -> BaseGeometry:
        def both(x: Any, y: Any) -> tuple[Any, Any]:
            return self.longitude(np.clip(x, -170, 180)), self.latitude(np.clip(y, -58, 78))

        frame = box(-20, -20, self.width + 20, self.height + 20)
        return make_valid(transform(both, segmentize(land, 1.0))).intersection(frame)


def polygons(shape: BaseGeometry) -> list[Polygon]:
    parts = shape.geoms if hasattr(shape, "geoms") else [shape]
    return [part for part in parts if part.geom_type == "Polygon" and part.area > 0.3]


def _wiggle(x: Any, y: Any) -> tuple[Any, Any]:
    x, y = np.asarray(x, float), np.asarray(y, float)
    right = 7 * np.sin(y / 23 + 1.3) + 4 * np.sin((x + 2 * y) / 11.0) + 2 * np.sin((3 * x - y) / 7.1)
    down = 7 * np.sin(x / 27 + 0.7) + 4 * np.sin((2 * x - y) / 12.7) + 2 * np.sin((x + 3 * y) / 6.3)
    return x + 0.8 * right, y + 0.8 * down


def _cells(points: Any, board: Board) -> list[BaseGeometry]:
    far = [(-4000, -4000), (6000, -4000), (-4000, 6000), (6000, 6000)]
    voronoi = Voronoi(np.vstack([points, far]))
    frame = box(-300, -300, board.width + 300, board.height + 300)
    cells = []
    for n in range(len(points)):
        corners = voronoi.vertices[voronoi.regions[voronoi.point_region[n]]]
        cells.append(make_valid(transform(_wiggle, segmentize(Polygon(corners).intersection(frame), 5))))
    return cells


def lands(
    anchors: Sequence[tuple[str, tuple[float, float]]], coasts: Iterable[BaseGeometry], board: Board
) -> tuple[dict[str, BaseGeometry], list[Polygon]]:
    """The shape of every land, and the land masses that belong to none."""
    owners = [owner for owner, _ in anchors]
    points = np.array([point for _, point in anchors])
    world = unary_union([make_valid(one) for one in coasts]).intersection(box(-169, -57, 180, 75.5))
    bodies = [body for body in polygons(board.project(world).simplify(0.9)) if body.area > SMALLEST_BODY]
    cells = _cells(points, board)
    shares: dict[str, list[BaseGeometry]] = {}
    rest: list[Polygon] = []
    for body in bodies:
        _share(body, points, owners, cells, shares, rest)
    shapes = {owner: make_valid(unary_union([one.buffer(0) for one in parts])) for owner, parts in shares.items()}
    _give_away(shapes, points, owners)
    names = list(shapes)
    simple = coverage_simplify([MultiPolygon(polygons(shapes[name])) for name in names], 1.0)
    shapes = dict(zip(names, simple, strict=True))
    for name, shape in shapes.items():
        if shape.area < SMALLEST_LAND:
            by = min(7, 1.3 * (SMALLEST_LAND / shape.area) ** 0.5)
            shapes[name] = shape.buffer(by).simplify(0.7)
    return shapes, rest


def _share(
    body: Polygon,
    points: Any,
    owners: Sequence[str],
    cells: Sequence[BaseGeometry],
    shares: dict[str, list[BaseGeometry]],
    rest: list[Polygon],
) -> None:
    """Divide one land mass among the anchors that lie on it."""
    on_it = [n for n in range(len(points)) if body.buffer(2.5).contains(Point(points[n]))]
    if not on_it:
        nearest = min(range(len(points)), key=lambda n: body.distance(Point(points[n])))
        if body.distance(Point(points[nearest])) < NEAR:
            shares.setdefault(owners[nearest], []).append(body)
        else:
            rest.append(body)
        return
    if len({owners[n] for n in on_it}) == 1:
        shares.setdefault(owners[on_it[0]], []).append(body)
        return
    cut = [(n, part) for n in on_it if not (part := body.intersection(cells[n])).is_empty]
    for n, part in cut:
        shares.setdefault(owners[n], []).append(part)
    for piece in polygons(body.difference(unary_union([part for _, part in cut]))):
        if piece.area >= 0.5:
            shares[owners[min(cut, key=lambda one: one[1].distance(piece))[0]]].append(piece)


def _give_away(shapes: dict[str, BaseGeometry], points: Any, owners: Sequence[str]) -> None:
    """A piece that is cut off by a bay goes to the neighbour that it touches most."""
    for name in list(shapes):
        own = [Point(points[n]) for n in range(len(points)) if owners[n] == name]
        pieces = polygons(shapes[name])
        if len(pieces) < 2:
            continue
        for piece in pieces:
            if any(piece.buffer(2.5).contains(point) for point in own):
                continue
            touched = ((piece.buffer(0.4).intersection(shapes[one]).area, one) for one in shapes if one != name)
            area, best = max(touched, default=(0, ""))
            if area > 1:
                shapes[best] = unary_union([shapes[best], piece]).buffer(0)
                shapes[name] = shapes[name].difference(piece.buffer(0.01))
