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
from pbem.table import Note, Table, Title
from pbem.words.lazy_dataclass import dataclass

from ..acts import going_back, offers, ordered_ahead, run
from ..acts.shapes import Entry
from ..agreement import fork
from ..agreement.genesis import Genesis
from ..clock import deadlines
from ..errors import CampaignError, CampaignFault, phrase
from ..records import EntryDraft, HiddenAnswer, LineResult, RecordedAnswer, SealedEntry, SignedFile, WrittenAt
from . import openings
from .ahead import Ahead
from .pace import Pace
from .past import Past
from .saved import from_data, to_data
from .sealed import Sealed
from .seats import Seats


@dataclass(slots=True)
class Match:
    genesis: Genesis
    digest: str
    """Of the genesis entry."""
    secret: bytes | None
    title: Title
    clerk: Clerk
    seats: Seats
    sealed: Sealed
    ahead: Ahead
    pace: Pace
    past: Past
    n: int = 0
    head: str = ""
    at: str = ""
    time: str = ""
    """Timestamp of the entry being written or replayed."""
    table: Table | None = None
    fair: FairSource | None = None
    fetch: Callable[[Sequence[int]], Mapping[int, SignedFile]] | None = None
    """Returns the files of entries that open at the end; needed only there."""
    reopen: Callable[[Sequence[int]], Mapping[int, Mapping[str, Any]]] | None = None
    """Returns the answers that entries keep sealed; needed only at the end, after a checkpoint."""
    asides: list[Note] = field(default_factory=list)
    """What owners were told about lines that were dropped or stopped without an answer, and so without an entry."""
    halts: list[LineResult] = field(default_factory=list)
    """The lines that those notes are about, for the receipt of their file."""

    @classmethod
    def begin(cls, genesis: Genesis, digest: str, secret: bytes | None) -> Match:
        title, seats = genesis.load_title(), len(genesis.seats)
        return cls(
            genesis,
            digest,
            secret,
            title,
            Clerk(title, genesis.handles, genesis.fixes),
            Seats.begin(genesis),
            Sealed(),
            Ahead.begin(seats),
            Pace.begin(genesis.terms, seats),
            Past.begin(genesis.at, digest, seats),
            0,
            digest,
            genesis.at,
        )

    # ---- kept and taken up again

    def saved(self) -> dict[str, Any]:
        """Where it stands, as JSON, but for what the ledger and the moderator's key have."""
        past = self.past.saved(self.table.own_from if self.table is not None else 0)
        parts = {"seats": self.seats, "sealed": self.sealed.saved(), "ahead": self.ahead, "pace": self.pace}
        return {
            **{name: to_data(type(part), part) for name, part in {**parts, "past": past}.items()},
            "n": self.n,
            "head": self.head,
            "at": self.at,
            "table": self.table.save() if self.table is not None else None,
            "fair": self.fair.state() if self.fair is not None else None,
        }

    @classmethod
    def load(cls, genesis: Genesis, digest: str, secret: bytes, data: Mapping[str, Any]) -> Match:
        match = cls.begin(genesis, digest, secret)
        match.seats, match.sealed = from_data(Seats, data["seats"]), from_data(Sealed, data["sealed"])
        match.ahead, match.pace = from_data(Ahead, data["ahead"]), from_data(Pace, data["pace"])
        match.past = from_data(Past, data["past"])
        match.n, match.head, match.at = data["n"], data["head"], data["at"]
        if data["table"] is not None:
            match.fair = FairSource.from_state(secret, data["fair"])
            match.table = Table.load(match.title, data["table"], match.fair.below)
        return match

    def recall(self, whole: Match) -> None:
        """A checkpoint knows only what an undo can reach; `whole`, from the ledger, knows the rest."""
        assert self.fair is not None
        self.table = whole.playing
        self.table.below = self.fair.below
        self.past.recalled(whole.past.marks, whole.past.shown)

    # ---- the current situation

    @property
    def playing(self) -> Table:
        assert self.table is not None, "play has not begun"
        return self.table

    @property
    def waiting(self) -> list[int] | None:
        """Seats that owe an answer; None where only the fact that the table waits may be known."""
        if self.table is None:
            return [n for n in range(len(self.seats)) if n not in self.seats.joined]
        if self.table.waiting() is None:
            return None
        return [seat for seat in self.table.pending if seat not in self.sealed.given]

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
        if self.past.ended:
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
        origin = self.ahead.origins.get(file)
        return origin.n if origin is not None and origin.n <= self.n else None

    def number(self, digest: str, further: Callable[[str], int | None]) -> int | None:
        """The number of an entry by its digest; `further` looks up the rare one that is not recent."""
        known = self.past.number(digest)
        return known if known is not None else further(digest)

    def recorded(self, n: int, digest: str, at: str, moved: bool) -> None:
        """An entry was written; `moved` says that it brought up new asks."""
        self.n, self.head, self.at = n, digest, at
        if moved:
            if self.past.undone is not None and not going_back.same_turn(self, self.past.undone):
                self.past.undid(None)
            if self.past.undone is None:
                self.pace.moved()
            self.past.moved(n, at)
            self._open_windows(at)
        self.past.wrote(digest)

    def noted(self, entry: Entry) -> None:
        """Count the deadlines that each seat has missed in a row."""
        if entry.get("cause") == "clock":
            self.pace.missed(self.seat_of(entry))
        elif entry.get("cause") == "file":
            self.pace.answered(self.seat_of(entry))

    def _open_windows(self, at: str) -> None:
        """Note since when each seat could write for what it is asked now or soon."""
        table = self.table
        if self.title.soon is None or table is None:
            return
        asked = {seat: ask.window for seat, ask in table.pending.items()} if table.waiting() is not None else {}
        now = {**table.soon(), **asked}
        self.pace.windows({seat: (window, seat in asked) for seat, window in now.items()}, at)

    # ---- steps

    def join(self, seat: int, file: SignedFile) -> EntryDraft:
        """A seat signs the genesis. Play begins when the last one has."""
        self.seats.join(seat, file.raw)
        content: dict[str, Any] = {"kind": "join", "player": self.seats[seat].handle}
        if self.seats.missing or self.secret is None:
            return EntryDraft(content)
        self.fair = FairSource(self.secret, bytes.fromhex(self.digest))
        for number in range(len(self.seats)):  # by seat, not by time of arrival
            self.fair.mix(self.seats.joined[number])
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

    def move(self, seat: int, file: SignedFile, orders: str, window: str | None, written: WrittenAt) -> EntryDraft:
        """A file from a seat: it goes onto the agenda, and answers as many asks as it can.

        Raises BadOrders, and changes nothing, if the orders cannot be read.
        """
        stale = self.stale(seat, written)
        processing = deadlines.in_processing_run(self, seat)
        sheet = self.file(self.ahead.agendas[seat], seat, file.digest, orders, window, stale)
        self.ahead.written(seat, written)
        if processing:
            self.pace.processing(self.time)
        self.ahead.came(file.digest, self.n + 1, file.raw)
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
        return written.after < self.past.since[0] and self.asks(seat)

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
        raw = self.ahead.first_use(digest)
        if raw is not None:
            assert self.fair is not None
            self.fair.mix(raw)

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
        self.past.tell(notes, self.n + 1, tuple(seat.name for seat in self.seats))
        return notes

    def take_asides(self) -> list[Note]:
        taken, self.asides, self.halts = self.asides, [], []
        return taken

    def forced(self, place: int) -> list[RecordedAnswer]:
        """Forced answers since a place; waiting lines that say the same are used up."""
        table, taken = self.playing, []
        for one in table.forced_since(place):
            used = self.clerk.forced(self.ahead.agendas[one.seat], one, table.state)
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
        agendas = enumerate(self.ahead.agendas)
        return [(seat, self.clerk.tidy(one, seat, state)) for seat, one in agendas if self.clerk.apart]

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
