"""Tables for the terminal, and what a terminal would show as plain text."""

from __future__ import annotations

from io import StringIO
from typing import Any

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Column, Table
from rich.text import Text

GAP = 2


class WholeWords(Table):
    """A table without lines that breaks no word as long as the terminal is wide enough for the longest of each column.

    Rich itself narrows the widest columns only, and then cuts the heads of the others.
    """

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if self.show_header and self._least() > options.max_width:
            turned = self._turned()
            if turned._least() <= options.max_width:
                yield from turned.__rich_console__(console, options)
                return
        yield from super().__rich_console__(console, options)

    def _least(self) -> int:
        """The width below which a word is cut."""
        return sum(_sizes(column, self.show_header)[0] for column in self.columns) + GAP * (len(self.columns) - 1)

    def _turned(self) -> WholeWords:
        """The same with a row for each column, for a table of many columns and few rows."""
        names, *others = self.columns
        turned = grid("", *(_plain(cell) for cell in names.cells))
        for column in others:
            turned.add_row(column.header, *column.cells)
        return turned

    def _calculate_column_widths(self, console: Console, options: ConsoleOptions) -> list[int]:
        widths = super()._calculate_column_widths(console, options)
        sizes = [_sizes(column, self.show_header) for column in self.columns]
        last = len(sizes) - 1
        room = [width - (GAP if n < last else 0) for n, width in enumerate(widths)]
        left = sum(room) - sum(least for least, _ in sizes)
        if left < 0 or all(width >= least for width, (least, _) in zip(room, sizes, strict=True)):
            return widths
        wanted = sum(most - least for least, most in sizes)
        fitted = []
        for n, (least, most) in enumerate(sizes):
            more = left * (most - least) // wanted if wanted else 0
            left, wanted = left - more, wanted - (most - least)
            fitted.append(least + more + (GAP if n < last else 0))
        return fitted


def _sizes(column: Column, headed: bool) -> tuple[int, int]:
    """The longest word and the longest line of a column."""
    cells = [*([column.header] if headed else []), *column.cells]
    texts = [_plain(cell) for cell in cells]
    words = [cell_len(word) for text in texts for word in text.split()]
    lines = [cell_len(line) for text in texts for line in text.split("\n")]
    return max(words, default=0), max(lines, default=0)


def _plain(cell: Any) -> str:
    return cell.plain if isinstance(cell, Text) else str(cell)


def grid(*columns: str) -> WholeWords:
    """A table without lines; a header where any column has a name."""
    table = WholeWords(box=None, padding=(0, 2, 0, 0), show_header=any(columns), header_style="bold", pad_edge=False)
    for name in columns:
        table.add_column(Text(name))
    return table


def add(table: Table, *cells: str | Text, style: str = "") -> None:
    """Add a row; plain strings stay plain, even if a handle contains brackets."""
    table.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in cells), style=style)


def as_text(shown: Any, width: int = 100) -> str:
    """What rich would print, without colour; the same on every machine."""
    if isinstance(shown, str):
        return shown
    to = StringIO()
    Console(file=to, width=width, color_system=None, force_terminal=False, legacy_windows=False).print(shown)
    return "\n".join(line.rstrip() for line in to.getvalue().rstrip("\n").split("\n"))
