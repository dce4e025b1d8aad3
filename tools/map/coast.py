"""Coastlines of the world from a TopoJSON file (npm package world-atlas: Natural Earth, public domain)."""

from __future__ import annotations

import json
from pathlib import Path

from shapely import make_valid
from shapely.affinity import translate
from shapely.geometry import Polygon, box
from shapely.geometry.base import BaseGeometry

Ring = list[tuple[float, float]]


def coastlines(path: Path) -> list[BaseGeometry]:
    """The polygons of the file's `land` in degrees, cut at the antimeridian."""
    topology = json.loads(path.read_text(encoding="utf-8"))
    arcs = _arcs(topology)
    found: list[BaseGeometry] = []
    for geometry in topology["objects"]["land"]["geometries"]:
        parts = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
        for part in parts:
            outer, *holes = [_unwrapped(_ring(arcs, ids)) for ids in part]
            whole = make_valid(Polygon(outer, [_beside(hole, outer) for hole in holes]))
            for turn in (-360, 0, 360):
                cut = translate(whole, turn).intersection(box(-180, -90, 180, 90))
                if not cut.is_empty:
                    found.append(cut)
    return found


def _arcs(topology: dict) -> list[Ring]:  # type: ignore[type-arg]  # whatever JSON holds
    scale, shift = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = []
    for arc in topology["arcs"]:
        x = y = 0
        line = []
        for dx, dy in arc:  # each point is given relative to the one before
            x, y = x + dx, y + dy
            line.append((x * scale[0] + shift[0], y * scale[1] + shift[1]))
        arcs.append(line)
    return arcs


def _ring(arcs: list[Ring], ids: list[int]) -> Ring:
    ring: Ring = []
    for n in ids:
        arc = arcs[n] if n >= 0 else arcs[~n][::-1]
        ring += arc[1:] if ring else arc
    return ring


def _unwrapped(ring: Ring) -> Ring:
    """Longitudes that continue beyond 180 degrees instead of jumping: otherwise lines would cross the board."""
    out = [ring[0]]
    for x, y in ring[1:]:
        while x - out[-1][0] > 180:
            x -= 360
        while x - out[-1][0] < -180:
            x += 360
        out.append((x, y))
    return out


def _beside(hole: Ring, outer: Ring) -> Ring:
    """A hole on the same turn of the globe as its ring: otherwise the Caspian Sea would vanish."""
    west, east = min(x for x, _ in outer), max(x for x, _ in outer)
    turn = 360 if max(x for x, _ in hole) < west else -360 if min(x for x, _ in hole) > east else 0
    return [(x + turn, y) for x, y in hole]
