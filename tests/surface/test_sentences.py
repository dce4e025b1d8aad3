"""Orders as sentences: every form of every title in both languages, and no two orders in the same words."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from pbem import titles
from pbem.pages.asked_parts import AskedParts
from pbem.pages.line_words import LineWords
from pbem.pages.order_words import OrderWords
from pbem.pages.surface import table_words
from pbem.table.form_parts import FormPart
from pbem.titles import resources
from pbem.words import LANGUAGES
from tests.surface.examples import examples, reader
from tests.surface.games import random_asks
from tests.table_sizes import sizes

_LEFT = re.compile(r"[{}\[\]]|  | ,| ;|^\s|\s$|None")
"""What a sentence must not have: fields that were not filled, and holes where parts were left out."""


def parts(some: Any) -> Iterator[FormPart]:
    for one in some:
        yield one
        yield from parts(one.parts)


def words(ident: str, language: str, handles: Any = ()) -> Any:
    return table_words(titles.load(ident), language, [one.capitalize() for one in handles])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ident", titles.ids())
def test_every_form_has_a_sentence_a_button_and_labels(ident: str, language: str) -> None:
    said = OrderWords(words(ident, language))
    missing = []
    for kind in titles.load(ident).language.kinds.values():
        for form in kind.forms:
            if not said.key("says", kind.id, form.head):
                missing.append(f"says.{kind.id}.{form.head}")
            if not said.key("press", kind.id, form.head):
                missing.append(f"press.{kind.id}.{form.head}")
            for part in parts(form.parts()):
                if not said.label(kind.id, part.key):
                    missing.append(f"label.{kind.id}.{part.key}")
                missing += [f"word.{word}" for word in part.words if not said.key("word", "", word)]
            for part in form.parts():
                if part.parts and not said.key("item", "", form.head):
                    missing.append(f"item.{form.head}")
    assert not missing


@pytest.mark.parametrize("ident", titles.ids())
def test_both_languages_say_the_same_orders(ident: str) -> None:
    package = f"{titles.load(ident).package}.board"
    english, german = (resources.read(package, f"words/says.{language}.yaml") for language in LANGUAGES)
    assert set(english) == set(german)
    for key, text in english.items():
        fields = {name for name, _ in re.findall(r"\{([a-z_0-9]+)(:[^{}]*)?\}", text)}
        assert fields == {name for name, _ in re.findall(r"\{([a-z_0-9]+)(:[^{}]*)?\}", german[key])}, key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("ident", titles.ids())
def test_every_example_has_a_sentence_of_its_own(ident: str, language: str) -> None:
    handles = reader(ident).handles
    said = LineWords(titles.load(ident), words(ident, language, handles), handles, 0)
    known: dict[tuple[str, str], str] = {}
    for ask, text, sheet in examples(ident):
        (told,) = said.told(text)
        assert not _LEFT.search(told["says"]), told
        assert told["says"][0].isupper() or not told["says"][0].isalpha(), told
        for line in (*sheet.lines, *sheet.standing):
            for order in line.orders:
                phrase = said.order(order, ask)
                assert known.setdefault((ask, phrase), order.text) == order.text, phrase
        assert known.setdefault(("", f"{ask} {told['says']}"), text) == text


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
                assert not _LEFT.search(text), (order, text)
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
