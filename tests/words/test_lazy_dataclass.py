"""Our `dataclass` behaves as that of the standard library, and compiles nothing before it is needed."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, fields, replace
from typing import Any, ClassVar

import pytest

from pbem.words import lazy_dataclass

SHAPES: list[dict[str, bool]] = [
    {},
    {"slots": True},
    {"frozen": True},
    {"frozen": True, "slots": True},
    {"frozen": True, "eq": False},
    {"slots": True, "repr": False},
]


def card(make: Callable[..., Any], shape: dict[str, bool]) -> Any:
    class Card:
        kinds: ClassVar[tuple[str, ...]] = ("brown",)
        name: str
        cost: int = 3
        tags: list[str] = field(default_factory=list, hash=False)
        missing: str = field(default="", repr=False, compare=False)
        drawn: bool = field(default=False, init=False)

        def __post_init__(self) -> None:
            if not self.name:
                raise ValueError("a card has a name")

    return make(**shape)(Card)


def both(shape: dict[str, bool]) -> tuple[Any, Any]:
    return card(dataclasses.dataclass, shape), card(lazy_dataclass.dataclass, shape)


def outcome(work: Callable[[], Any]) -> Any:
    """What came of it, so that two classes of one name can be compared."""
    try:
        return work()
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize(
    "work",
    [
        lambda Card: Card(),
        lambda Card: Card(""),
        lambda Card: Card("baths", 1, ["x"], "y", True),
        lambda Card: Card("baths", colour="blue"),
        lambda Card: dataclasses.astuple(Card("baths")),
        lambda Card: dataclasses.asdict(replace(Card("baths", missing="m"), cost=7)),
        lambda Card: dataclasses.astuple(copy.deepcopy(Card("baths", tags=["a"]))),
        lambda Card: dataclasses.astuple(copy.copy(Card("baths", 2))),
        lambda Card: [(one.name, one.init, one.compare) for one in fields(Card)],
        lambda Card: Card.__match_args__,
        lambda Card: Card("baths").tags is Card("baths").tags,
        lambda Card: Card("baths") == Card("baths", missing="elsewhere"),
        lambda Card: Card("baths") == Card("baths", 4),
        lambda Card: Card("baths") == ("baths", 3, [], False),
        lambda Card: len({Card("baths"), Card("baths", tags=["other"])}),
        lambda Card: len({Card("baths"), Card("altar")}),
        lambda Card: setattr(Card("baths"), "cost", 1),
        lambda Card: delattr(Card("baths"), "cost"),
        lambda Card: hasattr(Card("baths"), "__dict__"),
        lambda Card: dataclasses.is_dataclass(Card),
        lambda Card: (Card.kinds, "kinds" in Card.__dataclass_fields__),
    ],
)
def test_does_what_the_standard_library_does(shape: dict[str, bool], work: Callable[[Any], Any]) -> None:
    theirs, ours = both(shape)
    assert outcome(lambda: work(ours)) == outcome(lambda: work(theirs))


@pytest.mark.parametrize("shape", SHAPES[:-1], ids=str)
def test_is_shown_in_the_same_words(shape: dict[str, bool]) -> None:
    theirs, ours = (one("baths", tags=["a"]) for one in both(shape))
    assert repr(ours) == repr(theirs) == f"{type(ours).__qualname__}(name='baths', cost=3, tags=['a'], drawn=False)"
    ours.tags.append(ours)
    assert repr(ours).endswith("tags=['a', ...], drawn=False)")


@lazy_dataclass.dataclass(frozen=True, slots=True)
class Place:
    name: str
    near: tuple[str, ...] = ()


@lazy_dataclass.dataclass(frozen=True, slots=True)
class Port(Place):
    sea: str = "aegean"


def test_a_frozen_class_can_be_pickled_and_derived_from() -> None:
    for made in (Place("athens", ("thebes",)), Port("corinth", sea="ionian")):
        assert pickle.loads(pickle.dumps(made)) == made == copy.copy(made)
        with pytest.raises(FrozenInstanceError):
            made.name = "sparta"
    assert Place("athens") != Port("athens")


@pytest.mark.parametrize("slots", [False, True])
def test_a_frozen_object_gets_no_attribute_of_another_name(slots: bool) -> None:
    """With slots the standard library raises a TypeError about `super` instead."""
    made = card(lazy_dataclass.dataclass, {"frozen": True, "slots": slots})("baths")
    with pytest.raises(FrozenInstanceError, match="colour"):
        made.colour = "blue"


def test_what_a_class_brings_itself_stays() -> None:
    @lazy_dataclass.dataclass(frozen=True)
    class Die:
        sides: int

        def __init__(self, *faces: int) -> None:
            object.__setattr__(self, "sides", len(faces))

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Die)

        def __repr__(self) -> str:
            return f"d{self.sides}"

    assert repr(Die(1, 2)) == "d2"
    assert Die(1) == Die(1, 2)
    assert hash(Die(4)) == hash(Die(5))


def test_a_method_that_was_taken_before_its_first_use_works_every_time() -> None:
    Card = card(lazy_dataclass.dataclass, {})
    early, made = Card.__init__, object.__new__(Card)
    for name in ("baths", "altar"):
        early(made, name)
        assert made.name == name


def test_nothing_is_compiled_until_an_object_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[str] = []

    def watched(text: str, scope: dict[str, Any]) -> None:
        compiled.append(text)
        exec(text, scope)

    monkeypatch.setattr(dataclasses, "exec", watched, raising=False)
    monkeypatch.setattr(lazy_dataclass, "exec", watched, raising=False)
    Card = card(lazy_dataclass.dataclass, {"frozen": True, "slots": True})
    assert not compiled
    for name in ("baths", "altar"):
        Card(name)
    assert len(compiled) == 1
