"""Lines go on for the occasion that they first answered, with all their alternatives."""

from __future__ import annotations

from tests.toys.mail import Mail, toy

AUCTION = toy("toy_auction")


def test_one_file_a_player_plays_an_auction_to_its_end() -> None:
    mail = Mail(AUCTION, 3)
    mail.send("anna", "bid least top britain bottom france max 3 or pass\npass", "auction")
    mail.send(
        "bob",
        "once on auction_bid if auction = 1: bid least top spain bottom russia max 5 or pass\n"
        "always on auction_bid: pass",
        "auction",
    )
    mail.send("carol", "always on auction_bid: pass", "auction")
    mail.run()
    assert mail.done == [
        "anna: bid 1 top britain bottom france (file)",
        "bob: bid 2 top spain bottom russia (standing)",
        "carol: pass (standing)",
        "anna: bid 3 top britain bottom france (file)",
        "bob: bid 4 top spain bottom russia (standing)",
        "carol: pass (standing)",
        "anna: pass (file)",
        "bob: pass (standing)",  # the second auction
        "carol: pass (standing)",
        "anna: pass (file)",
    ]
    assert mail.table.over
    assert mail.queue("anna") == []
    assert [one.text for one in mail.agendas[1].standing] == ["always on auction_bid: pass"]


def test_who_first_passed_by_an_alternative_bids_later() -> None:
    mail = Mail(AUCTION, 2)
    mail.send("anna", "bid 1 top britain bottom france\nbid 3 top spain bottom austria", "auction")
    mail.send(
        "bob", "once on auction_bid: bid least top france bottom russia max 5 unless top britain or pass", "auction"
    )
    mail.run()
    assert mail.done == ["anna: bid 1 top britain bottom france (file)", "bob: pass (standing)"]
    assert mail.table.state.number == 2
    mail = Mail(AUCTION, 3)
    mail.send("anna", "bid 1 top britain bottom france", "auction")
    mail.send("bob", "bid least top france bottom russia max 5 unless top britain or pass", "auction")
    mail.send("carol", "bid 2 top spain bottom austria", "auction")
    mail.run()
    assert mail.done == [
        "anna: bid 1 top britain bottom france (file)",
        "bob: pass (file)",
        "carol: bid 2 top spain bottom austria (file)",
    ]
    assert mail.waits_for == ["anna: auction_bid"], "a bid that is too low now is used up, and stops nobody else"
    mail.send("anna", "pass", "auction")
    mail.run()
    assert mail.done[-2:] == ["anna: pass (file)", "bob: bid 3 top france bottom russia (file)"]


def test_a_line_below_the_one_that_goes_on_waits_for_the_next_occasion() -> None:
    mail = Mail(AUCTION, 2)
    mail.send("anna", "bid least top britain bottom france max 2 or pass\nbid 1 top spain bottom russia", "auction")
    mail.send(
        "bob",
        "always on auction_bid if auction = 1: bid least top austria bottom prussia or pass\n"
        "always on auction_bid: pass",
        "auction",
    )
    mail.run()
    assert [one for one in mail.done if one.startswith("anna")] == [
        "anna: bid 1 top britain bottom france (file)",
        "anna: pass (file)",
        "anna: bid 1 top spain bottom russia (file)",
    ]


def test_a_new_file_for_the_window_takes_the_place_of_a_line_that_goes_on() -> None:
    mail = Mail(AUCTION, 2)
    mail.send("anna", "bid least top britain bottom france max 9 or pass", "auction")
    mail.run()
    mail.send("anna", "pass", "auction")
    mail.send("bob", "bid least top spain bottom russia or pass", "auction")
    mail.run()
    assert mail.done[1:3] == ["bob: bid 2 top spain bottom russia (file)", "anna: pass (file)"]


def test_an_ask_among_the_alternatives_waits_when_it_is_reached() -> None:
    mail = Mail(AUCTION, 2)
    mail.send("anna", "bid least top britain bottom france max 1 or ask", "auction")
    mail.send("bob", "always on auction_bid: bid least top spain bottom russia", "auction")
    mail.run()
    assert mail.waits_for == ["anna: auction_bid"]
    assert mail.decisions[-1].wanted
    assert mail.agendas[0].stopped
