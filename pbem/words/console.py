"""Tables for the terminal, and what a terminal would show as plain text."""

from __future__ import annotations

from io import StringIO
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text


def grid(*columns: str) -> Table:
    """A table without lines; a header where any column has a name."""
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=any(columns), header_style="bold", pad_edge=False)
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
