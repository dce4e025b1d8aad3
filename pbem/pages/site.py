"""Builds the whole site: what changed since the last build, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from .. import titles
from ..table.plain import digest
from . import feeds, home, rules_page
from .boards import board_of
from .book import Book
from .game import GamePages
from .places import PACKAGE, template_text, templates
from .store import Store
from .story import Story
from .tree import Tongue, game_folder, tongues

_STYLES = ("tokens", "base", "kit")
_SHEETS = ("pages", "desk")
"""What not every page needs: a desk is heavy enough without the looks of all the others."""


@dataclass(frozen=True)
class Published:
    """What a build did."""

    written: list[str]
    removed: list[str]
    games: list[str]


@cache
def renderer() -> str:
    """A print of all that decides how pages look: code, templates, words, data. Another one renders all anew."""
    made = sha256()
    for folder in (PACKAGE / "pages", PACKAGE / "table", PACKAGE / "words", PACKAGE / "titles", templates()):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix in (".py", ".yaml", ".html", ".css", ".js", ".svg", ".md", ".json"):
                data = path.read_bytes()
                made.update(f"{path.relative_to(folder)}\0{len(data)}\0".encode() + data)
    return made.hexdigest()


def publish(stories: Sequence[Story], site: Path, *, language: str = "en", full: bool = False, address: str = "",
            others: Mapping[str, Callable[[], Story | None]] | None = None) -> Published:  # fmt: skip
    """Bring the site up to date with these campaigns.

    full     render everything again, whatever was rendered before
    others   campaigns that stay on the site as they are; told only if their pages must be made anew
    """
    spoken = tongues(language)
    print_ = f"{renderer()}:{language}:{address}"
    store = Store(site)
    with store.opened():
        known = set() if full else set((store.read("site") or {}).get("games", []))
        books: dict[str, Book] = {}
        touched = False
        for story in stories:
            book, changed = _game(story, spoken, store, print_, full)
            books[story.id] = book
            touched |= changed
        for ident, told in (others or {}).items():
            kept = _kept(ident, store, print_) if ident in known else None
            again = told() if kept is None else None
            if again is not None:
                kept, touched = _game(again, spoken, store, print_, full)[0], True
            if kept is not None:
                books[ident] = kept
        frame = digest([print_, {ident: book.stamp for ident, book in sorted(books.items())}])
        before = store.read("site") or {}
        outside = not store.has_under("")
        if full or touched or outside or before.get("frame") != frame:
            same = not full and before.get("renderer") == print_ and not outside
            _frame(store, spoken, books, address, same)
        else:
            store.keep_under("")
        store.commit()
        for ident, book in books.items():
            if full or touched or outside or ident not in known:
                store.remember(f"games/{ident}", book.data())
        if before.get("frame") != frame or full:
            store.remember("site", {"frame": frame, "games": sorted(books), "renderer": print_})
    return Published(store.written, store.removed, sorted(books))


def _game(story: Story, spoken: list[Tongue], store: Store, print_: str, full: bool) -> tuple[Book, bool]:
    folder = f"{game_folder(story.id)}/"
    data, stamp = None if full else store.read(f"games/{story.id}"), _stamp(story)
    if data is not None and not store.has_under(folder, closely=data.get("stamp") == stamp):
        data = None
    book = Book.of(data, print_, story)
    if book.stamp == stamp:
        store.keep_under(folder)
        return book, False
    GamePages(story, spoken, book, store).build()
    book.stamp = stamp
    return book, True


def _kept(ident: str, store: Store, print_: str) -> Book | None:
    """The book of a campaign whose pages can stay as they are."""
    data, folder = store.read(f"games/{ident}"), f"{game_folder(ident)}/"
    if data is None or data.get("renderer") != print_ or not store.has_under(folder, closely=False):
        return None
    store.keep_under(folder)
    return Book(**data)


def _stamp(story: Story) -> str:
    """A print of all that the pages of a campaign show beside its entries."""
    return digest(
        [
            story.id, story.head.digest, story.mark, story.secret or "", story.mail,
            [asdict(seat) for seat in story.seats],
            asdict(story.waiting) if story.waiting else None,
        ]
    )  # fmt: skip


def _frame(store: Store, spoken: list[Tongue], books: dict[str, Book], address: str, same: bool) -> None:
    """Assets and rules, unless they are the same as before; the front page, and what lists everything."""
    if same:
        store.keep_under("assets/")
        store.keep_under("rules/")
    else:
        _fixed(store, spoken)
    listed = []
    for ident, book in books.items():
        card = next(iter(book.card.values()))
        listed.append({"id": ident, "card": book.card, "players": card["players"], "feed": book.feed})
    home.write(store, spoken, listed)
    for tongue in spoken:
        rows = [(game["id"], game["players"], game["feed"]) for game in listed]
        store.put(tongue.file("all", "atom"), feeds.all_feed(tongue, rows))
    store.put("deadlines.ics", feeds.calendar([line for book in books.values() for line in book.events]))
    store.put("sitemap.xml", feeds.sitemap([path for path in store.paths() if path.endswith(".html")], address))


def _fixed(store: Store, spoken: list[Tongue]) -> None:
    """What no campaign changes."""
    store.put("assets/style.css", "".join(template_text(f"assets/{name}.css") for name in _STYLES))
    for name in _SHEETS:
        store.put(f"assets/{name}.css", template_text(f"assets/{name}.css"))
    of_maps = template_text("assets/atlas.css")
    picture_style = template_text("assets/tokens.css") + of_maps
    for ident in titles.ids():
        made = getattr(board_of(ident), "assets", None)
        for name, text in made(picture_style).items() if made else ():
            store.put(f"assets/{name}", text)
        if (templates() / "assets" / f"{ident}.css").is_file():
            store.put(f"assets/{ident}.css", (of_maps if made else "") + template_text(f"assets/{ident}.css"))
    for path in sorted((templates() / "assets").glob("*.js")):
        store.put(f"assets/{path.name}", template_text(f"assets/{path.name}"))
    store.put("assets/lantern.svg", template_text("assets/lantern.svg"))
    rules_page.write(store, spoken)
