"""What goes into the rules: answers and outcomes of chance, in order of arrival. They are the whole game."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from .forms import Answer
from .state_json import Json, to_json, tuples

Source = Literal["file", "forced", "standing", "default"]


class Answered(NamedTuple):
    """An answer as an input of the rules."""

    seat: int
    kind: str
    answer: Answer
    source: Source
    secret: str | None = None
    order: str = ""
    """Its text, where the table gave the answer by itself; written when somebody asks for it (`Table.forced_since`)."""
    unsourced: bool = False
    """Given by the table in a Together that keeps the sources of its answers secret; not part of a record either."""
    subject: str = ""
    """What was asked about, where the table gave the answer by itself; not part of a record either."""
    spoken: Answer = ()
    """The answer as its form writes it, where the table gave it by itself, as the ask is no longer available when it
    is written. It is not part of a record, which is read together with the ask."""
    unforeseen: bool = False
    """Whether orders written ahead could not be about it; where the table gave the answer by itself."""


class Drawn(NamedTuple):
    """An outcome of chance as an input of the rules."""

    outcome: Any
    label: str = ""
    """What it was for, as the rules called it; they say it again when the record is replayed."""
    sides: int = 0
    """For dice; 0 for other outcomes, which are cards and lots."""


class Lapsed(NamedTuple):
    """The end of an Offer, after the answers of those who took it."""

    kind: str


class Ruled(NamedTuple):
    """A change of the state from outside the rules."""

    changes: Changes


class Stopped(NamedTuple):
    """The players have agreed to end the game."""

    winners: tuple[int, ...]
    how: str


Changes = tuple[tuple[str, Any], ...]
"""Paths into the state as JSON, each with its new value."""
Input = Answered | Drawn | Lapsed | Ruled | Stopped


class Diverged(Exception):
    """A recorded input does not fit what the rules ask for: other rules, or another game."""


def answer_from_json(data: Json) -> Any:
    """JSON lists back to the tuples that answers are made of."""
    return tuples(data)


def input_to_json(one: Input) -> Json:
    if isinstance(one, Drawn):
        return {"drawn": to_json(one.outcome)}
    if isinstance(one, Lapsed):
        return {"lapsed": one.kind}
    if isinstance(one, Stopped):
        return {"stopped": one.how, "winners": list(one.winners)}
    if isinstance(one, Ruled):
        return {"ruled": [list(change) for change in one.changes]}
    return {
        "seat": one.seat,
        "kind": one.kind,
        "answer": to_json(one.answer),
        "source": one.source,
        "secret": one.secret,
    }


def input_from_json(data: Json) -> Input:
    if "drawn" in data:
        return Drawn([tuples(one) for one in data["drawn"]])
    if "lapsed" in data:
        return Lapsed(data["lapsed"])
    if "stopped" in data:
        return Stopped(tuple(data["winners"]), data["stopped"])
    if "ruled" in data:
        return Ruled(tuple((path, value) for path, value in data["ruled"]))
    return Answered(data["seat"], data["kind"], answer_from_json(data["answer"]), data["source"], data["secret"])
