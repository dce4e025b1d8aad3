"""The suite on small titles that use menus, forced simultaneous answers, and secrets that depend on the answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.table import Table
from pbem.trials.conformance import Effort, conform
from tests.toys.mail import TOYS, changed, toy

HARD = Effort(every=1, twins=4)


@pytest.mark.slow
@pytest.mark.parametrize("ident", TOYS)
def test_the_toys_hold(ident: str) -> None:
    title = toy(ident)
    for seats in title.seats[:2]:
        report = conform(title, seats, range(6))
        assert report.held, str(report)
        assert report.games == 6


FAULTS = [
    # a card that is not hidden with its attack
    ("toy_combat", 'game.name(seat) if answer[0] == "attack" else None', "None", "shows something hidden"),
    # what tells that somebody had no choice
    (
        "toy_combat",
        "game.hired = [0] * game.seats",
        "game.hired = [sum(ask.only() is not None for ask in asks.values())] * game.seats",
        "can tell two worlds apart",
    ),
    # how many laid a card is known only when all is shown
    (
        "toy_combat",
        "private=True, secret=game.name(seat), shown=len)",
        "private=True, secret=game.name(seat))",
        "can tell two worlds apart",
    ),
    # what a line goes on for depends on a hidden card
    (
        "toy_combat",
        'occasion=f"combat {game.turn}"',
        'occasion=f"combat {game.hands[game.attacker]}"',
        "is part of something else",
    ),
    # who may write ahead depends on a marker that nobody has seen
    (
        "toy_ages",
        'for empire in game.acting[1:]} if game.phase == "production" else {}',
        "for empire in game.acting[1:] if game.markers[0]}",
        "is hidden",
    ),
    # what was marked for later
    (
        "toy_ages",
        'game.note("revealed", player=seat, action=ACTIONS[game.action], reveals=True)',
        'game.note("revealed", player=seat, action=str(game.markers[seat]))',
        "can tell two worlds apart",
    ),
    # an event that shows a card, and does not say so
    (
        "toy_battle",
        'game.note("event", player=seat, card=card, reveals=True)',
        'game.note("event", player=seat, card=game.hands[seat][:1])',
        "can tell two worlds apart",
    ),
    # a verb that takes what it does not list
    ("toy_turn", "return None if answer[1] in cards else", "return None if answer[1] in CARDS else", "does not list"),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ident", "right", "wrong", "said"), FAULTS, ids=[f"{ident}: {said}" for ident, *_, said in FAULTS]
)
def test_a_fault_is_caught(ident: str, right: str, wrong: str, said: str, tmp_path: Path) -> None:
    with changed(tmp_path, ident, right, wrong) as title:
        report = conform(title, 3 if 3 in title.seats else title.seats[0], range(6), effort=HARD)
    assert any(said in one.what for one in report.failures), str(report)


def test_who_had_no_choice_must_count_as_awaited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "waiting", lambda table: list(table.unanswered))
    with changed(tmp_path, "toy_combat", "open=False, forced=True", "forced=True") as title:
        report = conform(title, 3, range(6), effort=HARD)
    assert any("can tell two worlds apart" in one.what for one in report.failures), str(report)


@pytest.mark.slow
def test_an_open_together_with_forced_answers_holds(tmp_path: Path) -> None:
    with changed(tmp_path, "toy_combat", "open=False, forced=True", "forced=True") as title:
        report = conform(title, 3, range(6), effort=HARD)
    assert report.held, str(report)
