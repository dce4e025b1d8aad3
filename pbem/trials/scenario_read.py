"""Reads scenario files: all faults at once, each with file and line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .. import titles
from ..table import BadSetup, Title
from ..table.things import misfits
from .scenario_case import Scenario
from .scenario_expect import PUBLIC, StepContext
from .scenario_file import Place, ScenarioSource
from .scenario_given import merged, nested, put
from .scenario_steps import CHECKS, STEPS, read_order

HANDLES = ("anna", "ben", "cleo", "dora", "emil", "finn", "gita")
SHARED = ("title", "players", "options")
KEYS = (
    "name",
    "rules",
    "title",
    "players",
    "options",
    "like",
    "after",
    "given",
    "phase",
    "chance",
    "seed",
    "orders",
    "play",
    *CHECKS,
)


class BadScenario(ValueError):
    """Files that are not valid scenarios; the message lists all faults with file and line."""


class NoScenario(BadScenario):
    """Files that are not there."""


def load(path: Path) -> list[Scenario]:
    """All scenarios of a file; BadScenario lists everything that is wrong with it."""
    scenarios, faults = loaded(path)
    if faults:
        raise BadScenario("\n".join(faults))
    return scenarios


def read(name: str, text: str) -> list[Scenario]:
    """The scenarios of a text, e.g. of an example in the documentation."""
    source = ScenarioSource(name, text)
    scenarios = _File(source).scenarios() if not source.faults else []
    if source.faults:
        raise BadScenario("\n".join(source.faults))
    return scenarios


def loaded(path: Path) -> tuple[list[Scenario], list[str]]:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return [], [f"{path}: there is no such file"]
    except UnicodeDecodeError:
        return [], [f"{path}: is not UTF-8 text"]
    except OSError as fault:
        return [], [f"{path}: cannot be read: {fault.strerror}"]
    source = ScenarioSource(str(path), text)
    scenarios = _File(source).scenarios() if not source.faults else []
    return scenarios, source.faults


class _File:
    """Reads the scenarios of one file."""

    def __init__(self, source: ScenarioSource) -> None:
        self.source = source
        self.report = source.report
        self.known: dict[str, Scenario] = {}

    def scenarios(self) -> list[Scenario]:
        value = self.source.value
        shared: dict[str, Any] = {}
        entries: list[tuple[Place, Any]]
        if isinstance(value, list):
            entries = [((n,), one) for n, one in enumerate(value)]
        elif isinstance(value, dict) and "scenarios" in value:
            shared = {key: one for key, one in value.items() if key != "scenarios"}
            for key in shared:
                if key not in SHARED:
                    self.report((key,), f"beside `scenarios` may stand {', '.join(SHARED)}")
            listed = value["scenarios"]
            if not isinstance(listed, list):
                self.report(("scenarios",), "must be a list")
                listed = []
            entries = [(("scenarios", n), one) for n, one in enumerate(listed)]
        elif isinstance(value, dict):
            entries = [((), value)]
        else:
            entries = []
        if not entries and not self.source.faults:
            self.report((), "there is no scenario in this file")
        found = [self._scenario(place, one, shared) for place, one in entries]
        return [one for one in found if one is not None]

    def _scenario(self, place: Place, entry: Any, shared: dict[str, Any]) -> Scenario | None:
        before = len(self.source.faults)
        if not isinstance(entry, dict):
            self.report(place, "a scenario must be a mapping")
            return None
        for key in entry:
            if key not in KEYS:
                self.report((*place, key), f"is not known; known: {', '.join(KEYS)}")
        whole = {**shared, **entry}
        name = self._name(whole, place)
        title = self._title(whole, place)
        if title is None:
            return None
        like, after = self._earlier(whole, "like", place), self._earlier(whole, "after", place)
        if like is not None and after is not None:
            self.report((*place, "like"), "stands beside `after`; only one of them can be the start")
        base = like or after
        if base is not None:  # what the file's scenarios share is in the earlier one already, unless that differs
            whole = {key: value for key, value in whole.items() if key in entry or key not in ("players", "options")}
        if base is not None and base.title is not title:
            self.report((*place, "title"), f"{base.name!r} is a scenario of {base.title.id}")
            return None
        players = self._players(whole, place, title, base)
        if after is not None and players != after.players:
            self.report((*place, "players"), f"must be those of {after.name!r}")
        rules = self._rules(whole, place, title)
        phase = self._phase(whole, place, title, base)
        options = {**(base.options if base else {}), **self._mapping(whole, "options", place)}
        given = merged(base.given if base else {}, nested(self._mapping(whole, "given", place)))
        if after is not None and ("given" in entry or "phase" in entry or "options" in entry):
            self.report(place, "after another scenario the position, phase and options are those it ends with")
        state = self._state(title, players, options, given, phase, place)
        chance = whole.get("chance", [])
        if not isinstance(chance, list):
            self.report((*place, "chance"), "must be a list of outcomes")
            chance = []
        seed = whole.get("seed")
        if seed is not None and type(seed) is not int:
            self.report((*place, "seed"), "must be a whole number")
        steps = self._steps(whole, place, title, players)
        if not any(whole.get(key) for key in ("orders", "play", *CHECKS)):
            self.report(place, "nothing is played or expected")
        if len(self.source.faults) > before:
            return None
        made = Scenario(
            self.source,
            place,
            name,
            title,
            players,
            rules,
            state,
            given,
            options,
            phase,
            tuple(chance),
            seed,
            tuple(steps),
            after,
        )
        self.known[name] = made
        return made

    def _mapping(self, entry: dict[str, Any], key: str, place: Place) -> dict[str, Any]:
        value = entry.get(key, {})
        if isinstance(value, dict):
            return value
        self.report((*place, key), "must be a mapping")
        return {}

    def _name(self, entry: dict[str, Any], place: Place) -> str:
        name = entry.get("name")
        if not isinstance(name, str) or not name.strip():
            self.report(place, "a name is missing")
            return "?"
        if name in self.known:
            self.report((*place, "name"), f"{name!r} is the name of an earlier scenario of this file")
        return name

    def _title(self, entry: dict[str, Any], place: Place) -> Title | None:
        try:
            return titles.load(str(entry["title"]))
        except KeyError:
            self.report(place, "the title is missing")
        except titles.NoSuchTitle as fault:
            self.report((*place, "title"), str(fault))
        return None

    def _earlier(self, entry: dict[str, Any], key: str, place: Place) -> Scenario | None:
        name = entry.get(key)
        if name is None:
            return None
        found = self.known.get(name) if isinstance(name, str) else None
        if found is None:
            self.report((*place, key), f"{name!r} is no (right) scenario above in this file")
        return found

    def _players(self, entry: dict[str, Any], place: Place, title: Title, base: Scenario | None) -> tuple[str, ...]:
        players = entry.get("players", base.players if base else HANDLES[: title.seats[0]])
        if not isinstance(players, (list, tuple)) or not all(isinstance(one, str) and one for one in players):
            self.report((*place, "players"), "must be a list of handles")
            return HANDLES[: title.seats[0]]
        for handle in dict.fromkeys(players):
            if players.count(handle) > 1:
                self.report((*place, "players"), f"{handle!r} is there twice")
            elif handle in (*STEPS, PUBLIC) or "." in handle or " " in handle:
                self.report((*place, "players"), f"{handle!r} means something else here and cannot be a handle")
        return tuple(players)

    def _rules(self, entry: dict[str, Any], place: Place, title: Title) -> tuple[str, ...]:
        rules = entry.get("rules", [])
        if not isinstance(rules, list):
            self.report((*place, "rules"), "must be a list of rule ids")
            return ()
        known = title.rule_ids()
        for n, rule in enumerate(rules):
            if rule not in known:
                self.report((*place, "rules", n), f"{rule!r} is no rule of {title.id}")
        return tuple(map(str, rules))

    def _phase(self, entry: dict[str, Any], place: Place, title: Title, base: Scenario | None) -> str | None:
        phase = entry.get("phase", base.phase if base else None)
        if phase is not None and phase not in title.phases:
            self.report((*place, "phase"), f"{phase!r} is no phase; there are {', '.join(title.phases)}")
            return None
        return None if phase is None else str(phase)

    def _state(
        self,
        title: Title,
        players: tuple[str, ...],
        options: dict[str, Any],
        given: dict[str, Any],
        phase: str | None,
        place: Place,
    ) -> Any:
        try:
            state = title.new(len(players), title.settle(len(players), options), title.fixes)
        except BadSetup as fault:
            self.report((*place, "options" if options else "players"), str(fault))
            return None
        if not given and phase is None:
            return state
        helper = _helper(title)
        state.phase = phase or str(getattr(helper, "PHASE", "setup"))
        words: Sequence[str] = getattr(helper, "WORDS", ())
        before = len(self.source.faults)
        at = (*place, "given")
        put(state, {key: one for key, one in given.items() if key not in words}, players, at, self.report)
        if len(self.source.faults) == before:
            said = {key: given[key] for key in words if key in given}
            for path, wrong in [*misfits(state)] or (helper.given(state, said) if helper is not None else ()):
                seats = {str(seat): handle for seat, handle in enumerate(players)}
                self.report((*at, *(seats.get(step, step) for step in path.split("."))), wrong)
        return state

    def _steps(
        self, entry: dict[str, Any], place: Place, title: Title, players: tuple[str, ...]
    ) -> list[tuple[str, Any, Place]]:
        reading = StepContext(title, players, self.report)
        steps: list[tuple[str, Any, Place]] = []
        for key in ("orders", "play"):
            listed = entry.get(key, [])
            if not isinstance(listed, list):
                self.report((*place, key), "must be a list")
                continue
            for n, step in enumerate(listed):
                at = (*place, key, n)
                if not isinstance(step, dict) or len(step) != 1:
                    self.report(at, "a step is one player with an order, or one expectation")
                    continue
                ((word, value),) = step.items()
                if word not in players and (key == "orders" or word not in STEPS):
                    known = ", ".join(players if key == "orders" else (*players, *STEPS))
                    self.report((*at, word), f"is not known here; known: {known}")
                    continue
                steps.append((word, value, (*at, word)))
        steps += [(word, entry[word], (*place, word)) for word in CHECKS if word in entry]
        for word, value, at in steps:
            (read_order if word in players else STEPS[word][0])(reading, value, at)
        return steps


def _helper(title: Title) -> Any:
    """The title's own words for positions, if it has any: `WORDS`, `PHASE` and `given`."""
    return title.module("scenario")
