"""Where the counters and seals of each area stand: at its spot, or a little beside it if neighbours need the room."""

from __future__ import annotations

from collections.abc import Mapping

from ....words.lazy_dataclass import dataclass

HIGH = 32
"""Of counters."""
ROUNDS = 40
FARTHEST_X, FARTHEST_Y = 40, 34
"""How far a row may leave its spot: it must still be seen whose it is."""


@dataclass(slots=True)
class Row:
    """What stands in an area, side by side."""

    left: int
    top: int
    wide: int
    tall: int = HIGH
    """With the name below, if it stands there."""


def spread(home: Mapping[str, Row], width: int) -> dict[str, Row]:
    """The rows moved apart, so that as few as possible hide each other."""
    rows = {area: Row(one.left, one.top, one.wide, one.tall) for area, one in home.items()}
    pairs = _near(home)
    for _ in range(ROUNDS):
        touched = False
        for area, other in pairs:
            touched |= _part(rows[area], rows[other])
        if not touched:
            break
        for area, one in home.items():
            row = rows[area]
            left = min(max(row.left, one.left - FARTHEST_X, 2), one.left + FARTHEST_X, width - row.wide - 2)
            row.left, row.top = left, min(max(row.top, one.top - FARTHEST_Y, 2), one.top + FARTHEST_Y)
    return rows


def _near(home: Mapping[str, Row]) -> list[tuple[str, str]]:
    """Rows that could meet."""
    found = []
    listed = sorted(home.items(), key=lambda item: (item[1].left, item[0]))
    for n, (area, one) in enumerate(listed):
        for other, two in listed[n + 1 :]:
            if two.left > one.left + one.wide + 2 * FARTHEST_X:
                break
            if abs(two.top - one.top) < one.tall + two.tall + 2 * FARTHEST_Y:
                found.append((area, other))
    return found


def _part(one: Row, two: Row) -> bool:
    """Move two rows apart where that takes least, each by half; whether they met."""
    over_x = min(one.left + one.wide, two.left + two.wide) - max(one.left, two.left)
    over_y = min(one.top + one.tall, two.top + two.tall) - max(one.top, two.top) + 2
    if over_x <= 0 or over_y <= 0:
        return False
    step = (min(over_x, over_y) + 1) // 2
    if over_y <= over_x:
        upper, lower = (one, two) if one.top <= two.top else (two, one)
        upper.top, lower.top = upper.top - step, lower.top + step
    else:
        first, second = (one, two) if 2 * one.left + one.wide <= 2 * two.left + two.wide else (two, one)
        first.left, second.left = first.left - step, second.left + step
    return True
