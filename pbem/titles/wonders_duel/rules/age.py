"""The layout of an age and who begins it (chapters LA and AE)."""

from __future__ import annotations

from ....table import Answer, Ask, Choose, Rule, Shuffle
from ..cards import AGES, DECK_OF, LANGUAGE, LAYOUTS
from ..state import Duel

CHOOSE_FIRST_PLAYER = LANGUAGE["choose_first_player"]


def _named(ask: Ask, answer: Answer) -> Answer:
    """`start ben`: a player by handle is recorded as `me` or `opponent`."""
    seat = answer[1]
    return answer if isinstance(seat, str) else ("start", "me" if seat == ask.player else "opponent")


CHOOSE_FIRST_PLAYER.reads("start", _named)


def deal(game: Duel) -> Rule:
    """WD-LA-1: the deck of the age is shuffled and laid out, every other row face down."""
    game.age += 1
    decks = (f"age_{game.age}", "guilds") if game.age == AGES else (f"age_{game.age}",)
    deck: list[str] = []
    later: list[str] = []
    for card in game.decks:
        (deck if DECK_OF[card] in decks else later).append(card)
    game.decks = later
    cards = yield Shuffle(deck, label=f"layout:{game.age}")
    for slot, card in zip(LAYOUTS[game.age].values(), cards, strict=True):
        (game.face_up if slot.face_up else game.face_down)[slot.id] = card
    game.note("age_dealt", age=game.age, reveals=True)
    return "turn" if game.age == 1 else "age_start"


def age_start(game: Duel) -> Rule:
    """WD-AE-2, WD-AE-3. `active` still is the player of the last card."""
    last = game.active
    if game.pawn == 0:
        if game.options["age_start_tie"] == "last_player":
            game.note("last_player_begins", player=last, age=game.age)
            return "turn"
        chooser, rule = last, "WD-R-1"
    else:
        chooser, rule = (1 if game.pawn > 0 else 0), "WD-AE-2"
    if game.options["auto_age_start"]:
        game.active = chooser
    else:
        _, side = yield Choose(
            chooser,
            CHOOSE_FIRST_PLAYER,
            (("start", "me"), ("start", "opponent")),
            rule=rule,
            default=lambda: ("start", "me"),
            values={"age": game.age},
        )
        game.active = chooser if side == "me" else 1 - chooser
    game.note("age_begun", player=game.active, chooser=chooser, age=game.age, gives=game.active != chooser)
    return "turn"
