"""Whether the German rule list of a title says the same as the English one: every rule, and the same numbers in it.

Every function returns what is wrong, one sentence per fault; nothing when all is well.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from ..table import Title
from ..titles import resources

FILE = "rules.de.yaml"
# "one" is left out, since "ein" is an article as well.
_NUMBERS = {
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "zwei": 2,
    "drei": 3,
    "vier": 4,
    "fünf": 5,
    "sechs": 6,
    "sieben": 7,
    "acht": 8,
    "neun": 9,
    "zehn": 10,
    "double": 2,
    "Doppelte": 2,
    "triple": 3,
    "Dreifache": 3,
    "twice": 2,
    "zweimal": 2,
    "I": 1,
    "II": 2,
    "III": 3,
    "IV": 4,
    "V": 5,
    "VI": 6,
    "VII": 7,
}
Texts = dict[str, Any]
"""Place in the list → the text there."""


def faults(title: Title) -> Iterator[str]:
    yield from unnamed_chapters(title)
    if not title.resource(FILE).is_file():
        yield f"there is no {FILE}"
        return
    english, german = to_translate(title), translated(title)
    for check in (untranslated, other_numbers, other_references):
        yield from (f"{FILE}: {fault}" for fault in check(title, english, german))


def unnamed_chapters(title: Title) -> Iterator[str]:
    named = list(title.rules.get("sections", ()))
    used = list(dict.fromkeys(entry.get("section", "") for entry in title.rules["rules"]))
    if named != used:
        yield f"rules.yaml: its sections are {', '.join(named)}, but its rules stand in {', '.join(used)}"


def to_translate(title: Title) -> Texts:
    """Everything that needs translating, with its place in the German list."""
    rules = title.rules
    texts = {f"sections {section}": name for section, name in rules.get("sections", {}).items()}
    texts |= {f"rules {entry['id']}": entry["rule"] for entry in rules["rules"]}
    for entry in rules.get("rulings", ()):
        texts |= {f"rulings {entry['id']} {part}": entry[part] for part in ("question", "ruling")}
    return texts


def translated(title: Title) -> Texts:
    return dict(_leaves(resources.read(title.package, FILE), ""))


def _leaves(value: Any, place: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, f"{place} {key}".strip())
    else:
        yield place, value


def untranslated(title: Title, english: Texts, german: Texts) -> Iterator[str]:
    """Every text is there, in the same order, and nothing else."""
    yield from (f"{place} is missing" for place in english if place not in german)
    yield from (f"there is no {place} in rules.yaml" for place in german if place not in english)
    if sorted(english) == sorted(german) and list(english) != list(german):
        yield "the rules stand in another order than in rules.yaml"
    yield from (
        f"{place} is no text" for place, text in german.items() if not isinstance(text, str) or not text.strip()
    )


def other_numbers(title: Title, english: Texts, german: Texts) -> Iterator[str]:
    for place in (place for place in english if place in german):
        one, other = numbers(english[place]), numbers(str(german[place]))
        if one != other:
            yield f"{place} says the numbers {sorted(other.elements())}, rules.yaml {sorted(one.elements())}"


def numbers(text: str) -> Counter[int]:
    """How often each number occurs, in digits, Roman numerals or words."""
    found: Counter[int] = Counter()
    for one in re.findall(r"\d+|[^\W\d_]+", text):
        number = int(one) if one.isdigit() else _NUMBERS.get(one) or _NUMBERS.get(one.lower())
        if number is not None:
            found[number] += 1
    return found


def other_references(title: Title, english: Texts, german: Texts) -> Iterator[str]:
    """Both refer to the same rules and name the same ids."""
    prefixes = "|".join(re.escape(prefix) for prefix in dict.fromkeys(rule.split("-")[0] for rule in title.rule_ids()))
    marks = re.compile(rf"`[^`]*`|\b(?:{prefixes})(?:-[\w.]*\w)+")
    for place in (place for place in english if place in german):
        one, other = (sorted(marks.findall(text)) for text in (english[place], str(german[place])))
        if one != other:
            yield f"{place} points at {', '.join(other) or 'nothing'}, rules.yaml at {', '.join(one) or 'nothing'}"
