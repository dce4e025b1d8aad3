from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from pbem import titles
from pbem.table import BadSetup, Title, is_unseen
from pbem.trials import simulate as module
from pbem.trials.simulate import BadBots, read_options, report, seat_bots, simulate, source

KEYS = [
    "bots",
    "by_bot",
    "decisions",
    "decisions_per_second",
    "endings",
    "games",
    "games_per_second",
    "options",
    "players",
    "scores",
    "seconds",
    "seed",
    "title",
    "unfinished",
]


def run(**changes: Any) -> dict[str, Any]:
    given: dict[str, Any] = {
        "games": 4,
        "seed": 1,
        "players": None,
        "bots": None,
        "options": [],
        "console": None,
        **changes,
    }
    return simulate("wonders_duel", **given)


def without_time(figures: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in figures.items() if "second" not in key}


def test_the_figures_have_the_documented_form() -> None:
    figures = run()
    assert sorted(figures) == KEYS
    page = (Path(__file__).parents[2] / "docs" / "adding-a-title.md").read_text(encoding="utf-8")
    assert all(f"`{key}`" in page for key in KEYS)
    assert json.loads(json.dumps(figures)) == figures
    assert (figures["games"], figures["unfinished"], figures["players"]) == (4, 0, 2)
    assert sum(figures["endings"].values()) == 4
    assert figures["by_bot"]["random"]["seats"] == 8
    assert figures["scores"]["total"] == pytest.approx(
        sum(v for k, v in figures["scores"].items() if k != "total"), abs=0.1
    )
    assert figures["options"] == {"first_game_sets": False, "age_start_tie": "last_player", "auto_age_start": False}


def test_the_same_seed_gives_the_same_games_and_the_next_seed_others() -> None:
    assert without_time(run()) == without_time(run())
    assert without_time(run(seed=2)) != without_time(run())
    both = run(games=2)["decisions"]
    assert both == run(games=1)["decisions"] + run(games=1, seed=2)["decisions"]


def test_bots_change_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    seated: list[int] = []

    def first_legal(game: Any, ask: Any, seat: int) -> Any:
        assert game.options
        seated.append(seat)
        return ask.default()

    monkeypatch.setattr(module, "own_bot", lambda title: first_legal)
    figures = run(bots="bot,random", games=2)
    assert figures["bots"] == ["bot", "random"]
    assert dict.fromkeys(seated) == {0: None, 1: None}
    assert seated.index(1) > 10  # the whole first game in seat 0
    assert figures["by_bot"]["bot"]["seats"] == figures["by_bot"]["random"]["seats"] == 2
    assert figures["by_bot"]["bot"]["wins"] + figures["by_bot"]["random"]["wins"] == 2


def test_a_bot_that_answers_wrongly_is_named_with_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "own_bot", lambda title: lambda game, ask, seat: ("resign",))
    with pytest.raises(BadBots, match=r"bot of wonders_duel answered .* in seat \d of the game with seed 5"):
        run(bots="bot", seed=5)


def test_a_bot_sees_only_what_its_seat_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    games: list[Any] = []

    def look(game: Any, ask: Any, seat: int) -> Any:
        games.append(game)
        return ask.default()

    monkeypatch.setattr(module, "own_bot", lambda title: look)
    run(bots="bot", games=1)
    assert games
    assert all(is_unseen(card) for game in games for card in game.decks)


@pytest.mark.parametrize(
    ("given", "seats", "names"),
    [(None, 3, ["random"] * 3), ("bot", 2, ["bot", "bot"]), ("bot, random", 4, ["bot", "random", "random", "random"])],
)
def test_bots_by_seat(given: str | None, seats: int, names: list[str]) -> None:
    assert seat_bots(titles.load("wonders_duel"), given, seats) == names


@pytest.mark.parametrize(
    ("given", "says"),
    [("genius", "no bot 'genius'"), ("random,random,random", "3 bots for 2 seats"), ("", "no bot ''")],
)
def test_wrong_bots_are_refused(given: str, says: str) -> None:
    with pytest.raises(BadBots, match=says):
        run(bots=given)


def test_a_title_without_a_bot_says_so(bare: Title) -> None:
    with pytest.raises(BadBots, match="bare_game has no bot of its own"):
        seat_bots(bare, "bot", 2)


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Title]:
    """A title with no bot: the duel's under another name."""
    (tmp_path / "bare_game").mkdir()
    text = "from dataclasses import replace\nfrom ..wonders_duel import TITLE as DUEL\n"
    (tmp_path / "bare_game" / "__init__.py").write_text(
        text + "TITLE = replace(DUEL, id='bare_game', package=__package__)\n"
    )
    titles.__path__.append(str(tmp_path))
    yield titles.load("bare_game")
    titles.__path__.remove(str(tmp_path))


def test_a_game_that_goes_on_too_long_is_counted(bare: Title, monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    monkeypatch.setattr(titles, "load", lambda ident: replace(bare, longest=5))
    figures = run(games=2)
    assert (figures["games"], figures["unfinished"], figures["decisions"]) == (0, 2, 10)
    assert figures["scores"] == {}
    assert figures["by_bot"]["random"]["points"] is None
    out = io.StringIO()
    report(figures, Console(file=out, width=100))
    assert "2 not finished" in out.getvalue()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["x"], "NAME=VALUE, not 'x'"),
        (["=1"], "NAME=VALUE"),
        (["a=1", "a=2"], "given twice"),
        (["speed=1"], "no option 'speed'"),
        (["age_start_tie=maybe"], "one of last_player, last_player_chooses, not 'maybe'"),
    ],
)
def test_wrong_options_are_refused(options: list[str], says: str) -> None:
    with pytest.raises(BadSetup, match=says):
        run(options=options)


def test_options_are_read_and_used() -> None:
    assert read_options(["a = 1 ", "b=x=y"]) == {"a": "1", "b": "x=y"}
    assert run(options=["first_game_sets=TRUE"], games=1)["options"]["first_game_sets"] is True


def test_a_wrong_number_of_players_is_refused() -> None:
    with pytest.raises(BadSetup, match="for 2 players, not 3"):
        run(players=3)


def test_the_report_speaks_in_words() -> None:
    out = io.StringIO()
    report(run(), Console(file=out, width=100))
    text = out.getvalue()
    assert "4 games finished" in text
    assert "blue buildings" in text
    assert "random" in text


def test_a_bar_only_where_somebody_looks() -> None:
    dull, bright = io.StringIO(), io.StringIO()
    run(games=2, console=Console(file=dull))
    assert dull.getvalue() == ""
    run(games=2, console=Console(file=bright, force_terminal=True))
    assert "2/2" in bright.getvalue()


def test_the_source_is_even_and_repeatable() -> None:
    below, again = source(3), source(3)
    drawn = [below(6) for _ in range(6000)]
    assert drawn == [again(6) for _ in range(6000)]
    assert set(drawn) == set(range(6))
    assert all(850 < drawn.count(n) < 1150 for n in range(6))


@pytest.mark.slow
def test_the_duels_bot_beats_random_play() -> None:
    wins = run(bots="bot,random", games=40)["by_bot"]
    assert wins["bot"]["wins"] >= 36
