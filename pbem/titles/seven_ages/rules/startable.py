"""Which cards can be started, and with which choices (chapter 1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from ....table import NotLegal, Refused
from ..atlas import AREAS
from ..cards import (
    AGE_OF_STEP,
    CARDS,
    COLOURS,
    EMPIRES,
    EVENTS,
    FIRST_STEP,
    LAST_STEP,
    NAMED,
    EmpireCard,
)
from ..state import Empire, Seven
from .changes import game_age
from .conditions import fulfilled
from .range import distances


def startable(game: Seven, seat: int, card: str, *, any_age: bool = False) -> bool:
    """SA-1-2, SA-1-6, SA-1-7, SA-1-15, SA-1-16; `any_age` by an event that lifts the ages."""
    empire = EMPIRES[CARDS[card].empire]
    if len(game.players[seat].empires) >= game.most_empires() or not free_colours(game, seat):
        return False
    if not any_age and not age_allows(game, empire):
        return False
    if not any(setup_step(game, empire, n) for n in range(len(empire.setup))):
        return False
    return next(start_areas(game, empire), None) is not None


def no_start(game: Seven, seat: int, card: str, *, any_age: bool = False) -> Refused | None:
    """Why a card cannot be started."""
    if startable(game, seat, card, any_age=any_age):
        return None
    empire, most = EMPIRES[CARDS[card].empire], game.most_empires()
    if len(game.players[seat].empires) >= most:
        return NotLegal("enough_empires", {"most": most}, rule="SA-turn-3")
    if not free_colours(game, seat):
        return NotLegal("no_colour_left", rule="SA-1-2")
    if not any_age and not age_allows(game, empire):
        if not game.owners:
            return NotLegal("first_of_age_1", rule="SA-opt-1")
        ages = {"age": game_age(game), "ages": list(empire.ages), "more": [age for age, _ in empire.conditional]}
        return NotLegal("not_in_this_age", {"empire": empire.id, **ages}, rule="SA-1-6")
    return NotLegal("nowhere_to_start", {"empire": empire.id}, rule="SA-1-16")


def age_allows(game: Seven, empire: EmpireCard) -> bool:
    if not game.owners:
        return not game.options["total_history"] or bool(game.first_age) or 1 in empire.ages  # SA-opt-1
    age = game_age(game)
    return age in empire.ages or any(age == one and fulfilled(game, needs) for one, needs in empire.conditional)


def needs_ripple(game: Seven, card: str) -> bool:
    """Whether only an event that lifts the ages makes the start possible."""
    return not age_allows(game, EMPIRES[CARDS[card].empire])


def ripples(game: Seven, seat: int) -> list[str]:
    """Hand cards with such an event."""
    return [
        card
        for card in game.players[seat].hand
        if any(effect["type"] == "ignore_ages" for effect in EVENTS[CARDS[card].event].effects)
    ]


def free_colours(game: Seven, seat: int) -> list[str]:
    """An own colour if one is free, else one that nobody picked (SA-1-10, SA-first-7)."""
    used = [empire.colour for empire in game.empires()]
    own = [colour for colour in game.players[seat].colours if colour not in used]
    if own:
        return own
    picked = [colour for one in game.players for colour in one.colours]
    return [colour for colour in COLOURS if colour not in (*used, *picked)]


def setup_step(game: Seven, empire: EmpireCard, option: int) -> int:
    """Where the progress marker goes, 0 where this choice is not possible (SA-1-12, SA-1-13, SA-1-15, SA-gap-75)."""
    choice = empire.setup[option]
    if "same_step_as" in choice:
        return game.empire(choice["same_step_as"]).step if choice["same_step_as"] in game.owners else 0
    if not game.owners:
        return FIRST_STEP[min(empire.ages)]
    return max(1, min(LAST_STEP, game.top_step() + int(choice["step"])))


# ---- start areas


def start_areas(game: Seven, empire: EmpireCard) -> Iterator[tuple[str, ...]]:
    """All sets of start areas that the player can choose from; usually there is one (SA-1-4)."""
    fixed: list[str] = []
    choices: list[list[tuple[str, ...]]] = []
    for start in empire.start:
        if start["kind"] == "area":
            fixed.append(start["area"])
        elif start["kind"] == "held_by":
            fixed += held_by(game, start)
        else:
            choices.append(_CHOICES[start["kind"]](game, start))
    if not choices:
        yield tuple(dict.fromkeys(fixed))
        return
    (choice,) = choices
    for areas in choice:
        yield tuple(dict.fromkeys((*fixed, *areas)))


def has_choice(empire: EmpireCard) -> bool:
    return any(start["kind"] in _CHOICES for start in empire.start)


def held_by(game: Seven, start: Mapping[str, Any]) -> list[str]:
    """The Moors: every area of the region that the other empire controls (SA-1-5)."""
    if start["empire"] not in game.owners:
        return []
    holder = game.empire(start["empire"])
    return [area for area in game.lands(holder) if start["region"] in AREAS[area].regions]


def _choice(game: Seven, start: Mapping[str, Any]) -> list[tuple[str, ...]]:
    return [(area,) for area in start["areas"]]


def _free_coast(game: Seven, start: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """The Pirate state: a neutral coast near another empire (SA-1-17, SA-gap-77)."""
    near = distances(game, list(game.control), start["distance"])
    return [
        (area.id,)
        for area in AREAS.values()
        if area.is_land and area.seas and area.id in near and area.id not in game.control
    ]


def _seized(game: Seven, start: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """The Free State: up to a number of connected areas of one empire, each in unrest or of no weight (SA-gap-67)."""
    found: list[tuple[str, ...]] = []
    for empire in game.empires():
        areas = [area for area in game.lands(empire) if seizable(game, empire, area)]
        for number in range(1, start["areas"] + 1):
            found += [chosen for chosen in combinations(areas, number) if connected(chosen)]
    return found


def seizable(game: Seven, empire: Empire, area: str) -> bool:
    weight = area == empire.capital or any(leader.area == area for leader in empire.leaders)
    return area in game.unrest or not weight


def connected(areas: tuple[str, ...]) -> bool:
    """By land borders or red arrows."""
    reached, edge = {areas[0]}, [areas[0]]
    while edge:
        area = AREAS[edge.pop()]
        for other in (*area.land, *area.arrows):
            if other in areas and other not in reached:
                reached.add(other)
                edge.append(other)
    return len(reached) == len(areas)


_CHOICES = {"choice": _choice, "free_coast": _free_coast, "seized": _seized}


def named_leaders(game: Seven, empire: str, step: int) -> list[str]:
    """Leaders that its card names for the age, who have not been in the game (SA-1-20, SA-6.3-2)."""
    age = AGE_OF_STEP[step]
    return [one for one in EMPIRES[empire].named if age in NAMED[one].ages and one not in game.named_used]
