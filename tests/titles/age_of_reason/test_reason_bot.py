"""The bot plays better than chance, and knows nothing that its seat may not see."""

from __future__ import annotations

import random

import pytest
from reason_kit import HANDLES, asked

from pbem.table import HiddenTouched, Table
from pbem.titles.age_of_reason import TITLE, bot
from pbem.trials.simulate import simulate, source


@pytest.mark.parametrize(("seats", "games"), [(4, 8), (7, 4), pytest.param(4, 100, marks=pytest.mark.slow)])
def test_it_scores_at_least_twice_as_much_as_random_players(seats: int, games: int) -> None:
    figures = simulate(TITLE.id, games=games, seed=1, players=seats, bots="bot,random", options=(), console=None)
    points = {name: row["points"] for name, row in figures["by_bot"].items()}
    assert points["bot"] >= 2 * points["random"], points


@pytest.mark.parametrize(
    "seats", [TITLE.seats[0], *(pytest.param(seats, marks=pytest.mark.slow) for seats in TITLE.seats[1:])]
)
def test_it_plays_to_the_end_with_every_option(seats: int) -> None:
    for number, option in enumerate(TITLE.options):
        options = {option.id: option.values[-1]}
        one = Table(TITLE, HANDLES[:seats], options, below=random.Random(number).randrange, stride=10**9)
        while not one.over:
            ask = asked(one)
            one.answer(ask.player, bot.answer(one.seen(ask.player), ask, ask.player))
        assert one.outcome is not None


def test_of_others_it_sees_the_number_of_their_cards_alone() -> None:
    one = Table(TITLE, HANDLES[:4], below=source("seen"))
    pick = source("picks")
    looked = 0
    while not one.over:
        ask = asked(one)
        game = one.seen(ask.player)
        for seat, (real, shown) in enumerate(zip(one.state.players, game.players, strict=True)):
            assert len(real.hand) == len(shown.hand)
            if seat == ask.player:
                assert shown == real
            elif real.hand:
                with pytest.raises(HiddenTouched):
                    sorted([*shown.hand, "guards"])
                looked += 1
        one.answer(ask.player, ask.sample(pick))
    assert looked > 20
