"""What a run wrote, and where the game stands after it: enough to report it without running a rule again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from pbem.table import Note
from pbem.words.lazy_dataclass import dataclass

from ..acts.shapes import Entry
from ..campaign import Campaign, EntryStep, step_of
from ..ledger.file import Head

if TYPE_CHECKING:
    from ..match import Match
    from ..records import EntryDraft


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry as it was written."""

    step: EntryStep
    notes: list[Note]
    """All notes, whoever may read them: those of the step, and those that only some seats were told."""


def new_entry(campaign: Campaign, match: Match, line: bytes, deed: EntryDraft, written: Sequence[NewEntry]) -> NewEntry:
    """The entry in a line, with the match just after it; those `written` before it are not in the ledger yet."""
    entry: Entry = json.loads(line)
    wanted = {one["n"] for one in entry.get("shows", ())}
    fresh = {one.step.n: one.step.entry for one in written if one.step.n in wanted}
    hidden = campaign.some(wanted - fresh.keys()) | fresh
    return NewEntry(step_of(match, entry, deed, campaign.players, hidden), list(deed.notes))


@dataclass(slots=True)
class PastNote(Note):
    """What happened, for those who read of it later."""

    names: tuple[str, ...] = ()
    """Who had the seats then."""

    @classmethod
    def of(cls, note: Note, names: tuple[str, ...]) -> PastNote:
        return cls(note.key, note.values, note.seen_by, note.reveals, names)


@dataclass(slots=True)
class Happened:
    """The new entries of a game, without a gap from `after` to where the match stands."""

    campaign: Campaign
    match: Match
    """The match at the head; read-only."""
    after: Head
    """The entry before the first of the new ones."""
    entries: list[NewEntry] = field(default_factory=list)

    @property
    def last(self) -> str:
        """The digest of the last entry included here."""
        return self.entries[-1].step.digest if self.entries else self.after.digest

    def notes(self, after: int) -> list[PastNote] | None:
        """All notes of entries later than `after`; None if that reaches back before this run."""
        if after < self.after.n:
            return None
        later = (one for one in self.entries if one.step.n > after)
        return [PastNote.of(note, one.step.names) for one in later for note in one.notes]

    def steps(self, after: str) -> list[EntryStep] | None:
        """The steps after the entry with this digest; None if that entry is not included here."""
        digests = [self.after.digest, *(one.step.digest for one in self.entries)]
        return [one.step for one in self.entries[digests.index(after) :]] if after in digests else None

    def joined(self, earlier: Happened) -> Happened:
        """What two runs of one game wrote, as one report, if nothing came between them."""
        if self.after.digest != earlier.last:
            return self
        return Happened(self.campaign, self.match, earlier.after, [*earlier.entries, *self.entries])


def every_note(happened: Happened) -> list[tuple[int, PastNote]]:
    """All notes of a game from its beginning, each with its entry, whoever may see them: the game is replayed."""
    from ..acts import ordered_ahead
    from ..ledger.known import Unsealed
    from ..ledger.replay import replayed

    campaign, found = happened.campaign, happened.match
    assert campaign.moderator is not None
    known = Unsealed(found.secret, unseal=campaign.moderator.open)
    every: list[tuple[int, PastNote]] = []
    for match, entry, deed in replayed(campaign.ledger.entries(), known):
        found = match
        every += [(entry["n"], PastNote.of(note, names_of(match))) for note in deed.notes]
    # What owners were told after the last entry, about lines that were checked then and answered nothing.
    ordered_ahead.serve(found)
    return [*every, *((found.n, PastNote.of(note, names_of(found))) for note in found.take_asides())]


def names_of(match: Match) -> tuple[str, ...]:
    """Who has the seats now."""
    return tuple(seat.name for seat in match.seats)
