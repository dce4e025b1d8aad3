"""Rules that are wrong on purpose are noticed: by the second book, the scenarios, or the tests of cards.

None of them looks at the code of the rules: the book is kept from the notes, scenarios and card tests have the figures
of the rulebook and the printed data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any

import pytest
import test_seven_artifacts
import test_seven_conflict_events
import test_seven_events
import test_seven_options
import test_seven_rules
import test_seven_specials
from test_seven_second_book import keep

from pbem.titles.seven_ages import atlas, cards, rules
from pbem.titles.seven_ages.state import Empire, Seven
from pbem.trials.scenario import load
from tests.titles.wrong_rules import Check, cases_of, holds, noticed

MODULES = {one.name: import_module(f"{rules.__name__}.{one.name}") for one in iter_modules(rules.__path__)}
CARD_TESTS = (
    test_seven_rules,
    test_seven_events,
    test_seven_artifacts,
    test_seven_specials,
    test_seven_conflict_events,
    test_seven_options,
)
SCENARIOS = sorted((Path(__file__).parents[2] / "scenarios/seven_ages").glob("*.yaml"))
BOOKS = ((2, 31), (4, 32), (3, 33), (7, 34))


def checks() -> Iterator[Check]:
    for path in SCENARIOS:
        yield from (partial(holds, example) for example in load(path))
    for module in CARD_TESTS:
        yield from cases_of(module)
    for seats, seed in BOOKS:
        yield partial(keep, seats, seed, {"turn_limit": "turn_20"})


# ---- the wrong rules

Wrong = Callable[[pytest.MonkeyPatch], None]


def figure(where: Any, name: str, value: Any) -> Wrong:
    """Another figure in the data, which the printed data of the checks does not have."""
    return lambda patch: patch.setitem(where, name, value)


def put(name: str, value: Any, *only: str) -> Wrong:
    """Another value under a name, in the modules that use it."""

    def wrong(patch: pytest.MonkeyPatch) -> None:
        for module in [MODULES[one] for one in only] or [one for one in MODULES.values() if hasattr(one, name)]:
            patch.setattr(module, name, value)

    return wrong


def instead(chapter: str, name: str, changed: Callable[..., Any]) -> Wrong:
    """A function that does something else with what the right one gives: `changed(right, …)`."""
    right = getattr(MODULES[chapter], name)

    def wrong(patch: pytest.MonkeyPatch) -> None:
        for module in MODULES.values():
            if getattr(module, name, None) is right:
                patch.setattr(module, name, lambda *given, **more: changed(right, *given, **more))

    return wrong


def method(owner: type, name: str, changed: Callable[..., Any]) -> Wrong:
    right = getattr(owner, name)
    return lambda patch: patch.setattr(owner, name, lambda *given, **more: changed(right, *given, **more))


def _forgetful(right: Any, game: Seven, empire: Empire, leader: Any) -> None:
    right(game, empire, leader)
    if leader.id not in cards.NAMED:
        game.cup[leader.kind] -= 1


def _unrest_stays(right: Any, game: Seven, area: str) -> None:
    troubled = area in game.unrest
    right(game, area)
    if troubled:
        game.unrest.append(area)


def _fame_of_the_first(right: Any, game: Seven, seat: int, answer: Any, last: int) -> Any:
    yield from right(game, seat, answer, max(one.glory for one in game.players))


def _keeps_elites(right: Any, game: Seven, fight: Any, loser: int) -> None:
    lost = game.empire(fight.sides[loser].empire)
    before = lost.elites
    right(game, fight, loser)
    lost.elites = before


def _never_full(right: Any, game: Seven, empire: Empire, unit: str, on_map: Any) -> int:
    return 99 if not cards.UNITS[unit].common else int(right(game, empire, unit, on_map))


ways, moves = MODULES["ways"], MODULES["moves"]
WRONG: dict[str, Wrong] = {
    "a fort costs 4": figure(cards.COSTS, "fort", 4),
    "an elite marker costs 9": figure(cards.COSTS, "elite", 9),
    "unrest is paid off for 6": figure(cards.COSTS, "unrest", 6),
    "units cost 2 to supply": figure(cards.COSTS, "upkeep", 2),
    "glory costs 40": figure(cards.COSTS, "glory", 40),
    "a tie in trade moves 2 steps": figure(cards.TRADE, "tie_active", 2),
    "a won trade moves 2 steps": figure(cards.TRADE, "win", 2),
    "unrest costs 2 in trade": figure(cards.TRADE, "unrest", -2),
    "elites add up to 4": figure(cards.CONFLICT, "elite_max", 4),
    "an age ahead is worth 2": figure(cards.CONFLICT, "age_lead", 2),
    "a nuclear unit costs 3 glory": figure(cards.CONFLICT, "nuke_glory", -3),
    "destiny fills to 7": figure(cards.CONSTANTS, "destiny_hand", 7),
    "6 cards are dealt": figure(cards.CONSTANTS, "deal", 6),
    "three fertile cities an action": figure(cards.CONSTANTS, "city_fertile_areas", 3),
    "money goes on beyond 199": put("MOST_MONEY", 299),
    "two steps of free progress": put("FREE_PROGRESS", 2),
    "the same action twice costs 2": put("TWICE", 2),
    "oceans are in range from the start": put("_WITHOUT_OCEANS", atlas.AROUND, "range"),
    "a blue marker lies a step too low": put("BLUE_BASE", 6),
    "a fort is worth 3": put("FORT_DEFENCE", 3),
    "a garrison needs one unit less": put("BASE", 0, "manoeuvre"),
    "elephants frighten nobody": put("ELEPHANT", "", "potential"),
    "halves are rounded down": instead("income", "half_up", lambda right, n: n // 2),
    "the front line is rounded down": instead("potential", "front_size", lambda right, n: max(1, n // 2)),
    "forest never turns fertile": put("ground", lambda area, age: atlas.GROUNDS[atlas.AREAS[area].terrain]),
    "discards are thrown away": instead("pile", "discard", lambda right, game, *one: None),
    "leaders do not return to the cup": instead("changes", "remove_leader", _forgetful),
    "unrest stays in neutral areas": instead("changes", "left_alone", _unrest_stays),
    "a captured city keeps its level": put("level_below", lambda level: level, "fights"),
    "the loser keeps his elites": instead("fights", "beaten", _keeps_elites),
    "counters never run out": instead("building", "available", _never_full),
    "foreign units stop nobody": method(ways.Ways, "stopped_by", lambda right, self, area: []),
    "no garrison need stay": method(moves.Mover, "leaves_garrison", lambda right, self, group: True),
    "ties of glory go by seats": method(Seven, "order", lambda right, self: list(self.seated)),
    "a lost homeland costs nothing": instead("glory", "homeland", lambda right, *one: max(0, right(*one))),
    "deserts count for glory": instead(
        "glory", "counts", lambda right, game, empire, area, colour: area not in game.unrest
    ),
    "named leaders come again": instead(
        "startable",
        "named_leaders",
        lambda right, game, empire, step: [
            one for one in cards.EMPIRES[empire].named if cards.AGE_OF_STEP[step] in cards.NAMED[one].ages
        ],
    ),
    "ships and horses are never learned": instead("trade", "lift_bans", lambda right, sides: None),
    "a late player has the fame of the first": instead("joining", "seated", _fame_of_the_first),
    "pairs in use are free": instead("joining", "free_pairs", lambda right, game: list(cards.PAIRS)),
    "canals are open to all": put("bank_holders", lambda game, empire, canal: []),
    "everybody is in range": instead("range", "in_range", lambda right, game, empire, through=(): game.empires()),
    "barbarians pay for their units": method(Empire, "units", lambda right, self: right(self) + 1),
    "a refused way is asked again": instead(
        "permission",
        "strangers",
        lambda right, game, empire: [one.id for one in game.empires() if game.owners[one.id] != game.owners[empire.id]],
    ),
    "retreats lead anywhere": instead("retreat", "can_enter", lambda right, game, empire, fighter, area: True),
    "the city stands against guns": instead(
        "potential",
        "defence",
        lambda right, game, fight, against: right(game, fight, [("spear", *one[1:]) for one in against]),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_rule_is_noticed(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    WRONG[what](monkeypatch)
    assert noticed(checks()), f"nobody notices that {what}"


@pytest.mark.slow
def test_with_the_right_rules_nothing_is_noticed() -> None:
    assert len(WRONG) >= 20
    assert noticed(checks()) == ""
