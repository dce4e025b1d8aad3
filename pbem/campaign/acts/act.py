"""What an act is: it decides on a match that it does not change, its decision is an entry, and an entry is applied.

Live is decide and apply. A replay is apply alone. To verify is to decide again what the entry says was decided, to
compare, and to apply. So a new act is one module here, and nothing about it is written twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pbem.table.state_json import canonical
from pbem.words.lazy_dataclass import dataclass
from pbem.words.message import Message

from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft, WrittenAt
from . import entry_file
from .entry_kind import EntryKind, Told
from .shapes import Entry, Fields

if TYPE_CHECKING:
    from ..ledger.known import Unsealed
    from ..ledger.verify import LedgerChecker
    from ..match import Match
    from ..movefile import MoveFile

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Command(Generic[S]):
    """What somebody wants, read already."""

    at: str
    """When it is carried out."""
    said: S
    """The act's own part."""
    seat: int | None = None
    """Whose it is; None: nobody's."""
    by: str | int = "player"
    """`player`, `moderator`, `clock`, or the entry of the vote that passed."""


@dataclass(frozen=True, slots=True)
class ActDecision:
    """What the ledger is to say of it, and what its sender is told."""

    content: Entry
    said: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True)
class Filed:
    """The file of an entry as verify has read it."""

    move: MoveFile | None
    written: WrittenAt | None


def seat_of(command: Command[Any]) -> int:
    """The seat of a command that is about one."""
    assert command.seat is not None
    return command.seat


def no_file(match: Match, seat: int, said: str, at: str) -> Any:
    raise AssertionError("no file begins with this")


@dataclass(frozen=True)
class CampaignAct(Generic[S]):
    kind: str
    needed: Fields
    decide: Callable[[Match, Command[S]], ActDecision]
    """What follows, or a CampaignError that says why nothing can; the match stays as it is."""
    command: Callable[[Match, Entry, Filed], Command[S]]
    """The command that a recorded entry answers; raises where its file says something else."""
    apply: Callable[[Match, Entry, Unsealed], EntryDraft]
    """Change the match as the entry says, deciding nothing; returns what people are told."""
    told: Told
    optional: Fields = field(default_factory=dict)
    read: Callable[[Match, int, str, str], S] = no_file
    """What the file of a seat says after its word, at a time."""


def kind_of(act: CampaignAct[Any]) -> EntryKind:
    """The kind of entry that an act writes."""

    def verify(checker: LedgerChecker, match: Match, entry: Entry) -> EntryDraft:
        n = entry["n"]
        try:
            command = act.command(match, entry, Filed(checker.moves.get(n), checker.written.get(n)))
            decision = act.decide(match, command)
        except CampaignError as error:
            if error.entry is not None:
                raise
            raise entry_file.misplaced(entry, error.said) from None
        _same(entry, decision.content)
        return act.apply(match, entry, checker.known)

    return EntryKind(act.kind, act.needed, act.apply, verify, act.told, act.optional)


_OF_ANY_ENTRY = ("n", "prev", "at", "sig", "file")


def _same(entry: Entry, right: Mapping[str, Any]) -> None:
    """Check that the entry says what was decided, field by field."""
    for name in sorted({*entry, *right} - {*_OF_ANY_ENTRY}):
        if canonical(entry.get(name)) != canonical(right.get(name)):
            found, wanted = (entry_file.brief(one.get(name)) for one in (entry, right))
            why = phrase("field-otherwise", name=name, found=found, right=wanted)
            raise CampaignError(CampaignFault.LINE_ANSWERS, n=entry["n"], why=why)
