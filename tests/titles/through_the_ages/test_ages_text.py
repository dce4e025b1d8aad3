"""The terminal shows everything that lies on the table, to whom it may be shown, at any width and in both languages."""

from __future__ import annotations

import io
from typing import Any

import pytest
from ages_kit import PLAYERS, READ, at
from rich.console import Console

from pbem import titles
from pbem.campaign.published.position_text import board, moves
from pbem.table import Table
from pbem.titles.through_the_ages import TITLE, bot
from pbem.titles.through_the_ages.cards import CARDS
from pbem.trials.simulate import source

LANGUAGES = ("en", "de")


def shown(one: Table, seat: int | None, language: str = "en", width: int = 200) -> str:
    words = titles.words(TITLE, language, one.players)
    out = io.StringIO()
    console = Console(file=out, width=width, color_system=None)
    console.print(board(TITLE, one.view(seat), words, seat))
    if seat in one.pending:
        console.print(moves(TITLE, one.pending[seat].data(one.players), words))
    return out.getvalue()


def late(seats: int, steps: int, options: dict[str, Any] | None = None) -> Table:
    """A game between bots after so many answers."""
    one = Table(TITLE, PLAYERS[:seats], options, below=source(f"text {seats} {steps}"))
    while steps and not one.over:
        for seat, ask in one.unanswered.items():
            one.answer(seat, bot.answer(one.seen(seat), ask, seat))
            steps -= 1
            if not steps:
                break
    return one


def standing(page: str, seat: int) -> str:
    """The line of the player in the table of all."""
    return next(line for line in page.splitlines() if line.startswith(f"{PLAYERS[seat]} ") and "/" in line)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("steps", [1, 60, 150, 260])
def test_all_that_is_public_is_there(steps: int, language: str) -> None:
    one = late(4, steps)
    game, words = one.state, titles.words(TITLE, language, one.players)
    page = shown(one, None, language, 2000)
    for card in (*filter(None, game.row), *game.past, *game.common_tactics):
        assert words.name("card", card) in page
    for seat, civ in enumerate(game.civs):
        cards = (civ.government, civ.leader, *civ.workers, *civ.specials, *civ.wonders, civ.unfinished, civ.tactic)
        for card in (*cards, *civ.colonies, *civ.hand):
            assert not card or words.name("card", card) in page
        figures = [READ[what](game, seat) for what in ("culture_rate", "science_rate", "strength", "happy")]
        line = standing(page, seat)
        culture, science, strength, happy = map(str, figures)
        assert f"{civ.culture} +{culture}" in line
        assert f"{civ.science} +{science}" in line
        assert f" {strength} " in line
        assert f" {happy}/" in line
    for pact in game.pacts:
        assert words.name("card", pact.card) in page
    for war in game.wars:
        assert words.name("card", war.card) in page


def test_hidden_cards_are_counted_and_nothing_more() -> None:
    one = late(3, 120, {"civil_hands_public": False})
    words = titles.words(TITLE, "en", one.players)
    mine, other = one.state.civs[0], one.state.civs[1]
    public = set(one.state.row + one.state.past + one.state.common_tactics)
    for civ in one.state.civs:
        public |= {*civ.workers, *civ.specials, *civ.wonders, *civ.colonies, civ.leader, civ.government, civ.tactic}
    page = shown(one, 0, width=300)
    for card in (*mine.military_hand, *mine.covered):
        assert words.name("card", card) in page
    names = {words.name("card", card) for card in public | {*mine.military_hand, *mine.covered} if card}
    hidden = [card for card in (*other.military_hand, *other.covered) if words.name("card", card) not in names]
    assert hidden
    for card in hidden:
        assert words.name("card", card) not in page
    assert f"{len(other.covered)}/" in standing(page, 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_end_of_the_age_will_cost_is_told(language: str) -> None:
    """TTA-AGE-6 to TTA-AGE-12."""
    given = {
        "age": "II",
        "civs": [{"leader": "moses", "unfinished": "pyramids", "yellow": 1, "hand": ["aristotle"]}, {}],
    }
    page = shown(at(given), None, language)
    words = titles.words(TITLE, language, PLAYERS[:2])
    costs = page[page.index(words.say("text.ageing", {"age": "II"})) :].splitlines()[2:4]
    for card in ("moses", "pyramids", "aristotle"):
        assert words.name("card", card) in costs[0]
        assert words.name("card", card) not in costs[1]
    assert words.say("text.loses_yellow", {"number": 1}) in costs[0]
    assert words.say("text.loses_yellow", {"number": 2}) in costs[1]


def held(science: int) -> dict[str, str]:
    """What is said of each card in the own hand."""
    own = {"hand": ["iron", "monarchy", "moses"], "science": science, "military_hand": ["military_bonus_i"]}
    below = shown(at({"civs": [own, {}]}), 0).split("Your civil cards")[1]
    return {line.split("  ")[0]: line for line in below.splitlines() if line}


def test_the_hand_says_what_can_be_paid_now() -> None:
    lines = held(science=5)
    assert "5 science, playable now" in lines["Iron"]
    assert "8 science (revolution 2), playable now" in lines["Monarchy"]
    assert "1 civil action, playable now" in lines["Moses"]
    assert any("defence 2 or colonization 1" in line for line in lines.values())
    lines = held(science=1)
    assert "playable" not in lines["Iron"] + lines["Monarchy"]


@pytest.mark.parametrize("width", [60, 100])
@pytest.mark.parametrize("seats", TITLE.seats)
def test_it_fits_narrow_terminals(seats: int, width: int) -> None:
    for seat in (None, 0):
        assert max(map(len, shown(late(seats, 150), seat, "de", width).splitlines())) <= width


def test_orders_are_told_with_their_price() -> None:
    page = shown(at({"row": ["iron", "irrigation"], "civs": [{"tokens": {"bronze": 3}}, {}]}), 0)
    assert "take iron" in page
    assert "Iron · 1 civil action" in page
    assert "Bronze · 2 resources" in page
    assert set(CARDS) >= {"iron", "bronze"}
