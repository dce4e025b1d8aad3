"""A position described once, and drawn twice: by `terminal` for a terminal, by `pages.sheet_page` for a page.

A title's own `sheet.py` says in sections what there is to see. Nothing in it knows how it will be drawn:

    def position(game: Market, words: Words, seat: int | None) -> list[Section]:
        rows = [
            Row(player(seat, words), stall.coins, listed(named("card", card, words) for card in stall.prizes))
            for seat, stall in enumerate(game.stalls)
        ]
        heads = (Column(), Column(words.say("text.coins"), align="r"), Column(words.say("text.prizes")))
        return [Section("stalls", Grid(heads, rows), head=words.say("text.stalls"))]

A `named` thing carries its identity, so that a page can draw its picture and orders can point at it; a
`player` has a colour and, on pages, a crest. What only one of the two should show is marked: `only="page"`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal

from ..table import Outcome, Words
from ..words.lazy_dataclass import dataclass

Medium = Literal["", "terminal", "page"]
"""Where something is shown; empty for everywhere."""
Tone = Literal["", "strong", "dim", "bad"]


@dataclass(frozen=True, slots=True)
class Span:
    """A few words, and what they are."""

    text: str
    tone: Tone = ""
    seat: int | None = None
    """The seat whose colour they have."""
    kind: str = ""
    """A kind of thing with a colour of its own: the class `k-<kind>` on pages, the title's `KINDS` at a terminal."""
    slot: str = ""
    value: Any = None
    """Which thing of the slot; a page draws it with the board's face for that slot, if it has one."""
    fresh: bool = False
    """New since the position that the page compares with."""
    hint: str = ""
    """Shown when a pointer hovers over it."""
    only: Medium = ""


Said = str | int | Span | Sequence[str | Span]
"""The content of a cell or line; line breaks in it are kept."""


def player(seat: int, words: Words) -> Span:
    """A player by name; on pages with the crest."""
    return Span(words.name("player", seat), seat=seat, slot="player", value=seat)


def named(slot: str, value: Any, words: Words, text: str = "", **more: Any) -> Span:
    """A thing by its name, or by another text."""
    return Span(text or words.name(slot, value), slot=slot, value=value, **more)


def listed(said: Iterable[Said], between: str = ", ", nothing: Said = "") -> Said:
    """Items one after another; `nothing` if there are none."""
    out: list[str | Span] = []
    for one in said:
        out += [between, *parts(one)] if out else parts(one)
    return out or nothing


def either(terminal: str, page: str) -> Said:
    """The same thing in other words."""
    return [Span(terminal, only="terminal"), Span(page, only="page")]


def parts(said: Said) -> list[str | Span]:
    if isinstance(said, int):
        return [str(said)]
    return [said] if isinstance(said, str | Span) else list(said)


@dataclass(frozen=True, slots=True)
class Column:
    head: Said = ""
    align: Literal["", "r", "c"] = ""
    """On pages: figures to the right (r) or in the middle (c). At a terminal everything is flush left."""
    only: Medium = ""
    narrow: bool = False
    """Players are shown by their crests alone."""
    spare: bool = False
    """Left out on phones."""


@dataclass(frozen=True, slots=True, init=False)
class Row:
    """A row of a grid: a cell for each column. On pages the first one is the head of the row."""

    cells: tuple[Said, ...]
    tone: Tone
    only: Medium

    def __init__(self, *cells: Said, tone: Tone = "", only: Medium = "") -> None:
        _set(self, cells=cells, tone=tone, only=only)


@dataclass(frozen=True, slots=True, init=False)
class Grid:
    """A table. Column heads are shown if any column has one; a bare head or a bare tuple of cells will do as well."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    caption: str
    """Shown above it on pages; at a terminal the section's head takes its place."""
    look: str
    """A class of the title's style sheet."""
    stacked: bool
    """On phones each row becomes a block: its cells one below another, each next to the head of its column."""
    only: Medium

    def __init__(
        self,
        columns: Iterable[Column | Said],
        rows: Iterable[Row | tuple[Said, ...]],
        caption: str = "",
        look: str = "",
        stacked: bool = False,
        only: Medium = "",
    ) -> None:
        heads = tuple(one if isinstance(one, Column) else Column(one) for one in columns)
        lines = tuple(one if isinstance(one, Row) else Row(*one) for one in rows)
        _set(self, columns=heads, rows=lines, caption=caption, look=look, stacked=stacked, only=only)


def pairs(rows: Iterable[tuple[Said, Said]], **more: Any) -> Grid:
    """A grid of labels on the left and what they are about on the right."""
    return Grid(("", ""), rows, **more)


@dataclass(frozen=True, slots=True, init=False)
class Lines:
    """Sentences, each on a line of its own."""

    lines: tuple[Said, ...]
    only: Medium

    def __init__(self, *lines: Said, only: Medium = "") -> None:
        _set(self, lines=lines, only=only)


@dataclass(frozen=True, slots=True)
class Picture:
    """Something that a terminal draws in its own way; pages have their own drawings (`board`)."""

    shown: Callable[[int], Iterable[Said]]
    """Its lines on a terminal of a given width."""
    only: Medium = "terminal"


Piece = Grid | Lines | Picture


@dataclass(frozen=True, slots=True, init=False)
class Section:
    """Something to look at by itself; pages put each on a leaf."""

    key: str
    pieces: tuple[Piece, ...]
    head: str
    folded: bool
    """On pages only the head is shown until a reader opens it."""
    only: Medium

    def __init__(self, key: str, *pieces: Piece, head: str = "", folded: bool = False, only: Medium = "") -> None:
        _set(self, key=key, pieces=pieces, head=head, folded=folded, only=only)


def _set(made: object, **values: Any) -> None:
    for name, value in values.items():
        object.__setattr__(made, name, value)


def headline(begin: str, now: str, outcome: Outcome | None, words: Words) -> Section:
    """Where the game stands, and what is going on now; or who has won it (`text.winner`, `text.shared`)."""
    if outcome is not None:
        key = "text.shared" if len(outcome.winners) > 1 else "text.winner"
        now = words.say(key, {"players": outcome.winners, "how": outcome.how})
    return Section("headline", Lines(Span(" · ".join(part for part in (begin, now) if part), tone="strong")))
