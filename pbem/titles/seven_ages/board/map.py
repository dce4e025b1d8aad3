"""The world in two layers: the ground as one file of the site, and an SVG with what stands on it.

The outlines in drawing.json are only a drawing. The rules' map defines what borders on what.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from functools import cache
from typing import Any

from ....pages.kit import esc, thing
from ....pages.map_kit import Cell, MapSheet, label, washes
from ....pages.pressable import mentioned
from ... import resources
from ..atlas import AREAS, MAP, OCEAN
from ..sheet import ground_of, in_area, works
from .dress import DRESSES, FULL, Realms
from .rows import HIGH, Row, spread
from .signs import SIGNS, cartouche, patterns, placed, seal_forms

TINTS = {
    "europe": 6,
    "middle_east": 1,
    "africa": 11,
    "central_asia": 8,
    "northeast_asia": 12,
    "china": 4,
    "india": 3,
    "southeast_asia": 10,
    "australasia": 13,
    "north_america": 9,
    "south_america": 7,
    None: 2,
}
"""Colours of the parts of the world; islands that belong to none have their own."""
GROUND_STYLE = (
    ".tx{fill:none;stroke:var(--ink);stroke-opacity:.34;stroke-width:1.3;stroke-linecap:round;stroke-linejoin:round}"
    ".sl{fill:none;stroke:var(--sea-ink);stroke-opacity:.5;stroke-width:1.6;stroke-dasharray:7 6}"
    ".river{fill:none;stroke:var(--sea-ink);stroke-width:3.4;stroke-opacity:.8;stroke-linecap:round}"
    ".shut{fill:none;stroke:var(--accent);stroke-width:4;stroke-dasharray:1 7;stroke-linecap:round}"
    ".world .strait{stroke-width:3.4}.world .edge{stroke-width:3.6}"
)
NARROW, WIDE = 56, 66
"""Counters: width for numbers with one digit or two, with a gap."""
WET = ' class="wet"'
HIT = 16
"""Radius around the middle of an area at which it can be pressed, however small it is."""


@cache
def atlas() -> MapSheet:
    zooms: dict[str, Cell] = {
        "europe": (760, 40, 640, 440),
        "mediterranean": (740, 330, 700, 380),
        "middle_east": (1260, 380, 440, 500),
        "africa": (740, 540, 800, 700),
        "central_asia": (1380, 60, 700, 420),
        "india": (1520, 480, 420, 460),
        "china": (1760, 220, 500, 420),
        "southeast_asia": (1760, 660, 560, 430),
        "australasia": (1940, 900, 460, 460),
        "north_america": (10, 40, 560, 700),
        "south_america": (330, 720, 460, 680),
    }
    return MapSheet("seven_ages-map.svg", resources.read(__package__, "drawing.json"), zooms, margin=0)


def spot(area: str) -> Mapping[str, Any]:
    """Outline of an area, and where its name and pieces go."""
    shape = atlas().shape
    found: Mapping[str, Any] = shape["lands"].get(area) or shape["seas"][area]
    return found


# ---- the ground


def ground(style: str) -> str:
    """Lands by part of the world, with the texture of their terrain; rivers, coasts, lines between seas."""
    shape = atlas().shape
    numbers = {land: n for n, land in enumerate(shape["lands"])}
    paths = "".join(f'<path id="a{numbers[land]}" d="{one["d"]}"/>' for land, one in shape["lands"].items())
    tints: dict[int, list[str]] = {}
    textures: dict[str, list[str]] = {}
    for entry in MAP["land"]:
        tints.setdefault(TINTS[entry["region"]], []).append(entry["id"])
        textures.setdefault(entry["terrain"], []).append(entry["id"])

    def uses(lands: Iterable[str]) -> str:
        return "".join(f'<use href="#a{numbers[land]}"/>' for land in lands)

    straits = "".join(f"M{x1} {y1}L{x2} {y2}" for x1, y1, x2, y2 in shape["straits"])
    parts = [
        f'<defs><g id="L">{paths}<path d="{shape["decor"]}"/></g>{patterns()}</defs>',
        '<use href="#L" class="shelf"/><use href="#L" class="shelf s2"/>',
        f'<path class="sl" d="{shape["sealines"]}"/><path class="decor" d="{shape["decor"]}"/>',
        *(f'<g class="land" fill="var(--m{tint})">{uses(lands)}</g>' for tint, lands in tints.items()),
        *(f'<g fill="url(#t-{terrain})">{uses(lands)}</g>' for terrain, lands in textures.items()),
        f'<path class="edge" d="{shape["edges"]}"/><path class="river" d="{shape["rivers"]}"/>',
        f'<path class="shut" d="{shape["closed"]}"/><path class="strait" d="{straits}"/>',
    ]
    return atlas().picture(style + GROUND_STYLE, "".join(parts))


# ---- what stands on it


def world(realms: Realms, listed: str, pressed: Set[str] | None = None) -> str:
    """The map with everything on it; `listed` says where to find the same as text.

    Where it is pressed, areas are things below names and pieces: those given, and all where anybody is.
    """
    game = realms.game
    tinctures = sorted({seat % 7 + 1 for seat in range(game.seats)})
    rows = _rows(realms)
    inside = [*(sea_names(realms)), *_pieces(realms, rows), *_land_names(realms, rows), *_fight(realms)]
    if pressed is None:
        inside = [*_washed(realms), *inside]
    else:
        above = mentioned("".join(inside))
        inside = ['<g class="own things">', *_things(realms, pressed), f'</g><g pointer-events="none">{above}</g>']
    inside += [] if realms.at_desk else [cartouche(realms)]
    defs = [washes(tinctures), seal_forms(), counter_forms(), "" if realms.at_desk else patterns()]
    told = realms.say("map", turn=max(1, game.turn)), listed
    return atlas().layer(told, realms.scene.assets, "".join(defs), inside, (), pressed is not None)


def _things(realms: Realms, named: Set[str]) -> Iterator[str]:
    """Areas to be pressed, washed where somebody controls them; the seas lie below the lands."""
    game = realms.game
    wanted = {*named, *realms.there, *game.control, *game.cities, *game.artifacts}
    for area in sorted((one for one in AREAS if one in wanted), key=lambda one: AREAS[one].is_land):
        holder, at = game.control.get(area), spot(area)
        fill = 'fill="none" stroke="none"' if holder is None else f'fill="url(#w{realms.tincture(holder)})"'
        dress = "" if holder is None else f' class="{realms.dress(holder)}"'
        disc = f'<circle cx="{at["x"]}" cy="{at["y"]}" r="{HIT}" fill="none" stroke="none" pointer-events="all"/>'
        yield (
            f"<g{dress}{thing('area', area, label=said_of(realms, area))}>"
            f'<path d="{at["d"]}" {fill} pointer-events="all"/>{disc}</g>'
        )


def _washed(realms: Realms) -> Iterator[str]:
    """The areas that an empire controls, under its player's hatching."""
    game = realms.game
    for empire in game.empires():
        held = game.controlled(empire)
        if held:
            yield f'<g class="own {realms.dress(empire.id)}" fill="url(#w{realms.tincture(empire.id)})">'
            for area in held:
                told = "" if realms.at_desk else f"<title>{esc(said_of(realms, area))}</title>"
                wet = "" if AREAS[area].is_land else WET
                yield f'<path d="{spot(area)["d"]}"{wet}{thing("area", area)}>{told}</path>'
            yield "</g>"


def said_of(realms: Realms, area: str) -> str:
    """An area in words, for the pointer and for those who cannot see it."""
    game, words = realms.game, realms.words
    units = [
        words.say("units", {"empire": one, "n": in_area(game, game.empire(one), area)})
        for one in realms.there.get(area, [])
    ]
    leaders = [words.name("leader", one) for one in realms.leaders.get(area, [])]
    said = [*ground_of(area, words), *units, *works(game, area, words), *leaders]
    return f"{words.name('area', area)}: {', '.join(said)}"


def _numbers(realms: Realms, area: str) -> dict[str, int]:
    """Empire → units in the area."""
    return {one: in_area(realms.game, realms.game.empire(one), area) for one in realms.there.get(area, [])}


def _rows(realms: Realms) -> dict[str, Row]:
    """Where the pieces of each area stand."""
    home: dict[str, Row] = {}
    for area in AREAS:
        numbers = _numbers(realms, area)
        if numbers:
            wide = sum(map(_width, numbers.values())) + sum(width for width, _ in _seals(realms, area))
            at, tall = spot(area), HIGH + 18 * AREAS[area].is_land
            home[area] = Row(
                min(max(at["x"] - wide // 2, 2), atlas().width - wide - 2), max(at["y"] - HIGH, 2), wide, tall
            )
    return spread(home, atlas().width)


def _pieces(realms: Realms, rows: Mapping[str, Row]) -> Iterator[str]:
    """Counters with code and number of units, by empire; small seals beside them: city, fort, leader, artifact, unrest.

    What has changed since the position to compare with lies in a halo.
    """
    before, halos, seals = _before(realms), [], []
    counters: dict[str, list[str]] = {}
    for area in before:
        if area not in rows:
            at = spot(area)
            halos.append(f'<circle class="new gone" cx="{at["x"]}" cy="{at["y"] - 10}" r="20"/>')
    for area, row in rows.items():
        numbers, signs = _numbers(realms, area), _seals(realms, area)
        left, top, wide = row.left, row.top, row.wide
        if realms.before is not None and before.get(area, {}) != numbers:
            halos.append(f'<rect class="new" x="{left - 4}" y="{top - 4}" width="{wide + 8}" height="40" rx="6"/>')
        for ident, number in numbers.items():
            counters.setdefault(ident, []).append(_counter(realms, ident, number, left, top))
            left += _width(number)
        for width, sign in signs:
            seals.append(placed(sign, left, top + HIGH // 2))
            left += width
    yield from halos
    for ident, drawn in counters.items():
        fill = f' fill="url(#h{realms.tincture(ident)})"' if realms.dress(ident) == FULL else ""
        name = f"<title>{esc(realms.name('empire', ident))}</title>"
        yield f'<g class="tl {realms.look(ident)}"{fill}{thing("empire", ident)}>{name}{"".join(drawn)}</g>'
    yield from seals


def _before(realms: Realms) -> dict[str, dict[str, int]]:
    """Area → empire → units, in the position to compare with."""
    found: dict[str, dict[str, int]] = {}
    if realms.before is None:
        return found
    for player in realms.before["players"]:
        for ident, empire in player["empires"].items():
            for area, stack in empire["stacks"].items():
                found.setdefault(area, {})[ident] = sum(part["hidden"] for part in stack.values())
    fight = realms.before["fight"]
    for side in fight["sides"] if fight else ():
        here = found.setdefault(fight["area"], {})
        here[side["empire"]] = here.get(side["empire"], 0) + side["fresh"]["hidden"] + len(side["spent"])
    return found


def _width(number: int) -> int:
    return NARROW if number < 10 else WIDE


def _counter(realms: Realms, empire: str, number: int, left: int, top: int) -> str:
    wide = _width(number)
    return (
        f'<use href="#{realms.dress(empire)}{wide}" x="{left}" y="{top}"/>'
        f'<text x="{left + wide // 2 - 1}" y="{top + 22}">{esc(realms.code(empire))}{number or ""}</text>'
    )


def counter_forms() -> str:
    """Counters without words, one for each dress and width."""
    return "".join(
        f'<g id="{dress}{wide}" class="k{dress}"><rect class="o" width="{wide - 2}" height="{HIGH}" rx="4"/>'
        f'<rect class="m" x="4.5" y="4.5" width="{wide - 11}" height="23" rx="2"/></g>'
        for dress in DRESSES
        for wide in (NARROW, WIDE)
    )


def _seals(realms: Realms, area: str) -> list[tuple[int, str]]:
    """Signs with their widths."""
    game = realms.game
    out = []
    if area in game.cities:
        holder = game.control.get(area)
        capital = holder is not None and game.empire(holder).capital == area
        out.append((40, f"{'capital' if capital else 'city'}{game.cities[area]}"))
    there = {
        "fort": area in game.forts,
        "leader": area in realms.leaders,
        "monument": area in game.artifacts,
        "war": area in game.unrest,
    }
    return out + [(25, sign) for sign, here in there.items() if here]


def _land_names(realms: Realms, rows: Mapping[str, Row]) -> Iterator[str]:
    """Over all pieces, so that none hides a name; below its own, or in the middle of an empty land."""
    for area, one in AREAS.items():
        if not one.is_land:
            continue
        at = spot(area)
        lines = label(realms.name("area", area))
        row = rows.get(area)
        y = at["y"] + 7 - 10 * (len(lines) - 1) if row is None else row.top + HIGH + 18
        told = "" if area in realms.game.control or realms.at_desk else f"<title>{esc(said_of(realms, area))}</title>"
        yield _lettered(lines, at["x"], y, "ln", 1, thing("area", area), told)
        for n, resource in enumerate(one.resources):
            half = 5.3 * max(map(len, lines))
            x = at["x"] + half + 3 + 18 * n
            yield f'<use class="rs" href="#i-{SIGNS[resource]}" x="{x:.0f}" y="{y - 14}" width="18" height="18"/>'


def sea_names(realms: Realms) -> Iterator[str]:
    """Small seas are named when a part of the map is enlarged."""
    for area, one in AREAS.items():
        if one.is_land:
            continue
        at = spot(area)
        ocean = one.kind == OCEAN
        lines = realms.name("area", area).split() if ocean else label(realms.name("area", area))
        kind = "seaname big" if ocean else "seaname minor"
        half = max(map(len, lines)) * (9 if ocean else 4)
        x = min(max(at["x"], half), atlas().width - half)
        y = at["y"] + (30 if area in realms.there else 4) - (14 if ocean else 8) * (len(lines) - 1)
        yield _lettered(lines, x, y, kind, 1.2 if ocean else 1.1, thing("area", area), "")


def _lettered(lines: list[str], x: int, y: int, kind: str, step: float, more: str, told: str) -> str:
    """Words on the map, one line below another."""
    if len(lines) == 1:
        return f'<text class="{kind}" x="{x}" y="{y}"{more}>{esc(lines[0])}{told}</text>'
    downs = (f'y="{y}"' if n == 0 else f'dy="{step:g}em"' for n in range(len(lines)))
    spans = "".join(f'<tspan x="{x}" {down}>{esc(line)}</tspan>' for down, line in zip(downs, lines, strict=True))
    return f'<text class="{kind}"{more}>{spans}{told}</text>'


def _fight(realms: Realms) -> Iterator[str]:
    fight = realms.game.fight
    if fight is not None:
        at = spot(fight.area)
        yield (
            f'<g><title>{esc(realms.say("fight_in", area=fight.area))}</title><circle class="attc" cx="{at["x"]}"'
            f' cy="{at["y"] - 44}" r="17"/><use class="atts" href="#i-strength" x="{at["x"] - 11}" y="{at["y"] - 55}"'
            ' width="22" height="22"/></g>'
        )
