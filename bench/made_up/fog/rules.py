"""The whole game of Fog."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import product
from typing import Annotated

from pbem.table import (
    BY_SEAT,
    NOBODY,
    OWNER,
    Answer,
    Choose,
    Game,
    Hidden,
    Language,
    Outcome,
    Rule,
    Shuffle,
    Vocabulary,
    as_count,
)
from pbem.titles import resources

DATA = resources.read(__package__, "data/components.yaml")
STACKS: dict[int, int] = DATA["stacks"]
"""By number of players: 300 with four, 550 with seven."""
EMPIRES: int = DATA["empires_of_a_player"]
AREAS = ["".join(parts) for parts in product(*DATA["syllables"])]
UNITS = ("militia", "archers", "horsemen", "galley", "siege_train")
CARDS = [f"card_{n}" for n in range(60)]
HAND = 6
TURNS = 3
VOCABULARIES = {"area": Vocabulary("area", {area: {} for area in AREAS})}
LANGUAGE = Language(resources.read(__package__, "asks.yaml"), VOCABULARIES)


@dataclass(slots=True)
class Stack:
    area: str
    seen_by: list[int]
    units: Annotated[list[str], Hidden("seen_by", as_count, pool="unit")]


@dataclass(slots=True)
class Empire:
    owner: int
    stacks: list[Stack] = field(default_factory=list)
    glory: int = 0
    gold: int = 10
    unrest: int = 0
    cities: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Player:
    hand: Annotated[list[str], Hidden(OWNER, as_count, pool="card")] = field(default_factory=list)


@dataclass(slots=True)
class Fog(Game):
    players: Annotated[list[Player], BY_SEAT] = field(default_factory=list)
    empires: list[Empire] = field(default_factory=list)
    deck: Annotated[list[str], Hidden(NOBODY, as_count, pool="card")] = field(default_factory=list)
    turn: int = 0


def new(seats: int, options: dict[str, str | int | bool], fixes: int) -> Fog:
    players = [Player() for _ in range(seats)]
    return Fog(seats, options, fixes, players=players)


def setup(game: Fog) -> Rule:
    game.deck = yield Shuffle(CARDS, label="cards")
    for player in game.players:
        player.hand = [game.deck.pop() for _ in range(HAND)]
    game.empires = [Empire(n % game.seats) for n in range(EMPIRES * game.seats)]
    number = STACKS[game.seats]
    units = yield Shuffle([UNITS[n % len(UNITS)] for n in range(number)], label="units")
    for n, unit in enumerate(units):
        empire = game.empires[n % len(game.empires)]
        empire.stacks.append(Stack(AREAS[n % len(AREAS)], [empire.owner], [unit]))
    for n, empire in enumerate(game.empires):
        empire.cities = [AREAS[n], AREAS[n + 1]]
    return "turn"


def turn(game: Fog) -> Rule:
    empire = game.empires[game.turn % len(game.empires)]
    answer = yield Choose(empire.owner, LANGUAGE["march"], list(marches(empire)), rule="FO-1")
    if answer[0] == "march":
        stack = next(one for one in empire.stacks if one.area == answer[1])
        stack.area = answer[2]
        game.note("marched", player=empire.owner, start=answer[1], area=answer[2])
        scout(game, empire, stack.area)
    else:
        empire.gold += 1
        game.note("rested", player=empire.owner, gold=empire.gold)
    game.turn += 1
    if game.turn < TURNS * len(game.empires):
        return "turn"
    gold = [sum(one.gold for one in game.empires if one.owner == seat) for seat in range(game.seats)]
    winners = [seat for seat, one in enumerate(gold) if one == max(gold)]
    game.outcome = Outcome(winners, "gold", [{"gold": one} for one in gold])
    return None


def marches(empire: Empire) -> list[Answer]:
    """To the next area, for every stack of the empire that is acting."""
    found: list[Answer] = [("rest",)]
    for area in dict.fromkeys(stack.area for stack in empire.stacks):
        found.append(("march", area, AREAS[(AREAS.index(area) + 1) % len(AREAS)]))
    return found


def scout(game: Fog, empire: Empire, area: str) -> None:
    """An empire that enters an area sees what is there."""
    for other in game.empires:
        for stack in other.stacks:
            if stack.area == area and empire.owner not in stack.seen_by:
                stack.seen_by.append(empire.owner)
                seat = empire.owner
                game.note("scouted", player=seat, area=area)
                game.note("saw", seen_by=(seat,), area=area, unit=stack.units[0], reveals=True)


PHASES = {"setup": setup, "turn": turn}
