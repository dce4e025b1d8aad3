"""What the desk of a player shows beside the legal orders: cards to take, what they do, which plays are refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...pages.kit import pile
from ...pages.scene import Hand
from ...table import Answer, Refused, Words
from . import gloss
from .board_cards import faces
from .board_parts import wonder
from .cards import BUILDINGS, WONDERS
from .rules.turn import play_card
from .state import Duel


def glosses(words: Words) -> dict[str, str]:
    """What each building and wonder does, in a few words."""
    return {ident: gloss.does(card, words) for ident, card in {**BUILDINGS, **WONDERS}.items()}


def hand(game: Duel, draft: Sequence[str], seat: int, language: str) -> Hand:
    """The cards within reach and the seat's own wonders; before the first age the wonders to choose from."""
    look = faces(language)
    cards = [look.held(card) for card in game.accessible()]
    piles = []
    if cards:
        piles.append(pile(look.say("within_reach"), cards))
    for key, wonders in (("draft", draft), ("own_wonders", game.cities[seat].wonders)):
        if wonders:
            piles.append(pile(look.say(key), (wonder(language, one) for one in wonders), "wonders"))
    return Hand("".join(piles))


def refused(game: Duel, seat: int, words: Words) -> list[dict[str, Any]]:
    """Plays with cards within reach that the rules do not allow: the same ask that lists the legal ones says why."""
    cards = list(game.accessible())
    ask = play_card(game, seat, cards)
    tried: list[Answer] = [("build", card) for card in cards]
    tried += [("wonder", wonder, cards[0]) for wonder in game.cities[seat].wonders if cards]
    out = []
    for answer in tried:
        try:
            ask.check(answer)
        except Refused as no:
            reason = words.say(f"refusal.{no.key}", no.values)
            # A wonder that is too dear is so with any card.
            order = f"wonder {answer[1]}" if answer[0] == "wonder" else ask.write(answer)
            out.append({"order": order, "reason": reason, "rule": no.rule})
    return out
