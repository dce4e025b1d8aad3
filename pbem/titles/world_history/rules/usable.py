"""Whether an event card can be used at all (WH-5.2-10, WH-5.2-11, WH-5.2-15, WH-5.2-19)."""

from __future__ import annotations

from collections.abc import Iterator

from ..atlas import ADJOINING, LANDS, NEIGHBOURS, OUT_OF, REGIONS, WATERS
from ..cards import EMBLEMS, EMPIRES, EVENTS, KINDS, Event, Ferry
from ..state import World
from .afflictions import settled, starving
from .expansion import trade_lands
from .founding import free_emblems
from .reach import has_room

ATTACKS = ("ruler", "elite_troops", "jihad", "weaponry", "siegecraft", "treachery")
REMOVALS = ("disaster", "famine", "plague", "pestilence", "black_death")


def usable(game: World, event: str) -> bool:
    card = EVENTS[event]
    return _has_an_object(game, card) and (not game.fix(2) or _has_pieces(game, card.kind))


def _has_an_object(game: World, card: Event) -> bool:
    """Whether there is somebody or something for it to affect."""
    seat, empire = game.now.seat, EMPIRES[game.now.empire]
    if card.kind == "ruler" and not empire.ruler:
        return False  # WH-rulers-3
    if card.kind in ATTACKS:
        return _finds_a_target(game, card.kind)
    if card.kind == "disaster":
        return bool(game.monuments)
    if card.kind == "shipbuilding":
        return bool(empire.waters)
    if card.kind == "civil_service":
        return empire.capital
    if card.kind == "migration":
        return any(land not in game.lands for land in REGIONS[card.region])
    if card.kind == "barbarians":
        return any(game.owner(way.to) not in (None, seat) for ways in OUT_OF.values() for way in ways)
    if card.kind in ("civil_war", "rebellion"):
        return any(here.owner != seat for here in game.lands.values())
    if card.kind in ("plague", "pestilence"):
        return bool(game.lands)
    if card.kind == "black_death":
        return any(settled(game, region) for pair in ADJOINING for region in pair)
    if card.kind == "famine":
        return any(starving(game, region) for region in REGIONS)
    if card.kind == "jewish_revolt":
        return game.owner(KINDS[card.kind].fields["land"]) != seat
    if card.kind == "crusade":
        shores = WATERS[KINDS[card.kind].fields["from_sea"]].shores
        return any(game.owner(land) != seat for land in shores)
    return True


def _has_pieces(game: World, kind: str) -> bool:
    """WH-5.2-19: whether one of the pieces it brings is left and finds a place."""
    seat = game.now.seat
    if kind in REMOVALS:
        return True
    if kind == "pirates":
        return game.fleets_left(seat) > 0 and any(has_room(game, w) for w in WATERS if not WATERS[w].ocean)
    free, fewest = free_emblems(game)
    if fewest >= max([EMBLEMS[emblem] for emblem in free]):
        return False
    if kind == "alliance":
        return _allies_fit(game)
    if kind == "shipbuilding":
        waters = EMPIRES[game.now.empire].waters
        return game.fleets_left(seat) > 0 and any(w in waters and has_room(game, w) for w in _reach(game, 1))
    if kind == "engineering":
        return game.forts_left(seat) > 0
    if kind == "trade_expansion":
        return any(trade_lands(game, other) for other in game.others(seat))
    return True


def _allies_fit(game: World) -> bool:
    """WH-events-31: a vacant land next to one that the realm begins in or can reach."""
    starts = [start.land for start in EMPIRES[game.now.empire].starts]
    bases = (place for place in (*starts, *_reach(game)) if place in LANDS)
    return any(way.to not in game.lands and way.to not in starts for base in bases for way in NEIGHBOURS[base])


def _finds_a_target(game: World, kind: str) -> bool:
    seat, lands = game.now.seat, game.lands
    forts_only = kind == "siegecraft"
    lands_only = forts_only or (kind == "treachery" and game.fix(2))  # WH-events-5, WH-events-25
    for place in _reach(game):
        if place in lands:
            here = lands[place]
            if here.owner != seat and (here.fort or not forts_only):
                return True
        elif lands_only or place in LANDS or WATERS[place].ocean:
            continue
        elif game.foe_at_sea(seat, place) is not None:
            return True
    return False


def _reach(game: World, more: int = 0) -> Iterator[str]:
    """Places that the available units and some more can reach (WH-5.2-15)."""
    emblems = [""]
    if game.fix(2):  # old units of the emblem are joined (WH-7.3-1); one that is not on the board joins none
        free, on_board = free_emblems(game)
        emblems = free if on_board else [""]
    for start in EMPIRES[game.now.empire].starts:
        for emblem in dict.fromkeys(emblems):
            yield from _places(game, start.land, start.units + more, emblem)


def _places(game: World, start: str, units: int, emblem: str) -> Iterator[str]:
    """One unit for each land and each fleet on the way; the player's own fleets and joined lands cost none."""
    seat, empire = game.now.seat, EMPIRES[game.now.empire]
    lands, waters = game.lands, empire.waters
    ferry = empire.ferry if game.fix(2) else None
    fleets = not game.fix(2) or game.fleets_left(seat) > 0
    spent: dict[str, int] = {start: 1}
    rings: list[list[str]] = [[] for _ in range(units + 1)]
    rings[1].append(start)
    for cost, ring in enumerate(rings):
        for place in ring:  # it grows while it is walked
            if spent[place] < cost:
                continue
            for there in _BESIDE[place] if ferry is None else _beside(place, ferry):
                price = cost + 1
                if there in WATERS:
                    if game.fleets.get(there, {}).get(seat):
                        price = cost
                    elif there not in waters or not fleets:
                        continue
                elif emblem and place in LANDS and there in lands:
                    here = lands[there]
                    price -= here.owner == seat and here.emblem == emblem
                if price <= units and price < spent.get(there, price + 1):
                    yield there
                    if ferry and place == ferry.water and (there in WATERS or game.fix(4)):
                        continue  # a fleet gets there, an army does not; and none goes on from there (WH-7.4-1)
                    spent[there] = price
                    rings[price].append(there)


def _beside(place: str, ferry: Ferry | None) -> tuple[str, ...]:
    if ferry and place == ferry.water:
        return (*ferry.lands, *WATERS[place].next_to)
    return _BESIDE[place]


_BESIDE: dict[str, tuple[str, ...]] = {water: (*one.shores, *one.next_to) for water, one in WATERS.items()} | {
    land: (*[way.to for way in NEIGHBOURS[land]], *[coast for coast in one.coasts if coast in WATERS])
    for land, one in LANDS.items()
}
