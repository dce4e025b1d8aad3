"""The words of the pages: chrome, dates, and sentences about what happened."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from functools import cache
from html import escape
from typing import Any

from .. import titles
from ..campaign.clock.calendar import Zone, instant
from ..table import Note, Title, Words
from ..words import sentences
from .kit import esc, short
from .model import UTC, LogMoment

ROOM = "pages"
_BEGIN, _END, _PERSON, _GONE = "\x02", "\x03", "\x04", "\x05"
_MARKS = {_BEGIN: "<b>", _END: "</b>", _PERSON: "<bdi>", _GONE: "</bdi>"}
_TRANSLATED = str.maketrans(_MARKS)
_FORM = re.compile(r"(?:the|begin|a|in|to|from|of|dat)_(.+)")
"""Families of names in a sentence, with the vocabulary that they belong to: `the_wonder`, `in_area`."""
_BEFORE_NAME = re.compile(r"(?:(?:The|A|An|Die|Der|Das|Ein|Eine) )?(?:[a-zäöüß]+ )*")
"""Article and preposition before a name: `in the`, `Die`."""
_ENDING = re.compile(f"{_END}([a-z]+)")
"""A plural ending is as bold as its word."""
_THROWN, _LYING = "\x06", "\x07"
_THROW = re.compile(f"{_THROWN}([^{_LYING}]*){_LYING}")


class Speech:
    """One language of the site, with times as they are in a time zone. A script says them in the reader's own."""

    def __init__(self, language: str, zone: Zone) -> None:
        self.language, self.zone = language, zone
        self.words = Words(language, sentences(ROOM, language), {})

    def __call__(self, key: str, **values: Any) -> str:
        # Most sentences of a page have no slots; there is nothing to fill in then.
        return self.words.say(key, values) if values else self.words.sentences[key]

    def join(self, parts: Sequence[str]) -> str:
        return self.words.join(parts)

    def date(self, at: str, form: str = "date") -> str:
        moment = self.zone.local(instant(at))
        return self(
            form,
            weekday=self(f"day.{moment.weekday()}"),
            dayno=moment.day,
            monthname=self(f"month.{moment.month}"),
            year=moment.year,
        )

    def weekday(self, at: str) -> str:
        return self(f"day.{self.zone.local(instant(at)).weekday()}")

    def day_number(self, at: str) -> str:
        return str(self.zone.local(instant(at)).day)

    def clock(self, at: str) -> str:
        """`21:17 (Europe/Berlin)`."""
        return f"{self._hour(at)} ({self.zone.name})"

    def _hour(self, at: str) -> str:
        return f"{self.zone.local(instant(at)):%H:%M}"

    def when(self, at: str) -> str:
        return f"{self.date(at)}, {self._hour(at)}"

    def soon(self, at: str) -> str:
        """A time close to when the page is read: nobody needs the year."""
        return f"{self.date(at, 'date.short')}, {self._hour(at)}"

    def stamp(self, at: str) -> str:
        """HTML: when, and in which time zone."""
        return f'<time datetime="{esc(at)}" data-zoned>{esc(f"{self.date(at)}, {self.clock(at)}")}</time>'

    def day(self, at: str) -> str:
        """A day long ago: nobody needs the weekday."""
        return self.date(at, "date.day")


@cache
def speech(language: str, zone: Zone = UTC) -> Speech:
    return Speech(language, zone)


def _person(name: str) -> str:
    """A name isolated in its own text direction; plain letters, which a log has by the hundred, need no isolation."""
    said = short(name)
    return said if said.isascii() and said.isalnum() else f"{_PERSON}{said}{_GONE}"


class MarkedWords(Words):
    """Words whose names are marked, to become bold after escaping, and whose dice become pictures."""

    def __init__(self, plain: Words, dice: Set[str]) -> None:
        """`dice`: the slots that hold thrown dice."""
        super().__init__(plain.language, plain.sentences, plain.vocabularies, plain.players)
        self.dice = dice

    def _shown(self, value: Any, slot: str) -> str:
        said = super()._shown(value, slot)
        return f"{_THROWN}{said}{_LYING}" if slot in self.dice and isinstance(value, (list, tuple)) else said

    def name(self, slot: str, value: Any) -> str:
        said = super().name(slot, value)
        if slot == "player":
            return _person(said)
        if slot in self.vocabularies:
            return f"{_BEGIN}{said}{_END}"
        form = _FORM.fullmatch(slot)
        if form is None or form[1] not in self.vocabularies:
            return said
        before = _BEFORE_NAME.match(said)
        assert before is not None
        return f"{before[0]}{_BEGIN}{said[before.end() :]}{_END}"


def marked(title: Title, language: str, players: Sequence[str], dice: Set[str]) -> MarkedWords:
    return MarkedWords(titles.words(title, language, players), dice)


def bold(text: str) -> str:
    """Marked text as HTML: everything escaped, the marks turned into tags and dice."""
    said = escape(_ENDING.sub(rf"\1{_END}", text), quote=True).translate(_TRANSLATED)
    return _THROW.sub(_lying, said) if _THROWN in said else said


def _lying(thrown: re.Match[str]) -> str:
    """A digit styled as a die: one entry can hold a hundred, and as signs of the sprite they would be heavy."""
    return "\u00a0".join(f'<i class="die d{die}">{die}</i>' for die in re.findall("[1-6]", thrown[1]))


def unmarked(text: str) -> str:
    return text.translate(dict.fromkeys(map(ord, (*_MARKS, _THROWN, _LYING))))


def note_sentence(note: Note, words: Words) -> str:
    return words.say(f"note.{note.key}", note.values)


def for_later(moment: LogMoment) -> bool:
    """Whether an entry only brings orders that wait: it answers nothing, and the position does not change."""
    return moment.kind == "run" and not moment.answers


def plain_kind(moment: LogMoment, pages: Speech, players: Sequence[str]) -> str:
    """What is said about an entry for which the rules have no words."""
    key = f"log.{moment.kind}"
    player = _person(players[moment.seat]) if moment.seat is not None else ""
    if for_later(moment):
        return pages("log.later", player=player)
    if moment.kind == "run" and player:
        return pages("log.sealed", player=player)
    if key not in pages.words:
        return pages("log.other", kind=moment.kind)
    return pages(key, player=player)
