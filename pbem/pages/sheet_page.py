"""Sheets on pages: the sections and tables of a position as HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..table import Words
from ..titles.sheet import Column, Grid, Lines, Piece, Row, Said, Section, Span, parts
from .kit import crest, esc, tincture, who

Face = Callable[[Any], str]
"""A thing of some slot → its picture as HTML, with words for screen readers where it has none."""


class SheetPage:
    """Draws sheets with the words of one page, which also know the players.

    `faces` are the board's own pictures: a thing named in a slot that has one is drawn with it; otherwise
    it is given in words. Whatever orders can name carries `data-slot` and `data-id`.
    """

    def __init__(self, words: Words, faces: Mapping[str, Face] | None = None) -> None:
        self.words = words
        self.faces = faces or {}

    def draw(self, sections: Iterable[Section]) -> str:
        return "".join(self.section(one) for one in sections if one.only != "terminal")

    def section(self, section: Section, more: str = "") -> str:
        """A section as a leaf of the page; `more` is HTML that belongs below it."""
        body = "".join(self.piece(one, section.head) for one in section.pieces) + more
        if section.folded:
            return f'<details class="leaf"><summary>{esc(section.head)}</summary>{body}</details>'
        head = f"<h2>{esc(section.head)}</h2>" if section.head else ""
        return f'<section class="leaf">{head}{body}</section>'

    def piece(self, piece: Piece, head: str = "") -> str:
        """A grid or sentences; `head` is what a table without a caption is about."""
        if isinstance(piece, Grid):
            return self.grid(piece, head) if piece.only != "terminal" else ""
        if isinstance(piece, Lines):
            shown = piece.lines if piece.only != "terminal" else ()
            return "".join(f"<p>{self.said(one)}</p>" for one in shown)
        return ""  # a picture for a terminal

    def grid(self, grid: Grid, about: str = "") -> str:
        """A table that scrolls on its own where it is too wide, also with the keyboard."""
        columns = [(n, column) for n, column in enumerate(grid.columns) if column.only != "terminal"]
        label = esc(grid.caption or about)
        reached = f' tabindex="0" role="region" aria-label="{label}"' if label else ""
        looks = " ".join(one for one in (grid.look, "stacked" if grid.stacked else "") if one)
        look = f' class="{looks}"' if looks else ""
        caption = f"<caption>{esc(grid.caption)}</caption>" if grid.caption else ""
        rows = "".join(self._row(row, columns, grid.stacked) for row in grid.rows if row.only != "terminal")
        head = self._heads([column for _, column in columns])
        return f'<div class="scroll"{reached}><table{look}>{caption}{head}<tbody>{rows}</tbody></table></div>'

    def _heads(self, columns: list[Column]) -> str:
        if not any(column.head for column in columns):
            return ""
        cells = (f"<th{_look(one)}>{self.said(one.head, one.narrow)}</th>" for one in columns)
        return f"<thead><tr>{''.join(cells)}</tr></thead>"

    def _row(self, row: Row, columns: list[tuple[int, Column]], stacked: bool) -> str:
        out = []
        first = columns[0][0]
        for n, column in columns:
            said = self.said(row.cells[n], column.narrow) if n < len(row.cells) else ""
            if row.tone == "strong" and said and n != first:
                said = f"<b>{said}</b>"
            head = "".join(one if isinstance(one, str) else one.text for one in parts(column.head))
            marks = _look(column) + (f' data-head="{esc(head)}"' if stacked and head else "")
            out.append(f'<th scope="row">{said}</th>' if n == first else f"<td{marks}>{said}</td>")
        return f"<tr>{''.join(out)}</tr>"

    # ---- the content of a cell

    def said(self, said: Said, narrow: bool = False) -> str:
        return "".join(
            _broken(one) if isinstance(one, str) else self.span(one, narrow)
            for one in parts(said)
            if isinstance(one, str) or one.only != "terminal"
        )

    def span(self, span: Span, narrow: bool = False) -> str:
        if span.slot == "player":
            return crest(span.value, span.text) if narrow else who(span.value, span.text)
        shown = self.faces[span.slot](span.value) if span.slot in self.faces else _broken(span.text)
        if span.tone == "strong":
            shown = f"<b>{shown}</b>"
        colour = f"of p{tincture(span.seat)}" if span.seat is not None else ""
        kind = f"of k-{span.kind}" if span.kind else ""
        tone = span.tone if span.tone != "strong" else ""
        look = " ".join(one for one in (tone, colour, kind, "fresh" if span.fresh else "") if one)
        marks = f' class="{look}"' if look else ""
        marks += f' title="{esc(span.hint)}"' if span.hint else ""
        if span.slot in self.words.vocabularies:
            marks += f' data-slot="{span.slot}" data-id="{esc(span.value)}"'
        return f"<span{marks}>{shown}</span>" if marks else shown


def _broken(text: str) -> str:
    return esc(text).replace("\n", "<br>")


def _look(column: Column) -> str:
    look = " ".join(one for one in (column.align, "spare" if column.spare else "") if one)
    return f' class="{look}"' if look else ""
