"""The stand-in, in a masked state, for a thing that must not be seen."""

from __future__ import annotations

from typing import Any, NoReturn

from .fields import NotPlain


class HiddenTouched(Exception):
    """A rule needed to know something that is hidden from the seat that the state was masked for."""


class Unseen:
    """A thing whose place is known, and its back (`shows`), but not what it is.

    It can be moved elsewhere. Anything that depends on what it is (comparing
    it, looking it up, calculating with it) raises HiddenTouched. So a rule that
    runs on a masked state never continues from a guess, and stopping for that
    reason can be told apart from a fault of the rule.
    """

    __slots__ = ()  # with nothing in it, it is made fast and costs the garbage collector nothing

    @property
    def shows(self) -> Any:
        return "?"

    @staticmethod
    def showing(back: Any) -> Unseen:
        """One whose back is known."""
        return _Backed(back)

    def __repr__(self) -> str:
        return f"<unseen: {self.shows}>"

    def _touched(self, *_: Any) -> NoReturn:
        raise HiddenTouched(f"what shows only {self.shows!r} is hidden")

    __getattr__ = __getitem__ = __setitem__ = __delitem__ = __contains__ = __iter__ = __len__ = __call__ = _touched
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = __bool__ = _touched
    __int__ = __index__ = __str__ = __format__ = __neg__ = __abs__ = _touched
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __mod__ = __rmod__ = _touched
    __floordiv__ = __rfloordiv__ = __truediv__ = __rtruediv__ = _touched


class _Backed(Unseen):
    __slots__ = ("_back",)

    def __init__(self, back: Any) -> None:
        self._back = back

    @property
    def shows(self) -> Any:
        return self._back


def is_unseen(thing: object) -> bool:
    return isinstance(thing, Unseen)


def back_of(thing: Any) -> Any:
    """What an unseen thing shows: its back, or "?" where not even that is known."""
    if not isinstance(thing, Unseen):
        raise NotPlain(f"{thing!r} lies open")
    return thing.shows
