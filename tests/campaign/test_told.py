"""What the owner of an earlier file learns of its lines when they are used later; nobody else learns anything."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from pbem.campaign.agreement.genesis import Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.player.player_view import open_hand
from pbem.campaign.running import late
from pbem.campaign.running.create import opened
from pbem.orders.check import check_orders
from pbem.table import Note
from pbem.table.saying import note_text

from .kit import MODERATOR, entries_of, files, key, role, start, submit
from .test_ahead import SEALED, first_and_other
from .test_leaks import sealed_alike

__all__ = ["sealed_alike"]
NEVER = "if coins > 100: build baths"


def duel(folder: Path, language: str = "en") -> Campaign:
    return start(folder, options={"first_game_sets": True}, limits=SEALED, language=language)


def told(campaign: Campaign, player: str) -> list[Note]:
    with opened(campaign.folder, MODERATOR) as keeper:
        return list(keeper.match.past.told[campaign.seat(player)].kept)


def keys(campaign: Campaign, player: str) -> list[str]:
    return [note.key for note in told(campaign, player)]


def test_what_became_of_each_line_of_an_earlier_file(games: Path) -> None:
    campaign = duel(games / "told-1")
    one, two = first_and_other(campaign)
    early = submit(campaign, two, f"{NEVER}\ntry build pantheon\ntoken law\ndiscard pantheon or any\nask")
    assert {line["result"] for line in early.lines} == {"queued"}
    assert keys(campaign, two) == []
    submit(campaign, one, "any")
    notes = told(campaign, two)
    assert [(note.key, note.values["line"]) for note in notes] == [
        ("dropped_condition_false", NEVER),
        ("dropped_try_not_legal", "try build pantheon"),
        ("dropped_line_not_needed", "token law"),
        ("file_answered", "discard pantheon or any"),
    ]
    (served,) = entries_of(campaign, "served")
    assert notes[-1].values["order"] == served["answers"][0]["order"]
    assert all(note.seen_by == (campaign.seat(two),) for note in notes)
    submit(campaign, one, "any")
    assert keys(campaign, two)[4:] == ["orders_wait"]
    assert keys(campaign, one) == [], "the other one is told nothing"


def test_a_file_that_answers_nothing_when_its_time_comes_is_told_too(games: Path, private: Path) -> None:
    """No entry speaks of it; the sealed hand does, and the moderator without a checkpoint comes to the same."""
    campaign = duel(games / "told-2")
    one, two = first_and_other(campaign)
    submit(campaign, two, NEVER)
    submit(campaign, one, "any")
    assert [role(entry) for entry in campaign.entries()][-2:] == ["move", "move"]
    assert keys(campaign, two) == ["dropped_condition_false"]
    hand = open_hand(campaign, two, key(two))
    assert [note["key"] for note in hand.told] == ["dropped_condition_false"]
    assert NEVER in hand.text, "whoever opens the hand with plain age reads it"
    shutil.rmtree(private / "games")
    assert keys(campaign, two) == ["dropped_condition_false"]


def test_a_standing_order_whose_time_has_passed_is_told_once(games: Path) -> None:
    campaign = duel(games / "told-3")
    one, two = first_and_other(campaign)
    submit(campaign, two, "# only now\nuntil turn 1 on play_card: default")
    submit(campaign, one, "any")
    with opened(campaign.folder, MODERATOR) as keeper:
        assert keeper.match.playing.state.turn > 1
    assert keys(campaign, two) == ["dropped_standing_expired"]
    receipt = submit(campaign, two, "if coins > 0: any\ndiscard pantheon or default")
    assert keys(campaign, two) == ["dropped_standing_expired"]
    assert [line["result"] for line in receipt.lines] == ["done", "queued"]


def test_lines_of_an_older_file_are_not_taken_for_those_of_the_new_one(games: Path) -> None:
    """An expired standing order that was line 2 of its file says nothing about line 2 of the next."""
    campaign = duel(games / "told-4")
    one, two = first_and_other(campaign)
    submit(campaign, one, "any\nuntil turn 1 on play_card if coins > 100: any\nalways on play_card: default")
    submit(campaign, two, "any")
    assert "dropped_standing_expired" in keys(campaign, one)
    with opened(campaign.folder, MODERATOR) as keeper:
        turns = keeper.match.playing.state.turn
    waiting = campaign.position["waiting"]
    assert waiting == [two], turns
    receipt = submit(campaign, two, f"any\n{NEVER}\nbuild baths or any")
    assert [line["result"] for line in receipt.lines][:1] == ["done"]


def test_where_orders_stop_the_rule_is_named(games: Path) -> None:
    campaign = duel(games / "told-5", language="de")
    one, two = first_and_other(campaign)
    submit(campaign, two, "build pantheon")
    submit(campaign, one, "any")
    (note,) = told(campaign, two)
    assert note.key == "orders_stopped"
    assert note.values["rule"].startswith("WD-")
    said = note_text(note, campaign.words())
    why = "Die Karte Pantheon liegt nicht offen in der Auslage."
    waits = "Auch deine Daueraufträge antworten darauf nicht; der Tisch wartet auf dich."
    assert said == f"Deine Befehle hielten an der Zeile `build pantheon` an. {why} ({note.values['rule']}) {waits}"
    older = Note(note.key, {"line": "build pantheon", "rule": "WD-LA-3"})
    assert note_text(older, campaign.words()).endswith(f"`build pantheon` an, die nicht möglich war. (WD-LA-3) {waits}")


def test_nothing_of_it_shows_to_others(
    games: Path, private: Path, sealed_alike: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two worlds that differ in lines which are dropped: but for the names of files every public byte is the same."""
    campaign = duel(games / "told-6")
    one, two = first_and_other(campaign)
    shutil.copytree(games, games.with_name("kept"))
    shutil.copytree(private, private.with_name("twin"))
    seen: list[dict[str, bytes]] = []
    for early in (f"{NEVER}\ntry build pantheon\ntoken law\nany", "any"):
        submit(campaign, two, early)
        submit(campaign, one, "any")
        assert len(keys(campaign, two)) == (4 if NEVER in early else 1)
        seen.append(files(campaign.folder))
        shutil.rmtree(games)
        shutil.copytree(games.with_name("kept"), games)
        monkeypatch.setenv("PBEM_KEYS", str(private.with_name("twin")))
    first, second = seen
    assert sorted(len(data) for data in first.values()) == sorted(len(data) for data in second.values())
    entries = [[json.loads(line) for line in world["ledger.jsonl"].splitlines()] for world in seen]
    assert two in {one["player"] for one in entries[0][-1]["answers"]}
    for left, right in zip(*entries, strict=True):
        differ = {name for name in left if left[name] != right[name]}
        assert differ <= {"file", "sig", "prev"}, differ
        if "file" in differ:
            assert {name for name in left["file"] if left["file"][name] != right["file"][name]} == {"digest"}
    shown = [json.loads(world["position.json"]) for world in seen]
    assert {name for name in shown[0] if shown[0][name] != shown[1][name]} == {"head"}
    assert first[f"sealed/{one}.age"] == second[f"sealed/{one}.age"]
    assert len(first[f"sealed/{two}.age"]) == len(second[f"sealed/{two}.age"])


def test_a_deadline_does_not_hide_what_became_of_a_line(games: Path) -> None:
    campaign = start(games / "told-7", options={"first_game_sets": True}, limits=Terms(24, "default", "sealed"))
    one, two = first_and_other(campaign)
    submit(campaign, two, NEVER)
    with opened(campaign.folder, MODERATOR) as keeper:
        late.default(keeper, campaign.seat(one), "2026-01-03T12:00:00Z")
    assert keys(campaign, two) == ["dropped_condition_false"]


def test_a_whole_first_file_of_a_turn_can_be_rehearsed(games: Path) -> None:
    """The realm is not founded yet when the file is written; the check sees up to the first die or other player."""
    campaign = start(games / "world-1", "world_history", ("anna", "ben", "cleo"), limits=SEALED)
    for player in campaign.players:
        submit(campaign, player, "always on empire_card: default")
    for _ in range(12):  # until nothing but the emblem comes before the units
        (active,) = campaign.position["waiting"]
        if campaign.position["asked"][0]["kind"] == "choose_emblem":
            break
        submit(campaign, active, "default")
    hand = open_hand(campaign, active, key(active))
    found = check_orders(
        campaign.title, campaign.players, campaign.seat(active), "emblem any\nattack the_south\nend", hand.data()
    )
    assert found.lines[0].result == "legal"
    assert found.lines[0].order != "emblem any", "it is worked out, not only read"
