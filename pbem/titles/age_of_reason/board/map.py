"""Europe and the colonies: homes washed with their nation's hatching, a plate for each region, a running attack.

The outlines in drawing.json are only a drawing. The rules' map defines what borders on what.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from ....pages.board_api import Scene
from ....pages.kit import esc, thing
from ....pages.map_kit import MapSheet, lettering, outline, sea_name, tinted, wash, washes
from ....table import Words
from ....words.lazy_dataclass import dataclass
from ... import resources
from .. import gloss
from ..atlas import NATIONS, REGIONS
from ..cards import MARKERS, ROUNDS, action_rounds
from ..sheet import by_discs
from ..state import Reason
from .courts import RADIUS, Courts

CREST = 38
PITCH = 36
"""From disc to disc on a plate."""
IN_A_ROW = 6
LEAF = 30
NARROWEST, WIDEST = 172, 246
BONUS_SIGN = 10
"""Width of a letter of what a power marker brings."""
_TINTS = {
    "north_america": 8,
    "caribbean": 2,
    "south_america": 9,
    "baltic": 6,
    "ottoman_empire": 4,
    "mediterranean": 13,
    "africa": 11,
    "german_states": 5,
    "central_europe": 12,
    "india": 1,
    "east_indies": 10,
}
"""Colours of the map, so that neighbours differ."""
_PLATES = {
    "german_states": (950, 281),
    "central_europe": (1240, 235),
    "ottoman_empire": (1440, 559),
    "baltic": (1112, 17),
    "mediterranean": (1092, 649),
    "north_america": (134, 343),
    "caribbean": (400, 765),
    "south_america": (318, 973),
    "africa": (1180, 943),
    "india": (1724, 691),
    "east_indies": (1874, 1023),
}
"""Middle and upper edge of each plate."""
_HOMES = {
    "britain": (676, 243),
    "netherlands": (800, 207),
    "france": (772, 405),
    "spain": (686, 565),
    "prussia": (1052, 225),
    "austria": (1086, 412),
    "russia": (1530, 225),
}
"""Where crests stand."""
_WATERS = {"atlantic": (470, 420), "indian": (1620, 1060), "north_sea": (776, 120), "black_sea": (1424, 512)}
_OCEANS = ("atlantic", "indian")
_ELSEWHERE = {
    "barbary": (860, 770),
    "persia": (1650, 520),
    "china": (1790, 430),
    "arabia": (1500, 800),
    "siberia": (1760, 150),
}
_ROSE = (
    '<g class="rose" transform="translate(1650 960)"><circle r="30"/><circle r="24"/><path d="M0-44 7-7 0 0-7-7zM0 44'
    ' 7 7 0 0-7 7zM-44 0-7-7 0 0-7 7zM44 0 7 7 0 0 7-7z"/><path class="n" d="M0-44 7-7 0 0z"/></g>'
)
_LAUREL = "c-1-13 11-19 28-19 1 16-8 29-26 29-2-3-2-7-2-10z"
_HEAD = (
    '<marker id="ah" viewBox="0 0 10 10" refX="7" refY="5" markerWidth="4.5" markerHeight="4.5" orient="auto">'
    '<path class="ahp" d="M0 0 10 5 0 10 3 5z"/></marker>'
)


@cache
def atlas() -> MapSheet:
    return MapSheet(
        "age_of_reason-map.svg",
        resources.read(__package__, "drawing.json"),
        {"europe": (560, 0, 1040, 760), "america": (0, 300, 560, 880), "east": (1060, 600, 940, 580)},
    )


def ground(style: str) -> str:
    """Regions in their colours; each page tints the homes, as nations have different players in different games."""
    areas = atlas().shape["areas"]
    regions = tinted((tint, [areas[region]["d"]]) for region, tint in _TINTS.items())
    homes = "".join(outline(areas[nation]["d"]) for nation in NATIONS)
    edges = f'<path class="edge" d="{atlas().shape["edges"]}"/>'
    return atlas().ground(style, f'{regions}<g class="home" fill="var(--barren)">{homes}</g>{edges}{_ROSE}')


def europe(game: Reason, courts: Courts, words: Words, scene: Scene, listed: str, pressed: bool = False) -> str:
    """The map with everything on it; `listed` says where to find the same as text.

    Where it is pressed, a home is a thing as a whole, and a plate stands beside the discs on it, not around them.
    """
    plates = {region: _plate(game, courts, words, region, scene.before) for region in REGIONS}
    inside = [
        '<g class="own">',
        *_washed(courts),
        "</g>",
        '<g pointer-events="none">' if pressed else "<g>",
        _names(words),
        *_homes(courts, pressed),
        "</g>",
        *(plate.drawn(pressed, words.name("region", plate.region)) for plate in plates.values()),
        *_attack(game, plates, words),
        _cartouche(game, courts, words),
    ]
    scores = [
        (
            courts.tinctures[one.nation],
            f"{courts.name(one.nation)}, {courts.player(one.nation)}",
            courts.letter(one.nation),
            one.points,
        )
        for one in game.players
        if one.nation
    ]
    told = words.say("map", {"round": max(1, game.round)}), listed
    return atlas().layer(told, scene.assets, washes(range(1, 8)) + _HEAD, inside, [atlas().track(scores)], pressed)


def _washed(courts: Courts) -> Iterator[str]:
    for nation in NATIONS:
        title = f"{courts.name(nation)}, {courts.player(nation)}"
        fill = f' fill="{wash(courts.tinctures[nation])}"{thing("nation", nation, label=title)}'
        yield outline(atlas().shape["areas"][nation]["d"], title, fill)


def _homes(courts: Courts, pressed: bool) -> Iterator[str]:
    for nation, (x, y) in _HOMES.items():
        old = "" if nation in courts.led else " old"
        yield (
            f'<g class="pc p{courts.tinctures[nation]}{old}"{"" if pressed else thing("nation", nation)}>'
            f'<use href="#i-crest" x="{x - CREST / 2:g}" y="{y - CREST / 2:g}" width="{CREST}" height="{CREST}"/>'
            f'<text x="{x}" y="{y + 5}">{esc(courts.letter(nation))}</text></g>'
        )
        yield lettering([courts.name(nation)], x, y + 35, "ln hn")
        yield lettering([courts.player(nation)], x, y + 52, "ln sm")


def _names(words: Words) -> str:
    waters = [sea_name(words.name("water", one), x, y, one in _OCEANS) for one, (x, y) in _WATERS.items()]
    return "".join([*waters, *(lettering([words.name("far", one)], *at, "bar") for one, at in _ELSEWHERE.items())])


# ---- plates


@dataclass(frozen=True)
class Plate:
    """What lies in a region, on a plate of its own: name, discs by number, power markers, what the ranks pay."""

    region: str
    x: float
    y: float
    width: float
    height: float
    inner: str

    def drawn(self, pressed: bool, name: str) -> str:
        w, h = self.width, self.height
        place, marks = f'class="plate" transform="translate({self.x:g} {self.y:g})"', thing("region", self.region)
        sheet = (
            f'<rect width="{w:g}" height="{h:g}" rx="4"/><rect class="in" x="3.5" y="3.5" width="{w - 7:g}"'
            f' height="{h - 7:g}" rx="2"/>'
        )
        if pressed:
            return f"<g {place}><g{thing('region', self.region, label=name)}>{sheet}</g>{self.inner}</g>"
        return f"<g {place}{marks}>{sheet}{self.inner}</g>"

    def edge(self, x: float, y: float) -> tuple[float, float]:
        """The point of the plate that is nearest to a point outside it."""
        return (
            min(max(x, self.x - 6), self.x + self.width + 6),
            min(max(y, self.y - 6), self.y + self.height + 6),
        )


def _plate(game: Reason, courts: Courts, words: Words, region: str, before: Any) -> Plate:
    here, one = game.discs[region], REGIONS[region]
    name = words.name("region", region)
    nations = by_discs(here)
    tags = [_tag(marker, words) for marker in game.markers[region]]
    leaves = LEAF * len(one.points)
    wanted = (
        13 * len(name) + (48 if one.needs_ship else 24),
        18 + PITCH * min(len(nations), IN_A_ROW),
        NARROWEST,
        20 + leaves + sum(width + 7 for width, _ in tags[:2]),
    )
    width = min(max(wanted), WIDEST)
    ship = (
        f'<use class="st" href="#i-fleet" x="{width - 31:g}" y="7" width="21" height="21"/>' if one.needs_ship else ""
    )
    parts = [f'<text class="nm" x="12" y="25">{esc(name)}</text>{ship}<path class="rl" d="M10 33h{width - 20:g}"/>']
    was = {} if before is None else before["discs"][region]
    y = 54.0
    for n, nation in enumerate(nations):
        x, y = 27.0 + PITCH * (n % IN_A_ROW), 54.0 + PITCH * (n // IN_A_ROW)
        if before is not None and was.get(nation, 0) != here[nation]:
            parts.append(f'<circle class="new" cx="{x:g}" cy="{y:g}" r="{RADIUS + 4:g}"/>')
        said = f"{courts.name(nation)}: {words.say('discs', {'n': here[nation]})}"
        parts.append(courts.on_map(nation, here[nation], x, y, said, region))
    rows, last = _rows(tags, width, leaves)
    top = y + 24
    parts += [f'<g transform="translate({x:g} {top + 33 * row:g})">{mark}</g>' for x, row, mark in rows]
    parts.append(_leaves(one.points, width, top + 33 * last, words))
    height = top + 33 * last + 36
    middle, above = _PLATES[region]
    x = min(max(middle - width / 2, 6), atlas().width - width - 6)
    return Plate(region, x, min(above, atlas().height - height - 8), width, height, "".join(parts))


def _rows(tags: Sequence[tuple[int, str]], width: float, leaves: float) -> tuple[list[tuple[float, int, str]], int]:
    """Markers side by side, in as many rows as they need; the laurel leaves take the end of the last one."""
    out: list[tuple[float, int, str]] = []
    x, row = 10.0, 0
    for wide, mark in tags:
        if x + wide > width - 10:
            x, row = 10.0, row + 1
        out.append((x, row, mark))
        x += wide + 7
    if x > width - leaves - 6:
        row += 1
    return out, row


def _tag(marker: str, words: Words) -> tuple[int, str]:
    """A power marker: how wide it is, and its drawing."""
    one = MARKERS[marker]
    bonus = words.say("marker_bonus", {"points": one.points, "gold": one.gold})
    width = 76 if one.action else 38 + BONUS_SIGN * len(bonus) if bonus else 34
    if one.action:
        text = f'<text class="ak" x="38" y="19">{esc(words.say("marker_action"))}</text>'
    elif bonus:
        right = f'<text class="bn" x="{(26 + width) / 2:g}" y="19">{esc(bonus)}</text>'
        text = f'<text x="15" y="19">{one.strength}</text>{right}'
    else:
        text = f'<text x="17" y="19">{one.strength}</text>'
    told = f"{words.name('marker', marker)}: {gloss.marker(marker, words)}"
    title, marks = f"<title>{esc(told)}</title>", thing("marker", marker, label=told)
    return width, f'<g class="mk"{marks}>{title}<rect width="{width}" height="26" rx="3"/>{text}</g>'


def _leaves(points: Sequence[int], width: float, top: float, words: Words) -> str:
    out = [f"<title>{esc(words.say('ranks', {'points': ', '.join(map(str, points))}))}</title>"]
    for n, number in enumerate(points):
        x = width - 8 - LEAF * (len(points) - n)
        out.append(f'<path class="leafy" d="M{x:g} {top + 18:g}{_LAUREL}"/><text x="{x + 13:g}" y="{top + 21:g}">')
        out.append(f"{number}</text>")
    return f'<g class="vps">{"".join(out)}</g>'


# ---- the current action


def _attack(game: Reason, plates: Mapping[str, Plate], words: Words) -> Iterator[str]:
    """A dashed arrow from the attacker's home to the region."""
    fight = game.combat
    if fight is None:
        return
    x, y = _HOMES[game.players[fight.attacker].nation]
    to_x, to_y = plates[fight.region].edge(x, y)
    middle_x, middle_y = (x + to_x) / 2 - (to_y - y) * 0.22, (y + to_y) / 2 + (to_x - x) * 0.22
    at_x, at_y = (x + 2 * middle_x + to_x) / 4, (y + 2 * middle_y + to_y) / 4
    yield (
        f'<g><title>{esc(words.say("combat_in", {"region": fight.region}))}</title><path class="att" marker-end='
        f'"url(#ah)" d="M{x:g} {y - 20:g}Q{middle_x:.0f} {middle_y:.0f} {to_x:.0f} {to_y:.0f}"/><circle class="attc"'
        f' cx="{at_x:.0f}" cy="{at_y:.0f}" r="19"/><use class="atts" href="#i-strength" x="{at_x - 12:.0f}"'
        f' y="{at_y - 12:.0f}" width="24" height="24"/></g>'
    )


def _cartouche(game: Reason, courts: Courts, words: Words) -> str:
    """The round, and what the signs mean."""
    led = next(iter(courts.led), "britain")
    without = next((nation for nation in NATIONS if nation not in courts.led), "")
    keys = [(courts.on_map(led, 2, 46, 96, "", ""), "key_disc")]
    if without:
        keys.append((courts.on_map(without, 2, 46, 96, "", ""), "key_neutral"))
    marker = '<g class="mk" transform="translate(29 83)"><rect width="34" height="26" rx="3"/>'
    keys += [
        (f'{marker}<text x="17" y="19">3</text></g>', "key_marker"),
        (
            '<g class="mk" transform="translate(8 83)"><rect width="76" height="26" rx="3"/><text class="ak" x="38"'
            f' y="19">{esc(words.say("marker_action"))}</text></g>',
            "key_action",
        ),
        ('<use class="st" href="#i-fleet" x="36" y="86" width="20" height="20"/>', "key_ship"),
        (f'<path class="leafy" d="M32 104{_LAUREL}"/>', "key_ranks"),
    ]
    step = 35
    rows = "".join(
        f'<g transform="translate(0 {n * step})">{sign.replace("<title></title>", "")}<text class="cl" x="94" y="102">'
        f"{esc(words.say(key))}</text></g>"
        for n, (sign, key) in enumerate(keys)
    )
    height = 84 + step * len(keys)
    action = words.say("in_action", {"action": game.action, "of": action_rounds(game.seats)}) if game.action else ""
    head = words.say("in_round", {"round": max(1, game.round), "of": ROUNDS})
    return (
        f'<g transform="translate(530 {atlas().height - height - 16})" class="cart"><rect width="460" height="{height}"'
        f' rx="4"/><rect x="6" y="6" width="448" height="{height - 12}" rx="2" class="in"/><text class="ct" x="230"'
        f' y="42">{esc(head)}</text><text class="cs" x="230" y="64">{esc(action)}</text><path class="rl"'
        f' d="M30 76h400"/>{rows}</g>'
    )
