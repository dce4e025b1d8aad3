"""Positions as scenarios give them: what follows from the plain fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from .atlas import AREAS, ELEPHANT_AREAS
from .cards import (
    ACTIONS,
    ARTIFACTS,
    CARD_OF_EMPIRE,
    CARDS,
    COLOURS,
    COMMON,
    CUP,
    EMPIRES,
    LEADER_KINDS,
    NAMED,
    NUKE,
    PAIRS,
    STAR_WARS,
    UNITS,
    UNNAMED,
)
from .rules.changes import put_unit
from .state import Act, Seven

PHASE = "turn"
"""Where play starts unless the scenario says otherwise: with the markers of a turn."""

WORDS = ("units", "act", "top")
"""`units: {french: {poland: {musket: 4, knight: 1}}}`: units of an empire that `players.….empires` names.
`act: [french, manoeuvre]`: the action that is carried out; `[anna, …]` is not needed, the owner is known.
`top: [c5, c2]`: the next cards of the draw pile, in the order in which they are drawn."""

Fault = tuple[str, str]


def given(game: Seven, words: Mapping[str, Any]) -> Iterator[Fault]:
    """Complete a position; yields what is wrong with it as (path, message)."""
    faults = [*_strangers(game)]
    faults = faults or [*_twice(game)]
    if not faults:
        for seat, one in enumerate(game.players):
            for ident in one.empires:
                game.owners[ident] = seat
        faults = [*_place(game, words.get("units", {})), *_act(game, words.get("act"))]
    if not faults:
        _complete(game)
        faults = [*_pile(game, words.get("top", []))]
    yield from faults


def _strangers(game: Seven) -> Iterator[Fault]:
    """Ids that the game does not have."""
    for seat, one in enumerate(game.players):
        for ident, empire in one.empires.items():
            path = f"players.{seat}.empires.{ident}"
            if ident not in EMPIRES or empire.id != ident or empire.colour not in COLOURS:
                yield path, "there is no such empire or colour, or its id is another one"
            for leader in empire.leaders:
                kind = NAMED[leader.id].kind if leader.id in NAMED else leader.id
                if leader.kind != kind or kind not in LEADER_KINDS or leader.area not in AREAS:
                    yield path, f"{leader.id} is no leader, or of another kind, or nowhere"
            yield from ((path, f"there is no artifact {one}") for one in empire.card if one not in ARTIFACTS)
        yield from ((f"players.{seat}.hand", f"there is no card {card}") for card in one.hand if card not in CARDS)
    for area in (*game.cities, *game.forts, *game.unrest, *game.artifacts):
        if area not in AREAS:
            yield "areas", f"there is no area {area}"


def _twice(game: Seven) -> Iterator[Fault]:
    """Cards and empires that lie in two places, though there is one of each."""
    cards = [(f"players.{seat}.hand", card) for seat, one in enumerate(game.players) for card in one.hand]
    cards += [("discards", card) for card in game.discards]
    empires = [(f"players.{seat}.empires", ident) for seat, one in enumerate(game.players) for ident in one.empires]
    cards += [(path, CARD_OF_EMPIRE[ident]) for path, ident in empires]
    for there in (empires, cards):
        counted = Counter(ident for _, ident in there)
        first = {ident: path for path, ident in reversed(there)}
        yield from ((first[ident], f"{ident} is there twice") for ident, number in counted.items() if number > 1)


def _place(game: Seven, units: Any) -> Iterator[Fault]:
    for ident, areas in units.items():
        if ident not in game.owners:
            yield "units", f"{ident} is not in play"
            continue
        empire = game.empire(ident)
        for area, here in areas.items():
            if area not in AREAS or any(unit not in UNITS for unit in here):
                yield f"units.{ident}.{area}", "there is no such area or unit"
                continue
            for unit, number in here.items():
                for _ in range(number):
                    put_unit(empire, area, unit)
            game.control.setdefault(area, ident)


def _act(game: Seven, act: Any) -> Iterator[Fault]:
    if act is None:
        return
    ident, action = act
    if ident not in game.owners or action not in ACTIONS:
        yield "act", "must be an empire in play and an action"
        return
    seat = game.owners[ident]
    game.action = action
    game.players[seat].shown.setdefault(ident, action)
    game.acts.append(Act(action, seat, ident))


def _complete(game: Seven) -> None:
    game.turn = game.turn or len(game.acts)
    game.cup = game.cup or dict(CUP)
    game.weapons = game.weapons or {unit: COMMON[unit]["count"] for unit in (NUKE, STAR_WARS)}
    game.bids = game.bids or [[] for _ in range(game.seats)]
    held = [elephant for empire in game.empires() for elephant in empire.elephants]
    if not game.elephants and not game.elephants_gone:
        game.elephants = [area for area in ELEPHANT_AREAS if area not in held]
        game.elephants += [UNNAMED] * (COMMON["elephant"]["unnamed"] - held.count(UNNAMED))
    free = [pair for pair in PAIRS if not any(pair[0] in one.colours for one in game.players)]
    for one in [game.players[seat] for seat in game.seated] if game.owners else ():
        one.colours = one.colours or list(free.pop(0))
    for empire in game.empires():
        game.first_age = game.first_age or empire.age
        empire.had_capital = empire.had_capital or bool(empire.capital)
        game.named_used += [leader.id for leader in empire.leaders if leader.id in NAMED]
        for leader in empire.leaders:
            if leader.id not in NAMED:
                game.cup[leader.kind] -= 1


def _pile(game: Seven, top: Any) -> Iterator[Fault]:
    """All cards that are nowhere else lie in the pile, the given ones on top."""
    used = [card for one in game.players for card in one.hand]
    used += [*game.discards, *(CARD_OF_EMPIRE[empire.id] for empire in game.empires())]
    if any(card in used or card not in CARDS for card in top) or len(set(top)) < len(top):
        yield "top", "a card is no card, or is somewhere else"
        return
    if not game.deck:
        rest = [card for card in CARDS if card not in used and card not in top]
        game.deck = [*reversed(rest), *reversed(top)]
