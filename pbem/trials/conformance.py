"""The conformance suite: whole random games of a title, checked from all sides.

`conform(title, seats, seeds)` plays one game per seed and returns a report.
Everything is checked at every step, except that pairs of twin worlds, each a game
of its own, are started only at a sample of steps and wherever something is asked
for the first time. The first failure of a game ends that game.

Each title says how much of this belongs to every test run: `Title.conformance` is a budget of answers
for each number of players. `make nightly` tries seeds, options and tables beyond it.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any

from ..table import Below, Table, Title
from ..words.lazy_dataclass import dataclass
from . import conformance_checks as checks
from . import conformance_orders as orders
from . import outlooks, twins
from .errors import TrialFault
from .simulate import source

FOR_ONLOOKERS = "for onlookers"
HANDLES = ("anna", "bob", "carol", "dave", "erin", "frank", "gina")


@dataclass(frozen=True)
class Effort:
    """How much is checked. The everyday run takes a sample, the long run more."""

    every: int = 7
    """Twin worlds are started at every n-th step."""
    answers: int = 40
    """How many listed answers of an ask are written and read."""
    mutants: int = 6
    """How many damaged orders are tried on an ask."""
    twins: int = 3
    """How many pairs of worlds are started at a sampled step."""
    twin_steps: int = 12
    """For how many answers a pair of worlds is followed."""


@dataclass(frozen=True)
class Failure:
    title: str
    seats: int
    seed: int
    step: int
    check: str
    what: str

    def __str__(self) -> str:
        return (
            f"{self.title}, {self.seats} seats, seed {self.seed}, after {self.step} answers: {self.check}: {self.what}"
        )


@dataclass
class ConformanceReport:
    title: str
    seats: int
    budget: int | None = None
    """The number of answers after which no more are tried, even in mid-game."""
    games: int = 0
    """How many were played to the end."""
    steps: int = 0
    answers_read: int = 0
    mutants_tried: int = 0
    twins_followed: int = 0
    outlooks: int = 0
    """How often a table was to be set up from what a seat, or everybody, sees."""
    missed: dict[str, int] = field(default_factory=dict)
    """Asks at which that did not succeed, and how often."""
    undone: int = 0
    kinds: dict[str, int] = field(default_factory=dict)
    """How often each ask was put to somebody."""
    failures: list[Failure] = field(default_factory=list)

    @property
    def spent(self) -> bool:
        return self.budget is not None and self.steps >= self.budget

    @property
    def held(self) -> bool:
        return not self.failures

    def __str__(self) -> str:
        head = (
            f"{self.title}, {self.seats} seats: {self.games} games, {self.steps} answers, {self.answers_read} orders "
            f"read, {self.mutants_tried} damaged ones, {self.undone} undone, {self.twins_followed} steps of twin "
            f"worlds, {self.outlooks - sum(self.missed.values())} of {self.outlooks} tables set up from what is seen"
        )
        return "\n".join([head, *map(str, self.failures)])


def conform(
    title: Title,
    seats: int,
    seeds: Iterable[int],
    options: Mapping[str, Any] | None = None,
    effort: Effort | None = None,
    budget: int | None = None,
) -> ConformanceReport:
    """Play one game per seed and check everything; with a budget, stop after that many answers."""
    report = ConformanceReport(title.id, seats, budget)
    for seed in seeds:
        if report.spent:
            break
        trial = Trial(title, seats, seed, options or {}, effort or Effort(), report)
        try:
            trial.play()
        except TrialFault as fault:
            report.failures.append(Failure(title.id, seats, seed, trial.step, fault.check, fault.what))
        except Exception as crash:  # any error of a title is a finding and must not end the suite
            where = traceback.extract_tb(crash.__traceback__)[-1]
            what = f"{type(crash).__name__}: {crash} ({where.filename}:{where.lineno})"
            report.failures.append(Failure(title.id, seats, seed, trial.step, "crash", what))
    return report


class Trial:
    """One random game."""

    def __init__(
        self, title: Title, seats: int, seed: int, options: Mapping[str, Any], effort: Effort, report: ConformanceReport
    ) -> None:
        self.title, self.seats, self.seed, self.options = title, seats, seed, options
        self.effort, self.report = effort, report
        self.pick: Below = source(f"trial {seed}")
        self.step = 0
        self.known: dict[str, None] = {}
        """Kinds of asks that this game has had so far: twin worlds are started at the first of each."""
        self.digests: dict[int, str] = {}
        """The position at each place, which a replay must reach again."""

    def play(self) -> None:
        table = Table(self.title, HANDLES[: self.seats], self.options, below=source(f"chance {self.seed}"))
        language = checks.Sentences(self.title, table.players)
        language.notes(table.state.notes)
        while not table.over and not (self.report.spent and not table.given):  # those asked together answer together
            if self.step >= self.title.longest:
                raise TrialFault("length", f"the game goes on after {self.title.longest} answers")
            digest = self._look(table, language)
            self._answer(table, digest, language)
        if table.over:
            checks.ended(table, language)
            self.report.games += 1
        checks.state(table)
        checks.views(table)
        checks.replay(table, self.options, source(f"chance {self.seed}"), self.digests)

    def _look(self, table: Table, language: checks.Sentences) -> str:
        """Check the position and its asks without changing the table. Returns its digest."""
        if not table.pending:
            raise TrialFault("ask", "the game is not over, and nobody is asked anything")
        new = [ask.kind.id for ask in table.pending.values() if ask.kind.id not in self.known]
        self.known.update(dict.fromkeys(new))
        for seat, ask in table.pending.items():
            self.report.kinds[ask.kind.id] = self.report.kinds.get(ask.kind.id, 0) + 1
            orders.offered(ask, seat, table)
            language.ask(ask)
            checks.occasion(ask, table)
            self.report.answers_read += orders.every_answer(ask, table.players, self.effort.answers, self.pick)
            self.report.mutants_tried += orders.mutated(ask, table.players, self.effort.mutants, self.pick, language)
        checks.state(table)
        checks.views(table)
        checks.begun_anew(table)
        digest = table.digest()
        checks.saved(table, digest)
        checks.cloned(table, digest, self.pick)
        checks.together(table, self.pick)
        if new:
            checks.marks(table.state)
        if new or self.step % self.effort.every == 0:
            for _ in range(self.effort.twins):
                self.report.twins_followed += twins.follow(table, self.effort.twin_steps, self.pick)
            self._set_up(table)
        return digest

    def _set_up(self, table: Table) -> None:
        """Set the table up from what one of those who are asked sees, and from what everybody sees."""
        seats = list(table.pending)
        seat = seats[self.pick(len(seats))]
        kind = table.pending[seat].kind.id
        for asked, found in (
            (kind, outlooks.check(table, seat, self.pick)),
            (f"{kind} {FOR_ONLOOKERS}", outlooks.onlooker(table, self.pick)),
        ):
            self.report.outlooks += 1
            if not found:
                self.report.missed[asked] = self.report.missed.get(asked, 0) + 1

    def _answer(self, table: Table, digest: str, language: checks.Sentences) -> None:
        """Let one of the players who are asked answer; check the result."""
        open_seats = list(table.unanswered)
        seat = open_seats[self.pick(len(open_seats))]
        before = checks.Before(table, digest)
        if not table.given:
            self.digests[table.place] = before.digest
        ask = table.pending[seat]
        answer = ask.sample(self.pick)
        if self.pick(2):
            notes = table.order(seat, ask.write(answer, table.players))
        else:
            notes = table.answer(seat, answer)
        self.step += 1
        self.report.steps += 1
        language.notes(notes)
        self.report.undone += before.undone(table, notes)
