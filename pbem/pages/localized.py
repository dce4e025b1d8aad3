"""A campaign in one language: what its pages say, and the pages of board, moves, log and charts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..campaign.published.position_text import house_rules
from ..table import Words
from ..table.saying import ask_text
from . import chart, ended, reference
from .board_api import Scene
from .kit import esc, short
from .log_entry import PER_LOG_PAGE
from .page_frame import PageForm, html, page, place
from .render_cache import SOURCES, Turned
from .site_words import Speech, speech
from .urls import log_page

if TYPE_CHECKING:
    from .campaign_pages import GamePages
    from .urls import SiteLanguage

ASSETS = "../../assets/"
"""Relative to the folder of a game."""
REPLAYED = ("site", "replay")
"""Scripts of pages from which one can step through the moves."""
MOST_ROWS = 60
"""Rows of the table under the charts; a longer game shows its last ones."""


class LocalizedCampaign:
    """A campaign in one language."""

    def __init__(self, pages: GamePages, tongue: SiteLanguage, failed: bool) -> None:
        self.pages, self.tongue, self.failed = pages, tongue, failed
        self.story, self.book, self.store = pages.story, pages.book, pages.store
        self.folder, self.archive = pages.folder, pages.archive
        self.talk: Speech = speech(tongue.code, self.story.zone)
        self.words = pages.words[tongue.code]
        self.title_name = self.story.title.names.get(tongue.code) or self.story.title.names["en"]
        self.game = self._game()
        self._turn_forms: dict[tuple[bool, bool], PageForm] = {}

    # ---- what all pages of the game say

    def _game(self) -> dict[str, Any]:
        story = self.story
        return {
            "id": story.id,
            "name": spoken_id(story.id),
            "title_name": self.title_name,
            "players": story.players,
            "entries": self.book.n + 1,
            "failed": self.failed,
            "waiting": self._waiting(),
            "end": ended.result(self),
            "href_checking": self.tongue.file("checking"),
            "house_rules": house_rules(story.title, story.options, self.words),
            "sandbox": self._sandbox(),
        }

    def _sandbox(self) -> str:
        fork = self.story.fork
        return self.words.say("sandbox", {"game": fork[0], "entry_number": fork[1]}) if fork else ""

    def _waiting(self) -> dict[str, Any] | None:
        waiting = self.story.waiting
        if waiting is None:
            return None
        names = [short(self.story.players[seat], 24) for seat in waiting.seats]
        key = "wait.join" if waiting.joining else "wait.for"
        question = asked_about(waiting.asks[0], self.words) if len(waiting.asks) == 1 and not waiting.joining else ""
        return {
            "seats": waiting.seats,
            "text": self.talk(key, who=self.talk.join(names)) if names else self.talk("wait.for_all"),
            "question": question,
            "since": waiting.since,
            "since_text": self.talk.soon(waiting.since),
            **self._due(waiting.due),
        }

    def _due(self, at: str | None) -> dict[str, str]:
        if at is None:
            return {"due": ""}
        talk = self.talk
        day = f"{talk.date(at, 'date.short')}, {talk.clock(at)}"
        return {
            "due": at,
            "due_text": day,
            "due_weekday": talk.weekday(at),
            "due_day": talk.day_number(at),
            "due_hour": talk.clock(at),
        }

    def card(self) -> dict[str, Any]:
        """What other pages say about this game."""
        card = {**self.game, "head": self.story.head.digest, "at": self.story.head.at, "begun": self.story.begun}
        view = self.story.head.view
        scene = Scene(view, self.story.players, self.words, assets="assets/", handles=self.story.handles)
        card["thumb"] = self.pages.board.thumb(scene) if view is not None else ""
        card["summary"] = self.pages.board.summary(scene) if view is not None else ""
        return card

    def page(self, template: str, stem: str, tab: str, heading: str, **values: Any) -> str:
        """A page with the head and tabs of the game. `stem` is relative to the folder of the game."""
        values |= self._around(stem, tab, heading)
        return page(template, self.tongue, f"{self.folder}/{stem}", self._title(tab, heading), **values)

    def _title(self, tab: str, heading: str) -> str:
        return f"{heading} · {self.talk(f'tab.{tab}')}" if tab else heading

    def _around(self, stem: str, tab: str, heading: str) -> dict[str, Any]:
        """What the head and tabs of the game need."""
        base = "../" * stem.count("/")
        tabs = [
            ("board", f"{base}{self.tongue.file('index')}"),
            ("log", f"{base}{self.tongue.file('log')}"),
            ("charts", f"{base}{self.tongue.file('charts')}"),
            ("rules", f"{base}../../rules/{self.tongue.file(self.story.title.id)}"),
            *([("reference", base + self.href_reference())] if reference.exists(self.story.title) else []),
            ("desk", f"{base}{self.tongue.file('desk')}"),
            ("checking", f"{base}{self.tongue.file('checking')}"),
        ]
        return {
            "sheets": [self.story.title.id],
            "g": self.game,
            "tabs": tabs,
            "tab": tab,
            "heading": heading,
            "base": base,
            "feed": self.tongue.file("feed", "atom"),
            "archive": self.archive,
        }

    def href_reference(self) -> str:
        """From the folder of the game: an edition has other figures, and so a page of its own."""
        title = self.story.title
        return (
            self.tongue.file("reference") if title.edition else f"../../rules/{self.tongue.file(reference.stem(title))}"
        )

    def reference(self) -> None:
        title = self.story.title
        if title.edition and reference.exists(title):
            values = {"kicker": self.game["name"], "rules": f"../../rules/{self.tongue.file(title.id)}"}
            path = f"{self.folder}/reference"
            self.put("reference", reference.render(title, self.tongue, path, self.title_name, **values))

    def put(self, stem: str, text: str) -> None:
        self.store.put(f"{self.folder}/{self.tongue.file(stem)}", text)

    def in_log(self, n: int) -> str:
        """The path from a page of the game to an entry of its log."""
        return f"{self.tongue.file(f'log-{log_page(n, PER_LOG_PAGE)}')}#m{n}"

    def moments_script(self, base: str) -> str:
        return base + self.tongue.file("moments", "js")

    def heading(self) -> str:
        """The campaign and who plays; with many players, their names are left to the crests."""
        names = [short(player, 24) for player in self.story.players]
        if len(names) == 2:
            return self.talk("game.against", name=spoken_id(self.story.id), first=names[0], second=names[1])
        if len(names) > 4:
            return spoken_id(self.story.id)
        return self.talk("game.title", name=spoken_id(self.story.id), who=self.talk.join(names))

    # ---- pages of single moves

    def turns(self) -> None:
        """The new ones, and the one before them, which now gets its link to the next."""
        turned = list(self.pages.writer.turned)
        if turned and self.book.tip and self.book.tip["n"] == turned[0].prev:
            turned.insert(0, Turned(**self.book.tip))
        follows = {one.prev: one.n for one in turned}
        for one in turned:
            self._turn(one, follows.get(one.n))

    def _turn(self, one: Turned, following: int | None) -> None:
        code, file = self.tongue.code, self.tongue.file
        text = self._turn_form(one.prev is None, following is None).fill(
            {
                "n": str(one.n),
                "heading": esc(self.talk("game.move_of", name=spoken_id(self.story.id), n=one.n)),
                "prev": file(str(one.prev)),
                "next": file(str(following)),
                "log": file(f"log-{log_page(one.n, PER_LOG_PAGE)}"),
                "caption": esc(one.captions[code]),
                "stamp": self.talk.stamp(one.at),
                "entry": one.items[code],
                "board": one.boards[code],
            }
        )
        self.put(f"t/{one.n}", text)

    def _replayed(self) -> dict[str, Any]:
        """For a page from which one can step through the moves."""
        engine = self.pages.engine
        return {"scripts": (*REPLAYED, "engine", "steps"), "csp": engine.policy} if engine else {"scripts": REPLAYED}

    def _turn_form(self, first: bool, last: bool) -> PageForm:
        """The page of a single move; the first and the last one lack links."""
        form = self._turn_forms.get((first, last))
        if form is None:
            heading = place("heading")
            names = {
                "first": "" if first else self.tongue.file(str(self.book.pages[0])),
                "prev": "" if first else place("prev"),
                "next": "" if last else place("next"),
                "last": f"../{self.tongue.file('index')}",
            }
            around = self._around("t/n", "", heading)
            form = PageForm(
                "turn.html",
                self.tongue,
                f"{self.folder}/t/{place('n')}",
                heading,
                n=place("n"),
                first=self.book.pages[0],
                last=place("n"),
                entry=place("entry"),
                board=place("board"),
                caption=place("caption"),
                names=names,
                href_now=self.tongue.file("index"),
                href_log=place("log"),
                own_scripts=[self.moments_script("../")],
                **self._replayed(),
                stamp=place("stamp"),
                **around,
            )
            self._turn_forms[first, last] = form
        return form

    # ---- the board as it is now

    def front(self) -> None:
        book, story = self.book, self.story
        view = story.head.view
        board, since, over = "", None, story.head.outcome is not None
        names = {"first": "", "prev": "", "next": "", "last": ""}
        if view is not None:
            since, before = book.views[0] if len(book.views) > 1 and not over else (None, None)
            asked = story.waiting.seats if story.waiting else ()
            scene = Scene(view, story.players, self.words, before, asked, ASSETS, story.handles)
            board = self.pages.board.draw(scene)
            if len(book.pages) > 1:
                names["first"] = f"t/{self.tongue.file(str(book.pages[0]))}"
                names["prev"] = f"t/{self.tongue.file(str(book.pages[-2]))}"
        caption = book.captions.get(self.tongue.code, [""])[-1] if book.pages else ""
        went, charts = ended.charts(self) if over else ([], self.drawn(wide=False)[:2])
        text = self.page(
            "game.html",
            "index",
            "board",
            self.heading(),
            board=html(board),
            fresh_since=since,
            names=names,
            first=book.pages[0] if book.pages else 0,
            last=book.pages[-1] if book.pages else 0,
            caption=caption,
            charts=charts,
            went=went,
            scores=ended.scores(self),
            gains=ended.gains(self),
            log=html("".join(reversed(book.recent.get(self.tongue.code, [])))),
            href_log=self.tongue.file("log"),
            **self._replayed(),
            own_scripts=[self.moments_script("")] if book.pages else [],
            stamp=html(self.talk.stamp(story.head.at)),
            head=story.head.digest,
        )
        self.put("index", text)

    # ---- log

    def logs(self) -> None:
        code = self.tongue.code
        for number, lines in self.pages.writer.full_logs.items():
            self._log(f"log-{number}", number, lines[code], full=True)
        newest = self.book.latest.get(code, [])
        number = log_page(self.book.n, PER_LOG_PAGE)
        if newest:
            self._log(f"log-{number}", number, newest, full=False)
        elif number in self.pages.writer.full_logs:
            self.book.last_log[code] = self.pages.writer.full_logs[number][code]
        self._log("log", number, newest or self.book.last_log[code], full=False, index=True)

    def _log(self, stem: str, number: int, lines: list[str], full: bool, index: bool = False) -> None:
        low = (number - 1) * PER_LOG_PAGE
        links = []
        if index:
            for other in range(number, 0, -1):
                first = (other - 1) * PER_LOG_PAGE
                last = min(self.book.n, first + PER_LOG_PAGE - 1)
                links.append((self.tongue.file(f"log-{other}"), first, last, other == number))
        else:
            if number > 1:
                links.append((self.tongue.file(f"log-{number - 1}"), low - PER_LOG_PAGE, low - 1, False))
            links.append((self.tongue.file("log"), low, low + len(lines) - 1, True))
        shown = [{"href": href, "first": first, "last": last, "here": here} for href, first, last, here in links]
        text = self.page(
            "log.html",
            stem,
            "log",
            spoken_id(self.story.id),
            first=low,
            last=low + len(lines) - 1,
            pages=shown,
            log=html("".join(reversed(lines))),
            stamp="" if full else html(self.talk.stamp(self.story.head.at)),
        )
        self.put(stem, text)

    # ---- charts

    def drawn(self, wide: bool) -> list[dict[str, Any]]:
        """The charts of the title, once there are two positions to connect."""
        book, board = self.book, self.pages.board
        if len(book.pages) < 2:
            return []
        scene = self.scene()
        axis, columns = self.pages.plots
        out = []
        for one in board.CHARTS:
            label = board.chart_name(one, scene)
            if one.kind == "balance":
                svg = chart.balance(columns[one.key][0], axis, board.chart_sides(scene), label, wide)
            else:
                svg = chart.lines(columns[one.key], axis, self.story.players, label, wide)
            out.append({"name": html(label), "svg": html(svg), "key": one.key})
        return out

    def scene(self) -> Scene:
        """For what a board says about its charts; has no position."""
        return Scene(None, self.story.players, self.words)

    def charts(self) -> None:
        drawn = self.drawn(wide=True)
        by_bot = any(row.get("bot") for row in self.book.counts)
        sources = (*SOURCES, "bot") if by_bot else SOURCES
        text = self.page(
            "charts.html",
            "charts",
            "charts",
            spoken_id(self.story.id),
            charts=drawn,
            counts=[(source, [row.get(source, 0) for row in self.book.counts]) for source in sources],
            table=self._numbers(drawn),
            stamp=html(self.talk.stamp(self.story.head.at)),
            head=self.story.head.digest,
        )
        self.put("charts", text)

    def _numbers(self, drawn: list[dict[str, Any]]) -> dict[str, Any] | None:
        """The first chart as a table, for those who cannot see it."""
        if not drawn:
            return None
        numbers = self.book.pages[-MOST_ROWS:]
        columns = [column[-MOST_ROWS:] for column in self.book.series[drawn[0]["key"]]]
        body = [
            f'<tr><th scope="row"><a href="t/{self.tongue.file(str(n))}">{n}</a></th>'
            + "".join(f'<td class="r">{value}</td>' for value in values)
            + "</tr>"
            for n, *values in zip(numbers, *columns, strict=True)
        ]
        return {"heads": [short(player, 16) for player in self.story.players], "rows": html("".join(reversed(body)))}


def asked_about(ask: Mapping[str, Any], words: Words) -> str:
    """What is asked, as far as an onlooker may know: a private question is only named, and some not even that."""
    if "values" in ask:
        return ask_text(ask, words)
    key = f"question.{ask['kind']}"
    return words.say(key, {}) if key in words else ""


def spoken_id(game: str) -> str:
    """`winter-duel` as a name for people."""
    text = game.replace("-", " ").strip() or game
    return text[:1].upper() + text[1:]
