"""A campaign as read from its files in `games/<id>/`."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem import titles
from pbem.storage.ids import is_game
from pbem.table import Note, Table, Title, Words
from pbem.words.lazy_dataclass import dataclass

from ..storage import disk
from .acts import KINDS
from .acts.shapes import Entry
from .agreement import genesis as terms
from .agreement.genesis import Genesis, Seat
from .errors import CampaignError, CampaignFault, phrase
from .ledger import signed_json
from .ledger.entries import read_line
from .ledger.file import Head, Ledger

if TYPE_CHECKING:
    from pbem.seals.keys import PublicKey
    from pbem.seals.moderator_key import Moderator

    from .ledger.known import Unsealed
    from .match import Match
    from .records import EntryDraft, SignedFile

GAMES = "PBEM_GAMES"
POSITION = "position.json"
NOTES = "notes.jsonl"
INBOX = "inbox"
SEALED = "sealed"
RECEIPTS = "receipts"
SEATED = ("key", "takeover", "substitute")
"""Kinds of entries that change who signs for a seat."""
_SEATED = tuple(f'"kind":"{kind}"'.encode() for kind in SEATED)
_LARGEST_POSITION = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class StepAnswer:
    """An answer as a step shows it; `order` is None while it is hidden."""

    seat: int
    ask: str
    order: str | None
    source: str
    """file, forced, default or standing; empty where that is hidden too"""


@dataclass(frozen=True, slots=True)
class EntryStep:
    """One entry of the ledger and the public position after it."""

    n: int
    kind: str
    at: str
    digest: str
    """SHA-256 of the entry's line."""
    player: int | None
    """The seat whose entry it is; None where it is nobody's, as for genesis and end."""
    answers: tuple[StepAnswer, ...]
    """Answers that the entry opens, with their players, and those that it has."""
    notes: tuple[Note, ...]
    """What everybody may read of what happened."""
    view: Any
    """What everybody may see after it (as `Table.view(None)`); None before play begins."""
    asked: Any
    """What is asked after it, as everybody may see it."""
    waiting: tuple[int, ...] | None
    """Seats that owe an answer; None where that is not public."""
    outcome: Mapping[str, Any] | None
    """winners (handles), how, scores: once the game is over."""
    entry: Entry = field(repr=False)
    names: tuple[str, ...] = ()
    """Who sat on each seat after it, as people read it: a seat may pass to somebody else."""


class Campaign:
    def __init__(self, folder: Path, moderator: Moderator | None = None) -> None:
        self.folder = folder
        self.ledger = Ledger(folder)
        self.moderator = moderator

    @classmethod
    def open(cls, folder: Path, moderator: Moderator | None = None) -> Campaign:
        """The campaign in a folder. Reading positions of an unfinished game takes the moderator's key."""
        if not Ledger(folder).path.is_file():
            raise CampaignError(CampaignFault.NO_GAME, game=folder.name, where=folder.parent)
        return cls(folder, moderator)

    # ---- what was agreed

    @cached_property
    def _first(self) -> tuple[str, Genesis]:
        digest, entry = self.ledger.first()
        return digest, terms.read(entry)

    @property
    def genesis(self) -> Genesis:
        return self._first[1]

    @property
    def genesis_digest(self) -> str:
        return self._first[0]

    @property
    def id(self) -> str:
        return self.genesis.game

    @property
    def title(self) -> Title:
        return self.genesis.load_title()

    @property
    def players(self) -> tuple[str, ...]:
        """Handles by seat."""
        return self.genesis.handles

    @property
    def names(self) -> tuple[str, ...]:
        """Names for people by seat, of those who play now."""
        return tuple(seat.name for seat in self.seats)

    def words(self, language: str | None = None, names: Sequence[str] | None = None) -> Words:
        """The words of the game; `names`: of other players than those who play now."""
        return titles.words(self.title, language or self.genesis.language, self.names if names is None else names)

    def seat(self, handle: str) -> int:
        if handle not in self.players:
            raise CampaignError(CampaignFault.NO_PLAYER, found=handle, game=self.id, right=", ".join(self.players))
        return self.players.index(handle)

    # ---- what happened

    @property
    def head(self) -> Head:
        """The last entry's number and digest."""
        return self.ledger.head()[0]

    def entries(self) -> Iterator[Entry]:
        """Every entry; raises where the chain is broken. Signatures are checked by `verify` and during replay."""
        return (entry for _, entry in self.ledger.entries())

    def known(self) -> Unsealed:
        """What a replay needs: from the ledger once the game is over, otherwise from the moderator."""
        from .ledger.known import Unsealed

        if self.ledger.head()[1]["kind"] == "end":
            opening = [one.name for one in KINDS.values() if one.opens]
            return Unsealed.of(entry for kind in opening for entry in self.ledger.of_kind(kind))
        if self.moderator is None:
            raise CampaignError(CampaignFault.NEEDS_SECRET, game=self.id)
        from .agreement.second_moderator import secrets_of

        found = self.genesis
        secrets = secrets_of(found, self.moderator)
        return Unsealed(secrets.secret, unseal=self.moderator.open)

    def files(self, numbers: Sequence[int]) -> dict[int, SignedFile]:
        """The files of some entries, opened with the moderator's key if necessary."""
        known = self.known()
        found = {}
        for n, entry in self.some(set(numbers)).items():
            file = known.file(n, entry["file"])
            assert file is not None
            found[n] = file
        return found

    def some(self, numbers: Set[int]) -> dict[int, Entry]:
        """Some entries by their numbers."""
        return {entry["n"]: entry for entry in self.entries() if entry["n"] in numbers} if numbers else {}

    def sealed_answers(self, moderator: Moderator, numbers: Sequence[int]) -> dict[int, Any]:
        """What is sealed in some entries."""
        entries = self.some(set(numbers))
        return {n: json.loads(moderator.open(entry["sealed"].encode())) for n, entry in entries.items()}

    def replay(self) -> Iterator[tuple[Match, Entry, EntryDraft]]:
        from .ledger.replay import replayed

        return replayed(self.ledger.entries(), self.known())

    def steps(self) -> Iterator[EntryStep]:
        """Every entry with the public position after it, from one replay."""
        handles = self.players
        by: dict[int, Entry] = {}
        for match, entry, deed in self.replay():
            if any("hidden" in one for one in entry.get("answers", ())):
                by[entry["n"]] = entry
            yield step_of(match, entry, deed, handles, by)

    def table(self, to: int | None = None) -> Table | None:
        """The table as it stands (or stood after entry `to`); None before play begins."""
        last = self.head.n
        if to is not None and not 0 <= to <= last:
            raise CampaignError(CampaignFault.NO_ENTRY, game=self.id, found=to, n=last)
        for match, entry, _ in self.replay():
            if entry["n"] == (last if to is None else to):
                return match.table
        return None

    # ---- what the other files contain

    @property
    def position(self) -> dict[str, Any]:
        """The public position at the head, as the moderator's last run wrote it."""
        data = disk.read(self.folder / POSITION, _LARGEST_POSITION)
        try:
            found: dict[str, Any] = json.loads(data)
            return found
        except (ValueError, RecursionError):
            raise CampaignError(CampaignFault.PUBLIC_FILE, where=POSITION, why=phrase("not-readable")) from None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats with their current keys."""
        *_, (_, last) = self.seatings()
        return last

    def seatings(self) -> Iterator[tuple[Entry | None, tuple[Seat, ...]]]:
        """Who has the seats at first, and after each entry that changes it.

        From entries the moderator signed, as far as the chain is intact; nothing is played for it.
        """
        yield None, self.genesis.seats
        match = None
        try:
            for n, line in self.ledger.unbroken():
                if any(mark in line for mark in _SEATED) and (entry := read_line(line, n))["kind"] in SEATED:
                    match = match or self._before_play()
                    self._seat(match, entry)
                    yield entry, tuple(match.seats)
        except CampaignError as error:
            if error.entry is None:
                raise

    def names_after(self) -> Callable[[int], tuple[str, ...]]:
        """By the number of an entry, who had the seats after it, as people read it."""
        known = [
            (0 if entry is None else entry["n"], tuple(seat.name for seat in seats)) for entry, seats in self.seatings()
        ]
        return lambda n: next(names for first, names in reversed(known) if first <= n)

    @property
    def moderators(self) -> tuple[PublicKey, ...]:
        """Whose signature counts: the moderator's; after a takeover both, the one who is at work last."""
        genesis = self.genesis
        if genesis.second is None or not any(b'"kind":"moderator"' in line for _, line in self.ledger.unbroken()):
            return (genesis.moderator,)
        taken = any(signed_json.fits(one, genesis.second.key) for one in self.ledger.of_kind("moderator"))
        return (genesis.moderator, genesis.second.key) if taken else (genesis.moderator,)

    def _before_play(self) -> Match:
        from .match import Match

        return Match.begin(self.genesis, self.genesis_digest, None)

    def _seat(self, match: Match, entry: Entry) -> None:
        from .acts import key, substitute, takeover
        from .ledger.replay import attested

        attested(entry, *self.moderators)
        {"key": key.seated, "takeover": takeover.seated, "substitute": substitute.seated}[entry["kind"]](match, entry)


def step_of(
    match: Match, entry: Entry, deed: EntryDraft, handles: tuple[str, ...], by: Mapping[int, Entry]
) -> EntryStep:
    table = match.table
    given = [
        StepAnswer(handles.index(one["player"]), one["ask"], one.get("order"), one.get("source", ""))
        for one in entry.get("answers", ())
    ]
    shown = []
    for one in entry.get("shows", ()):
        was = by[one["n"]]["answers"][one["i"]]
        shown.append(
            StepAnswer(handles.index(was["player"]), was["ask"], one["order"], one.get("source", was.get("source", "")))
        )
    waiting = match.waiting
    return EntryStep(
        entry["n"],
        entry["kind"],
        entry["at"],
        match.head,
        handles.index(entry["player"]) if "player" in entry else None,
        (*shown, *given),
        tuple(note for note in deed.notes if note.visible(None)),
        table.view(None) if table else None,
        table.asked(None) if table else [],
        None if waiting is None else tuple(waiting),
        match.result() if table is not None and table.over else None,
        entry,
        tuple(seat.name for seat in match.seats),
    )


def games_folder(given: Path | None = None) -> Path:
    """The folder of campaigns: the one given, else $PBEM_GAMES, else ./games."""
    return given or Path(os.environ.get(GAMES) or "games")


def new_folder(games: Path, game: str) -> Path:
    """The folder for a new game; an invalid id never becomes a path."""
    if not is_game(game):
        raise CampaignError(CampaignFault.GAME_ID, found=game)
    return games / game


def find(games: Path, game: str) -> Path:
    """The folder of an existing game."""
    folder = new_folder(games, game)
    if not Ledger(folder).path.is_file():
        raise CampaignError(CampaignFault.NO_GAME, game=game, where=games)
    return folder


def all_games(games: Path) -> list[str]:
    """The ids of the campaigns in a folder."""
    try:
        found = [one.name for one in games.iterdir() if is_game(one.name) and Ledger(one).path.is_file()]
    except OSError:
        return []
    return sorted(found)
