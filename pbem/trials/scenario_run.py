"""One scenario being played: the table, its scripted chance, and what differed."""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from dataclasses import field
from random import Random
from typing import Any

from .. import titles
from ..table import Ask, Chance, Draw, Drawn, Note, Refused, Roll, Shuffle, Table, Title, refusal_text
from ..table.state_json import to_json
from ..words.lazy_dataclass import dataclass


@dataclass(frozen=True)
class Difference:
    """Something that turned out differently from what the scenario says."""

    scenario: str
    where: str
    """File and line."""
    path: str
    expected: str
    got: str

    def __str__(self) -> str:
        return f"{self.where}: {self.scenario}: {self.path}: expected {self.expected}, got {self.got}"


class OffScript(Exception):
    """A chance that the scenario does not script, or scripts wrongly."""


class Stop(Exception):
    """The rest of the scenario has become meaningless."""


class Script:
    """Outcomes of chance in order; after them the seed's, if there is one."""

    def __init__(self, outcomes: Sequence[Any], seed: int | None) -> None:
        self.outcomes = list(outcomes)
        self._random = None if seed is None else Random(seed)

    def __call__(self, n: int) -> int:
        if self._random is None:
            raise OffScript("chance without a script")
        return self._random.randrange(n)

    def outcome(self, wanted: Chance) -> list[Any]:
        if not self.outcomes:
            if self._random is None:
                raise OffScript(f"the rules want {described(wanted)}, but `chance` has no more outcomes")
            drawn: list[Any] = wanted.outcome(self)
            return drawn
        written = self.outcomes.pop(0)
        outcome = spelled_out(written, wanted)
        if not wanted.possible(outcome):
            raise OffScript(f"the rules want {described(wanted)}; {written!r} cannot be its outcome")
        return outcome


def spelled_out(written: Any, wanted: Chance) -> list[Any]:
    """`as listed`, `{first: […]}` and a single die as the full outcome."""
    items = list(wanted.items) if isinstance(wanted, (Shuffle, Draw)) else []
    if written == "as listed" and not isinstance(wanted, Roll):
        return items[: wanted.count] if isinstance(wanted, Draw) else items
    if isinstance(written, dict) and list(written) == ["first"] and isinstance(written["first"], list):
        first = [_item(one, items) for one in written["first"]]
        for one in first:
            if one in items:
                items.remove(one)
        whole = first + items
        return whole[: wanted.count] if isinstance(wanted, Draw) else whole
    if isinstance(written, list):
        return [_item(one, items) for one in written]
    return [_item(written, items)]


def _item(written: Any, items: Sequence[Any]) -> Any:
    """An item of the chance by its written form: lists stand for tuples."""
    return next((item for item in items if to_json(item) == written), written)


def described(wanted: Chance) -> str:
    if isinstance(wanted, Roll):
        what = f"{wanted.count} dice of {wanted.sides}"
    elif isinstance(wanted, Draw):
        what = f"a draw of {wanted.count} out of {len(wanted.items)}"
    elif isinstance(wanted, Shuffle):
        what = f"a shuffle of {len(wanted.items)}"
    else:
        what = type(wanted).__name__
    return f"{what} ({wanted.label})" if wanted.label else what


class ScriptedTable(Table):
    """A table whose chance is written in the scenario."""

    __slots__ = ()

    def _chance(self, wanted: Chance) -> Any:
        script = self.below
        if self._record or not isinstance(script, Script):
            return super()._chance(wanted)
        outcome = script.outcome(wanted)
        self.inputs.append(Drawn(outcome, wanted.label, wanted.sides))
        self._barrier = self.place
        return list(outcome)


def begin(title: Title, players: Sequence[str], state: Any, script: Script) -> ScriptedTable:
    """A table that continues from a position."""
    saved = {
        "title": title.id,
        "players": list(players),
        "state": to_json(state),
        "place": 0,
        "inputs": [],
        "given": [],
        "barrier": 0,
        "revealed": [],
    }
    table = ScriptedTable.load(title, saved, script)
    assert isinstance(table, ScriptedTable)
    return table


@dataclass
class Run:
    """A scenario while it runs."""

    scenario: str
    players: tuple[str, ...]
    table: Table
    script: Script
    where: str = ""
    notes: list[Note] = field(default_factory=list)
    """From the last order, all its lines together."""
    differences: list[Difference] = field(default_factory=list)

    def differ(self, path: str, expected: Any, got: Any) -> None:
        self.differences.append(
            Difference(self.scenario, self.where, path, shown(expected, self.players), shown(got, self.players))
        )

    def stop(self, path: str, expected: Any, got: Any) -> Stop:
        self.differ(path, expected, got)
        return Stop()

    def said(self, refusal: Refused) -> str:
        """A refusal as the player would read it, and the parts that scenarios can check."""
        lines = refusal_text(refusal, titles.words(self.table.title, "en", self.players)).splitlines()
        return f"{' '.join(lines[: 2 if refusal.near else 1])} [{refusal.kind}, {refusal.key}]"

    def seat(self, handle: str) -> int:
        return self.players.index(handle)

    def ask(self, handle: str | None, path: str) -> Ask:
        """What a player is asked now; without a name, the only player who is asked."""
        pending = self.table.pending
        if handle is None:
            if len(pending) != 1:
                asked = ", ".join(self.players[seat] for seat in pending) or "nobody"
                raise self.stop(path, "one player to be asked", asked)
            return next(iter(pending.values()))
        ask = pending.get(self.seat(handle))
        if ask is None:
            asked = ", ".join(f"{self.players[seat]} ({one.kind.id})" for seat, one in pending.items())
            raise self.stop(path, f"{handle} to be asked", asked or "nobody is asked")
        return ask


def shown(value: Any, players: Sequence[str]) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{k}: {shown(v, players)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(shown(one, players) for one in value) + "]"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)


def blame(fault: Exception) -> str:
    """An exception of the rules in one line, with the code it came from."""
    last = traceback.extract_tb(fault.__traceback__)[-1]
    name = last.filename.rsplit("/", 1)[-1]
    return f"the rules fail with {type(fault).__name__}: {fault} ({name}:{last.lineno})"
