"""One entry of the ledger as a line of the log: rendered once, then kept."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import field, replace
from itertools import groupby

from .. import titles
from ..table import Note
from ..words.lazy_dataclass import dataclass
from .boards import board_of
from .kit import crest, cut, esc, icon, short
from .model import CampaignModel, LogAnswer, LogMoment
from .press_text import press_html
from .site_words import MarkedWords, Speech, bold, for_later, marked, note_sentence, plain_kind, speech, unmarked
from .urls import SiteLanguage, log_page

PER_LOG_PAGE = 40
LONGEST_CAPTION = 110
MOST_SAID = 4000
MOST_ACTS, FIRST_ACTS, MOST_LEADS = 3, 2, 8
_ASIDE = re.compile(r" \([^()]*\)")
PRESS = "table_press_"
"""Notes of what somebody said to everybody."""
TOLD_SOURCES = ("default", "bot", "queued", "standing")
WITH_PAGE = ("join", "run", "undo", "rollback", "ruling")
"""Kinds that change the position; the last join begins play."""


RULED = ("rollback", "ruling")
"""Kinds with which somebody changes the game from outside: they are red."""
STAYS = ("absence", "deadline", "key", "moderator", "press", "seat", "substitute", "takeover", "vote")
"""What no rollback takes back: it is about the table, and no part of the game."""
STAYING = ' data-stays=""'


def has_page(moment: LogMoment) -> bool:
    """Whether an entry has a page of its own with the board after it."""
    return moment.view is not None and moment.kind in WITH_PAGE and not for_later(moment)


def how_given(one: LogAnswer) -> str:
    """Where an answer came from: file, queued (a line of an earlier file), standing, default or forced."""
    return "queued" if one.ahead and one.source == "file" else one.source


@dataclass(frozen=True)
class LogLine:
    """An entry in one language."""

    inner: str
    """HTML: what happened, without the frame."""
    caption: str
    """The same as plain text, cut."""
    by: Mapping[int, str] = field(default_factory=dict)
    """By seat, what of it is this player's deed."""
    acting: tuple[int, ...] = ()
    """The seats whose deeds it tells, if they are several: each stands under its own crest."""


@dataclass(slots=True)
class ToldAct:
    """One line of an entry in which much happened."""

    said: str
    lead: str
    """What of it stands before the fold, where a title says what matters (`LEADS`)."""
    seat: int | None
    """Whose deed it is."""


@dataclass(frozen=True)
class Told:
    """A sentence of an entry."""

    key: str
    said: str
    seat: int | None = None
    """Who acts in it; None where that is told by the one before."""


class Chronicler:
    """Writes the log of one campaign in one language, as long as the same players sit at the table."""

    def __init__(self, story: CampaignModel, tongue: SiteLanguage, players: tuple[str, ...]) -> None:
        self.story, self.tongue, self.players = story, tongue, players
        self.talk: Speech = speech(tongue.code, story.zone)
        self.board = board_of(story.title)
        self.words: MarkedWords = marked(story.title, tongue.code, players, getattr(self.board, "DICE", frozenset()))
        self.headlines: Set[str] = getattr(self.board, "HEADLINES", frozenset())
        self.leads: Set[str] = getattr(self.board, "LEADS", frozenset())
        self.plain = titles.words(story.title, tongue.code, players)

    def line(self, moment: LogMoment) -> LogLine:
        spoken = [note for note in moment.notes if note.key.startswith(PRESS)]
        if spoken:
            return self._spoken(spoken[0], moment)
        seats = self._actors(moment)
        told = [
            Told(note.key, sentence, seat)
            for note, seat in zip(moment.notes, seats, strict=True)
            if (sentence := note_sentence(note, self.words))
        ]
        told = told or [Told("", plain_kind(moment, self.talk, self.players))]
        acts = self._acts(told)
        acting = tuple(sorted({act.seat for act in acts if act.seat is not None}))
        inner = self._told(acts)
        if moment.said:
            inner += f'<blockquote dir="auto">{esc(short(moment.said, MOST_SAID))}</blockquote>'
        inner += self._orders(moment)
        inner += f'<time datetime="{esc(moment.at)}">{esc(self.talk.when(moment.at))}</time>'
        by = {seat: self._gist([one for one in told if one.seat == seat]) for seat in acting}
        return LogLine(inner, self._gist(told), by, acting if len(acting) > 1 else ())

    def _actors(self, moment: LogMoment) -> Sequence[int | None]:
        """Who acts in each note: a title may know better than that it is the player whom the note names."""
        known = getattr(self.board, "actors", None)
        if known is not None:
            found: Sequence[int | None] = known(moment.notes, moment.view)
            return found
        named = [note.values.get("player") for note in moment.notes]
        return [seat if type(seat) is int else None for seat in named]

    def _gist(self, told: Sequence[Told]) -> str:
        heads = [one for one in told if one.key in self.headlines] or told
        return gist([unmarked(one.said) for one in heads])

    def _spoken(self, note: Note, moment: LogMoment) -> LogLine:
        """What somebody said: who, and the words themselves as they were meant to look."""
        who = note_sentence(replace(note, values={**note.values, "text": ""}), self.words).rstrip()
        inner = f'<p>{bold(who)}</p><blockquote dir="auto">{press_html(note.values["text"])}</blockquote>'
        inner += f'<time datetime="{esc(moment.at)}">{esc(self.talk.when(moment.at))}</time>'
        whole = unmarked(note_sentence(note, self.words))
        return LogLine(inner, gist([" ".join(whole.split())]))

    def _acts(self, told: Sequence[Told]) -> list[ToldAct]:
        """The sentences of an entry, joined where they tell of one thing: a title may say where the next begins.

        What is alike stands on one line as long as it is told of the same player.
        """
        begins = getattr(self.board, "begins_act", None)
        acts: list[ToldAct] = []
        before = ""
        for one in told:
            lead = one.said if one.key in self.leads else ""
            other = one.key == before and acts and None not in (one.seat, acts[-1].seat) and one.seat != acts[-1].seat
            if acts and not (begins is not None and (other or begins(one.key, before))):
                acts[-1].said += f" {one.said}"
                acts[-1].lead = f"{acts[-1].lead} {lead}".strip()
            else:
                acts.append(ToldAct(one.said, lead, one.seat))
            before = one.key
        return acts

    def _told(self, acts: list[ToldAct]) -> str:
        """The whole turn of an empire can be one entry: one line per act; if there are many, the rest is folded.

        Before the fold stand the first acts, and the others in it. Where a title says which sentences matter (`LEADS`),
        those stand before the fold, and all in it.
        """
        if len(acts) == 1:
            return f"<p>{bold(acts[0].said)}</p>"
        if len(acts) <= MOST_ACTS:
            return self._listed(acts)
        leading = [ToldAct(act.lead, "", act.seat) for act in acts if act.lead]
        if len(leading) > MOST_LEADS:  # the last one is how it ended
            leading = [*leading[: MOST_LEADS - 1], leading[-1]]
        first, rest = (leading, acts) if leading else (acts[:FIRST_ACTS], acts[FIRST_ACTS:])
        more = esc(self.talk("log.all" if leading else "log.more", n=len(rest)))
        return f'{self._listed(first)}<details class="more"><summary>{more}</summary>{self._listed(rest)}</details>'

    def _listed(self, acts: Sequence[ToldAct]) -> str:
        """A line for each act; where several players act, under the crest of each."""
        if len({act.seat for act in acts if act.seat is not None}) < 2:
            return _lines(acts)
        groups = []
        for seat, deeds in groupby(acts, key=lambda act: act.seat):
            crested = crest(seat, self.players[seat]) if seat is not None else "<span></span>"
            own = f' data-seat="{seat}"' if seat is not None else ""
            groups.append(f"<li{own}>{crested}{_lines(list(deeds))}</li>")
        return f'<ol class="deeds">{"".join(groups)}</ol>'

    def _orders(self, moment: LogMoment) -> str:
        """Only what the sentences do not say: that an answer was given ahead, or not at all, or that it is sealed."""
        shown = moment.answers if moment.kind != "end" else ()  # the end only opens what was sealed
        sources = [one for one in dict.fromkeys(map(how_given, shown)) if one in TOLD_SOURCES]
        if not moment.late:  # not at a deadline: the rules do not wait for anybody here
            sources = ["unordered" if one == "default" else one for one in sources]
        out = [f'<li class="dim small">{esc(self.talk(f"log.source.{source}"))}</li>' for source in sources]
        hidden = sum(not one.order for one in moment.answers)
        if hidden:
            times = f" × {hidden}" if hidden > 1 else ""
            out.append(f"<li>{icon('hidden', self.talk('log.hidden'))}{times}</li>")
        return f'<ul class="plain given">{"".join(out)}</ul>' if out else ""

    def item(self, moment: LogMoment, line: LogLine, base: str, anchor: bool, link: bool = True) -> str:
        """The line in its frame; `base` is the path from the page to the folder of the game."""
        here = self.tongue.file(f"log-{log_page(moment.n, PER_LOG_PAGE)}")
        ident = f' id="m{moment.n}"' if anchor else ""
        seats = line.acting or (() if moment.seat is None else (moment.seat,))
        seat = f' data-seat="{" ".join(map(str, seats))}"' if seats else ""
        if moment.kind in RULED:
            seat += ' data-ruled=""'
        if moment.kind in STAYS:
            seat += STAYING
        own = moment.seat if not line.acting else None
        shield = crest(own, self.players[own]) if own is not None else "<span></span>"
        board = ""
        if link and has_page(moment):
            href = f"{base}t/{self.tongue.file(str(moment.n))}"
            board = f' <a class="tag" href="{href}">{esc(self.talk("log.position"))}</a>'
        label = esc(self.talk("log.link", n=moment.n))
        return (
            f'<li{ident}{seat}><a class="no" href="{base}{here}#m{moment.n}" aria-label="{label}">{moment.n}</a>'
            f"{shield}<div>{line.inner}{board}</div></li>"
        )


def gist(sentences: list[str]) -> str:
    """As many first sentences of an entry as fit in a caption: without what is in brackets, never half a word."""
    said = ""
    for sentence in sentences:
        told = sentence if len(sentence) <= LONGEST_CAPTION else _ASIDE.sub("", sentence)
        if said and len(said) + 1 + len(told) > LONGEST_CAPTION:
            break
        said += f" {told}" if said else told
    return cut(said, LONGEST_CAPTION)


def _lines(acts: Sequence[ToldAct]) -> str:
    return f'<ul class="acts">{"".join(f"<li>{bold(act.said)}</li>" for act in acts)}</ul>'
