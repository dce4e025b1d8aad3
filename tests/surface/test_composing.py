"""Answers put together part by part: every legal one can be reached, and what is complete is legal."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pbem import titles
from pbem.table import Ask, Refused
from pbem.table.composing import Composing
from tests.surface.games import random_asks
from tests.table_sizes import sizes

EVERY, SOME = 9, 6


def offered(composing: Composing, form: Any, chosen: dict[str, Any], key: str, value: Any) -> bool:
    """Whether a part may say this, and all that goes with it is meant, too."""
    return any(one[key] == value for one in composing.choices(form, chosen).get(key, ()))


def followed(composing: Composing, answer: Any) -> str:
    """Choose what an answer says part by part; where it cannot be, say so."""
    ask = composing.ask
    spoken = ask.spoken(answer)
    form = ask.kind.form_of(spoken)
    assert form is not None
    chosen: dict[str, Any] = {}
    for key, value in form.said(spoken).items():
        many = isinstance(value, list)
        for one in value if many else [value]:
            if not offered(composing, form, chosen, key, one):
                return f"{ask.write(answer)}: {key} cannot be {one} beside {chosen}"
            chosen = {**chosen, key: [*chosen.get(key, ()), one] if many else one}
    reached = composing.answer(form, chosen)
    return "" if reached == answer else f"{answer} became {reached}"


def wandered(composing: Composing, seed: int) -> str:
    """Choose at random, form by form, until all parts that are needed are there: then it is legal, or says why not."""
    pick = random.Random(seed)
    for form in composing.ask.kind.forms:
        chosen: dict[str, Any] = {}
        for part in form.parts():
            choices = composing.choices(form, chosen).get(part.key, [])
            if part.key in chosen or not choices or not (part.need or pick.random() < 0.4):
                continue
            one = pick.choice(choices)
            chosen |= {key: [value] if key == part.key and part.most != 1 else value for key, value in one.items()}
        try:
            found = composing.answer(form, chosen)
        except Refused as no:
            if not no.key:
                return f"{form.notation}: {chosen} is refused without a reason"
            continue
        if found is not None and not composing.ask.allows(found):
            return f"{form.notation}: {chosen} is complete, and not legal"
    return ""


def asks(ident: str, seats: int, seed: int, most: int) -> Any:
    seen: dict[str, int] = {}
    for n, (table, _, ask) in enumerate(random_asks(ident, seats, seed, most)):
        seen[ask.kind.id] = seen.get(ask.kind.id, 0) + 1
        if n % EVERY == 0 or seen[ask.kind.id] <= SOME:
            yield n, table, ask


@pytest.mark.parametrize(("ident", "seats"), sizes())
def test_every_legal_answer_is_reached_part_by_part(ident: str, seats: int) -> None:
    looked = 0
    for n, table, ask in asks(ident, seats, seed=5, most=900):
        composing = Composing(ask, table.players)
        pick = random.Random(n).randrange
        for answer in dict.fromkeys(ask.sample(pick) for _ in range(4)):
            assert not followed(composing, answer), (n, ask.kind.id, followed(composing, answer))
            looked += 1
    assert looked > 30


@pytest.mark.parametrize("ident", titles.ids())
def test_what_is_complete_is_legal(ident: str) -> None:
    for n, table, ask in asks(ident, max(titles.load(ident).seats), seed=6, most=400):
        assert not wandered(Composing(ask, table.players), n)


def test_what_no_answer_has_is_not_offered() -> None:
    """Of the cards of the layout only those that can be taken; and no wonder that is built."""
    table, ask = next((table, ask) for table, _, ask in random_asks("wonders_duel", 2, 7) if ask.kind.id == "play_card")
    composing = Composing(ask, table.players)
    (build,) = [form for form in ask.kind.forms if form.head == "build"]
    cards = {one["card"].id for one in composing.choices(build, {})["card"]}
    assert cards == {answer[1] for answer in ask.answers() if answer[0] == "build"}
    assert isinstance(ask, Ask)
    assert composing.answer(build, {}) is None
