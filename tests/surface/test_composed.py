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


def first_of(ident: str, seats: int, kind: str, verb: str) -> tuple[Table, int, Any]:
    """The first ask of a kind in random games whose answers have a verb, and what its page is told."""
    for game in range(40):
        for table, seat, ask in random_asks(ident, seats, game, MOST):
            if ask.kind.id == kind:
                told = surface(titles.load(ident), table, seat, "en")["ask"]
                if any(one["verb"] == verb for one in told["legal"]):
                    return table, seat, told
    raise LookupError(kind)


def test_forms_that_stand_for_an_answer_are_offered_beside_the_legal_ones() -> None:
    """What `reserves if below 1` means shows at the table; it is complete, although no legal answer has that form."""
    table, seat, told = first_of("age_of_reason", 3, "use_reserves", "reserves yes")
    assert {form["verb"] for form in told["forms"]} == {"reserves yes", "reserves no"}
    (also,) = [n for n, form in enumerate(told["also"]) if form["verb"] == "reserves if below"]
    number = len(told["forms"]) + also
    (form,) = parts(titles.load("age_of_reason"), table, seat, "en", (), {"below": 1}, number)["forms"]
    assert form["complete"]["order"] == "reserves if below 1"
    assert form["complete"]["says"] == "Use the reserves while the margin is below 1"
    assert 3 in [one["value"] for one in form["choices"]["below"]]


def test_clauses_that_no_listed_answer_has_can_be_added() -> None:
    table, seat, told = first_of("world_history", 3, "place_unit", "attack")
    attack = next(one for one in told["legal"] if one["verb"] == "attack")
    at = {**attack["at"], "until_won": "until won", "keep": 1}
    (form,) = parts(titles.load("world_history"), table, seat, "de", (), at, attack["form"])["forms"]
    assert form["complete"]["order"] == f"{attack['order']} until won keep 1"
    assert "bis zum Sieg; 1 Einheit zurückbehalten" in form["complete"]["says"]
    assert form["complete"]["cost"] == attack["cost"] == {"units": 1}
    (form,) = parts(titles.load("world_history"), table, seat, "de", (), {**at, "keep": 90}, attack["form"])["forms"]
    assert form["refused"]["rule"] == "WH-5.5-10"


def test_what_is_not_legal_is_refused_with_the_reason() -> None:
    """A bid of more gold than there is has all its parts, and the ask says why not and how much is lacking."""
    table, seat, told = first_of("age_of_reason", 3, "auction_bid", "bid")
    bid = next(one for one in told["legal"] if one["verb"] == "bid" and "top" in one["at"])
    title = titles.load("age_of_reason")
    (form,) = parts(title, table, seat, "en", (), {**bid["at"], "n": 999}, bid["form"])["forms"]
    assert form["complete"] is None
    assert form["refused"]["rule"] == "AOR-GOLD-8"
    assert form["refused"]["lacks"]["gold"] > 900
    (form,) = parts(title, table, seat, "en", (), bid["at"], bid["form"])["forms"]
    assert form["refused"] is None
    assert form["complete"]["says"] == bid["says"]
