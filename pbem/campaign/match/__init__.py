"""A campaign in play: the table, the fair chance, the seats, and what is still sealed.

The same functions make new entries and check old ones: each takes what a file orders, advances the game, and
returns what the ledger must say about it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from pbem.orders.agenda import Agenda, Clerk, Dropped
from pbem.orders.lines import Sheet, rows
from pbem.seals.fair import FairSource
from pbem.seals.keys import PublicKey, parse_public
from pbem.table import Note, Table, Title
from pbem.words.lazy_dataclass import dataclass

from ..acts import going_back, offers, ordered_ahead, run, votes
from ..acts.shapes import Entry
from ..agreement import fork
from ..agreement.genesis import Genesis, Seat
from ..clock import deadlines
from ..clock.state import ClockState
from ..errors import CampaignError, CampaignFault, phrase
from ..records import (
    EntryDraft,
    HiddenAnswer,
    LineResult,
    Mark,
    OpenWindow,
    OrderOrigin,
    RecordedAnswer,
    SealedEntry,
    Shown,
    SignedFile,
    ToldNote,
    Undone,
    WrittenAt,
)
from . import openings
from .openings import LateAnswers
from .private_notes import PrivateNotes


@dataclass(slots=True)
class Match:
    genesis: Genesis
    digest: str
    """Of the genesis entry."""
    secret: bytes | None
    title: Title
    clerk: Clerk
    seats: list[Seat]
    clock: ClockState
    moderator: PublicKey
    """Whose signature the next entry needs."""
    free: list[int | None]
    """By seat, the entry with which it became free, until somebody takes it."""
    n: int = 0
    head: str = ""
    at: str = ""
    time: str = ""
    """Timestamp of the entry being written or replayed."""
    processed: str = ""
    """The time of the last processing run in which a file was carried out."""
    vacant: set[int] = field(default_factory=set)
    """Seats that a bot plays because their player has left."""
    joined: dict[int, bytes] = field(default_factory=dict)
    table: Table | None = None
    fair: FairSource | None = None
    given: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Seats that have answered the open Together: the entry, and the place in it."""
    passed: set[int] = field(default_factory=set)
    """Seats that have passed on the open Offer."""
    veiled: dict[int, SealedEntry] = field(default_factory=dict)
    """Entries that hide answers."""
    sources: LateAnswers = field(default_factory=dict)
    """Answers that are public, but whose source stays secret until the end."""
    ends: LateAnswers = field(default_factory=dict)
    """Answers that stay hidden until the end."""
    closed: list[int] = field(default_factory=list)
    """Entries whose file stays sealed until the end, although none of its answers is hidden."""
    agendas: list[Agenda] = field(default_factory=list)
    """By seat, what was ordered ahead: lines that wait, and standing orders."""
    origins: dict[str, OrderOrigin] = field(default_factory=dict)
    """By digest, the files that agendas and hidden answers come from."""
    fetch: Callable[[Sequence[int]], Mapping[int, SignedFile]] | None = None
    """Returns the files of `closed` entries; needed only at the end."""
    reopen: Callable[[Sequence[int]], Mapping[int, Mapping[str, Any]]] | None = None
    """Returns the answers that entries keep sealed; needed only at the end, after a checkpoint."""
    since: tuple[int, str] = (0, "")
    """The entry that the open asks came up with, and its time."""
    recent: list[str] = field(default_factory=list)
    """Digests of the entries from `since` on: strict lines of a file must be written after one of them."""
    opened: dict[int, OpenWindow] = field(default_factory=dict)
    """By seat, its open window, if the title announces windows before it asks."""
    newest: list[WrittenAt] = field(default_factory=list)
    """By seat, when the newest accepted file was written."""
    marks: list[Mark] = field(default_factory=list)
    """Answers that play can go back to, the oldest first. After a checkpoint, those that can be undone."""
    undone: Undone | None = None
    """The last undo, as long as the turn goes on in which it was made."""
    press: dict[int, list[str]] = field(default_factory=dict)
    """By seat, when it sent press, as far back as a day before the last time."""
    restart: int = 0
    """The last entry that went back for everybody: orders that were written before it count no more."""
    motions: dict[str, votes.Motion] = field(default_factory=dict)
    """What the players vote on, by what they write for it."""
    decided: dict[str, int] = field(default_factory=dict)
    """By motion, the entry with which it was decided the last time."""
    rulings: dict[int, list[dict[str, Any]]] = field(default_factory=dict)
    """By entry, what rulings have changed of hidden things: it opens at the end."""
    shown: list[Shown] = field(default_factory=list)
    """Hidden answers that were shown by a later entry; after a checkpoint, those shown since."""
    ended: bool = False
    told: list[PrivateNotes] = field(default_factory=list)
    """By seat, the latest notes that only some may read."""
    seen: int = 0
    """How many of the names revealed by the rules have been dealt with."""
    asides: list[Note] = field(default_factory=list)
    """What owners were told about lines that were dropped or stopped without an answer, and so without an entry."""
    halts: list[LineResult] = field(default_factory=list)
    """The lines that those notes are about, for the receipt of their file."""

    @classmethod
    def begin(cls, genesis: Genesis, digest: str, secret: bytes | None) -> Match:
        title = genesis.load_title()
        return cls(
            genesis,
            digest,
            secret,
            title,
            Clerk(title, genesis.handles, genesis.fixes),
            list(genesis.seats),
            ClockState.begin(genesis.terms, len(genesis.seats)),
            genesis.moderator,
            [None for _ in genesis.seats],
            0,
            digest,
            genesis.at,
            since=(0, genesis.at),
            recent=[digest],
            told=[PrivateNotes() for _ in genesis.seats],
            agendas=[Agenda() for _ in genesis.seats],
            newest=[WrittenAt(0) for _ in genesis.seats],
        )

    # ---- the current situation

    @property
    def playing(self) -> Table:
        assert self.table is not None, "play has not begun"
        return self.table

    @property
    def missing(self) -> list[str]:
        """Seats that have not joined."""
        return [seat.handle for n, seat in enumerate(self.seats) if n not in self.joined]

    @property
    def waiting(self) -> list[int] | None:
        """Seats that owe an answer; None where only the fact that the table waits may be known."""
        if self.table is None or self.table.waiting() is None:
            return None if self.table is not None else [n for n in range(len(self.seats)) if n not in self.joined]
        return [seat for seat in self.table.pending if seat not in self.given]

    @property
    def people(self) -> list[int]:
        """Seats that somebody plays. Nobody waits for the others, and whatever is voted on, they have no vote."""
        return [n for n, seat in enumerate(self.seats) if not seat.bot and self.free[n] is None]

    @property
    def deserted(self) -> bool:
        """Whether everybody has left: then no machine plays on, and somebody can still take a seat."""
        return not self.people and bool(self.vacant or any(free is not None for free in self.free))

    @property
    def unsourced(self) -> bool:
        """Whether the table answers for seats without a choice, so that the sources of open answers stay secret."""
        return self.playing.unsourced

    @property
    def held_back(self) -> bool:
        """Whether orders given ahead wait until, together with them, all have answered.

        Either not even the fact of an answer may be known, or it must look like an answer given by the table.
        """
        return self.playing.waiting() is None or self.unsourced

    def asks(self, seat: int) -> bool:
        """Whether a seat is asked something; in an Offer only if the table waits for it."""
        return seat in self.playing.pending and (not offers.is_open(self) or seat in offers.owing(self))

    def seat(self, handle: str) -> int | None:
        return self.genesis.handles.index(handle) if handle in self.genesis.handles else None

    def must_go_on(self) -> None:
        """What is decided about clocks, seats and press needs a game that is not over."""
        if self.ended:
            raise CampaignError(CampaignFault.OVER)

    def seat_of(self, entry: Entry) -> int:
        """The seat that the entry belongs to."""
        seat = self.seat(entry["player"])
        if seat is None:
            right = phrase("seats", seats=", ".join(self.genesis.handles))
            found = phrase("the-player", player=entry["player"])
            raise CampaignError(CampaignFault.LINE_PLACE, n=entry["n"], found=found, right=right)
        return seat

    def public_digest(self) -> str:
        """Fingerprint of the public position."""
        return self.playing.public_digest()

    def origin_of(self, file: str) -> int | None:
        """The entry that contains a file, if that entry is already written."""
        origin = self.origins.get(file)
        return origin.n if origin is not None and origin.n <= self.n else None

    def number(self, digest: str, further: Callable[[str], int | None]) -> int | None:
        """The number of an entry by its digest; `further` looks up the rare one that is not recent."""
        return self.since[0] + self.recent.index(digest) if digest in self.recent else further(digest)

    def recorded(self, n: int, digest: str, at: str, moved: bool) -> None:
        """An entry was written; `moved` says that it brought up new asks."""
        self.n, self.head, self.at = n, digest, at
        if moved:
            if self.undone is not None and not going_back.same_turn(self, self.undone):
                self.undone = None
            if self.undone is None:
                self.clock.moved()
            self.since, self.recent = (n, self.undone.since if self.undone else at), []
            self._open_windows(at)
        self.recent.append(digest)

    def noted(self, entry: Entry) -> None:
        """Count the deadlines that each seat has missed in a row."""
        cause = entry.get("cause")
        if cause in ("clock", "file"):
            seat = self.seat_of(entry)
            self.clock.misses[seat] = self.clock.misses[seat] + 1 if cause == "clock" else 0

    def _open_windows(self, at: str) -> None:
        """Note since when each seat could write for what it is asked now or soon; once asked, a seat starts afresh."""
        table = self.table
        if self.title.soon is None or table is None:
            return
        asked = {seat: ask.window for seat, ask in table.pending.items()} if table.waiting() is not None else {}
        now = {}
        for seat, window in {**table.soon(), **asked}.items():
            before = self.opened.get(seat)
            goes_on = before is not None and before.window == window and (seat in asked or not before.asked)
            now[seat] = OpenWindow(window, before.at if before is not None and goes_on else at, seat in asked)
        self.opened = now

    # ---- steps

    def join(self, seat: int, file: SignedFile) -> EntryDraft:
        """A seat signs the genesis. Play begins when the last one has."""
        self.joined[seat] = file.raw
        content: dict[str, Any] = {"kind": "join", "player": self.seats[seat].handle}
        if self.missing or self.secret is None:
            return EntryDraft(content)
        self.fair = FairSource(self.secret, bytes.fromhex(self.digest))
        for number in range(len(self.seats)):  # by seat, not by time of arrival
            self.fair.mix(self.joined[number])
        genesis = self.genesis
        start = fork.state_of(self)
        if start is not None:
            self.table = Table.at(self.title, genesis.handles, start, self.fair.below)
        else:
            self.table = Table(self.title, genesis.handles, genesis.options, below=self.fair.below, fixes=genesis.fixes)
        forced = self.forced(0)
        first = content | {"answers": self.data_of(forced)}
        deed = EntryDraft(first, self.tell(list(self.table.state.notes)), veiled=self.sealed_of(forced), moved=True)
        return run.gathered(self, deed, content)

    def key(
        self, seat: int, line: str, age: str | None, name: str | None, by: str, written: WrittenAt | None = None
    ) -> EntryDraft:
        """From here on another key, perhaps another person, signs for the seat. A player's own file says when it was
        written."""
        old = self.seats[seat]
        # Whoever takes over a bot's seat plays it: the bot could not sign with the new key.
        self.seats[seat] = replace(old, key=parse_public(line), age=age, name=name or old.name, bot=None)
        if by == "moderator":
            self.seats[seat] = replace(self.seats[seat], substitute=None)
            if self.seats[seat].name != old.name:
                votes.passed_on(self, seat)
        if written is not None:
            self.newest[seat] = written
        content: dict[str, Any] = {"kind": "key", "player": old.handle, "key": line, "by": by}
        if age:
            content["age"] = age
        if name:
            content["name"] = name
        return EntryDraft(content)

    def move(self, seat: int, file: SignedFile, orders: str, window: str | None, written: WrittenAt) -> EntryDraft:
        """A file from a seat: it goes onto the agenda, and answers as many asks as it can.

        Raises BadOrders, and changes nothing, if the orders cannot be read.
        """
        stale = self.stale(seat, written)
        processing = deadlines.in_processing_run(self, seat)
        sheet = self.file(self.agendas[seat], seat, file.digest, orders, window, stale)
        self.newest[seat] = written
        if processing:
            self.processed = self.time
        self.origins[file.digest] = OrderOrigin(self.n + 1, file.raw)
        deed = ordered_ahead.answered(self, seat, file, sheet, stale)
        if stale:
            strict = {line.number for line in sheet.strict}
            deed.results = [
                replace(one, result="refused", why="stale") if one.number in strict else one for one in deed.results
            ]
        ordered_ahead.forget_origins(self, deed)
        if not rows(orders) and not deed.content["answers"] and "rest" not in deed.content:
            return self.withdrawn(seat, file)  # a sealed one looks like any other file
        kept = {"rest": True} if "rest" in deed.content else {}
        return run.gathered(self, deed, {"kind": "run", "cause": "file", "player": deed.content["player"], **kept})

    def withdrawn(self, seat: int, file: SignedFile) -> EntryDraft:
        """A file without orders has taken back what its seat wrote before."""
        return EntryDraft({"kind": "withdraw", "player": self.seats[seat].handle}, file=file)

    def file(self, agenda: Agenda, seat: int, digest: str, orders: str, window: str | None, stale: bool) -> Sheet:
        """Put the orders of a file onto an agenda."""
        legal = self.playing.pending[seat].legal_words if self.asks(seat) else None
        window = self.window_of(seat, window)
        ahead = not self.asks(seat) or self.playing.pending[seat].window != window
        return self.clerk.file(agenda, seat, digest, window, orders, strict=not stale, legal=legal, ahead=ahead)

    def window_of(self, seat: int, window: str | None) -> str:
        """What a file is for: the window that it names, else what is asked of its seat now."""
        if window is not None and window in self.clerk.windows:
            return window
        return self.playing.pending[seat].window if self.asks(seat) else ""

    def stale(self, seat: int, written: WrittenAt) -> bool:
        """Whether a file was written before the current ask of its seat came up: then its strict lines do not count.

        Lines with `if` or `try`, standing orders, and files for asks that have not come up yet are
        meant for positions to come.
        """
        return written.after < self.since[0] and self.asks(seat)

    def spent(self, seat: int, written: WrittenAt, orders: str) -> bool:
        """Whether nothing in a file counts, because all of it is strict and stale."""
        if not self.stale(seat, written):
            return False
        sheet = self.clerk.readers[seat].read(orders)
        return bool(sheet.lines) and sheet.lines == sheet.strict and not sheet.standing and not sheet.clears

    def due(self) -> EntryDraft | None:
        """What follows without a new file: something opened, asks answered ahead, the end."""
        return run.served(self) or openings.end(self)

    def mix(self, digest: str) -> None:
        """Mix a file's signature into the chance at its first use, never at its arrival."""
        if not digest:
            return  # a default for an ask that was put to nobody
        origin = self.origins[digest]
        if not origin.mixed:
            assert self.fair is not None
            self.fair.mix(origin.raw)
            origin.mixed = True

    def result(self) -> dict[str, Any]:
        outcome = self.playing.outcome
        assert outcome is not None
        handles = self.genesis.handles
        return {
            "winners": [handles[seat] for seat in outcome.winners],
            "how": outcome.how,
            "scores": outcome.scores,
        }

    def tell(self, notes: list[Note]) -> list[Note]:
        """Keep for each seat the notes that are not for everybody; returns all notes."""
        names = tuple(seat.name for seat in self.seats)
        for note in notes:
            for seat in note.seen_by or ():
                self.told[seat] = self.told[seat].with_note(ToldNote.of(note, self.n + 1, names))
        return notes

    def take_asides(self) -> list[Note]:
        taken, self.asides, self.halts = self.asides, [], []
        return taken

    def forced(self, place: int) -> list[RecordedAnswer]:
        """Forced answers since a place; waiting lines that say the same are used up."""
        table, taken = self.playing, []
        for one in table.forced_since(place):
            used = self.clerk.forced(self.agendas[one.seat], one, table.state)
            taken.append(
                RecordedAnswer(
                    one.seat,
                    one.kind,
                    one.order,
                    "forced",
                    "",
                    one.secret,
                    line=used.line,
                    dropped=used.dropped,
                    unsourced=one.unsourced,
                )
            )
        return taken

    def tidied(self) -> list[tuple[int, list[Dropped]]]:
        """By seat, the waiting lines whose occasion is over with what was just answered: they are dropped."""
        state = self.playing.state
        return [(seat, self.clerk.tidy(one, seat, state)) for seat, one in enumerate(self.agendas) if self.clerk.apart]

    def sealed_of(self, taken: Sequence[RecordedAnswer]) -> SealedEntry | None:
        """The parts of these answers that are not public yet; None if everything is."""
        hidden: dict[int, HiddenAnswer] = {}
        sources: dict[int, HiddenAnswer] = {}
        for i, one in enumerate(taken):
            if one.until or one.unsourced:
                kept = hidden if one.until else sources
                origin = self.origin_of(one.file)
                kept[i] = HiddenAnswer(one.order, one.until or "", one.file, one.source, origin, one.unsourced)
        return SealedEntry(None, None, hidden, rest=False, sources=sources) if hidden or sources else None

    def data_of(self, taken: Sequence[RecordedAnswer]) -> list[dict[str, Any]]:
        """Answers as the ledger records them, without line numbers: those would show that other lines come first."""
        data = []
        for one in taken:
            answer: dict[str, Any] = {"player": self.genesis.handles[one.seat], "ask": one.ask}
            if not (one.until or one.unsourced):  # otherwise its source is hidden too
                answer["source"], origin = one.source, self.origin_of(one.file)
                if origin is not None:
                    answer["from"] = origin
            answer |= {"hidden": True} if one.until else {"order": one.order}
            if one.shown is not None:
                answer["shown"] = one.shown
            data.append(answer)
        return data
