"""The small picture of a duel on the front page."""

from __future__ import annotations

from collections.abc import Sequence

from ...pages.kit import esc
from ...table import Words
from .board_cards import NUMERALS
from .cards import BUILDINGS, LAYOUTS
from .state import Duel


def picture(game: Duel, reach: Sequence[str], drafted: int, words: Words) -> str:
    age = game.age
    label = words.say("thumb", {"age": NUMERALS[age]}) if age else words.say("thumb_draft")
    out = [
        '<svg class="thumb" viewBox="0 0 240 142" preserveAspectRatio="xMidYMid meet" role="img"'
        f' aria-label="{esc(label)}">'
    ]
    out += _layout(game, reach) if age else _draft(drafted)
    at = 120 + game.pawn * 8
    out.append(
        '<path d="M48 131h144" class="tr"/><circle cx="120" cy="131" r="2.5" class="tr"/>'
        f'<circle cx="{at}" cy="131" r="5" class="pw"/></svg>'
    )
    return "".join(out)


def _draft(number: int) -> list[str]:
    return [
        f'<rect class="cd" x="{24 + 49 * n}" y="40" width="44" height="58" rx="3"/>'
        f'<rect class="gold" x="{25.5 + 49 * n}" y="41.5" width="41" height="12"/>'
        for n in range(number)
    ]


def _layout(game: Duel, reach: Sequence[str]) -> list[str]:
    layout = LAYOUTS[game.age]
    step = 92 // max(slot.row for slot in layout.values())
    out = []
    for slot in layout.values():
        x, y = 104 + slot.column * 18, 12 + (slot.row - 1) * step
        if slot.id in game.face_down:
            out.append(f'<rect class="cb" x="{x}" y="{y}" width="32" height="36" rx="3"/>')
        elif slot.id in game.face_up:
            kind = BUILDINGS[game.face_up[slot.id]].colour
            mark = " rc" if slot.id in reach else ""
            out.append(
                f'<g class="k-{kind}"><rect class="cd{mark}" x="{x}" y="{y}" width="32" height="36" rx="3"/>'
                f'<rect class="kb" x="{x + 1.5}" y="{y + 1.5}" width="29" height="9"/></g>'
            )
    return out
