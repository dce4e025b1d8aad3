"""Orders as sentences: every form of every title in both languages, and no two orders in the same words."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from pbem import titles
from pbem.pages.asked_parts import AskedParts
from pbem.pages.line_words import LineWords
from pbem.pages.surface import table_words
from pbem.titles import resources
from pbem.trials import desk_check
from pbem.words import LANGUAGES
from tests.surface.examples import reader
from tests.surface.games import random_asks
from tests.table_sizes import sizes


def words(ident: str, language: str, handles: Any = ()) -> Any:
    return table_words(titles.load(ident), language, [one.capitalize() for one in handles])


@pytest.mark.parametrize("ident", titles.ids())
def test_every_form_has_a_sentence_a_button_and_labels(ident: str) -> None:
    assert list(desk_check.sentences(titles.load(ident))) == []


@pytest.mark.parametrize("ident", titles.ids())
def test_both_languages_say_the_same_orders(ident: str) -> None:
    package = f"{titles.load(ident).package}.board"
    english, german = (resources.read(package, f"words/says.{language}.yaml") for language in LANGUAGES)
    assert set(english) == set(german)
    for key, text in english.items():
        fields = {name for name, _ in re.findall(r"\{([a-z_0-9]+)(:[^{}]*)?\}", text)}
        assert fields == {name for name, _ in re.findall(r"\{([a-z_0-9]+)(:[^{}]*)?\}", german[key])}, key


@pytest.mark.parametrize("ident", titles.ids())
def test_every_example_has_a_sentence_of_its_own(ident: str) -> None:
    assert list(desk_check.examples(titles.load(ident))) == []


@pytest.mark.parametrize(("ident", "seats"), sizes())
def test_different_answers_are_said_differently(ident: str, seats: int) -> None:
    title = titles.load(ident)
    both = [
        words(ident, language, ("anna", "ben", "cleo", "dave", "erin", "finn", "gus")[:seats]) for language in LANGUAGES
    ]
    looked = 0
    for n, (table, seat, ask) in enumerate(random_asks(ident, seats, seed=14, most=700)):
        if n % 5 and n > 40:
            continue
        some = [*ask.listed(150), *(ask.sample(random.Random(n).randrange) for _ in range(3))]
        for spoken in both:
            asked = AskedParts(title, ask, table.seen(seat), spoken, table.players)
            known: dict[str, str] = {}
            for answer in some:
                form = asked.form_of(answer)
                assert form is not None
                text = asked.sentence(form.head, ask.refs(answer))
                order = ask.write(answer, table.players)
                assert not desk_check.UNFILLED.search(text), (order, text)
                assert known.setdefault(text, order) == order, text
                looked += 1
    assert looked > 200


def test_the_lines_of_a_file_are_said_in_their_order() -> None:
    handles = reader("world_history").handles
    said = LineWords(titles.load("world_history"), words("world_history", "en", handles), handles, 0)
    text = "try fort palestine\nif have(zagros): attack zagros until won keep 2 or end\nclear standing on retreat"
    assert [one["says"] for one in said.told(text)] == [
        "If possible, build a fort in Palestine",
        "Only if this holds: the current realm holds the land (Zagros); then attack Zagros until it is won; keep 2"
        " units back; or else end here; units that are left are lost",
        "Withdraw the standing orders for this: a retreat",
    ]
