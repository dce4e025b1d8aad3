"""No line answers a question that it was not written for: when a sale is over, what was written for it is gone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pbem.orders.agenda import Agenda, Clerk
from pbem.table import Table
from pbem.trials.conformance import conform
from tests.toys.mail import Mail, toy

AUCTION = toy("toy_auction")
BID = "bid 1 top britain bottom france"


def kept(mail: Mail, seat: int = 0) -> list[str]:
    agenda = mail.agendas[seat]
    return [one.text for one in (*agenda.queue, *agenda.standing)]


def in_the_second_sale(mail: Mail) -> Mail:
    for handle in ("bob", "carol"):
        mail.send(handle, "always on auction_bid if auction = 1: pass", "auction")
    mail.run()
    assert mail.table.state.number == 2
    return mail


@pytest.mark.parametrize("line", [BID, f"once on auction_bid: {BID}"])
def test_a_line_that_goes_on_is_gone_with_its_sale(line: str) -> None:
    mail = Mail(AUCTION, 3)
    mail.send("anna", line, "auction")
    assert kept(in_the_second_sale(mail)) == [line]
    assert mail.clerk.tidy(mail.agendas[0], 0, mail.table.state) == [], "it has answered: its player knows of it"
    assert kept(mail) == []


def test_in_older_games_it_stays() -> None:
    language = AUCTION.language
    queue, language.queue = language.queue, replace(language.queue, apart=1)
    try:
        mail = Mail(AUCTION, 3)
        mail.send("anna", BID, "auction")
        in_the_second_sale(mail)
        assert mail.clerk.tidy(mail.agendas[0], 0, mail.table.state) == []
        assert kept(mail) == [BID]
    finally:
        language.queue = queue


def test_the_trials_ask_what_an_auction_is_part_of() -> None:
    for occasions in ({}, {"auction_bid": lambda game, seat: f"auction {game.number}"}):
        report = conform(replace(AUCTION, occasions=occasions), 3, [1])
        assert [one.check for one in report.failures] == ["ask"]
        assert "the title's occasions say" in report.failures[0].what
    assert conform(AUCTION, 3, [1]).held


def test_a_question_that_nobody_could_foresee_takes_nothing_that_was_written_ahead() -> None:
    for unforeseen, ahead in ((True, True), (True, False), (False, True)):
        table, clerk, agenda = Table(AUCTION, ("anna", "bob")), Clerk(AUCTION, ("anna", "bob")), Agenda()
        clerk.file(agenda, 0, "file", "auction", BID, ahead=ahead)
        ask = table.pending[0]
        ask.unforeseen = unforeseen
        assert (clerk.decide(agenda, ask, table.state).answer is None) == (unforeseen and ahead)
