"""Tables from what a seat sees: the same position, nothing guessed, nothing that worlds alike would not share.

set up      the outlook, written and read again, gives a table with the same view and the same ask
played on   the seat's next answers lead to the same there, or stop at something hidden
left over   nothing that was imagined is left where rules could use it
alike       in a world that looks the same, the outlook is the same
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import is_dataclass, replace
from typing import Any

from ..table import Answered, Ask, Below, HiddenTouched, OutOfChance, Refused, Table, Title, Unknown, is_unseen
from ..table.hindsight import is_unknown
from ..table.imagine import Imagined, Outlook, imagined, waiting_frames
from ..table.inputs import Input
from ..table.state_json import to_json
from ..table.views import marked
from .errors import TrialFault, difference
from .simulate import source

STEPS = 6
"""How many answers are given to compare the course of both tables."""


def check(table: Table, seat: int, pick: Below) -> bool:
    """Whether a table could be set up from what a seat sees; raises if it is not the right one."""
    outlook = Outlook.of(table, seat)
    written = json.loads(json.dumps(outlook.data()))
    title, found = _marking(table.title)
    world = imagined(title, table.players, Outlook.read(written, seat), f"{pick(1000)}")
    if world is None:
        return False
    _alike(Outlook.of(world, seat), outlook)
    # what the seat sees by now is no guess: it looks as it does in truth
    seen = {id(thing) for thing in _things([world.seen(seat), _secrets(world, outlook)], set(), None)}
    world.veil()
    _same_look(world, outlook)
    left = next((one for one in _left(world, seat, found) if id(one[1]) not in seen), None)
    if left is not None:
        raise TrialFault("outlook", f"{left[1]!r} was imagined, and is left in {left[0]} after the veil")
    if len(table.pending) == 1:
        _played_on(table, world, seat, pick)
    return True


def onlooker(table: Table, pick: Below) -> bool:
    """The same for somebody without a seat: a whole world that looks as it does to everybody."""
    outlook = Outlook.of(table, None)
    world = imagined(table.title, table.players, outlook, f"{pick(1000)}")
    if world is not None:
        _alike(Outlook.of(world, None), outlook)
    return world is not None


def _alike(other: Outlook, outlook: Outlook) -> None:
    one, another = to_json(outlook.data()), to_json(other.data())
    if one != another:
        raise TrialFault("outlook", f"in a world that looks the same the outlook differs: {difference(one, another)}")


def _same_look(world: Table, outlook: Outlook) -> None:
    for what, got, right in (
        ("view", world.view(outlook.seat), outlook.view),
        ("own ask", [_own(one, outlook.seat) for one in to_json(world.asked(outlook.seat))], [*_owns(outlook)]),
    ):
        if got != right:
            raise TrialFault("outlook", f"the table set up has another {what}: {difference(right, got)}")


def _owns(outlook: Outlook) -> Iterator[Any]:
    return (_own(one, outlook.seat) for one in outlook.asked)


def _own(asked: dict[str, Any], seat: int | None) -> Any:
    return asked if asked.get("player") == seat else asked["kind"]


# ---- playing on


def _played_on(table: Table, world: Imagined, seat: int, pick: Below) -> None:
    real = table.clone(source("played on"))
    for _ in range(STEPS):
        ask = real.pending[seat]
        answer, places = ask.sample(pick), (real.barrier, world.barrier)
        if not ask.allows(answer):
            return
        real.answer(seat, answer)
        try:
            world.answer(seat, answer)
        except (HiddenTouched, OutOfChance):
            return
        except Refused as refused:
            raise TrialFault(
                "outlook", f"{answer!r} to {ask.kind.id} is refused on the table set up: {refused}"
            ) from None
        if world.barrier != places[1] or seat not in world.unanswered or len(world.pending) > 1:
            return
        if real.barrier != places[0] or seat not in real.unanswered or len(real.pending) > 1:
            raise TrialFault("outlook", f"after {answer!r} to {ask.kind.id} the table set up goes on alone")
        try:
            _same_course(world, real, seat, f"{answer!r} to {ask.kind.id}")
        except HiddenTouched:
            return


def _same_course(world: Table, real: Table, seat: int, after: str) -> None:
    if not _agrees(world.view(seat), real.view(seat)):
        raise TrialFault("outlook", f"after {after} the table set up looks otherwise")
    one, other = real.pending[seat].data(real.players, 100), world.pending[seat].data(real.players, 100)
    if to_json(one) != to_json(other):
        raise TrialFault("outlook", f"after {after} the table set up asks otherwise: {difference(one, other)}")


def _agrees(got: Any, right: Any) -> bool:
    """Whether one view tells nothing else than the other; it may tell less."""
    if is_unseen(got) or got == {"hidden": 1}:
        return True
    if isinstance(got, dict) and isinstance(right, dict):
        return got.keys() == right.keys() and all(_agrees(got[key], right[key]) for key in got)
    if isinstance(got, (list, tuple)) and isinstance(right, (list, tuple)):
        return len(got) == len(right) and all(map(_agrees, got, right))
    return bool(got == right)


# ---- what is left


class _Imagined(str):
    """A thing that was dealt."""

    __slots__ = ()


class _ImaginedTuple(tuple[Any, ...]):
    __slots__ = ()


def _marking(title: Title) -> tuple[Title, Callable[[Any], bool]]:
    """The title with a deal whose things can be found again, and whether something is one of them."""
    deal = title.deal
    if deal is None:
        return title, lambda _: False

    def marking(game: Any, unknown: Sequence[Unknown], past: Sequence[Input], below: Below) -> list[Any]:
        return [_marked(one) for one in deal(game, unknown, past, below)]

    return replace(title, deal=marking), lambda thing: isinstance(thing, (_Imagined, _ImaginedTuple))


def _marked(thing: Any) -> Any:
    return _Imagined(thing) if type(thing) is str else _ImaginedTuple(thing) if type(thing) is tuple else thing


def _secrets(world: Imagined, outlook: Outlook) -> list[Any]:
    """Secret answers, which rules remember until they reveal them: nobody sees anything of them before."""
    given = zip(world.inputs, outlook.hindsight.inputs, strict=False)
    return [
        getattr(one, "answer", ()) for one, known in given if isinstance(known, Answered) and is_unknown(known.answer)
    ]


def _left(world: Imagined, seat: int, found: Callable[[Any], bool]) -> Iterator[tuple[str, Any]]:
    """Imagined things in the state, in what rules remember while they wait, in recorded inputs, in asks of others."""
    known: set[int] = set()
    places: list[tuple[str, Any]] = [("the position", world.state), ("the inputs", world.inputs)]
    for frame in waiting_frames(world._run):
        places += [(f"{frame.f_code.co_name}: {name}", value) for name, value in frame.f_locals.items()]
    places += [(f"the ask of seat {other}", ask) for other, ask in world.pending.items() if other != seat]
    for where, value in places:
        for thing in _things(value, known, world.pending.get(seat)):
            if found(thing):
                yield where, thing


def _things(value: Any, known: set[int], own: Ask | None) -> Iterator[Any]:
    if id(value) in known or is_unseen(value) or value is own:
        return  # what the own ask names, its seat sees
    known.add(id(value))
    yield value
    inside: Sequence[Any] = ()
    if isinstance(value, dict):
        inside = [*value, *value.values()]
    elif isinstance(value, (list, tuple, set)):
        inside = [*value]
    elif isinstance(value, Ask):
        inside = [getattr(value, name, None) for cls in type(value).__mro__ for name in getattr(cls, "__slots__", ())]
    elif is_dataclass(value) and not isinstance(value, type):
        inside = [getattr(value, name) for name, _, _ in marked(type(value))] if _is_state(value) else []
    for one in inside:
        yield from _things(one, known, own)


def _is_state(value: Any) -> bool:
    try:
        marked(type(value))
    except (NameError, TypeError):
        return False  # something of the rules' own, that no state holds
    return True
