"""The sentences of every title: none is missing in a language, none is left over, each gets its values."""

from __future__ import annotations

from functools import cache

import pytest

from pbem import titles
from pbem.titles import resources
from pbem.words import LANGUAGES, PROGRAM, sentences
from tests.words.title_words import ROOT, Source, always, families, mentioned, program, stray

KEYED_BY_CODE = ("note", "refusal", "ask", "question", "option", "text")
BOTH = [(title, language) for title in titles.ids() for language in LANGUAGES]


@cache
def source(title: str) -> Source:
    return Source(ROOT / "titles" / title)


def own(title: str, language: str) -> dict[str, str]:
    return dict(titles.load(title).words[language])


@pytest.mark.parametrize(("title", "language"), BOTH)
def test_every_key_that_the_code_uses_has_a_sentence(title: str, language: str) -> None:
    loaded = titles.load(title)
    known = {**sentences(PROGRAM, language), **own(title, language)}
    wanted = {f"note.{key}" for key, _ in source(title).notes()}
    wanted |= {f"refusal.{key}" for key in source(title).refusals()}
    wanted |= {f"{family}.{kind}" for kind in loaded.language.kinds for family in ("ask", "question")}
    wanted |= {f"slot.{slot}" for slot in loaded.language.slots}
    for option in loaded.options:
        wanted |= {f"option.{option.id}", *(f"option.{option.id}.{str(one).lower()}" for one in option.values)}
    assert sorted(wanted - set(known)) == []


@pytest.mark.parametrize(("title", "language"), BOTH)
def test_no_sentence_is_left_over(title: str, language: str) -> None:
    loaded, words, code = titles.load(title), own(title, language), source(title)
    used = {f"note.{key}" for key, _ in code.notes()} | {f"refusal.{key}" for key in code.refusals()}
    used |= {f"{family}.{kind}" for kind in loaded.language.kinds for family in ("ask", "question")}
    for option in loaded.options:
        used |= {f"option.{option.id}", *(f"option.{option.id}.{str(one).lower()}" for one in option.values)}
    looked_up = (
        code.named() | {"how", "score", "slot"} | {start.split(".")[0] for start in program().starts if "." in start}
    )
    for template in (*words.values(), *sentences(PROGRAM, language).values()):
        looked_up |= families(template)
    left_over = []
    for key in words:
        family = key.split(".")[0]
        if family in KEYED_BY_CODE:
            written = key in code.strings or any("." in start and key.startswith(start) for start in code.starts)
            if key not in used and not written:
                left_over.append(key)
        elif family not in looked_up:
            left_over.append(key)
    assert left_over == []


@pytest.mark.parametrize("title", titles.ids())
def test_both_languages_have_the_same_sentences(title: str) -> None:
    """Only forms that one grammar needs and the other does not (articles, cases) may differ."""
    english, german = own(title, "en"), own(title, "de")
    grammar = {
        language: set().union(*(families(template) for template in words.values()))
        for language, words in (("en", english), ("de", german))
    }
    one_sided = [key for key in english if key not in german and key.split(".")[0] in grammar["de"]]
    one_sided += [key for key in german if key not in english and key.split(".")[0] in grammar["en"]]
    one_sided += [key for key in {**english, **german} if (key in english) != (key in german) and "_" not in key]
    assert one_sided == []


@pytest.mark.parametrize(("title", "language"), BOTH)
def test_each_note_gives_what_its_sentence_mentions(title: str, language: str) -> None:
    words = own(title, language)
    given: dict[str, list[set[str]]] = {}
    for key, values in source(title).notes():
        given.setdefault(key, []).append(values)
    lacking = []
    for key, calls in given.items():
        template = words[f"note.{key}"]
        lacking += [(key, always(template) - values) for values in calls if always(template) - values]
        never = mentioned(template) - set().union(*calls)
        if never:
            lacking.append((key, never))
    assert lacking == []


@pytest.mark.parametrize(("title", "language"), BOTH)
def test_names_that_sentences_look_up_exist(title: str, language: str) -> None:
    """`{card:the_card}` needs a family `the_card`, with a name for everything that can be asked for."""
    loaded, words = titles.load(title), own(title, language)
    members: dict[str, set[str]] = {}
    for key in (*words, *sentences(PROGRAM, language)):
        family, _, member = key.partition(".")
        members.setdefault(family, set()).add(member)
    missing = []
    for key, template in words.items():
        for family in families(template):
            told = f":{family}}}" in template
            if told and family != "player" and family not in loaded.vocabularies and family not in members:
                missing.append((key, family))
    for family, vocabulary in loaded.vocabularies.items():
        if f"the_{family}" in members:
            missing += [(f"the_{family}", ident) for ident in vocabulary if ident not in members[f"the_{family}"]]
    assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", [*titles.ids(), ""])
def test_templates_are_well_formed(title: str, language: str) -> None:
    words = own(title, language) if title else sentences(PROGRAM, language)
    assert {key: stray(text) for key, text in words.items() if stray(text)} == {}
    assert [key for key, text in words.items() if not isinstance(text, str) or text != text.strip()] == []
    assert [key for key, text in words.items() if text.endswith("!")] == []  # nobody is shouted at


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
