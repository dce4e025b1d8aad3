"""Whether the sentences of a title are complete: none missing in a language, none left over, each with its values.

Every function returns what is wrong, one sentence per fault; nothing when all is well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

from ..table import Title
from ..titles import resources
from ..words import LANGUAGES, PROGRAM, sentences
from .title_source import ROOT, Source, always, families, mentioned, program, stray

Check = Callable[[Title, str], list[str]]
"""(title, language) → what is wrong."""

_KEYED_BY_CODE = ("note", "refusal", "ask", "question", "option", "text")
_BOARD = "board/words"


@cache
def _source(folder: Path) -> Source:
    return Source(folder)


def source_of(title: Title) -> Source:
    return _source(Path(str(title.resource(""))))


def faults(title: Title) -> Iterator[str]:
    """All the checks below, for a title and the words of its board."""
    yield from one_sided(title)
    for language in LANGUAGES:
        for check in (missing, left_over, lacking_values, unknown_names, malformed):
            yield from (f"words/{language}.yaml: {fault}" for fault in check(title, language))
    yield from board_faults(title)


def missing(title: Title, language: str) -> list[str]:
    """Keys that the code uses but that have no sentence."""
    known = {**sentences(PROGRAM, language), **title.words[language]}
    wanted = _keys_of_the_code(title)
    wanted |= {f"slot.{slot}" for slot in title.language.slots}
    wanted |= {f"fact.{fact}" for fact in title.facts}
    return [f"there is no sentence {key}" for key in sorted(wanted - set(known))]


def left_over(title: Title, language: str) -> list[str]:
    words, code = title.words[language], source_of(title)
    used = _keys_of_the_code(title)
    looked_up = code.named() | {"how", "score", "slot"} | _families_of_the_program()
    for template in (*words.values(), *sentences(PROGRAM, language).values()):
        looked_up |= families(template)
    spare = []
    for key in words:
        family = key.split(".")[0]
        if family in _KEYED_BY_CODE:
            written = key in code.strings or any("." in start and key.startswith(start) for start in code.starts)
            if key not in used and not written:
                spare.append(key)
        elif family not in looked_up:
            spare.append(key)
    return [f"nothing uses the sentence {key}" for key in spare]


@cache
def _families_of_the_program() -> frozenset[str]:
    """Families in which the program itself looks up names: `option.…`, `join.…`."""
    return frozenset(start.split(".")[0] for start in program().starts if "." in start)


def _keys_of_the_code(title: Title) -> set[str]:
    code = source_of(title)
    keys = {f"note.{key}" for key, _ in code.notes()} | {f"refusal.{key}" for key in code.refusals()}
    offered = {part for kind in title.language.kinds.values() for part in kind.ids[1:]}  # never put by themselves
    keys |= {f"ask.{kind}" for kind in title.language.kinds if kind not in offered}
    keys |= {f"question.{kind}" for kind in title.language.kinds}
    for option in title.options:
        keys |= {f"option.{option.id}", *(f"option.{option.id}.{str(one).lower()}" for one in option.values)}
    return keys


def one_sided(title: Title) -> list[str]:
    return [f"words: {fault}" for fault in _one_sided(title.words)]


def _one_sided(words: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """Only forms that one grammar needs and the other does not (articles, cases) may differ."""
    english, german = words["en"], words["de"]
    grammar = {
        language: {family for template in spoken.values() for family in families(template)}
        for language, spoken in words.items()
    }
    for key in {**english, **german}:
        if (key in english) == (key in german):
            continue
        there, other = ("en", "de") if key in english else ("de", "en")
        if "_" not in key or key.split(".")[0] in grammar[other]:
            yield f"{key} is said in {there}, not in {other}"


def lacking_values(title: Title, language: str) -> list[str]:
    """Each note supplies the values that its sentence mentions."""
    given: dict[str, list[set[str]]] = {}
    for key, values in source_of(title).notes():
        given.setdefault(key, []).append(values)
    lacking = []
    for key, calls in given.items():
        template = title.words[language].get(f"note.{key}")
        if template is None:
            continue  # reported by `missing`
        absent = {name for values in calls for name in always(template) - values}
        absent |= mentioned(template) - set().union(*calls)
        lacking += [f"note.{key} mentions {name}, which the rules do not always give" for name in sorted(absent)]
    return lacking


def unknown_names(title: Title, language: str) -> list[str]:
    """`{card:the_card}` needs a family `the_card`, with a name for everything that can be asked for."""
    words = title.words[language]
    members: dict[str, set[str]] = {}
    for key in (*words, *sentences(PROGRAM, language)):
        family, _, member = key.partition(".")
        members.setdefault(family, set()).add(member)
    unknown = []
    for key, template in words.items():
        for family in families(template):
            told = f":{family}}}" in template
            if told and family != "player" and family not in title.vocabularies and family not in members:
                unknown.append(f"{key} looks for names {family}, and there are none")
    for family, vocabulary in title.vocabularies.items():
        named = members.get(f"the_{family}")
        unknown += [f"there is no the_{family}.{ident}" for ident in vocabulary if named and ident not in named]
    return unknown


def malformed(title: Title, language: str) -> list[str]:
    return list(malformed_templates(title.words[language]))


def malformed_templates(words: Mapping[str, str]) -> Iterator[str]:
    for key, text in words.items():
        if not isinstance(text, str) or text != text.strip():
            yield f"{key} is no text, or begins or ends with a blank"
        elif stray(text):
            yield f"{key} has a lone {stray(text)}"
        elif text.endswith("!"):
            yield f"{key} shouts at the reader"


def board_faults(title: Title) -> Iterator[str]:
    """Sentences that only the board uses, if any, are kept beside it."""
    if not title.resource(_BOARD).is_dir():
        return
    there = [language for language in LANGUAGES if title.resource(f"{_BOARD}/{language}.yaml").is_file()]
    if there != list(LANGUAGES):
        yield f"{_BOARD}: there is no {' and no '.join(f'{one}.yaml' for one in LANGUAGES if one not in there)}"
        return
    words = {language: resources.read(title.package, f"{_BOARD}/{language}.yaml") for language in LANGUAGES}
    yield from (f"{_BOARD}: {fault}" for fault in _one_sided(words))
    code = _source(Path(str(title.resource("board"))))
    kit = _source(ROOT / "pages" / "map_kit.py")
    strings, starts = set(code.strings), set(code.starts)
    if code.uses("map_kit"):  # what is said of every map
        strings |= kit.strings
        starts |= {start for start in kit.starts if start.endswith("_")}
    for language, spoken in words.items():
        yield from (f"{_BOARD}/{language}.yaml: {fault}" for fault in malformed_templates(spoken))
        looked_up = code.named() | _families_of_the_program()
        looked_up |= {family for template in spoken.values() for family in families(template)}
        for key in spoken:
            written = key in strings or any(start and key.startswith(start) for start in starts)
            if not written and key.split(".")[0] not in looked_up:
                yield f"{_BOARD}/{language}.yaml: nothing uses the sentence {key}"
