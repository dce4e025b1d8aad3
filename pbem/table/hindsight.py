"""How the running phase has come about, as far as a seat knows by now: so it can be gone through again.

Kept are the position at the last checkpoint and the inputs since. What has come to light in the meantime is filled in
where it lay then; everything else that the seat may not see is a hole. To find that out the moderator goes through the
phase once with marked things: what the seat sees of them at the end, it knows from the beginning.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, is_dataclass
from typing import TYPE_CHECKING, Any

from ..words.lazy_dataclass import dataclass
from .asks import MOST_PUBLISHED, Ask
from .chance import no_chance
from .changes import changes
from .forms import Answer
from .hidden import HiddenField, Path, at, hidden_fields, put
from .inputs import Answered, Drawn, Input, Ruled, answer_from_json, input_from_json, input_to_json
from .masked import masked
from .state_json import Json, copy, to_json, tuples
from .table import Table
from .unseen import Unseen
from .views import NOBODY, as_count, marked, view

if TYPE_CHECKING:
    from .phases import Checkpoint

UNKNOWN: Answer = (Unseen(),)
"""An answer that the seat does not know."""


@dataclass(frozen=True, slots=True)
class Hindsight:
    place: int
    """How many inputs came before the checkpoint."""
    before: Json
    """What the view of the checkpoint differs in from that of now (`changes.py`)."""
    known: Sequence[tuple[Path, Any]]
    """What lay hidden then and is known now."""
    backs: Sequence[tuple[Path, Any]]
    """What lay there with less of a back to be seen than is known of it now."""
    inputs: Sequence[Input]
    """Since then. What is not known is an `Unseen`: a thing drawn, or all that an answer consists of."""
    shown: Sequence[Json]
    """For each input: what everybody sees of it, if it is an answer that is not known."""

    def data(self) -> Json:
        return {
            "place": self.place,
            **({"before": self.before} if self.before is not None else {}),
            **({"known": [[*path, to_json(thing)] for path, thing in self.known]} if self.known else {}),
            **({"backs": [[*path, to_json(back)] for path, back in self.backs]} if self.backs else {}),
            **({"inputs": list(map(_input_data, self.inputs, self.shown))} if self.inputs else {}),
        }

    @staticmethod
    def read(data: Json) -> Hindsight:
        """The reverse of `data`; wrong data raise KeyError, TypeError, ValueError or AttributeError."""
        inputs = [_read_input(one) for one in data.get("inputs", ())]
        return Hindsight(
            int(data["place"]),
            data.get("before"),
            [(tuple(path), tuples(thing)) for *path, thing in data.get("known", ())],
            [(tuple(path), back) for *path, back in data.get("backs", ())],
            [one for one, _ in inputs],
            [shown for _, shown in inputs],
        )


def is_unknown(answer: Answer) -> bool:
    return len(answer) == 1 and isinstance(answer[0], Unseen)


def _input_data(one: Input, shown: Json) -> Json:
    if isinstance(one, Drawn):
        return {"drawn": [_back_data(thing) if isinstance(thing, Unseen) else to_json(thing) for thing in one.outcome]}
    if not isinstance(one, Answered):
        return input_to_json(one)
    told: dict[str, Json] = {"seat": one.seat, "kind": one.kind}
    if is_unknown(one.answer):
        return {**told, "shown": shown}
    told["answer"] = to_json(one.answer)
    return {**told, "source": one.source} if one.source != "file" else told


def _back_data(thing: Unseen) -> Json:
    return {} if thing.shows == "?" else {"back": thing.shows}


def _read_input(data: Json) -> tuple[Input, Json]:
    if "drawn" in data:
        return Drawn([_read_thing(one) for one in data["drawn"]]), None
    if "kind" not in data:
        return input_from_json(data), None
    if "answer" not in data:
        return Answered(data["seat"], data["kind"], UNKNOWN, "file", "?"), data["shown"]
    return Answered(data["seat"], data["kind"], answer_from_json(data["answer"]), data.get("source", "file")), None


def _read_thing(data: Json) -> Any:
    if not isinstance(data, dict):
        return tuples(data)
    return Unseen.showing(data["back"]) if "back" in data else Unseen()


# ---- things with a mark


class _MarkedText(str):
    __slots__ = ("number",)
    number: int


class _MarkedTuple(tuple[Any, ...]):
    number: int


class _MarkedNumber(int):
    number: int


_Marked = _MarkedText | _MarkedTuple | _MarkedNumber


def _with_mark(thing: Any, number: int) -> Any:
    """The same thing, which can be told apart from all others like it."""
    made: _Marked
    if isinstance(thing, str):
        made = _MarkedText(thing)
    elif isinstance(thing, tuple):
        made = _MarkedTuple(thing)
    elif isinstance(thing, int) and not isinstance(thing, bool):
        made = _MarkedNumber(thing)
    else:
        return thing
    made.number = number
    return made


def _marks(value: Any) -> Iterator[int]:
    """The numbers of the marked things in a value."""
    if isinstance(value, _Marked):
        yield value.number
    for inner in _inside(value):
        yield from _marks(inner)


def _inside(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        yield from value
        yield from value.values()
    elif isinstance(value, (list, tuple)):
        yield from value
    elif is_dataclass(value):
        yield from (getattr(value, name) for name, _, _ in marked(type(value)))


def _named(value: Any) -> Iterator[Any]:
    """Texts and tuples in a value: names of things."""
    if isinstance(value, (str, tuple)):
        yield value
    for inner in _inside(value):
        yield from _named(inner)


class _MarkedTable(Table):
    """Goes through the phase with marked things; keeps what everybody sees of secret answers, and what notes tell."""

    __slots__ = ("eye", "shown", "told")

    def __init__(self, table: Table, seat: int | None, point: Checkpoint, state: Any, inputs: Iterable[Input]) -> None:
        self._stride, self.shown = 1 << 60, dict[int, Json]()
        self.eye, self.told = seat, set[int]()
        point = type(point)(state, point.place, table.place)
        self._start(table.title, table.players, no_chance, point, [], inputs)
        self._listen()

    def _feed_one(self) -> None:
        self._listen()
        super()._feed_one()

    def _listen(self) -> None:
        for note in self.state.notes:
            if note.visible(self.eye):
                self.told.update(_marks(note.values))

    def _recorded(self, ask: Ask, unsourced: bool) -> Answered:
        number, one = len(self.inputs), super()._recorded(ask, unsourced)
        if one.secret is not None and ask.shown is not None:
            self.shown[number] = to_json(ask.shown(one.answer))
        return one


# ---- what a seat knows


def hindsight(table: Table, seat: int | None) -> Hindsight:
    """What a seat, or everybody, knows by now of how the running phase has come about."""
    if table.over:
        return Hindsight(table.place, None, [], [], [], [])  # nothing goes on
    point, inputs = table.running()
    return _Look(table, seat, point, inputs).found()


@dataclass(slots=True)
class _Look:
    table: Table
    seat: int | None
    point: Checkpoint
    inputs: list[Input]
    fields: list[HiddenField] = field(init=False)
    things: list[tuple[HiddenField, Path, Any]] = field(init=False)
    """What the seat may not see at the checkpoint. Its number is the mark; things drawn are counted on from there."""
    drawn: dict[int, range] = field(init=False)
    """By input, the marks of what is drawn by it."""
    known: set[int] = field(init=False)
    backs: dict[int, Any] = field(init=False)

    def found(self) -> Hindsight:
        self.fields = hidden_fields(self.point.state, self.seat)
        self.things = [(one, path, thing) for one in self.fields for path, thing in one.things()]
        marked_inputs = self._marked_inputs()
        state = copy(self.point.state)
        for number, (_, path, thing) in enumerate(self.things):
            put(state, path, _with_mark(thing, number))
        now = _MarkedTable(self.table, self.seat, self.point, state, marked_inputs)
        opened = set(now.revealed)
        self._seen(now)
        self._told(now, opened)
        seen = masked(self.point.state, self.seat)
        known, backs = self._by_place(seen)
        change = changes(self.table.view(self.seat), view(self.point.state, self.seat))
        inputs = [self._as_seen(n, one, opened) for n, one in enumerate(self.inputs)]
        return Hindsight(self.point.place, change, known, backs, inputs, [now.shown.get(n) for n in range(len(inputs))])

    def _marked_inputs(self) -> list[Input]:
        number, self.drawn = len(self.things), {}
        found: list[Input] = []
        for n, one in enumerate(self.inputs):
            if isinstance(one, Drawn) and not one.sides:
                self.drawn[n] = range(number, number + len(one.outcome))
                one = one._replace(outcome=list(map(_with_mark, one.outcome, self.drawn[n])))
                number += len(one.outcome)
            found.append(Ruled(()) if isinstance(one, Ruled) else one)  # it is in the checkpoint
        return found

    def _seen(self, now: _MarkedTable) -> None:
        """What the seat sees in the position or in its own ask, or was told."""
        sight, seat = masked(now.state, self.seat), self.seat
        self.known, self.backs = {*now.told, *_marks(sight)}, {}
        ask = now.pending.get(seat) if seat is not None else None
        if ask is not None:
            self.known.update(_marks(ask.listed(MOST_PUBLISHED)))
        for one in hidden_fields(now.state, seat):
            for path, thing in one.things():
                back = _back_at(sight, path)
                if back is not None and back != "?":
                    self.backs.update(dict.fromkeys(_marks(thing), back))

    def _told(self, now: Table, opened: set[str]) -> None:
        """What is known by its name, where a rule has taken that from an answer, and not the thing itself."""
        still, words = {*self.known, *_marks(now.state)}, dict[int, Counter[Any]]()
        for given in self.inputs:
            if isinstance(given, Answered) and given.seat != self.seat and not _secret(given, opened):
                words.setdefault(given.seat, Counter()).update(_named(given.answer))
        named = set(_named(masked(now.state, self.seat)))
        for number, (one, path, thing) in enumerate(self.things):
            if number in still:
                continue
            if one.once and thing in named:  # there is only one, and now it lies open
                self.known.add(number)
            elif one.near and one.owner in words:  # its owner has openly named it, or its place
                word = path[-1] if isinstance(path[-1], str) else thing
                if words[one.owner][word] > 0:
                    words[one.owner][word] -= word is thing
                    self.known.add(number)

    def _by_place(self, seen: Any) -> tuple[list[tuple[Path, Any]], list[tuple[Path, Any]]]:
        """What is known, by the place where it lay.

        Nobody sees in which order hidden things lie in a hand, and if rules sort them the order says something about
        the others: so those that are known come first. In a pile the order is that of the pile.
        """
        known: list[tuple[Path, Any]] = []
        backs: list[tuple[Path, Any]] = []
        numbers = iter(range(len(self.things)))
        for one in self.fields:
            here = [(next(numbers), path, thing) for path, thing in one.things()]
            if isinstance(one.value, list) and one.mark.shown is as_count and one.mark.by != NOBODY:
                first = sorted(thing for number, _, thing in here if number in self.known)
                rest = sorted((self.backs[n] for n, _, _ in here if n not in self.known and n in self.backs), key=str)
                known.extend(((*one.path, n), thing) for n, thing in enumerate(first))
                backs.extend(((*one.path, len(first) + n), back) for n, back in enumerate(rest))
                continue
            for number, path, thing in here:
                back = _back_at(seen, path)
                if back is not None and number in self.known:
                    known.append((path, thing))
                elif back == "?" and number in self.backs:
                    backs.append((path, self.backs[number]))
        return known, backs

    def _as_seen(self, n: int, one: Input, opened: set[str]) -> Input:
        if isinstance(one, Ruled):
            return Ruled(())
        if isinstance(one, Drawn) and n in self.drawn:
            return Drawn(
                [
                    thing if number in self.known else _hole(self.backs.get(number))
                    for thing, number in zip(one.outcome, self.drawn[n], strict=True)
                ]
            )
        if not isinstance(one, Answered):
            return one
        if one.seat == self.seat:
            return Answered(one.seat, one.kind, one.answer, one.source)
        # whose answers were forced would tell that there was no choice
        return Answered(one.seat, one.kind, UNKNOWN if _secret(one, opened) else one.answer, "file")


def _back_at(seen: Any, path: Path) -> Any:
    """What a masked state shows of a hidden thing; None where it does not even show that there is one."""
    if isinstance(at(seen, path[:-1]), Unseen):
        return None
    thing = at(seen, path)
    return thing.shows if isinstance(thing, Unseen) else None


def _secret(given: Answered, opened: set[str]) -> bool:
    return given.secret is not None and given.secret not in opened


def _hole(back: Any) -> Unseen:
    return Unseen() if back is None else Unseen.showing(back)
