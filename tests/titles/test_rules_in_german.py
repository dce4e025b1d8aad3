"""The German rule lists say the same as the English ones: every rule, and the same numbers in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from pbem import titles
from pbem.titles import resources

# "one" is left out, since "ein" is an article as well.
WORDS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10,
    "double": 2, "Doppelte": 2, "triple": 3, "Dreifache": 3, "twice": 2, "zweimal": 2,
    "I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7,
}  # fmt: skip


def english(ident: str) -> Iterator[tuple[str, str]]:
    """Everything that is to be translated, with the place it has in the German list."""
    rules = titles.load(ident).rules
    for section, name in rules["sections"].items():
        yield f"sections {section}", name
    for entry in rules["rules"]:
        yield f"rules {entry['id']}", entry["rule"]
    for entry in rules.get("rulings", ()):
        yield f"rulings {entry['id']} question", entry["question"]
        yield f"rulings {entry['id']} ruling", entry["ruling"]


def german(ident: str) -> Iterator[tuple[str, str]]:
    def leaves(value: Any, place: str) -> Iterator[tuple[str, str]]:
        if isinstance(value, dict):
            for key, inner in value.items():
                yield from leaves(inner, f"{place} {key}".strip())
        else:
            yield place, value

    return leaves(resources.read(f"pbem.titles.{ident}", "rules.de.yaml"), "")


def numbers(text: str) -> Counter[int]:
    """How often each number is said, in figures, Roman figures or words."""
    found: Counter[int] = Counter()
    for one in re.findall(r"\d+|[^\W\d_]+", text):
        number = int(one) if one.isdigit() else WORDS.get(one) or WORDS.get(one.lower())
        if number is not None:
            found[number] += 1
    return found


@pytest.mark.parametrize("ident", titles.ids())
def test_every_rule_is_there_in_german_and_nothing_else(ident: str) -> None:
    assert [place for place, _ in german(ident)] == [place for place, _ in english(ident)]
    assert [place for place, text in german(ident) if not isinstance(text, str) or not text.strip()] == []


@pytest.mark.parametrize("ident", titles.ids())
def test_every_chapter_has_a_name(ident: str) -> None:
    rules = titles.load(ident).rules
    assert list(rules["sections"]) == list(dict.fromkeys(entry["section"] for entry in rules["rules"]))


@pytest.mark.parametrize("ident", titles.ids())
def test_both_languages_say_the_same_numbers(ident: str) -> None:
    told = dict(german(ident))
    pairs = {place: (text, told.get(place, "")) for place, text in english(ident)}
    differing = {place: pair for place, pair in pairs.items() if numbers(pair[0]) != numbers(pair[1])}
    assert differing == {}


@pytest.mark.parametrize("ident", titles.ids())
def test_both_languages_point_at_the_same_rules_and_ids(ident: str) -> None:
    told = dict(german(ident))
    marks = re.compile(r"`[^`]*`|\bW[DH](?:-[\w.]*\w)+")
    for place, text in english(ident):
        assert sorted(marks.findall(told.get(place, ""))) == sorted(marks.findall(text)), place
