"""A scenario that has been read and can be played."""

from __future__ import annotations

from typing import Any

from ..table import Title
from ..table.state_json import copy
from ..words.lazy_dataclass import dataclass
from .scenario_file import Place, ScenarioSource
from .scenario_run import Difference, OffScript, Run, Script, Stop, begin, blame
from .scenario_steps import STEPS, take_order


@dataclass(frozen=True)
class Scenario:
    """One scenario, checked and ready to run."""

    source: ScenarioSource
    place: Place
    name: str
    title: Title
    players: tuple[str, ...]
    rules: tuple[str, ...]
    state: Any
    """The position that play starts from."""
    given: dict[str, Any]
    options: dict[str, Any]
    phase: str | None
    chance: tuple[Any, ...]
    seed: int | None
    steps: tuple[tuple[str, Any, Place], ...]
    after: Scenario | None

    @property
    def file(self) -> str:
        return self.source.name

    def run(self) -> list[Difference]:
        """Play it; an empty list means that everything went as the scenario says."""
        try:
            return self._played().differences
        except _NotBegun as fault:
            return [fault.difference]

    def _played(self) -> Run:
        run = self._begun()
        try:
            for word, value, place in self.steps:
                run.where = f"{self.file}:{self.source.line(place)}"
                if word in self.players:
                    take_order(run, word, value)
                else:
                    STEPS[word][1](run, value)
        except Stop:
            return run
        except Exception as fault:  # a position that the rules never reach may break them; the other scenarios go on
            run.differ(f"{word}: {value}", "rules that go on", blame(fault))
            return run
        if run.script.outcomes:
            run.where = f"{self.file}:{self.source.line((*self.place, 'chance'))}"
            run.differ("chance", "every outcome to be used", f"unused: {run.script.outcomes}")
        return run

    def _begun(self) -> Run:
        script = Script(self.chance, self.seed)
        if self.after is not None:
            run = self.after._played()
            if run.differences:
                raise self._not_begun(f"after {self.after.name}", "no difference there", run.differences[0])
            run.scenario, run.script, run.table.below = self.name, script, script
            return run
        try:
            return Run(self.name, self.players, begin(self.title, self.players, copy(self.state), script), script)
        except OffScript as fault:
            raise self._not_begun("start", "chance as scripted", fault) from None
        except Exception as fault:  # as above
            raise self._not_begun("start", "rules that begin", blame(fault)) from fault

    def _not_begun(self, path: str, expected: str, got: object) -> _NotBegun:
        where = f"{self.file}:{self.source.line(self.place)}"
        return _NotBegun(Difference(self.name, where, path, expected, str(got)))


class _NotBegun(Exception):
    """Play could not even start."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(str(difference))
        self.difference = difference
