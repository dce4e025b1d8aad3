"""One entry of the ledger as a line of the log: rendered once, then kept."""

from __future__ import annotations

from dataclasses import dataclass

from .. import titles
from .kit import crest, esc, icon, short
from .speech import MarkedWords, Speech, bold, for_later, marked, speech, told, unmarked
from .story import Given, Moment, Story
from .tree import Tongue, log_page

PER_LOG_PAGE = 40
LONGEST_CAPTION = 110
MOST_SAID = 4000
MOST_SENTENCES, FIRST_SENTENCES = 6, 4
_FOLDED = '<details class="more">'
TOLD_SOURCES = ("default", "queued", "standing")
WITH_PAGE = ("join", "move", "served", "clock", "reveal")
"""Kinds that change the position; the last join begins play."""


def has_page(moment: Moment) -> bool:
    """Whether an entry has a page of its own with the board after it."""
    return moment.view is not None and moment.kind in WITH_PAGE and not for_later(moment)


def how_given(one: Given) -> str:
    """Where an answer came from: file, queued (a line of an earlier file), standing, default or forced."""
    return "queued" if one.ahead and one.source == "file" else one.source


@dataclass(frozen=True)
class Line:
    """An entry in one language."""

    inner: str
    """HTML: what happened, without the frame."""
    caption: str
    """The same as plain text, cut."""


class Chronicler:
    """Writes the log of one campaign in one language."""

    def __init__(self, story: Story, tongue: Tongue) -> None:
        self.story, self.tongue = story, tongue
        self.talk: Speech = speech(tongue.code)
        self.words: MarkedWords = marked(story.title, tongue.code, story.players)
        self.plain = titles.words(story.title, tongue.code, story.players)

    def line(self, moment: Moment) -> Line:
        parts = told(moment, self.words, self.talk, self.story.players)
        inner = self._sentences(parts)
        if moment.said:
            inner += f'<blockquote dir="auto">{esc(short(moment.said, MOST_SAID))}</blockquote>'
        inner += self._orders(moment)
        inner += f'<time datetime="{esc(moment.at)}">{esc(self.talk.when(moment.at))}</time>'
        return Line(inner, short(unmarked(" ".join(parts)), LONGEST_CAPTION))

    def _sentences(self, parts: list[str]) -> str:
        """The whole turn of an empire can be one entry: its rest is folded away."""
        if len(parts) <= MOST_SENTENCES:
            return f"<p>{bold(' '.join(parts))}</p>"
        first, rest = parts[:FIRST_SENTENCES], parts[FIRST_SENTENCES:]
        more = esc(self.talk("log.more", n=len(rest)))
        return (
            f"<p>{bold(' '.join(first))}</p>{_FOLDED}<summary>{more}</summary><p>{bold(' '.join(rest))}</p></details>"
        )

    def _orders(self, moment: Moment) -> str:
        """Only what the sentences do not tell: how an answer was given ahead or not at all, or that it is sealed."""
        sources = [one for one in dict.fromkeys(map(how_given, moment.answers)) if one in TOLD_SOURCES]
        if moment.kind != "clock":  # not at a deadline: the rules wait for nobody here
            sources = ["unordered" if one == "default" else one for one in sources]
        out = [f'<li class="dim small">{esc(self.talk(f"log.source.{source}"))}</li>' for source in sources]
        out += [f"<li>{icon('hidden', self.talk('log.hidden'))}</li>" for one in moment.answers if not one.order]
        return f'<ul class="plain given">{"".join(out)}</ul>' if out else ""

    def item(self, moment: Moment, line: Line, base: str, anchor: bool, link: bool = True) -> str:
        """The line in its frame; `base` leads from the page to the folder of the game."""
        here = self.tongue.file(f"log-{log_page(moment.n, PER_LOG_PAGE)}")
        ident = f' id="m{moment.n}"' if anchor else ""
        seat = "" if moment.seat is None else f' data-seat="{moment.seat}"'
        shield = crest(moment.seat, self.story.players[moment.seat]) if moment.seat is not None else "<span></span>"
        board = ""
        if link and has_page(moment):
            href = f"{base}t/{self.tongue.file(str(moment.n))}"
            board = f' <a class="tag" href="{href}">{esc(self.talk("log.position"))}</a>'
        label = esc(self.talk("log.link", n=moment.n))
        # Where the entry stands alone nothing of it is folded.
        inner = line.inner if link else line.inner.replace(_FOLDED, '<details class="more" open>')
        return (
            f'<li{ident}{seat}><a class="no" href="{base}{here}#m{moment.n}" aria-label="{label}">{moment.n}</a>'
            f"{shield}<div>{inner}{board}</div></li>"
        )
