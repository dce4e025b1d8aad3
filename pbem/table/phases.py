"""The phases of a game one after another, and what is kept between them."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from ..words.lazy_dataclass import dataclass
from .game import Game
from .title import Phase


class Reveal:
    """Yielded by a rule when a secret answer becomes public; `name` is the ask's `secret`."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name


@dataclass(slots=True)
class Checkpoint:
    state: Game
    place: int
    """How many inputs came before it."""
    ruled: int = 0
    """Rulings before this place are in the state already, also those that were made after the checkpoint."""


BETWEEN = object()
"""What `in_turn` yields where one phase has ended and the next has not begun: nothing but data is there to keep."""


def in_turn(phases: Mapping[str, Phase], state: Any) -> Generator[Any, Any, None]:
    """The phases one after another, from the one that the state names to the end of the game."""
    while True:
        phase = yield from phases[state.phase](state)
        if phase is None:
            return
        state.phase = phase
        yield BETWEEN
