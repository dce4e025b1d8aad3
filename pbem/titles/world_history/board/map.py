"""The world in two layers: the unchanging part as one file of the site, and an SVG with what stands on it.

The outlines come from drawing.json; they are a drawing only. The rules' map defines what borders on what.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from functools import cache
from typing import Any

from ....pages.kit import esc, letter, lettered, thing, tincture
from ....pages.map_kit import MapSheet, label, lettering, outline, sea_name, seat_scores, tinted, wash, washes
from ....table import Words
from ... import resources
from ..atlas import LANDS, REGIONS
from ..state import World

CREST = 34
HALO = 22
SMALL = 14
"""Lands with a smaller radius are too small to be hit."""
SEA, OCEAN = (70, 36), (150, 60)
"""Half width and half height of the spot at which a body of water is pressed."""
_UNSEEN = 'fill="none" stroke="none" pointer-events="all"'
_SIGNS = {"m": ("mount", -6, 4, "l6-9 6 9z"), "f": ("wood", -4, 4, "l4-9 4 9z"), "g": ("wall", -5, -2, "h10v4h-10z")}
_SHIP = '<path d="M-22-6h44l-8 21h-28z"/><path class="sail" d="M0-27c10 3 14 11 14 19H0zM-3-20c-7 4-10 7-11 12h11z"/>'


@cache
def world_map() -> MapSheet:
    return MapSheet(
        "world_history-map.svg",
        resources.read(__package__, "drawing.json"),
        {
            "europe": (400, 60, 700, 460),
            "near_east": (820, 240, 700, 460),
            "asia": (1300, 240, 700, 460),
            "africa": (440, 420, 900, 640),
            "south_east": (1440, 640, 560, 500),
            "america": (0, 100, 480, 1060),
        },
    )


def drawing() -> Mapping[str, Any]:
    return world_map().shape


def ground(style: str) -> str:
    """Lands by region, which gives the colour; barren lands belong to none."""
    shape = drawing()
    regions = enumerate(REGIONS.values(), start=1)
    lands = tinted((n, [shape["lands"][land]["d"] for land in lands]) for n, lands in regions)
    return world_map().ground(style, lands + _lines(), [one["d"] for one in shape["barren"].values()])


def world(
    game: World, players: tuple[str, ...], words: Words, fresh: Set[str], base: str, pressed: bool = False
) -> str:
    """The map with everything that stands on it; `fresh` lands have changed since the last look.

    Where it is pressed, every land and sea is a thing below the names and pieces, which then catch no press.
    """
    above = [
        _names(words),
        *_fleets(game, players, words),
        *_pieces(game, players, words, fresh),
        *_land_names(game, words),
    ]
    inside = ['<g class="own">', *_owned(game, words), "</g>", *above]
    if pressed:
        inside = ['<g class="own things">', *_things(game, words), '</g><g pointer-events="none">', *above, "</g>"]
    track = world_map().track(seat_scores(players, [one.total() for one in game.players]))  # WH-2.1-6, WH-3-3
    return world_map().layer(
        (words.say("map", {"epoch": game.epoch or 1}), words.say("listed")),
        base,
        washes(tincture(seat) for seat in range(game.seats)),
        inside,
        [_cartouche(game, words), track],
        pressed,
    )


def _things(game: World, words: Words) -> Iterator[str]:
    """Every sea, barren land and land; an island that is too small to be hit has a disc around it."""
    shape = drawing()
    for water, places in shape["seas"].items():
        wide, high = OCEAN if _is_ocean(water) else SEA
        spots = "".join(f'<ellipse cx="{x}" cy="{y - 12}" rx="{wide}" ry="{high}" {_UNSEEN}/>' for x, y in places)
        yield f"<g{thing('sea', water, label=said_of_sea(game, water, words))}>{spots}</g>"
    for barren, one in shape["barren"].items():
        yield f'<g{thing("barren", barren)}><path d="{one["d"]}" {_UNSEEN}/></g>'
    for land, one in shape["lands"].items():
        owner = game.owner(land)
        fill = _UNSEEN if owner is None else f'fill="{wash(tincture(owner))}"'
        disc = f'<circle cx="{one["x"]}" cy="{one["y"]}" r="{HALO}" {_UNSEEN}/>' if one["r"] < SMALL else ""
        yield f'<g{thing("land", land, label=said_of(game, land, words))}><path d="{one["d"]}" {fill}/>{disc}</g>'


def _owned(game: World, words: Words) -> Iterator[str]:
    """The lands of each player under a wash."""
    for seat in range(game.seats):
        held = [land for land in LANDS if land in game.lands and game.lands[land].owner == seat]
        if held:
            yield f'<g fill="{wash(tincture(seat))}">'
            for land in held:
                yield outline(drawing()["lands"][land]["d"], words.name("land", land))
            yield "</g>"


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


def _names(words: Words) -> str:
    """Seas and barren lands; the names of lands stand below their pieces."""
    out = []
    shape = drawing()
    for water, places in shape["seas"].items():
        for x, y in places:
            out.append(sea_name(words.name("short_sea", water), x, y, _is_ocean(water)))
    for barren, one in shape["barren"].items():
        out.append(lettering([words.name("barren", barren)], one["x"], one["y"], "bar"))
    return "".join(out)


def _is_ocean(water: str) -> bool:
    return water.endswith("_ocean")


def _fleets(game: World, players: tuple[str, ...], words: Words) -> Iterator[str]:
    for water, here in sorted(game.fleets.items()):
        x, y = drawing()["seas"][water][0]
        above = 46 if _is_ocean(water) else 33  # the name of an ocean is larger
        for n, seat in enumerate(sorted(here)):
            left = x + 50 * n - 25 * (len(here) - 1)
            number = here[seat] if here[seat] > 1 else ""
            said = words.say("fleets", {"player": seat, "n": here[seat], "sea": water})
            yield (
                f'<g class="ship p{tincture(seat)}" transform="translate({left} {y - above})">'
                f"<title>{esc(said)}</title>{_SHIP}{lettered(letter(players[seat]), 0, 11, number, 30)}</g>"
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
                    + lettered(letter(players[one.owner]), left + CREST / 2, y - 4, number, CREST - 5)
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
        down = 23 if land in game.lands or signs_of(game, land) else 6 - 8 * (len(lines) - 1)
        gem = '<tspan class="gm" dx="3">◆</tspan>' if LANDS[land].resource else ""
        full = f"<title>{esc(words.name('land', land))}</title>"
        yield lettering(lines, spot["x"], spot["y"] + down, "ln", more=gem + full)


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


def said_of_sea(game: World, water: str, words: Words) -> str:
    """The fleets of a body of water in words."""
    here = game.fleets.get(water, {})
    said = [words.say("fleets_of", {"player": seat, "n": here[seat]}) for seat in sorted(here) if here[seat]]
    return f"{words.name('sea', water)}: {', '.join(said) or words.say('no_fleets')}"


def _cartouche(game: World, words: Words) -> str:
    rows = [("p1", "key_army"), ("p1 old", "key_old")]
    seals = ("capital", "city", "monument", "fort")
    out = [
        '<g transform="translate(404 860)" class="cart"><rect width="304" height="300" rx="4"/>'
        '<rect x="6" y="6" width="292" height="288" rx="2" class="in"/>'
        f'<text class="ct" x="152" y="40">{esc(words.name("epoch", game.epoch or 1))}</text>'
        f'<text class="cs" x="152" y="68">{esc(words.name("years", game.epoch or 1))}</text>'
        '<path class="rl" d="M30 82h244"/>'
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
