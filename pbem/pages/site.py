"""Builds the site: renders what changed since the last build, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path

from .. import titles
from ..campaign.errors import CampaignError
from ..storage.program_print import program_print
from ..table.state_json import digest
from ..words.lazy_dataclass import dataclass
from . import engine_runtime, feeds, home, key_page, play_pages, rules_page, take_away
from .boards import board_of
from .campaign_pages import GamePages, turn_maps
from .engine_files import EngineFiles, EngineOnSite
from .model import CampaignModel
from .render_cache import RenderCache
from .store import Store
from .template_files import PACKAGE, template_text, templates
from .urls import SiteLanguage, game_folder, tongues
from .withheld import withheld

_STYLES = ("tokens", "base", "kit")
_SHEETS = ("pages", "desk", "table", "key")
"""Styles that not every page needs: a desk is heavy enough without the styles of all the others."""
_INDENT = re.compile(r"(?m)^ +")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_AROUND = re.compile(r"\s*([{};])\s*")


@dataclass(frozen=True)
class Published:
    """What a build did."""

    written: list[str]
    removed: list[str]
    games: list[str]


@cache
def renderer() -> str:
    """A fingerprint of the whole program, its templates, and the titles of others. If it changes, all is redone."""
    titled = [Path(str(title.resource(""))) for title in titles.usable()]
    outside = (one for one in (templates(), *titled) if PACKAGE not in one.parents)
    return digest([program_print(folder) for folder in (PACKAGE, *outside)])


def publish(
    stories: Sequence[CampaignModel],
    site: Path,
    *,
    language: str = "en",
    full: bool = False,
    address: str = "",
    engine_in_folder: bool = False,
    others: Mapping[str, Callable[[], CampaignModel | None]] | None = None,
    damaged: Mapping[str, CampaignError] | None = None,
) -> Published:
    """Bring the site up to date with these campaigns.

    full              render everything again, whatever was rendered before
    engine_in_folder  the engine, if there is one, also starts on pages that are opened from a folder
    others            campaigns that stay on the site as they are; told only if their pages must be rebuilt
    damaged           why some of the others cannot be told
    """
    store = Store(site)
    with store.opened():
        before = store.read("site") or {}
        build = _Build(store, tongues(language), address and address.rstrip("/") + "/", full, engine_in_folder)
        known = set() if full else set(before.get("games", []))
        for story in stories:
            build.game(story)
        for ident, told in (others or {}).items():
            fault = (damaged or {}).get(ident)
            again = None if ident in known and build.keep(ident, fault) else told()
            if again is not None:
                build.game(again)
        frame = digest([build.print, {ident: book.stamp for ident, book in sorted(build.books.items())}])
        outside = not store.has_under("")
        if full or build.touched or outside or before.get("frame") != frame:
            build.frame(not full and before.get("renderer") == build.print and not outside)
        else:
            store.keep_under("")
        store.commit()
        for ident in build.touched:
            store.remember(f"games/{ident}", build.books[ident].data())
        if before.get("frame") != frame or full:
            store.remember("site", {"frame": frame, "games": sorted(build.books), "renderer": build.print})
    return Published(store.written, store.removed, sorted(build.books))


class _Build:
    """One build: renders into the store, and holds the books of the campaigns."""

    def __init__(self, store: Store, spoken: list[SiteLanguage], address: str, full: bool, in_folder: bool) -> None:
        self.store, self.spoken, self.address, self.full, self.in_folder = store, spoken, address, full, in_folder
        runtime = engine_runtime.there()
        self.engine = EngineOnSite.if_there(in_folder)
        engine = f"{runtime.name}{' in folder' if in_folder else ''}" if runtime else ""
        self.print = f"{renderer()}:{spoken[0].main}:{address}:{engine}"
        self.books: dict[str, RenderCache] = {}
        self.touched: set[str] = set()
        """Campaigns with something new."""

    def game(self, story: CampaignModel) -> None:
        """Bring the pages of a campaign up to date."""
        store, folder, stamp = self.store, f"{game_folder(story.id)}/", _stamp(story)
        data = None if self.full else store.read(f"games/{story.id}")
        if data is not None and not store.has_under(folder, closely=data.get("stamp") == stamp):
            data = None
        book = self.books[story.id] = RenderCache.of(data, self.print, story)
        if book.stamp == stamp:
            store.keep_under(folder)
            return
        pages = GamePages(story, self.spoken, book, store, self.address, self.engine)
        pages.build()
        self.books[story.id] = pages.book  # a new one, if pages written long ago say something else now
        pages.book.stamp = stamp
        self.touched.add(story.id)

    def keep(self, ident: str, fault: CampaignError | None) -> bool:
        """Keep the pages of a campaign as they are, if possible. Those of a finished game that turned out to be damaged
        (`fault`) say who won, so they go."""
        data, folder = self.store.read(f"games/{ident}"), f"{game_folder(ident)}/"
        if data is None or data.get("renderer") != self.print or not self.store.has_under(folder, closely=False):
            return False
        book = self.books[ident] = RenderCache(**data)
        if fault is not None and any(card["end"] for card in book.card.values()):
            self.books[ident] = withheld(book, fault, self.store, self.spoken)
            self.touched.add(ident)
        else:
            self.store.keep_under(folder)
        return True

    def frame(self, same: bool) -> None:
        """Assets and rules, unless they are the same as before; the front page, and whatever lists everything."""
        store, books = self.store, self.books
        if same:
            store.keep_under("assets/")
            store.keep_under("rules/")
            store.keep_under("engine/")
            store.keep_under("play/")
        else:
            _fixed(store, self.spoken, self.in_folder)
        listed = []
        for ident, book in books.items():
            card = next(iter(book.card.values()))
            listed.append({"id": ident, "card": book.card, "players": card["players"], "feed": book.feed})
        home.write(store, self.spoken, listed, self.engine)
        key_page.write(store, self.spoken)
        for tongue in self.spoken:
            rows = [(game["id"], game["players"], game["feed"]) for game in listed]
            store.put(tongue.file("all", "atom"), feeds.all_feed(tongue, rows))
        store.put("deadlines.ics", feeds.calendar([line for book in books.values() for line in book.events]))
        maps = [path for ident, book in sorted(books.items()) for path in turn_maps(ident, len(book.pages))]
        pages = [path for path in store.paths() if path.endswith(".html")]
        store.put("sitemap-pages.xml", feeds.sitemap(pages, self.address))
        store.put("sitemap.xml", feeds.sitemap_index(["sitemap-pages.xml", *maps], self.address))


def _stamp(story: CampaignModel) -> str:
    """A fingerprint of everything that the pages of a campaign show besides its entries."""
    return digest(
        [
            story.id,
            story.head.digest,
            story.mark,
            story.secret or "",
            story.mail,
            [asdict(seat) for seat in story.seats],
            asdict(story.waiting) if story.waiting else None,
        ]
    )


def _fixed(store: Store, spoken: list[SiteLanguage], in_folder: bool) -> None:
    """What no campaign changes."""
    store.put("assets/style.css", "".join(_style(template_text(f"assets/{name}.css")) for name in _STYLES))
    for name in _SHEETS:
        store.put(f"assets/{name}.css", _style(template_text(f"assets/{name}.css")))
    of_maps = _style(template_text("assets/atlas.css"))
    picture_style = _style(template_text("assets/tokens.css")) + of_maps
    for title in titles.usable():
        made = getattr(board_of(title), "assets", None)
        for name, text in made(picture_style).items() if made else ():
            store.put(f"assets/{name}", text)
        style = title.resource("static/style.css")
        if style.is_file():
            # A board that provides assets of its own has a map.
            store.put(f"assets/{title.id}.css", (of_maps if made else "") + _style(style.read_text(encoding="utf-8")))
    for path in sorted((templates() / "assets").glob("*.js")):
        # Indentation is for readers of the source; it would add two kilobytes to the desk.
        store.put(f"assets/{path.name}", _INDENT.sub("", template_text(f"assets/{path.name}")))
    store.put("assets/lantern.svg", template_text("assets/lantern.svg"))
    rules_page.write(store, spoken)
    engine = EngineFiles.if_there(map(titles.load, titles.ours()), in_folder)
    if engine is not None:
        for name, data in engine.files.items():
            store.put(name, data)
        play_pages.write(store, spoken, engine)
        for name, text in engine.scripts(spoken).items():
            store.put(name, text)
        if in_folder:
            take_away.write(store, spoken, EngineOnSite(in_folder))


def _style(text: str) -> str:
    """A style sheet without comments, and without blanks around braces and semicolons: every page loads it."""
    return _AROUND.sub(r"\1", _COMMENT.sub("", text)).strip() + "\n"
