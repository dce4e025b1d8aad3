"""The bot of Empire: much better than random play, deterministic, and blind to what its seat may not see."""

from __future__ import annotations

import random

import pytest
from world_kit import HANDLES, asked, table

from pbem.table import Table
from pbem.titles.world_history import TITLE, bot
from pbem.titles.world_history.worth import odds
from pbem.trials import by_mail


def scores(seats: int, seed: int, bots: tuple[int, ...]) -> list[int]:
    """Points of a game of bots against random play."""
    chance = random.Random(seed)
    one = Table(TITLE, HANDLES[:seats], below=chance.randrange, stride=10_000)
    while not one.over:
        ask = asked(one)
        mine = ask.player in bots
        answer = bot.answer(one.seen(ask.player), ask, ask.player) if mine else ask.sample(chance.randrange)
        one.answer(ask.player, answer)
    return [player.total() for player in one.state.players]


def share(seats: int, games: int) -> float:
    """The bot's points by the average of the others."""
    mine = others = 0
    for seed in range(games):
        points = scores(seats, seed, (seed % seats,))
        mine += points[seed % seats]
        others += sum(points) - points[seed % seats]
    return mine * (seats - 1) / others


@pytest.mark.parametrize("seats", [3, *(pytest.param(n, marks=pytest.mark.slow) for n in (4, 5, 6))])
def test_the_bot_scores_twice_as_much_as_random_play(seats: int) -> None:
    assert share(seats, 4) >= 2


@pytest.mark.slow
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_bot_scores_twice_as_much_in_the_long_run(seats: int) -> None:
    assert share(seats, 40) >= 2


@pytest.mark.slow
def test_bots_play_each_other_to_the_end_and_always_the_same() -> None:
    assert scores(4, 3, (0, 1, 2, 3)) == scores(4, 3, (0, 1, 2, 3))


def test_the_bot_does_not_see_face_down_cards() -> None:
    """Its answers stay the same if what it may not see is exchanged."""
    one = table(4, 5)
    looked = 0
    while not one.over and looked < 60:
        ask = asked(one)
        answer = bot.answer(one.seen(ask.player), ask, ask.player)
        view = one.view(ask.player)
        one.state.empires.reverse()
        one.state.events.reverse()
        assert one.view(ask.player) == view
        assert bot.answer(one.seen(ask.player), ask, ask.player) == answer
        one.state.empires.reverse()
        one.state.events.reverse()
        one.answer(ask.player, answer)
        looked += 1


def test_odds_of_a_round() -> None:
    """WH-5.5-2, WH-6.1-1: the known chances of two dice against one and against two, ties thrown again."""
    assert odds(2, 0, False, 1, False) == 125 / 180  # 125 won, 55 lost, 36 tied of 216
    assert odds(2, 0, False, 2, False) == 0.5
    assert odds(2, 1, False, 1, True) == odds(2, 0, False, 1, False)


@pytest.mark.slow
def test_a_game_by_mail_costs_no_more_than_it_should() -> None:
    """A whole turn is one file, dice and all; retreats, trade and the draft need none."""
    games = [by_mail.play(TITLE, 4, seed, None, ahead=True) for seed in (1, 2, 3)]
    target = TITLE.mail_targets[4]
    assert sum(sum(costs.mails) for costs in games) <= 3 * 4 * target["mails"]
    assert sum(costs.stops for costs in games) <= 3 * target["stops"]
    assert all(sum(costs.asks) > 4 * sum(costs.mails) for costs in games)
