"""What a scenario may expect: of the position, of the notes, and of what is shown to whom."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ..table import Note, Title
from ..words.lazy_dataclass import dataclass
from .scenario_file import Place, Report
from .scenario_given import NoSuchPath, look, same
from .scenario_run import Run

PUBLIC = "public"
OPERATORS = ("has", "lacks", "count", "least", "most")


@dataclass(frozen=True)
class StepContext:
    """What is available to the check of a step's form."""

    title: Title
    players: tuple[str, ...]
    report: Report

    def mapping(self, value: Any, place: Place) -> dict[str, Any]:
        if isinstance(value, dict):
            return value
        self.report(place, "must be a mapping")
        return {}

    def listed(self, value: Any, place: Place) -> list[Any]:
        if isinstance(value, list):
            return value
        self.report(place, "must be a list")
        return []

    def texts(self, value: Any, place: Place) -> None:
        for n, one in enumerate(self.listed(value, place)):
            if not isinstance(one, str):
                self.report((*place, n), "must be text")

    def keys(self, value: Mapping[str, Any], place: Place, known: Sequence[str]) -> None:
        for key in value:
            if key not in known:
                self.report((*place, key), f"is not known here; known: {', '.join(known)}")

    def player(self, handle: Any, place: Place) -> None:
        if handle not in self.players:
            self.report(place, f"{handle!r} is no player; the players are {', '.join(self.players)}")


# ---- paths into the state


def read_expect(reading: StepContext, value: Any, place: Place) -> None:
    for key, wanted in reading.mapping(value, place).items():
        path, _, operator = key.partition(" ")
        if operator and operator not in OPERATORS:
            reading.report((*place, key), f"after the path may stand {', '.join(OPERATORS)}, not {operator!r}")
        if operator in ("count", "least", "most") and type(wanted) is not int:
            reading.report((*place, key), "must be a whole number")
        if not path:
            reading.report((*place, key), "a path is missing")


def expect(run: Run, value: Mapping[str, Any]) -> None:
    compare(run, run.table.state, value, "")


def compare(run: Run, holder: Any, value: Mapping[str, Any], prefix: str) -> None:
    for key, wanted in value.items():
        path, _, operator = key.partition(" ")
        try:
            got = look(holder, path, run.players)
        except NoSuchPath as fault:
            run.differ(prefix + key, wanted, fault)
            continue
        if not holds(operator, wanted, got, run.players):
            run.differ(prefix + key, wanted, got)


def holds(operator: str, wanted: Any, got: Any, players: Sequence[str]) -> bool:
    if operator == "":
        return same(wanted, got, players)
    if operator in ("has", "lacks"):
        if not isinstance(got, (list, dict, tuple)):
            return False
        items = list(got)
        each = wanted if isinstance(wanted, list) else [wanted]
        found = [any(same(one, item, players) for item in items) for one in each]
        return all(found) if operator == "has" else not any(found)
    size = got if type(got) is int else len(got) if isinstance(got, (list, dict, tuple)) else None
    if size is None:
        return False
    exact: dict[str, bool] = {"count": size == wanted, "least": size >= wanted, "most": size <= wanted}
    return exact[operator]


# ---- what was told


def read_notes(reading: StepContext, value: Any, place: Place) -> None:
    lists = {"has": value} if isinstance(value, list) else reading.mapping(value, place)
    reading.keys(lists, place, ("has", "lacks", "seen_by"))
    for name in ("has", "lacks"):
        for n, note in enumerate(reading.listed(lists.get(name, []), (*place, name))):
            if not isinstance(note, dict) or not isinstance(note.get("key"), str):
                reading.report((*place, n), "a note needs its key")
    if lists.get("seen_by", PUBLIC) not in (PUBLIC, *reading.players):
        reading.report((*place, "seen_by"), f"is {PUBLIC} or a player")


def notes(run: Run, value: Any) -> None:
    """Notes of the last order; those in `has` must come in the given order."""
    lists: dict[str, Any] = {"has": value} if isinstance(value, list) else value
    seen = run.notes
    if "seen_by" in lists:
        seen = [note for note in seen if note.visible(_eyes(run, lists["seen_by"]))]
    told = [note.data() for note in seen]
    rest = list(seen)
    for wanted in lists.get("has", ()):
        while rest and not _is(run, wanted, rest[0]):
            rest.pop(0)
        if not rest:
            run.differ("notes", wanted, told)
            break
        rest.pop(0)
    for unwanted in lists.get("lacks", ()):
        if any(_is(run, unwanted, note) for note in seen):
            run.differ("notes", f"no {unwanted}", told)


def _is(run: Run, wanted: Mapping[str, Any], note: Note) -> bool:
    if wanted["key"] != note.key:
        return False
    return all(
        name == "key" or (name in note.values and same(one, note.values[name], run.players))
        for name, one in wanted.items()
    )


# ---- who sees what


def _eyes(run: Run, who: str) -> int | None:
    return None if who == PUBLIC else run.seat(who)


def _read_eyes(reading: StepContext, value: Any, place: Place) -> dict[str, Any]:
    given = reading.mapping(value, place)
    reading.keys(given, place, (PUBLIC, *reading.players))
    return given


def read_sees(reading: StepContext, value: Any, place: Place) -> None:
    for who, paths in _read_eyes(reading, value, place).items():
        read_expect(reading, paths, (*place, who))


def sees(run: Run, value: Mapping[str, Any]) -> None:
    for who, paths in value.items():
        compare(run, run.table.view(_eyes(run, who)), paths, f"{who} sees ")


def read_hides(reading: StepContext, value: Any, place: Place) -> None:
    for who, words in _read_eyes(reading, value, place).items():
        reading.texts(words, (*place, who))


def hides(run: Run, value: Mapping[str, Any]) -> None:
    """Words that appear nowhere in what somebody is shown: position, questions, notes."""
    for who, words in value.items():
        seat = _eyes(run, who)
        told = [note.data() for note in run.notes if note.visible(seat)]
        for name, part in (("view", run.table.view(seat)), ("asks", run.table.asked(seat)), ("notes", told)):
            text = json.dumps(part, ensure_ascii=False)
            for word in words:
                if f'"{word}"' in text or f" {word}" in text:
                    run.differ(f"hidden from {who}: {name}", f"no {word}", word)


# ---- the end, and going back


def read_outcome(reading: StepContext, value: Any, place: Place) -> None:
    if value == "none":
        return
    given = reading.mapping(value, place)
    reading.keys(given, place, ("winners", "how", "scores"))
    for n, handle in enumerate(reading.listed(given.get("winners", []), (*place, "winners"))):
        reading.player(handle, (*place, "winners", n))
    for handle in reading.mapping(given.get("scores", {}), (*place, "scores")):
        reading.player(handle, (*place, "scores", handle))


def outcome(run: Run, value: Any) -> None:
    ended = run.table.outcome
    if value == "none" or ended is None or not run.table.over:
        if (value == "none") != (ended is None):
            run.differ("outcome", value, "the game goes on" if ended is None else ended.how)
        return
    winners = [run.players[seat] for seat in ended.winners]
    if "winners" in value and value["winners"] != winners:
        run.differ("outcome.winners", value["winners"], winners)
    if "how" in value and value["how"] != ended.how:
        run.differ("outcome.how", value["how"], ended.how)
    for handle, points in value.get("scores", {}).items():
        row = ended.scores[run.seat(handle)]
        got = {**row, "total": sum(row.values())}
        for category, wanted in (points if isinstance(points, dict) else {"total": points}).items():
            if got.get(category) != wanted:
                run.differ(f"outcome.scores.{handle}.{category}", wanted, got.get(category))
