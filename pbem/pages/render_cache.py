"""What has been rendered of a campaign, and what a new entry adds to it.

The book of a campaign is plain data, kept beside the site. Each entry is rendered once: its line
of the log in every language, its numbers for the charts. A new entry then costs the same in a
long game as in a short one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, fields
from typing import Any

from ..words.lazy_dataclass import dataclass
from . import taken_back
from .board_api import Scene
from .boards import board_of
from .ended import best_gains
from .kit import seated
from .log_entry import PER_LOG_PAGE, Chronicler, LogLine, has_page, how_given
from .model import CampaignModel, LogMoment
from .site_words import speech
from .urls import SiteLanguage, log_page

PER_PART = 50
"""How many pages of single moves share one caption file: a page of a long game need not load all captions."""
RECENT = 10
IN_FEED = 30
ENDS = 4
"""How many links of the chain the checking page shows at each end."""
SOURCES = ("file", "queued", "standing", "default", "forced")
SIGNED = ("join", "key", "run", "withdraw", "undo", "vote")
"""Kinds of entries that a player signs."""


@dataclass
class RenderCache:
    renderer: str
    zone: str = ""
    """The time zone in which lines of the log tell times."""
    n: int = -1
    digest: str = ""
    pages: list[int] = field(default_factory=list)
    """Entries that have a page of their own."""
    series: dict[str, list[list[int]]] = field(default_factory=dict)
    """By chart, one column per seat (or just one): its numbers, page by page."""
    chapter: str = ""
    begun: list[tuple[int, str]] = field(default_factory=list)
    """Where chapters of the game begin: which page, counted from 0."""
    captions: dict[str, list[str]] = field(default_factory=dict)
    """By language, for the newest part of the pages."""
    gains: dict[str, list[list[dict[str, Any]]]] = field(default_factory=dict)
    """By chart and seat, the moves that extended the seat's lead most."""
    latest: dict[str, list[str]] = field(default_factory=dict)
    """By language, the lines of the newest page of the log."""
    recent: dict[str, list[str]] = field(default_factory=dict)
    feed: list[dict[str, Any]] = field(default_factory=list)
    counts: list[dict[str, int]] = field(default_factory=list)
    signed: list[int] = field(default_factory=list)
    closed: list[int] = field(default_factory=list)
    """Entries that a player signed in a file that is still sealed."""
    views: list[tuple[int, Any]] = field(default_factory=list)
    """The positions of the last round, with their entries."""
    tip: dict[str, Any] = field(default_factory=dict)
    """The last page, as it was rendered: it gets its link to the next page once there is one."""
    last_log: dict[str, list[str]] = field(default_factory=dict)
    """By language, the lines that `log.html` shows when the newest page has just filled up."""
    first_links: list[dict[str, Any]] = field(default_factory=list)
    last_links: list[dict[str, Any]] = field(default_factory=list)
    audited: int = -1
    """The entry up to which the whole campaign was last checked without a fault."""
    stamp: str = ""
    card: dict[str, Any] = field(default_factory=dict)
    """What the front page says about the game, by language."""
    events: list[str] = field(default_factory=list)
    """Its deadlines, as lines of a calendar."""

    def data(self) -> dict[str, Any]:
        return {one.name: getattr(self, one.name) for one in fields(self)}

    @classmethod
    def of(cls, data: Any, renderer: str, story: CampaignModel) -> RenderCache:
        """The remembered book, if the same renderer made it from the same entries."""
        new = cls(renderer, story.zone.name)
        if isinstance(data, dict) and (data.get("renderer"), data.get("zone")) == (new.renderer, new.zone):
            try:
                book = cls(**data)
            except TypeError:
                book = new
            if book.n >= 0 and story.print_of(book.n) == book.digest:
                return book
        return new


@dataclass(frozen=True)
class Turned:
    """A page of a single move that must be written in all languages."""

    n: int
    prev: int | None
    boards: dict[str, str]
    items: dict[str, str]
    captions: dict[str, str]
    at: str


class RenderCacheWriter:
    """Adds new entries to the book of a campaign."""

    def __init__(self, story: CampaignModel, tongues: list[SiteLanguage], book: RenderCache) -> None:
        self.story, self.book, self.tongues = story, book, tongues
        self.board = board_of(story.title)
        self._chroniclers: dict[tuple[str, tuple[str, ...]], Chronicler] = {}
        if not book.counts:
            book.counts = [dict.fromkeys(SOURCES, 0) for _ in story.seats]
            book.signed = [0] * len(story.seats)
        self.turned: list[Turned] = []
        self.full_logs: dict[int, dict[str, list[str]]] = {}
        """Pages of the log that got their last line in this build."""
        self.full_parts: dict[int, dict[str, list[str]]] = {}
        """Parts of the pages that are complete, with their captions."""
        self.outdated = False
        """Whether pages of an earlier build would have to be marked: then all are built again."""

    def add(self, moment: LogMoment) -> None:
        book = self.book
        if moment.back is not None:
            whole = taken_back.mark(self, moment.n, moment.back, PER_LOG_PAGE)
            self.outdated |= not whole or moment.kind == "rollback"  # pages of single moves say so as well
        self._lines(moment)
        for one in (one for one in moment.answers if one.source):
            counts, given = book.counts[one.seat], how_given(one)
            counts[given] = counts.get(given, 0) + 1
        if moment.seat is not None and moment.kind in SIGNED and not moment.late:
            book.signed[moment.seat] += 1
            if moment.sealed:
                book.closed.append(moment.n)
        if moment.opens:
            book.closed = [n for n in book.closed if n not in moment.opens]
        book.n, book.digest = moment.n, moment.digest

    def _lines(self, moment: LogMoment) -> None:
        book = self.book
        paged = has_page(moment)
        boards, items, captions, lines = {}, {}, {}, {}
        last_of_page = log_page(moment.n + 1, PER_LOG_PAGE) != log_page(moment.n, PER_LOG_PAGE)
        for tongue in self.tongues:
            code, chronicler = tongue.code, self.chronicler(tongue, moment.names)
            line = lines[code] = chronicler.line(moment)
            captions[code] = line.caption
            item = chronicler.item(moment, line, "", anchor=False)
            book.recent[code] = [*book.recent.get(code, []), item][-RECENT:]
            book.latest.setdefault(code, []).append(chronicler.item(moment, line, "", anchor=True))
            if last_of_page:
                self.full_logs.setdefault(log_page(moment.n, PER_LOG_PAGE), {})[code] = book.latest.pop(code)
            if paged:
                before = book.views[-1][1] if book.views else None
                scene = Scene(
                    moment.view,
                    chronicler.players,
                    chronicler.plain,
                    before,
                    assets="../../../assets/",
                    handles=self.story.handles,
                )
                boards[code] = self.board.draw(scene)
                items[code] = chronicler.item(moment, line, "../", anchor=False, link=False)
        self._feed(moment, captions, one_player=not line.acting)
        self._link(moment, captions)
        if paged:
            prev = book.pages[-1] if book.pages else None
            self.turned.append(Turned(moment.n, prev, boards, items, captions, moment.at))
            self._course(moment, captions, lambda seat: _deed(moment, lines, seat))

    def chronicler(self, tongue: SiteLanguage, players: tuple[str, ...] = ()) -> Chronicler:
        """Whoever sat at the table then is named, not who has the seat now."""
        players = seated(players) if players else self.story.players
        if (tongue.code, players) not in self._chroniclers:
            self._chroniclers[tongue.code, players] = Chronicler(self.story, tongue, players)
        return self._chroniclers[tongue.code, players]

    def _course(self, moment: LogMoment, captions: dict[str, str], deed: Callable[[int], dict[str, Any]]) -> None:
        """What the replay and the charts say about the whole game. `deed`: what of it a seat has done."""
        book = self.book
        at = len(book.pages)
        book.pages.append(moment.n)
        if at % PER_PART == 0:
            book.captions = {code: [] for code in captions}
        for code, caption in captions.items():
            book.captions[code].append(caption)
        if at % PER_PART == PER_PART - 1:
            self.full_parts[at // PER_PART] = book.captions
        for key, values in self.board.series(moment.view).items():
            columns = book.series.setdefault(key, [[] for _ in values])
            for column, value in zip(columns, values, strict=True):
                column.append(value)
        for chart in self.board.CHARTS if at else ():
            best = book.gains.setdefault(chart.key, [[] for _ in self.story.seats])
            book.gains[chart.key] = best_gains(best, chart, book.series[chart.key], deed)
        chapter = self.board.chapter(moment.view)
        if chapter and chapter != book.chapter:
            book.begun.append((at, chapter))
        book.chapter = chapter
        # One more than a round: marks on the board of the game compare it with the round before.
        book.views = [*book.views, (moment.n, moment.view)][-len(self.story.seats) - 1 :]

    def _feed(self, moment: LogMoment, captions: dict[str, str], one_player: bool) -> None:
        seat = moment.seat if one_player else None
        told = {"n": moment.n, "at": moment.at, "digest": moment.digest, "seat": seat, "paged": has_page(moment)}
        when = {tongue.code: speech(tongue.code, self.story.zone).soon(moment.at) for tongue in self.tongues}
        self.book.feed = [*self.book.feed, {**told, "caption": captions, "when": when}][-IN_FEED:]

    def _link(self, moment: LogMoment, captions: dict[str, str]) -> None:
        link = {
            "n": moment.n,
            "print": moment.digest[:8],
            "seat": moment.seat,
            "kind": moment.kind,
            "caption": captions,
        }
        if len(self.book.first_links) < ENDS:
            self.book.first_links.append(link)
        else:
            self.book.last_links = [*self.book.last_links, link][-ENDS:]


def _deed(moment: LogMoment, lines: Mapping[str, LogLine], seat: int) -> dict[str, Any]:
    """What a seat has done in an entry, by language; if nothing, what happened and whose file brought it."""
    acted = any(seat in line.by for line in lines.values())
    captions = {code: line.by.get(seat, line.caption) for code, line in lines.items()}
    return {"n": moment.n, "seat": seat if acted else moment.seat, "caption": captions}
