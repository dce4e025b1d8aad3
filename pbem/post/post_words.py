"""The words of the mails, together with those of the title that is played."""

from __future__ import annotations

from collections.abc import Sequence

from pbem import titles
from pbem.table import Title, Words
from pbem.words import PROGRAM, sentences


def words_for(title: Title | None, language: str, players: Sequence[str] = ()) -> Words:
    if title is None:
        return Words(language, {**sentences(PROGRAM, language), **sentences("post", language)}, {}, players)
    known = titles.words(title, language, players)
    return Words(language, {**sentences("post", language), **known.sentences}, known.vocabularies, players)


def task_words(kind: str | None, words: Words) -> str:
    """What is asked in a few words: the post's own, or those that the title has for the question."""
    for key in (f"task.{kind}", f"question.{kind}"):
        if kind is not None and key in words:
            return words.say(key)
    return words.say("task.orders")
