"""The steps of a scenario: orders, and what can be expected between them.

Each kind of step has a check of its form, run when the file is read, and a
function that runs it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase
from typing import Any

from ..table import CannotUndo, Choose, Menu, Refused
from ..table.asks import MOST_LISTED
from .scenario_expect import (
    StepContext,
    expect,
    hides,
    notes,
    outcome,
    read_expect,
    read_hides,
    read_notes,
    read_outcome,
    read_sees,
    sees,
)
from .scenario_file import Place
from .scenario_given import same
from .scenario_run import OffScript, Run

# ---- an order


def read_order(reading: StepContext, value: Any, place: Place) -> None:
    if not isinstance(value, str) or not value.strip():
        reading.report(place, "an order must be text")


def take_order(run: Run, handle: str, text: str) -> None:
    """One or more lines of a player; a refusal ends the scenario."""
    run.notes = []
    for line in filter(None, (line.strip() for line in text.splitlines())):
        path = f"{handle}: {line}"
        try:
            while not _is_for_offer(run, handle, line):
                run.notes += run.table.lapse()
            run.notes += run.table.order(run.seat(handle), line)
        except Refused as refusal:
            raise run.stop(path, "an order that is taken", run.said(refusal)) from None
        except OffScript as fault:
            raise run.stop(path, "chance as scripted", fault) from None


def _is_for_offer(run: Run, handle: str, line: str) -> bool:
    """Whether an open Offer is what an order answers; where nothing is offered, it is for what is asked."""
    if run.table.offer is None:
        return True
    ask = run.table.pending.get(run.seat(handle))
    try:
        return ask is not None and bool(ask.kind.read(line, run.players, run.seat(handle)))
    except Refused:
        return False


def read_lapse(reading: StepContext, value: Any, place: Place) -> None:
    if value != "done":
        reading.report(place, "is done")


def lapse(run: Run, _: str) -> None:
    """Everybody who has not answered lets what is offered pass."""
    if run.table.offer is None:
        raise run.stop("lapse", "something that is offered", "nothing is")
    try:
        run.notes = run.table.lapse()
    except OffScript as fault:
        raise run.stop("lapse", "chance as scripted", fault) from None


# ---- refusals


def read_refused(reading: StepContext, value: Any, place: Place) -> None:
    given = reading.mapping(value, place)
    handles = [key for key in given if key in reading.players]
    if len(handles) != 1 or not isinstance(given[handles[0]], str):
        reading.report(place, "needs one player with the order that must be refused")
    reading.mapping(given.get("values", {}), (*place, "values"))
    reading.texts(given.get("near", []), (*place, "near"))
    reading.keys(given, place, ("kind", "rule", "key", "near", "values", *reading.players))
    if given.get("kind", "not legal") not in ("not legal", "not readable", "ambiguous"):
        reading.report((*place, "kind"), "is one of not legal, not readable, ambiguous")
    rule = given.get("rule")
    if rule is not None and rule not in reading.title.rule_ids():
        reading.report((*place, "rule"), f"{rule!r} is no rule of {reading.title.id}")


def refused(run: Run, value: Mapping[str, Any]) -> None:
    handle = next(key for key in value if key in run.players)
    text = value[handle]
    path = f"refused {handle}: {text}"
    try:
        ask = run.table.ask_of(run.seat(handle))
        ask.parse(text, run.players)
    except Refused as refusal:
        for name in ("kind", "rule", "key"):
            if name in value and value[name] != getattr(refusal, name):
                run.differ(f"{path}: {name}", value[name], getattr(refusal, name))
        for name, wanted in value.get("values", {}).items():
            if not same(wanted, refusal.values.get(name), run.players):
                run.differ(f"{path}: values.{name}", wanted, refusal.values.get(name))
        for near in value.get("near", ()):
            if near not in refusal.near:
                run.differ(f"{path}: near", near, refusal.near)
        return
    run.differ(path, "a refusal", "it is legal")


# ---- what is asked, and what is legal


def read_asked(reading: StepContext, value: Any, place: Place) -> None:
    if value == "nobody":
        return
    for n, one in enumerate(value if isinstance(value, list) else [value]):
        at = (*place, n) if isinstance(value, list) else place
        given = reading.mapping(one, at)
        reading.keys(given, at, ("player", "kind", "rule", "default"))
        if "player" in given:
            reading.player(given["player"], (*at, "player"))
        elif isinstance(one, dict):
            reading.report(at, "the player is missing")


def asked(run: Run, value: Any) -> None:
    pending = {run.players[seat]: ask for seat, ask in run.table.pending.items()}
    if value == "nobody":
        if pending:
            run.differ("asked", "nobody", list(pending))
        return
    entries = value if isinstance(value, list) else [value]
    if sorted(one["player"] for one in entries) != sorted(pending):
        run.differ("asked", [one["player"] for one in entries], list(pending))
        return
    for one in entries:
        ask = pending[one["player"]]
        got = {"kind": ask.kind.id, "rule": ask.rule}
        if "default" in one:
            got["default"] = ask.write(ask.default(), run.players)
        for name in ("kind", "rule", "default"):
            if name in one and one[name] != got[name]:
                run.differ(f"asked {one['player']}: {name}", one[name], got[name])


def read_legal(reading: StepContext, value: Any, place: Place) -> None:
    given = reading.mapping(value, place)
    reading.keys(given, place, ("player", "has", "lacks", "only", "count"))
    if "player" in given:
        reading.player(given["player"], (*place, "player"))
    for name in ("has", "lacks", "only"):
        if name in given:
            reading.texts(given[name], (*place, name))
    if not {"has", "lacks", "only", "count"} & given.keys():
        reading.report(place, "says nothing: give has, lacks, only or count")


def legal(run: Run, value: Mapping[str, Any]) -> None:
    ask = run.ask(value.get("player"), "legal")
    answers = ask.listed(MOST_LISTED + 1)
    complete = len(answers) <= MOST_LISTED
    listed = [ask.write(one, run.players) for one in answers]

    def matches(pattern: str, *, listed_too: bool = True) -> bool:
        if any(sign in pattern for sign in "*?["):
            return any(fnmatchcase(order, pattern) for order in listed)
        try:
            answer = ask.parse(pattern, run.players)
        except Refused:
            return False
        # Lists, forms and bots go by what is listed; of what is put together only samples are.
        return answer in answers or not (listed_too and complete and isinstance(ask, (Choose, Menu)))

    for pattern in value.get("has", ()):
        if not matches(pattern):
            run.differ("legal has", pattern, listed)
    for pattern in value.get("lacks", ()):
        if matches(pattern, listed_too=False):
            run.differ("legal lacks", f"no {pattern}", listed)
    if ("only" in value or "count" in value) and not complete:
        run.differ("legal", "a list that can be counted", f"more than {MOST_LISTED} orders")
        return
    if "only" in value:
        extra = [order for order in listed if not any(fnmatchcase(order, one) for one in value["only"])]
        missing = [one for one in value["only"] if not matches(one)]
        if extra or missing:
            run.differ("legal only", value["only"], listed)
    if "count" in value and len(listed) != value["count"]:
        run.differ("legal count", value["count"], f"{len(listed)}: {', '.join(listed)}")


def read_costs(reading: StepContext, value: Any, place: Place) -> None:
    for handle, orders in reading.mapping(value, place).items():
        reading.player(handle, (*place, handle))
        for order, about in reading.mapping(orders, (*place, handle)).items():
            reading.mapping(about, (*place, handle, order))


def costs(run: Run, value: Mapping[str, Any]) -> None:
    for handle, orders in value.items():
        ask = run.ask(handle, "costs")
        for order, wanted in orders.items():
            path = f"costs {handle}: {order}"
            try:
                about = ask.about(ask.parse(order, run.players))
            except Refused as refusal:
                run.differ(path, wanted, run.said(refusal))
                continue
            for name, amount in wanted.items():
                if not same(amount, about.get(name), run.players):
                    run.differ(f"{path}: {name}", amount, about.get(name))


# ---- going back, and chance


def read_undo(reading: StepContext, value: Any, place: Place) -> None:
    if value not in ("done", "refused"):
        reading.report(place, "is done or refused")


def undo(run: Run, value: str) -> None:
    try:
        run.table.undo()
        got = "done"
    except CannotUndo:
        got = "refused"
    if got != value:
        raise run.stop("undo", value, got)


def read_chance(reading: StepContext, value: Any, place: Place) -> None:
    if not isinstance(value, list):
        reading.report(place, "must be a list of outcomes")


def more_chance(run: Run, value: list[Any]) -> None:
    run.script.outcomes += value


Check = tuple[Callable[[StepContext, Any, Place], None], Callable[[Run, Any], None]]

CHECKS: dict[str, Check] = {
    "expect": (read_expect, expect),
    "refused": (read_refused, refused),
    "asked": (read_asked, asked),
    "legal": (read_legal, legal),
    "costs": (read_costs, costs),
    "notes": (read_notes, notes),
    "sees": (read_sees, sees),
    "hides": (read_hides, hides),
    "outcome": (read_outcome, outcome),
}
"""Expectations, which go between orders or at the end of a scenario."""

STEPS: dict[str, Check] = {
    **CHECKS,
    "chance": (read_chance, more_chance),
    "undo": (read_undo, undo),
    "lapse": (read_lapse, lapse),
}
