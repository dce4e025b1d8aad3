"""How a game stands for one seat: what a mail about it can say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from hashlib import sha256
from typing import Any

from pbem.campaign.agreement.genesis import Terms
from pbem.campaign.campaign import SEALED
from pbem.campaign.clock import deadlines
from pbem.campaign.ledger.known import Unsealed
from pbem.campaign.match import Match
from pbem.campaign.movefile import MoveFileError, parse
from pbem.campaign.published import position_text
from pbem.campaign.running.happened import Happened, PastNote, names_of
from pbem.orders.agenda import Agenda
from pbem.storage.disk import read
from pbem.table import Title, Words
from pbem.table.saying import note_text
from pbem.table.state_json import canonical, to_json
from pbem.titles.terminal import about
from pbem.words import dates
from pbem.words.console import as_text
from pbem.words.lazy_dataclass import dataclass

from ..post_words import task_words, words_for
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
    notes: list[PastNote] = field(default_factory=list)
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
    policy: Mapping[str, Any] = field(default_factory=dict)
    """What the table agreed to beside the rules."""
    motions: tuple[str, ...] = ()
    """What is voted on, and waits for this seat's vote."""
    paused: str = ""
    """Since when the clock has been standing still."""
    soon: str = ""
    """The window that it may write for, although nothing is asked of it yet."""
    last_moment: str | None = None
    """Until when an answer still counts: the deadline, and the grace after it."""
    misses: int = 0
    """How many deadlines in a row it has missed."""
    own_part: str = ""
    """A mark of what the hand shows beyond the public position; empty if that is nothing."""
    drawn: dict[tuple[str, int, int | None, str], str] = field(default_factory=dict)
    """Boards that were drawn for mails of the same run, by game, entry, seat and language."""
    fork: Mapping[str, Any] | None = None
    """Where a sandbox comes from."""

    @property
    def over(self) -> bool:
        return self.outcome is not None

    def words(self, reader: MailReader) -> Words:
        return words_for(self.title, reader.language or self.language, self.names)

    def news(self, reader: MailReader, words: Words) -> list[str]:
        """What happened, in sentences; what only this seat may know is left out of a mail unless allowed there."""
        shown = (note for note in self.notes if reader.hidden == "clear" or note.visible(None))
        dated = (replace(note, values=dates.readable(note.values, reader.zone, words)) for note in shown)
        return [text for note in dated if (text := note_text(note, words.with_players(note.names)))]

    def board_text(self, reader: MailReader, words: Words) -> str:
        """The position; what all may see is drawn once for all readers of a language."""
        if not self.begun:
            return ""
        view, seat = (self.board, self.seat) if reader.hidden == "clear" else (self.public_board, None)
        key = (self.game, self.n, seat, words.language)
        if key not in self.drawn:
            self.drawn[key] = as_text(position_text.board(self.title, view, words, seat), _WIDTH)
        return self.drawn[key]

    def hides(self, reader: MailReader) -> bool:
        """Whether the question shows something that may not stand in this reader's mails."""
        return self.secret and reader.hidden == "sealed"

    def moves(self, words: Words) -> list[tuple[str, str]]:
        """The legal orders, each with what it would do; none if there is no more to say than the template has."""
        if self.asked is None:
            return []
        rows = getattr(self.title.module("sheet"), "orders", None)
        kind = self.asked["kind"]
        found = (
            rows(self.asked, words)
            if rows
            else [(one["order"], about(kind, one, words)) for one in self.asked["legal"]]
        )
        listed = [(str(order), str(means)) for order, means in found]
        said = {means for order, means in listed if order and means}
        return listed if len(said) > 1 or (len(listed) == 1 and said) else []


def task_of(now: SeatReport, words: Words) -> str:
    """What needs to be done, in the few words of a subject line."""
    if not now.joined:
        return words.say("task.join")
    return task_words(now.asked["kind"] if now.asked and now.asked_publicly else None, words)


def of_seat(happened: Happened, seat: int) -> SeatReport:
    campaign, match = happened.campaign, happened.match
    genesis, table = match.genesis, match.table
    ask = table.pending[seat] if table is not None and match.asks(seat) and seat not in match.sealed.given else None
    asked = ask.data(genesis.handles) if ask is not None else None
    handle = genesis.handles[seat]
    hand = campaign.folder / SEALED / f"{handle}.age"
    own, public = (table.view(seat), table.view(None)) if table else (None, None)
    secret = bool(ask is not None and (ask.private or ask.secret or (table and table.simultaneous)))
    default = None
    at_deadline = match.pace.terms.at_deadline
    if ask is not None and at_deadline in ("default", "replace"):
        default = ask.write(ask.check(ask.default()), genesis.handles)
    return SeatReport(
        genesis.game,
        campaign.title,
        seat,
        handle,
        names_of(match),
        genesis.handles,
        match.digest,
        match.n,
        match.head,
        match.at,
        table is not None,
        seat in match.seats.joined,
        tuple(match.seats.missing),
        asked,
        secret,
        default,
        None if match.waiting is None else tuple(match.waiting),
        deadlines.due(match),
        match.result() if table is not None and table.over else None,
        own,
        public,
        [],
        read(hand, 1 << 24) if hand.is_file() else None,
        match.ahead.agendas[seat],
        genesis.language,
        match.pace.terms,
        bool(ask is not None and table is not None and ask.kind.id in {one["kind"] for one in table.asked(None)}),
        options=genesis.options,
        policy=genesis.policy,
        motions=_motions(match, seat),
        paused=match.pace.paused or "",
        soon=_soon(match, seat) if ask is None else "",
        last_moment=deadlines.missed(match),
        misses=match.pace.misses[seat],
        own_part=_own_part(own, public, match, seat),
        fork=genesis.fork,
    )


def _own_part(own: Any, public: Any, match: Match, seat: int) -> str:
    """A mark of what a seat alone may know. What it has ordered ahead is left out: whether a mail brings the hand again
    would tell its carriers that there is something."""
    hidden = beyond(own, public)
    told = [[note.key, to_json(note.values), note.n] for note in match.past.told[seat].kept]
    if hidden is None and not told:
        return ""
    return sha256(canonical([hidden, told])).hexdigest()[:32]


def beyond(own: Any, public: Any) -> Any:
    """Those parts of a view that another one shows otherwise; None if there are none."""
    if own == public:
        return None
    if isinstance(own, dict) and isinstance(public, dict):
        return {name: beyond(one, public.get(name)) for name, one in own.items() if one != public.get(name)}
    if isinstance(own, list) and isinstance(public, list) and len(own) == len(public):
        pairs = enumerate(zip(own, public, strict=True))
        return {str(at): beyond(one, other) for at, (one, other) in pairs if one != other}
    return own


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


def _motions(match: Match, seat: int) -> tuple[str, ...]:
    """What a seat can still vote on; nobody votes about the own seat."""
    handle = match.seats[seat].handle
    waits = (
        called
        for called, one in match.seats.motions.items()
        if seat not in one.votes and one.on.get("player") != handle
    )
    return tuple(waits)


def _soon(match: Match, seat: int) -> str:
    """The window that is open for a seat that has ordered nothing for it."""
    window = match.table.soon().get(seat, "") if match.table is not None else ""
    return "" if any(queued.window == window for queued in match.ahead.agendas[seat].queue) else window
