"""The reference page of 7 Wonders Duel: every card, wonder and token of the box, and what the military track pays."""

from __future__ import annotations

from collections.abc import Iterator

from ....pages.board_api import ReferenceSheet
from ....pages.kit import esc, thing
from ....pages.sheet_page import SheetPage
from ....table import Words
from ...sheet import Column, Grid, Row
from .. import gloss
from ..cards import BUILDINGS, CAPITAL, DECKS, LOOT, MILITARY_VP, TOKENS, WONDERS
from .cards import NUMERALS, Faces, faces
from .parts import wonder


def reference(words: Words) -> list[ReferenceSheet]:
    look = faces(words.language)
    return [*_decks(look, words), _wonders(look, words), _tokens(look, words), _track(look)]


def _decks(look: Faces, words: Words) -> Iterator[ReferenceSheet]:
    """The cards of an age as they look, and below them what each does in words."""
    for deck, cards in DECKS.items():
        head = look.say("ref_guilds") if deck == "guilds" else look.say("age", age=NUMERALS[int(deck[-1])])
        drawn = "".join(look.held(card) for card in cards)
        yield ReferenceSheet(deck, head, f'<ul class="plain hand">{drawn}</ul>{_told("card", cards, look, words)}')


def _told(slot: str, idents: tuple[str, ...], look: Faces, words: Words) -> str:
    does = {**BUILDINGS, **WONDERS}
    items = "".join(
        f"<li{thing(slot, one)}><b>{esc(look.title(slot, one))}</b> {esc(gloss.does(does[one], words))}</li>"
        for one in idents
    )
    return f'<ul class="plain told small">{items}</ul>'


def _wonders(look: Faces, words: Words) -> ReferenceSheet:
    drawn = "".join(wonder(words.language, one) for one in WONDERS)
    body = f'<ul class="plain wonders">{drawn}</ul>{_told("wonder", tuple(WONDERS), look, words)}'
    return ReferenceSheet("wonders", look.say("ref_wonders"), body)


def _tokens(look: Faces, words: Words) -> ReferenceSheet:
    items = "".join(
        f"<li{thing('token', one)}><b>{esc(look.title('token', one))}</b> {esc(words.name('token_does', one))}</li>"
        for one in TOKENS
    )
    drawn = "".join(look.token(one) for one in TOKENS)
    body = f'<ul class="plain ptoks">{drawn}</ul><ul class="plain told small">{items}</ul>'
    return ReferenceSheet("tokens", look.say("ref_tokens"), body)


def _track(look: Faces) -> ReferenceSheet:
    """How far the pawn stands from the middle: points at the end, and coins that the other player loses there."""
    lost = {distance: coins for coins, distance in LOOT}
    rows = [
        Row(str(n), look.say("ref_wins") if n == CAPITAL else str(MILITARY_VP[n]), str(lost.get(n, "–")))
        for n in range(CAPITAL + 1)
    ]
    heads = [
        Column(look.say("ref_distance")),
        Column(look.say("ref_points"), align="r"),
        Column(look.say("ref_lost"), align="r"),
    ]
    head = look.say("ref_track")
    return ReferenceSheet("track", head, SheetPage(look.words).grid(Grid(heads, rows, look="nums"), head))
