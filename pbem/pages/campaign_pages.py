"""The pages of one campaign: board, single moves, log, charts, desks, checking, and files to download."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cached_property
from typing import Any

from .. import titles
from ..table import Words
from ..titles.editions import played_by
from . import audit, chart, desk, feeds
from .archive import archive
from .boards import board_of
from .engine_files import EngineOnSite
from .kit import short
from .localized import LocalizedCampaign
from .model import CHECKED_EVERY, Audit, CampaignModel, so_far
from .render_cache import PER_PART, RenderCache, RenderCacheWriter
from .site_words import speech
from .store import Store
from .urls import SiteLanguage, game_folder


class GamePages:
    """Renders a campaign into the store. Keeps its book: what was rendered before."""

    def __init__(
        self,
        story: CampaignModel,
        tongues: list[SiteLanguage],
        book: RenderCache,
        store: Store,
        address: str,
        engine: EngineOnSite | None = None,
    ) -> None:
        self.story, self.tongues, self.book, self.store = story, tongues, book, store
        self.address, self.engine = address, engine
        self.folder = game_folder(story.id)
        self.board = board_of(story.title)
        self.words: dict[str, Words] = {
            tongue.code: titles.words(story.title, tongue.code, story.players) for tongue in tongues
        }
        self.writer = RenderCacheWriter(story, tongues, book)

    @cached_property
    def plots(self) -> tuple[chart.Axis, dict[str, list[tuple[int, ...]]]]:
        """The charts of the title as columns of numbers, once for all languages."""
        columns = {one.key: list(map(tuple, self.book.series[one.key])) for one in self.board.CHARTS}
        return chart.Axis(self.book.pages, self.book.begun), columns

    def build(self) -> None:
        stays, found = self._read_on(), self._audit()
        if found.faults:
            self._hold_back(found)
        elif stays:
            # What earlier builds wrote stays; whatever changes is put again below.
            self.store.keep_under(f"{self.folder}/t/")
            self.store.keep_under(f"{self.folder}/", "log-")
        packed = archive(self.story)
        self.store.put(f"{self.folder}/{self.story.id}.zip", packed)
        self.archive = {"href": f"{self.story.id}.zip", "size": _size(len(packed))}
        self._record(sound=not found.faults)
        for tongue in self.tongues:
            shown = LocalizedCampaign(self, tongue, bool(found.faults))
            self.book.card[tongue.code] = shown.card()
            shown.turns()
            shown.front()
            shown.logs()
            shown.charts()
            shown.reference()
            audit.write(shown, found)
            desk.write(shown)
            feeds.game_feed(shown)
            self._moments(tongue)
        self._parts()
        feeds.game_calendar(self)
        feeds.game_json(self, bool(found.faults))
        self._remember_tip()

    def _read_on(self) -> bool:
        """Render the new entries, or all if one of them changes what earlier builds wrote; whether that stays."""
        stays = self.book.n >= 0
        for moment in self.story.moments(self.book.n):
            self.writer.add(moment)
        if stays and self.writer.outdated:
            self._begin_again()
            return self._read_on()
        return stays

    def _begin_again(self) -> None:
        self.book = RenderCache(self.book.renderer, self.book.zone)
        self.writer = RenderCacheWriter(self.story, self.tongues, self.book)

    def _hold_back(self, found: Audit) -> None:
        """Tell of a campaign that does not check as far as it does, and in no case how it ended: that nobody can know.

        The position is that of the last entry told, as the one at the head may be anything.
        """
        broken = min((one.n for one in found.faults if one.n is not None), default=self.story.head.n + 1)
        self._begin_again()
        last = replace(self.story.head, view=None)
        for moment in self.story.moments(-1):
            if moment.n and (moment.n >= broken or moment.outcome is not None):
                break
            self.writer.add(moment)
            last = moment
        self.story = replace(self.story, head=replace(last, outcome=None))

    def _audit(self) -> Audit:
        """Everything is rechecked every so many entries and at the end; in between, entries as they come in."""
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
                "n": last.n,
                "prev": last.prev,
                "boards": last.boards,
                "items": last.items,
                "captions": last.captions,
                "at": last.at,
            }

    def _moments(self, tongue: SiteLanguage) -> None:
        """What the replay slider needs to know about the whole game, even on pages that were written long ago."""
        ending = tongue.file("x")[1:]
        data = _script({"ending": ending, "numbers": self.book.pages, "per": PER_PART, **self._stepped(tongue)})
        self.store.put(f"{self.folder}/{tongue.file('moments', 'js')}", f"window.PBEM_MOMENTS={data};\n")

    def _record(self, sound: bool) -> None:
        """What the pages of a finished game step through act by act, and from where a game can be tried, if the site
        has an engine of its rules."""
        story, self.steps = self.story, dict[str, Any]()
        title = story.title
        if self.engine is None or not sound or title.id not in titles.ours() or title.edition or story.fork:
            return
        record = story.record() if story.head.outcome is not None else None
        outlook = story.outlook() if story.head.outcome is None else None
        if record is None and outlook is None:
            return
        self.steps = {"places": record.places if record else {}, "now": record is None}
        told = {
            "title": title.id,
            "rules": played_by(title, None),
            "handles": story.handles,
            "names": [short(name) for name in story.players],
            "options": story.options,
            "fixes": story.fixes,
            # As text: JavaScript would order keys that are numbers, and rules may go through them in their order.
            **(record.data() if record else {"outlook": _script(outlook)}),
        }
        self.store.put(f"{self.folder}/record.js", f"window.PBEM_RECORD={_script(told)};\n")

    def _stepped(self, tongue: SiteLanguage) -> dict[str, Any]:
        """What the pages need to know to step through it, and the sentences for that."""
        if not self.steps:
            return {}
        talk = speech(tongue.code)
        said = ("begin", "act", "of", "prev", "next", "try", "private", "guessed", "none", "wait", "nothing")
        return {
            "record": {
                **self.steps,
                "told": tongue.file(self.story.title.id, "js"),
                "play": tongue.file(self.story.title.id),
                "language": tongue.code,
                "words": {key: talk(f"steps.{key}") for key in said},
            }
        }

    def _parts(self) -> None:
        """For the parts that have new pages of single moves: their captions, and their part of the site map."""
        parts = dict(self.writer.full_parts)
        if self.book.pages:
            parts[(len(self.book.pages) - 1) // PER_PART] = self.book.captions
        above = self.address and f"{self.address}{self.folder}/t/"
        for part, captions in parts.items():
            numbers = self.book.pages[part * PER_PART : (part + 1) * PER_PART]
            for tongue in self.tongues:
                text = f"window.PBEM_CAPTIONS[{part}]={_script(captions[tongue.code])};\n"
                self.store.put(f"{self.folder}/t/{tongue.file(f'captions-{part}', 'js')}", text)
            paths = [tongue.file(str(n)) for n in numbers for tongue in self.tongues]
            self.store.put(_turn_map(self.story.id, part), feeds.sitemap(paths, above))


def _turn_map(game: str, part: int) -> str:
    return f"{game_folder(game)}/t/sitemap-{part}.xml"


def turn_maps(game: str, pages: int) -> list[str]:
    """The site maps of the single moves of a campaign that has this many pages."""
    return [_turn_map(game, part) for part in range(-(-pages // PER_PART))]


def _script(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _size(number: int) -> str:
    return f"{number / 1_000_000:.1f} MB" if number >= 1_000_000 else f"{max(1, round(number / 1000))} KB"
