"""Positions of any title for tests, set up as scenarios set them up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.table import Table, Title
from pbem.trials.scenario_given import nested, put
from pbem.trials.scenario_run import Script, begin


def table_at(
    title: Title,
    players: tuple[str, ...],
    given: Mapping[str, Any],
    phase: str,
    chance: Sequence[Any] = (),
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> Table:
    """A table at a position that is written as scenarios write it; what does not fit the title fails the test."""
    positions = title.module("scenario")
    state = title.new(len(players), title.settle(len(players), options), title.fixes)
    faults: list[str] = []
    whole = nested(given)
    plain = {key: value for key, value in whole.items() if key not in positions.WORDS}
    put(state, plain, players, (), lambda place, fault: faults.append(f"{place}: {fault}"))
    words = {key: whole[key] for key in positions.WORDS if key in whole}
    faults += [f"{path}: {fault}" for path, fault in positions.given(state, words)]
    assert not faults, faults
    state.phase = phase
    return begin(title, players, state, Script(chance, seed))
