"""What refusals of Empire claim: borders, holders, pieces left, waters; computed from the map's data file."""

from __future__ import annotations

import re
from collections.abc import Iterable

from claim_kit import Claim, Said, data

MAP = data("world_history", "map")
LANDS = {one["id"]: one for one in MAP["lands"]}
BARREN = {one["id"] for one in MAP["barren_lands"]}
SEAS = {one["id"]: one for one in MAP["seas"]}
REGIONS = {one["id"]: one["lands"] for one in MAP["regions"]}
EMPIRES = {
    one["id"]: one
    for one in [*data("world_history", "empires")["empires"], *data("world_history", "events")["minor_empires"]]
}
EVENTS = {one["id"]: one for one in data("world_history", "events")["cards"]}
EMBLEMS = {one["id"]: one["armies"] for one in data("world_history", "pieces")["emblems"]}
FERRY = "atlantic_ocean"


def beside(place: str) -> set[str]:
    """Lands that border a land or a barren one."""
    pairs = [{one["a"], one["b"]} for one in MAP["borders"]]
    return {other for pair in pairs if place in pair for other in pair - {place} if other in LANDS}


def shores(sea: str) -> set[str]:
    return {land for land, one in LANDS.items() if sea in [coast["sea"] for coast in one["coasts"]]}


def next_to(sea: str) -> set[str]:
    pairs = [{one["a"], one["b"]} for one in MAP["sea_adjacency"]]
    return {other for pair in pairs if sea in pair for other in pair - {sea}}


def realm(said: Said) -> set[str]:
    """Lands of the realm that is played."""
    realms = [part.realm for part in said.game.turn.parts]
    return {land for land, one in said.game.lands.items() if one.owner == said.seat and one.realm in realms}


def fleets(said: Said, sea: str) -> int:
    return int(said.game.fleets.get(sea, {}).get(said.seat, 0))


def linked(said: Said, lands: Iterable[str]) -> set[str]:
    """Waters with own fleets that hang together and begin at these lands."""
    own = {sea for sea in SEAS if fleets(said, sea)}
    found = {sea for sea in own if shores(sea) & set(lands)}
    while more := {other for sea in found for other in next_to(sea) & own} - found:
        found |= more
    return found


def vikings(said: Said) -> bool:
    return bool(said.game.turn.empire == "vikings")


def landed(said: Said) -> set[str]:
    """All shores that own fleets lead to."""
    if not vikings(said):
        return {shore for sea in linked(said, realm(said)) for shore in shores(sea)}
    plain = {sea for sea in linked(said, realm(said)) if sea != FERRY}
    return {shore for sea in plain for shore in shores(sea)}


def units(said: Said) -> int:
    return sum(part.units for part in said.game.turn.parts)


def free(said: Said) -> int:
    return sum(part.units - part.bound for part in said.game.turn.parts)


def armies(said: Said, emblem: str) -> int:
    return sum(one.armies for one in said.game.lands.values() if (one.owner, one.emblem) == (said.seat, emblem))


def sailed(said: Said) -> set[str]:
    listed = set(EMPIRES[said.game.turn.empire]["navigation"])
    opened = {one["ocean"]: set(one["opens"]) for one in MAP["ocean_navigation"]}
    for ocean in listed & set(opened):
        if not (vikings(said) and ocean == FERRY):
            listed = listed | opened[ocean]
    return listed


def owner(said: Said, land: str) -> int | None:
    return said.game.lands[land].owner if land in said.game.lands else None


def unreachable(said: Said) -> bool:
    place, own = said.place, realm(said)
    by_land = place in own or bool(beside(place) & own)
    return not by_land and place not in landed(said) and set(said.near) == beside(place)


def no_piece(said: Said) -> bool:
    turn = said.game.turn
    return not {"army": turn.allies, "fleet": turn.free_fleets, "fort": turn.free_forts}[said.order.split()[1]]


def no_target(said: Said) -> bool:
    """Nothing that the event could strike is there, or nobody whom it could strike."""
    verb, place = said.order.split()[0], said.place
    if verb == "disaster":
        return place not in said.game.monuments
    if verb == "famine":
        return not any(said.game.lands[land].armies > 1 for land in REGIONS[place] if land in said.game.lands)
    if verb in ("plague", "pestilence"):
        return place not in said.game.lands
    if verb == "crusade":
        return owner(said, place) == said.seat or not said.ask.allows(("crusade against", place))
    return owner(said, place) in (None, said.seat)


def counted(said: Said) -> list[str]:
    """The places of a list, as often as they are asked for."""
    out: list[str] = []
    for one in said.ask.kind.read(said.order, said.players, said.seat)[1][1]:
        place, times = one if isinstance(one, tuple) else (one, 1)
        out += [place] * min(int(times or 1), 9)
    return out


def idle_part(said: Said) -> bool:
    parts = said.game.turn.parts
    return len(parts) > 1 and any(not part.units - part.bound for part in parts) and any(part.units for part in parts)


def site(said: Said, land: str) -> bool:
    return land in said.game.towns or LANDS[land]["resource"]


def first_elsewhere(said: Said) -> bool:
    """These lands are free sites of one rank, and one of them was left out."""
    named = re.findall(r"[a-z_]{3,}", said.order)[1:]
    ranks = {said.game.towns.get(land, "") for land in said.lands}
    built = any(land not in realm(said) or land in said.game.monuments or not site(said, land) for land in said.lands)
    return not built and len(ranks) == 1 and not set(said.lands) <= set(named)


CLAIMS: dict[str, Claim] = {
    "has_a_card": lambda said: bool(said.game.players[said.seat].card),
    "give_to_another": lambda said: said.order.split()[-1] in (said.players[said.seat], "me"),
    "other_has_a_card": lambda said: bool(said.game.players[said.other].card),
    "emblem_in_use": lambda said: armies(said, said.emblem) == said.armies > min(armies(said, one) for one in EMBLEMS),
    "land_of_another": lambda said: owner(said, said.land) == said.other != said.seat,
    "other_emblem": lambda said: (
        owner(said, said.land) == said.seat and said.game.lands[said.land].emblem != said.game.turn.emblem
    ),
    "own_emblem": lambda said: (
        owner(said, said.land) == said.seat and said.game.lands[said.land].emblem == said.game.turn.emblem
    ),
    "land_full": lambda said: said.game.lands[said.land].armies == said.most == 3,
    "little_room": lambda said: (
        said.game.lands[said.land].armies + said.room == 3 and counted(said).count(said.land) > said.room > 0
    ),
    "out_of_reach": unreachable,
    "one_crossing": lambda said: vikings(said) and said.game.turn.ferried >= said.armies == 1,
    "ferry_elsewhere": lambda said: vikings(said) and said.sea == FERRY and said.lands == ["appalachia"],
    "no_units_there": idle_part,
    "no_such_approach": lambda said: (
        said.place not in (shores(said.origin) if said.origin in SEAS else beside(said.origin))
    ),
    "not_your_base": lambda said: said.origin not in realm(said),
    "no_fleet_of_yours": lambda said: not fleets(said, said.origin),
    "fleet_not_linked": lambda said: fleets(said, said.origin) > 0 and said.origin not in linked(said, realm(said)),
    "nobody_there": lambda said: (
        said.place not in said.game.lands
        if said.place in LANDS
        else not any(seat != said.seat for seat in said.game.fleets.get(said.place, {}))
    ),
    "barren_land": lambda said: said.land in BARREN,
    "closed_water": lambda said: SEAS[said.sea]["kind"] == "forbidden_sea",
    "no_units_left": lambda said: units(said) == 0,
    "only_bound_armies": lambda said: units(said) > 0 == free(said),
    "no_army_left": lambda said: armies(said, said.emblem) == EMBLEMS[said.emblem],
    "no_fleet_left": lambda said: sum(fleets(said, sea) for sea in SEAS) == 10,
    "no_fort_left": lambda said: sum(one.fort for one in said.game.lands.values() if one.owner == said.seat) == 10,
    "no_seafaring": lambda said: not EMPIRES[said.empire]["navigation"] and said.empire == said.game.turn.empire,
    "not_on_the_card": lambda said: said.sea not in sailed(said) and said.empire == said.game.turn.empire,
    "water_not_linked": lambda said: (
        not shores(said.sea) & realm(said) and not (next_to(said.sea) | {said.sea}) & linked(said, realm(said))
    ),
    "sea_of_another": lambda said: said.game.fleets[said.sea].get(said.other, 0) > 0 and said.other != said.seat,
    "sea_full": lambda said: fleets(said, said.sea) >= (1 if vikings(said) and said.sea == FERRY else 2),
    "no_fight_on_oceans": lambda said: SEAS[said.sea]["kind"] == "ocean",
    "not_of_the_realm": lambda said: said.land not in realm(said),
    "fort_stands": lambda said: said.game.lands[said.land].fort,
    "no_event_piece": no_piece,
    "ally_needs_vacant_land": lambda said: said.land in said.game.lands or not beside(said.land) & realm(said),
    "keep_reached": lambda said: units(said) == said.units <= said.keep,
    "units_came_up": lambda said: units(said) == said.units and not said.game.turn.trade,
    "no_treachery": lambda said: not said.game.turn.treachery,
    "treachery_elsewhere": lambda said: said.place in SEAS or owner(said, said.place) == said.seat,
    "no_approach_at_sea": lambda said: said.sea in SEAS and " from " in said.order,
    "one_fort": lambda said: len(counted(said)) > len(set(counted(said))),
    "no_trade": lambda said: not said.game.turn.trade,
    "no_such_partners": lambda said: said.game.turn.trade and said.players[said.seat] in said.order,
    "no_event_target": no_target,
    "pirates_in_seas": lambda said: (
        SEAS[said.sea]["kind"] == "ocean" and EVENTS[said.game.turn.event]["kind"] == "pirates"
    ),
    "other_event": lambda said: said.order.split()[0] not in (EVENTS[said.event]["kind"], "stop"),
    "region_twice": lambda said: len(set(re.findall(r"[a-z_]+", said.order)[1:])) == 1,
    "regions_apart": lambda said: not any(beside(land) & set(REGIONS[said.b]) for land in REGIONS[said.a]),
    "regions_empty": lambda said: not any(land in said.game.lands for one in (said.a, said.b) for land in REGIONS[one]),
    "no_way_out": lambda said: said.land not in beside(said.barren),
    "other_source": lambda said: all(one[1] == said.barren for one in said.ask.options if len(one) > 1),
    "no_such_realm": lambda said: (
        said.other == said.seat
        or not any((one.owner, one.emblem) == (said.other, said.emblem) for one in said.game.lands.values())
    ),
    "not_of_that_realm": lambda said: (
        said.land not in said.game.lands
        or said.players[said.game.lands[said.land].owner] not in said.order
        or said.game.lands[said.land].emblem not in said.order
    ),
    "no_retreat_there": lambda said: (
        said.land not in beside(said.start)
        or owner(said, said.land) != said.seat
        or said.game.lands[said.land].emblem != said.game.lands[said.start].emblem
    ),
    "monument_elsewhere_first": first_elsewhere,
    "monument_stands": lambda said: said.land in said.game.monuments,
    "no_site": lambda said: any(
        land in LANDS and not site(said, land) for land in re.findall(r"[a-z_]{3,}", said.order)[1:]
    ),
}
