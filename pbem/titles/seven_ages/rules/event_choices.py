"""Events in which somebody chooses: units to lose, areas, forts, cities, a card (SA-gap-58)."""

from __future__ import annotations

from collections.abc import Sequence

from ....table import END, Answer, Choose, ChooseSome, Rule
from ..atlas import AREAS, area_income, level_below
from ..cards import CARDS, LANGUAGE, UNITS, Effect
from ..state import Empire, Seven
from .building import available, first_step
from .changes import aftermath, lose_units, put_unit, put_unrest, remove_leader, settle, tell_losses
from .cities import build_city, can_grow
from .effects import is_among
from .income import half_up
from .losses import least_missed, seen_losses
from .pile import discard, draw, value
from .range import reached

CHOICE = LANGUAGE["event_choice"]
NONE = ("choose none",)
UNITS_OF, AREAS_OF, CARD = "choose", "choose area", "choose card"


def drawn_amount(game: Seven, empire: Empire, amount: str) -> Rule:
    """How much an event does, often by a card from the pile (`amounts` of the data)."""
    if amount == "all_cities":
        return len([area for area in game.lands(empire) if area in game.cities])
    card = yield from draw(game)
    discard(game, card)
    game.note("event_card", card=card, number=value(card), reveals=True)
    if amount == "card_value_plus_cities":
        return value(card) + sum(area in game.cities for area in game.lands(empire))
    return half_up(value(card))


# ---- losses


def lose_own_units(game: Seven, empire: Empire, event: str, effect: Effect) -> Rule:
    """Pestilence."""
    number = yield from drawn_amount(game, empire, effect["amount"])
    items = [(unit, area) for area in empire.areas() for unit in empire.stacks[area].all()]
    yield from lose_some(game, empire, event, items, min(number, len(items)))


def lose_some(game: Seven, empire: Empire, event: str, items: Sequence[tuple[str, str]], number: int) -> Rule:
    """The owner chooses this many of these units; others see only where they are taken from."""
    if not number:
        return
    chosen: Sequence[tuple[str, str]] = items
    if number < len(items):
        answer = yield loss_ask(game, empire, event, items, number)
        chosen = answer[1]
    areas = lose_units(game, empire, chosen)
    game.note("units_lost", empire=empire.id, units=areas, event=event, reveals=True)
    tell_losses(game, empire, chosen)
    aftermath(game)


def loss_ask(game: Seven, empire: Empire, event: str, items: Sequence[tuple[str, str]], number: int) -> ChooseSome:
    def default() -> Answer:
        preferred = [one for one in least_missed(game, empire, empire.units()) if one in items]
        return (UNITS_OF, tuple(preferred[:number]))

    return ChooseSome(
        game.owners[empire.id],
        CHOICE,
        UNITS_OF,
        items,
        number,
        number,
        private=True,
        secret=END,
        shown=lambda answer: seen_losses(empire, answer[1]),
        default=default,
        values={"event": event, "number": number, "empire": empire.id},
        context={"subject": empire.id, "for": empire.id},
    )


def damage_area(game: Seven, area: str, event: str, effect: Effect) -> Rule:
    """Volcano, Great Fire, Earthquake, Flood, Storm: units first, then leaders, artifact, fort, city; unrest last."""
    for empire in [one for one in game.empires() if area in one.stacks]:
        items = [(unit, area) for unit in empire.stacks[area].all() if is_among(unit, effect["classes"])]
        number = {"none": 0, "half_up": half_up(len(items)), "half_down": len(items) // 2, "all": len(items)}
        yield from lose_some(game, empire, event, items, number[effect["units"]])
    if effect["leaders"]:
        for empire in game.empires():
            for leader in [one for one in empire.leaders if one.area == area]:
                remove_leader(game, empire, leader)
    if effect["artifact"] and area in game.artifacts:
        game.note("marker_lost", empire=game.control.get(area, ""), artifact=game.artifacts.pop(area), areas=[])
    if effect["fort"] and area in game.forts:
        game.forts.remove(area)
        game.note("fort_lost", area=area)
    if effect["city"] != "none" and area in game.cities:
        damage_city(game, area, 0 if effect["city"] == "destroyed" else level_below(game.cities[area]))
    if effect["unrest"] and put_unrest(game, area):
        game.note("unrest", empire=game.control[area], areas=[area])


def damage_city(game: Seven, area: str, level: int) -> None:
    """A capital stays one while the city stands (SA-gap-62)."""
    if level:
        game.cities[area] = level
    else:
        del game.cities[area]
        holder = game.control.get(area)
        if holder is not None and game.empire(holder).capital == area:
            game.empire(holder).capital = ""
            game.note("capital_lost", empire=holder, area=area)
    game.note("city_reduced", area=area, level=level)


# ---- areas


def area_ask(
    game: Seven, seat: int, empire: Empire, event: str, areas: Sequence[str], least: int, most: int
) -> ChooseSome:
    harm = game.owners[empire.id] != seat

    def worth(area: str) -> tuple[int, int]:
        """Harm goes where most is earned, a gain to the capital first."""
        if harm:
            return -area_income(area, empire.age, game.cities.get(area, 0)), AREAS[area].place
        return int(area != empire.capital), AREAS[area].place

    def default() -> Answer:
        ordered = sorted(areas, key=worth)[:most]
        return (AREAS_OF, tuple(ordered)) if ordered else NONE

    return ChooseSome(
        seat,
        CHOICE,
        AREAS_OF,
        areas,
        least,
        most,
        empty=NONE if not least else None,
        default=default,
        values={"event": event, "number": most, "empire": empire.id},
        context={"for": empire.id},
    )


def chosen_areas(
    game: Seven, seat: int, empire: Empire, event: str, areas: Sequence[str], least: int, most: int
) -> Rule:
    most = min(most, len(areas))
    if not most:
        return ()
    answer = yield area_ask(game, seat, empire, event, areas, min(least, most), most)
    return () if answer == NONE else answer[1]


def unrest_areas(game: Seven, seat: int, empire: Empire, event: str, effect: Effect) -> Rule:
    """Revolt: areas chosen by whoever plays it; Civil War: every city."""
    number = yield from drawn_amount(game, empire, effect["amount"])
    if effect["chooser"] == "none":
        areas = [area for area in game.lands(empire) if area in game.cities]
    else:
        spared = empire.capital if effect["spare"] == "capital" else ""
        calm = [area for area in game.lands(empire) if area not in game.unrest and area != spared]
        areas = yield from chosen_areas(game, seat, empire, event, calm, number, number)
    troubled = [area for area in areas if put_unrest(game, area)]
    if troubled:
        game.note("unrest", empire=empire.id, areas=troubled)


def forts(game: Seven, empire: Empire, event: str, number: int) -> Rule:
    """Fortification: none for barbarians."""
    sites = [] if empire.barbarian else [area for area in game.lands(empire) if area not in game.forts]
    seat = game.owners[empire.id]
    for area in (yield from chosen_areas(game, seat, empire, event, sites, 0, number)):
        game.forts.append(area)
        game.note("fort_built", empire=empire.id, area=area, cost=0)


def place_colonists(game: Seven, empire: Empire, event: str, effect: Effect) -> Rule:
    """Free units of the cheapest type that it may build, one per area (SA-gap-83)."""
    kinds = [
        unit for unit, one in UNITS.items() if one.kind == effect["units"] and first_step(empire, unit) <= empire.step
    ]
    on_map = empire.types()
    usable = [unit for unit in kinds if available(game, empire, unit, on_map) > 0]
    if not usable:
        return
    unit = min(usable, key=lambda one: UNITS[one].cost)
    number = min(effect["amount"], available(game, empire, unit, on_map))
    areas = [area for area in reached(game, empire) if AREAS[area].is_land and area not in game.control]
    areas.sort(key=lambda area: AREAS[area].place)
    seat = game.owners[empire.id]
    for area in (yield from chosen_areas(game, seat, empire, event, areas, 0, number)):
        put_unit(empire, area, unit)
        settle(game, area)
        game.note("colonists", empire=empire.id, area=area)
        game.note("built_units", seen_by=(seat,), empire=empire.id, units={unit: 1}, pieces=[[area, unit, 1]])


def extra_cities(game: Seven, empire: Empire, event: str, number: int) -> Rule:
    """Master Builders (SA-gap-60)."""
    sites = [area for area in game.lands(empire) if can_grow(game, empire, area) and area not in game.act.used]
    seat = game.owners[empire.id]
    for area in (yield from chosen_areas(game, seat, empire, event, sites, 0, number)):
        build_city(game, empire, area)
        if game.act.empire == empire.id:
            game.act.used.append(area)


# ---- a card


def take_card(game: Seven, seat: int, victim: int, event: str) -> Rule:
    """Spy: only the thief sees the hand; only the two players know what is taken."""
    hand = game.players[victim].hand
    if not hand:
        return
    game.note("spied", seen_by=(seat,), player=victim, cards=list(hand), reveals=True)
    answer = yield Choose(
        seat,
        CHOICE,
        [(CARD, card) for card in hand],
        private=True,
        secret=END,
        default=lambda: (CARD, max(hand, key=lambda card: (value(card), -CARDS[card].number))),
        values={"event": event, "number": 1},
    )
    hand.remove(answer[1])
    game.players[seat].hand.append(answer[1])
    game.note("card_taken", player=seat, other=victim)
    game.note("card_taken_which", seen_by=(seat, victim), card=answer[1], reveals=True)
