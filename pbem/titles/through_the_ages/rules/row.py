"""The card row and the end of an age (chapters ROW and AGE)."""

from __future__ import annotations

from ....table import Rule, Shuffle
from ..cards import AGES, CARDS, CIVIL_DECKS, LEVEL, MILITARY_DECKS, SPACES, SWEPT, YELLOW_LOST
from ..state import Ages
from .changes import change_cards, discard_military, leader_leaves, lose_yellow, recount


def replenish(game: Ages) -> Rule:
    """TTA-ROW-1 to TTA-ROW-7."""
    swept = SWEPT[max(2, game.playing())]
    gone = [card for card in game.row[:swept] if card]
    game.row[:swept] = [""] * swept
    if gone:
        game.note("row_swept", cards=gone)
    yield from slide_and_fill(game)


def slide_and_fill(game: Ages) -> Rule:
    lying = [card for card in game.row if card]
    empty = SPACES - len(lying)
    before = len(lying)
    first_time = game.age == "A"
    while empty and game.age != "IV":
        dealt = game.civil_deck[:empty]
        del game.civil_deck[:empty]
        lying += dealt
        empty -= len(dealt)
        if game.civil_deck or (first_time and not empty):
            break
        game.row = lying + [""] * empty
        yield from next_age(game)  # TTA-AGE-5, TTA-AGE-13
    game.row = lying + [""] * empty
    if len(lying) > before:
        game.note("row_filled", cards=lying[before:], left=len(game.civil_deck), reveals=True)
    if game.age == "A":  # TTA-AGE-1, TTA-AGE-2
        game.civil_deck = []
        yield from next_age(game)


def next_age(game: Ages) -> Rule:
    """The age ends and the next begins at once (chapter AGE)."""
    ended = game.age
    game.age = AGES[AGES.index(ended) + 1]
    game.note("age_begins", age=game.age)
    if ended != "A":  # TTA-AGE-4
        yield from outdated(game, LEVEL_BEFORE[ended])
    game.civil_deck, game.military_deck = [], []
    if game.age == "IV":  # TTA-AGE-14 to TTA-AGE-16
        game.last_round = game.round if game.active == game.start else game.round + 1
        game.note("last_round", round=game.last_round, now=game.last_round == game.round)
        return
    players = max(2, game.playing())  # TTA-RESIGN-8
    game.civil_deck = yield Shuffle(CIVIL_DECKS[game.age, players], label=f"civil:{game.age}")
    game.military_deck = yield Shuffle(MILITARY_DECKS[game.age, players], label=f"military:{game.age}")
    game.note("decks_shuffled", civil=len(game.civil_deck), military=len(game.military_deck))


LEVEL_BEFORE = {age: level - 1 for level, age in enumerate(AGES)}
"""The highest level that the end of an age makes obsolete (TTA-AGE-6)."""


def outdated(game: Ages, level: int) -> Rule:
    """TTA-AGE-6 to TTA-AGE-12."""
    for seat in game.clockwise(game.active):
        civ = game.civs[seat]
        hand = game.civil_hand(seat)
        civil = [card for card in hand if LEVEL[card] <= level]
        if civil:
            hand[:] = [card for card in hand if LEVEL[card] > level]
            game.note("civil_outdated", player=seat, cards=civil, reveals=True)
        military = [card for card in civ.military_hand if LEVEL[card] <= level]
        if military:
            civ.military_hand = [card for card in civ.military_hand if LEVEL[card] > level]
            discard_military(game, military)
            game.note("military_outdated", player=seat, number=len(military))
            game.note("own_military_outdated", seen_by=(seat,), cards=military)
        if civ.leader and LEVEL[civ.leader] <= level:
            leader = leader_leaves(game, seat)
            game.note("leader_outdated", player=seat, leader=leader)
            yield from change_cards(game, seat, removed=(leader,))
        if civ.unfinished and LEVEL[civ.unfinished] <= level:
            game.note("wonder_outdated", player=seat, wonder=civ.unfinished, blue=civ.stages)
            civ.blue += civ.stages  # TTA-AGE-9
            civ.unfinished, civ.stages = "", 0
    for pact in [pact for pact in game.pacts if LEVEL[pact.card] <= level]:  # TTA-AGE-10
        game.note("pact_outdated", pact=pact.card, players=[pact.a, pact.b])
        end_pact(game, pact.card)
    for seat in game.clockwise(game.active):
        lost = lose_yellow(game.civs[seat], YELLOW_LOST)
        game.note("age_costs_yellow", player=seat, number=lost)


def end_pact(game: Ages, card: str) -> None:
    """A pact leaves play; neither side benefits from it any more (TTA-PACTX-2)."""
    pact = next(one for one in game.pacts if one.card == card)
    game.pacts.remove(pact)
    discard_military(game, [card])
    for seat in (pact.a, pact.b):
        recount(game, seat)


def take_from_row(game: Ages, space: int) -> str:
    card = game.row[space]
    game.row[space] = ""
    return card


def is_technology(card: str) -> bool:
    return CARDS[card].family in TECHNOLOGY_FAMILIES


TECHNOLOGY_FAMILIES = {
    "farm",
    "mine",
    "lab",
    "temple",
    "library",
    "theater",
    "arena",
    "infantry",
    "cavalry",
    "artillery",
    "air",
    "government",
    "special",
}
