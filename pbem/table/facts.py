"""Facts that conditions in orders may read, declared and typed by each title.

A fact is computed from the position for one seat, and must not depend on
anything that this seat may not see; the twin-world tests hold it to that.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..words.lazy_dataclass import dataclass

NUMBER = "number"
TRUTH = "truth"
PLAYER = "player"


@dataclass(frozen=True)
class Fact:
    """name(args) → type.

    type   NUMBER, TRUTH, PLAYER, or a slot of the title ("card", "land|sea")
    args   types of the arguments, in order
    given  how many of them must be written; the others default to the writer's own
    low, high   bounds of a number, where the rules give them
    """

    name: str
    type: str
    read: Callable[..., Any]
    """(game, seat, *args) → value; an omitted argument is None."""
    args: tuple[str, ...] = ()
    given: int | None = None
    low: int | None = None
    high: int | None = None

    @property
    def needed(self) -> int:
        return len(self.args) if self.given is None else self.given


def facts(*declared: Fact) -> dict[str, Fact]:
    return {fact.name: fact for fact in declared}
