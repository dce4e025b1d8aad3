"""Twin worlds: two games that differ only in what a player must not know.

Either interchangeable hidden things are swapped, or somebody's secret answer
is a different one. Both worlds go on with the same answers and the same
chance. What the player and the public see must stay the same, byte for byte,
until both worlds show something: a note with `reveals` that the viewer may
read, or a `Reveal`.
"""

from __future__ import annotations

import json
import marshal
from collections.abc import Iterator
from itertools import product
from typing import Any

from ..table import Answer, Answered, Ask, Below, Note, Refused, Table
from ..table.facts import NUMBER, PLAYER, Fact
from ..table.hidden import hidden_places
from ..table.imagine import Outlook
from ..table.state_json import Json, canonical, from_json, to_json
from .conformance_orders import mutant, reading
from .errors import TrialFault, difference
from .simulate import source

TRIES = 12
ARGUMENTS = 4
ORDERS = 4
_NO_REFERENCES = 2
"""The version of marshal whose output does not depend on how often a value is referenced."""


def follow(table: Table, steps: int, pick: Below) -> int:
    """Start a pair of worlds at the last checkpoint of a table and follow it. Returns how far it got."""
    viewers = [None, *range(len(table.players))]
    viewer = viewers[pick(len(viewers))]
    saved = json.loads(json.dumps({**table.save(), "inputs": [], "given": []}))
    state = from_json(type(table.state), saved["state"])
    exchanged = pick(3) > 0 and exchange(state, viewer, pick)
    other = {**saved, "state": to_json(state)}
    luck = f"twins {pick(1_000_000)}"
    pair = Pair(
        Table.load(table.title, saved, source(luck)), Table.load(table.title, other, source(luck)), viewer, pick
    )
    pair.differs = exchanged
    return pair.follow(steps)


def exchange(state: Any, viewer: int | None, pick: Below) -> bool:
    """Shuffle what the viewer may not see within its pool and back; whether anything changed."""
    pools: dict[tuple[str, str], list[Any]] = {}
    for place in hidden_places(state, viewer):
        pools.setdefault((place.pool, place.back), []).append(place)
    changed = False
    for places in pools.values():
        before = [place.get() for place in places]
        after = list(before)
        for i in range(len(after) - 1, 0, -1):
            j = pick(i + 1)
            after[i], after[j] = after[j], after[i]
        for place, value in zip(places, after, strict=True):
            place.put(value)
        changed = changed or after != before
    return changed


class Pair:
    """Two worlds side by side, and who must not be able to tell them apart."""

    def __init__(self, one: Table, other: Table, viewer: int | None, pick: Below) -> None:
        self.worlds = (one, other)
        self.viewer, self.pick = viewer, pick
        self.differs = False
        """Whether the worlds differ yet; if not, the first secret answer makes them differ."""
        self.opens = False
        """Whether the simultaneous answers that differ become public once all are in."""
        self.opened = False
        self.parted = False
        """Whether answers that differ have become public, at any time: they may have changed nothing that is seen."""
        self.notes: tuple[list[Note], list[Note]] = (one.state.notes, other.state.notes)
        self.revealed = [len(one.revealed), len(other.revealed)]
        self.begun = list(self.revealed)

    def follow(self, steps: int) -> int:
        for step in range(steps):
            self._catch_up()
            if not self._alike("going on"):
                return step
            if self.worlds[0].over or self.worlds[1].over:
                return step
            if step == 0:
                self._same_outlook()
            self._same_questions()
            if not self._answer():
                return step
        self._catch_up()
        if self._alike("going on"):
            self._same_outlook()
        return steps

    def _same_outlook(self) -> None:
        """What the viewer knows of how the running phase came about."""
        if self.parted or [len(world.revealed) for world in self.worlds] != self.begun:
            return  # a secret answer that has been revealed may have changed nothing else that is seen
        seen = [Outlook.of(world, self.viewer).data() for world in self.worlds]
        if not _same_bytes(*seen):
            who = "the public" if self.viewer is None else self.worlds[0].players[self.viewer]
            raise TrialFault("twins", f"{who} can tell two worlds apart by what led to them: {difference(*seen)}")

    def _catch_up(self) -> None:
        """Where the table of one world had no choice left and went on by itself, answer in the other one.

        By mail both look alike: answers that nobody sent come in with the last one that somebody did. A world that
        catches up may get ahead of the other in turn.
        """
        while any(self._behind(n) for n in (0, 1)):
            for n in (0, 1):
                self._follow_up(n)

    def _behind(self, n: int) -> bool:
        return self.worlds[n].unsourced and self.worlds[n].place < self.worlds[1 - n].place

    def _follow_up(self, n: int) -> None:
        world, ahead = self.worlds[n], self.worlds[1 - n]
        while self._behind(n):
            given = ahead.inputs[world.place - ahead.offset :]
            answers = {one.seat: one.answer for one in given[: len(world.pending)] if isinstance(one, Answered)}
            for seat, ask in world.unanswered.items():
                same = seat in answers and ask.allows(answers[seat])
                answer = answers[seat] if same else ask.sample(self.pick)
                self.opened = self.opened or (not same and ask.hides(answer) is None)
                self.parted = self.parted or self.opened
                self.notes[n].extend(world.answer(seat, answer))

    # ---- what the viewer sees is the same

    def _alike(self, after: str) -> bool:
        """Whether the viewer and the public still see the same. A difference without a cause is a leak."""
        for viewer in dict.fromkeys((self.viewer, None)):
            seen = [self._seen(n, viewer) for n in (0, 1)]
            if _same_bytes(*seen):
                continue
            if all(self._shows(n, viewer) for n in (0, 1)):
                return False
            who = "the public" if viewer is None else self.worlds[0].players[viewer]
            raise TrialFault("twins", f"{who} can tell two worlds apart after {after}: {difference(*seen)}")
        return True

    def _seen(self, n: int, viewer: int | None) -> Json:
        world = self.worlds[n]
        return {
            "view": world.view(viewer),
            "asked": world.asked(viewer),
            "notes": to_json([note.data() for note in self.notes[n] if note.visible(viewer)]),
            "waiting": world.waiting(),
            "over": world.over,
            "facts": {} if viewer is None else to_json(dict(facts(world, viewer))),
        }

    def _shows(self, n: int, viewer: int | None) -> bool:
        """Whether this step legitimately showed something to the viewer."""
        if len(self.worlds[n].revealed) > self.revealed[n] or self.opened:
            return True
        return any(note.reveals and note.visible(viewer) for note in self.notes[n])

    def _same_questions(self) -> None:
        """The viewer's own ask takes, refuses and proposes the same in both worlds."""
        if self.viewer is None or self.viewer not in self.worlds[0].pending:
            return
        asks = [world.pending[self.viewer] for world in self.worlds]
        players = self.worlds[0].players
        parts = [(ask.window, ask.occasion) for ask in asks]
        if parts[0] != parts[1]:
            raise TrialFault("twins", f"{asks[0].kind.id} is part of something else: {parts[0]} against {parts[1]}")
        default = [ask.write(ask.default(), players) for ask in asks]
        if default[0] != default[1]:
            raise TrialFault(
                "twins", f"the default of {asks[0].kind.id} differs: {default[0]!r} against {default[1]!r}"
            )
        for _ in range(ORDERS):
            text = mutant(asks[0], players, self.pick)
            said = [_said(ask, text, players) for ask in asks]
            if not _same_bytes(*said):
                raise TrialFault(
                    "twins", f"{text[:200]!r} for {asks[0].kind.id} is read otherwise: {difference(*said)}"
                )

    # ---- going on

    def _answer(self) -> bool:
        """Give the same answer in both worlds or, where the answer is the secret, a different one in each."""
        one, other = self.worlds
        open_seats = _open(one)
        if open_seats != _open(other):
            raise TrialFault("twins", f"other players are asked: {open_seats} against {_open(other)}")
        seat = open_seats[self.pick(len(open_seats))]
        asks = (one.pending[seat], other.pending[seat])
        answers = self._secret(seat, asks) or self._common(seat, asks)
        if answers is None:
            return False
        self.revealed = [len(world.revealed) for world in self.worlds]
        places = [world.place for world in self.worlds]
        self.notes = (one.answer(seat, answers[0]), other.answer(seat, answers[1]))
        self.opened = self.opens and places != [world.place for world in self.worlds]
        self.parted = self.parted or self.opened
        return True

    def _secret(self, seat: int, asks: tuple[Ask, Ask]) -> tuple[Answer, Answer] | None:
        """Two answers whose difference nobody else may see, once per pair of worlds."""
        simultaneous = len(self.worlds[0].pending) > 1
        if self.differs or seat == self.viewer or not (asks[0].secret or simultaneous):
            return None
        for _ in range(TRIES):
            one, other = asks[0].sample(self.pick), asks[1].sample(self.pick)
            hidden = asks[0].hides(one)
            if one == other or hidden != asks[1].hides(other) or not (hidden or simultaneous):
                continue
            if asks[0].shown is None or asks[0].shown(one) == asks[0].shown(other):
                self.differs = True
                self.opens = hidden is None
                return one, other
        return None

    def _common(self, seat: int, asks: tuple[Ask, Ask]) -> tuple[Answer, Answer] | None:
        """An answer that is legal in both worlds."""
        for n in range(TRIES):
            answer = asks[n % 2].sample(self.pick)
            if asks[1 - n % 2].allows(answer):
                return answer, answer
            if seat == self.viewer:
                raise TrialFault("twins", f"{answer!r} of {asks[0].kind.id} is legal in one world only")
            if asks[n % 2].hides(answer) is None and len(self.worlds[0].pending) == 1:
                self._public(self.worlds[n % 2], seat, answer)
        return None

    @staticmethod
    def _public(world: Table, seat: int, answer: Answer) -> None:
        """An answer legal in only one world tells which world it is: if it is public, a note must say so."""
        ahead = world.clone(source("ahead"))
        kind = ahead.pending[seat].kind.id
        notes = ahead.answer(seat, answer)
        if len(ahead.revealed) == len(world.revealed) and not any(
            note.reveals and note.visible(None) for note in notes
        ):
            raise TrialFault(
                "twins",
                f"the answer {answer!r} to {kind} shows something hidden, and is neither secret nor noted as revealing",
            )


def _open(world: Table) -> list[int]:
    """Seats that owe an answer as far as others can know, including those that the table has answered for."""
    return [seat for seat in world.pending if seat not in world.given or world.given[seat].source == "forced"]


def _same_bytes(one: Json, other: Json) -> bool:
    """Whether two values are the same as JSON; marshal is faster where even their keys are in the same order."""
    return marshal.dumps(one, _NO_REFERENCES) == marshal.dumps(other, _NO_REFERENCES) or (
        canonical(one) == canonical(other)
    )


def _said(ask: Ask, text: str, players: tuple[str, ...]) -> Json:
    read = reading(ask, text, players)
    return to_json(read.data() if isinstance(read, Refused) else {"answer": read})


def facts(table: Table, viewer: int) -> Iterator[tuple[str, Any]]:
    """What conditions in the viewer's orders would read, with a few arguments each."""
    for fact in table.title.facts.values():
        for arguments in product(*(list(_arguments(table, fact, kind))[:ARGUMENTS] for kind in fact.args)):
            named = ", ".join(map(str, arguments))
            yield f"{fact.name}({named})", fact.read(table.state, viewer, *arguments)


def _arguments(table: Table, fact: Fact, kind: str) -> Iterator[Any]:
    if kind == PLAYER:
        yield from range(len(table.players))
    elif kind == NUMBER:
        yield from (0, 1, 2)
    else:
        for slot in kind.split("|"):
            yield from table.title.language.slots.get(slot, ())
