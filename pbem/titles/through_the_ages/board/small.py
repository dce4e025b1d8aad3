"""The small picture of a game on the front page: each civilization with its culture, and the age."""

from __future__ import annotations

from ....pages.kit import crest, esc
from ....table import Words
from ..cards import CARDS, FAMILY, UNITS, URBAN, WORKED
from ..state import Ages, Civilization

_STEP = 9
_MOST = 15
"""How many workers fit in a row."""


def picture(game: Ages, words: Words, over: bool) -> str:
    """A row for each player: crest, one disc for each worker by kind, culture."""
    label = words.say("thumb_over" if over else "thumb", {"age": game.age, "round": game.round})
    high = 128 / game.seats
    out = [
        '<svg class="thumb ages" viewBox="0 0 240 142" preserveAspectRatio="xMidYMid meet" role="img"'
        f' aria-label="{esc(label)}">'
    ]
    for seat, civ in enumerate(game.civs):
        top = round(8 + high * seat, 1)
        size = f' x="8" y="{top}" width="26" height="26"'
        out.append(crest(seat, words.players[seat], labelled=False, size=size))
        out.append(_workers(civ, top + 7))
        out.append(
            "".join(f'<path class="gold" d="M{44 + 14 * n} {top + 15}h11v8h-11z"/>' for n in range(len(civ.wonders)))
        )
        out.append(f'<text x="232" y="{top + 19}" text-anchor="end">{civ.culture}</text>')
    return "".join(out) + "</svg>"


def _workers(civ: Civilization, y: float) -> str:
    kinds = []
    for card in sorted(civ.workers, key=lambda one: (WORKED.index(FAMILY[one]), CARDS[one].level)):
        family = FAMILY[card]
        kind = "red" if family in UNITS else "grey" if family in URBAN else "brown"
        kinds += [kind] * civ.workers[card]
    return "".join(
        f'<circle class="kb k-{kind}" cx="{46 + _STEP * n}" cy="{y}" r="3.8"/>' for n, kind in enumerate(kinds[:_MOST])
    )
