"""The kit of boards with a map: ground as one file of the site, frame with the score track, names, washes, zooms.

A title has a drawing (`drawing.json`: size, coast, outlines as SVG paths) and says what is on it. The unchanging
part becomes a picture with its own light and dark colours; every page lays its own layer over it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any

from ..words.lazy_dataclass import dataclass
from .kit import esc, icon, letter, lettered, short, tincture
from .site_words import speech

FRAME = 36
"""Width of the score track around a map."""
TRACK = 100
"""Fields of the score track; after them it starts again."""
ACROSS, DOWN = 32, 18
"""Fields along the upper and lower edge, and along each side."""
CLIP = "cl"
"""Id of the clip path that keeps names and pieces off the frame."""
_HATCHING = (
    "M2 0V6M5 0V6",
    "M0 2H6M0 5H6",
    "M1.5 1.5v.01M4.5 4.5v.01",
    "M-1 -1 7 7M-1 5 1 7M5 -1 7 1",
    "M2 0V6M5 0V6M0 2H6M0 5H6",
    "M7 -1 -1 7M1 -1-1 1M7 5 5 7",
    "M0 4l1.5-2 1.5 2 1.5-2 1.5 2",
)

Cell = tuple[float, float, float, float]
"""x, y, width, height."""
Score = tuple[int, str, str, int]
"""On the track: tincture, name, letter, points."""


@dataclass(frozen=True)
class MapSheet:
    """The map of a title."""

    file: str
    """The ground in the assets of the site."""
    shape: Mapping[str, Any]
    """The drawing: `w`, `h`, `coast`, `decor`, `edges`, and the outlines."""
    zooms: Mapping[str, Cell] = field(default_factory=dict)
    """Parts of the map that links enlarge, without a script."""
    margin: int = FRAME
    """Room around the map for the score track; 0 for a map without one."""

    @property
    def width(self) -> int:
        width: int = self.shape["w"]
        return width

    @property
    def height(self) -> int:
        height: int = self.shape["h"]
        return height

    def frame(self) -> str:
        """The map with the track around it, as x, y, width, height."""
        return f"{-self.margin} {-self.margin} {self.width + 2 * self.margin} {self.height + 2 * self.margin}"

    def _clip(self) -> str:
        return f'<clipPath id="{CLIP}"><rect width="{self.width}" height="{self.height}"/></clipPath>'

    # ---- the layer that never changes

    def ground(self, style: str, drawn: str, barren: Iterable[str] = ()) -> str:
        """The map without pieces and words. `drawn` is drawn on top of the relief: lands, borders, marks."""
        return self.picture(style, self._relief(barren) + drawn)

    def picture(self, style: str, drawn: str) -> str:
        """The same for a title that draws its own relief."""
        width, height = self.width, self.height
        track = f'<g class="score"><rect class="fi" width="{width}" height="{height}"/>{self._fields()}</g>'
        around = track if self.margin else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{self.frame()}"><style>{style}</style>'
            f'<defs>{self._clip()}</defs><g class="world"><g clip-path="url(#{CLIP})">'
            f'<rect class="sea" width="{width}" height="{height}"/>{drawn}</g>{around}</g></svg>\n'
        )

    def _relief(self, barren: Iterable[str]) -> str:
        grid = "".join(f"M{x} 0V{self.height}" for x in range(125, self.width, 250)) + "".join(
            f"M0 {y}H{self.width}" for y in range(118, self.height, 236)
        )
        return (
            f'<path class="grat" d="{grid}"/><path id="coast" class="shelf" d="{self.shape["coast"]}"/>'
            f'<use href="#coast" class="shelf s2"/><path class="decor" d="{self.shape["decor"]}"/>'
            f'<g class="barren">{"".join(outline(one) for one in barren)}</g>'
        )

    def under(self, base: str) -> str:
        """The picture of the ground; `base` is the path to the site's files."""
        x, y, width, height = self.frame().split()
        return f'<image href="{base}{self.file}" x="{x}" y="{y}" width="{width}" height="{height}"/>'

    # ---- the layer of a position

    def layer(
        self,
        told: tuple[str, str],
        base: str,
        defs: str,
        inside: Iterable[str],
        over: Iterable[str],
        pressed: bool = False,
    ) -> str:
        """The map with what is on it: `inside` is clipped at the frame, `over` may overlap it.

        `told` says what the map shows, and where to find the same as text. A map on which one presses things is a
        group of them, others are a picture.
        """
        return "".join(
            [
                f'<svg id="map" class="world" viewBox="{self.frame()}"'
                f' role="{"group" if pressed else "img"}" aria-labelledby="mt md"><title id="mt">{esc(told[0])}</title>'
                f'<desc id="md">{esc(told[1])}</desc><defs>{defs}{self._clip()}</defs>',
                self.under(base),
                f'<g clip-path="url(#{CLIP})">',
                *inside,
                "</g>",
                *over,
                *(
                    f'<rect id="z-{name}" class="zr" x="{x}" y="{y}" width="{w}" height="{h}"/>'
                    for name, (x, y, w, h) in self.zooms.items()
                ),
                "</svg>",
            ]
        )

    def box(self, language: str, parts: Mapping[str, str], focus: str, layer: str) -> str:
        """The scrolling box around a layer; `parts` names its zooms, `focus` is what a narrow screen sees first."""
        label = speech(language)("map.scroll")
        return (
            f'<figure class="mapbox">{self._zoom(language, parts)}<div class="pan" data-focus="{focus}" tabindex="0"'
            f' role="region" aria-label="{esc(label)}">{layer}</div></figure>'
        )

    def _zoom(self, language: str, parts: Mapping[str, str]) -> str:
        """Links that enlarge a part of the map, and the buttons of the script."""
        talk = speech(language)
        links = "".join(f'<a href="#z-{name}">{esc(parts[name])}</a>' for name in self.zooms)
        whole = f'<a href="#map">{esc(talk("map.whole"))}</a>'
        buttons = "".join(
            f'<button class="sq" aria-label="{esc(talk(key))}">{icon(sign)}</button>'
            for key, sign in (("map.larger", "plus"), ("map.smaller", "minus"))
        )
        return (
            f'<nav class="zooms noprint" aria-label="{esc(talk("map.zoom"))}">{whole}{links}</nav>'
            f'<div class="zoom noprint" data-zoom hidden>{buttons}</div>'
        )

    def thumb(self, label: str, base: str, marks: Iterable[str]) -> str:
        """The map as a small picture, cropped to fit."""
        return (
            f'<svg class="thumb worldlet" viewBox="0 0 {self.width} {self.height}" preserveAspectRatio="xMidYMid slice"'
            f' role="img" aria-label="{esc(label)}">{self.under(base)}{"".join(marks)}</svg>'
        )

    # ---- the score track

    def cells(self) -> list[Cell]:
        """The fields 1 to 100 around the map: top, right, bottom, left."""
        width, height = self.width, self.height
        w, h = width / ACROSS, height / DOWN
        top = [(n * w, -FRAME, w, FRAME) for n in range(ACROSS)]
        right = [(width, n * h, FRAME, h) for n in range(DOWN)]
        bottom = [(width - (n + 1) * w, height, w, FRAME) for n in range(ACROSS)]
        left = [(-FRAME, height - (n + 1) * h, FRAME, h) for n in range(DOWN)]
        return [(float(x), float(y), float(a), float(b)) for x, y, a, b in (*top, *right, *bottom, *left)]

    def _fields(self) -> str:
        """The empty track: every fifth field is darker."""
        plain = fives = numbers = ""
        for n, (x, y, w, h) in enumerate(self.cells(), start=1):
            one = f"M{x:g} {y:g}h{w:g}v{h:g}h{-w:g}z"
            if n % 5:
                plain += one
            else:
                fives += one
            numbers += f'<text x="{x + w / 2:.0f}" y="{y + h / 2 + 6:.0f}">{n}</text>'
        return f'<path class="cell" d="{plain}"/><path class="cell five" d="{fives}"/>{numbers}'

    def track(self, scores: Iterable[Score]) -> str:
        """The players who have points; the fields are in the picture underneath."""
        cells, out = self.cells(), ['<g class="score">']
        stacked: dict[int, int] = {}
        for number, name, sign, points in scores:
            if points:
                n = (points - 1) % TRACK
                x, y, w, h = cells[n]
                shift = 9 * stacked.get(n, 0)
                stacked[n] = stacked.get(n, 0) + 1
                more = "′" * ((points - 1) // TRACK)
                out.append(
                    f'<g class="pc p{number}"><title>{esc(short(name))}: {points}</title><use href="#i-crest"'
                    f' x="{x + w / 2 - 15 + shift:g}" y="{y + h / 2 - 15:g}" width="30" height="30"/>'
                    f"{lettered(sign, x + w / 2 + shift, y + h / 2 + 6, more, 27)}</g>"
                )
        return "".join([*out, "</g>"])


# ---- parts of a layer


def outline(path: str, title: str = "", more: str = "") -> str:
    """The outline of a land."""
    named = f"><title>{esc(title)}</title></path>" if title else "/>"
    return f'<path d="{path}"{more}{named}'


def tinted(groups: Iterable[tuple[int, Iterable[str]]]) -> str:
    """Outlines in the colours of the map, by number."""
    return "".join(
        f'<g class="land" fill="var(--m{n})">{"".join(outline(one) for one in outlines)}</g>' for n, outlines in groups
    )


def wash(n: int) -> str:
    """The fill for lands of a tincture."""
    return f"url(#w{n})"


def washes(tinctures: Iterable[int]) -> str:
    """The owners' hatching, to be laid over lands."""
    out = []
    for n in tinctures:
        thick = ' stroke-width="1.7"' if n == 3 else ""
        out.append(
            f'<pattern id="w{n}" width="9" height="9" patternUnits="userSpaceOnUse"><rect width="9" height="9"'
            f' fill="var(--p{n})" fill-opacity=".2"/><g transform="scale(1.5)" stroke="var(--p{n})" stroke-opacity=".6"'
            f' stroke-width=".9" stroke-linecap="round" fill="none"><path d="{_HATCHING[n - 1]}"{thick}/></g></pattern>'
        )
    return "".join(out)


def lettering(lines: Sequence[str], x: float, y: float, kind: str, step: float = 1, more: str = "") -> str:
    """Words on the map, one line below another, in steps that grow with the words."""
    downs = (f'y="{y:g}"' if n == 0 else f'dy="{step:g}em"' for n in range(len(lines)))
    spans = "".join(f'<tspan x="{x:g}" {down}>{esc(line)}</tspan>' for down, line in zip(downs, lines, strict=True))
    return f'<text class="{kind}">{spans}{more}</text>'


def sea_name(name: str, x: float, y: float, ocean: bool) -> str:
    """The name of a body of water, one word per line; an ocean's is larger."""
    return lettering(name.split(), x, y, "seaname big" if ocean else "seaname", 1.26 if ocean else 1)


def label(name: str) -> list[str]:
    """A name on one or two lines."""
    parts = name.split()
    if len(name) <= 11 or len(parts) == 1:
        return [name]
    cut = min(range(1, len(parts)), key=lambda n: abs(len(" ".join(parts[:n])) - len(" ".join(parts[n:]))))
    return [" ".join(parts[:cut]), " ".join(parts[cut:])]


def seat_scores(players: Sequence[str], points: Iterable[int]) -> list[Score]:
    """Scores for a track on which seats appear with their own tinctures."""
    return [(tincture(seat), players[seat], letter(players[seat]), number) for seat, number in enumerate(points)]
