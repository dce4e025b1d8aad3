"""The small picture of a duel on the front page."""

from __future__ import annotations

from collections.abc import Sequence

from ....pages.kit import crest, esc
from ....table import Words
from ..cards import BUILDINGS, COLOURS, LAYOUTS
from ..state import Duel
from .cards import NUMERALS


def picture(game: Duel, reach: Sequence[str], drafted: int, words: Words, over: bool) -> str:
    age = game.age
    label = words.say("thumb", {"age": NUMERALS[age]}) if age else words.say("thumb_draft")
    label = words.say("thumb_over") if over else label
    out = [
        '<svg class="thumb" viewBox="0 0 240 142" preserveAspectRatio="xMidYMid meet" role="img"'
        f' aria-label="{esc(label)}">'
    ]
    if over:
        out += _cities(game, words.players)
    else:
        out += _layout(game, reach) if age else _draft(drafted)
    at = 120 + game.pawn * 8
    out.append(
        '<path d="M48 131h144" class="tr"/><circle cx="120" cy="131" r="2.5" class="tr"/>'
        f'<circle cx="{at}" cy="131" r="5" class="pw"/></svg>'
    )
    return "".join(out)


def _cities(game: Duel, players: Sequence[str]) -> list[str]:
    """What each player has built, card by card in order of colour; wonders lie above."""
    out = []
    for seat, city in enumerate(game.cities):
        top = 18 + 58 * seat
        out.append(crest(seat, players[seat], labelled=False, size=f' x="14" y="{top + 8}" width="30" height="30"'))
        wonders = "".join(f"M{56 + 28 * n} {top}h24v10h-24z" for n in range(len(city.built)))
        out.append(f'<path class="gold cd" d="{wonders}"/>' if wonders else "")
        built = sorted(city.buildings, key=lambda card: COLOURS.index(BUILDINGS[card].colour))
        step = min(9.0, 170 / max(1, len(built)))
        for colour in COLOURS:
            places = [n for n, card in enumerate(built) if BUILDINGS[card].colour == colour]
            drawn = "".join(
                f"M{round(56 + n * step, 1)} {top + 15}h{round(step - 1.5, 1)}v27h-{round(step - 1.5, 1)}z"
                for n in places
            )
            out.append(f'<path class="kb k-{colour}" d="{drawn}"/>' if drawn else "")
    return out


def _draft(number: int) -> list[str]:
    return [
        f'<rect class="cd" x="{24 + 49 * n}" y="40" width="44" height="58" rx="3"/>'
        f'<rect class="gold" x="{25.5 + 49 * n}" y="41.5" width="41" height="12"/>'
        f'<use href="#i-wonder" x="{33 + 49 * n}" y="60" width="26" height="26"/>'
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
