"""Text in columns for a terminal of any width, with colour or as plain text.

Laid out here and not by rich, which takes longer to load than a mail takes to write: rich only colours the lines.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

GAP = 2
"""Between two columns."""
Line = list[tuple[str, str]]
"""Pieces of text, each with its style in the words of rich."""


class Printable(ABC):
    """Something that can be printed with rich, and by `as_text` without it."""

    @abstractmethod
    def lines(self, width: int) -> list[Line]:
        """How it looks on a terminal of this width."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.text import Text

        for line in self.lines(options.max_width):
            yield Text.assemble(*line, no_wrap=True, overflow="ignore")


class Paragraph(Printable):
    """Text that is broken between words; line breaks in it are kept."""

    def __init__(self, said: Line) -> None:
        self.said = said

    def lines(self, width: int) -> list[Line]:
        return list(_wrapped(self.said, width, fold=True))


class Vertical(Printable):
    """Drawings one below another; an indent, and empty lines after each."""

    def __init__(self, parts: Iterable[Printable], indent: int = 0, after: int = 0) -> None:
        self.parts, self.indent, self.after = list(parts), indent, after

    def lines(self, width: int) -> list[Line]:
        empty: list[Line] = [[]] * self.after
        indent: Line = [(" " * self.indent, "")] if self.indent else []
        return [
            line for part in self.parts for line in [*(indent + one for one in part.lines(width - self.indent)), *empty]
        ]


class Columns(Printable):
    """A table without lines; heads are shown if any column has one.

    It breaks no word as long as the terminal is wide enough for the longest of each column, and a table of many
    columns and few rows is turned where that helps.
    """

    def __init__(self, *heads: str, unbroken: int = 0) -> None:
        """Of the first `unbroken` columns no cell is broken."""
        self.heads = heads
        self.unbroken = unbroken
        self.rows: list[list[Line]] = []

    def add(self, *cells: str | Line, style: str = "") -> None:
        """Add a row; its style is that of all its cells."""
        lines = [[(cell, "")] if isinstance(cell, str) else cell for cell in cells]
        lines += [[]] * (len(self.heads) - len(lines))
        self.rows.append([[(text, f"{style} {own}".strip()) for text, own in line] for line in lines])

    def lines(self, width: int) -> list[Line]:
        if any(self.heads) and sum(least for least, _ in self._sizes()) + self._gaps > width:
            turned = self._turned()
            if sum(least for least, _ in turned._sizes()) + turned._gaps <= width:
                return turned.lines(width)
        widths = self._widths(width)
        heads = self._row([[(head, "bold")] for head in self.heads], widths, low=True) if any(self.heads) else ()
        return [*heads, *(line for row in self.rows for line in self._row(row, widths))]

    def _row(self, row: Sequence[Line], widths: Sequence[int], low: bool = False) -> Iterator[Line]:
        """The lines of a row. Cells that have fewer lines than others stand high, or low."""
        cells = [
            list(_wrapped(cell, width, fold=False, unbroken=n < self.unbroken))
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        most = max(map(len, cells), default=0)
        for n in range(most):
            line: Line = []
            for cell, width in zip(cells, widths, strict=True):
                at = n - (most - len(cell)) if low else n
                shown = cell[at] if 0 <= at < len(cell) else []
                gap = width + GAP - sum(cell_len(text) for text, _ in shown)
                line += [*shown, (" " * gap, "")]
            yield line

    def _turned(self) -> Columns:
        """The same with a row for each column."""
        names, *others = ([row[n] for row in self.rows] for n in range(len(self.heads)))
        turned = Columns("", *map(_plain, names))
        for head, cells in zip(self.heads[1:], others, strict=True):
            turned.add(head, *cells)
        return turned

    @property
    def _gaps(self) -> int:
        return GAP * (len(self.heads) - 1)

    def _sizes(self) -> list[tuple[int, int]]:
        """The longest word and the longest line of each column."""
        sizes = []
        for n, head in enumerate(self.heads):
            texts = [head, *(_plain(row[n]) for row in self.rows)]
            words = (cell_len(word) for text in texts for word in text.split())
            lines = (cell_len(line) for text in texts for line in text.split("\n"))
            sizes.append((max(words, default=0), max(lines, default=0)))
        return sizes

    def _widths(self, width: int) -> list[int]:
        """As wide as the longest line if there is room; otherwise the widest columns give way first."""
        sizes = self._sizes()
        gaps = [GAP] * (len(sizes) - 1) + [0]
        whole = [min(most + gap, width) for (_, most), gap in zip(sizes, gaps, strict=True)]
        widths = [max(0, n - gap) for n, gap in zip(_narrowed(whole, width, self.unbroken), gaps, strict=True)]
        left = sum(widths) - sum(least for least, _ in sizes)
        if self.unbroken or left < 0 or all(n >= least for n, (least, _) in zip(widths, sizes, strict=True)):
            return widths
        # Some word would be cut: every column gets its longest word, and what is left goes to those that want more.
        wanted = sum(most - least for least, most in sizes)
        fitted = []
        for least, most in sizes:
            more = left * (most - least) // wanted if wanted else 0
            left, wanted = left - more, wanted - (most - least)
            fitted.append(least + more)
        return fitted


def _narrowed(widths: list[int], room: int, unbroken: int) -> list[int]:
    """Take from the widest columns until all fit; from the unbroken ones, and evenly, only if that is not enough."""
    widths = list(widths)
    while (excess := sum(widths) - room) > 0 and (most := max(widths[unbroken:], default=0)):
        widest = [n for n in range(unbroken, len(widths)) if widths[n] == most]
        second = max((width for width in widths[unbroken:] if width < most), default=0)
        _take(widths, widest, excess, most - second)
    _take(widths, [n for n, one in enumerate(widths) if one], max(0, sum(widths) - room))
    return widths


def _take(widths: list[int], places: Sequence[int], excess: int, limit: int | None = None) -> None:
    for n, place in enumerate(places):
        taken = min(round(excess / (len(places) - n)), widths[place] if limit is None else limit)
        widths[place] -= taken
        excess -= taken


def _plain(said: Line) -> str:
    return "".join(text for text, _ in said)


def cell_len(text: str) -> int:
    """How many columns of a terminal a text takes: some letters take two, and some none."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def _wrapped(said: Line, width: int, fold: bool, unbroken: bool = False) -> Iterator[Line]:
    """Its lines. A word that is longer than a line goes on in the next, or is cut off with an ellipsis."""
    if width < 1:
        yield []
        return
    plain = _plain(said)
    start = 0
    for text in plain.split("\n"):
        breaks = [] if unbroken or cell_len(text) <= width else _breaks(text, width, fold)
        for begin, end in zip([0, *breaks], [*breaks, len(text)], strict=True):
            part = text[begin:end].rstrip() if breaks else text
            line = _cut(said, start + begin, start + begin + len(part))
            yield line if cell_len(part) <= width else _shortened(line, width)
        start += len(text) + 1


def _breaks(text: str, width: int, fold: bool) -> list[int]:
    """Where a text is broken to fit into a width."""
    breaks, used, at = list[int](), 0, 0
    while at < len(text):
        end = _end_of_word(text, at)
        word = text[at:end]
        size = cell_len(word.rstrip())
        if used + size > width and used:
            breaks.append(at)
            used = 0
        while fold and size > width:
            at += max(1, _fitting(word, width))
            breaks.append(at)
            word = text[at:end]
            size = cell_len(word.rstrip())
        used += cell_len(word)
        at = end
    return [one for one in breaks if one]


def _end_of_word(text: str, at: int) -> int:
    """Behind the next word and the blanks around it."""
    for state in (str.isspace, lambda c: not c.isspace(), str.isspace):
        while at < len(text) and state(text[at]):
            at += 1
    return at


def _fitting(text: str, width: int) -> int:
    """How many characters fit."""
    return max((n for n in range(min(len(text), width) + 1) if cell_len(text[:n]) <= width), default=0)


def _cut(said: Line, begin: int, end: int) -> Line:
    """The characters from `begin` to `end`."""
    cut, at = Line(), 0
    for text, style in said:
        part = text[max(0, begin - at) : max(0, end - at)]
        if part:
            cut.append((part, style))
        at += len(text)
    return cut


def _shortened(line: Line, width: int) -> Line:
    kept = _cut(line, 0, _fitting(_plain(line), width - 1))
    return [*kept, ("…", kept[-1][1] if kept else "")]


def as_text(shown: Printable | str | Any, width: int = 100) -> str:
    """What a terminal would show, without colour; the same on every machine."""
    if isinstance(shown, str):
        return shown
    return "\n".join(_plain(line).rstrip() for line in shown.lines(width))
