"""Where the units of the running realm can go: by land, over straits and over sea (chapter 5.4)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from ....table import Answer
from ..atlas import LANDS, NEIGHBOURS, WATERS
from ..cards import MOST_ARMIES, MOST_FLEETS
from ..state import Part, World
from .combat import OVERSEAS, dice_over

END = ("end",)


@dataclass(frozen=True, slots=True)
class ReachStep:
    """How an answer is carried out."""

    part: Part | None
    dice: int = 0
    """Of the defender; none for what falls without a fight."""


Steps = dict[Answer, ReachStep]


def steps(game: World) -> Steps:
    """Every step that can be taken now."""
    turn = game.now
    found: Steps = {}
    armies = game.armies_left(turn.seat, turn.emblem)
    # WH-7.5-4: a land that both can reach is taken by the realm with more units left.
    parts = [(part, game.held(part.realm)) for part in sorted(turn.parts, key=lambda part: -part.units)]
    for part, lands in parts:
        if part.units and armies:
            _armies(game, part, lands, found)
        if part.units > part.bound:
            _fleets(game, part, lands, found)
            _forts(game, part, lands, found, "fort")
    if turn.treachery:
        _treacherous(game, found)
    if turn.allies and armies:
        _allies(game, parts, found)
    if turn.free_forts:
        for part, lands in parts:
            _forts(game, part, lands, found, "event fort")
    if turn.free_fleets:
        _free_fleets(game, parts, found)
    if turn.trade:
        _trade(game, found)
    found[END] = ReachStep(None)
    return found


_VERBS = ("army", "fleet", "fort", "attack", "event army", "event fleet", "event fort", "offer trade to", "end")
_VERB_PLACE = {verb: n for n, verb in enumerate(_VERBS)}
_ORDER = {**{land.id: land.order for land in LANDS.values()}, **{w: len(LANDS) + n for n, w in enumerate(WATERS)}}


def printed(found: Steps) -> list[Answer]:
    """The steps in the order of the map, kind by kind; of several approaches the one with fewest dice first."""

    def place(answer: Answer) -> tuple[int, int, int, int]:
        if answer[0] in ("offer trade to", "end"):
            return (_VERB_PLACE[answer[0]], 0, 0, 0)
        return (_VERB_PLACE[answer[0]], _ORDER[answer[1]], len(answer), found[answer].dice)

    return sorted(found, key=place)


def _armies(game: World, part: Part, lands: list[str], found: Steps) -> None:
    """WH-5.4.1-1 to WH-5.4.1-6, WH-5.4.2-2, WH-7.2-1."""
    seat, emblem, held = game.now.seat, game.now.emblem, game.lands
    by_dice = (ReachStep(part), ReachStep(part, 1), ReachStep(part, 2))
    add = found.setdefault
    for base in lands:
        if held[base].armies < MOST_ARMIES:
            add(("army", base), by_dice[0])
        for way in NEIGHBOURS[base]:
            there = held.get(way.to)
            if there is None:
                add(("army", way.to), by_dice[0])
            elif there.owner != seat:
                add(("attack", way.to, base), by_dice[dice_over(game, seat, way)])
            elif there.emblem != emblem:
                add(("attack", way.to, base), by_dice[0])
    for water, shores in overseas(game, lands):
        for shore in shores:
            there = held.get(shore)
            if there is None:
                add(("army", shore), by_dice[0])
            elif there.owner != seat:
                add(("attack", shore, water), by_dice[OVERSEAS])
            elif there.emblem != emblem:
                add(("attack", shore, water), by_dice[0])
            elif there.armies < MOST_ARMIES:  # WH-7.3-6: landing beside unjoined units of the emblem
                add(("army", shore), by_dice[0])


def linked(game: World, lands: list[str], closed: str = "") -> list[str]:
    """Waters with own fleets that begin at these lands and hang together (WH-5.4.2-9)."""
    seat = game.now.seat
    own = [water for water, here in game.fleets.items() if seat in here and water != closed]
    if not own:
        return []
    shores = {coast for land in lands for coast in LANDS[land].coasts}
    reached = sorted(water for water in own if water in shores)
    for water in reached:
        reached += [beside for beside in WATERS[water].next_to if beside in own and beside not in reached]
    return reached


def overseas(game: World, lands: list[str]) -> list[tuple[str, tuple[str, ...]]]:
    """Each water an army can cross, with the shores it leads to."""
    ferry = game.empire.ferry
    closed = ferry.water if ferry else ""
    reached = linked(game, lands, closed)
    ways = [(water, WATERS[water].shores) for water in reached]
    if ferry and game.now.ferried < ferry.armies and game.now.seat in game.fleets.get(ferry.water, ()):
        beside = WATERS[ferry.water].next_to
        at_shore = any(ferry.water in LANDS[land].coasts for land in lands)
        if at_shore or any(water in beside for water in reached):
            ways.append((ferry.water, ferry.lands))  # WH-7.4-1
    return ways


def sailable(game: World, lands: list[str]) -> list[str]:
    """Waters of the empire's card that a fleet can be put into from these lands (WH-5.4.2-13)."""
    waters = game.empire.waters
    if not waters or not lands:
        return []
    near = {coast for land in lands for coast in LANDS[land].coasts}
    for water in linked(game, lands):
        near.add(water)
        near.update(WATERS[water].next_to)
    return [water for water in WATERS if water in near and water in waters]


def has_room(game: World, water: str) -> bool:
    """WH-5.4.2-5, WH-5.4.2-6, WH-7.4-1."""
    mine = game.fleets.get(water, {}).get(game.now.seat, 0)
    ferry = game.empire.ferry
    if ferry and water == ferry.water:
        return mine < ferry.fleets
    return WATERS[water].ocean or mine < MOST_FLEETS


def _fleets(game: World, part: Part, lands: list[str], found: Steps) -> None:
    """WH-5.4.2-3 to WH-5.4.2-6."""
    if not game.empire.waters or not game.fleets_left(game.now.seat):
        return
    for water in sailable(game, lands):
        if not WATERS[water].ocean and game.foe_at_sea(game.now.seat, water) is not None:
            found.setdefault(("attack", water, None), ReachStep(part, 1))
        elif has_room(game, water):
            found.setdefault(("fleet", water), ReachStep(part))


def _forts(game: World, part: Part, lands: list[str], found: Steps, verb: str) -> None:
    """WH-5.7-1 to WH-5.7-3."""
    if game.forts_left(game.now.seat):
        for land in lands:
            if not game.lands[land].fort:
                found.setdefault((verb, land), ReachStep(part))


def _treacherous(game: World, found: Steps) -> None:
    """WH-events-25: once, against a land of another player; where one comes from does not matter."""
    seen: list[str] = []
    for answer, step in list(found.items()):
        land = answer[1]
        if answer[0] == "attack" and land in LANDS and game.lands[land].owner != game.now.seat and land not in seen:
            seen.append(land)
            found[(*answer, "treachery")] = ReachStep(step.part)


def _allies(game: World, parts: list[tuple[Part, list[str]]], found: Steps) -> None:
    """WH-events-6, WH-events-31: vacant lands next to the running realm."""
    for part, lands in parts:
        for base in lands:
            for way in NEIGHBOURS[base]:
                if way.to not in game.lands:
                    found.setdefault(("event army", way.to), ReachStep(part))


def _free_fleets(game: World, parts: list[tuple[Part, list[str]]], found: Steps) -> None:
    """Ship building: seas of the card (WH-events-21). Pirates: any sea (WH-events-19)."""
    if not game.fleets_left(game.now.seat):
        return
    for part, lands in parts:
        anywhere = game.now.event.endswith("pirates")
        waters = [w for w in WATERS if not WATERS[w].ocean] if anywhere else sailable(game, lands)
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
