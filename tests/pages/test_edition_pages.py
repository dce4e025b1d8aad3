"""An edition on the pages: the board shows the figures that the game is played with."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.console import Console
from tables import MODERATOR, Playing, minute

from pbem import titles
from pbem.campaign.agreement.genesis import Terms
from pbem.campaign.published.position_text import board
from pbem.campaign.running.create import begin
from pbem.campaign.running.run import run
from pbem.pages.board_api import Scene
from pbem.pages.boards import board_of
from pbem.pages.site import publish
from pbem.table import Table, Title
from pbem.titles.editions import parse
from pbem.trials.simulate import source

PLAYERS = ("anna", "ben")
FIVE_COINS = """
title: wonders_duel
name: dear clay
changes:
  components.yaml:
    buildings:
      clay_pool: {cost: {coins: 5}}
"""


def dealt(title: Title) -> Table:
    """A duel in which the clay pool lies open in the first age."""
    for seed in range(50):
        table = Table(title, PLAYERS, below=source(seed))
        while table.state.age == 0:
            for seat, ask in list(table.pending.items()):
                table.answer(seat, ask.default())
        if "clay_pool" in table.state.face_up.values():
            return table
    raise AssertionError("the clay pool never lies open")


def terminal(title: Title, table: Table, language: str) -> str:
    """The row of the clay pool among the cards within reach, as `pbem show` prints it."""
    console = Console(width=200)
    with console.capture() as shown:
        console.print(board(title, table.view(None), titles.words(title, language, PLAYERS), None))
    name = title.vocabularies["card"].name("clay_pool", language)
    return [line for line in shown.get().splitlines() if name in line][-1]


def faces(html: str) -> list[str]:
    """What each open clay pool says of its cost to those who listen to the page."""
    return re.findall(r'id="c-clay_pool"[^>]*>.*?<span class="cost"><span class="vh">([^<]*)</span>', html)


@pytest.mark.parametrize(
    ("language", "free", "dear", "coins"),
    [("en", "costs nothing", "costs 5 coins", "5 coins"), ("de", "kostet nichts", "kostet 5 Münzen", "5 Münzen")],
)
def test_terminal_and_board_say_the_price_of_the_edition(language: str, free: str, dear: str, coins: str) -> None:
    plain, ours = titles.load("wonders_duel"), titles.load("wonders_duel", parse(FIVE_COINS, "edition.yaml"))
    for title, told, priced in ((plain, free, False), (ours, dear, True), (plain, free, False)):
        table = dealt(title)
        scene = Scene(table.view(None), PLAYERS, titles.words(title, language, PLAYERS))
        assert faces(board_of(title).draw(scene)) == [told]
        assert (coins in terminal(title, table, language)) == priced


@pytest.mark.slow
def test_a_site_shows_games_of_both_with_their_own_prices(keys: Path) -> None:
    stories = []
    for name, edition in (("plain", None), ("dear", parse(FIVE_COINS, "edition.yaml")), ("plain-again", None)):
        seats = [("carl", "Carl", "random"), ("dora", "Dora", "random")]
        begin(
            keys / name,
            MODERATOR,
            "wonders_duel",
            seats,
            {},
            limits=Terms(files="open"),
            now=minute(0),
            edition=edition,
            salt=bytes(16),
        )
        run(keys / name, MODERATOR, now=minute(1))
        stories.append(Playing(keys / name).story())
    publish(stories, keys / "site")
    told = {
        game: {said for path in (keys / "site/games" / game).rglob("*.html") for said in faces(path.read_text("utf-8"))}
        for game in ("plain", "dear", "plain-again")
    }
    free, dear = {"costs nothing", "kostet nichts"}, {"costs 5 coins", "kostet 5 Münzen"}
    assert told == {"plain": free, "dear": dear, "plain-again": free}
