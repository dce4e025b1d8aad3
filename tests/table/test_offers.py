"""Offers at the table: anybody may, nobody must."""

from __future__ import annotations

import random

import pytest

from pbem.orders.agenda import Agenda, Clerk
from pbem.table import Answered, Choose, Diverged, Lapsed, Offer, Table, Together
from tests.toys import toy_battle
from tests.toys.mail import HANDLES, toy


def at_the_offer() -> Table:
    table = Table(toy("toy_battle"), HANDLES, below=random.Random(3).randrange)
    for _ in range(2):
        ((seat, _),) = table.pending.items()
        table.order(seat, "redraw no")
    for seat in (0, 1):
        table.order(seat, "commit 1 weakest")
    assert isinstance(table.offer, Offer)
    return table


def test_the_rule_gets_those_who_did_not_let_it_pass() -> None:
    table = at_the_offer()
    card = table.state.hands[2][0]
    place = table.place
    for seat, order in ((3, "pass"), (2, f"play {card} for defender"), (0, "pass"), (1, "pass")):
        assert table.place == place
        table.order(seat, order)
    assert table.inputs[place:] == [
        Answered(2, "conflict_event", ("play", card, "defender"), "file"),
        Lapsed("conflict_event"),
    ]
    assert table.state.helped == [0, 1]
    assert table.offer is not None, "after an event all are asked once more"


def test_a_lapse_closes_it_for_all_who_have_not_answered() -> None:
    table = at_the_offer()
    before = table.place
    notes = table.lapse()
    assert table.inputs[before] == Lapsed("conflict_event")
    assert [note.key for note in notes] == ["shown"]
    assert table.state.round == 2
    with pytest.raises(ValueError, match="nothing is offered"):
        table.lapse()


def test_nobody_sees_for_whom_the_table_waits() -> None:
    table = at_the_offer()
    table.order(3, "pass")
    assert table.waiting() is None
    assert table.asked(None) == [{"kind": "waiting"}]
    assert table.asked(2)[0]["offer"] == "watch"


def test_it_is_saved_cloned_and_replayed_the_same() -> None:
    table = at_the_offer()
    card = table.state.hands[1][1]
    table.order(1, f"play {card} for attacker")
    twins = [table.clone(random.Random(8).randrange), Table.load(table.title, table.save(), random.Random(8).randrange)]
    table.below = random.Random(8).randrange
    for one in (table, *twins):
        one.lapse()
        one.lapse()
    replayed = Table(table.title, table.players, record=table.inputs)
    assert {one.digest() for one in (table, *twins, replayed)} == {table.digest()}
    assert replayed.inputs == table.inputs


@pytest.mark.parametrize("fault", ["no mark", "other seat", "twice"])
def test_a_record_that_does_not_fit_diverges(fault: str) -> None:
    table = at_the_offer()
    card = table.state.hands[1][1]
    table.order(1, f"play {card} for attacker")
    table.lapse()
    *before, taken, mark = table.inputs
    assert isinstance(taken, Answered)
    record = {
        "no mark": [*before, taken],
        "other seat": [*before, taken._replace(seat=2), mark],
        "twice": [*before, taken, taken, mark],
    }[fault]
    with pytest.raises(Diverged):
        Table(table.title, table.players, record=record)


def test_what_is_offered_has_a_default() -> None:
    ask = Choose(0, toy_battle.LANGUAGE["conflict_retreat"], [("stand",), ("retreat",)])
    with pytest.raises(ValueError, match="conflict_retreat is offered without a default"):
        Offer({0: ask})
    assert Together({0: ask}).asks == {0: ask}


@pytest.mark.parametrize(
    ("patience", "orders", "awaited"),
    [
        ("watch", "", False),
        ("watch", "always on conflict_event: ask", True),
        ("watch", "always on conflict_event if battle_round = 7: ask", False),
        ("watch", "always on conflict_event: pass", False),
        ("wait", "", True),
        ("wait", "always on conflict_event: pass", False),
        ("never", "", False),
        ("never", "always on conflict_event: ask", False),
    ],
)
def test_for_whom_it_waits(patience: str, orders: str, awaited: bool) -> None:
    game = at_the_offer().state
    ask = toy_battle.event_ask(game, 2)
    Offer({2: ask}, patience=patience)
    clerk, agenda = Clerk(toy("toy_battle"), HANDLES), Agenda()
    clerk.file(agenda, 2, "file", "events", orders)
    assert clerk.awaits(agenda, ask, game) == awaited


def test_an_offer_uses_nothing_that_is_meant_for_something_else() -> None:
    """Neither a `try` for another question nor a bare `any`; both are used up by other questions in between."""
    game = at_the_offer().state
    clerk, agenda = Clerk(toy("toy_battle"), HANDLES), Agenda()
    clerk.file(agenda, 0, "file", "events", "any\ntry commit all\npass")
    ask = toy_battle.event_ask(game, 0)
    Offer({0: ask})
    decision = clerk.decide(agenda, ask, game)
    assert (decision.answer, decision.dropped) == (None, [])
    assert [one.text for one in agenda.queue] == ["any", "try commit all", "pass"]


def test_who_wanted_to_see_one_offer_has_seen_it_when_it_is_over() -> None:
    game = at_the_offer().state
    clerk, agenda = Clerk(toy("toy_battle"), HANDLES), Agenda()
    clerk.file(agenda, 2, "file", "events", "once on conflict_event: ask")
    ask = toy_battle.event_ask(game, 2)
    ask.occasion = ""
    Offer({2: ask})
    for _ in range(2):
        assert clerk.awaits(agenda, ask, game)
    clerk.lapsed(agenda, ask, game)
    assert not agenda.standing
