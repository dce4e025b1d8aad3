"""Whether an event card can be used at all (WH-5.2-10, WH-5.2-11, WH-5.2-15)."""

from __future__ import annotations

from ..atlas import LANDS, NEIGHBOURS, OUT_OF, REGIONS, WATERS
from ..cards import EMPIRES, EVENTS, KINDS, Start
from ..state import World

ATTACKS_ONLY = ("ruler", "elite_troops", "jihad", "weaponry", "treachery")


def usable(game: World, event: str) -> bool:
    card, seat = EVENTS[event], game.now.seat
    empire = EMPIRES[game.now.empire]
    foreign = [land for land, here in game.lands.items() if here.owner != seat]
    if card.kind == "ruler" and not empire.ruler:
        return False  # WH-rulers-3
    if card.kind in ATTACKS_ONLY:
        return attack_possible(game, forts_only=False)
    if card.kind == "siegecraft":
        return attack_possible(game, forts_only=True)
    if card.kind == "disaster":
        return bool(game.monuments)
    if card.kind == "shipbuilding":
        return bool(empire.waters)
    if card.kind == "civil_service":
        return empire.capital
    if card.kind == "migration":
        return any(land not in game.lands for land in REGIONS[card.region])
    if card.kind == "barbarians":
        return any(way.to in foreign for ways in OUT_OF.values() for way in ways)
    if card.kind in ("civil_war", "rebellion"):
        return bool(foreign)
    if card.kind in ("plague", "pestilence", "black_death"):
        return bool(game.lands)
    if card.kind == "famine":
        return any(here.armies > 1 for here in game.lands.values())
    if card.kind == "jewish_revolt":
        return game.owner(KINDS[card.kind].fields["land"]) != seat
    if card.kind == "crusade":
        shores = WATERS[KINDS[card.kind].fields["from_sea"]].shores
        return any(game.owner(land) != seat for land in shores)
    return True


def attack_possible(game: World, *, forts_only: bool) -> bool:
    """One unit for each vacant land and each fleet on the way, and one for the attack (WH-5.2-15)."""
    return any(_reaches(game, start, forts_only) for start in EMPIRES[game.now.empire].starts)


def _reaches(game: World, start: Start, forts_only: bool) -> bool:
    seat, waters = game.now.seat, EMPIRES[game.now.empire].waters
    spent: dict[str, int] = {start.land: 1}
    rings: list[list[str]] = [[] for _ in range(start.units + 1)]
    rings[1].append(start.land)
    for cost in range(1, start.units + 1):
        for place in rings[cost]:
            if spent[place] < cost:
                continue
            for there in _beside(place):
                if _is_target(game, there, forts_only):
                    if cost < start.units and (there in LANDS or there in waters):
                        return True
                    if forts_only is False:
                        continue
                price = cost + 1
                if there in WATERS:
                    if game.fleets.get(there, {}).get(seat):
                        price = cost
                    elif there not in waters:
                        continue
                elif there in LANDS and place in WATERS and there not in WATERS[place].shores:
                    continue
                if price <= start.units and price < spent.get(there, price + 1):
                    spent[there] = price
                    rings[price].append(there)
    return False


def _beside(place: str) -> list[str]:
    if place in WATERS:
        return [*WATERS[place].shores, *WATERS[place].next_to]
    return [*(way.to for way in NEIGHBOURS[place]), *(coast for coast in LANDS[place].coasts if coast in WATERS)]


def _is_target(game: World, place: str, forts_only: bool) -> bool:
    seat = game.now.seat
    if place in LANDS:
        here = game.lands.get(place)
        return here is not None and here.owner != seat and (here.fort or not forts_only)
    return not forts_only and not WATERS[place].ocean and game.foe_at_sea(seat, place) is not None
