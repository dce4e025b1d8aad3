"""JSON and views, written out class by class, are those that a walk by types gives, in whole games of all titles."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from bench import by_walking
from pbem import titles
from pbem.table import Table, Title, from_view, view
from pbem.table.state_json import canonical, from_json, to_json
from pbem.table.view_text import view_text
from pbem.trials.conformance import HANDLES, Effort, conform
from pbem.trials.simulate import source
from tests.table_sizes import sizes

from .toy import TOY

MADE_UP = Path(__file__).parents[2] / "bench" / "made_up"
TOYS = [(TOY, 3), ("guess", 2), ("fog", 4), pytest.param("fog", 7, marks=pytest.mark.slow)]
EVERY = 5
MOST = 500
"""Steps: more than whole games of most titles have."""
TIMES = 4


@pytest.fixture
def with_toys(lantern_market: Title, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(titles, "__path__", [*titles.__path__, str(MADE_UP)])


def played(title: Title, seats: int, seed: int = 3) -> Iterator[Table]:
    """A table at every so-many-th step of a random game, and at its end; of a very long one only the beginning."""
    table, pick = Table(title, HANDLES[:seats], below=source(f"chance {seed}")), source(f"picks {seed}")
    step = 0
    while not table.over and step < MOST:
        if step % EVERY == 0:
            yield table
        for seat, ask in table.unanswered.items():
            table.answer(seat, ask.sample(pick))
        step += 1
    yield table


@pytest.mark.usefixtures("with_toys")
@pytest.mark.parametrize(("ident", "seats"), [*sizes(), *TOYS])
def test_the_same_json(ident: str, seats: int) -> None:
    for table in played(titles.load(ident), seats):
        written = to_json(table.state)
        assert json.dumps(written) == json.dumps(by_walking.to_json(table.state))
        read = json.loads(json.dumps(written))
        assert from_json(type(table.state), read) == by_walking.from_json(type(table.state), read)
        for seat in (None, *range(seats)):
            assert json.dumps(view(table.state, seat)) == json.dumps(by_walking.view(table.state, seat))
            assert view_text(table.state, seat).encode() == canonical(view(table.state, seat))


@pytest.mark.usefixtures("with_toys")
@pytest.mark.parametrize(("ident", "seats"), [*sizes(), *TOYS])
def test_a_masked_state_is_what_the_view_tells(ident: str, seats: int) -> None:
    for table in played(titles.load(ident), seats):
        for seat in (None, *range(seats)):
            read = from_view(type(table.state), json.loads(json.dumps(table.view(seat))), seat)
            assert repr(read) == repr(table.seen(seat))  # what is unseen cannot be compared


@pytest.mark.slow
@pytest.mark.usefixtures("with_toys")
def test_the_largest_toy_conforms() -> None:
    report = conform(titles.load("fog"), 4, [1])
    assert report.held, str(report)
    assert report.twins_followed > 0 < report.undone


@pytest.mark.usefixtures("with_toys")
def test_a_leak_among_three_hundred_hidden_stacks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody's gold depends on one of the units that nobody else has seen."""
    title = titles.load("fog")
    rules = import_module(f"{title.package}.rules")
    scout = rules.scout

    def leaking(game: Any, empire: Any, area: str) -> None:
        scout(game, empire, area)
        empire.gold += len(game.empires[0].stacks[-1].units[0])

    monkeypatch.setattr(rules, "scout", leaking)
    report = conform(title, 4, range(1, 4), effort=Effort(every=2, twins=4), budget=60)
    assert any("can tell two worlds apart" in one.what for one in report.failures), str(report)


def seconds(work: Callable[[], Any], times: int) -> float:
    """Of this process, for one call; the best of several rounds, because other programs disturb."""
    best = 1e9
    gc.disable()  # what it would collect is mostly what other tests have left
    for _ in range(TIMES):
        start = process_time()
        for _ in range(times):
            work()
        best = min(best, (process_time() - start) / times)
    gc.enable()
    return best


@pytest.mark.usefixtures("with_toys")
@pytest.mark.parametrize(
    ("ident", "seats", "times"), [("wonders_duel", 2, 400), ("world_history", 6, 150), ("fog", 4, 20)]
)
def test_at_least_four_times_as_fast(ident: str, seats: int, times: int) -> None:
    *_, middle, _, _ = played(titles.load(ident), seats)
    state = middle.state
    assert seconds(lambda: to_json(state), times) * 4 < seconds(lambda: by_walking.to_json(state), times)
    assert seconds(lambda: view(state, 0), times) * 4 < seconds(lambda: by_walking.view(state, 0), times)
