"""The end of a turn: free progress and glory (chapters End of turn, Gaining glory)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ....table import Answer, Number, Rule
from ..atlas import AREAS, WHOLE_WORLD, ground
from ..cards import ARTIFACTS, COSTS, EMPIRES, EVENTS, FREE_PROGRESS, LANGUAGE, LAST_AGE, UNITS, WILD
from ..state import Empire, Seven
from . import cadence
from .changes import advance, aftermath, gain_glory
from .effects import effects, has_effect, price
from .events import moment
from .income import half_up

BUY = LANGUAGE["buy_glory"]
Symbol = Mapping[str, Any]


def turn_end(game: Seven) -> Rule:
    """Free progress, events, buying, symbols; then the turn marker goes to the left (SA-gap-56, SA-end-2)."""
    yield from cadence.shown(game)
    free_progress(game)
    if game.stop:
        return "game_end"
    game.acts = []
    yield from moment(game, "glory")
    sums = [0] * game.seats
    for empire in game.empires():
        sums[game.owners[empire.id]] += yield from buy(game, empire)
    known: Known = {}
    scored = [score(game, empire, known) for empire in game.empires()]
    for empire, parts in zip(game.empires(), scored, strict=True):
        points = sum(parts.values())
        sums[game.owners[empire.id]] += points
        if parts:
            game.note("scored", empire=empire.id, points=parts, total=points, reveals=True)
    sums = after_events(game, sums)
    for seat in game.order():
        gain_glory(game, seat, sums[seat])
        game.note("glory", player=seat, points=sums[seat], total=game.players[seat].glory)
    if ended(game):
        return "game_end"
    last_markers(game)
    game.first = game.order()[1]
    return "joining" if len(game.seated) < game.seats else "turn"


def ended(game: Seven) -> bool:
    """Somebody is beyond the last step, or the agreed end has come (SA-win-4, SA-win-7, SA-gap-97)."""
    kind, _, number = str(game.options["turn_limit"]).partition("_")
    if kind == "turn" and game.turn >= int(number):
        return True
    if kind == "age" and any(empire.age >= int(number) for empire in game.empires()):
        return True
    return bool(game.passed)


def free_progress(game: Seven) -> None:
    """One step, but not in a dark age nor with the wild card on the empire (SA-end-1, SA-wild-2, SA-gap-28)."""
    for empire in game.empires():
        one = game.players[game.owners[empire.id]]
        wild = one.wild == empire.id or one.markers.get(empire.id) == WILD
        held = empire.id in one.markers  # whether it was the wild card is seen now
        change = cadence.slowed(game, empire)
        if change is not None:
            game.note("slowed", empire=empire.id, steps=-advance(game, empire, change, told=False), step=empire.step)
        elif wild:
            game.note("no_progress", empire=empire.id, wild=True, reveals=held)
        elif has_effect(game, empire, "no_free_progress"):
            game.note("no_progress", empire=empire.id, wild=False, reveals=held)
        else:
            advance(game, empire, FREE_PROGRESS, reveals=held)
    aftermath(game)


def last_markers(game: Seven) -> None:
    """Markers that go after a turn without conflict (SA-gap-96)."""
    if game.conflicts:
        return
    for empire in game.empires():
        for artifact in list(empire.card):
            gone = ARTIFACTS[artifact].effects.get("removed_when", ())
            if any(effect["trigger"] == "turn_without_conflict" for effect in gone):
                empire.card.remove(artifact)
                game.note("marker_lost", empire=empire.id, artifact=artifact, areas=[])


# ---- buying


def glory_price(game: Seven, empire: Empire) -> int:
    """50, with the Renaissance 20; a religion may lower it further (SA-glory-22)."""
    return price(game, empire, "glory_price", COSTS["glory"])


def buy(game: Seven, empire: Empire) -> Rule:
    """Before the symbols are scored: money spent no longer counts for the money rank."""
    cost = glory_price(game, empire)
    most = empire.money // cost
    if not most:
        return 0

    def means(answer: Answer) -> Answer:
        if answer[0] == "buy glory max keep":
            return ("buy glory", max(0, empire.money - answer[1]) // cost)
        return answer

    answer = yield Number(
        game.owners[empire.id],
        BUY,
        "buy glory",
        0,
        most,
        means=means,
        default=lambda: ("buy glory", 0),
        values={"empire": empire.id, "cost": cost, "most": most},
        context={"subject": empire.id, "for": empire.id},
    )
    points: int = answer[1]
    if points:
        empire.money -= points * cost
        game.note("glory_bought", empire=empire.id, points=points, money=points * cost)
    return points


# ---- symbols


Known = dict[tuple[str, str, str], list[tuple[Empire, int]]]
"""What was measured already at this moment, by category, region and colour."""


def score(game: Seven, empire: Empire, known: Known | None = None) -> dict[str, int]:
    """Points by category, those of 0 left out (SA-glory-1)."""
    found: dict[str, int] = {}
    known = {} if known is None else known
    for symbol in EMPIRES[empire.id].glory:
        points = symbol_points(game, empire, symbol, known)
        if points:
            category = symbol["category"]
            found[category] = found.get(category, 0) + points
    return found


def symbol_points(game: Seven, empire: Empire, symbol: Symbol, known: Known) -> int:
    category = symbol["category"]
    if category == "instant":
        return 0
    if category == "homeland":
        return homeland(game, empire, symbol)
    if category == "resource":
        return int(symbol["points_each"]) * resources(game, empire, symbol["resource"])
    place = rank(game, empire, symbol, known)
    return max(0, int(symbol["points"]) - place) if place >= 0 else 0


def homeland(game: Seven, empire: Empire, symbol: Symbol) -> int:
    """All start areas, or none of them (SA-glory-19)."""
    held = [game.control.get(area) == empire.id for area in empire.starts]
    if all(held):
        return int(symbol["points"])
    return 0 if any(held) else int(symbol["penalty"])


def resources(game: Seven, empire: Empire, resource: str) -> int:
    """Areas with a resource, in unrest or not (SA-glory-8)."""
    if resource == "elephant" and any(one.age == LAST_AGE for one in game.empires()):
        return 0
    if resource == "oil" and empire.age < LAST_AGE:
        return 0
    return sum(resource in AREAS[area].resources for area in game.lands(empire))


def standings(game: Seven, symbol: Symbol, known: Known) -> list[tuple[Empire, int]]:
    """How much each empire has of what a symbol counts, by seat from the first player on."""
    key = (symbol["category"], symbol.get("region", ""), symbol.get("colour", ""))
    if key not in known:
        measure = MEASURES[symbol["category"]]
        known[key] = [(one, measure(game, one, symbol)) for one in game.empires()]
    return known[key]


def rank(game: Seven, empire: Empire, symbol: Symbol, known: Known) -> int:
    """0 for the first, 1 for the second and so on; -1 for an empire that has nothing there (SA-glory-2, SA-gap-13).

    Ties go by the first player, then clockwise (SA-glory-3). Of a player's two empires the one that earns more for
    its player comes first, else the one that is listed first.
    """
    table = standings(game, symbol, known)
    own = next(size for one, size in table if one.id == empire.id)
    if own <= 0:
        return -1
    owner = game.owners[empire.id]
    ahead = 0
    listed_before = True
    for other, size in table:
        if other.id == empire.id:
            listed_before = False
        elif size > own:
            ahead += 1
        elif size == own and game.owners[other.id] != owner:
            ahead += listed_before
        elif size == own:
            ahead += _prior(other, empire, symbol, listed_before)
    return ahead


def _prior(other: Empire, empire: Empire, symbol: Symbol, listed_before: bool) -> bool:
    theirs = [one["points"] for one in EMPIRES[other.id].glory if _same(one, symbol)]
    worth = theirs[0] if theirs else 0
    return bool(worth > symbol["points"]) or (worth == symbol["points"] and listed_before)


def _same(one: Symbol, symbol: Symbol) -> bool:
    return all(one.get(key) == symbol.get(key) for key in ("category", "region", "colour"))


def _units(wanted: Callable[[str], bool]) -> Callable[[Seven, Empire, Symbol], int]:
    return lambda game, empire, symbol: sum(n for unit, n in empire.types().items() if wanted(unit))


def city_value(game: Seven, empire: Empire, symbol: Symbol) -> int:
    """All levels together, also in unrest; the Pyramids add to a calm one (SA-glory-6, SA-gap-95)."""
    total = sum(game.cities.get(area, 0) for area in game.lands(empire))
    for effect, at in effects(game, empire, "number"):
        if effect["of"] == "city_glory" and at in game.cities and at not in game.unrest:
            total += effect["add"]
    return total


def green_artifacts(game: Seven, empire: Empire, symbol: Symbol) -> int:
    """Markers in areas and on the card, not what is held by a blue one (SA-glory-20)."""
    markers = [*empire.card, *(one for area, one in game.artifacts.items() if game.control.get(area) == empire.id)]
    return sum(ARTIFACTS[one].colour == "green" for one in markers)


def counts(game: Seven, empire: Empire, area: str, colour: str) -> bool:
    """Calm areas of the colour; desert and tundra only by a special (SA-glory-9, SA-glory-16)."""
    one = AREAS[area]
    if area in game.unrest or (one.is_land and colour == "blue") or (not one.is_land and colour == "green"):
        return False
    terrain = ground(area, empire.age)
    return terrain.glory or any(
        effect["terrain"] == terrain.id for effect in EMPIRES[empire.id].effects.get("count_terrain", ())
    )


def region_areas(game: Seven, empire: Empire, symbol: Symbol) -> int:
    """SA-glory-10 to SA-glory-16, SA-gap-71."""
    region = symbol["region"]
    return sum(
        counts(game, empire, area, symbol["colour"])
        for area in game.controlled(empire)
        if region in WHOLE_WORLD or region in AREAS[area].regions
    )


def areas_outside_europe(game: Seven, empire: Empire, symbol: Symbol) -> int:
    """Only among empires with a capital in Europe (SA-glory-17)."""
    if not empire.capital or AREAS[empire.capital].outside_europe:
        return 0
    return sum(
        counts(game, empire, area, symbol["colour"]) for area in game.controlled(empire) if AREAS[area].outside_europe
    )


MEASURES: Mapping[str, Callable[[Seven, Empire, Symbol], int]] = {
    "cities": city_value,
    "money": lambda game, empire, symbol: empire.money,
    "progress": lambda game, empire, symbol: empire.step,
    "naval_units": _units(lambda unit: UNITS[unit].kind == "naval"),
    "cavalry_units": _units(lambda unit: UNITS[unit].kind == "cavalry"),
    "land_units": _units(lambda unit: UNITS[unit].group == "land"),
    "artifacts": green_artifacts,
    "areas": region_areas,
    "areas_outside_europe": areas_outside_europe,
}


# ---- events


def after_events(game: Seven, sums: list[int]) -> list[int]:
    """Events change the sum of a player in the order they were played (SA-glory-23, SA-gap-56)."""
    changed = list(sums)
    for played in game.glory_events:
        event, _, whom = played.partition(" ")
        for seat in game.seated:
            if whom in ("all", str(seat)):
                changed[seat] = changed_sum(event, changed[seat])
    return changed


def changed_sum(event: str, points: int) -> int:
    for effect in EVENTS[event].effects:
        if effect["type"] == "halve":
            points = half_up(points) if points > 0 else points
        elif effect["amount"] > 0:
            points += effect["amount"]
        elif points > 0:
            points = max(0, points + effect["amount"])
    return points
