"""A check before sending says of a wrong order what the table would: the same reason, rule and legal orders."""

from __future__ import annotations

import random

import pytest
from claim_kit import GENERAL, HANDLES, aimed
from test_refusals_are_true import TITLES, title_of

from pbem.orders.agenda import Agenda, Clerk
from pbem.orders.check import Checked, check_orders
from pbem.table import Ask, NotLegal, Refused, Table
from pbem.table.imagine import Outlook
from pbem.table.state_json import to_json
from pbem.trials.conformance_orders import well_formed

POSITIONS, ORDERS, EVERY = 250, 4, 5
"""Positions of each title that are looked at, wrong orders in each, and one position of so many."""


def refusal(table: Table, ask: Ask, order: str) -> NotLegal | None:
    try:
        ask.parse(order, table.players)
    except NotLegal as refused:
        return refused
    except Refused:  # words that nobody understands; how they are told is another test's
        pass
    return None


def checked(table: Table, seat: int, order: str) -> Checked:
    hand = {**Outlook.of(table, seat).data(), "ordered": to_json(Agenda())}
    (line,) = check_orders(table.title, table.players, seat, order, hand).lines
    return line


def waits(table: Table, ask: Ask, order: str) -> bool:
    """Whether the moderator keeps the line for another moment, instead of stopping at it."""
    clerk, agenda = Clerk(table.title, table.players, None), Agenda()
    clerk.file(agenda, ask.player, "", "" if ask.offered else ask.kind.window(ask.window), order)
    return clerk.decide(agenda, ask, table.state).halted is None


def compare(table: Table, ask: Ask, order: str, told: NotLegal) -> bool:
    """Whether the refusals could be compared."""
    line = checked(table, ask.player, order)
    if line.result == "skipped":  # a line with a bound of its own is passed over, and says why
        assert line.why, order
        return False
    if line.refused is None:
        assert line.result in ("reads", "waits"), (order, line.result)
        # what the table itself says of any ask may be left to it; a reason that the title gives may not
        assert told.key in GENERAL or waits(table, ask, order), (order, told.key, ask.kind.id)
        return False
    assert (line.refused.key, line.refused.rule) == (told.key, told.rule), (order, ask.kind.id)
    assert set(line.refused.legal) == set(told.legal), order
    return True


@pytest.mark.slow
@pytest.mark.parametrize("ident", TITLES)
def test_a_check_says_as_much_as_the_table(ident: str) -> None:
    title, chance = title_of(ident), random.Random(ident)
    compared, seen, game = 0, 0, 0
    while seen < POSITIONS:
        game += 1
        seats = title.seats[game % len(title.seats)]
        table = Table(title, HANDLES[:seats], below=chance.randrange)
        while not table.over and seen < POSITIONS:
            seat, ask = next((seat, ask) for seat, ask in table.pending.items() if seat not in table.given)
            if chance.randrange(EVERY) == 0:
                seen += 1
                for _ in range(ORDERS):
                    order = aimed(well_formed(ask.kind, table.players, chance.randrange), ask, [], chance)
                    told = refusal(table, ask, order)
                    if told is not None and told.key != "not_asked_now":
                        compared += compare(table, ask, order, told)
            table.answer(seat, ask.sample(chance.randrange))
    assert compared > POSITIONS // 2
