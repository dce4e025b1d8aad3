"""Plain tables for the text views of the titles."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text


def grid(*columns: str) -> Table:
    """A table without lines; a header where any column has a name."""
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=any(columns), header_style="bold", pad_edge=False)
    for name in columns:
        table.add_column(Text(name))
    return table


def add(table: Table, *cells: str | Text, style: str = "") -> None:
    """A row; plain strings stay plain, whatever brackets a handle may hold."""
    table.add_row(*(Text(cell) if isinstance(cell, str) else cell for cell in cells), style=style)
