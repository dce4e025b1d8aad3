"""A turn: the number is called, the event drawn, the realm founded, expanded and scored (chapters 5.1 to 5.9)."""

from __future__ import annotations

from collections.abc import Callable

from ....table import Ask, ChooseSome, Rule
from ..atlas import REGIONS
from ..cards import EMPIRES, EVENTS, KINDS, LANGUAGE, NUMBERS
from ..state import Turn, World
from .afflictions import disaster, disease, famine
from .blind import looked_at
from .expansion import expansion
from .forces import barbarians, civil_war, crusade, rebellion, revolt
from .founding import appear, choose_emblem, found
from .monuments import monuments
from .pieces import occupy
from .scoring import gain, tally
from .usable import usable

EVENT_PIECES = LANGUAGE["event_pieces"]

BEFORE_EMBLEM: dict[str, Callable[[World], Rule]] = {
    "disaster": disaster,
    "famine": famine,
    "plague": disease,
    "pestilence": disease,
    "black_death": disease,
}
"""Immediate events that place no piece, so the emblem is chosen after them."""


def turn(game: World) -> Rule:
    """Everything before the big empire expands."""
    if game.turn is None:
        call(game)
        yield from draw_event(game)
        return "turn"  # restarted from plain data, so that a player's own view is enough to rehearse a whole turn
    card = EVENTS.get(game.now.event)
    kind = card.kind if card is not None else ""
    if kind in BEFORE_EMBLEM:
        yield from BEFORE_EMBLEM[kind](game)
    yield from choose_emblem(game)  # WH-5.2-18
    if kind in IMMEDIATE:
        yield from IMMEDIATE[kind](game)
    yield from found_big(game)
    return "expand"


def found_big(game: World) -> Rule:
    yield from found(game, game.players[game.now.seat].played[-1])
    gifts(game, EVENTS[game.now.event].kind if game.now.event else "")


def expand(game: World) -> Rule:
    yield from expansion(game)
    yield from monuments(game)
    return "score"


def call(game: World) -> None:
    """WH-5.1-12, WH-5.1-14: numbers upward; whoever has the card turns it up and plays."""
    cards = {EMPIRES[one.card[0]].number: seat for seat, one in enumerate(game.players) if one.card}
    for number in range(game.number + 1, NUMBERS + 1):
        game.number = number
        if number in cards:
            break
        game.note("nobody_answers", number=number)
    seat = cards[game.number]
    empire = game.players[seat].card.pop()
    game.players[seat].played.append(empire)
    game.turn = Turn(seat, empire)
    game.note("called", number=game.number, player=seat, empire=empire, units=EMPIRES[empire].units, reveals=True)


def draw_event(game: World) -> Rule:
    """WH-5.2-1, WH-5.2-10, WH-5.2-16: the top card; useless ones go under the pile, seen by all."""
    yield from ()
    for _ in range(len(game.events) + len(game.returned)):
        card = game.events.pop(0) if game.events else game.returned.pop(0)
        if usable(game, card):
            game.now.event = card
            game.note("event_drawn", player=game.now.seat, event=card, reveals=True)
            return
        game.returned.append(card)
        game.note("event_useless", player=game.now.seat, event=card, reveals=True)
    game.note("no_event", player=game.now.seat)


def small_empire(game: World) -> Rule:
    """WH-5.2-4 to WH-5.2-9: it plays its whole turn first, scored only at the end."""
    yield from looked_at(_small_turn(game), _unforeseen)


def _small_turn(game: World) -> Rule:
    yield from found(game, EVENTS[game.now.event].small)
    yield from expansion(game)
    yield from monuments(game)


def _unforeseen(ask: Ask) -> None:
    """Before the event is drawn, nobody knows that there will be a small empire."""
    ask.unforeseen = not ask.kind.interrupt


def kingdom(game: World) -> Rule:
    """WH-events-16: army, city and fort in the named land, a realm of its own (WH-7.3-5)."""
    land = EVENTS[game.now.event].land
    if not game.armies_left(game.now.seat, game.now.emblem):
        return
    yield from appear(game, land, game.new_realm(), "city", fort=True)
    game.note("kingdom_founded", player=game.now.seat, land=land, fort=game.lands[land].fort)


def migrants(game: World) -> Rule:
    """WH-events-2: two vacant lands of the printed region."""
    seat, emblem = game.now.seat, game.now.emblem
    vacant = [land for land in REGIONS[EVENTS[game.now.event].region] if land not in game.lands]
    number = min(KINDS["migration"].fields["free_armies"], len(vacant), game.armies_left(seat, emblem))
    counts = tally(game)
    answer = yield ChooseSome(
        seat,
        EVENT_PIECES,
        "event army",
        vacant,
        number,
        number,
        default=lambda: ("event army", tuple(sorted(vacant, key=lambda one: -gain(game, counts, seat, one))[:number])),
        values={"event": game.now.event, "number": number, "region": EVENTS[game.now.event].region},
    )
    realm = game.new_realm()
    for land in answer[1]:
        occupy(game, seat, land, emblem, realm)
        game.note("event_army_placed", player=seat, land=land, event=game.now.event)


IMMEDIATE: dict[str, Callable[[World], Rule]] = {
    "minor_empire": small_empire,
    "kingdom": kingdom,
    "migration": migrants,
    "barbarians": barbarians,
    "civil_war": civil_war,
    "rebellion": rebellion,
    "jewish_revolt": revolt,
    "crusade": crusade,
}


def gifts(game: World, kind: str) -> None:
    """Units and pieces that an event adds to the big empire."""
    turn = game.now
    fields = KINDS[kind].fields if kind else {}
    part = turn.parts[0]
    if kind == "population_explosion":
        part.units += fields["extra_armies"]
        part.bound += fields["extra_armies"]  # WH-events-4
    elif kind == "civil_service":
        part.units += fields["extra_units"]  # WH-events-27
    elif kind == "alliance":
        turn.allies = fields["extra_armies"]
    elif kind in ("shipbuilding", "pirates"):
        turn.free_fleets = fields["free_fleets"]
    elif kind == "engineering":
        turn.free_forts = fields["free_forts"]
    elif kind == "treachery":
        turn.treachery = True
    elif kind == "trade_expansion":
        turn.trade = True
