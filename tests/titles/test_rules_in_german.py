"""The German rule lists say the same as the English ones: every rule, and the same numbers in it."""

from __future__ import annotations

import pytest

from pbem import titles
from pbem.trials import rules_translation
from pbem.trials.rules_translation import Texts


@pytest.mark.parametrize("ident", titles.ids())
def test_the_rules_are_there_in_german_and_say_the_same(ident: str) -> None:
    assert list(rules_translation.faults(titles.load(ident))) == []


def damaged(place: str, text: str | None) -> Texts:
    german = rules_translation.translated(titles.load("wonders_duel")) | {place: text}
    return {place: text for place, text in german.items() if text is not None}


@pytest.mark.parametrize(
    ("place", "text", "told"),
    [
        ("rules WD-SU-4", None, "rules WD-SU-4 is missing"),
        ("rules WD-XX-1", "Neu.", "there is no rules WD-XX-1 in rules.yaml"),
        ("rules WD-SU-4", " ", "rules WD-SU-4 is no text"),
        ("rules WD-SU-4", "Jeder bekommt 8 Münzen.", "rules WD-SU-4 says the numbers [8], rules.yaml [7]"),
        ("rules WD-SU-4", "Sieben Münzen (WD-R-1).", "rules WD-SU-4 points at WD-R-1, rules.yaml at nothing"),
    ],
)
def test_a_fault_is_told(place: str, text: str | None, told: str) -> None:
    title = titles.load("wonders_duel")
    english, german = rules_translation.to_translate(title), damaged(place, text)
    checks = (rules_translation.untranslated, rules_translation.other_numbers, rules_translation.other_references)
    assert told in [fault for check in checks for fault in check(title, english, german)]
