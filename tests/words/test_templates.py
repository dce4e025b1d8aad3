"""The template syntax of sentences."""

from __future__ import annotations

import pytest

from pbem.table import Vocabulary, Words

CARDS = Vocabulary("card", {"baths": {"en": "Baths", "de": "Bäder"}, "stable": {"en": "Stable", "de": "Stall"}})


def words(template: str, **more: str) -> Words:
    return Words("en", {"it": template, **more}, {"card": CARDS}, ("anna", "bruno"))


@pytest.mark.parametrize(
    ("template", "values", "said"),
    [
        ("{player} builds {card}.", {"player": 0, "card": "baths"}, "anna builds Baths."),
        ("{one:card} and {other:card}", {"one": "baths", "other": "stable"}, "Baths and Stable"),
        ("{who:player}", {"who": 1}, "bruno"),
        ("{players:player}", {"players": [0, 1]}, "anna and bruno"),
        ("{n:coin|coins}", {"n": 1}, "1 coin"),
        ("{n:coin|coins}", {"n": 0}, "0 coins"),
        ("{cards:card}", {"cards": ["baths"]}, "Baths"),
        ("{cards:card}", {"cards": ["baths", "stable", "baths"]}, "Baths, Stable and Baths"),
        ("{n}", {"n": 7}, "7"),
        ("{yes}", {"yes": True}, "true"),
        ("pays[ {n:coin|coins}].", {"n": 2}, "pays 2 coins."),
        ("pays[ {n:coin|coins}].", {"n": 0}, "pays."),
        ("pays[ {n:coin|coins}].", {}, "pays."),
        ("[a? yes][a! no]", {"a": 3}, " yes"),
        ("[a? yes][a! no]", {"a": 0}, " no"),
        ("[a? yes][a! no]", {}, " no"),
        ("[ {a} and {b}]", {"a": 1, "b": 0}, ""),
        ("[ {a} and {b}]", {"a": 1, "b": 2}, " 1 and 2"),
        ("{unknown:card}", {"unknown": "zoo"}, "zoo"),
    ],
)
def test_what_a_template_says(template: str, values: dict[str, object], said: str) -> None:
    assert words(template).say("it", values) == said


def test_a_sentence_names_a_value_before_the_vocabulary_does() -> None:
    assert words("{age}, {card}", **{"age.2": "Age II", "card.baths": "the Baths"}).say(
        "it", {"age": 2, "card": "baths"}
    ) == ("Age II, the Baths")


def test_things_of_a_mapping_are_counted_if_they_have_a_plural() -> None:
    fleet = words("{units}; {units:card}", **{"units.ship": "ship|ships", "units.tank": "tank|tanks"})
    assert fleet.say("it", {"units": {"ship": 2, "tank": 1}}) == "2 ships and 1 tank; ship 2 and tank 1"


def test_values_are_never_read_as_templates() -> None:
    hostile = Words("en", {"it": "{player} says {text}"}, {}, ("{text}[a? b]", "bruno"))
    assert hostile.say("it", {"player": 0, "text": "{player}"}) == "{text}[a? b] says {player}"


def test_a_missing_key_or_value_is_a_fault() -> None:
    with pytest.raises(KeyError):
        words("x").say("other")
    with pytest.raises(KeyError):
        words("{card}").say("it", {})


def test_the_word_between_the_last_two_is_of_the_language() -> None:
    german = Words("de", {"join.and": "und", "join.or": "oder"}, {})
    assert german.join(["a", "b", "c"]) == "a, b und c"
    assert german.join(["a", "b"], "or") == "a oder b"
    assert german.join([]) == ""
