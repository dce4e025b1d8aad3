"""Events that name a target and remove pieces: disaster, famine and the diseases."""

from __future__ import annotations

from collections.abc import Callable

from ....table import Answer, Ask, Choose, NotLegal, Roll, Rule
from ..atlas import ADJOINING, LANDS, NEIGHBOURS, REGIONS
from ..cards import EVENTS, KINDS, LANGUAGE
from ..state import World
from .pieces import remove_armies

EVENT_TARGET = LANGUAGE["event_target"]


def disaster(game: World) -> Rule:
    """WH-events-14: one monument is removed, the player's own if there is no other; nothing else is."""
    seat = game.now.seat
    options = [("disaster", land) for land in LANDS if land in game.monuments]

    def worst(game: World, answer: Answer) -> tuple[int, int]:
        owner = game.owner(answer[1])
        return (owner != seat, -1 if owner is None else game.players[owner].total())

    answer = yield _target(game, options, worst)
    game.monuments.remove(answer[1])
    owner = game.owner(answer[1])
    game.note("monument_destroyed", player=seat, land=answer[1], owner=owner, other=owner not in (None, seat))


def famine(game: World) -> Rule:
    """WH-events-12: one army stays in every land of a region."""
    answer = yield _target(game, [("famine", region) for region in REGIONS if starving(game, region)], aim)
    for land in starving(game, answer[1]):
        dead = game.lands[land].armies - KINDS["famine"].fields["keep_per_land"]
        game.note("starved", land=land, player=game.lands[land].owner, armies=dead)
        remove_armies(game, land, dead)


def starving(game: World, region: str) -> list[str]:
    keep = KINDS["famine"].fields["keep_per_land"]
    return [land for land in REGIONS[region] if land in game.lands and game.lands[land].armies > keep]


def disease(game: World) -> Rule:
    """WH-events-18, WH-events-22, WH-events-24: dice for each army; one that shows a one dies."""
    kind = EVENTS[game.now.event].kind
    if kind == "black_death":
        options: list[Answer] = [("black_death", a, b) for a, b in ADJOINING if settled(game, a) or settled(game, b)]
    else:
        options = [(kind, land) for land in LANDS if land in game.lands]

    answer = yield _target(game, options, aim)
    game.note("disease_strikes", player=game.now.seat, event=game.now.event, places=list(answer[1:]))
    for land, dice in _struck(game, answer):
        armies = game.lands[land].armies
        thrown = yield Roll(dice * armies, label=f"{kind}:{land}")
        dead = sum(KINDS[kind].fields["kill_on"] in thrown[n * dice : (n + 1) * dice] for n in range(armies))
        if dead:
            game.note("died", land=land, player=game.lands[land].owner, armies=dead, left=armies - dead)
            remove_armies(game, land, dead)


def settled(game: World, region: str) -> bool:
    return any(land in game.lands for land in REGIONS[region])


def _struck(game: World, answer: Answer) -> list[tuple[str, int]]:
    """Occupied lands with the dice that each of their armies throws, in map order."""
    struck: dict[str, int] = {}
    for scope in KINDS[answer[0]].fields["scope"]:
        if scope["target"] == "land":
            lands: tuple[str, ...] = (answer[1],)
        elif scope["target"] == "adjacent_lands":
            lands = tuple(way.to for way in NEIGHBOURS[answer[1]])
        else:
            lands = (*REGIONS[answer[1]], *REGIONS[answer[2]])
        struck.update(dict.fromkeys(lands, scope["dice_per_army"]))
    return [(land, struck[land]) for land in LANDS if land in struck and land in game.lands]


def aim(game: World, answer: Answer) -> tuple[int, int]:
    """By default a famine or disease spares the player's own armies and targets the leader's."""
    seat, keep = game.now.seat, 0
    if answer[0] == "famine":
        lands, keep = starving(game, answer[1]), KINDS["famine"].fields["keep_per_land"]
    else:
        lands = [land for land, _ in _struck(game, answer)]
    leader = max(game.others(seat), key=lambda other: game.players[other].total())
    own = sum(game.lands[land].armies - keep for land in lands if game.lands[land].owner == seat)
    his = sum(game.lands[land].armies - keep for land in lands if game.lands[land].owner == leader)
    return (-own, his)


def _target(game: World, options: list[Answer], key: Callable[[World, Answer], tuple[int, int]]) -> Choose:
    def why(answer: Answer) -> NotLegal:
        if answer[0] != options[0][0]:
            return NotLegal("other_event", {"event": game.now.event}, rule="WH-5.2-1")
        return _apart(answer) or NotLegal("no_event_target", {"place": answer[1]}, rule="WH-5.2-11")

    return Choose(
        game.now.seat,
        EVENT_TARGET,
        options,
        why=why,
        default=lambda: max(options, key=lambda answer: key(game, answer)),
        values={"event": game.now.event},
    )


def _apart(answer: Answer) -> NotLegal | None:
    """What keeps two regions from being struck together; one alone can be struck in another pair (WH-events-24)."""
    if answer[0] != "black_death":
        return None
    pair = {"a": answer[1], "b": answer[2]}
    if answer[1] == answer[2]:
        return NotLegal("region_twice", {}, rule="WH-events-24")
    return NotLegal("regions_empty" if answer[1:] in ADJOINING else "regions_apart", pair, rule="WH-events-24")


def _either_way(ask: Ask, answer: Answer) -> Answer:
    """Two regions may be named in any order; the record has them in map order."""
    order = list(REGIONS)
    return ("black_death", *sorted(answer[1:], key=order.index))


EVENT_TARGET.reads("black_death", _either_way)
