"""What a rollback hides again although it was seen: cards turned up, drawn or looked at since."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from pbem.table import Note, Table
from pbem.table.hidden import hidden_places
from pbem.table.state_json import to_json

Things = Counter[str]


def things(table: Table, place: int) -> list[Note]:
    """For everybody, and for each seat alone, the things hidden at an earlier place that have been seen since."""
    viewers = [None, *range(len(table.players))]
    steps = table.since(place)
    start, _ = next(steps)
    hid = {seat: _hidden(start, seat) for seat in viewers}
    saw = {seat: _visible(start, seat) for seat in viewers}
    single = {thing for thing, count in Counter(_texts(to_json(start.state))).items() if count == 1}
    known: dict[int | None, Things] = {seat: Counter() for seat in viewers}
    before = {seat: (saw[seat], hid[seat]) for seat in viewers}
    for step, notes in steps:
        for seat in viewers:
            # One that is seen more often and hidden less often came into the open; units that are built did not.
            sees, misses = _visible(step, seat), _hidden(step, seat)
            open_now = (sees - saw[seat]) & (hid[seat] - misses)
            # Against the step before as well: another one of the same kind may have been covered meanwhile.
            turned = (sees - before[seat][0]) & (before[seat][1] - misses)
            turned |= _exchanged(notes, seat, sees, before[seat][0])
            before[seat] = sees, misses
            told = {text for note in notes if note.visible(seat) for text in _texts(to_json(note.values))}
            known[seat] |= open_now | ((turned | Counter(told & single)) & hid[seat])
    found = []
    for seat in viewers:
        seen = known[seat] if seat is None else known[seat] - known[None]
        if seen:
            key, readers = ("stay_known", None) if seat is None else ("stay_seen", (seat,))
            found.append(Note(key, {"things": sorted(seen.elements())}, readers))
    return found


def _exchanged(notes: Sequence[Note], seat: int | None, sees: Things, saw: Things) -> Things:
    """Things that came to a seat while others like them went, in one step: it was told of both, and has as many."""
    told = Counter(
        text
        for note in notes
        if note.seen_by is not None and note.visible(seat)
        for text in _texts(to_json(note.values))
    )
    return Counter({thing: (count + sees[thing] - saw[thing]) // 2 for thing, count in told.items()})


def _hidden(table: Table, seat: int | None) -> Things:
    return Counter(one for one in (place.get() for place in hidden_places(table.state, seat)) if isinstance(one, str))


def _visible(table: Table, seat: int | None) -> Things:
    return Counter(_texts(table.view(seat)))


def _texts(data: Any) -> Iterator[str]:
    """All texts in JSON; keys too, as things can be keys."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, one in data.items():
            yield key
            yield from _texts(one)
    elif isinstance(data, list):
        for one in data:
            yield from _texts(one)
