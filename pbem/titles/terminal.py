"""Sheets at a terminal of any width, and the orders that are open.

Colour is optional: everything is also given in words and figures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..table import Words, ask_text
from ..words.console import Columns, Line, Paragraph, Printable, Vertical
from .sheet import Grid, Lines, Piece, Said, Section, Span, parts

SEATS = ("color(33)", "color(160)", "color(34)", "color(178)", "color(134)", "color(37)", "color(245)")
"""The colour of each seat."""
TONES = {"strong": "bold", "dim": "dim"}


def draw(sections: Iterable[Section], kinds: Mapping[str, str] | None = None) -> Printable:
    """All sections, with an empty line after each piece; `kinds` has the rich styles of a title's kinds of things."""
    styles = kinds or {}
    shown: list[Printable] = []
    for section in sections:
        if section.only == "page":
            continue
        pieces = [_drawn(piece, styles) for piece in section.pieces if piece.only != "page"]
        if section.head and pieces:
            pieces[0] = Vertical([Paragraph([(section.head, "bold")]), pieces[0]])
        shown += pieces
    return Vertical(shown, after=1)


def _drawn(piece: Piece, kinds: Mapping[str, str]) -> Printable:
    if isinstance(piece, Grid):
        return _table(piece, kinds)
    if isinstance(piece, Lines):
        return Vertical([Paragraph(line(said, kinds)) for said in piece.lines])
    return _Fitted(piece.shown, kinds)


class _Fitted(Printable):
    """A picture, drawn for the width that there is."""

    def __init__(self, shown: Callable[[int], Iterable[Said]], kinds: Mapping[str, str]) -> None:
        self.shown, self.kinds = shown, kinds

    def lines(self, width: int) -> list[Line]:
        return [line(said, self.kinds) for said in self.shown(width)]


def _table(made: Grid, kinds: Mapping[str, str]) -> Columns:
    here = [n for n, column in enumerate(made.columns) if column.only != "page"]
    table = Columns(*("".join(text for text, _ in line(made.columns[n].head, kinds)) for n in here))
    for row in made.rows:
        if row.only != "page":
            cells = (line(row.cells[n], kinds) for n in here if n < len(row.cells))
            table.add(*cells, style=TONES.get(row.tone, ""))
    return table


def line(said: Said, kinds: Mapping[str, str]) -> Line:
    return [
        (one, "") if isinstance(one, str) else (one.text, _style(one, kinds))
        for one in parts(said)
        if isinstance(one, str) or one.only != "page"
    ]


def _style(span: Span, kinds: Mapping[str, str]) -> str:
    colour = SEATS[span.seat % len(SEATS)] if span.seat is not None else ""
    return " ".join(style for style in (TONES.get(span.tone, ""), colour, kinds.get(span.kind, "")) if style)


# ---- the orders that are open


def orders(asked: Mapping[str, Any], words: Words, rows: Iterable[tuple[str, str]] | None = None) -> Printable:
    """The question, and below it each order with what it means; without `rows`, with what it costs or brings."""
    if rows is None:
        rows = [(legal["order"], about(asked["kind"], legal, words)) for legal in asked.get("legal", ())]
        rows += [("…", "")] * (not asked.get("complete", True))
    table = Columns("", "", unbroken=1)
    for row in rows:
        table.add(*row)
    return Vertical([Paragraph([(question(asked, words), "bold")]), Vertical([table], indent=2)])


def question(asked: Mapping[str, Any], words: Words) -> str:
    """What is asked, as a sentence where the title has one."""
    kind: str = asked["kind"]
    return ask_text(asked, words) if f"ask.{kind}" in words else kind


def about(kind: str, legal: Mapping[str, Any], words: Words) -> str:
    """What an order costs or brings: the title's sentence (`about.<ask>`) with the figures of the order."""
    return words.say(f"about.{kind}", legal).strip() if len(legal) > 1 and f"about.{kind}" in words else ""


def together(
    legal: Iterable[Mapping[str, Any]], sort: Callable[[str], tuple[str, str] | None]
) -> tuple[dict[str, list[str]], list[Mapping[str, Any]]]:
    """Orders that differ in one thing only, as lists of that thing by what they share; and all other orders.

    `sort` splits an order into what it shares and what it does not, or None: "army gaul" → ("army", "gaul").
    """
    shared: dict[str, list[str]] = {}
    others: list[Mapping[str, Any]] = []
    for one in legal:
        parted = sort(one["order"])
        if parted is None:
            others.append(one)
        else:
            shared.setdefault(parted[0], []).append(parted[1])
    return shared, others
