"""Seats that the machine plays: they write whole files, from what their seat may see."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pbem import titles
from pbem.campaign.campaign import Campaign
from pbem.campaign.ledger.verify import verify
from pbem.orders.foresight import foreseen, whole_file
from pbem.table import Table
from pbem.table.state_json import from_json, to_json
from pbem.trials.simulate import source
from pbem.trials.twins import exchange

from .kit import again, start

FOUR = ("anna", "ben", "cleo", "dora")


def by_kind(campaign: Campaign, kind: str) -> list[dict[str, Any]]:
    return [entry for entry in campaign.entries() if entry["kind"] == kind]


@pytest.mark.slow
@pytest.mark.parametrize(("ident", "entries"), [("age_of_reason", 450), ("world_history", 200)])
def test_four_bots_need_few_files_for_a_whole_game(games: Path, ident: str, entries: int) -> None:
    campaign = start(games / "empire-1", ident, FOUR, bots=dict.fromkeys(FOUR, "bot"))
    again(campaign)
    moves = by_kind(campaign, "move")
    answers = sum(len(entry["answers"]) for entry in campaign.entries() if "answers" in entry)
    assert campaign.position["over"]
    assert len(moves) * 4 < answers, "a file answers several asks"
    assert campaign.head.n < entries
    verdict = verify(campaign.folder)
    assert verdict.ok, verdict.message


def test_a_bot_sends_its_standing_orders_once(games: Path) -> None:
    campaign = start(games / "duel-1", bots={"anna": "bot", "ben": "bot"})
    again(campaign)
    end = by_kind(campaign, "end")[0]
    opened = [str(one["payload"]) for one in end["opens"]]
    shown = [str(entry["file"].get("payload", "")) for entry in by_kind(campaign, "move")]
    for handle in campaign.players:
        signed = [one for one in (*opened, *shown) if f"player: {handle}\n" in one]
        assert sum("always on choose_progress" in one for one in signed) == 1


def test_random_bots_end_a_game_that_verifies(games: Path) -> None:
    campaign = start(games / "duel-1", bots={"anna": "random", "ben": "random"})
    again(campaign)
    assert campaign.position["over"]
    assert verify(campaign.folder).ok


@pytest.mark.parametrize(
    ("ident", "seats"),
    [
        ("wonders_duel", 2),
        *(pytest.param(one, 4, marks=pytest.mark.slow) for one in ("age_of_reason", "world_history")),
    ],
)
def test_a_file_is_the_same_whatever_lies_hidden(ident: str, seats: int) -> None:
    """In worlds that differ only in what a seat may not see, its bot writes the same lines."""
    title = titles.load(ident)
    bot = title.module("bot")
    pick = source("worlds")
    table = Table(title, FOUR[:seats], below=source("chance"))
    compared = 0
    for _ in range(200):
        if table.over:
            break
        seat = next(seat for seat in table.pending if seat not in table.given)
        saved = json.loads(json.dumps({**table.save(), "inputs": [], "given": []}))
        worlds = [Table.load(title, saved, source("same"))]
        state = from_json(type(table.state), saved["state"])
        if exchange(state, seat, pick):
            worlds.append(Table.load(title, {**saved, "state": to_json(state)}, source("same")))
        # What comes up at once after the last checkpoint may be seen by right, and differ.
        seen = [(seat in world.pending, world.view(seat), world.asked(seat)) for world in worlds]
        if len(worlds) == 2 and seen[0][0] and seen[0] == seen[1]:
            one, other = ([*whole_file(bot, w, seat, True), *foreseen(w, seat, bot.answer)] for w in worlds)
            assert one == other
            compared += 1
        table.answer(seat, bot.answer(table.seen(seat), table.pending[seat], seat))
    assert compared >= 10
