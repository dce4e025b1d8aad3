"""Orders taken apart: every form says its parts, and every legal answer says what it names in them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pbem import titles
from pbem.table.form_parts import Ref, bare
from tests.surface.examples import examples, reader
from tests.surface.games import HANDLES, random_asks
from tests.table_sizes import sizes


@pytest.mark.parametrize("ident", titles.ids())
def test_parts_of_a_form_have_keys_of_their_own(ident: str) -> None:
    for kind in titles.load(ident).language.kinds.values():
        for form in kind.forms:
            keys = [part.key for part in form.parts()]
            assert len(keys) == len(set(keys)), form.notation
            assert bool(keys) == bool(form.arity), form.notation


def test_a_form_says_its_parts() -> None:
    (kind,) = [one for one in titles.load("wonders_duel").language.kinds.values() if one.id == "play_card"]
    found = {form.head: [(part.key, part.slots, part.role) for part in form.parts()] for form in kind.forms}
    assert found == {
        "build": [("card", ("card",), "")],
        "discard": [("card", ("card",), "")],
        "wonder": [("wonder", ("wonder",), ""), ("with", ("card",), "with")],
    }


def test_lists_numbers_words_and_clauses_are_parts() -> None:
    language = titles.load("seven_ages").language
    (form,) = [one for one in language["move_units"].forms if one.head == "move"]
    found = {part.key: (part.kind, part.most, part.repeats, part.need) for part in form.parts()}
    assert found["unit"] == ("thing", 0, True, True)
    assert found["to"] == ("thing", 1, False, True)
    assert found["via"] == ("thing", 0, False, False)
    (mark,) = [one for one in language["place_markers"].forms if one.notation.startswith("mark <empire>")]
    assert [part.key for part in mark.parts()[0].parts] == ["empire", "action"]
    (attack,) = [one for one in titles.load("world_history").language["place_unit"].forms if one.head == "attack"]
    flags = {part.key: part.words for part in attack.parts() if part.kind == "word"}
    assert flags == {"until_won": ("until won",), "by_treachery": ("by treachery",)}


def named(value: Any) -> list[str]:
    """Whatever a part says, as the words of an order."""
    if isinstance(value, dict):
        return [word for one in value.values() for word in named(one)]
    if isinstance(value, list):
        return [word for one in value for word in named(one)]
    if isinstance(value, Ref):
        return [HANDLES[value.owner] if value.slot == "player" and value.owner is not None else value.id]
    return str(value).split()


@pytest.mark.parametrize(("ident", "seats"), sizes())
def test_an_answer_says_all_that_its_order_names(ident: str, seats: int) -> None:
    """Whatever stands in the order and is no word of the form is said by a part, as often as it is meant."""
    looked = 0
    for table, _, ask in random_asks(ident, seats, seed=1, most=400):
        for answer in ask.listed(40):
            form = ask.kind.form_of(ask.spoken(answer))
            assert form is not None
            order = ask.write(answer, table.players)
            literal = re.sub(r"<[a-z_]+>|[\[\](){}|,]", " ", form.notation).split()
            said = [word for value in ask.refs(answer).values() for word in named(value)]
            times = {word for word in order.split() if re.fullmatch(r"x\d+,?", word)}
            told = [word.rstrip(",") for word in order.split() if word not in times]
            assert {word for word in told if word not in literal} <= set(said), order
            assert {word for word in said if not word.isdigit()} <= set(told), order
            looked += 1
    assert looked > 300


@pytest.mark.parametrize(("ident", "seats"), sizes())
def test_an_answer_is_put_together_from_what_it_says(ident: str, seats: int) -> None:
    for _, _, ask in random_asks(ident, seats, seed=1, most=400):
        for answer in ask.listed(40):
            spoken = ask.spoken(answer)
            form = ask.kind.form_of(spoken)
            assert form is not None
            said = form.said(spoken)
            assert form.filled(said) == spoken
            for key, value in said.items():
                if not isinstance(value, list):
                    assert form.meant(key, bare(value)) == value
                else:
                    assert [form.meant(key, bare(one)) for one in value] == value


@pytest.mark.parametrize("ident", titles.ids())
def test_examples_are_put_together_from_what_they_say(ident: str) -> None:
    """Also forms that stand for something that depends on the position."""
    language, looked = titles.load(ident).language, 0
    for ask, text, sheet in examples(ident):
        handles = reader(ident).handles
        for line in (*sheet.lines, *sheet.standing):
            for order in line.orders:
                if order.wild or order.control:
                    continue
                form, answer = language[order.asks[0]].read(order.text, handles, 0)
                said = form.said(answer)
                assert form.write(form.filled(said), handles) == order.text.replace(" x1", ""), (ask, text)
                assert form.said(form.filled(said)) == said
                looked += 1
    assert looked > 15
