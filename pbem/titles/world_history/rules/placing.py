"""The ask of a player's turn: one army, fleet, fort or attack (chapters 5.4 to 5.7), and why not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....table import Answer, Ask, Below, NotLegal, Refused
from ..atlas import BARREN, FORBIDDEN, LANDS, NEIGHBOURS, WATERS
from ..cards import EVENTS, LANGUAGE, MOST_ARMIES
from ..state import Turn, World
from .defaults import next_step
from .reach import END, Steps, crossed, has_room, linked, own_waters, printed, sailable

PLACE_UNIT = LANGUAGE["place_unit"]
LISTED = ("event army", "event fleet", "event fort")
COUNTED = ("army", "fleet", "fort")
"""Orders whose places may be several, each with a number: `army libya x2, nubia`."""


class PlaceUnit(Ask):
    """One step. A line with clauses is a plan: its first step is the answer."""

    __slots__ = ("found", "game")
    found: Steps
    game: World

    def about(self, answer: Answer) -> Mapping[str, Any]:
        return _about(self.game, self.found, answer)

    def default(self) -> Answer:
        return next_step(self.game, self.found)

    def fault(self, answer: Answer) -> Refused | None:
        return _why(self.game, answer)

    def answers(self) -> Iterator[Answer]:
        return iter(printed(self.found))

    def allows(self, answer: Answer) -> bool:
        return answer in self.found

    def check(
        self, answer: Answer, at: tuple[int, int] | None = None, players: Sequence[str] = (), text: str = ""
    ) -> Answer:
        # a step that was found is in normal form already
        return answer if answer in self.found else super().check(answer, at, players, text)

    def sample(self, below: Below) -> Answer:
        listed = list(self.found)
        return listed[below(len(listed))]

    def outgrown(self) -> Refused:
        return NotLegal("units_came_up", {"units": (self.values or {}).get("units", 0)}, rule="WH-5.4.1-7")

    def only(self) -> Answer | None:
        return END if len(self.found) == 1 else None

    def normal(self, answer: Answer) -> Answer:
        if answer[0] in COUNTED and len(answer) == 2 and isinstance(answer[1], tuple):
            return (answer[0], answer[1][0][0])
        if answer[0] in LISTED and len(answer) == 2 and isinstance(answer[1], tuple):
            return (answer[0], answer[1][0])
        if answer[0] == "attack" and len(answer) == 3 and (answer[2] is None or isinstance(answer[2], tuple)):
            origin, *_, treachery = answer[2] or (None, None)
            return self._approach(answer[1], origin, ("treachery",) if treachery else ())
        if answer[0] == "offer trade to" and len(answer) == 2 and isinstance(answer[1], tuple):
            chosen = tuple(sorted(dict.fromkeys(answer[1])))
            others = [one[1][0] for one in self.found if one[0] == "offer trade to" and len(one[1]) == 1]
            return ("offer trade to", "all" if chosen == tuple(others) else chosen)
        return answer

    def _approach(self, place: str, origin: str | None, treachery: tuple[str, ...]) -> Answer:
        """If none is named, the approach with the fewest dice is taken (WH-5.5-11)."""
        anyhow = origin is None or bool(treachery)
        ways = [
            one
            for one in self.found
            if one[0] == "attack" and one[1] == place and one[3:] == treachery and (anyhow or one[2] == origin)
        ]
        if ways:
            return min(ways, key=lambda one: self.found[one].dice)
        return ("attack", place, origin, *treachery)

    def spoken(self, answer: Answer) -> Answer:
        if answer[0] in COUNTED and len(answer) == 2:
            return (answer[0], ((answer[1], None),))
        if answer[0] in LISTED and len(answer) == 2:
            return (answer[0], (answer[1],))
        if answer[0] == "attack" and len(answer) in (3, 4):
            return ("attack", answer[1], (answer[2], None, None, None, True if len(answer) == 4 else None))
        return answer


def _keeps(ask: Ask, answer: Answer) -> Answer:
    """`keep 2` holds for the first unit as well: it is refused if fewer would remain."""
    keep = answer[2][3]
    units = (ask.values or {}).get("units", 0)
    if keep is not None and units - 1 < keep:
        raise NotLegal("keep_reached", {"keep": keep, "units": units}, rule="WH-5.5-10", moot=True)
    return answer


def _one_fort(ask: Ask, answer: Answer) -> Answer:
    places = [place for place, times in answer[1] for _ in range(min(times or 1, 2))]
    if len(places) > len(dict.fromkeys(places)):
        raise NotLegal("one_fort", {}, rule="WH-5.7-3")
    return answer


PLACE_UNIT.reads("attack", _keeps)
PLACE_UNIT.reads("fort", _one_fort)


def place_unit(game: World, found: Steps) -> PlaceUnit:
    turn = game.now
    units = 0
    for part in turn.parts:
        units += part.units
    ask = PlaceUnit(
        turn.seat,
        PLACE_UNIT,
        rule="WH-5.4.1-3",
        values={"empire": turn.empire, "units": units, "pieces": turn.allies + turn.free_forts + turn.free_fleets},
    )
    ask.found, ask.game = found, game
    ask.series = f"{game.epoch}.{turn.empire}{'.traded' if traded(turn) else ''}"
    return ask


def traded(turn: Turn) -> bool:
    """Whether units may have come from trade partners since the turn began (WH-events-10)."""
    return bool(turn.event) and EVENTS[turn.event].kind == "trade_expansion" and not turn.trade


def _about(game: World, found: Steps, answer: Answer) -> Mapping[str, Any]:
    """Who defends against an attack, and with how many dice."""
    if answer[0] not in ("attack", "event fleet") or answer not in found:
        return {}
    place = answer[1]
    if place in LANDS:
        here = game.lands[place]
        return {"defender": here.owner, "left": here.armies, "dice": found[answer].dice, "fort": here.fort}
    foe = game.foe_at_sea(game.now.seat, place)
    if foe is None:
        return {}
    return {"defender": foe, "left": game.fleets[place][foe], "dice": found[answer].dice}


def _why(game: World, answer: Answer) -> NotLegal | None:
    verb = answer[0]
    if verb in ("army", "event army"):
        return _no_army(game, answer)
    if verb in ("fleet", "event fleet"):
        return _no_fleet(game, answer)
    if verb in ("fort", "event fort"):
        return _no_fort(game, answer)
    if verb == "attack":
        return _no_attack(game, answer)
    if verb == "offer trade to":
        return NotLegal("no_trade" if not game.now.trade else "no_such_partners", {}, rule="WH-events-10")
    return None


def _free_units(game: World) -> int:
    return sum(part.units - part.bound for part in game.now.parts)


def _no_army(game: World, answer: Answer) -> NotLegal | None:
    turn, land = game.now, answer[1]
    if land in BARREN:
        return NotLegal("barren_land", {"land": land}, rule="WH-barren-1")
    here = game.lands.get(land)
    if answer[0] == "event army":
        if not turn.allies:
            return NotLegal("no_event_piece", {}, rule="WH-events-6")
        if not game.armies_left(turn.seat, turn.emblem):
            return NotLegal("no_army_left", {"emblem": turn.emblem}, rule="WH-2.2-6")
        rule = "WH-events-6" if here else "WH-events-31"
        return NotLegal("ally_needs_vacant_land", {"land": land}, rule=rule)
    if here is not None and here.owner != turn.seat:
        return NotLegal("land_of_another", {"land": land, "other": here.owner}, rule="WH-5.4.1-2")
    if here is not None and here.emblem != turn.emblem:
        return NotLegal("other_emblem", {"land": land}, rule="WH-7.2-1")
    if not game.armies_left(turn.seat, turn.emblem):
        return NotLegal("no_army_left", {"emblem": turn.emblem}, rule="WH-2.2-6")
    if here is not None and here.armies >= MOST_ARMIES:
        return NotLegal("land_full", {"land": land, "most": MOST_ARMIES}, rule="WH-5.4.1-5")
    if not any(part.units for part in turn.parts):
        return NotLegal("no_units_left", {}, rule="WH-5.3-1")
    return _no_way(game, land)


def _no_way(game: World, place: str, origin: str | None = None) -> NotLegal:
    """Why no army gets to a place at all, or not from a certain one."""
    if origin is not None:
        return _no_approach(game, place, origin)
    if crossed(game, place):
        return _one_crossing(game)
    for part in game.now.parts:
        lands = game.held(part.realm)
        if not part.units and (place in lands or any(way.to == place for base in lands for way in NEIGHBOURS[base])):
            return NotLegal("no_units_there", {}, rule="WH-7.5-4")
    near = [way.to for way in NEIGHBOURS[place]]
    return NotLegal("out_of_reach", {"place": place, "near": near}, rule="WH-5.4.1-3")


def _one_crossing(game: World) -> NotLegal:
    ferry = game.empire.ferry
    assert ferry is not None
    return NotLegal("one_crossing", {"sea": ferry.water, "armies": ferry.armies}, rule="WH-7.4-1")


def _no_approach(game: World, place: str, origin: str) -> NotLegal:
    """Why an attack does not come from the land or water that it names (WH-5.5-11)."""
    lands, ferry = game.running(), game.empire.ferry
    values = {"origin": origin, "place": place}
    if origin in FORBIDDEN or (origin in WATERS and origin not in own_waters(game)):
        return NotLegal("no_fleet_of_yours", values, rule="WH-5.4.2-2")
    if origin in WATERS and origin not in linked(own_waters(game), lands):
        return NotLegal("fleet_not_linked", values, rule="WH-5.4.2-9")
    if origin not in WATERS and origin not in lands:
        return NotLegal("not_your_base", values, rule="WH-5.4.1-3")
    beside = WATERS[origin].shores if origin in WATERS else [way.to for way in NEIGHBOURS[origin]]
    if place not in beside:
        return NotLegal("no_such_approach", values, rule="WH-5.5-11")
    if ferry is not None and origin == ferry.water and place not in ferry.lands:
        return NotLegal("ferry_elsewhere", {"sea": origin, "lands": list(ferry.lands)}, rule="WH-7.4-1")
    if crossed(game, place):
        return _one_crossing(game)
    return NotLegal("no_units_there", {}, rule="WH-7.5-4")


def _no_fleet(game: World, answer: Answer) -> NotLegal | None:
    turn, sea = game.now, answer[1]
    if sea in FORBIDDEN:
        return NotLegal("closed_water", {"sea": sea}, rule="WH-barren-2")
    if answer[0] == "event fleet" and not turn.free_fleets:
        return NotLegal("no_event_piece", {}, rule="WH-events-21")
    if answer[0] == "event fleet" and turn.event.endswith("pirates") and WATERS[sea].ocean:
        return NotLegal("pirates_in_seas", {"sea": sea}, rule="WH-events-19")
    if answer[0] == "fleet" and not game.empire.waters:
        return NotLegal("no_seafaring", {"empire": turn.empire}, rule="WH-5.4.2-1")
    if not turn.event.endswith("pirates") or answer[0] == "fleet":
        if sea not in game.empire.waters:
            return NotLegal("not_on_the_card", {"sea": sea, "empire": turn.empire}, rule="WH-5.4.2-3")
        lands = game.running()
        if sea not in sailable(game.now.empire, lands, linked(own_waters(game), lands)):
            return NotLegal("water_not_linked", {"sea": sea}, rule="WH-5.4.2-13")
    if answer[0] == "fleet" and not WATERS[sea].ocean and (foe := game.foe_at_sea(turn.seat, sea)) is not None:
        return NotLegal("sea_of_another", {"sea": sea, "other": foe}, rule="WH-5.4.2-4")
    if not has_room(game, sea):
        ferry = game.empire.ferry
        return NotLegal("sea_full", {"sea": sea}, rule="WH-7.4-1" if ferry and sea == ferry.water else "WH-5.4.2-5")
    if not game.fleets_left(turn.seat):
        return NotLegal("no_fleet_left", {}, rule="WH-2.2-6")
    return _no_unit(game)


def _no_fort(game: World, answer: Answer) -> NotLegal | None:
    turn, land = game.now, answer[1]
    if answer[0] == "event fort" and not turn.free_forts:
        return NotLegal("no_event_piece", {}, rule="WH-events-23")
    if land not in game.running():
        return NotLegal("not_of_the_realm", {"land": land}, rule="WH-5.7-1")
    if game.lands[land].fort:
        return NotLegal("fort_stands", {"land": land}, rule="WH-5.7-3")
    if not game.forts_left(turn.seat):
        return NotLegal("no_fort_left", {}, rule="WH-2.2-6")
    return _no_unit(game)


def _no_unit(game: World) -> NotLegal | None:
    if not any(part.units for part in game.now.parts):
        return NotLegal("no_units_left", {}, rule="WH-5.3-1")
    if not _free_units(game):
        return NotLegal("only_bound_armies", {}, rule="WH-events-4")
    return NotLegal("no_units_there", {}, rule="WH-7.5-4")


def _no_attack(game: World, answer: Answer) -> NotLegal | None:
    turn, place = game.now, answer[1]
    if place in BARREN:
        return NotLegal("barren_land", {"land": place}, rule="WH-barren-1")
    if answer[3:] and not turn.treachery:
        return NotLegal("no_treachery", {}, rule="WH-events-25")
    if answer[3:] and (place in WATERS or game.owner(place) == turn.seat):
        return NotLegal("treachery_elsewhere", {"place": place}, rule="WH-events-25")
    if place in LANDS:
        here = game.lands.get(place)
        if here is None:
            return NotLegal("nobody_there", {"place": place}, rule="WH-5.5-1")
        if here.owner == turn.seat and here.emblem == turn.emblem:
            return NotLegal("own_emblem", {"land": place}, rule="WH-7.2-1")
        if not game.armies_left(turn.seat, turn.emblem):
            return NotLegal("no_army_left", {"emblem": turn.emblem}, rule="WH-2.2-6")
    elif place in FORBIDDEN:
        return NotLegal("closed_water", {"sea": place}, rule="WH-barren-2")
    elif WATERS[place].ocean:
        return NotLegal("no_fight_on_oceans", {"sea": place}, rule="WH-5.4.2-6")
    elif game.foe_at_sea(turn.seat, place) is None:
        return NotLegal("nobody_there", {"place": place}, rule="WH-5.5-1")
    elif (fault := _no_fleet(game, ("fleet", place))) is not None and fault.key != "sea_of_another":
        return fault
    elif not game.fleets_left(turn.seat):
        return NotLegal("no_fleet_left", {}, rule="WH-2.2-6")
    elif _free_units(game) and len(answer) > 2 and answer[2] is not None:
        return NotLegal("no_approach_at_sea", {"sea": place}, rule="WH-5.5-11")
    else:
        return _no_unit(game)
    if not any(part.units for part in turn.parts):
        return NotLegal("no_units_left", {}, rule="WH-5.3-1")
    return _no_way(game, place, answer[2] if len(answer) > 2 else None)
