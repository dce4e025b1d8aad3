"""Empire with the house rule `blind_turns`, through whole campaigns: one file an epoch, and nothing to wait for."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.campaign.agreement.genesis import Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.ledger.verify import verify
from pbem.campaign.player.player_view import open_hand
from pbem.campaign.running.create import opened
from pbem.campaign.running.run import run
from pbem.orders.check import check_orders

from .kit import MODERATOR, again, entries_of, key, signed_block, start, submit, turn

THREE = ("anna", "ben", "cleo")
BLIND = {"blind_turns": True}
SEALED = Terms(files="sealed")
DRAFT = "always on empire_card: default"
TURN = "ready\nemblem lion or emblem bear or any\narmy levant or attack levant until won\narmy wei\n"


def after_the_draft(folder: Path, limits: Terms = SEALED) -> Campaign:
    """All have a card by standing orders, and all are asked for their turn."""
    campaign = start(folder, "world_history", THREE, BLIND, limits=limits)
    for handle in THREE:
        assert submit(campaign, handle, DRAFT).result == "applied"
    assert sorted(campaign.position["waiting"]) == list(THREE)
    return campaign


@pytest.mark.slow
def test_a_whole_game_is_one_file_an_epoch(games: Path) -> None:
    campaign = after_the_draft(games / "blind-1")
    before = len(entries_of(campaign, "move"))
    for epoch in range(1, 8):
        assert (campaign.position["view"]["epoch"], campaign.position["view"]["number"]) == (epoch, 0)
        for handle in THREE:
            assert submit(campaign, handle, TURN).result == "applied"
    assert campaign.position["over"]
    assert len(entries_of(campaign, "move")) == before + 7 * len(THREE)
    assert not entries_of(campaign, "clock")
    sources = {one.get("source", "default") for entry in entries_of(campaign, "served") for one in entry["answers"]}
    assert sources >= {"file", "standing", "default"}
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message
    assert verdict.over


@pytest.mark.slow
def test_the_epoch_is_played_at_once_when_the_last_file_has_come(games: Path) -> None:
    """So nobody can write a turn after having seen an event or the turn of another."""
    campaign = after_the_draft(games / "blind-2")
    submit(campaign, "anna", TURN)
    submit(campaign, "ben", TURN)
    assert campaign.position["waiting"] == ["cleo"]
    assert campaign.position["view"]["turn"] is None
    shown = str(list(entries_of(campaign, "move"))[-2:])
    assert "levant" not in shown, "the plans stay sealed"
    submit(campaign, "cleo", TURN)
    assert (campaign.position["view"]["epoch"], campaign.position["view"]["number"]) == (2, 0)
    assert [len(one["points"]) for one in campaign.position["view"]["players"]] == [1, 1, 1]
    with opened(campaign.folder, MODERATOR) as keeper:
        assert not any(ask.ahead for ask in keeper.match.playing.pending.values())


def test_a_seat_with_nothing_but_ready_is_played_by_the_defaults(games: Path) -> None:
    campaign = start(games / "blind-9", "world_history", THREE, BLIND, limits=SEALED)
    with opened(campaign.folder, MODERATOR) as keeper:
        while not keeper.match.playing.simultaneous:
            turn(campaign, keeper)
        for handle in THREE:
            assert (
                keeper.submit(signed_block(campaign, handle, "ready", keeper.match.head).encode()).result == "applied"
            )
        assert keeper.match.playing.state.epoch == 2
        keeper.publish()
    sources = {one.get("source", "default") for entry in entries_of(campaign, "served") for one in entry["answers"]}
    assert sources <= {"default", "forced"}


@pytest.mark.slow
def test_a_newer_file_counts_until_the_last_one_has_come(games: Path) -> None:
    campaign = after_the_draft(games / "blind-3")
    submit(campaign, "anna", "ready\nend")
    submit(campaign, "anna", "ready\nemblem eagle\nend")
    for handle in ("ben", "cleo"):
        submit(campaign, handle, "ready")
    chosen = [
        one["order"]
        for entry in entries_of(campaign, "served")
        for one in entry["answers"]
        if (one["player"], one["ask"]) == ("anna", "choose_emblem")
    ]
    assert chosen == ["emblem eagle"]


@pytest.mark.slow
def test_a_player_is_told_what_was_not_possible(games: Path) -> None:
    campaign = after_the_draft(games / "blind-4")
    submit(campaign, "anna", "ready\narmy patagonia\nend")
    for handle in ("ben", "cleo"):
        submit(campaign, handle, "ready")
    assert "'key': 'dropped_try_not_legal', 'values': {'player': 0, 'line': 'army patagonia'}" in str(
        open_hand(campaign, "anna", key("anna")).told
    )
    assert "patagonia" not in str(list(campaign.entries())), "and nobody else is"


def test_a_file_without_ready_is_refused_with_what_is_asked(games: Path) -> None:
    campaign = after_the_draft(games / "blind-5")
    receipt = submit(campaign, "anna", "emblem lion\narmy levant")
    assert receipt.result == "refused"
    assert "ready" in receipt.text("en")


def test_the_check_before_sending_knows_the_first_line(games: Path) -> None:
    campaign = after_the_draft(games / "blind-6")
    hand = open_hand(campaign, "anna", key("anna")).data()
    checked = check_orders(campaign.title, THREE, 0, TURN, hand)
    assert checked.good
    assert [one.result for one in checked.lines] == ["legal", "reads", "reads", "reads"]


@pytest.mark.slow
def test_who_misses_the_deadline_is_played_by_the_defaults(games: Path) -> None:
    campaign = after_the_draft(games / "blind-7", Terms(hours=24, at_deadline="default", files="sealed"))
    submit(campaign, "anna", TURN)
    submit(campaign, "ben", TURN)
    run(campaign.folder, MODERATOR, "2026-01-09T12:00:00Z")
    (clock,) = entries_of(campaign, "clock")
    assert (clock["player"], clock["answers"][0]["ask"]) == ("cleo", "blind_turn")
    assert campaign.position["view"]["epoch"] == 2
    played = [
        one["source"]
        for entry in entries_of(campaign, "served")
        for one in entry["answers"]
        if one["player"] == "cleo" and one["ask"] == "place_unit"
    ]
    assert "default" in played
    assert set(played) <= {"default", "forced"}


@pytest.mark.slow
def test_bots_play_it_too(games: Path) -> None:
    campaign = start(games / "blind-8", "world_history", THREE, BLIND, bots=dict.fromkeys(THREE, "bot"))
    again(campaign)
    assert campaign.position["over"]
    turns = [entry for entry in entries_of(campaign, "move") if entry["answers"][0]["ask"] == "blind_turn"]
    assert len(turns) == 7 * len(THREE)
    assert verify(campaign.folder).ok
