"""The words of the pages: chrome, dates, and sentences about what happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache, lru_cache
from html import escape
from importlib.resources import files
from typing import Any

from .. import titles
from ..table import Note, Title, Words
from .kit import clean, short
from .story import Moment

LANGUAGES = ("en", "de")
_BEGIN, _END, _PERSON, _GONE = "\x02", "\x03", "\x04", "\x05"
_MARKS = {_BEGIN: "<b>", _END: "</b>", _PERSON: "<bdi>", _GONE: "</bdi>"}
_TRANSLATED = str.maketrans(_MARKS)


@cache
def sentences(language: str) -> Mapping[str, str]:
    import yaml

    text = files(f"{__package__}.words").joinpath(f"{language}.yaml").read_text(encoding="utf-8")
    loaded: dict[str, str] = yaml.load(text, yaml.CSafeLoader)
    return loaded


class Speech:
    """One language of the site."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.words = Words(language, sentences(language), {})

    def __call__(self, key: str, **values: Any) -> str:
        # Most of what a page says mentions nothing; there is nothing to fill in then.
        return self.words.say(key, values) if values else self.words.sentences[key]

    def join(self, parts: Sequence[str]) -> str:
        return self.words.join(parts)

    def date(self, at: str, form: str = "date") -> str:
        moment = instant(at)
        return self(
            form,
            weekday=self(f"day.{moment.weekday()}"),
            dayno=moment.day,
            monthname=self(f"month.{moment.month}"),
            year=moment.year,
        )

    @lru_cache(maxsize=256)  # noqa: B019 - there is one for each language
    def when(self, at: str) -> str:
        return f"{self.date(at)}, {instant(at):%H:%M}"

    def soon(self, at: str) -> str:
        """A time near to when the page is read: nobody needs the year."""
        return f"{self.date(at, 'date.short')}, {instant(at):%H:%M}"

    def day(self, at: str) -> str:
        """A day of long ago: nobody needs the weekday."""
        return self.date(at, "date.day")


@cache
def speech(language: str) -> Speech:
    return Speech(language)


@cache
def instant(at: str) -> datetime:
    return datetime.fromisoformat(at.replace("Z", "+00:00")).astimezone(UTC)


class MarkedWords(Words):
    """Words whose names are marked, to become bold after escaping."""

    def name(self, slot: str, value: Any) -> str:
        said = super().name(slot, value)
        if slot == "player":
            return f"{_PERSON}{short(clean(said))}{_GONE}"
        return f"{_BEGIN}{said}{_END}" if slot in self.vocabularies else said


def marked(title: Title, language: str, players: Sequence[str]) -> MarkedWords:
    plain = titles.words(title, language, players)
    return MarkedWords(language, plain.sentences, plain.vocabularies, players)


def bold(text: str) -> str:
    """Marked text as HTML: everything escaped, the marks turned into tags."""
    return escape(text, quote=True).translate(_TRANSLATED)


def unmarked(text: str) -> str:
    return text.translate({ord(mark): None for mark in _MARKS})


def note_sentence(note: Note, words: Words) -> str:
    return words.say(f"note.{note.key}", note.values)


def told(moment: Moment, words: Words, pages: Speech, players: Sequence[str]) -> list[str]:
    """What an entry is about, in sentences; with the marks of `words`."""
    parts = [sentence for note in moment.notes if (sentence := note_sentence(note, words))]
    return parts or [_plain_kind(moment, pages, players)]


def for_later(moment: Moment) -> bool:
    """Whether an entry only brings orders that wait: it answers nothing, and the position stays."""
    return moment.kind == "move" and not moment.answers


def _plain_kind(moment: Moment, pages: Speech, players: Sequence[str]) -> str:
    key = f"log.{moment.kind}"
    player = f"{_PERSON}{short(players[moment.seat])}{_GONE}" if moment.seat is not None else ""
    if for_later(moment):
        return pages("log.later", player=player)
    if moment.kind in ("move", "served"):
        return pages("log.sealed", player=player)
    if key not in pages.words:
        return pages("log.other", kind=moment.kind)
    return pages(key, player=player)
