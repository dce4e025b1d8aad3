"""How a game stands for one seat: what a mail about it can say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.campaign import clock, position_text
from pbem.campaign.campaign import SEALED
from pbem.campaign.match import Match
from pbem.campaign.replay import follow, replayed, settle
from pbem.campaign.unsealed import Unsealed
from pbem.campaign.writer import CampaignWriter
from pbem.orders.agenda import Agenda
from pbem.storage.disk import read
from pbem.table import Note, Title, Words
from pbem.table.saying import note_text
from pbem.words.console import as_text

from ..post_words import words_for
from .settings import MailReader

_WIDTH = 76


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
    """The question, or that it was answered, is not for everybody's eyes."""
    default: str | None
    """What is answered at a missed deadline, where the table agreed to that."""
    waiting: tuple[int, ...] | None
    due: str | None
    outcome: dict[str, Any] | None
    board: Any
    """The view of this seat, and the one of an onlooker."""
    public_board: Any
    notes: list[Note] = field(default_factory=list)
    """What happened since the last mail, as far as this seat may know."""
    hand: bytes | None = None
    ordered: Agenda = field(default_factory=Agenda)
    """What this seat has ordered ahead."""
    language: str = "en"
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def over(self) -> bool:
        return self.outcome is not None

    def words(self, reader: MailReader) -> Words:
        return words_for(self.title, reader.language or self.language, self.names)

    def news(self, reader: MailReader, words: Words) -> list[str]:
        """What happened, in sentences; what only this seat may know stays out of a mail unless it may be there."""
        shown = (note for note in self.notes if reader.hidden == "clear" or note.visible(None))
        return [text for note in shown if (text := note_text(note, words))]

    def board_text(self, reader: MailReader, words: Words) -> str:
        clear = reader.hidden == "clear"
        view, seat = (self.board, self.seat) if clear else (self.public_board, None)
        return as_text(position_text.board(self.title, view, words, seat), _WIDTH) if self.begun else ""

    def moves_text(self, words: Words) -> str:
        return as_text(position_text.moves(self.title, self.asked, words), _WIDTH) if self.asked else ""


def of_seat(keeper: CampaignWriter, seat: int, notes: Iterable[Note] = ()) -> SeatReport:
    match, genesis = keeper.match, keeper.genesis
    table = match.table
    ask = table.pending.get(seat) if table is not None and seat not in match.given else None
    asked = ask.data(genesis.handles) if ask is not None else None
    handle = genesis.handles[seat]
    hand = keeper.folder / SEALED / f"{handle}.age"
    default = None
    if ask is not None and genesis.terms.at_deadline == "default":
        default = ask.write(ask.check(ask.default()), genesis.handles)
    return SeatReport(
        genesis.game, keeper.campaign.title, seat, handle, tuple(one.name for one in match.seats), genesis.handles,
        match.digest, match.n, match.head, match.at, table is not None, seat in match.joined, tuple(match.missing),
        asked, bool(ask is not None and (ask.private or ask.secret or (table and table.simultaneous))), default,
        None if match.waiting is None else tuple(match.waiting), clock.due(match),
        match.result() if table is not None and table.over else None,
        table.view(seat) if table else None, table.view(None) if table else None,
        [note for note in notes if note.visible(seat)], read(hand, 1 << 24) if hand.is_file() else None,
        match.agendas[seat], genesis.language, genesis.options,
    )  # fmt: skip


class Since:
    """What happened in a game after some entry: only the new entries are gone through, where that is possible.

    It takes the match of a campaign that was opened before the new entries were written.
    """

    def __init__(self, before: Match) -> None:
        self.n = before.n
        self.language = before.genesis.language
        self._match = before
        self._found: list[tuple[int, Note]] = []

    def notes(self, keeper: CampaignWriter, after: int) -> list[Note]:
        """All notes of entries later than `after`, whoever may see them."""
        known = Unsealed(keeper.secrets.secret, unseal=keeper.moderator.open)
        if after < self.n:
            # A run died before it could tell; then the whole game is gone through once.
            every = list(replayed(keeper.campaign.ledger.entries(), known))
            found = [(entry["n"], note) for _, entry, deed in every for note in deed.notes]
            return [note for n, note in [*found, *_last_asides(every[-1][0])] if n > after]
        if self._match.n < keeper.match.n:
            known.number = keeper.campaign.ledger.number
            for digest, entry in keeper.campaign.ledger.entries():
                if entry["n"] > self._match.n:
                    deed = follow(self._match, entry, known)
                    settle(self._match, entry, digest, deed)
                    self._found += [(entry["n"], note) for note in deed.notes]
            self._found += _last_asides(self._match)
        return [note for n, note in self._found if n > after]


def _last_asides(match: Match) -> list[tuple[int, Note]]:
    """What owners were told after the last entry, of lines that were looked at then and answered nothing."""
    match.serve()
    return [(match.n, note) for note in match.take_asides()]
