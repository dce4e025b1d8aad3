"""From what a seat sees to a table that can be played on.

    outlook = Outlook.of(table, seat)                        the moderator: what a seat sees, and how it came about
    world = imagined(title, players, outlook, seed)        somebody else: a whole world as it may be
    world.veil()                                         forget again what was imagined

In the imagined world everything hidden lies somewhere. It is made of nothing but the outlook: worlds that look the same
to a seat are imagined the same, whatever is hidden in them. Of all that can be dealt (`Title.deal`), a world is good
if its rules, given the inputs that the seat knows of, come to the same view and the same ask.

A search plays on in such worlds. A check must not guess: it needs a world only to get the rules to their place, and
then draws the veil again. From there on `HiddenTouched` stops rules that would need what the seat does not know.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from hashlib import sha256
from types import FrameType, GeneratorType
from typing import Any

from ..words.lazy_dataclass import dataclass
from .asks import MOST_PUBLISHED, Ask
from .chance import Below, Chance, OutOfChance, no_chance
from .changes import changed
from .forms import Answer
from .hidden import at, hidden_fields, put, unknown_things
from .hindsight import UNKNOWN, Hindsight, hindsight, is_unknown
from .inputs import Answered, Diverged, Drawn, Input
from .masked import masked
from .phases import Checkpoint
from .state_json import Json, copy, to_json
from .table import Table
from .title import Title
from .unseen import HiddenTouched, Unseen

TRIES = 40
_IMPOSSIBLE = (
    Diverged,
    HiddenTouched,
    OutOfChance,
    AssertionError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
"""How rules fail in a world that cannot be; a fault of theirs shows in how often no world is found."""
_SAMPLES, _LISTED = 8, 300
_OPEN = frozenset(("player", "kind", "rule", "private", "ahead", "unforeseen", "offered"))
"""What of an ask says nothing about its legal answers."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a seat sees of a table, and what it knows of how that has come about; None is an onlooker."""

    seat: int | None
    view: Json
    asked: list[dict[str, Any]]
    """The open asks; those of others without the legal answers."""
    hindsight: Hindsight

    @staticmethod
    def of(table: Table, seat: int | None) -> Outlook:
        return Outlook(seat, table.view(seat), _asked(table, seat), hindsight(table, seat))

    def data(self) -> dict[str, Json]:
        return {"view": self.view, "asked": self.asked, "hindsight": self.hindsight.data()}

    @staticmethod
    def read(data: Mapping[str, Json], seat: int | None) -> Outlook:
        """The reverse of `data`; wrong data raise KeyError, TypeError, ValueError or AttributeError."""
        return Outlook(seat, data["view"], data["asked"], Hindsight.read(data["hindsight"]))

    def start(self, title: Title) -> Any:
        """The position at the last checkpoint, masked, with what has come to light since."""
        state = title.from_view(changed(self.view, self.hindsight.before), self.seat)
        for path, thing in self.hindsight.known:
            put(state, path, thing)
        for path, back in self.hindsight.backs:
            put(state, path, Unseen.showing(back))
        return state


def _asked(table: Table, seat: int | None) -> list[dict[str, Any]]:
    asked = to_json(table.asked(seat, MOST_PUBLISHED))
    return [one if one.get("player") == seat else unlisted(one) for one in asked]


def _asks_alike(asked: Sequence[Mapping[str, Any]], known: Sequence[Mapping[str, Any]]) -> bool:
    """Whether the same is asked. Of very many legal answers only the first ones may be known."""
    if len(asked) != len(known):
        return False
    for one, other in zip(asked, known, strict=True):
        listed = other.get("legal", ())
        short = not other.get("complete", True)
        if unlisted(one) != unlisted(other) or list(one.get("legal", ()))[: len(listed)] != list(listed):
            return False
        if not short and (len(one.get("legal", ())) != len(listed) or one.get("complete") != other.get("complete")):
            return False
    return True


def unlisted(ask: Mapping[str, Any]) -> dict[str, Any]:
    """An ask without its legal answers."""
    return {key: value for key, value in ask.items() if key not in ("legal", "complete")}


def imagined(
    title: Title,
    players: Sequence[str],
    outlook: Outlook,
    seed: str = "",
    below: Below = no_chance,
    tries: int = TRIES,
) -> Imagined | None:
    """A world as it may be, from what a seat sees; None where none was found.

    Another seed gives another world. From where the seat stands, it draws its own chance.
    """
    start = outlook.start(title)
    for n in range(tries):
        world = Imagined(title, players, outlook, below, f"{seed} {n}")
        if world.reaches(start):
            return world
    return None


def seen_table(title: Title, players: Sequence[str], outlook: Outlook, seed: str = "") -> Imagined | None:
    """A table on which a seat can play on until something hidden, a die or somebody else comes up."""
    world = imagined(title, players, outlook, seed)
    if world is not None:
        world.veil()
    return world


def drawing(seed: str) -> Below:
    """A source of chance for guesses; the same seed gives the same numbers everywhere."""
    number = 0

    def below(n: int) -> int:
        nonlocal number
        number += 1
        return int.from_bytes(sha256(f"{seed} {number}".encode()).digest()[:8]) % n

    return below


class Imagined(Table):
    """A table in a world that was dealt from what a seat sees."""

    __slots__ = ("_fill", "_outlook", "_seed", "_veiled")
    _outlook: Outlook
    _seed: str
    _fill: Below
    _veiled: int | None
    """The place at which the veil was drawn."""

    def __init__(self, title: Title, players: Sequence[str], outlook: Outlook, below: Below, seed: str) -> None:
        self.title, self.players, self.below = title, tuple(players), below
        self._outlook, self._seed, self._veiled = outlook, seed, None
        self._stride = 1 << 60  # it is always gone through from its beginning

    @property
    def veiled(self) -> bool:
        return self._veiled is not None

    def reaches(self, start: Any) -> bool:
        """Deal what is hidden, go through the phase, and say whether it looks as it should."""
        state, seat = copy(start), self._outlook.seat
        self._fill = drawing(self._seed)
        past = self._outlook.hindsight
        try:
            if self.title.deal is not None:
                unknown = unknown_things(state, seat)
                things = self.title.deal(state, unknown, past.inputs, self._fill)
                for one, thing in zip(unknown, things, strict=True):
                    put(state, one.path, thing)
            self._go_through(Checkpoint(state, past.place), self.below, past.inputs)
            return self.view(seat) == self._outlook.view and _asks_alike(_asked(self, seat), self._outlook.asked)
        except _IMPOSSIBLE:
            return False  # in this world it cannot have come about like that

    def _go_through(self, point: Checkpoint, below: Below, inputs: Sequence[Input]) -> None:
        self._fill = drawing(f"{self._seed} holes")
        ruled = Checkpoint(point.state, point.place, point.place + len(inputs))
        self._start(self.title, self.players, below, ruled, [], inputs)

    def _chance(self, wanted: Chance) -> Any:
        if self._record and isinstance(drawn := self._record[0], Drawn) and any(map(_is_hole, drawn.outcome)):
            self._record[0] = drawn._replace(outcome=self._filled(wanted, drawn.outcome))
        return super()._chance(wanted)

    def _filled(self, wanted: Chance, outcome: Sequence[Any]) -> list[Any]:
        """An outcome whose holes are filled with what is left of the things it is drawn from."""
        rest = list(getattr(wanted, "items", ()))
        for one in outcome:
            if not _is_hole(one):
                rest.remove(one)
        filled = []
        for one in outcome:
            filled.append(rest.pop(self._fill(len(rest))) if _is_hole(one) and rest else one)
        return filled

    def _recorded(self, ask: Ask, unsourced: bool) -> Answered:
        given = self._record[0]
        if isinstance(given, Answered) and given.seat == ask.player and given.kind == ask.kind.id:
            answer, past = given.answer, self._outlook.hindsight
            if is_unknown(answer):
                answer = self._guessed(ask, past.shown[len(self.inputs)])
            self._record[0] = given._replace(answer=answer, secret=ask.hides(answer))
        return super()._recorded(ask, unsourced)

    def _guessed(self, ask: Ask, shown: Json) -> Answer:
        """A secret answer of which everybody sees the same."""
        for _ in range(_SAMPLES):
            answer = ask.normal(ask.sample(self._fill))
            if self._looks(ask, answer, shown):
                return answer
        fitting = [one for one in map(ask.normal, ask.listed(_LISTED)) if self._looks(ask, one, shown)]
        if not fitting:
            raise Diverged(f"no secret answer to {ask.kind.id} looks like the one that was given")
        return fitting[self._fill(len(fitting))]

    def _looks(self, ask: Ask, answer: Answer, shown: Json) -> bool:
        if ask.hides(answer) is None or (self.offer is not None and answer == ask.default()):
            return False
        return ask.shown is None or to_json(ask.shown(answer)) == shown

    # ---- the veil

    def veil(self) -> None:
        """Hide again, in the running table itself, what the seat may not see: nobody guesses from here on."""
        state, seat = self.state, self._outlook.seat
        blind = masked(state, seat)
        for one in hidden_fields(state, seat):
            other = at(blind, one.path)
            if isinstance(one.value, list) and isinstance(other, list):
                one.value[:] = other  # rules may hold the list itself
            elif isinstance(one.value, dict) and isinstance(other, dict):
                one.value.update(other)
            else:
                put(state, one.path, other)
        asks = list(self.pending.values()) if self._together is not None else []
        for ask in (*asks, *_remembered(self._run)):
            if ask.player != seat:
                _blank(ask)
        known = self._outlook.hindsight.inputs
        self.inputs[: len(known)] = known
        state.notes = []
        self._veiled = self.place

    def _resumed(self, point: Checkpoint, to: int, below: Below) -> Table:
        """Copies are made by imagining the same once more, and drawing the veil at the same place."""
        other = Imagined(self.title, self.players, self._outlook, below, self._seed)
        place = to if self._veiled is None else min(to, self._veiled)
        known = len(self._outlook.hindsight.inputs)
        inputs = [*self._outlook.hindsight.inputs, *self.inputs[known:]]
        other._go_through(point, below, inputs[: place - self.offset])
        if self._veiled is not None:
            other.veil()
            other._record.extend(inputs[place - self.offset : to - self.offset])
            other._feed()
        return other


def _is_hole(thing: Any) -> bool:
    return isinstance(thing, Unseen)


def waiting_frames(run: Generator[Any, Any, Any] | None) -> Iterator[FrameType]:
    """The frames of rules that wait: of the running one and, inward, of those that it goes on with."""
    inner: Any = run
    while isinstance(inner, GeneratorType) and inner.gi_frame is not None:
        yield inner.gi_frame
        for value in inner.gi_frame.f_locals.values():  # a rule that passes on what another one yields
            if isinstance(value, GeneratorType) and value is not inner.gi_yieldfrom:
                yield from waiting_frames(value)
        inner = inner.gi_yieldfrom


def _remembered(run: Generator[Any, Any, Any] | None) -> Iterator[Ask]:
    """The asks that waiting rules hold in their variables, also those that have been answered."""
    for frame in waiting_frames(run):
        for value in frame.f_locals.values():
            inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else (value,)
            yield from (one for one in inside if isinstance(one, Ask))


def _blank(ask: Ask) -> None:
    """The legal answers of others may name what was imagined."""
    for cls in type(ask).__mro__:
        for name in getattr(cls, "__slots__", ()):
            if name not in _OPEN:
                setattr(ask, name, Unseen())
    ask.private = True  # it has nothing to show


__all__ = ["UNKNOWN", "Imagined", "Outlook", "drawing", "imagined", "seen_table", "unlisted"]
