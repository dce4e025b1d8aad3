"""The bot of the duel: strong, deterministic, and blind to what its seat may not see."""

from __future__ import annotations

import random

import pytest

from pbem.table import Ask, Table
from pbem.titles.wonders_duel import TITLE, bot
from pbem.titles.wonders_duel.cards import back
from pbem.titles.wonders_duel.rules.turn import play_card


def game(seed: int, seat: int, **options: bool | str) -> Table:
    """A game of the bot at one seat against random play."""
    chance = random.Random(seed)
    table = Table(TITLE, ("anna", "bruno"), options, below=chance.randrange)
    while not table.over:
        (ask,) = table.pending.values()
        mine = ask.player == seat
        table.answer(ask.player, bot.answer(table.seen(seat), ask, seat) if mine else ask.sample(chance.randrange))
    return table


def wins(games: range) -> int:
    won = 0
    for number in games:
        table = game(number, number % 2)
        assert table.outcome is not None
        won += table.outcome.winners == [number % 2]
    return won


def test_the_bot_beats_random_play() -> None:
    assert wins(range(20)) >= 19


@pytest.mark.slow
def test_the_bot_beats_random_play_in_95_of_100_games() -> None:
    assert wins(range(1000, 1100)) >= 95


@pytest.mark.parametrize("options", [{"first_game_sets": True}, {"age_start_tie": "last_player_chooses"}])
def test_the_bot_plays_every_option(options: dict[str, bool | str]) -> None:
    assert all(game(seed, seed % 2, **options).outcome is not None for seed in range(4))


def test_the_bot_answers_the_same_to_the_same_view() -> None:
    first, again = game(3, 0), game(3, 0)
    assert first.inputs == again.inputs


def test_the_bot_changes_nothing_of_the_game() -> None:
    table = midgame(5, 20)
    (ask,) = table.pending.values()
    before = table.digest()
    bot.answer(table.seen(ask.player), ask, ask.player)
    assert table.digest() == before


def test_the_bot_cannot_know_what_lies_face_down() -> None:
    """The same position with other hidden cards gets the same answer."""
    for seed in range(6):
        table = midgame(seed, 10)
        (ask,) = table.pending.values()
        answer = bot.answer(table.seen(ask.player), ask, ask.player)
        down, decks = table.state.face_down, table.state.decks
        places = list(down)
        assert len(places) > 1
        shuffled = [down[place] for place in places[1:]] + [down[places[0]]]
        if len({back(card) for card in shuffled}) == 1:
            table.state.face_down = dict(zip(places, shuffled, strict=True))
        table.state.decks = decks[::-1]
        assert bot.answer(table.seen(ask.player), ask, ask.player) == answer


def midgame(seed: int, answers: int) -> Table:
    chance = random.Random(seed)
    table = Table(TITLE, ("anna", "bruno"), below=chance.randrange)
    for _ in range(answers):
        (ask,) = table.pending.values()
        table.answer(ask.player, ask.sample(chance.randrange))
    return table


def facing(
    face_up: dict[str, str],
    *,
    coins: int = 10,
    pawn: int = 0,
    mine: tuple[str, ...] = (),
    theirs: tuple[str, ...] = (),
) -> tuple[Table, Ask]:
    """A turn of seat 0 in age II, with only these cards in the layout."""
    table = midgame(1, 6)
    state = table.state
    state.age, state.active, state.pawn = 2, 0, pawn
    state.loot = [[], []]
    state.face_up, state.face_down = face_up, {}
    for city, cards in zip(state.cities, (mine, theirs), strict=True):
        city.coins, city.buildings, city.wonders, city.built = coins, [], [], {}
        for card in cards:
            city.add(card)
    return table, play_card(state, 0, state.accessible())


FIVE_SYMBOLS = ("scriptorium", "pharmacist", "workshop", "apothecary", "university")


def test_it_takes_a_supremacy_when_it_can() -> None:
    table, ask = facing({"a2s19": "walls", "a2s20": "forum"}, pawn=7)
    assert bot.answer(table.seen(0), ask, 0) == ("build", "walls")
    table, ask = facing({"a2s19": "academy", "a2s20": "walls"}, coins=30, mine=FIVE_SYMBOLS)
    assert bot.answer(table.seen(0), ask, 0) == ("build", "academy")


def test_it_takes_away_the_card_that_would_lose_the_game() -> None:
    table, ask = facing({"a2s19": "walls", "a2s20": "forum"}, pawn=-7)
    assert bot.answer(table.seen(0), ask, 0)[-1] == "walls"
    table, ask = facing({"a2s19": "academy", "a2s20": "courthouse"}, coins=30, theirs=FIVE_SYMBOLS)
    assert bot.answer(table.seen(0), ask, 0)[-1] == "academy"


def test_it_does_not_uncover_the_card_that_would_lose_the_game() -> None:
    """Courthouse alone lies on the Academy, which would be the sixth symbol."""
    table, ask = facing({"a2s01": "academy", "a2s07": "courthouse", "a2s06": "forum"}, coins=30, theirs=FIVE_SYMBOLS)
    assert bot.answer(table.seen(0), ask, 0)[-1] == "forum"
