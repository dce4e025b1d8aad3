"""What people read of a duel: the log of a whole game, positions and open orders in a terminal."""

from __future__ import annotations

import io
import json
import random
import re
from pathlib import Path

import pytest
from rich.console import Console, RenderableType

from pbem import titles
from pbem.campaign.published.position_text import board, moves
from pbem.table import Table, note_text
from pbem.titles.wonders_duel import TITLE, gloss, sheet
from pbem.titles.wonders_duel.cards import BUILDINGS, VOCABULARIES, WONDERS
from pbem.words import LANGUAGES

HERE = Path(__file__).parent
PLAYERS = ("anna", "bruno")
TOLD = 1251
"""A random game in which nearly everything happens that can."""


def log(language: str, seed: int = TOLD) -> str:
    """All that is said in a game. To write the kept logs anew: `python tests/titles/wonders_duel/test_text.py`."""
    words = titles.words(TITLE, language, PLAYERS)
    chance = random.Random(seed)
    table = Table(TITLE, PLAYERS, below=chance.randrange)
    notes = list(table.state.notes)
    while not table.over:
        (ask,) = table.pending.values()
        notes += table.answer(ask.player, ask.sample(chance.randrange))
    return "".join(f"{note_text(note, words)}\n" for note in notes)


def kept(language: str) -> Path:
    return HERE / f"log_{language}.txt"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_is_told_as_before(language: str) -> None:
    assert log(language) == kept(language).read_text(encoding="utf-8")


def after(seed: int, answers: int, players: tuple[str, str] = PLAYERS) -> Table:
    chance = random.Random(seed)
    table = Table(TITLE, players, below=chance.randrange)
    while not table.over and answers:
        (ask,) = table.pending.values()
        table.answer(ask.player, ask.sample(chance.randrange))
        answers -= 1
    return table


def printed(shown: RenderableType, width: int) -> list[str]:
    out = io.StringIO()
    Console(width=width, file=out, force_terminal=False).print(shown)
    return [line.rstrip() for line in out.getvalue().splitlines()]


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("language", LANGUAGES)
def test_positions_fit_the_width_and_name_everything(language: str, width: int) -> None:
    words = titles.words(TITLE, language, PLAYERS)
    for answers in (0, 3, 6, 12, 25, 33, 47, 55, 200):
        table = after(answers, answers)
        lines = printed(board(TITLE, table.view(None), words), width)
        assert max(map(len, lines)) <= width
        flat = re.sub(r"\s+", " ", " ".join(lines))
        for seat, city in enumerate(table.state.cities):
            assert PLAYERS[seat] in flat
            assert words.say("text.coins", {"n": city.coins}) in flat
        if width == 120:  # narrower, names are broken over two lines
            named = [words.name("token", one) for one in table.state.board]
            named += [words.name("card", card) for card in table.state.accessible()]
            assert [one for one in named if one not in flat] == []


def test_the_layout_shows_what_lies_where_and_hides_what_is_hidden() -> None:
    table = after(7, 4)  # four answers in the draft
    words = titles.words(TITLE, "en", PLAYERS)
    said = sheet.Layout(table.seen(None), words).lines(120)
    lines = ["".join(one if isinstance(one, str) else one.text for one in line).rstrip() for line in said]
    assert len(lines) == 10  # five rows of two lines in age I
    assert [line.count("[") for line in lines] == [0, 0, 0, 0, 0, 0, 0, 0, 6, 6]
    assert [len(re.findall(r"·{10,}", line)) for line in lines[::2]] == [0, 3, 0, 5, 0]
    face_down = {words.name("card", card) for card in table.state.face_down.values()}
    assert not [name for name in face_down if any(f" {name} " in line or f"[{name} " in line for line in lines)]


def test_prices_are_shown_for_both_players() -> None:
    table = after(7, 6)
    table.state.cities[0].coins = 0
    table.state.cities[1].add("garrison")
    table.state.face_up = {"a1s20": "press", "a1s19": "lumber_yard", "a1s18": "barracks"}
    table.state.face_down = {}
    words = titles.words(TITLE, "en", PLAYERS)
    lines = printed(board(TITLE, table.view(None), words), 120)
    shown = {
        name: re.split(r" {2,}", line.strip())
        for line in lines
        for name in ("Press", "Lumber Yard", "Barracks")
        if re.match(rf"\w\w  {name} ", line)
    }
    assert shown["Press"][2:] == ["1 coin", "1 coin (too expensive)", "1 coin"]
    assert shown["Lumber Yard"][2:] == ["–", "free", "free"]
    assert shown["Barracks"][2:] == ["3 coins", "3 coins (too expensive)", "free with Garrison"]


@pytest.mark.parametrize(
    ("pawn", "track"),
    [
        (0, "anna  ⌂ · · 5 · · 2 · · ● · · 2 · · 5 · · ⌂  bruno"),
        (4, "anna  ⌂ · · 5 · · 2 · · | · · · ● · 5 · · ⌂  bruno"),
        (-7, "anna  ⌂ · ● · · · · · · | · · 2 · · 5 · · ⌂  bruno"),
    ],
)
def test_the_track_shows_pawn_and_tokens(pawn: int, track: str) -> None:
    table = after(7, 6)
    table.state.pawn = pawn
    table.state.loot = [[] if pawn < -5 else [2, 5], [5] if pawn > 2 else [2, 5]]
    assert track in printed(board(TITLE, table.view(None), titles.words(TITLE, "en", PLAYERS)), 80)


def test_the_points_of_a_game_read_from_a_file_stand_in_the_order_of_the_rulebook() -> None:
    view = json.loads(json.dumps(after(7, 200).view(None), sort_keys=True))
    lines = printed(board(TITLE, view, titles.words(TITLE, "en", PLAYERS)), 80)
    first = next(n for n, line in enumerate(lines) if line.startswith("Points  "))
    named = [re.split(r" {2,}", line)[0] for line in lines[first + 1 :] if line.strip()]
    assert named == [
        "military",
        "blue buildings",
        "green buildings",
        "yellow buildings",
        "guilds",
        "wonders",
        "progress tokens",
        "coins",
        "total",
    ]


def test_the_readers_own_city_comes_first() -> None:
    table = after(7, 20)
    words = titles.words(TITLE, "en", PLAYERS)
    header = next(
        line for line in printed(board(TITLE, table.view(1), words, 1), 80) if line.strip().startswith("bruno ")
    )
    assert header.split() == ["bruno", "anna"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_legal_order_is_listed_with_its_price(language: str) -> None:
    words = titles.words(TITLE, language, PLAYERS)
    kinds: dict[str, None] = {}
    for seed in range(12):
        chance = random.Random(seed)
        table = Table(TITLE, PLAYERS, below=chance.randrange)
        while not table.over:
            (ask,) = table.pending.values()
            if ask.kind.id not in kinds or table.state.turn % 20 == 0:
                kinds[ask.kind.id] = None
                (data,) = table.asked(ask.player)
                flat = re.sub(r"\s+", " ", " ".join(printed(moves(TITLE, data, words), 200)))
                for legal in data["legal"]:
                    first, *rest = legal["order"].split()
                    wanted = f"wonder {rest[0]} with" if first == "wonder" else legal["order"]
                    assert wanted in flat
                    if legal.get("coins") and "chain" not in legal:
                        assert words.say("text.coins", {"n": legal["coins"]}) in flat
            table.answer(ask.player, ask.sample(chance.randrange))
    assert sorted(kinds) == sorted(TITLE.language.kinds)


def test_a_handle_with_brackets_stays_as_it_is() -> None:
    players = ("[bold]x[/]", ":smile: [/nope]")
    table = after(7, 20, players)
    lines = printed(board(TITLE, table.view(None), titles.words(TITLE, "en", players)), 120)
    assert any("[bold]x[/]" in line and ":smile: [/nope]" in line for line in lines)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_building_wonder_and_token_says_what_it_does(language: str) -> None:
    words = titles.words(TITLE, language)
    assert [card for card in BUILDINGS if not gloss.does(BUILDINGS[card], words)] == []
    assert [one for one in VOCABULARIES["wonder"] if not gloss.does(WONDERS[one], words)] == []
    assert [token for token in VOCABULARIES["token"] if words.name("token_does", token) == token] == []


if __name__ == "__main__":
    for each in LANGUAGES:
        kept(each).write_text(log(each), encoding="utf-8")
