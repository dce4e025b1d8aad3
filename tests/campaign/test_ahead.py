"""Orders that think ahead, through whole campaigns: queues, standing orders, sealed files, verify."""

from __future__ import annotations

import shutil
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from pbem.campaign.acts import ordered_ahead
from pbem.campaign.agreement.genesis import Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.clock.deadlines import due
from pbem.campaign.ledger.verify import verify
from pbem.campaign.player.player_view import open_hand
from pbem.campaign.running import late as missed_deadline
from pbem.campaign.running.create import opened
from pbem.campaign.running.receipts import Receipt
from pbem.campaign.running.run import run
from pbem.orders.check import Rehearsal, check_orders
from pbem.table.state_json import to_json
from tests.conformance import toy

from .kit import MODERATOR, NOW, entries_of, key, play_on, role, signed_block, start, submit, turn

SEALED = Terms(files="sealed")


def first_and_other(campaign: Campaign) -> tuple[str, str]:
    (seat,) = campaign.position["waiting"]
    return seat, next(one for one in campaign.players if one != seat)


def test_standing_orders_play_a_whole_game(games: Path) -> None:
    """Both players write one file; the table needs nothing more, and everything verifies."""
    campaign = start(games / "duel-1", limits=SEALED)
    one, two = first_and_other(campaign)
    orders = "always on {}: default"
    file = "\n".join(orders.format(ask) for ask in campaign.title.language.kinds)
    assert submit(campaign, two, file).result == "applied"
    receipt = submit(campaign, one, file)
    assert receipt.result == "applied"
    assert campaign.position["over"]
    served = entries_of(campaign, "served")
    assert sum(len(entry["answers"]) for entry in served) > 20
    sources = {answer["source"] for entry in served for answer in entry["answers"]}
    assert sources <= {"standing", "forced"}
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message
    assert verdict.over


def test_early_lines_wait_and_are_used_in_the_order_of_the_rules(games: Path) -> None:
    campaign = start(games / "duel-2", limits=SEALED)
    one, two = first_and_other(campaign)
    wonders = campaign.position["view"]["draft"]
    early = submit(campaign, two, f"rank {', '.join(wonders)}")
    assert [line["result"] for line in early.lines] == ["queued"]
    assert campaign.position["waiting"] == [one], "whose turn it is has not changed"
    submit(campaign, one, f"take {wonders[0]}")
    (served,) = entries_of(campaign, "served")
    assert {one["player"] for one in served["answers"] if one["source"] != "forced"} == {two}
    taken = campaign.position["view"]["cities"][campaign.players.index(two)]["wonders"]
    assert sorted(taken) == sorted(wonders[1:3])


def test_nobody_sees_what_was_ordered_ahead_nor_that_it_was(games: Path) -> None:
    """Twin campaigns: one player sends standing orders with the move, or does not; the public files look alike."""
    shapes = []
    for name, more in (("duel-3", ""), ("duel-4", "\nalways on choose_progress: token law or any\nbuild baths")):
        campaign = start(games / name, limits=SEALED)
        one, _ = first_and_other(campaign)
        submit(campaign, one, f"any{more}")
        (entry,) = entries_of(campaign, "move")
        sealed = entry["file"]["sealed"]
        assert "payload" not in entry["file"]
        shapes.append((sorted(entry), len(sealed), sorted(entry["answers"][0])))
    assert shapes[0] == shapes[1]


def test_in_an_open_campaign_a_plain_file_is_shown_and_one_with_plans_is_not(games: Path) -> None:
    campaign = start(games / "duel-5", limits=Terms(files="open"))
    one, _ = first_and_other(campaign)
    wonder = campaign.position["view"]["draft"][0]
    submit(campaign, one, f"take {wonder}")
    one, _ = first_and_other(campaign)
    submit(campaign, one, "any\nalways on choose_first_player: start me")
    plain, planned = entries_of(campaign, "move")
    assert "payload" in plain["file"]
    assert "sealed" in planned["file"]


def test_agendas_come_back_without_the_checkpoint(games: Path, private: Path) -> None:
    campaign = start(games / "duel-6", limits=SEALED)
    one, two = first_and_other(campaign)
    submit(campaign, one, "any\nonce on play_card if coins > 3: any\nif coins > 100: build baths")
    submit(campaign, two, "always on play_card if age = 1: default")
    with opened(campaign.folder, MODERATOR) as keeper:
        kept = keeper.match.ahead.agendas
        assert any(agenda.standing for agenda in kept)
    shutil.rmtree(private / "games")
    with opened(campaign.folder, MODERATOR) as keeper:
        assert keeper.match.ahead.agendas == kept
    play_on(campaign)
    assert verify(campaign.folder).ok


def test_the_owner_is_told_which_line_answered(games: Path) -> None:
    campaign = start(games / "duel-7", limits=SEALED)
    one, two = first_and_other(campaign)
    submit(campaign, two, "always on draft_wonders: default")
    submit(campaign, one, "any")
    with opened(campaign.folder, MODERATOR) as keeper:
        told = keeper.match.past.told
    seat = campaign.players.index(two)
    assert [note.key for note in told[seat].kept][:1] == ["standing_answered"]
    assert not any(note.key == "standing_answered" for note in told[1 - seat].kept)


def test_a_queued_line_that_is_not_possible_when_its_turn_comes_stops_and_tells(games: Path) -> None:
    campaign = start(games / "duel-8", limits=SEALED)
    one, two = first_and_other(campaign)
    wonders = campaign.position["view"]["draft"]
    submit(campaign, two, f"take {wonders[0]}, {wonders[1]}")
    submit(campaign, one, f"take {wonders[0]}")
    assert campaign.position["waiting"] == [two]
    with opened(campaign.folder, MODERATOR) as keeper:
        seat = campaign.players.index(two)
        assert [note.key for note in keeper.match.past.told[seat].kept] == ["orders_stopped"]
        assert not keeper.match.ahead.agendas[seat].queue
    submit(campaign, two, "any")
    play_on(campaign)
    assert verify(campaign.folder).ok


def test_secret_answers_from_standing_orders_stay_sealed(games: Path, market: str) -> None:
    campaign = start(games / "market-1", market, ("anna", "ben", "cleo"), limits=SEALED)
    asks = [f"always on {ask}: default" for ask in campaign.title.language.kinds]
    for player in campaign.players:
        # The last one still has to light lanterns: until then those of the others stay hidden.
        own = [line for line in asks if player != "cleo" or " light:" not in line]
        submit(campaign, player, "\n".join(own))
    assert campaign.position["waiting"] == ["cleo"]
    hidden = [a for e in entries_of(campaign, "served") for a in e["answers"] if "hidden" in a]
    assert {one["player"] for one in hidden} == {"anna", "ben"}
    submit(campaign, "cleo", "always on light: default")
    assert campaign.position["over"]
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message


def test_an_empty_file_withdraws_what_waits(games: Path) -> None:
    campaign = start(games / "duel-9", limits=SEALED)
    one, two = first_and_other(campaign)
    submit(campaign, two, "any\nany")
    assert submit(campaign, two, "# never mind").result == "withdrawn"
    submit(campaign, one, "any")
    assert campaign.position["waiting"] == [two]
    play_on(campaign)
    assert verify(campaign.folder).ok


def rehearsed(campaign: Campaign, player: str, orders: str) -> Rehearsal:
    hand = open_hand(campaign, player, key(player))
    return check_orders(campaign.title, campaign.players, campaign.seat(player), orders, hand.data())


def test_a_check_before_sending_says_up_to_where_it_is_certain(games: Path) -> None:
    campaign = start(games / "duel-10", options={"first_game_sets": True}, limits=SEALED)
    one, two = first_and_other(campaign)
    with opened(campaign.folder, MODERATOR) as keeper:
        (ask,) = keeper.match.playing.pending.values()
        orders = [ask.write(answer, campaign.players) for answer in ask.listed() if answer[0] == "discard"]
    found = rehearsed(campaign, one, f"# first\ntry build pantheon\n{orders[0]}\n{orders[1]}\nalways on play_card: any")
    assert [line.result for line in found.lines] == ["skipped", "legal", "reads", "kept"]
    assert [line.number for line in found.lines] == [2, 3, 4, 5]
    assert (found.certain, found.open_from, found.good) == (3, 4, True)
    wrong = rehearsed(campaign, one, f"discard pantheon\n{orders[0]}")
    assert [line.result for line in wrong.lines] == ["refused", "unused"]
    assert not wrong.good
    early = rehearsed(campaign, two, orders[0])
    assert [line.result for line in early.lines] == ["reads"]


def test_a_check_without_a_table_holds_the_first_line_against_what_is_legal(games: Path) -> None:
    campaign = start(games / "duel-11", limits=SEALED)
    one, _ = first_and_other(campaign)
    wonders = campaign.position["view"]["draft"]
    found = rehearsed(campaign, one, f"# a comment\ntake {wonders[0]}\nany")
    assert [(line.number, line.result) for line in found.lines] == [(2, "legal"), (3, "reads")]


@pytest.mark.parametrize("rule", ["play_card", "turn_up"])
def test_a_check_hides_no_fault_of_the_rules(games: Path, monkeypatch: pytest.MonkeyPatch, rule: str) -> None:
    campaign = start(games / "duel-12", options={"first_game_sets": True}, limits=SEALED)
    one, _ = first_and_other(campaign)
    hand = open_hand(campaign, one, key(one))
    assert hand.ask is not None
    orders = next(legal["order"] for legal in hand.ask["legal"] if legal["order"].startswith("discard"))
    assert rehearsed(campaign, one, orders).good

    def faulty(*_: Any) -> None:
        raise ZeroDivisionError("a fault of the rules")

    monkeypatch.setattr(import_module("pbem.titles.wonders_duel.rules.turn"), rule, faulty)
    with pytest.raises(ZeroDivisionError):
        rehearsed(campaign, one, orders)


def test_a_check_ends_where_a_rule_needs_what_is_hidden(games: Path) -> None:
    """In the draft of Empire: the own card is known, the next one of the pile is not."""
    campaign = start(games / "empire-12", "world_history", ("anna", "ben", "cleo"), limits=SEALED)
    (player,) = campaign.position["waiting"]
    found = rehearsed(campaign, player, "keep\nend")
    assert [line.result for line in found.lines] == ["legal", "reads"]
    assert found.certain == 1
    assert not rehearsed(campaign, player, f"give {player}").good


def test_a_check_of_simultaneous_answers_comes_to_an_end(games: Path, market: str) -> None:
    campaign = start(games / "market-2", market, ("anna", "ben", "cleo"), limits=SEALED)
    with opened(campaign.folder, MODERATOR) as keeper:
        while not keeper.match.playing.simultaneous:
            turn(campaign, keeper)
        keeper.publish()
    for player in campaign.players:
        orders = "\n".join(f"always on {ask}: any" for ask in campaign.title.language.kinds)
        assert rehearsed(campaign, player, f"any\n{orders}").good


def test_a_slip_is_told_with_its_own_line(games: Path) -> None:
    campaign = start(games / "duel-12", limits=SEALED)
    one, _ = first_and_other(campaign)
    receipt = submit(campaign, one, "# one\n# two\nstart me")
    assert receipt.result == "refused"
    assert [(line["number"], line["result"]) for line in receipt.lines] == [(3, "refused")]


def test_a_refused_file_leaves_what_waits_as_it_was(games: Path) -> None:
    """Also the signature of the older file must still be there when its line is used."""
    campaign = start(games / "duel-13", limits=Terms(hours=24, at_deadline="default"))
    one, two = first_and_other(campaign)
    seat = campaign.seat(two)
    wonder = campaign.position["view"]["draft"][0]
    submit(campaign, two, "build baths or any")  # too early: the draft comes first
    submit(campaign, one, f"take {wonder}")
    with opened(campaign.folder, MODERATOR) as keeper:
        match = keeper.match
        before = to_json(match.ahead.agendas), dict(match.ahead.origins)
        block = signed_block(campaign, two, f"take {wonder}, {wonder}")
        assert keeper.submit(block.encode(), now=NOW).result == "refused"
        assert (to_json(match.ahead.agendas), match.ahead.origins) == before
        assert not match.past.told[seat].kept
        while match.ahead.agendas[seat].queue:
            if seat in match.playing.pending:
                missed_deadline.default(keeper, seat, str(due(match)))
            else:
                turn(campaign, keeper)
    served = [one for entry in entries_of(campaign, "served") for one in entry["answers"] if one["player"] == two]
    assert next(one["from"] for one in served if "from" in one) == 3
    play_on(campaign)
    assert verify(campaign.folder).ok


def test_ask_holds_the_table_whatever_others_send(games: Path) -> None:
    campaign = start(games / "duel-14", limits=SEALED)
    one, two = first_and_other(campaign)
    submit(campaign, two, "ask\nany\nalways on draft_wonders: default")
    submit(campaign, one, "any")
    assert campaign.position["waiting"] == [two]
    submit(campaign, one, "always on choose_first_player: start me")
    assert campaign.position["waiting"] == [two], "neither the next line nor the standing order answers"
    submit(campaign, two, "any")
    play_on(campaign)
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message


@pytest.mark.slow
def test_a_seat_that_never_writes_is_played_by_defaults_at_deadlines(games: Path, market: str) -> None:
    for name, title, players in (
        ("silent-1", "wonders_duel", ("anna", "ben")),
        ("silent-2", "world_history", ("anna", "ben", "cleo")),
        ("silent-3", market, ("anna", "ben", "cleo")),
    ):
        campaign = start(games / name, title, players, limits=Terms(hours=24, at_deadline="default"))
        with opened(campaign.folder, MODERATOR) as keeper:
            while not keeper.match.past.ended:
                asked = [seat for seat in keeper.match.playing.pending if seat not in keeper.match.sealed.given]
                if asked[0] == 0:
                    missed_deadline.default(keeper, 0, str(due(keeper.match)))
                else:
                    turn(campaign, keeper)
            keeper.publish()
        given = [one for entry in campaign.entries() for one in entry.get("answers", ()) if one["player"] == "anna"]
        sources = {one.get("source", "default") for one in given}
        assert sources <= {"default", "forced"}
        assert "default" in sources
        assert verify(campaign.folder).ok


def test_a_run_after_the_deadline_plays_for_who_does_not_write(games: Path) -> None:
    limits = Terms(hours=24, at_deadline="default")
    campaign = start(games / "duel-15", bots={"ben": "random"}, limits=limits)
    for day in range(2, 6):
        run(campaign.folder, MODERATOR, f"2026-01-{2 * day:02}T13:00:00Z")
    assert len(entries_of(campaign, "clock")) == 4
    assert campaign.position["waiting"] == ["anna"]


def test_a_missed_deadline_is_one_for_the_whole_turn(games: Path) -> None:
    """An empire that nobody writes for expands in one run, not by a unit a deadline."""
    limits = Terms(hours=24, at_deadline="default")
    campaign = start(games / "silent-4", "world_history", ("anna", "ben", "cleo"), limits=limits)
    head = campaign.head.digest  # one for all: a later one would bring a seal, and so luck, into the dice
    for seat in campaign.players:
        submit(campaign, seat, "always on empire_card: default\nalways on choose_emblem: default", head)
    for day in range(1, 29):  # the first event of the game may ask somebody else before
        if campaign.position["asked"][0]["kind"] == "place_unit":
            break
        run(campaign.folder, MODERATOR, f"2026-02-{day:02}T12:00:00Z")
    (silent,) = campaign.position["waiting"]
    before = len(entries_of(campaign, "clock"))
    run(campaign.folder, MODERATOR, "2026-03-03T12:00:00Z")
    late = entries_of(campaign, "clock")[before:]
    assert sum(len(entry["answers"]) for entry in late) > 1
    assert {(entry["player"], entry["due"]) for entry in late} == {(silent, late[0]["due"])}
    assert len(campaign.position["view"]["players"][campaign.players.index(silent)]["points"]) == 1, "its turn is over"
    assert verify(campaign.folder).ok


def test_where_answering_is_secret_a_standing_order_waits_until_all_have_answered(games: Path, tmp_path: Path) -> None:
    together = "yield Together({seat: light(game, seat) for seat in game.sealed})"
    change = ("rules/evening.py", together, together.replace("})", "}, open=False)"))
    with toy.installed(tmp_path / "closed", "closed_market", [change]) as title:
        for attempt in range(30):  # the lot decides who is asked: until anna is, with somebody else
            campaign = start(games / f"closed-{attempt}", title.id, ("anna", "ben", "cleo"), limits=SEALED)
            kept = submit(campaign, "anna", "always on light: any")
            with opened(campaign.folder, MODERATOR) as keeper:
                while not keeper.match.playing.simultaneous:
                    turn(campaign, keeper)
                asked = set(keeper.match.playing.pending)
            if kept.result == "applied" and 0 in asked and len(asked) > 1:
                break
        with opened(campaign.folder, MODERATOR) as keeper:
            match, n = keeper.match, keeper.match.n
            assert match.playing.waiting() is None
            assert len(asked) > 1
            assert ordered_ahead.ready(match) == {0}
            assert match.due() is None
            assert not match.sealed.given, "nobody can tell who has an order for it"
            for seat in asked - {0}:
                default = match.playing.pending[seat].default()
                order = match.playing.pending[seat].write(default, campaign.players)
                block = signed_block(campaign, campaign.players[seat], order, match.head).encode()
                read = keeper.read(block, None, NOW)
                assert not isinstance(read, Receipt)
                assert keeper.take(read, NOW, open_now=True).result == "applied"
            roles = [role(entry) for entry in campaign.entries()][n + 1 :]
            assert roles[: len(asked) - 1] == ["move"] * (len(asked) - 1)
