"""The sentences of every title: none is missing in a language, none is left over, each gets its values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from pbem import titles
from pbem.table import Title
from pbem.titles import resources
from pbem.trials import title_words
from pbem.trials.title_source import ROOT, Source, program
from pbem.words import LANGUAGES, PROGRAM, sentences

CHECKS = (
    title_words.missing,
    title_words.left_over,
    title_words.lacking_values,
    title_words.unknown_names,
    title_words.malformed,
)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ident", titles.ids())
def test_the_sentences_of_a_title_are_complete(ident: str, language: str, check: title_words.Check) -> None:
    assert check(titles.load(ident), language) == []


@pytest.mark.parametrize("ident", titles.ids())
def test_both_languages_have_the_same_sentences(ident: str) -> None:
    assert title_words.one_sided(titles.load(ident)) == []


@pytest.mark.parametrize("ident", titles.ids())
def test_what_only_the_board_says_is_complete(ident: str) -> None:
    assert list(title_words.board_faults(titles.load(ident))) == []


def changed(language: str, **sentences: str | None) -> Title:
    """The duel with other sentences; None: without them."""
    title = titles.load("wonders_duel")
    own = {**title.words[language], **{key.replace("__", "."): text for key, text in sentences.items()}}
    kept = {key: text for key, text in own.items() if text is not None}
    return replace(title, words={**title.words, language: kept})


def broken() -> Iterator[tuple[Title, str]]:
    yield changed("de", note__discarded=None), "words/de.yaml: there is no sentence note.discarded"
    yield changed("de", note__discarded=None), "words: note.discarded is said in en, not in de"
    yield changed("en", note__sang="La"), "words/en.yaml: nothing uses the sentence note.sang"
    yield changed("en", note__discarded="{tune}"), "words/en.yaml: note.discarded mentions tune, which the rules do not"
    yield changed("en", note__discarded="{card:song}"), "words/en.yaml: note.discarded looks for names song"
    yield changed("en", note__discarded="{card"), "words/en.yaml: note.discarded has a lone {"
    yield changed("en", note__discarded="Gone!"), "words/en.yaml: note.discarded shouts at the reader"
    yield changed("en", note__discarded=" gone"), "words/en.yaml: note.discarded is no text, or begins or ends with"


@pytest.mark.parametrize(("title", "told"), list(broken()), ids=lambda one: one if isinstance(one, str) else "")
def test_a_fault_is_told(title: Title, told: str) -> None:
    found = list(title_words.faults(title))
    assert any(one.startswith(told) for one in found), found


@pytest.mark.parametrize("language", LANGUAGES)
def test_templates_of_the_program_are_well_formed(language: str) -> None:
    assert list(title_words.malformed_templates(sentences(PROGRAM, language))) == []


def test_the_program_words_are_complete_in_both_languages() -> None:
    assert set(sentences(PROGRAM, "en")) == set(sentences(PROGRAM, "de"))
    kernel = Source(ROOT / "table")
    assert {f"refusal.{key}" for key in kernel.refusals()} - set(sentences(PROGRAM, "en")) == set()


def test_no_sentence_of_the_program_is_left_over() -> None:
    strings, starts = program().strings, {start for start in program().starts if len(start) > 3}
    left_over = [
        key
        for key in sentences(PROGRAM, "en")
        if not {key, key.partition(".")[2]} & strings
        and not any(key.startswith(start) or key.partition(".")[2].startswith(start) for start in starts)
    ]
    assert left_over == []


def test_titles_and_program_speak_the_same_languages() -> None:
    assert resources.LANGUAGES == LANGUAGES
