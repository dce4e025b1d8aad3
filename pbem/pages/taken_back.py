"""Lines of the log that a later entry took back: they stay where they are, and say so."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .kit import esc
from .log_entry import STAYING
from .urls import log_page

if TYPE_CHECKING:
    from .log_entry import Chronicler
    from .render_cache import RenderCacheWriter

VOID = '<li class="void"'
_END = "</div></li>"
Item = Callable[[int, str], str]
"""(number of the entry, its line) → its line from now on"""


def marker(chronicler: Chronicler, by: int, to: tuple[int, int], base: str, per_page: int) -> Item:
    """Marks what entry `by` took back: everything in the game from an answer on, given as its entry and place."""
    talk, (first, place) = chronicler.talk, to
    href = f"{base}{chronicler.tongue.file(f'log-{log_page(by, per_page)}')}#m{by}"

    def item(n: int, line: str) -> str:
        if not first <= n < by or line.startswith(VOID) or STAYING in line.partition(">")[0]:
            return line
        partly = n == first and place > 0
        said = talk("log.void_from", i=place + 1, n=by) if partly else talk("log.void", n=by)
        line = line.removesuffix(_END) + f' <a class="tag" href="{href}">{esc(said)}</a>{_END}'
        return line if partly else VOID + line.removeprefix("<li")

    return item


def mark(writer: RenderCacheWriter, by: int, to: tuple[int, int], per_page: int) -> bool:
    """Mark everything that was rendered and can still be changed; whether that is all there is to mark."""
    book = writer.book
    low = by
    for tongue in writer.tongues:
        code, chronicler = tongue.code, writer.chronicler(tongue)
        item = marker(chronicler, by, to, "", per_page)
        for lines in (book.latest, book.recent):
            there = lines.get(code, [])
            lines[code] = [item(by - len(there) + at, line) for at, line in enumerate(there)]
        low = by - len(book.latest.get(code, ()))
        for number, full in writer.full_logs.items():
            begins = (number - 1) * per_page
            full[code] = [item(begins + at, line) for at, line in enumerate(full[code])]
            low = min(low, begins)
        above = marker(chronicler, by, to, "../", per_page)
        for turned in writer.turned:
            turned.items[code] = above(turned.n, turned.items[code])
        if book.tip:
            book.tip["items"][code] = above(book.tip["n"], book.tip["items"][code])
    return to[0] >= low
