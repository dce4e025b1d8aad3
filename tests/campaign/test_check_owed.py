"""What the check says of lines that are not reached, of files that answer nothing, and of words nobody knows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pbem import titles
from pbem.campaign.campaign import Campaign
from pbem.campaign.player.player_view import open_hand
from pbem.orders.agenda import Agenda
from pbem.orders.check import Rehearsal, check_orders
from pbem.sitting.sitting import Sitting
from pbem.table import Refused
from pbem.table.imagine import Outlook
from pbem.table.state_json import to_json

from .kit import key, start, submit


def results(found: Rehearsal) -> list[str]:
    return [one.result for one in found.lines]


def checked(campaign: Campaign, active: str, orders: str) -> Rehearsal:
    hand = open_hand(campaign, active, key(active))
    return check_orders(campaign.title, campaign.players, campaign.seat(active), orders, hand.data())


@pytest.fixture
def duel(games: Path) -> tuple[Campaign, str]:
    """A duel in which somebody is to play a card."""
    campaign = start(games / "owed-1", options={"first_game_sets": True})
    (active,) = campaign.position["waiting"]
    return campaign, active


def test_a_line_for_a_choice_that_has_not_come_up_is_no_answer(duel: tuple[Campaign, str]) -> None:
    campaign, active = duel
    found = checked(campaign, active, "token law")
    assert results(found) == ["refused"]
    told = found.lines[0].refused
    assert told is not None
    assert (told.key, told.values["asked"], told.values["other"]) == ("not_asked_now", "play_card", "choose_progress")
    assert told.legal
    assert found.owed == "play_card"
    receipt = submit(campaign, active, "token law")
    assert receipt.result == "refused"
    below = checked(campaign, active, "any\ntoken law")
    assert below.good
    assert below.answers


def test_a_file_that_only_looks_ahead_says_what_is_owed(duel: tuple[Campaign, str]) -> None:
    campaign, active = duel
    for orders in ("always on choose_progress: token law or any", "clear standing"):
        found = checked(campaign, active, orders)
        assert (found.good, found.answers, found.owed) == (True, False, "play_card")
    assert checked(campaign, active, "always on play_card: any").answers
    assert checked(campaign, active, "ask").answers
    (other,) = {*campaign.players} - {active}
    early = checked(campaign, other, "any")
    assert (results(early), early.answers, early.open_from) == (["reads"], None, 1)


def test_lines_below_a_stop_are_not_called_uncertain(duel: tuple[Campaign, str]) -> None:
    campaign, active = duel
    found = checked(campaign, active, "build pantheon\nany")
    assert results(found) == ["refused", "unused"]
    assert found.open_from is None
    found = checked(campaign, active, "ask\nany")
    assert results(found) == ["legal", "unused"]


def test_an_unknown_verb_is_told_what_is_legal(duel: tuple[Campaign, str]) -> None:
    campaign, active = duel
    for orders, word in (("bild baths", "verb_unknown"), ("build batsh", "word_unknown")):
        (line,) = checked(campaign, active, orders).lines
        assert line.refused is not None
        assert line.refused.key == word
        assert line.refused.near
        assert line.refused.rule == "WD-TN-2"
        assert len(line.refused.legal) == 12
        receipt = submit(campaign, active, orders)
        assert receipt.lines[0]["refused"]["legal"] == list(line.refused.legal)
        assert receipt.lines[0]["refused"]["rule"] == line.refused.rule
    (line,) = checked(campaign, active, "if gold > 3: build baths").lines
    assert line.refused is not None
    assert line.refused.key == "fact_unknown"
    assert line.refused.legal == ()


def test_where_the_position_cannot_be_rehearsed_the_list_still_comes(games: Path) -> None:
    """In the middle of a draft the hand does not say how it began: the legal orders most like the refused one."""
    campaign = start(games / "owed-2")
    for _ in range(2):
        (active,) = campaign.position["waiting"]
        submit(campaign, active, "any")
    (active,) = campaign.position["waiting"]
    for orders in ("take pyramids", "tak"):
        (line,) = checked(campaign, active, orders).lines
        if line.refused is not None:
            assert line.refused.rule
            assert line.refused.legal


def test_the_turn_of_a_small_empire_is_refused_with_the_reasons_of_the_table() -> None:
    """It is played in the middle of a phase, which a hand does not show from its start."""
    title = titles.load("world_history")
    for seed in range(20):
        game = Sitting(title, ("anna", "ben", "carl"), (0,), {}, seed)
        for _ in range(60):
            game.go_on()
            if game.asked is None:
                break
            table = game.table
            small = (
                table.pending[0].kind.id == "place_unit" and table.state.now.empire not in title.module("cards").EMPIRES
            )
            if small:
                with pytest.raises(Refused) as refused:
                    table.pending[0].parse("army patagonia", table.players)
                hand = {**Outlook.of(table, 0).data(), "ordered": to_json(Agenda())}
                (line,) = check_orders(title, table.players, 0, "army patagonia", from_text(hand)).lines
                assert line.refused is not None
                assert line.refused.data() == refused.value.data()
                return
            game.submit(0, "any")
    pytest.fail("no small empire came up")


def test_a_line_that_answers_several_times_tells_each_of_its_answers() -> None:
    """`army a x2, b x9` with three units left: everybody sees that b gets one."""
    title = titles.load("world_history")
    game = Sitting(title, ("anna", "ben", "carl"), (0,), {}, 1)
    for _ in range(20):
        game.go_on()
        table = game.table
        if table.pending[0].kind.id == "place_unit":
            break
        game.submit(0, "any")
    units = sum(part.units for part in table.state.now.parts)
    (land,) = {one for one, here in table.state.lands.items() if here.owner == 0}
    assert table.state.lands[land].armies == 1
    assert units > 2
    hand = {**Outlook.of(table, 0).data(), "ordered": to_json(Agenda())}
    (line,) = check_orders(title, table.players, 0, f"army {land} x2", from_text(hand)).lines
    assert (line.result, line.order) == ("legal", f"army {land} (×2)")
    (line,) = game.submit(0, f"army {land} x2")
    assert line.order == f"army {land} (×2)"


def test_an_end_that_the_table_gives_by_itself_is_certain() -> None:
    """The last unit ends the expansion, whatever comes after it: the `end` below it depends on nothing."""
    title = titles.load("world_history")
    for seed in (4, 6, 8, 9):  # somebody draws an event next, which the player cannot see
        game = Sitting(title, ("anna", "ben", "carl"), (0,), {}, seed)
        game.go_on()
        while game.table.pending[0].kind.id != "place_unit":
            game.submit(0, "any")
            game.go_on()
        table = game.table
        units = sum(part.units for part in table.state.now.parts)
        hand = {**Outlook.of(table, 0).data(), "ordered": to_json(Agenda())}
        found = check_orders(title, table.players, 0, "any\n" * units + "end", from_text(hand))
        assert results(found) == ["legal"] * (units + 1)
        assert found.open_from is None


def from_text(data: object) -> Any:
    """The data as it comes out of a sealed hand."""
    return json.loads(json.dumps(to_json(data)))
