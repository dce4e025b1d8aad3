"""Whole games by mail: bots write order files, and the cost in mails and stops is counted.

`asks`   decisions that a player had to take: the cost at one mail per ask
`mails`  files that a player wrote
`stops`  times the table could not go on before a mail came; mails awaited at
         the same time count once
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any

from .. import titles
from ..orders.agenda import Agenda, Clerk
from ..orders.foresight import foreseen, whole_file
from ..table import Table, Title
from ..table.state_json import copy
from ..words.lazy_dataclass import dataclass
from .simulate import games_counted, own_bot, progress, read_options, source

if TYPE_CHECKING:
    from rich.console import Console


class Stuck(Exception):
    """A bot's file did not answer what it was written for."""


@dataclass
class Costs:
    """What one game by mail cost."""

    asks: list[int]
    mails: list[int]
    stops: int = 0
    standing: int = 0
    """Answers that standing orders gave."""


@dataclass
class Post:
    """A game by mail between a title's bots."""

    title: Title
    table: Table
    ahead: bool
    """Whether bots use plans and standing orders, or only several orders in a file."""
    clerk: Clerk = field(init=False)
    agendas: list[Agenda] = field(init=False)
    costs: Costs = field(init=False)

    def __post_init__(self) -> None:
        seats = len(self.table.players)
        self.clerk = Clerk(self.title, self.table.players, self.table.state.fixes)
        self.agendas = [Agenda() for _ in range(seats)]
        self.costs = Costs([0] * seats, [0] * seats)
        self.bot = self.title.module("bot")

    def play(self) -> Costs:
        while not self.table.over:
            if not self.served():
                self.costs.stops += 1
                for seat in self.owing():
                    self.write(seat)
                if not self.served():
                    raise Stuck(f"{self.title.id}: files did not answer {list(self.table.pending.values())}")
        return self.costs

    def served(self) -> bool:
        """Give the answers that the agendas hold; returns whether there were any."""
        any_answer = False
        for seat, ask in list(self.table.pending.items()):
            if seat in self.table.given or self.table.pending.get(seat) is not ask:
                continue
            decision = self.clerk.decide(self.agendas[seat], ask, self.table.state)
            if decision.answer is None:
                continue
            self.costs.asks[seat] += 1
            self.costs.standing += decision.source == "standing"
            place = self.table.place
            self.table.answer(seat, decision.answer)
            for one in self.table.forced_since(place):
                self.clerk.forced(self.agendas[one.seat], one, self.table.state)
            any_answer = True
        if self.table.offer is not None and not self.owing():
            self.table.lapse()
            any_answer = True
        return any_answer

    def owing(self) -> list[int]:
        """The seats that the table waits for."""
        return [
            seat
            for seat, ask in self.table.unanswered.items()
            if self.clerk.awaits(copy(self.agendas[seat]), ask, self.table.state)
        ]

    def write(self, seat: int) -> None:
        """One file: what the bot would order, as far ahead as it can see."""
        ask = self.table.pending[seat]
        if self.ahead:
            lines = whole_file(self.bot, self.table, seat, first=self.costs.mails[seat] == 0)
        else:
            lines = foreseen(self.table, seat, self.bot.answer)
        self.costs.mails[seat] += 1
        name = f"{self.table.players[seat]}-{self.costs.mails[seat]}"
        self.clerk.file(self.agendas[seat], seat, name, ask.window, "\n".join(lines))


def play(title: Title, seats: int, seed: int, options: Mapping[str, Any] | None, *, ahead: bool) -> Costs:
    handles = [f"player{seat + 1}" for seat in range(seats)]
    table = Table(title, handles, options, below=source(f"chance {seed}"))
    return Post(title, table, ahead).play()


def simulate(
    ident: str, games: int, seed: int, players: int | None, options: Sequence[str], console: Console | None
) -> dict[str, Any]:
    """Means over some games, with and without thinking ahead, next to the title's targets."""
    title = titles.load(ident)
    seats = players if players is not None else min(title.seats)
    settled = title.settle(seats, read_options(options))
    own_bot(title)
    rows: dict[str, list[Costs]] = {"queue": [], "ahead": []}
    for game in progress(games, console):
        for name, costs in rows.items():
            costs.append(play(title, seats, seed + game, settled, ahead=name == "ahead"))
    return {
        "title": title.id,
        "players": seats,
        "games": games,
        **{name: _means(costs, seats) for name, costs in rows.items()},
        "target": title.mail_targets.get(seats),
    }


def _means(played: list[Costs], seats: int) -> dict[str, float]:
    """Asks, mails and standing-order answers per player; stops per game."""
    games = len(played)
    return {
        "asks": round(sum(sum(one.asks) for one in played) / games / seats, 1),
        "mails": round(sum(sum(one.mails) for one in played) / games / seats, 1),
        "standing": round(sum(one.standing for one in played) / games / seats, 1),
        "stops": round(sum(one.stops for one in played) / games, 1),
    }


def report(figures: dict[str, Any], console: Console) -> None:
    from rich.table import Table as Grid

    grid = Grid("", "asks a player", "mails a player", "by standing order", "stops a game", box=None)
    for name, words in (("queue", "several orders in a file"), ("ahead", "plans and standing orders")):
        row = figures[name]
        grid.add_row(words, *(str(row[key]) for key in ("asks", "mails", "standing", "stops")))
    if figures["target"]:
        grid.add_row("target", "", str(figures["target"]["mails"]), "", str(figures["target"]["stops"]))
    console.print(f"{figures['title']}, {figures['players']} players, {games_counted(figures['games'])} by mail")
    console.print(grid)
