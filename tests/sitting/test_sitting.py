"""A game in one process: people by orders, bots by themselves; undo up to the barrier; saved games."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pbem import titles
from pbem.cli.app import app
from pbem.cli.exits import Exit
from pbem.orders.errors import BadOrders
from pbem.sitting import saved_game
from pbem.sitting.saved_game import BadSavedGame
from pbem.sitting.sitting import Sitting
from pbem.table import CannotUndo
from pbem.table.state_json import to_json

NAMES = ("anna", "ben", "carla", "dan", "eva", "fred", "gina")


def sitting(title: str, people: tuple[int, ...] = (0,), seed: int = 3, players: int | None = None) -> Sitting:
    loaded = titles.load(title)
    made = Sitting(loaded, NAMES[: players or min(loaded.seats)], people, {}, seed)
    made.go_on()
    return made


def legal(game: Sitting) -> list[str]:
    seat = game.asked
    assert seat is not None
    ask = game.table.pending[seat]
    return [ask.write(one, game.handles) for one in ask.listed(300)]


def play(game: Sitting, orders: int, seed: int = 1) -> None:
    """So many random legal orders of the people at the table."""
    picks = random.Random(seed)
    for _ in range(orders):
        if game.asked is None:
            return
        order = picks.choice(legal(game))
        (line,) = game.submit(game.asked, order)
        assert line.result == "legal", (order, line)
        game.go_on()


@pytest.mark.parametrize("title", titles.ids())
def test_the_same_seed_and_orders_give_the_same_game(title: str) -> None:
    games = [sitting(title), sitting(title), sitting(title, seed=4)]
    for game in games:
        play(game, 25)
    assert games[0].given == games[1].given
    assert games[0].table.digest() == games[1].table.digest()
    assert games[2].table.digest() != games[0].table.digest()


@pytest.mark.parametrize("title", titles.ids())
def test_a_saved_game_goes_on_as_if_nothing_had_been(title: str, tmp_path: Path) -> None:
    whole, other = sitting(title), sitting(title)
    play(whole, 15)
    play(other, 15)
    path = tmp_path / "game.json"
    path.write_bytes(saved_game.written(other, "de"))
    again, language = saved_game.read(path)
    again.go_on()
    assert language == "de"
    assert again.table.digest() == whole.table.digest()
    assert [note.data() for note in again.notes] == [note.data() for note in whole.notes]
    if whole.has_bot:  # random answers of other seats are drawn anew
        play(whole, 15, seed=2)
        play(again, 15, seed=2)
        assert again.given == whole.given
        assert again.table.digest() == whole.table.digest()


def test_people_see_what_concerns_them_alone() -> None:
    game = sitting("world_history", people=(0, 1), seed=5)
    drawn = game.asked
    assert drawn in (0, 1)
    assert drawn is not None
    told = [[note.key for note in game.told(seat)] for seat in (drawn, 1 - drawn, None)]
    assert len(told[0]) > len(told[1]) == len(told[2])


def test_undo_goes_back_to_the_same_position_and_question() -> None:
    game = sitting("world_history", seed=5)
    for _ in range(40):
        before, asked, notes = game.table.digest(), legal(game), len(game.notes)
        barrier = game.table.barrier
        (line,) = game.submit(0, asked[0])
        game.go_on()
        if game.table.barrier == barrier and game.asked == 0:
            taken = game.undo(0)
            assert taken == line.order
            assert (game.table.digest(), legal(game), len(game.notes)) == (before, asked, notes)
            return
    pytest.fail("no answer that could be taken back")


def test_undo_takes_back_the_answers_of_bots_that_came_after() -> None:
    """In the duel Ben answers a choice of wonders, and nothing is turned up by it."""
    game = sitting("wonders_duel", seed=3)
    before = game.table.digest()
    game.submit(0, "take sphinx")
    game.go_on()
    assert len(game.given) > 1
    if game.table.barrier > game.given[0].place:
        with pytest.raises(CannotUndo):
            game.undo(0)
    else:
        assert game.undo(0) == "take sphinx"
        assert game.table.digest() == before


def test_undo_stops_at_dice_and_at_the_answers_of_other_people() -> None:
    game = sitting("wonders_duel", people=(0, 1), seed=3)
    with pytest.raises(CannotUndo):
        game.undo(0)
    first = game.asked
    assert first is not None
    game.submit(first, "any")
    game.go_on()
    other = game.asked
    assert other not in (None, first)
    assert other is not None
    with pytest.raises(CannotUndo):
        game.undo(other)
    game.undo(first)
    assert game.asked == first


def test_several_lines_are_one_file_and_what_is_not_needed_yet_waits() -> None:
    game = sitting("world_history", seed=5)
    while game.table.pending[0].kind.id != "place_unit":
        game.submit(0, "any")
        game.go_on()
    lines = game.submit(0, "army any\ntry attack mongolia\narmy any\nalways on empire_card: keep")
    assert [line.result for line in lines] == ["legal", "skipped", "legal", "kept"]
    assert [one.text for one in game.agendas[0].standing] == ["always on empire_card: keep"]


def test_a_line_that_cannot_be_read_changes_nothing_and_says_what_is_legal() -> None:
    game = sitting("wonders_duel", seed=3)
    before = game.table.digest()
    with pytest.raises(BadOrders) as caught:
        game.submit(0, "take sphinx\nbild baths")
    (fault,) = caught.value.faults
    assert fault.refused.key == "verb_unknown"
    assert fault.refused.rule
    assert fault.refused.legal == tuple(legal(game))
    assert game.table.digest() == before


def test_a_line_that_is_not_legal_stops_what_comes_below() -> None:
    game = sitting("world_history", seed=5)
    while game.table.pending[0].kind.id != "place_unit":
        game.submit(0, "any")
        game.go_on()
    lines = game.submit(0, "army any\narmy patagonia\narmy any")
    assert [line.result for line in lines] == ["legal", "refused", "unread"]
    (after,) = game.submit(0, "army any")
    assert after.result == "legal"


def changed(path: Path, change: dict[str, object]) -> None:
    path.write_text(json.dumps({**json.loads(path.read_text(encoding="utf-8")), **change}), encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"kind": "else"}, "not_saved"),
        ({"format": 9}, "saved_format"),
        ({"title": 7}, None),
        ({"behaviour": 99}, "saved_other_rules"),
        ({"fixes": 99}, "saved_other_rules"),
        ({"players": ["anna"]}, "saved_setup"),
        ({"players": ["anna", "anna"]}, "saved_damaged"),
        ({"players": ["anna", "../ben"]}, "saved_damaged"),
        ({"people": [5]}, "saved_damaged"),
        ({"people": []}, "saved_damaged"),
        ({"people": "x"}, "saved_damaged"),
        ({"seed": None}, "saved_damaged"),
        ({"seed": float("inf")}, "saved_damaged"),
        ({"seed": 1.5}, "saved_damaged"),
        ({"seed": "7"}, "saved_damaged"),
        ({"options": {"no": 1}}, "saved_setup"),
        ({"options": 5}, "saved_damaged"),
        ({"ordered": {}}, "saved_damaged"),
        ({"ordered": {"anna": {"queue": [{"file": "", "window": "", "number": 1, "text": "bild"}]}}}, "saved_damaged"),
        ({"answers": [["anna", "build baths"]]}, "saved_answer"),
        ({"answers": [["zoe", "take sphinx"]]}, "saved_answer"),
        ({"answers": [["anna", 7]]}, "saved_answer"),
        ({"answers": 7}, "saved_damaged"),
        ({"answers": [["anna"]]}, "saved_damaged"),
    ],
)
def test_a_damaged_file_is_refused_with_a_reason(change: dict[str, object], key: str | None, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(saved_game.written(sitting("wonders_duel"), "en"))
    saved_game.read(path)
    changed(path, change)
    if key is None:
        with pytest.raises(titles.NoSuchTitle):
            saved_game.read(path)
    else:
        with pytest.raises(BadSavedGame) as caught:
            saved_game.read(path)
        assert caught.value.key == key


@pytest.mark.parametrize(
    "change",
    [
        {"format": "\x1b[2J\u202e"},
        {"answers": [["anna", "take \x1b[31m\u202esphinx"]]},
        {"options": {"\x1b[2J\u202e": 1}},
        {"title": "\x1b[2J\u202e"},
    ],
)
def test_nothing_in_a_file_commands_the_terminal(change: dict[str, object], tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(saved_game.written(sitting("wonders_duel"), "en"))
    changed(path, change)
    refused = CliRunner().invoke(app, ["play", "--from", str(path)])
    assert refused.exit_code in (Exit.FAILED, Exit.NOT_FOUND)
    assert not {"\x1b", "\u202e"} & set(refused.output), refused.output


@pytest.mark.parametrize("cut", [0, 1, 10, 100, 300, -3])
def test_half_a_file_is_refused(cut: int, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(saved_game.written(sitting("wonders_duel"), "en")[:cut])
    with pytest.raises(BadSavedGame):
        saved_game.read(path)


def test_the_agenda_is_saved(tmp_path: Path) -> None:
    game = sitting("wonders_duel")
    game.submit(0, "always on choose_first_player: start me")
    path = tmp_path / "game.json"
    path.write_bytes(saved_game.written(game, "en"))
    assert to_json(saved_game.read(path)[0].agendas[0]) == to_json(game.agendas[0])
