"""Worlds that look the same to somebody are imagined the same, whatever is hidden in them: in every title."""

from __future__ import annotations

import json

import pytest

from pbem import titles
from pbem.table import Table
from pbem.table.imagine import Outlook, imagined
from pbem.table.state_json import from_json, to_json
from pbem.trials.simulate import source
from pbem.trials.twins import exchange

STEPS, LOOKS = 240, 12


@pytest.mark.slow
@pytest.mark.parametrize("ident", titles.ids())
def test_worlds_that_look_the_same_are_imagined_the_same(ident: str) -> None:
    title = titles.load(ident)
    pick = source(f"same {ident}")
    table = Table(title, ("anna", "bob", "carol", "dave")[: min(4, title.seats[-1])], below=source("chance"))
    compared = made = 0
    for step in range(STEPS):
        if table.over:
            break
        if step % (STEPS // LOOKS) == 0:
            for viewer in (None, *range(len(table.players))):
                one, other = _pair(table, viewer)
                if one.over or one.digest() == other.digest() or not _look_alike(one, other, viewer):
                    continue
                found = [
                    imagined(title, table.players, Outlook.of(world, viewer), "seed", source("later"))
                    for world in (one, other)
                ]
                compared += 1
                assert (found[0] is None) == (found[1] is None)
                if found[0] is not None and found[1] is not None:
                    made += 1
                    assert found[0].digest() == found[1].digest()
        seat, ask = next(iter(table.unanswered.items())) if table.unanswered else (-1, None)
        if ask is None:
            table.lapse()
        else:
            table.answer(seat, ask.sample(pick))
    assert compared > 5
    assert made >= 0.95 * compared


def _pair(table: Table, viewer: int | None) -> tuple[Table, Table]:
    """The beginning of the running phase, and the same with hidden things exchanged."""
    saved = json.loads(json.dumps({**table.save(), "inputs": [], "given": []}))
    state = from_json(type(table.state), saved["state"])
    exchange(state, viewer, source("exchange"))
    worlds = (saved, {**saved, "state": to_json(state)})
    one, other = (Table.load(table.title, world, source("chance")) for world in worlds)
    return one, other


def _look_alike(one: Table, other: Table, viewer: int | None) -> bool:
    return bool(one.view(viewer) == other.view(viewer) and one.asked(viewer) == other.asked(viewer))
