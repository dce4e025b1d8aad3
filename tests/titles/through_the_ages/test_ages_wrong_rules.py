"""Rules that are wrong on purpose are noticed: by the second book, the rulebook's examples, or the tests of cards.

None of them looks at the code of the rules: the book is kept from the notes, examples and card tests have the figures
of the rulebook and the printed data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import test_ages_actions
import test_ages_civil_cards
import test_ages_conflicts
import test_ages_course
import test_ages_events
import test_ages_leaders
from test_ages_second_book import test_a_book_kept_from_the_notes_is_right as book_is_right

from pbem.titles.through_the_ages import TITLE, cards
from pbem.titles.through_the_ages.state import Ages, Civilization
from pbem.trials.scenario import load
from tests.titles.wrong_rules import Check, cases_of, holds, noticed


def rule(chapter: str) -> Any:
    """The module of a chapter; some phases have its name."""
    return import_module(f"pbem.titles.through_the_ages.rules.{chapter}")


abilities = rule("abilities")
action_cards = rule("action_cards")
aggression = rule("aggression")
changes = rule("changes")
civil = rule("civil")
colonies = rule("colonies")
develop = rule("develop")
ending = rule("ending")
events = rule("events")
goods = rule("goods")
pacts = rule("pacts")
paying = rule("paying")
politics = rule("politics")
ratings = rule("ratings")
row = rule("row")
scoring = rule("scoring")
setup = rule("setup")
turn = rule("turn")
war = rule("war")

CARD_TESTS = (
    test_ages_civil_cards,
    test_ages_conflicts,
    test_ages_actions,
    test_ages_leaders,
    test_ages_events,
    test_ages_course,
)
EXAMPLES = Path(__file__).parents[2] / "scenarios/through_the_ages/examples.yaml"
GAMES = 6


def checks() -> Iterator[Check]:
    yield from (partial(holds, example) for example in load(EXAMPLES))
    for seed in range(GAMES):
        yield partial(book_is_right, (2, 3, 4)[seed % 3], 100 + seed)
    for module in CARD_TESTS:
        yield from cases_of(module)


# ---- the wrong rules

Wrong = Callable[[pytest.MonkeyPatch], None]


def put(*places: tuple[Any, str], value: Any) -> Wrong:
    """Another value under a name, in the modules that use it."""

    def wrong(patch: pytest.MonkeyPatch) -> None:
        for module, name in places:
            patch.setattr(module, name, value)

    return wrong


def instead(module: Any, name: str, changed: Callable[..., Any]) -> Wrong:
    """A function that does something else with what the right one gives: `changed(right, …)`."""
    right = getattr(module, name)
    return lambda patch: patch.setattr(module, name, lambda *given, **more: changed(right, *given, **more))


def printed(card: str, **figures: Any) -> Wrong:
    """A card with other figures, which only code reads."""
    return lambda patch: patch.setitem(cards.CARDS, card, replace(cards.CARDS[card], **figures))


def _no_change(civ: Civilization, good: str, amount: int) -> int:
    lost = 0
    held = sorted(card for card in civ.tokens if goods._KIND[card] == good)
    for card in held:
        while lost < amount and civ.tokens.get(card):
            goods.take_off(civ, card)
            lost += goods._VALUE[card]
    return lost


def _all_modern(right: Any, tactic: str, units: Mapping[str, int], genghis: bool) -> int:
    newer: dict[str, int] = {}
    for unit, number in units.items():
        family = cards.FAMILY[unit]
        best = cards.OF_FAMILY[family][-1]
        newer[best] = newer.get(best, 0) + number
    return int(right(tactic, newer, genghis))


def _two_of_two(right: Any, game: Ages, by: int, step: Mapping[str, Any]) -> Any:
    return game.clockwise(by) if step["who"] == "two_weakest" else right(game, by, step)


def _to_the_pool(patch: pytest.MonkeyPatch) -> None:
    """Units that were sent to a colony become unused workers."""
    right = colonies.colonise

    def wrong(game: Ages, seat: int, territory: str) -> Any:
        civ = game.civs[seat]
        civ.yellow, civ.unused = civ.yellow - 1, civ.unused + 1
        yield from right(game, seat, territory)

    patch.setattr(colonies, "colonise", wrong)


def _one_more_round(right: Any, game: Ages) -> Any:
    yield from right(game)
    if game.last_round:
        game.last_round += 1


def _no_future(right: Any, game: Ages) -> Any:
    game.future = []
    return right(game)


def _anything_urban(civ: Civilization) -> int:
    return 9


WRONG: dict[str, Wrong] = {
    "no corruption": put((goods, "CORRUPTION"), value=(0,) * 17),
    "everybody eats one more": put((goods, "CONSUMPTION"), value=tuple(n + 1 for n in cards.CONSUMPTION)),
    "hunger costs 3": put((turn, "HUNGER"), value=3),
    "an age costs one yellow token": put((row, "YELLOW_LOST"), value=1),
    "two cards are swept with two players": put((row, "SWEPT"), value={2: 2, 3: 2, 4: 1}),
    "wonders cost no more with wonders": put((civil, "SURCHARGE"), value=0),
    "every card costs one action": put((civil, "PRICES"), value=(1,) * 13),
    "four cards are drawn": put((turn, "MOST_DRAWN"), value=4),
    "people want one face less": put((ratings, "DEMAND"), value=tuple(max(0, n - 1) for n in cards.DEMAND)),
    "growing costs one more": put((paying, "POPULATION_COST"), value=tuple(n + 1 for n in cards.POPULATION_COST)),
    "a resigned enemy brings nothing": put((politics, "FOR_RESIGNED_WAR"), value=0),
    "a discarded card defends with 2": put((aggression, "FOR_DISCARD"), value=2),
    "a tactic is copied for one action": put((abilities, "COPY_COST"), value=1),
    "nine faces": put((ratings, "MOST_HAPPY"), value=9),
    "four civil actions in the first round": put((setup, "FIRST_ACTIONS"), value=(4, 4, 4, 4)),
    "a ruin gives 3": put((ratings, "RUIN_CULTURE"), value=3),
    "armies are never antiquated": instead(ratings, "armies", _all_modern),
    "air forces double nothing": instead(
        ratings, "_tactical", lambda right, strong, weak, modern, old, air: right(strong, weak, modern, old, 0)
    ),
    "upgrades cost as much as buildings": put(
        (civil, "upgrade_cost"), (paying, "upgrade_cost"), value=lambda civ, old, new: paying.cost_of(civ, new)
    ),
    "no change is given": put((goods, "lose"), (paying, "lose"), (turn, "lose"), value=_no_change),
    "the second weakest of two is weak, too": instead(events, "selected", _two_of_two),
    "an event brings a point more": put(
        (politics, "LEVEL"), value={card: level + 1 for card, level in cards.LEVEL.items()}
    ),
    "a war over culture takes 4 and the lead": printed(
        "war_over_culture_iii", steps=({"winner": {"take_culture": {"base": 4}}},)
    ),
    "units come back from a colony": _to_the_pool,
    "forces have no modifier": put((colonies, "colonization"), value=lambda civ: 0),
    "the game lasts a round longer": instead(row, "next_age", _one_more_round),
    "future events are not scored": lambda patch: patch.setitem(
        TITLE.phases, "final", lambda game: _no_future(ending.final, game)
    ),
    "a replaced leader costs his action": put((develop, "regain_civil"), value=lambda civ: False),
    "action cards can be played at once": instead(
        action_cards, "no_play", lambda right, *given: "" if (why := right(*given)) == "card_taken_this_turn" else why
    ),
    "no limit for urban buildings": put((civil, "urban_limit"), (events, "urban_limit"), value=_anything_urban),
    "two leaders of an age": instead(
        civil, "forbidden", lambda right, *given: "" if (why := right(*given)) == "leader_of_that_age" else why
    ),
    "old pacts stay beside new ones": put((pacts, "end_pact"), value=lambda game, card: None),
    "Gandhi is attacked for the plain price": put(
        (politics, "attack_price"), value=lambda game, card, rival: cards.CARDS[card].actions
    ),
    "level armies attack": instead(
        politics, "no_attack", lambda right, *given: "" if (why := right(*given)) == "not_stronger" else why
    ),
    "impacts count units without level": instead(
        scoring, "_levels", lambda right, game, seat, *families: right(game, seat, *families) + 1
    ),
    "a stolen technology costs nothing of the lead": put(
        (war, "stealable"), value=lambda game, winner, loser, lead: list(game.civs[loser].specials)
    ),
    "tokens of the other side": instead(changes, "lose_yellow", lambda right, civ, number: right(civ, number + 1)),
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
