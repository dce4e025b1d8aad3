"""How a game stands for one seat: what a mail about it can say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any

from pbem.campaign import clock, position_text
from pbem.campaign.campaign import SEALED
from pbem.campaign.genesis import Terms
from pbem.campaign.happened import Happened
from pbem.campaign.match import Match
from pbem.campaign.movefile import MoveFileError, parse
from pbem.campaign.replay import replayed
from pbem.campaign.unsealed import Unsealed
from pbem.orders.agenda import Agenda
from pbem.storage.disk import read
from pbem.table import Note, Title, Words
from pbem.table.saying import note_text
from pbem.words.console import as_text
from pbem.words.lazy_dataclass import dataclass

from ..post_words import words_for
from .settings import MailReader

_WIDTH = 70
_MOST_LOOKED_BACK = 200
_MOST_LINES = 60


@dataclass(slots=True)
class SeatReport:
    game: str
    title: Title
    seat: int
    handle: str
    names: tuple[str, ...]
    handles: tuple[str, ...]
    genesis: str
    n: int
    head: str
    at: str
    begun: bool
    joined: bool
    missing: tuple[str, ...]
    """Handles of the seats that have not joined."""
    asked: dict[str, Any] | None
    """What is asked of this seat, with the legal answers."""
    secret: bool
    """The question, or the fact that it was answered, is not public."""
    default: str | None
    """What is answered at a missed deadline, if the table agreed to that."""
    waiting: tuple[int, ...] | None
    due: str | None
    outcome: dict[str, Any] | None
    board: Any
    """The view of this seat, and that of an onlooker."""
    public_board: Any
    notes: list[Note] = field(default_factory=list)
    """What happened since the last mail, as far as this seat may know."""
    hand: bytes | None = None
    ordered: Agenda = field(default_factory=Agenda)
    """What this seat has ordered ahead."""
    language: str = "en"
    terms: Terms = field(default_factory=Terms)
    asked_publicly: bool = False
    """Everybody may know what kind of question this seat is asked."""
    last_orders: tuple[str, ...] = ()
    """The lines of this seat's last file, for a mailbox that may hold what is hidden."""
    hand_known: bool = False
    """An earlier mail brought this very hand."""
    options: Mapping[str, Any] = field(default_factory=dict)
    soon: str = ""
    """The window that it may write for, although nothing is asked of it yet."""
    by_bot: bool = False
    """After the deadline a bot answers."""

    @property
    def over(self) -> bool:
        return self.outcome is not None

    def words(self, reader: MailReader) -> Words:
        return words_for(self.title, reader.language or self.language, self.names)

    def news(self, reader: MailReader, words: Words) -> list[str]:
        """What happened, in sentences; what only this seat may know is left out of a mail unless allowed there."""
        shown = (note for note in self.notes if reader.hidden == "clear" or note.visible(None))
        return [text for note in shown if (text := note_text(note, words))]

    def board_text(self, reader: MailReader, words: Words) -> str:
        clear = reader.hidden == "clear"
        view, seat = (self.board, self.seat) if clear else (self.public_board, None)
        return as_text(position_text.board(self.title, view, words, seat), _WIDTH) if self.begun else ""

    def moves_text(self, words: Words) -> str:
        return as_text(position_text.moves(self.title, self.asked, words), _WIDTH) if self.asked else ""


def of_seat(happened: Happened, seat: int) -> SeatReport:
    campaign, match = happened.campaign, happened.match
    genesis, table = match.genesis, match.table
    ask = table.pending[seat] if table is not None and match.asks(seat) and seat not in match.given else None
    asked = ask.data(genesis.handles) if ask is not None else None
    handle = genesis.handles[seat]
    hand = campaign.folder / SEALED / f"{handle}.age"
    default = None
    at_deadline = match.clock.terms.at_deadline
    if ask is not None and at_deadline in ("default", "replace"):
        default = ask.write(ask.check(ask.default()), genesis.handles)
    return SeatReport(
        genesis.game, campaign.title, seat, handle, tuple(one.name for one in match.seats), genesis.handles,
        match.digest, match.n, match.head, match.at, table is not None, seat in match.joined, tuple(match.missing),
        asked, bool(ask is not None and (ask.private or ask.secret or (table and table.simultaneous))), default,
        None if match.waiting is None else tuple(match.waiting), clock.due(match),
        match.result() if table is not None and table.over else None,
        table.view(seat) if table else None, table.view(None) if table else None,
        [], read(hand, 1 << 24) if hand.is_file() else None, match.agendas[seat], genesis.language, match.clock.terms,
        bool(ask is not None and table is not None and ask.kind.id in {one["kind"] for one in table.asked(None)}),
        options=genesis.options, soon=_soon(match, seat) if ask is None else "",
        by_bot=at_deadline == "bot",
    )  # fmt: skip


def with_last_orders(now: SeatReport, happened: Happened) -> SeatReport:
    """The same with the lines of the seat's last file, if one of the last entries has it."""
    campaign = happened.campaign
    entry = campaign.ledger.last_of(now.handle, _MOST_LOOKED_BACK)
    if entry is None or campaign.moderator is None:
        return now
    file = Unsealed(None, unseal=campaign.moderator.open).file(entry["n"], entry["file"])
    if file is None:
        return now
    try:
        lines = tuple(line for line in parse(file.payload).orders.split("\n") if line.strip())
    except MoveFileError:
        return now
    if lines == ("join",):
        return now
    return replace(now, last_orders=lines[:_MOST_LINES])


def _soon(match: Match, seat: int) -> str:
    """The window that is open for a seat that has ordered nothing for it."""
    window = match.table.soon().get(seat, "") if match.table is not None else ""
    return "" if any(queued.window == window for queued in match.agendas[seat].queue) else window


def notes_after(happened: Happened, after: int) -> list[Note]:
    """All notes of entries after entry `after`, whoever may see them.

    Usually the run has just reported them. If the last mail is older than the run (a daily digest, or a run that
    died before it could report), the whole game is replayed once.
    """
    notes = happened.notes(after)
    if notes is not None:
        return notes
    campaign, found = happened.campaign, happened.match
    assert campaign.moderator is not None
    known = Unsealed(found.secret, unseal=campaign.moderator.open)
    every: list[tuple[int, Note]] = []
    for match, entry, deed in replayed(campaign.ledger.entries(), known):
        found = match
        every += [(entry["n"], note) for note in deed.notes]
    # What owners were told after the last entry, about lines that were checked then and answered nothing.
    found.serve()
    every += [(found.n, note) for note in found.take_asides()]
    return [note for n, note in every if n > after]
