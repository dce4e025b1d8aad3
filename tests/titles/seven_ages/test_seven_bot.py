"""The bot plays better than chance, plays like the game is played, and knows nothing that its seat may not see."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from seven_kit import at, position

from pbem.table import HiddenTouched, Table
from pbem.titles.seven_ages import TITLE, bot, bot_cards
from pbem.titles.seven_ages.cards import ACTIONS, MAX_EMPIRES
from pbem.trials.conformance import HANDLES
from pbem.trials.simulate import simulate, source


@pytest.mark.parametrize(
    ("seats", "games", "limit"),
    [(3, 2, "turn_10"), (4, 2, "turn_10"), pytest.param(4, 40, "off", marks=pytest.mark.slow)],
)
def test_it_scores_at_least_twice_as_much_as_random_players(seats: int, games: int, limit: str) -> None:
    options = [f"turn_limit={limit}"]
    figures = simulate(TITLE.id, games=games, seed=1, players=seats, bots="bot,random", options=options, console=None)
    points = {name: row["points"] for name, row in figures["by_bot"].items()}
    assert points["bot"] >= 2 * points["random"], points


@pytest.mark.parametrize(("games", "limit"), [(4, "turn_7"), pytest.param(100, "off", marks=pytest.mark.slow)])
def test_it_wins_nine_of_ten_against_a_random_player(games: int, limit: str) -> None:
    options = [f"turn_limit={limit}"]
    figures = simulate(TITLE.id, games=games, seed=1, players=2, bots="bot,random", options=options, console=None)
    assert figures["by_bot"]["bot"]["wins"] >= 0.9 * games


def played(seats: int, seed: int, **options: Any) -> tuple[Table, list[Counter[str]]]:
    """A whole game of bots, and what each of them did in it."""
    settled = TITLE.settle(seats, options)
    table = Table(TITLE, HANDLES[:seats], settled, below=source(f"chance {seed}"), stride=TITLE.longest)
    did: list[Counter[str]] = [Counter() for _ in range(seats)]
    while not table.over:
        for seat, ask in table.unanswered.items():
            for note in table.answer(seat, bot.answer(table.seen(seat), ask, seat)):
                count(table, did, note.key, note.values)
    return table, did


def count(table: Table, did: list[Counter[str]], key: str, values: Any) -> None:
    owners = table.state.owners
    if key == "marker_shown":
        did[values["player"]][values["action"]] += 1
    elif key in ("founded", "artifact", "event_played"):
        did[values["player"]][key] += 1
    elif key == "glory_bought":
        did[owners[values["empire"]]][key] += 1
    elif key in ("trades", "conflict"):
        sides = (values["empire"], values["other"]) if key == "trades" else (values["attacker"], values["defender"])
        for empire in sides:
            if empire in owners:
                did[owners[empire]][key] += 1


@pytest.mark.slow
def test_its_games_are_like_those_of_people() -> None:
    games = 5
    total: Counter[str] = Counter()
    for seed in range(1, games + 1):
        table, did = played(4, seed)
        assert 18 <= table.state.turn <= 40
        assert all(one[action] for one in did for action in set(ACTIONS) - {"discard_empire"})
        for one in did:
            total.update(one)
    mean = {key: number / games / 4 for key, number in total.items()}
    assert mean["founded"] >= 8, mean
    assert mean["trades"] >= 15, mean
    assert mean["conflict"] >= 15, mean
    assert min(mean[action] for action in ACTIONS) >= 2, mean
    assert min(mean["event_played"], mean["artifact"]) >= 10, mean
    assert total["glory_bought"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 5, 6, 7])
def test_it_plays_to_the_end_with_any_number(seats: int) -> None:
    assert played(seats, seats)[0].outcome is not None


@pytest.mark.slow
@pytest.mark.parametrize("option", [one.id for one in TITLE.options])
def test_it_plays_to_the_end_with_every_option(option: str) -> None:
    values = next(one.values for one in TITLE.options if one.id == option)
    other = "turn_12" if option == "turn_limit" else values[1]
    assert played(4, 1, **{option: other})[0].outcome is not None


def test_it_counts_seated_players_for_the_number_of_its_empires() -> None:
    """SA-turn-3, SA-gap-107: two at a table for four may have more empires than four could."""
    own = {ident: {"step": 9} for ident in ("romans", "persians", "han", "mauryans")}
    units = {
        ident: {area: {"spear": 1}} for ident, area in zip(own, ("latium", "persis", "honan", "ganges"), strict=True)
    }
    given = position({"anna": own}, units=units, hands={"anna": ["c1", "c2"]})
    for who in ("cleo", "dan"):
        given["players"][who].pop("colours")
    table = at(given, seats=4, options={"reserved_seats": 2})
    assert len(own) == MAX_EMPIRES[4] < table.state.most_empires()
    assert bot_cards.use(table.seen(0), 0, "c1", "c1") > bot_cards.use(table.seen(0), 0, "c1", "c2")
    assert "extra" in table.pending[0].write(bot.answer(table.seen(0), table.pending[0], 0), table.players)


def test_the_same_game_is_played_the_same_way() -> None:
    one, other = (played(2, 3, turn_limit="turn_4")[0] for _ in range(2))
    assert one.state == other.state


def test_of_others_it_sees_numbers_alone() -> None:
    """A rule or a bot that looked at hidden units, cards or markers would be told so."""
    table = at(
        position(
            {"anna": {"romans": {"step": 9}}, "ben": {"gauls": {"step": 9}}},
            units={"romans": {"latium": {"sword": 1}}, "gauls": {"aquitaine": {"sword": 1, "spear": 1}}},
            hands={"ben": ["c1", "c2"]},
        )
    )
    seen = table.seen(0)
    assert seen.empire("gauls").size("aquitaine") == 2
    assert len(seen.players[1].hand) == 2
    for hidden in (seen.empire("gauls").stacks["aquitaine"].units, seen.players[1].hand):
        with pytest.raises(HiddenTouched):
            sorted([*hidden, "sword"])
    bot.answer(seen, table.pending[0], 0)
