"""What a seat holds, laid open for itself: piles of a `DeskHand` filled from the game as the seat sees it."""

from __future__ import annotations

from typing import Any

from ..table import Words, is_unseen
from . import kit
from .board_api import DeskHand, Pile, Sight
from .kit import esc, thing


def held(hand: DeskHand, sight: Sight) -> str:
    """What lies before the seat: what everybody sees of it, then its piles."""
    words = sight.scene.words
    return hand.shown + "".join(pile(one, hand, sight.game, words) for one in hand.piles)


def pile(one: Pile, hand: DeskHand, game: Any, words: Words) -> str:
    """One pile; nothing where it is empty, or hidden even from the seat."""
    found = at(game, one.at)
    cards = found if isinstance(found, list) else [found] if found else []
    items = "".join(one.back if is_unseen(card) else face(str(card), hand, words) for card in cards)
    return kit.pile(one.head, [items]) if items else ""


def at(game: Any, path: tuple[str | int, ...]) -> Any:
    """What lies at a path of fields, keys and places; None where there is nothing, or nothing to be seen."""
    found = game
    for step in path:
        if found is None or is_unseen(found):
            return None
        found = getattr(found, step) if isinstance(step, str) and hasattr(found, step) else found[step]
    return None if is_unseen(found) else found


def face(card: str, hand: DeskHand, words: Words) -> str:
    """A card as its board draws it, otherwise as text."""
    if card in hand.faces:
        return hand.faces[card]
    for cards in hand.lists:
        if card in cards.cards:
            band, text, remark = cards.cards[card]
            slot = cards.slots.split()[0]
            return (
                f'<li class="{cards.look}"{thing(slot, card)}><span class="band">{esc(band)}</span>'
                f'<b class="name">{esc(words.name(slot, card))}</b><span class="tx">{esc(text)}</span>'
                f'<span class="ft">{esc(remark)}</span></li>'
            )
    return ""
