"""The checks of tables from what a seat sees find what is wrong with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

import pytest

from pbem.table import (
    NOBODY,
    Below,
    Choose,
    Game,
    Hidden,
    Input,
    Language,
    Outcome,
    Rule,
    Shuffle,
    Table,
    Title,
    Unknown,
    Vocabulary,
    as_count,
    in_sight,
)
from pbem.table import imagine as imagining
from pbem.table.hidden import Path
from pbem.table.hindsight import Hindsight, hindsight
from pbem.table.imagine import Imagined
from pbem.trials import outlooks, twins
from pbem.trials.errors import TrialFault
from pbem.trials.simulate import source
from tests.toys.mail import toy

CARDS = ("ace", "king", "queen", "jack")
LANGUAGE = Language(
    {"asks": [{"id": "step", "rules": ["P-1"], "order": {"forms": ["go", "stay"]}}]},
    {"card": Vocabulary("card", {card: {} for card in CARDS})},
)


@dataclass(slots=True)
class Peeking(Game):
    deck: Annotated[list[str], Hidden(NOBODY, as_count, pool="card")] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    worth: int = 0


def setup(game: Peeking) -> Rule:
    game.deck = yield Shuffle(CARDS)
    return "steps"


def honest(game: Peeking) -> Rule:
    for _ in range(3):
        yield Choose(0, LANGUAGE["step"], [("go",), ("stay",)])
    game.outcome = Outcome([0], "steps", [])
    return None


def remembers_a_card(game: Peeking) -> Rule:
    card = game.deck[0]
    yield from honest(game)
    game.open.append(card)
    return None


def remembers_a_figure(game: Peeking) -> Rule:
    worth = CARDS.index(game.deck[0])
    for _ in range(3):
        yield Choose(0, LANGUAGE["step"], [("go",), ("stay",)])
        game.worth += worth
    game.outcome = Outcome([0], "steps", [])
    return None


def deal(game: Peeking, unknown: Sequence[Unknown], _: Sequence[Input], below: Below) -> list[str]:
    rest = Shuffle([card for card in CARDS if card not in in_sight(game)], "").outcome(below)
    return [rest.pop() for _ in unknown]


def table(steps: Any) -> Table:
    phases = {"setup": setup, "steps": steps}
    new = lambda seats, options, fixes: Peeking(seats, options, fixes)  # noqa: E731
    title = Title("peeking", {"en": "Peeking"}, (1,), new, phases, LANGUAGE, {}, {}, deal=deal)
    return Table(title, ("anna",), below=source(3))


def faults(made: Table, seat: int = 0, tries: int = 20) -> set[str]:
    found = set()
    for n in range(tries):
        try:
            assert outlooks.check(made, seat, source(n))
        except TrialFault as fault:
            found.add(fault.what)
    return found


def test_an_honest_title_holds() -> None:
    assert faults(table(honest)) == set()
    assert all(outlooks.onlooker(table(honest), source(n)) for n in range(5))


def test_what_rules_remember_of_the_imagined_is_found() -> None:
    (what,) = {what.split("'")[2] for what in faults(table(remembers_a_card))}
    assert what == " was imagined, and is left in remembers_a_card: card after the veil"


def test_a_course_that_depends_on_the_imagined_is_found() -> None:
    assert faults(table(remembers_a_figure)) == {"after ('go',) to step the table set up looks otherwise", *STAYED}


STAYED = {"after ('stay',) to step the table set up looks otherwise"}


def test_another_position_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    veil = Imagined.veil

    def wrong(world: Imagined) -> None:
        veil(world)
        world.state.worth += 1

    monkeypatch.setattr(Imagined, "veil", wrong)
    assert faults(table(honest)) == {"the table set up has another view: worth is 0 against 1"}


def test_a_sight_that_tells_more_than_is_seen_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def tells(table: Table, seat: int | None) -> Hindsight:
        past = hindsight(table, seat)
        path: Path = ("deck", 0)
        known = [] if isinstance(table, Imagined) else [(path, table.state.deck[0])]
        return Hindsight(past.place, past.before, known, past.backs, past.inputs, past.shown)

    monkeypatch.setattr(imagining, "hindsight", tells)
    (what,) = faults(table(honest))
    assert what.startswith("in a world that looks the same the outlook differs: hindsight.known is [['deck', 0,")


def test_secret_answers_in_a_sight_are_found_by_twin_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.table.hindsight._secret", lambda given, opened: False)
    found = set()
    for seed in range(40):
        made = Table(toy("toy_combat"), ("anna", "bob", "carol"), below=source(seed))
        made.answer(0, next(one for one in made.pending[0].answers() if one[0] == "attack"))
        try:
            twins.follow(made, 3, source(seed))
        except TrialFault as fault:
            found.add(fault.what.split(":")[0])
    assert found
    assert all(what.endswith("can tell two worlds apart by what led to them") for what in found)
