"""The pages of one campaign: board, single moves, log, charts, desks, checking, and files to take along."""

from __future__ import annotations

import json
from functools import cached_property

from .. import titles
from ..table import Words
from . import audit, chart, desk, feeds
from .archive import archive
from .boards import board_of
from .book import Book, Writer
from .shown import Shown
from .store import Store
from .story import CHECKED_EVERY, Audit, Story, so_far
from .tree import Tongue, game_folder


class GamePages:
    """Renders a campaign into the store. Knows its book: what was rendered before."""

    def __init__(self, story: Story, tongues: list[Tongue], book: Book, store: Store) -> None:
        self.story, self.tongues, self.book, self.store = story, tongues, book, store
        self.folder = game_folder(story.id)
        self.board = board_of(story.title.id)
        self.words: dict[str, Words] = {
            tongue.code: titles.words(story.title, tongue.code, story.players) for tongue in tongues
        }
        self.writer = Writer(story, tongues, book)

    @cached_property
    def plots(self) -> tuple[chart.Axis, dict[str, list[tuple[int, ...]]]]:
        """The charts of the title as columns of numbers, once for all languages."""
        columns = {one.key: list(zip(*self.book.series[one.key], strict=True)) for one in self.board.CHARTS}
        return chart.Axis.of(self.book.pages, self.book.chapters), columns

    def build(self) -> None:
        for moment in self.story.moments(self.book.n):
            self.writer.add(moment)
        # What earlier builds wrote stays; what changes is put again below.
        self.store.keep_under(f"{self.folder}/t/")
        self.store.keep_under(f"{self.folder}/", "log-")
        found = self._audit()
        packed = archive(self.story)
        self.store.put(f"{self.folder}/{self.story.id}.zip", packed)
        self.archive = {"href": f"{self.story.id}.zip", "size": _size(len(packed))}
        for tongue in self.tongues:
            shown = Shown(self, tongue, bool(found.faults))
            self.book.card[tongue.code] = shown.card()
            shown.turns()
            shown.front()
            shown.logs()
            shown.charts()
            audit.write(shown, found)
            desk.write(shown)
            feeds.game_feed(shown)
            self._moments(tongue)
        feeds.game_calendar(self)
        feeds.game_json(self)
        self._remember_tip()

    def _audit(self) -> Audit:
        """All is checked again at every so many entries and at the end; between, as the entries come in."""
        book = self.book
        due = book.n // CHECKED_EVERY * CHECKED_EVERY
        if self.story.head.outcome is not None or book.audited < due:
            found = self.story.audit()
            book.audited = -1 if found.faults else book.n
            if found.faults or self.story.head.outcome is not None:
                return found
        closed = len(book.closed)
        return so_far(book.n + 1, sum(book.signed) - closed, len(self.story.files()), closed)

    def _remember_tip(self) -> None:
        if self.writer.turned:
            last = self.writer.turned[-1]
            self.book.tip = {
                "n": last.n, "prev": last.prev, "boards": last.boards, "items": last.items,
                "captions": last.captions, "at": last.at,
            }  # fmt: skip

    def _moments(self, tongue: Tongue) -> None:
        """What the replay slider needs to know of the whole game, for pages that were written long ago."""
        rows = list(zip(self.book.pages, self.book.captions.get(tongue.code, []), strict=True))
        ending = tongue.file("x")[1:]
        data = json.dumps({"ending": ending, "moments": rows}, ensure_ascii=False, separators=(",", ":"))
        self.store.put(f"{self.folder}/moments{tongue.file('')[:-5]}.js", f"window.PBEM_MOMENTS={data};\n")


def _size(number: int) -> str:
    return f"{number / 1_000_000:.1f} MB" if number >= 1_000_000 else f"{max(1, round(number / 1000))} KB"
