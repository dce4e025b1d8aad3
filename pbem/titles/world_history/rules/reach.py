"""Where the units of the running realm can go: by land, over straits and over sea (chapter 5.4)."""

from __future__ import annotations

from bisect import insort
from collections.abc import Collection
from itertools import combinations
from typing import NamedTuple

from ....table import Answer
from ....words.lazy_dataclass import dataclass
from ..atlas import LANDS, MAP_ORDER, NEIGHBOURS, WATERS, Border
from ..cards import EMBLEMS, FLEETS, FORTS, MOST_ARMIES, MOST_FLEETS, REALMS
from ..state import Turn, World
from .combat import OVERSEAS, dice_over

END = ("end",)


class ReachStep(NamedTuple):
    """How an answer is carried out."""

    part: int | None
    """Which part of the running realm takes it: its index in the turn's list."""
    dice: int = 0
    """The defender's dice; none for what falls without a fight."""


Steps = dict[Answer, ReachStep]
_BY_ITSELF = ReachStep(None)
_STEPS = [
    [ReachStep(part, dice) for dice in range(3)] for part in range(max(len(one.starts) for one in REALMS.values()))
]
"""By part and dice."""


_Way = tuple[str, Answer, Answer, int, Border | None]
"""A border: where it leads, the answers that lead across it (they are needed for every unit of every turn), the dice of
a defender, and the border itself where these depend on fleets. A plain tuple, as no other unpacks so fast."""


def _way(base: str, way: Border) -> _Way:
    dice = 2 if way.hard else 1
    return (way.to, ("army", way.to), ("attack", way.to, base), dice, way if way.hard and way.straits else None)


_WAYS = {base: tuple(_way(base, way) for way in NEIGHBOURS[base]) for base in LANDS}
_ARMY: dict[str, Answer] = {land: ("army", land) for land in LANDS}
_LANDING: dict[str, dict[str, Answer]] = {
    water: {shore: ("attack", shore, water) for shore in one.shores} for water, one in WATERS.items()
}
_FORT: dict[str, Answer] = {land: ("fort", land) for land in LANDS}
_EVENT_FORT: dict[str, Answer] = {land: ("event fort", land) for land in LANDS}
_FLEET: dict[str, Answer] = {water: ("fleet", water) for water in WATERS}
_SHORES = {water: frozenset(one.shores) for water, one in WATERS.items()}
_SEAS = [water for water, one in WATERS.items() if not one.ocean]
_SAILED = {ident: tuple(water for water in WATERS if water in empire.waters) for ident, empire in REALMS.items()}
"""The waters of an empire's card, in the order of the map."""


def steps(game: World, pieces: Pieces | None = None) -> Steps:
    """Every step that can be taken now; `pieces` where they have been counted already."""
    turn = game.now
    if not turn.has_pieces():
        return {END: _BY_ITSELF}
    found: Steps = {}
    if pieces is None:
        pieces = count_pieces(game)
    armies, forts, held, own = pieces.armies, pieces.forts, pieces.held, pieces.fleets
    ferry = REALMS[turn.empire].ferry
    parts = [(n, held[part.realm]) for n, part in enumerate(turn.parts)]
    if len(parts) > 1:  # WH-7.5-4: a land that both can reach is taken by the realm with more units left.
        parts.sort(key=lambda one: -turn.parts[one[0]].units)
    for n, lands in parts:
        part = turn.parts[n]
        reached: Steps = {}
        waters = linked(own, lands) if own else []
        if part.units and armies:
            over = beyond(game, lands) if ferry is not None else []
            bases = [land for land in lands if land not in over] if over else lands
            _armies(game, turn, n, bases, waters, reached)
        if part.units > part.bound:
            if _SAILED[turn.empire] and sum(own.values()) < FLEETS:
                _fleets(game, turn, n, lands, waters, reached)
            if forts:
                _forts(game, n, lands, reached, _FORT)
        if not found:
            found = reached
        else:
            for answer, step in reached.items():
                found.setdefault(answer, step)
    _by_event(game, turn, parts, armies, forts, found)
    found[END] = _BY_ITSELF
    return found


@dataclass(slots=True)
class Pieces:
    """What a turn has left and holds: all that its steps depend on besides the board around it."""

    armies: int
    """Of the emblem, in the pile (WH-2.2-6)."""
    forts: int
    held: dict[int, list[str]]
    """The lands of each part, by realm, in the order of the map."""
    fleets: dict[str, int]
    """By water."""

    def placed(self, realm: int, land: str) -> None:
        """One more army stands in a land that the realm holds now."""
        self.armies -= 1
        lands = self.held[realm]
        if land not in lands:
            insort(lands, land, key=MAP_ORDER.__getitem__)


def count_pieces(game: World) -> Pieces:
    """All in one pass over the board, as it is needed for most units."""
    turn = game.now
    seat, emblem = turn.seat, turn.emblem
    armies, forts = EMBLEMS[emblem], FORTS
    held: dict[int, list[str]] = {part.realm: [] for part in turn.parts}
    for land, one in game.lands.items():
        if one.owner == seat:
            if one.fort:
                forts -= 1
            if one.emblem == emblem:
                armies -= one.armies
                if one.realm in held:
                    held[one.realm].append(land)
    for lands in held.values():
        if len(lands) > 1:
            lands.sort(key=MAP_ORDER.__getitem__)
    return Pieces(armies, forts, held, own_waters(game) if game.fleets else {})


_VERBS = ("army", "fleet", "fort", "attack", "event army", "event fleet", "event fort", "offer trade to", "end")
_VERB_PLACE = {verb: n for n, verb in enumerate(_VERBS)}
_ORDER = {**{land.id: land.order for land in LANDS.values()}, **{w: len(LANDS) + n for n, w in enumerate(WATERS)}}


def printed(found: Steps) -> list[Answer]:
    """The steps in the order of the map, kind by kind; among several approaches, the one with the fewest dice first."""

    def place(answer: Answer) -> tuple[int, int, int, int]:
        if answer[0] in ("offer trade to", "end"):
            return (_VERB_PLACE[answer[0]], 0, 0, 0)
        return (_VERB_PLACE[answer[0]], _ORDER[answer[1]], len(answer), found[answer].dice)

    return sorted(found, key=place)


def _armies(game: World, turn: Turn, part: int, lands: list[str], waters: list[str], found: Steps) -> None:
    """WH-5.4.1-1 to WH-5.4.1-6, WH-5.4.2-2, WH-7.2-1."""
    seat, emblem, held = turn.seat, turn.emblem, game.lands
    by_dice = _STEPS[part]
    free = by_dice[0]
    for base in lands:
        if held[base].armies < MOST_ARMIES:
            found[_ARMY[base]] = free
        for to, army, attack, dice, strait in _WAYS[base]:
            if to not in held:
                found[army] = free
                continue
            there = held[to]
            if there.owner != seat:
                found[attack] = by_dice[dice if strait is None else dice_over(game, seat, strait)]
            elif there.emblem != emblem:
                found[attack] = free
    for water, shores in overseas(game, lands, waters) if waters or REALMS[turn.empire].ferry else ():
        landing = _LANDING[water]
        for shore in shores:
            if shore not in held:
                found[_ARMY[shore]] = free
                continue
            there = held[shore]
            if there.owner != seat:
                found[landing[shore]] = by_dice[OVERSEAS]
            elif there.emblem != emblem:
                found[landing[shore]] = free
            elif there.armies < MOST_ARMIES:  # WH-7.3-6: landing beside unjoined units of the emblem
                found[_ARMY[shore]] = free


def own_waters(game: World) -> dict[str, int]:
    """Where the player who is acting has fleets, and how many."""
    seat = game.now.seat
    return {water: here[seat] for water, here in game.fleets.items() if seat in here}


def linked(own: Collection[str], lands: list[str]) -> list[str]:
    """Connected waters with the player's own fleets that begin at these lands (WH-5.4.2-9)."""
    reached = sorted([water for water in own if not _SHORES[water].isdisjoint(lands)])
    if len(reached) < len(own):
        for water in reached:
            reached += [beside for beside in WATERS[water].next_to if beside in own and beside not in reached]
    return reached


def overseas(game: World, lands: list[str], waters: list[str]) -> list[tuple[str, tuple[str, ...]]]:
    """Each water an army can cross, with the shores it leads to; `waters` are those linked with these lands."""
    ferry = game.empire.ferry
    if ferry is None:
        return [(water, WATERS[water].shores) for water in waters]
    own = own_waters(game)
    reached = linked([water for water in own if water != ferry.water], lands)
    ways = [(water, WATERS[water].shores) for water in reached]
    if game.now.ferried < ferry.armies and ferry.water in own:
        beside = WATERS[ferry.water].next_to
        at_shore = not _SHORES[ferry.water].isdisjoint(lands)
        if at_shore or any(water in beside for water in reached):
            ways.append((ferry.water, ferry.lands))  # WH-7.4-1
    return ways


def beyond(game: World, lands: list[str]) -> list[str]:
    """Lands of the realm that armies can no longer come to: all that may cross the restricted water have done so.

    Placing another army there, or next to them, would mean to ferry it (WH-7.4-1).
    """
    ferry = game.empire.ferry
    if ferry is None or game.now.ferried < ferry.armies or not game.fix(4):
        return []
    others = [water for water in own_waters(game) if water != ferry.water]
    start, found = game.empire.starts[0].land, [land for land in ferry.lands if land in lands]
    for land in found:  # it grows while it is walked
        shores = [shore for water in linked(others, [land]) for shore in WATERS[water].shores]
        near = [*(way.to for way in NEIGHBOURS[land]), *shores]
        found += [one for one in dict.fromkeys(near) if one in lands and one not in found]
    return found if start not in found else []


def crossed(game: World, land: str) -> bool:
    """Whether a land is out of reach only because no further army may cross (WH-7.4-1)."""
    ferry = game.empire.ferry
    if ferry is None or game.now.ferried < ferry.armies:
        return False
    over = beyond(game, game.running())
    return land in (*ferry.lands, *over) or any(way.to == land for base in over for way in NEIGHBOURS[base])


def sailable(empire: str, lands: list[str], waters: list[str]) -> list[str]:
    """Waters of the empire's card that a fleet can be put into from these lands (WH-5.4.2-13).

    `waters` are those linked with these lands.
    """
    near = [*waters]
    for water in waters:
        near += WATERS[water].next_to
    return [water for water in _SAILED[empire] if water in near or not _SHORES[water].isdisjoint(lands)]


def has_room(game: World, water: str) -> bool:
    """WH-5.4.2-5, WH-5.4.2-6, WH-7.4-1."""
    turn = game.now
    mine = game.fleets.get(water, {}).get(turn.seat, 0)
    ferry = REALMS[turn.empire].ferry
    if ferry and water == ferry.water:
        return mine < ferry.fleets
    return WATERS[water].ocean or mine < MOST_FLEETS


def _fleets(game: World, turn: Turn, part: int, lands: list[str], waters: list[str], found: Steps) -> None:
    """WH-5.4.2-3 to WH-5.4.2-6."""
    seat, fleets = turn.seat, game.fleets
    free, fought, _ = _STEPS[part]
    for water in sailable(turn.empire, lands, waters):
        if water not in fleets:
            found[_FLEET[water]] = free
        elif not WATERS[water].ocean and game.foe_at_sea(seat, water) is not None:
            found["attack", water, None] = fought
        elif has_room(game, water):
            found[_FLEET[water]] = free


def _forts(game: World, part: int, lands: list[str], found: Steps, answers: dict[str, Answer]) -> None:
    """WH-5.7-1 to WH-5.7-3."""
    held, free = game.lands, _STEPS[part][0]
    for land in lands:
        if not held[land].fort:
            found.setdefault(answers[land], free)


def _by_event(
    game: World, turn: Turn, parts: list[tuple[int, list[str]]], armies: int, forts: int, found: Steps
) -> None:
    """What the event of the turn allows besides."""
    if turn.treachery:
        _treacherous(game, found)
    if turn.allies and armies:
        _allies(game, parts, found)
    if turn.free_forts and forts:
        for n, lands in parts:
            _forts(game, n, lands, found, _EVENT_FORT)
    if turn.free_fleets:
        _free_fleets(game, parts, found)
    if turn.trade:
        _trade(game, found)


def _treacherous(game: World, found: Steps) -> None:
    """WH-events-25: once, against a land of another player; the approach does not matter."""
    seen: list[str] = []
    for answer, step in list(found.items()):
        land = answer[1]
        if answer[0] == "attack" and land in LANDS and game.lands[land].owner != game.now.seat and land not in seen:
            seen.append(land)
            found[(*answer, "treachery")] = ReachStep(step.part)


def _allies(game: World, parts: list[tuple[int, list[str]]], found: Steps) -> None:
    """WH-events-6, WH-events-31: vacant lands next to the running realm."""
    for part, lands in parts:
        for base in lands:
            for way in NEIGHBOURS[base]:
                if way.to not in game.lands:
                    found.setdefault(("event army", way.to), ReachStep(part))


def _free_fleets(game: World, parts: list[tuple[int, list[str]]], found: Steps) -> None:
    """Ship building: seas of the card (WH-events-21). Pirates: any sea (WH-events-19)."""
    if not game.fleets_left(game.now.seat):
        return
    for part, lands in parts:
        anywhere = game.now.event.endswith("pirates")
        waters = _SEAS if anywhere else sailable(game.now.empire, lands, linked(own_waters(game), lands))
        for water in waters:
            foe = None if WATERS[water].ocean else game.foe_at_sea(game.now.seat, water)
            if foe is not None or has_room(game, water):
                found.setdefault(("event fleet", water), ReachStep(part, 0 if foe is None else 1))


def _trade(game: World, found: Steps) -> None:
    """WH-events-10: to all, or to some."""
    others = [seat for seat in range(game.seats) if seat != game.now.seat]
    found[("offer trade to", "all")] = ReachStep(None)
    for size in range(1, len(others)):
        for some in combinations(others, size):
            found[("offer trade to", some)] = ReachStep(None)
