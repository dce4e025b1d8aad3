"""Every title, with every number of seats, passes the conformance suite."""

from __future__ import annotations

from itertools import count, product
from typing import Any

import pytest

from pbem import titles
from pbem.table import Title
from pbem.trials.conformance import FOR_ONLOOKERS, Effort, conform

from .toy import TOY

QUICK = Effort(every=11, answers=25, mutants=5, twins=2, twin_steps=8)
TITLES = titles.ids()
MISSED = {"seven_ages": 5}
"""At so many of 100 asks of random games no table may be found; in games between bots it is one of a few hundred."""
CASES = [(ident, seats) for ident in TITLES for seats in titles.load(ident).seats]
TOY_SEATS = (2, 3, 4, 5, 6, 7)
SHORT = 500
"""Answers that a short game does not exceed."""
VERY_LONG, SOME = 10_000, 400
"""Where games may be longer than this, each option is tried for so many answers; the rulebook's own game is whole."""


def marks(ident: str, seats: int) -> list[pytest.MarkDecorator]:
    """A table without a budget is left to the night; titles whose games are long are left to the whole run."""
    title = titles.load(ident)
    if seats not in title.conformance:
        return [pytest.mark.nightly]
    return [pytest.mark.slow] if title.longest > SHORT else []


def option_sets(title: Title, seats: int) -> list[dict[str, Any]]:
    """The rulebook's options, and each other value of each option that so many players can play with."""
    others = [{option.id: value} for option in title.options for value in option.values[1:]]
    whole = [{**title.settle(seats, {}), **one} for one in others]
    return [{}, *(one for one, all_of in zip(others, whole, strict=True) if not unfit(title, seats, all_of))]


def unfit(title: Title, seats: int, options: dict[str, Any]) -> bool:
    return title.unfit is not None and title.unfit(seats, options) is not None


@pytest.mark.parametrize(
    ("ident", "seats"), [pytest.param(ident, seats, marks=marks(ident, seats)) for ident, seats in CASES]
)
def test_a_title_conforms(ident: str, seats: int) -> None:
    title = titles.load(ident)
    budget = title.conformance.get(seats)
    report = conform(title, seats, count(1) if budget else [1], effort=QUICK, budget=budget)
    assert report.held, str(report)
    assert report.spent or report.games == 1
    missed = sum(number for kind, number in report.missed.items() if not kind.endswith(FOR_ONLOOKERS))
    assert missed <= report.outlooks * MISSED.get(ident, 0) // 100, report.missed


@pytest.mark.parametrize("ident", TITLES)
def test_a_title_has_a_budget_for_its_smallest_table_at_least(ident: str) -> None:
    title = titles.load(ident)
    assert title.seats[0] in title.conformance
    assert set(title.conformance) <= set(title.seats)


def test_a_budget_is_spent_on_several_games_and_not_exceeded() -> None:
    duel = titles.load("wonders_duel")
    report = conform(duel, 2, count(1), effort=QUICK, budget=100)
    assert report.held, str(report)
    assert (report.steps, report.games) == (100, 1)
    assert report.spent


@pytest.mark.parametrize("seats", [2, 3, *(pytest.param(n, marks=pytest.mark.slow) for n in TOY_SEATS[2:])])
def test_the_toy_conforms(lantern_market: Title, seats: int) -> None:
    assert seats in lantern_market.seats
    report = conform(lantern_market, seats, [1], effort=QUICK)
    assert report.held, str(report)
    assert report.games == 1
    assert report.answers_read > 0 < report.mutants_tried
    assert report.twins_followed > 0 < report.undone


def test_the_toy_asks_everything_it_has(lantern_market: Title) -> None:
    report = conform(lantern_market, 3, [4], effort=QUICK)
    kinds = lantern_market.language.kinds
    offered = {part for kind in kinds.values() for part in kind.ids[1:]}  # never put by themselves
    assert set(report.kinds) == set(kinds) - offered
    assert TOY in str(report)


@pytest.mark.nightly
@pytest.mark.parametrize(("ident", "seats"), CASES)
def test_a_title_conforms_under_many_seeds_and_options(ident: str, seats: int) -> None:
    title = titles.load(ident)
    # a long game has as many positions as several short ones: fewer of them, looked at less often
    seeds, effort = (range(100, 105), Effort()) if title.longest <= SHORT else (range(100, 101), QUICK)
    for n, (options, seed) in enumerate(product(option_sets(title, seats), seeds)):
        budget = SOME if options and title.longest > VERY_LONG else None
        report = conform(title, seats, [seed + 10 * n], options, effort=effort, budget=budget)
        assert report.held, f"{options}: {report}"


@pytest.mark.nightly
@pytest.mark.parametrize("seats", TOY_SEATS)
def test_the_toy_conforms_under_many_seeds_and_options(lantern_market: Title, seats: int) -> None:
    for options in option_sets(lantern_market, seats):
        report = conform(lantern_market, seats, range(10, 18), options)
        assert report.held, f"{options}: {report}"
