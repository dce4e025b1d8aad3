"""A campaign as the pages need it: who plays, what happened, who is awaited.

This holds only what everybody may see, and sealed files, which only their owners can open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any

from ..campaign.clock.calendar import Zone
from ..table import Note, Title
from ..words.lazy_dataclass import dataclass
from .kit import PlayerName, seated

if TYPE_CHECKING:
    from .played_record import PlayedRecord

UTC = Zone()


@dataclass(frozen=True)
class LogAnswer:
    """An answer as the ledger has it; `order` is empty while it is sealed."""

    seat: int
    ask: str
    order: str
    source: str
    ahead: bool = False
    """It was ordered in an earlier file."""


@dataclass(frozen=True)
class Drawing:
    """One die roll, shuffle or draw, recomputed after the end of a game."""

    n: int
    """The entry that it belongs to."""
    outcome: Sequence[Any]
    label: str = ""
    """What it was for, as the rules called it: `key` or `key:thing`."""
    sides: int = 0
    """For dice; 0 for cards and lots."""


@dataclass(frozen=True)
class LogMoment:
    """An entry of the ledger, and the public position after it."""

    n: int
    kind: str
    at: str
    digest: str
    seat: int | None = None
    answers: tuple[LogAnswer, ...] = ()
    notes: tuple[Note, ...] = ()
    """What everybody may read about what happened."""
    view: Any = None
    """The public position; None before the first shuffle."""
    said: str = ""
    """What a player or the moderator wrote (press, a ruling)."""
    outcome: Mapping[str, Any] | None = None
    sealed: bool = False
    """Its file is sealed in the ledger."""
    opens: tuple[int, ...] = ()
    """Earlier entries whose sealed files it reveals."""
    late: bool = False
    """A deadline was missed: the moderator signed for the player."""
    back: tuple[int, int] | None = None
    """It takes back everything from this answer on, given as its entry and its place there."""
    names: tuple[str, ...] = ()
    """Who sat on each seat then."""


@dataclass(frozen=True)
class Waiting:
    """Whose answer is awaited. No seats: somebody's, but whose may not be known."""

    seats: tuple[int, ...]
    since: str
    due: str | None = None
    asks: tuple[Mapping[str, Any], ...] = ()
    """The open questions as `Ask.data` gives them, without what only one seat may see."""
    joining: bool = False


@dataclass(frozen=True)
class SeatModel:
    """What the desk of a seat needs."""

    handle: str
    name: str
    key: str
    """The line of the public key."""
    fingerprint: str
    sealed: str | None = None
    """The hand as an armored age file."""
    asks: tuple[Mapping[str, Any], ...] = ()
    """What is asked of this seat now, if everybody may know it."""
    substitute: tuple[str, str] | None = None
    """The line and the fingerprint of the key of somebody who writes for the player too."""


CHECKS = ("chain", "signatures", "replayed", "dice", "promise", "sealed", "rules", "files")
AFTER_THE_END = ("replayed", "dice", "promise", "sealed")
"""What others can check only when the secret is out."""


CHECKED_EVERY = 25
"""A running game is checked as a whole whenever this many entries have come in."""


@dataclass(frozen=True)
class Check:
    """One of the things that were verified. state: passed, failed, later."""

    id: str
    state: str
    count: int = 0


@dataclass(frozen=True)
class AuditFault:
    """What does not fit, and at which entry (None: the campaign as a whole)."""

    n: int | None
    say: Callable[[str], str]
    """The sentence of `pbem verify` in a language."""


@dataclass(frozen=True)
class Audit:
    checks: tuple[Check, ...] = ()
    faults: tuple[AuditFault, ...] = ()
    signed: tuple[int, ...] = ()
    """Signatures by seat."""
    draws: tuple[Drawing, ...] = ()
    closed: int = 0
    """Files that are still sealed, so that others cannot check their signatures yet."""


def so_far(entries: int, signatures: int, files: int, closed: int = 0) -> Audit:
    """What can be said of a running game in which nothing was found wrong."""
    counts = {"chain": entries, "signatures": signatures, "files": files}
    checks = (Check(one, "later" if one in AFTER_THE_END else "passed", counts.get(one, 0)) for one in CHECKS)
    return Audit(tuple(checks), closed=closed)


@dataclass(frozen=True)
class CampaignModel:
    id: str
    title: Title
    seats: tuple[SeatModel, ...]
    begun: str
    edition: str
    engine: str
    commitment: str
    moderator: str
    """The line of the moderator's public key: moves are sealed to it."""
    head: LogMoment
    """The last entry."""
    moments: Callable[[int], Iterator[LogMoment]]
    """The entries after entry n (-1: all of them), in order."""
    print_of: Callable[[int], str | None]
    """The digest of entry n; None if there is no such entry."""
    audit: Callable[[], Audit]
    files: Callable[[], Sequence[tuple[str, bytes]]]
    """The public files of the campaign, for the archive."""
    record: Callable[[], PlayedRecord | None] = lambda: None
    """What went into the rules, of a game that is over."""
    outlook: Callable[[], Mapping[str, Any] | None] = lambda: None
    """What everybody sees of a game that is not over, once its moments have been told."""
    fixes: int = 0
    waiting: Waiting | None = None
    secret: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    fork: tuple[str, int] | None = None
    """The game and the entry that a sandbox goes on from."""
    sealed_files: bool = False
    """Move files stay sealed in the ledger until the end of the game."""
    zone: Zone = UTC
    """In which its deadlines are meant."""
    mail: str = ""
    """Address to which moves can be mailed."""
    mark: str = ""
    """Changes when the files of the campaign do, even where its head stays the same."""

    @property
    def players(self) -> tuple[PlayerName, ...]:
        """Display names."""
        return seated([seat.name for seat in self.seats])

    @property
    def handles(self) -> tuple[str, ...]:
        return tuple(seat.handle for seat in self.seats)
