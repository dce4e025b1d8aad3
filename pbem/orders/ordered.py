"""What a player has ordered ahead, and what becomes of it: plain data, because the moderator keeps it between runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from ..table import Answer, Refused
from ..words.lazy_dataclass import dataclass


@dataclass(slots=True)
class Queued:
    """A line of a file, waiting for its ask."""

    file: str
    """Fingerprint of the file it came in."""
    window: str
    """The window that the file is for."""
    number: int
    text: str
    round: int | None = None
    """The round (see `Rounds`) in which a preceding line was used."""
    occasion: str = ""
    """What it has answered, while that lasts: the kind of ask and its occasion."""
    ahead: bool = False
    """Its file was written before its window was open."""
    series: str = ""
    """What it was to end (`Ask.series`), for the next line that closes a series of asks."""


@dataclass(slots=True)
class Held:
    """A standing order."""

    file: str
    number: int
    text: str
    occasion: str = ""
    """What it has answered, for a `once` order while that occasion lasts."""


@dataclass(slots=True)
class Running:
    """A line whose repetition clauses are still being carried out."""

    file: str
    number: int
    text: str
    ask: str
    source: str = "file"
    window: str = ""
    memory: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Agenda:
    queue: list[Queued] = field(default_factory=list)
    standing: list[Held] = field(default_factory=list)
    plan: Running | None = None
    stopped: bool = False
    """The table waits for the player, who wrote `ask` or a strict line that is not legal: nothing more is used
    until a new file comes or the deadline passes."""
    stopped_in: str = ""
    """The window of the ask that it waits on."""

    @property
    def idle(self) -> bool:
        """Whether no line of any file is waiting."""
        return not self.queue and self.plan is None

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Agenda:
        """From the data of a hand, perhaps of an earlier version: a field that it did not know has its default."""
        plan = data.get("plan")
        return cls(
            [Queued(**one) for one in data["queue"]],
            [Held(**one) for one in data["standing"]],
            Running(**plan) if plan is not None else None,
            data.get("stopped", False),
            data.get("stopped_in", ""),
        )


@dataclass(frozen=True, slots=True)
class Dropped:
    """A line that was passed over, and why (a message key)."""

    file: str
    number: int
    text: str
    key: str


@dataclass(frozen=True, slots=True)
class Forced:
    """What becomes of an agenda when the table has given an answer by itself."""

    line: Queued | None = None
    """The line that says the same, and is used up with it."""
    dropped: tuple[Dropped, ...] = ()
    """Lines above it, for a series of questions that is over."""


@dataclass(slots=True)
class Decision:
    """The agenda's response to an ask."""

    answer: Answer | None = None
    source: str = ""
    """file or standing; default, without a file, for an ask that nobody waits for."""
    goes_on: bool = False
    """A further step of a plan whose line answered before."""
    file: str = ""
    number: int = 0
    text: str = ""
    dropped: list[Dropped] = field(default_factory=list)
    halted: Refused | None = None
    """A strict line that is not legal now: the table stops here and tells the player."""
    wanted: bool = False
    """The player wrote `ask`, to see the position before deciding."""
