"""Finished games as records: every position of the pages can be come to again, stepped through, and gone on from."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tables import MODERATOR, duel

from pbem import titles
from pbem.browser.calls import Engine
from pbem.browser.replayed import Record, Replay
from pbem.campaign.campaign import Campaign
from pbem.pages.from_campaign import tell
from pbem.pages.played_record import PlayedRecord
from pbem.sitting import saved_game
from pbem.table import Table
from pbem.table.imagine import Outlook
from pbem.titles.editions import played_by

ROOT = Path(__file__).parents[2] / "games"
GAMES = ("duel-showcase", "reason-showcase", "ages-showcase", "seven-showcase")


def record_of(name: str) -> tuple[PlayedRecord, dict[str, Any]]:
    """The record of a showcase, and what its pages have of it."""
    story = tell(ROOT / name, None)
    record = story.record()
    assert record is not None
    told = {
        "rules": played_by(story.title, None),
        "handles": list(story.handles),
        "names": list(story.players),
        "options": dict(story.options),
        "fixes": story.fixes,
        **record.data(),
    }
    return record, json.loads(json.dumps(told))


def asked(engine: Engine, name: str, **given: Any) -> Any:
    answer = json.loads(engine.answered(name, json.dumps(given)))
    assert "value" in answer, answer
    return answer["value"]


@pytest.mark.parametrize("name", GAMES)
def test_each_entry_comes_to_the_position_of_its_page(name: str) -> None:
    campaign = Campaign.open(ROOT / name)
    record, told = record_of(name)
    views = {}
    for match, entry, _deed in campaign.replay():
        if match.table is not None:
            views[entry["n"]] = match.table.view(None)
    rebuilt = Record(titles.load(campaign.title.id), told)
    numbers = sorted(record.places)
    acts = 0
    for before, n in list(pairwise(numbers))[:: max(1, len(numbers) // 12)]:
        replay = Replay(rebuilt, record.places[before], record.places[n], "en", "")
        assert replay.views[0] == views[before], f"entry {before}"
        assert replay.views[-1] == views[n], f"entry {n}"
        assert len(replay.views) == len(replay.acts) + 1
        acts += len(replay.acts)
        if replay.acts:
            assert "<" in replay.board(len(replay.acts))
    assert acts > 10


def acts_of(name: str) -> list[dict[str, Any]]:
    record, told = record_of(name)
    places = sorted(set(record.places.values()))
    engine = Engine(Campaign.open(ROOT / name).title.id)
    found: list[dict[str, Any]] = asked(engine, "replay", record=told, first=places[0], last=places[-1], language="en")
    assert [one["place"] for one in found] == sorted(one["place"] for one in found)
    return found


def test_attacks_are_aimed_at_their_region_and_have_their_dice() -> None:
    acts = acts_of("reason-showcase")
    attacks = [arrow for one in acts for arrow in one["arrows"] if arrow["to"] and arrow["to"][0]["slot"] == "region"]
    assert attacks
    thrown = [one for one in acts if one["dice"]]
    assert len(thrown) > 20
    assert all(1 <= die <= 6 for one in thrown for dice in one["dice"] for die in dice)
    assert any('class="die' in line for one in thrown for line in one["text"])


def test_what_goes_from_one_place_to_another_has_an_arrow_between_them() -> None:
    moved = [arrow for one in acts_of("ages-showcase") for arrow in one["arrows"] if arrow["from"]]
    assert moved
    assert all(arrow["to"] and arrow["to"] != arrow["from"] for arrow in moved)


@pytest.mark.parametrize("name", GAMES)
def test_any_position_can_be_gone_on_from_and_is_saved_as_pbem_play_saves(name: str) -> None:
    record, told = record_of(name)
    title = tell(ROOT / name, None).title.id
    engine = Engine(title)
    for place in sorted(set(record.places.values()))[2:-1:9]:
        begun = asked(engine, "begin_from", record=told, place=place, language="en")
        at_start = asked(engine, "digest")
        assert begun["surface"]["over"] is None
        assert not begun["surface"]["undo"], "what was played in the other game cannot be taken back here"
        for _step in range(4):
            if begun["goes_on"]:
                begun = asked(engine, "next")
        if begun["surface"]["ask"]:
            asked(engine, "order", text=begun["surface"]["ask"]["legal"][0]["order"])
        now = asked(engine, "digest")
        assert now != at_start
        saved = asked(engine, "saved")["text"]
        sitting, language = saved_game.parsed(saved.encode())
        assert sitting.table.digest() == now
        assert language == "en"
        asked(engine, "restore", saved=saved)
        assert asked(engine, "digest") == now


def test_a_damaged_start_is_a_damaged_file() -> None:
    _, told = record_of("duel-showcase")
    engine = Engine("wonders_duel")
    asked(engine, "begin_from", record=told, place=30, language="en")
    data = json.loads(asked(engine, "saved")["text"])
    assert data["format"] == 2
    whole = data["start"]
    assert saved_game.parsed(json.dumps(data).encode())
    others = {"players": ["ada", "eve"]}, {"inputs": [{"drawn": [1]}]}, {"state": {}}, {"title": "world_history"}
    wrong = ({}, "x", *({**whole, **other} for other in others))
    for start in wrong:
        with pytest.raises(saved_game.BadSavedGame) as bad:
            saved_game.parsed(json.dumps({**data, "start": start}).encode())
        assert bad.value.key == "saved_damaged", start


def test_a_game_of_other_rules_is_refused() -> None:
    _, told = record_of("duel-showcase")
    answer = Engine("wonders_duel").answered(
        "replay",
        json.dumps({"record": {**told, "rules": "wonders_duel 0 0"}, "first": 20, "last": 21, "language": "en"}),
    )
    assert json.loads(answer)["fault"]["kind"] == "rules"


@pytest.mark.parametrize("title", titles.ours())
def test_a_running_game_can_be_tried_in_a_world_as_it_may_be(title: str) -> None:
    loaded = titles.load(title)
    handles = ("anna", "ben", "carla", "dan")[: min(loaded.seats)]
    chance = random.Random(4).randrange
    table = Table(loaded, handles, below=chance)
    engine, tried = Engine(title), 0
    for n in range(60):
        for seat, ask in list(table.unanswered.items()):
            table.answer(seat, ask.sample(chance))
        if n % 12 or table.over:
            continue
        outlook = json.dumps(Outlook.of(table, None).data())
        told = {"rules": played_by(loaded, None), "handles": handles, "names": handles, "options": table.state.options}
        record = {**told, "fixes": table.state.fixes, "outlook": outlook}
        begun = asked(engine, "begin_from", record=record, language="en")
        assert engine.game.sitting.table.view(None) == table.view(None)
        assert begun["surface"]["over"] is None
        asked(engine, "next")
        saved = asked(engine, "saved")["text"]
        assert saved_game.parsed(saved.encode())[0].table.digest() == asked(engine, "digest")
        tried += 1
    assert tried >= 3


def test_where_no_world_fits_it_says_so() -> None:
    _, told = record_of("duel-showcase")
    table = Table(titles.load("wonders_duel"), ("anna", "ben"), below=random.Random(1).randrange)
    outlook = json.loads(json.dumps(Outlook.of(table, None).data()))
    outlook["asked"] = []
    given = {"record": {**told, "handles": ("anna", "ben"), "outlook": json.dumps(outlook)}, "language": "en"}
    fault = json.loads(Engine("wonders_duel").answered("begin_from", json.dumps(given)))["fault"]
    assert fault["kind"] == "world"
    assert "was not found" in fault["text"]


def test_pages_of_a_running_game_have_what_everybody_sees_and_no_more(keys: Path) -> None:
    playing = duel(keys / "games")
    playing.play(9)
    story = playing.story()
    assert story.record() is None
    assert story.outlook() is None, "before its moments were told"
    assert list(story.moments(-1))
    outlook = story.outlook()
    *_, (match, _entry, _deed) = Campaign.open(playing.folder, MODERATOR).replay()
    assert match.table is not None
    assert outlook == Outlook.of(match.table, None).data()
    assert "seed" not in json.dumps(outlook)
