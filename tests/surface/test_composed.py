"""What the page is told of the next choices, where answers are put together part by part."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from pbem import titles
from pbem.pages.surface import parts, surface
from pbem.table import Ask, Table
from tests.surface.games import random_asks
from tests.surface.test_things import MOST, NOWHERE, faults
from tests.table_sizes import sizes


def reached(ident: str, table: Table, seat: int, ask: Ask, answer: Any) -> str:
    """Press what an answer names, one after another; where that is not offered, say so."""
    title, order = titles.load(ident), ask.write(answer, table.players)
    told = surface(title, table, seat, "en")["ask"]
    number, want = aimed(title, table, seat, ask, answer, told)
    at: dict[str, Any] = {}
    for key, value in want.items():
        many = isinstance(value, list)
        for one in value if many else [value]:
            (form,) = parts(title, table, seat, "en", (), at, number)["forms"] or [{"choices": {}}]
            found = [each for each in form["choices"].get(key, []) if each["value"] == one]
            if not found:
                return f"{order}: {key} cannot be {one} beside {at}"
            at = {**at, key: [*at.get(key, []), one] if many else one}
    (form,) = parts(title, table, seat, "en", (), at, number)["forms"]
    complete = json.loads(json.dumps(form["complete"]))
    return "" if complete and ask.parse(complete["order"], table.players) == answer else f"{order}: {form}"


def aimed(title: Any, table: Table, seat: int, ask: Ask, answer: Any, told: Any) -> tuple[int, dict[str, Any]]:
    """The form of an answer, and what it says as the page is told."""
    from pbem.pages.asked_parts import AskedParts
    from pbem.pages.surface import table_words

    asked = AskedParts(title, ask, table.seen(seat), table_words(title, "en", table.players), table.players)
    form = asked.form_of(answer)
    assert form is not None
    assert told["forms"][asked.forms.index(form)]["verb"] == form.head
    return asked.forms.index(form), asked.placed(form.head, ask.refs(answer))


@pytest.mark.parametrize(("ident", "seats"), sizes())
def test_the_page_reaches_every_legal_answer(ident: str, seats: int) -> None:
    asked: Counter[str] = Counter()
    for n, (table, seat, ask) in enumerate(random_asks(ident, seats, seed=8, most=900)):
        asked[ask.kind.id] += 1
        if asked[ask.kind.id] > 3 and n % 41:
            continue
        answer = ask.sample(random.Random(n).randrange)
        assert not reached(ident, table, seat, ask, answer), (n, ask.kind.id)
    assert len(asked) > 2


@pytest.mark.parametrize("ident", ["age_of_reason", "seven_ages", "through_the_ages"])
def test_whatever_can_be_chosen_first_lies_on_the_table(ident: str) -> None:
    """Also where the legal answers cannot be listed."""
    title, looked = titles.load(ident), Counter[str]()
    for table, seat, ask in random_asks(ident, max(title.seats), seed=9, most=MOST):
        if ask.lists_all or looked[ask.kind.id] > 3:
            continue
        looked[ask.kind.id] += 1
        told = surface(title, table, seat, "en")
        first = [some for form in told["ask"]["next"]["forms"] for some in form["choices"].values()]
        assert first or len(told["ask"]["legal"]) == 1
        told["ask"]["legal"] = [{"at": {"all": [one["value"] for some in first for one in some]}}]
        assert not faults(told, NOWHERE[ident]), ask.kind.id
    assert looked
