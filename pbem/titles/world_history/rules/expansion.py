"""Expanding the realm, unit by unit (chapters 5.4 to 5.7, 7.2)."""

from __future__ import annotations

from ....table import Answer, Ask, Choose, Rule, Together
from ..atlas import LANDS, NEIGHBOURS, WATERS
from ..cards import EVENTS, KINDS, LANGUAGE, MOST_ARMIES, REALMS
from ..state import EmpirePart, Turn, World
from .combat import LOST, OFF, empire_force, fight
from .pieces import conquer, join, occupy, take_in
from .placing import place_unit
from .reach import END, Pieces, ReachStep, count_pieces, linked, overseas, own_waters, steps

TRADE_ANSWER = LANGUAGE["trade_answer"]


def expansion(game: World) -> Rule:
    """As the player likes, until they end it or have nothing left (WH-5-2, WH-5.4.2-10)."""
    turn = game.now
    pieces: Pieces | None = None
    while True:
        if pieces is None and turn.has_pieces():
            pieces = count_pieces(game)
        found = steps(game, pieces)
        answer = yield place_unit(game, found)
        if answer == END:
            break
        assert pieces is not None
        if answer[0] in PLACED:
            changed = place(game, turn, answer, found[answer], pieces)
        else:
            changed = yield from take_step(game, answer, found[answer])
        if changed:
            pieces = None
    left = units_left(game)
    if left:
        game.note("units_lapse", player=turn.seat, units=left)  # WH-5.4.1-7


def units_left(game: World) -> int:
    return sum(part.units for part in game.now.parts)


PLACED = ("army", "fort", "fleet", "event army", "event fort")
"""Steps that nobody can answer with anything."""


def place(game: World, turn: Turn, answer: Answer, step: ReachStep, pieces: Pieces) -> bool:
    """Put one unit on the board; says whether more has changed than the count of pieces knows by then."""
    verb, to = answer
    assert step.part is not None
    part = turn.parts[step.part]
    if verb == "army":
        _spend_army(game, turn, part, to)
        return settle(game, turn, part, to, pieces)
    if verb == "event army":
        turn.allies -= 1
        return settle(game, turn, part, to, pieces)
    if verb == "fleet":
        part.units -= 1
        launch(game, to)
        pieces.fleets[to] = pieces.fleets.get(to, 0) + 1
        return False
    if verb == "fort":
        part.units -= 1  # WH-5.7-2
    else:
        turn.free_forts -= 1
    fortify(game, to)
    pieces.forts -= 1
    return False


def take_step(game: World, answer: Answer, step: ReachStep) -> Rule:
    """What somebody else may have to answer; says whether the pieces of the turn must be counted again."""
    verb, turn = answer[0], game.now
    if verb == "offer trade to":
        yield from offer_trade(game, answer[1])
        return False
    assert step.part is not None
    part, place = turn.parts[step.part], answer[1]
    if verb == "event fleet":
        if step.dice == 0 or (yield from sea_attack(game, place)) != OFF:
            turn.free_fleets -= 1
        if step.dice == 0:
            launch(game, place)
    elif place in WATERS:
        if (yield from sea_attack(game, place)) != OFF:
            part.units -= 1
    else:
        return (yield from land_attack(game, part, place, answer[2], step.dice, treachery=len(answer) == 4))
    return True


def settle(game: World, turn: Turn, part: EmpirePart, land: str, pieces: Pieces) -> bool:
    """One army takes a vacant land or joins its own; says whether other units became part of the realm."""
    here = game.lands.get(land)
    merges = here is not None and here.realm != part.realm
    if here is not None and merges:  # WH-7.3-6
        if game.fix(4):
            take_in(game, part, land)
        else:
            for other in game.held(here.realm):
                game.lands[other].realm = part.realm
    occupy(game, turn.seat, land, turn.emblem, part.realm)
    armies = game.lands[land].armies
    game.note("army_placed", player=turn.seat, land=land, armies=armies, more=armies > 1)
    pieces.placed(part.realm, land)
    return join(game, part, land) or merges


def fortify(game: World, land: str) -> None:
    game.lands[land].fort = True
    game.note("fort_built", player=game.now.seat, land=land)


def launch(game: World, water: str) -> None:
    game.add_fleet(game.now.seat, water)
    game.note("fleet_placed", player=game.now.seat, sea=water)


def _spend_army(game: World, turn: Turn, part: EmpirePart, land: str, origin: str | None = None) -> None:
    """Armies that cannot be exchanged go first; a restricted crossing is counted (WH-7.4-1)."""
    part.units -= 1
    if part.bound:
        part.bound -= 1
    ferry = REALMS[turn.empire].ferry
    if ferry and land in ferry.lands and _crosses(game, part, land, origin, ferry.water):
        turn.ferried += 1


def _crosses(game: World, part: EmpirePart, land: str, origin: str | None, water: str) -> bool:
    """Whether an army reaches a land over the restricted water: there is no other way, or the order names it."""
    if origin is not None:
        return origin == water
    lands = game.held(part.realm)
    by_land = any(way.to == land for base in lands for way in NEIGHBOURS[base]) or land in lands
    ways = overseas(game, lands, linked(own_waters(game), lands))
    return not by_land and all(over == water for over, shores in ways if land in shores)


def sea_attack(game: World, water: str) -> Rule:
    """WH-5.4.2-4: as two armies would, with neither terrain nor fort."""
    seat = game.now.seat
    foe = game.foe_at_sea(seat, water)
    assert foe is not None
    game.note("attacked", player=seat, place=water, origin=None, defender=foe, hard=False)
    result = yield from fight(game, seat, water, foe, 1, empire_force(game))
    if result == LOST:
        game.now.losses += 1
        game.note("unit_lost", player=seat, place=water, defender=foe)
    elif result != OFF:
        launch(game, water)
    return result


def land_attack(game: World, part: EmpirePart, land: str, origin: str, dice: int, *, treachery: bool) -> Rule:
    """Returns whether the land was taken."""
    turn = game.now
    seat, here = turn.seat, game.lands[land]
    foe = here.owner
    if treachery:
        turn.treachery = False
        game.note("betrayed", player=seat, land=land, defender=foe)  # WH-events-25
    elif foe != seat:
        game.note("attacked", player=seat, place=land, origin=origin, defender=foe, hard=dice > 1)
        if here.fort and turn.event and KINDS[EVENTS[turn.event].kind].fields.get("remove_fort_before_roll"):
            here.fort = False  # WH-events-5
            game.note("fort_razed", player=seat, land=land)
        result = yield from fight(game, seat, land, foe, dice, empire_force(game))
        if result == OFF:
            return False
        if result == LOST:
            _spend_army(game, turn, part, land, origin)
            turn.losses += 1
            game.note("unit_lost", player=seat, place=land, defender=foe)
            return False
    conquer(game, land, seat, city_stays=treachery)
    _spend_army(game, turn, part, land, origin)
    occupy(game, seat, land, turn.emblem, part.realm)
    join(game, part, land)
    return True


# ---- trade (WH-events-10)


def offer_trade(game: World, to: str | tuple[int, ...]) -> Rule:
    turn = game.now
    turn.trade = False
    partners = [seat for seat in game.others(turn.seat) if to == "all" or seat in to]
    game.note("trade_offered", player=turn.seat, partners=partners)
    asks: dict[int, Ask] = {seat: ask for seat in partners if (ask := _trade_ask(game, seat)) is not None}
    answers = yield Together(asks)
    for seat, answer in answers.items():
        if answer == ("decline trade",):
            game.note("trade_declined", player=seat)
            continue
        game.lands[answer[1]].armies += KINDS["trade_expansion"].fields["partner_gain"]
        gained = KINDS["trade_expansion"].fields["own_gain_per_partner"]
        turn.parts[0].units += gained
        turn.parts[0].bound += gained
        game.note("trade_accepted", player=seat, land=answer[1], other=turn.seat)


def trade_lands(game: World, seat: int) -> list[str]:
    """Lands of a partner with room for an army, where the partner has one of that emblem left."""
    return [
        land
        for land in LANDS
        if land in game.lands
        and (here := game.lands[land]).owner == seat
        and here.armies < MOST_ARMIES
        and game.armies_left(seat, here.emblem)
    ]


def _trade_ask(game: World, seat: int) -> Choose | None:
    room = trade_lands(game, seat)
    if not room:
        return None

    def best(land: str) -> tuple[bool, bool, int, int]:
        town = game.towns.get(land)
        return (town != "capital", town != "city", game.lands[land].armies, LANDS[land].order)

    return Choose(
        seat,
        TRADE_ANSWER,
        [*(("accept trade in", land) for land in room), ("decline trade",)],
        default=lambda: ("accept trade in", min(room, key=best)),
        values={"other": game.now.seat},
        context={"from": game.now.seat},
    )
