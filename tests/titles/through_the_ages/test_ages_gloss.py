"""What is said of each card: every card has it in both languages, with the figures of the data."""

from __future__ import annotations

import re

import pytest
from ages_kit import PRINTED

from pbem import titles
from pbem.titles import editions
from pbem.titles.through_the_ages import TITLE, gloss
from pbem.titles.through_the_ages.cards import CARDS
from pbem.words import LANGUAGES

SPELLED = {"two": "2", "three": "3", "twice": "2"}


def numbers(text: str) -> set[str]:
    found = {SPELLED.get(word, word) for word in re.findall(r"[a-z]+|\d+", text.lower())}
    return {one for one in found if one.isdigit()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_is_described(language: str) -> None:
    words = titles.words(TITLE, language)
    for card in CARDS:
        told = gloss.does(card, words)
        assert told.endswith("."), card
        assert not re.search(r"[{}\[\]]", told), told


def test_every_figure_that_the_data_tell_is_told() -> None:
    """The data describe most cards in English; whatever number stands there is said in our words, too."""
    words = titles.words(TITLE, "en")
    for card, entry in PRINTED.items():
        told = numbers(gloss.does(card, words))
        assert numbers(entry.get("text", "").replace("level 1/2/3", "")) <= told, (card, told)


def test_both_languages_tell_the_same_figures() -> None:
    english, german = (titles.words(TITLE, language) for language in ("en", "de"))
    for card in CARDS:
        told = [re.findall(r"\d+", gloss.does(card, words)) for words in (english, german)]
        assert sorted(told[0]) == sorted(told[1]), card


def test_an_edition_is_told_with_its_figures() -> None:
    changes = {
        "military.yaml": {
            "cards": {
                "crusades": {
                    "effects": [
                        {"who": "strongest", "gain": {"culture": 9}},
                        {"who": "weakest", "lose": {"culture": 8}},
                    ]
                }
            }
        }
    }
    other = titles.load(TITLE.id, editions.Edition(TITLE.id, "ours", changes))
    told = other.module("gloss").does("crusades", titles.words(other, "en"))
    assert told == "The strongest player scores 9 culture, the weakest loses 8."
