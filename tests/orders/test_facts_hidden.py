"""Conditions read only what their writer may see: worlds that differ in the rest give the same values."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from pbem import titles
from pbem.orders import conditions
from pbem.orders.conditions import Call
from pbem.orders.lines import LineReader
from pbem.table import NUMBER, PLAYER, TRUTH, Below, Fact, Table, Title
from pbem.table.state_json import from_json, to_json
from pbem.trials.conformance import HANDLES
from pbem.trials.simulate import source
from pbem.trials.twins import exchange

CASES = [
    pytest.param(ident, seats, marks=() if seats == title.seats[0] else pytest.mark.slow)
    for ident, title in ((ident, titles.load(ident)) for ident in titles.ids())
    for seats in dict.fromkeys((title.seats[0], title.seats[-1]))
]
STRIDE = 9
ARGUMENTS = 200
"""So many calls of one fact are tried in a position; all of them come up in the course of a game."""


def arguments(title: Title, fact: Fact, seats: int) -> Iterator[tuple[Any, ...]]:
    """Every way to write the fact: each value of each argument, and without those that may be left out."""
    for count in range(fact.needed, len(fact.args) + 1):
        yield from product(*(list(values(title, kind, seats)) for kind in fact.args[:count]))


def values(title: Title, kind: str, seats: int) -> Iterator[Any]:
    if kind == PLAYER:
        yield from range(seats)
    elif kind == NUMBER:
        yield from (-1, 0, 1, 2, 7, 1000)
    elif kind == TRUTH:
        yield from (False, True)
    else:
        for slot in kind.split("|"):
            yield from title.language.slots[slot]


def read(fact: Fact, state: Any, seat: int, said: tuple[Any, ...]) -> Any:
    return fact.read(state, seat, *said, *([None] * (len(fact.args) - len(said))))


def compared(title: Title, seats: int) -> tuple[int, int]:
    """Plays a game at random and reads all facts of all seats in pairs of worlds. Gives back pairs and readings."""
    pick = source(f"facts {title.id} {seats}")
    table = Table(title, HANDLES[:seats], below=source("facts"))
    calls = {fact.name: list(arguments(title, fact, seats)) for fact in title.facts.values()}
    pairs = readings = step = 0
    while not table.over:
        for seat, ask in table.unanswered.items():
            table.answer(seat, ask.sample(pick))
        step += 1
        if step % STRIDE or table.over:
            continue
        for viewer in range(seats):
            other = from_json(type(table.state), json.loads(json.dumps(to_json(table.state))))
            pairs += exchange(other, viewer, pick)
            readings += same(title, calls, table.state, other, viewer, pick)
    return pairs, readings


def same(title: Title, calls: dict[str, list[tuple[Any, ...]]], one: Any, other: Any, viewer: int, pick: Below) -> int:
    count = 0
    for fact in title.facts.values():
        every = calls[fact.name]
        start = pick(len(every))
        for said in (every + every)[start : start + min(ARGUMENTS, len(every))]:
            found = read(fact, one, viewer, said)
            assert found == read(fact, other, viewer, said), f"{fact.name}{said} tells seat {viewer} of hidden things"
            typed(title, fact, found)
            count += 1
    return count


def typed(title: Title, fact: Fact, found: Any) -> None:
    """A value is of the declared type and within the declared bounds, or nothing where there is none now."""
    if found is None or found == "":
        assert fact.type != TRUTH, f"{fact.name} is neither true nor false"
        return
    kind: type = {NUMBER: int, TRUTH: bool, PLAYER: int}.get(fact.type, str)
    assert type(found) is kind, f"{fact.name} gives {found!r}"
    if isinstance(found, int) and fact.type == NUMBER:
        assert fact.low is None or found >= fact.low, f"{fact.name} gives {found}"
        assert fact.high is None or found <= fact.high, f"{fact.name} gives {found}"
        assert conditions.holds(conditions.Test(Call(Fact("it", NUMBER, lambda *_: found), ()), "=", found), None, 0)
    elif kind is str:
        slots = [title.language.slots[slot] for slot in fact.type.split("|")]
        assert any(found in slot for slot in slots), f"{fact.name} gives {found!r}"


@pytest.mark.slow
@pytest.mark.parametrize(("ident", "seats"), CASES)
def test_no_fact_tells_what_its_reader_cannot_see(ident: str, seats: int) -> None:
    title = titles.load(ident)
    pairs, readings = compared(title, seats)
    assert pairs > 4, "the worlds must differ"
    assert readings > 1000 or not title.facts


def test_a_fact_that_tells_is_found() -> None:
    """The same test with a fact that reads the pile."""
    title = titles.load("world_history")
    tells = {"next": Fact("next", "empire", lambda game, seat: game.empires[0] if game.empires else None)}
    with pytest.raises(AssertionError, match="hidden things"):
        compared(_with(title, tells), 3)


def _with(title: Title, facts: dict[str, Fact]) -> Title:
    from dataclasses import replace

    return replace(title, facts=facts)


@pytest.mark.parametrize("ident", titles.ids())
def test_every_way_to_write_a_fact_is_read_and_written_back(ident: str) -> None:
    title = titles.load(ident)
    handles = HANDLES[: title.seats[-1]]
    tongue = LineReader(title, handles, 0).tongue
    for fact in title.facts.values():
        for said in list(arguments(title, fact, len(handles)))[:60]:
            for right in [None] if fact.type == TRUTH else list(values(title, fact.type, len(handles)))[:8]:
                test = (
                    conditions.Test(Call(fact, said))
                    if right is None
                    else conditions.Test(Call(fact, said), "=", right)
                )
                if not conditions.never(test):
                    assert conditions.parse(conditions.write(test, handles), tongue) == test
