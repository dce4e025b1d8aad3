"""Pages, desks and rulings show words and no keys, as `pbem title check` demands of every title."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem import titles
from pbem.trials import told_words


@pytest.mark.parametrize("ident", titles.ours())
def test_every_first_word_of_an_order_is_explained(ident: str) -> None:
    assert list(told_words.verbs(titles.load(ident))) == []


@pytest.mark.parametrize("ident", titles.ours())
def test_whatever_is_told_of_an_order_has_a_sentence(ident: str) -> None:
    title = titles.load(ident)
    told = list(told_words.figures(title))
    assert [fault for fault, _ in told if fault] == []
    assert (len(told) > 40) == any(key.startswith("about.") for key in title.words["en"])


@pytest.mark.parametrize("ident", titles.ours())
def test_every_field_has_a_name_and_no_name_is_left_over(ident: str) -> None:
    assert list(told_words.fields(titles.load(ident))) == []


@pytest.mark.slow
@pytest.mark.parametrize("ident", titles.ours())
def test_whatever_is_changed_is_told_without_a_path(ident: str) -> None:
    told = list(told_words.rulings(titles.load(ident)))
    assert [fault for fault, _ in told if fault] == []
    assert {"ruled_to", "ruled_list"} <= {key for _, key in told}


def test_words_that_are_missing_are_named() -> None:
    title = titles.load("wonders_duel")
    keys = ("verb.discard", "field.coins", "field.city.coins")
    less = {
        language: {key: text for key, text in words.items() if key not in keys}
        for language, words in title.words.items()
    }
    found = list(told_words.faults(replace(title, words=less)))
    assert "words/de.yaml: there is no sentence verb.discard" in found
    assert any("there is no sentence field.coins, which a ruling on City names" in one for one in found)
    assert any(one.startswith("a ruling on cities.0.coins has no words") for one in found)
    more = {language: {**words, "field.moon": "the moon"} for language, words in title.words.items()}
    assert "words/en.yaml: no field is called field.moon" in told_words.fields(replace(title, words=more))
