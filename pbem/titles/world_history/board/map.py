"""The world in two layers: the unchanging part as one file of the site, and an SVG with what stands on it.

The outlines come from drawing.json; they are a drawing only. The rules' map defines what borders on what.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from functools import cache
from typing import Any

from ....pages.kit import esc, icon, letter, short, tincture
from ....table import Words
from ... import resources
from ..atlas import LANDS, REGIONS
from ..cards import SCORING
from ..state import World

FRAME = 36
"""Width of the score track around the map."""
TRACK: int = SCORING["track"]["length"]
CREST = 34
HALO = 22
GROUND = "world_history-map.svg"
_PATTERNS = (
    "M2 0V6M5 0V6", "M0 2H6M0 5H6", "M1.5 1.5v.01M4.5 4.5v.01", "M-1 -1 7 7M-1 5 1 7M5 -1 7 1",
    "M2 0V6M5 0V6M0 2H6M0 5H6", "M7 -1 -1 7M1 -1-1 1M7 5 5 7", "M0 4l1.5-2 1.5 2 1.5-2 1.5 2",
)  # fmt: skip
_SIGNS = {"m": ("mount", -6, 4, "l6-9 6 9z"), "f": ("wood", -4, 4, "l4-9 4 9z"), "g": ("wall", -5, -2, "h10v4h-10z")}
_SHIP = '<path d="M-18-4h36l-7 17h-22z"/><path class="sail" d="M0-22c9 3 12 10 12 16H0zM-3-16c-6 3-9 6-10 10h10z"/>'
ZOOMS = {
    "europe": (400, 60, 700, 460),
    "near_east": (820, 240, 700, 460),
    "asia": (1300, 240, 700, 460),
    "africa": (440, 420, 900, 640),
    "south_east": (1440, 640, 560, 500),
    "america": (0, 100, 480, 1060),
}
"""Parts of the map that links enlarge, without a script: x, y, width, height."""


@cache
def drawing() -> Mapping[str, Any]:
    loaded: Mapping[str, Any] = resources.read(__package__, "drawing.json")
    return loaded


def _frame() -> str:
    """The map with the track around it, as x, y, width, height."""
    return f"{-FRAME} {-FRAME} {drawing()['w'] + 2 * FRAME} {drawing()['h'] + 2 * FRAME}"


def ground(style: str) -> str:
    """The map without pieces and words: the file that all pages put underneath their own layer.

    It has its own light and dark colours, as a page's styles do not reach into a picture.
    """
    width, height = drawing()["w"], drawing()["h"]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{_frame()}"><style>{style}</style><defs><clipPath id="cl">'
        f'<rect width="{width}" height="{height}"/></clipPath></defs><g class="world"><g clip-path="url(#cl)">'
        f'<rect class="sea" width="{width}" height="{height}"/>{_relief()}{_lands()}{_lines()}</g>'
        f'<g class="score"><rect class="fi" width="{width}" height="{height}"/>{_fields()}</g></g></svg>\n'
    )


def under(base: str) -> str:
    """The picture of the map, where `base` leads to the files of the site."""
    x, y, width, height = _frame().split()
    return f'<image href="{base}{GROUND}" x="{x}" y="{y}" width="{width}" height="{height}"/>'


def world(game: World, players: tuple[str, ...], words: Words, fresh: Set[str], base: str) -> str:
    """The map with everything that stands on it; `fresh` lands have changed since the last look."""
    shape = drawing()
    width, height = shape["w"], shape["h"]
    label = words.say("map", {"epoch": game.epoch or 1})
    return "".join(
        [
            f'<svg id="map" class="world" viewBox="{_frame()}"'
            f' role="img" aria-labelledby="mt md"><title id="mt">{esc(label)}</title>'
            f'<desc id="md">{esc(words.say("listed"))}</desc><defs>{_washes(game)}'
            f'<clipPath id="cl"><rect width="{width}" height="{height}"/></clipPath></defs>',
            under(base),
            '<g clip-path="url(#cl)"><g class="own">',
            *_owned(game, words),
            "</g>",
            _names(words),
            *_fleets(game, players, words),
            *_pieces(game, players, words, fresh),
            *_land_names(game, words),
            "</g>",
            _cartouche(game, words),
            _track(game, players),
            *(
                f'<rect id="z-{name}" class="zr" x="{x}" y="{y}" width="{w}" height="{h}"/>'
                for name, (x, y, w, h) in ZOOMS.items()
            ),
            "</svg>",
        ]
    )


def _owned(game: World, words: Words) -> Iterator[str]:
    """The lands of each player under a wash."""
    for seat in range(game.seats):
        held = [land for land in LANDS if land in game.lands and game.lands[land].owner == seat]
        if held:
            yield f'<g fill="url(#w{tincture(seat)})">'
            for land in held:
                outline = drawing()["lands"][land]["d"]
                yield f'<path d="{outline}"><title>{esc(words.name("land", land))}</title></path>'
            yield "</g>"


def _washes(game: World) -> str:
    """The owner's hatching, laid over the land."""
    out = []
    for seat in range(game.seats):
        n = tincture(seat)
        thick = ' stroke-width="1.7"' if n == 3 else ""
        out.append(
            f'<pattern id="w{n}" width="9" height="9" patternUnits="userSpaceOnUse"><rect width="9" height="9"'
            f' fill="var(--p{n})" fill-opacity=".2"/><g transform="scale(1.5)" stroke="var(--p{n})" stroke-opacity=".6"'
            f' stroke-width=".9" stroke-linecap="round" fill="none"><path d="{_PATTERNS[n - 1]}"{thick}/></g></pattern>'
        )
    return "".join(out)


def _relief() -> str:
    shape = drawing()
    width, height = shape["w"], shape["h"]
    grid = "".join(f"M{x} 0V{height}" for x in range(125, width, 250)) + "".join(
        f"M0 {y}H{width}" for y in range(118, height, 236)
    )
    barren = "".join(f'<path d="{one["d"]}"/>' for one in shape["barren"].values())
    return (
        f'<path class="grat" d="{grid}"/><path id="coast" class="shelf" d="{shape["coast"]}"/>'
        f'<use href="#coast" class="shelf s2"/><path class="decor" d="{shape["decor"]}"/><g class="barren">{barren}</g>'
    )


def _lands() -> str:
    """By region, which gives the colour."""
    out = []
    for n, lands in enumerate(REGIONS.values(), start=1):
        paths = "".join(f'<path d="{drawing()["lands"][land]["d"]}"/>' for land in lands)
        out.append(f'<g class="land" fill="var(--m{n})">{paths}</g>')
    return "".join(out)


def _lines() -> str:
    """Borders of regions, straits, and the marks of terrain on the side of the land they protect."""
    shape = drawing()
    signs: dict[str, str] = {}
    for kind, x, y in shape["marks"]:
        name, dx, dy, path = _SIGNS[kind]
        signs[name] = signs.get(name, "") + f"M{x + dx} {y + dy}{path}"
    straits = "".join(f"M{x1} {y1}L{x2} {y2}" for x1, y1, x2, y2 in shape["straits"])
    marks = "".join(f'<path class="{name}" d="{path}"/>' for name, path in signs.items())
    return f'<path class="edge" d="{shape["edges"]}"/><path class="strait" d="{straits}"/>{marks}'


def _text(lines: list[str], x: float, y: float, kind: str, step: int, more: str = "") -> str:
    spans = "".join(f'<tspan x="{x:g}" y="{y + n * step:g}">{esc(line)}</tspan>' for n, line in enumerate(lines))
    return f'<text class="{kind}">{spans}{more}</text>'


def _names(words: Words) -> str:
    """Seas and barren lands; the names of lands stand below their pieces."""
    out = []
    shape = drawing()
    for water, places in shape["seas"].items():
        big = _is_ocean(water)
        for x, y in places:
            lines = words.name("short_sea", water).split()
            out.append(_text(lines, x, y, "seaname big" if big else "seaname", 34 if big else 17))
    for barren, one in shape["barren"].items():
        out.append(_text([words.name("barren", barren)], one["x"], one["y"], "bar", 15))
    return "".join(out)


def _is_ocean(water: str) -> bool:
    return water.endswith("_ocean")


def _fleets(game: World, players: tuple[str, ...], words: Words) -> Iterator[str]:
    for water, here in sorted(game.fleets.items()):
        x, y = drawing()["seas"][water][0]
        above = 44 if _is_ocean(water) else 30  # the name of an ocean is larger
        for n, seat in enumerate(sorted(here)):
            left = x + 44 * n - 22 * (len(here) - 1)
            number = here[seat] if here[seat] > 1 else ""
            said = words.say("fleets", {"player": seat, "n": here[seat], "sea": water})
            yield (
                f'<g class="ship p{tincture(seat)}" transform="translate({left} {y - above})">'
                f'<title>{esc(said)}</title>{_SHIP}<text y="9">{esc(letter(players[seat]))}{number}</text></g>'
            )


def _pieces(game: World, players: tuple[str, ...], words: Words, fresh: Set[str]) -> Iterator[str]:
    """Armies as crests, an outlined one for an older realm, in a halo if they are new; small seals for buildings."""
    present = [realm for one in game.players if len(one.played) == game.epoch for realm in one.realms]
    present += [part.realm for part in game.turn.parts] if game.turn is not None else []
    for land in LANDS:
        spot = drawing()["lands"][land]
        x, y = spot["x"], spot["y"]
        one = game.lands.get(land)
        built = signs_of(game, land)
        if land in fresh and one is None:
            yield f'<circle class="new gone" cx="{x}" cy="{y - 9}" r="{HALO}"/>'
        if one is not None or built:
            wide = (CREST if one is not None else 0) + 24 * len(built)
            left = x - wide / 2
            inner = ""
            if one is not None:
                number = one.armies if one.armies > 1 else ""
                if land in fresh:
                    inner = f'<circle class="new" cx="{left + CREST / 2:g}" cy="{y - 9}" r="{HALO}"/>'
                inner += (
                    f'<use href="#i-crest" x="{left:g}" y="{y - 26}" width="{CREST}" height="{CREST}"/>'
                    f'<text x="{left + CREST / 2:g}" y="{y - 4}">{esc(letter(players[one.owner]))}{number}</text>'
                )
                inner += _emblem(one.emblem, left + 2, y - 24)
                left += CREST
            for sign in built:
                inner += (
                    f'<circle class="pl" cx="{left + 12:g}" cy="{y - 9}" r="12"/>'
                    f'<use class="st" href="#i-{sign}" x="{left + 4:g}" y="{y - 17}" width="16" height="16"/>'
                )
                left += 24
            old = " old" if one is not None and one.realm not in present else ""
            owner = f" p{tincture(one.owner)}" if one is not None else ""
            yield f'<g class="pc{owner}{old}"><title>{esc(said_of(game, land, words))}</title>{inner}</g>'


def _land_names(game: World, words: Words) -> Iterator[str]:
    """Over all pieces, so that none hides a name; below its own, or in the middle of an empty land."""
    for land in LANDS:
        spot, lines = drawing()["lands"][land], label(words.name("short_land", land))
        down = 22 if land in game.lands or signs_of(game, land) else 5 - 7 * (len(lines) - 1)
        gem = '<tspan class="gm" dx="3">◆</tspan>' if LANDS[land].resource else ""
        full = f"<title>{esc(words.name('land', land))}</title>"
        yield _text(lines, spot["x"], spot["y"] + down, "ln", 15, gem + full)


def _emblem(emblem: str, x: float, y: float) -> str:
    """An army's set decides about retreats, relics and attacks on one's own units."""
    return (
        f'<circle class="pl" cx="{x:g}" cy="{y:g}" r="9"/>'
        f'<use class="st" href="#i-{emblem}" x="{x - 6:g}" y="{y - 6:g}" width="12" height="12"/>'
    )


def signs_of(game: World, land: str) -> list[str]:
    one = game.lands.get(land)
    built = [game.towns[land]] if land in game.towns else []
    built += ["monument"] if land in game.monuments else []
    return built + (["fort"] if one is not None and one.fort else [])


def said_of(game: World, land: str, words: Words) -> str:
    """A land in words, for those who cannot see it and for the pointer."""
    one = game.lands.get(land)
    built = [words.name("piece", sign) for sign in signs_of(game, land)]
    if one is None:
        return f"{words.name('land', land)}: {', '.join(built) or words.say('vacant')}"
    values = {"player": one.owner, "n": one.armies, "emblem": one.emblem}
    return ", ".join([f"{words.name('land', land)}: {words.say('armies', values)}", *built])


def label(name: str) -> list[str]:
    """A name on one or two lines."""
    parts = name.split()
    if len(name) <= 11 or len(parts) == 1:
        return [name]
    cut = min(range(1, len(parts)), key=lambda n: abs(len(" ".join(parts[:n])) - len(" ".join(parts[n:]))))
    return [" ".join(parts[:cut]), " ".join(parts[cut:])]


def _cartouche(game: World, words: Words) -> str:
    rows = [("p1", "key_army"), ("p1 old", "key_old")]
    seals = ("capital", "city", "monument", "fort")
    out = [
        '<g transform="translate(404 860)" class="cart"><rect width="262" height="300" rx="4"/>'
        '<rect x="6" y="6" width="250" height="288" rx="2" class="in"/>'
        f'<text class="ct" x="131" y="40">{esc(words.name("epoch", game.epoch or 1))}</text>'
        f'<text class="cs" x="131" y="68">{esc(words.name("years", game.epoch or 1))}</text>'
        '<path class="rl" d="M30 82h202"/>'
    ]
    for n, (kind, key) in enumerate(rows):
        y = 88 + 26 * n
        out.append(f'<g class="pc {kind}"><use href="#i-crest" x="25" y="{y}" width="24" height="24"/></g>')
        out.append(f'<text class="cl" x="62" y="{y + 18}">{esc(words.say(key))}</text>')
    out.append(f'<g class="pc">{_emblem("lion", 37, 153)}</g>')
    out.append(f'<text class="cl" x="62" y="158">{esc(words.say("key_emblem"))}</text>')
    for n, sign in enumerate(seals, start=3):
        y = 88 + 26 * n
        out.append(
            f'<g class="pc"><circle class="pl" cx="37" cy="{y + 13}" r="11"/><use class="st" href="#i-{sign}"'
            f' x="29" y="{y + 5}" width="16" height="16"/></g><text class="cl" x="62" y="{y + 18}">'
            f"{esc(words.say(f'key_{sign}'))}</text>"
        )
    out.append(
        f'<text class="gm" x="37" y="288">◆</text><text class="cl" x="62" y="288">'
        f"{esc(words.say('key_resource'))}</text></g>"
    )
    return "".join(out)


def _cells() -> list[tuple[float, float, float, float]]:
    """The fields 1 to 100 around the map: top, right, bottom, left (WH-2.1-6)."""
    width, height = drawing()["w"], drawing()["h"]
    across, down = 32, 18
    w, h = width / across, height / down
    top = [(n * w, -FRAME, w, FRAME) for n in range(across)]
    right = [(width, n * h, FRAME, h) for n in range(down)]
    bottom = [(width - (n + 1) * w, height, w, FRAME) for n in range(across)]
    left = [(-FRAME, height - (n + 1) * h, FRAME, h) for n in range(down)]
    return [(float(x), float(y), float(a), float(b)) for x, y, a, b in (*top, *right, *bottom, *left)]


def _fields() -> str:
    """The empty track: every fifth field is darker."""
    plain = fives = numbers = ""
    for n, (x, y, w, h) in enumerate(_cells(), start=1):
        field = f"M{x:g} {y:g}h{w:g}v{h:g}h{-w:g}z"
        if n % 5:
            plain += field
        else:
            fives += field
        numbers += f'<text x="{x + w / 2:.0f}" y="{y + h / 2 + 5:.0f}">{n}</text>'
    return f'<path class="cell" d="{plain}"/><path class="cell five" d="{fives}"/>{numbers}'


def _track(game: World, players: tuple[str, ...]) -> str:
    """The players on the score track; its fields are in the picture under it."""
    cells, out = _cells(), ['<g class="score">']
    stacked: dict[int, int] = {}
    for seat, one in enumerate(game.players):
        total = one.total()
        if total:
            n = (total - 1) % TRACK  # WH-3-3: after 100 it starts again
            x, y, w, h = cells[n]
            shift = 9 * stacked.get(n, 0)
            stacked[n] = stacked.get(n, 0) + 1
            more = "′" * ((total - 1) // TRACK)
            out.append(
                f'<g class="pc p{tincture(seat)}"><title>{esc(short(players[seat]))}: {total}</title>'
                f'<use href="#i-crest" x="{x + w / 2 - 15 + shift:g}" y="{y + h / 2 - 15:g}" width="30" height="30"/>'
                f'<text x="{x + w / 2 + shift:g}" y="{y + h / 2 + 5:g}">{esc(letter(players[seat]))}{more}</text></g>'
            )
    return "".join([*out, "</g>"])


def zoom(words: Words) -> str:
    """Links that enlarge a part of the map, and the buttons of the script."""
    links = "".join(f'<a href="#z-{name}">{esc(words.say(f"zoom_{name}"))}</a>' for name in ZOOMS)
    whole = f'<a href="#map">{esc(words.say("zoom_all"))}</a>'
    buttons = "".join(
        f'<button class="sq" aria-label="{esc(words.say(key))}">{icon(sign)}</button>'
        for key, sign in (("larger", "plus"), ("smaller", "minus"))
    )
    return (
        f'<nav class="zooms noprint" aria-label="{esc(words.say("zoom"))}">{whole}{links}</nav>'
        f'<div class="zoom noprint" data-zoom hidden>{buttons}</div>'
    )
