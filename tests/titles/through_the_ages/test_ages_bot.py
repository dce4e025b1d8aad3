"""The bot plays better than chance, plays like the game is played, and knows nothing that its seat may not see."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from ages_kit import PLAYERS

from pbem.table import HiddenTouched, Table
from pbem.titles.through_the_ages import TITLE, bot
from pbem.titles.through_the_ages.cards import CARDS, FAMILY
from pbem.trials.simulate import simulate, source

sys.path.insert(0, str(Path(__file__).parents[3] / "tools"))
from cards_played import Games


@pytest.mark.parametrize(("seats", "games"), [(3, 4), (4, 3), pytest.param(4, 40, marks=pytest.mark.slow)])
def test_it_scores_at_least_twice_as_much_as_random_players(seats: int, games: int) -> None:
    figures = simulate(TITLE.id, games=games, seed=1, players=seats, bots="bot,random", options=(), console=None)
    points = {name: row["points"] for name, row in figures["by_bot"].items()}
    assert points["bot"] >= 2 * points["random"], points


@pytest.mark.parametrize("games", [10, pytest.param(100, marks=pytest.mark.slow)])
def test_it_wins_nine_of_ten_against_a_random_player(games: int) -> None:
    figures = simulate(TITLE.id, games=games, seed=1, players=2, bots="bot,random", options=(), console=None)
    assert figures["by_bot"]["bot"]["wins"] >= 0.9 * games


@pytest.mark.slow
def test_its_games_are_like_those_of_people() -> None:
    """A thousand games of two people took 17 to 23 rounds."""
    games = 200
    record = Games(2)
    for seed in range(1, games + 1):
        record.play(seed)
    assert 17 <= sum(record.rounds) / games <= 23
    assert sum(points[0] for points in record.points) / games >= 100
    used = {FAMILY[card] for card, number in record.cards.items() if number}
    assert used == {card.family for card in CARDS.values()} - {"pact"}  # which two players do not make
    assert len(record.never()) < 20, record.never()


@pytest.mark.slow
def test_of_four_it_makes_pacts() -> None:
    record = Games(4)
    for seed in range(1, 4):
        record.play(seed)
    assert any(FAMILY[card] == "pact" for card in record.cards)


@pytest.mark.parametrize(
    "seats", [TITLE.seats[0], *(pytest.param(seats, marks=pytest.mark.slow) for seats in TITLE.seats[1:])]
)
def test_it_plays_to_the_end_with_every_option(seats: int) -> None:
    for number, option in enumerate(TITLE.options):
        options = {option.id: option.values[-1]}
        one = Table(TITLE, PLAYERS[:seats], options, below=source(f"options {number}"), stride=TITLE.longest)
        while not one.over:
            for seat, ask in one.unanswered.items():
                one.answer(seat, bot.answer(one.seen(seat), ask, seat))
        assert one.outcome is not None


def test_of_others_it_sees_the_backs_of_their_cards_alone() -> None:
    one = Table(TITLE, PLAYERS[:3], {"civil_hands_public": False}, below=source("seen"))
    pick = source("picks")
    looked = 0
    while not one.over and looked < 200:
        for seat, ask in one.unanswered.items():
            game = one.seen(seat)
            assert game.civs[seat] == one.state.civs[seat]
            for real, shown in zip(one.state.civs, game.civs, strict=True):
                if real is not one.state.civs[seat] and real.military_hand and real.covered:
                    for cards in (shown.military_hand, shown.covered):
                        with pytest.raises(HiddenTouched):
                            sorted([*cards, "legion"])
                    looked += 1
            one.answer(seat, ask.sample(pick))
    assert looked >= 20
