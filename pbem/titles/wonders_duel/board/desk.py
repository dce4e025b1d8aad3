"""What a player's desk shows beside the legal orders: cards to take, what they do, which plays are refused."""

from __future__ import annotations

from typing import Any

from ....pages.board_api import DeskHand, Scene, public, refusals
from ....pages.kit import pile
from ....table import Answer, Words
from .. import gloss
from ..cards import BUILDINGS, TOKENS, WONDERS
from ..rules.turn import play_card
from ..state import Duel
from .cards import faces
from .parts import wonder


def glosses(words: Words) -> dict[str, str]:
    """What each building, wonder and token does, in a few words."""
    cards = {ident: gloss.does(card, words) for ident, card in {**BUILDINGS, **WONDERS}.items()}
    return cards | {token: words.name("token_does", token) for token in TOKENS}


def hand(scene: Scene, seat: int) -> DeskHand:
    """The cards within reach and the seat's own wonders; before the first age the wonders to choose from."""
    game, look = public(Duel, scene.view), faces(scene.language)
    cards = [look.held(card) for card in game.accessible()]
    piles = [pile(look.say("within_reach"), cards)] if cards else []
    for key, wonders in (("draft", scene.view["draft"]), ("own_wonders", game.cities[seat].wonders)):
        if wonders:
            piles.append(pile(look.say(key), (wonder(scene.language, one) for one in wonders), "wonders"))
    return DeskHand("".join(piles))


def refused(view: Any, asked: Any, words: Words, handles: tuple[str, ...]) -> list[dict[str, Any]]:
    """Plays with cards within reach that the rules do not allow: the same ask that lists the legal ones says why."""
    if asked["kind"] != "play_card":
        return []
    game, seat = public(Duel, view), asked["player"]
    cards = list(game.accessible())
    ask = play_card(game, seat, cards)
    tried: list[Answer] = [("build", card) for card in cards]
    tried += [("wonder", wonder, cards[0]) for wonder in game.cities[seat].wonders if cards]
    # A wonder that is too expensive is so with any card.
    return [{**one, "order": one["order"].partition(" with ")[0]} for one in refusals(ask, tried, words, handles)]
