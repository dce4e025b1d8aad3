"""What people read of Empire: the log of two epochs, positions and open orders in a terminal."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

import pytest
from rich.console import Console, RenderableType
from world_kit import HANDLES, asked

from pbem import titles
from pbem.campaign.published.position_text import board, moves
from pbem.table import Table, note_text
from pbem.titles.world_history import TITLE, bot
from pbem.titles.world_history.cards import EMPIRE_DECKS, KINDS
from pbem.words import LANGUAGES

HERE = Path(__file__).parent
TOLD = 5
"""A game of bots with sea battles, a small empire and a kingdom in its first epochs."""


def game(seed: int, answers: int, epochs: int = 7) -> tuple[Table, list[str]]:
    """A game of four bots, and what everybody was told, in all languages."""
    chance = random.Random(seed)
    one = Table(TITLE, HANDLES[:4], below=chance.randrange)
    notes = list(one.state.notes)
    while not one.over and answers and one.state.epoch <= epochs:
        ask = asked(one)
        notes += one.answer(ask.player, bot.answer(one.seen(ask.player), ask, ask.player))
        answers -= 1
    said = []
    for language in LANGUAGES:
        words = titles.words(TITLE, language, one.players)
        said.append("".join(f"{note_text(note, words)}\n" for note in notes if note.visible(None)))
    return one, said


def kept(language: str) -> Path:
    return HERE / f"log_{language}.txt"


def test_two_epochs_are_told_as_before() -> None:
    """To write the kept logs anew: `python tests/titles/world_history/test_world_text.py`."""
    _, said = game(TOLD, 1000, epochs=2)
    for language, told in zip(LANGUAGES, said, strict=True):
        assert told == kept(language).read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_whole_game_is_told_without_ids() -> None:
    """No sentence shows an id, a brace or a bracket of its template."""
    _, said = game(3, 5000)
    for told in said:
        assert not re.findall(r"\w+_\w+|[{}\[\]]", told)


def printed(shown: RenderableType, width: int) -> list[str]:
    out = io.StringIO()
    Console(width=width, file=out, force_terminal=False).print(shown)
    return [line.rstrip() for line in out.getvalue().splitlines()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [60, *(pytest.param(n, marks=pytest.mark.slow) for n in (80, 140))])
def test_positions_fit_the_terminal(language: str, width: int) -> None:
    for answers in (1, 30, 150, 5000):
        one, _ = game(5, answers)
        words = titles.words(TITLE, language, one.players)
        for seat in (None, 0):
            lines = printed(board(TITLE, one.view(seat), words, seat), width)
            assert max(map(len, lines)) <= width
        for seat in one.pending:
            (data,) = [ask for ask in one.asked(seat) if ask.get("player") == seat]
            assert max(map(len, printed(moves(TITLE, data, words), width))) <= width


def test_a_card_is_shown_to_its_holder_alone() -> None:
    one, _ = game(5, 2)
    words = titles.words(TITLE, "en", one.players)
    (ask,) = one.pending.values()
    name = words.name("empire", one.state.drawn[0])
    own = "\n".join(printed(board(TITLE, one.view(ask.player), words, ask.player), 200))
    assert f"You have drawn {name}." in own
    for other in (None, (ask.player + 1) % 4):
        assert "You have drawn" not in "\n".join(printed(board(TITLE, one.view(other), words, other), 200))


def test_everybody_can_consult_the_summary_sheet() -> None:
    """WH-2.5-1: all empires of the epoch and the region values, for onlookers, too."""
    one, _ = game(5, 2)
    words = titles.words(TITLE, "de", one.players)
    shown = "\n".join(printed(board(TITLE, one.view(None), words), 200))
    for empire in EMPIRE_DECKS[1]:
        assert words.name("empire", empire) in shown
    assert re.search(r"Mittlerer Osten \(11\)\s+2 ", shown)
    assert re.search(r"Indien \(10\)\s+1 ", shown)


def test_orders_of_one_verb_stand_together_and_attacks_say_whom_they_meet() -> None:
    for answers in range(40, 400):
        one, _ = game(5, answers)
        (ask,) = [ask for seat, ask in one.pending.items() if seat not in one.given][:1]
        if ask.kind.id == "place_unit" and any(order[0] == "attack" for order in ask.answers()):
            break
    words = titles.words(TITLE, "en", one.players)
    (data,) = one.asked(ask.player)
    lines = printed(moves(TITLE, data, words), 400)
    assert sum(line.strip().startswith("army …") for line in lines) <= 1
    assert any(
        re.search(r"attack \w+ +\d arm\w+ of \w+; (the defender throws [12] d|no dice are thrown)", line)
        for line in lines
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_is_explained(language: str) -> None:
    words = titles.words(TITLE, language, HANDLES)
    for kind in KINDS:
        assert words.name("event_does", kind) != kind


def test_the_languages_say_the_same_things() -> None:
    assert sorted(TITLE.words["en"]) == sorted(TITLE.words["de"])


if __name__ == "__main__":
    for language, told in zip(LANGUAGES, game(TOLD, 1000, epochs=2)[1], strict=True):
        kept(language).write_text(told, encoding="utf-8")
