"""Charts as inline SVG: a line for each seat, a balance between two, bars for dice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ..words.lazy_dataclass import dataclass
from .kit import esc, short, tincture

DASHES = ("", "7 3", "2 3", "9 3 2 3", "12 4", "4 4", "2 2 8 2")
_LEFT, _TOP = 34, 10
_GAP, _GAP_WIDE = 14, 20
"""Distance between the names at the ends of lines; on a phone the letters of a wide chart are larger."""
_NAMES, _NAMES_WIDE = 92, 120
"""Room for the names to the right of the lines."""
_NEAR, _NEAR_WIDE = 22, 34
"""Marks on the time axis closer to each other than this would run together."""
_LETTER, _LETTER_WIDE = 8, 13
"""The width that a letter of a mark takes, with some room; larger in a wide chart for the same reason."""
POINTS, POINTS_WIDE = 60, 100
"""More points than these could not be seen; and so a chart of a long game costs no more than one of a short game."""


@dataclass(frozen=True)
class Axis:
    """The time axis: numbers of the moves, and where chapters of the game begin."""

    numbers: Sequence[int]
    marks: Sequence[tuple[int, str]]


def _step(span: int) -> int:
    """A round distance for at most six grid lines."""
    for base in (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10000):
        if span <= base * 5:
            return base
    return 50000


def lines(series: Sequence[tuple[int, ...]], axis: Axis, names: Sequence[str], label: str, wide: bool = False) -> str:
    """One line per seat; names and last values at the right end."""
    width, height, points = (560, 230, POINTS_WIDE) if wide else (340, 150, POINTS)
    right, bottom = width - (_NAMES_WIDE if wide else _NAMES), height - 22
    high = max((max(row) for row in series), default=0)
    low = min(0, min((min(row) for row in series), default=0))
    step = _step(max(1, high - low))
    top = low + step * max(1, -(-(high - low) // step))
    frame = _Frame(right, bottom, len(axis.numbers), low, top)
    y = frame.y

    out = [_open(width, height, label, wide)]
    for value in range(low, top + 1, step):
        out.append(
            f'<path class="g" d="M{_LEFT} {y(value)}H{right}"/>'
            f'<text x="{_LEFT - 6}" y="{y(value) + 4}" text-anchor="end">{value}</text>'
        )
    out.append(_ticks(axis, frame, wide))
    for seat, row in enumerate(series):
        path = _line(frame, row, points)
        dash = f' stroke-dasharray="{DASHES[seat % 7]}"' if DASHES[seat % 7] else ""
        out.append(f'<path class="l p{tincture(seat)}" d="M{path}"{dash}/>')
    ends = sorted(range(len(series)), key=lambda seat: -series[seat][-1])
    places = _apart([y(series[seat][-1]) + 4 for seat in ends], _GAP_WIDE if wide else _GAP, bottom)
    for seat, at in zip(ends, places, strict=True):
        told = f"{esc(short(names[seat], 9))} {series[seat][-1]}"
        out.append(f'<text class="end p{tincture(seat)}" x="{right + 7}" y="{at}">{told}</text>')
    out.append("</svg>")
    return "".join(out)


def balance(row: tuple[int, ...], axis: Axis, sides: tuple[str, str], label: str, wide: bool = False) -> str:
    """One line around a middle: up favours the first seat, down the second."""
    width, height, points = (560, 200, POINTS_WIDE) if wide else (340, 110, POINTS)
    right, bottom = width - (_NAMES_WIDE if wide else _NAMES), height - 20
    most = max(3, max(row), -min(row))
    middle = (_TOP + bottom) / 2
    line = _steps(_Frame(right, bottom, len(axis.numbers), -most, most), row, points)
    out = [_open(width, height, label, wide, above=_GAP_WIDE if wide else _GAP)]
    out.append(
        f'<path class="g" d="M{_LEFT} {_TOP}H{right}M{_LEFT} {bottom}H{right}"/>'
        f'<path class="area" d="M{line}V{middle}H{_LEFT}z"/><path class="mid" d="M{_LEFT} {middle}H{right}"/>'
        f'<path class="one" d="M{line}"/>'
    )
    for value, at in ((most, _TOP), (0, middle), (most, bottom)):
        out.append(f'<text x="{_LEFT - 6}" y="{at + 4}" text-anchor="end">{value}</text>')
    # A long name has room above and below the chart.
    for side, at in zip(sides, (_TOP - 6, bottom + (_GAP_WIDE if wide else _GAP)), strict=True):
        out.append(f'<text x="{right}" y="{at}" text-anchor="end">{esc(side)}</text>')
    out.append("</svg>")
    return "".join(out)


@dataclass(frozen=True)
class _Frame:
    """Where a chart draws: from the left margin to `right`, values from `low` at `bottom` to `high` at the top."""

    right: int
    bottom: int
    count: int
    low: int
    high: int

    def x(self, n: int) -> float:
        return round(_LEFT + (self.right - _LEFT) * n / max(1, self.count - 1), 1)

    def y(self, value: int) -> float:
        return round(self.bottom - (self.bottom - _TOP) * (value - self.low) / (self.high - self.low), 1)


# The same lines appear on the pages of all languages.


@lru_cache(maxsize=64)
def _line(frame: _Frame, row: tuple[int, ...], points: int) -> str:
    return "L".join(f"{frame.x(n)} {frame.y(value)}" for n, value in _thinned(row, points))


@lru_cache(maxsize=64)
def _steps(frame: _Frame, row: tuple[int, ...], points: int) -> str:
    """A value holds until the next one comes."""
    at = frame.y(row[0])
    line = [f"{_LEFT} {at}"]
    for n, value in _thinned(row, points)[1:]:
        line.append(f"{frame.x(n)} {at}")
        at = frame.y(value)
        line.append(f"{frame.x(n)} {at}")
    return "L".join(line)


def bars(counts: Sequence[int], label: str, fair: str, signs: Sequence[str]) -> str:
    """How often each face of a die came up."""
    most = max(1, *counts)
    mean = sum(counts) / len(counts)
    out = [_open(510, 200, label, False)]
    for n, count in enumerate(counts):
        height = round(130 * count / most, 1)
        left = 36 + 62 * n
        out.append(
            f'<rect class="bar" x="{left}" y="{160 - height}" width="40" height="{height}"/>'
            f'<text class="end" x="{left + 20}" y="153" text-anchor="middle">{count}</text>'
            f'<svg x="{left + 9}" y="168" width="22" height="22" class="i"><use href="#i-{signs[n]}"/></svg>'
        )
    y = round(160 - 130 * mean / most, 1)
    out.append(f'<path class="fair" d="M20 {y}H404"/><text x="410" y="{y + 4}">{esc(fair)}</text></svg>')
    return "".join(out)


def _apart(places: list[float], gap: int, bottom: int) -> list[float]:
    """Labels from top to bottom, moved so that none overlaps another and none falls below the chart."""
    out: list[float] = []
    for at in places:
        out.append(max(at, out[-1] + gap) if out else at)
    limit = float(bottom + 4)
    for n in reversed(range(len(out))):
        out[n] = round(min(out[n], limit), 1)
        limit = out[n] - gap
    return out


def _open(width: int, height: int, label: str, wide: bool, above: int = 0) -> str:
    more = " wide" if wide else ""
    box = f"0 {-above} {width} {height + above}"
    return f'<svg class="chart{more}" viewBox="{box}" role="img" aria-label="{esc(label)}">'


def _thinned(row: Sequence[int], most: int) -> list[tuple[int, int]]:
    """The points that matter: where the value changes, and the ends. In a long game, only every so many."""
    last = len(row) - 1
    every = max(1, -(-last // most))
    kept = [(n, row[n]) for n in range(0, last, every)] + [(last, row[last])]
    return [
        point
        for n, point in enumerate(kept)
        if n in (0, len(kept) - 1) or not kept[n - 1][1] == point[1] == kept[n + 1][1]
    ]


def _ticks(axis: Axis, frame: _Frame, wide: bool) -> str:
    """Where chapters begin, and the numbers of the first and last move if there is room for them.

    Where chapters are numbers themselves, that of a move would be taken for one of them.
    """
    near, letter = (_NEAR_WIDE, _LETTER_WIDE) if wide else (_NEAR, _LETTER)
    marks: list[tuple[float, str]] = []
    for n, chapter in axis.marks:
        room = max(near, letter * len(chapter))
        if not marks or frame.x(n) - marks[-1][0] >= room:
            marks.append((frame.x(n), chapter))
    for n in (frame.count - 1, 0) if not any(text.isdigit() for _, text in marks) else ():
        at = frame.x(n)
        if all(abs(at - other) >= near for other, _ in marks):
            marks.append((at, str(axis.numbers[n])))
    return "".join(
        f'<text x="{at}" y="{frame.bottom + 16}" text-anchor="middle">{esc(text)}</text>' for at, text in marks
    )
