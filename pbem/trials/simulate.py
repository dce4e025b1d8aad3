"""Whole games between bots, and the figures of how they went.

A title's bot is `answer(game, ask, seat)` in its `bot.py`. It gets what its
seat may see and its own ask, never the table. `random` picks any legal
answer. Where bots differ they change seats from game to game, so that none
has the first move more often than another.

The figures are plain JSON, in a stable format (docs/adding-a-title.md):

    title, players, seed, options, bots     what was played
    games, unfinished                       ended, and stopped after `longest` answers
    decisions, seconds, games_per_second, decisions_per_second
    endings    {how: games}
    scores     {category: mean of all seats}, with `total`; only games that gave points count
    by_bot     {bot: {seats, wins, shared, points}}: `shared` of the wins, `points` the mean total
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from time import perf_counter
from typing import TYPE_CHECKING, Any

from .. import titles
from ..table import Answer, Ask, BadSetup, Below, Outcome, Refused, Table, Title
from ..words.lazy_dataclass import dataclass

if TYPE_CHECKING:
    from rich.console import Console

Bot = Callable[[Any, Ask, int], Answer]

RANDOM = "random"
OWN = "bot"


class BadBots(ValueError):
    """A bot that the title does not have, too many of them, or one that answers wrongly."""


def source(seed: int | str) -> Below:
    """A fast seeded source of chance for trials. Real games get theirs from the seals."""
    draw = random.Random(str(seed)).random
    return lambda n: int(draw() * n)


def simulate(
    title: str,
    *,
    games: int,
    seed: int,
    players: int | None,
    bots: str | None,
    options: Sequence[str],
    console: Console | None,
) -> dict[str, Any]:
    """Play games with seeds `seed`, `seed + 1`, … and return the figures."""
    loaded = titles.load(title)
    seats = players if players is not None else min(loaded.seats)
    settled = loaded.settle(seats, read_options(options))
    names = seat_bots(loaded, bots, seats)
    tally = Tally(loaded, names)
    began = perf_counter()
    for game in progress(games, console):
        tally.play(seed + game, game, settled)
    return tally.figures(seed, settled, perf_counter() - began)


def read_options(given: Sequence[str]) -> dict[str, str]:
    """`NAME=VALUE` pairs as a dict; the title judges names and values."""
    options: dict[str, str] = {}
    for one in given:
        name, sign, value = one.partition("=")
        if not sign or not name.strip():
            raise BadSetup(f"an option is written NAME=VALUE, not {one!r}")
        if name.strip() in options:
            raise BadSetup(f"option {name.strip()!r} is given twice")
        options[name.strip()] = value.strip()
    return options


def seat_bots(title: Title, given: str | None, seats: int) -> list[str]:
    """One bot per seat; the last one named plays all remaining seats."""
    names = [name.strip() for name in given.split(",")] if given is not None else [RANDOM]
    for name in names:
        if name not in (RANDOM, OWN):
            raise BadBots(f"there is no bot {name!r}; there are {RANDOM} and {OWN} (the title's own)")
    if len(names) > seats:
        raise BadBots(f"{len(names)} bots for {seats} seats")
    if OWN in names:
        own_bot(title)
    return names + [names[-1]] * (seats - len(names))


def own_bot(title: Title) -> Bot:
    module = title.module("bot")
    if module is None:
        raise BadBots(f"{title.id} has no bot of its own")
    bot: Bot = module.answer
    return bot


@dataclass
class Tally:
    """Plays games and adds up how they went."""

    title: Title
    bots: list[str]
    games: int = 0
    unfinished: int = 0
    decisions: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    points: Counter[str] = field(default_factory=Counter)
    rows: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    shared: Counter[str] = field(default_factory=Counter)
    seats: Counter[str] = field(default_factory=Counter)
    totals: Counter[str] = field(default_factory=Counter)
    scored: Counter[str] = field(default_factory=Counter)

    def play(self, seed: int, turn: int, options: dict[str, Any]) -> None:
        count = len(self.bots)
        names = [self.bots[(seat + turn) % count] for seat in range(count)]
        handles = [f"player{seat + 1}" for seat in range(count)]
        table = Table(self.title, handles, options, below=source(f"chance {seed}"), stride=self.title.longest)
        pick = source(f"picks {seed}")
        own = own_bot(self.title) if OWN in names else None
        answers = 0
        while not table.over and answers < self.title.longest:
            for seat, ask in table.unanswered.items():
                if own is not None and names[seat] == OWN:
                    self._answer_by(own, table, seat, ask, seed)
                else:
                    table.answer(seat, ask.sample(pick))
                answers += 1
        self.decisions += answers
        if table.outcome is None:
            self.unfinished += 1
        else:
            self._count(table.outcome, names)

    @staticmethod
    def _answer_by(bot: Bot, table: Table, seat: int, ask: Ask, seed: int) -> None:
        try:
            table.answer(seat, bot(table.seen(seat), ask, seat))
        except Refused as refusal:
            raise BadBots(
                f"the bot of {table.title.id} answered {ask.kind.id} wrongly in seat {seat} of the game with "
                f"seed {seed}: {refusal}"
            ) from refusal

    def _count(self, outcome: Outcome, names: list[str]) -> None:
        self.games += 1
        self.endings[outcome.how] += 1
        for seat, name in enumerate(names):
            self.seats[name] += 1
            if seat in outcome.winners:
                self.wins[name] += 1
                self.shared[name] += len(outcome.winners) > 1
            if outcome.scores:
                row = outcome.scores[seat]
                self.rows += 1
                self.points.update(row)
                self.scored[name] += 1
                self.totals[name] += sum(row.values())

    def figures(self, seed: int, options: dict[str, Any], seconds: float) -> dict[str, Any]:
        means = {category: round(points / self.rows, 2) for category, points in self.points.items()}
        if means:
            means["total"] = round(sum(self.points.values()) / self.rows, 2)
        return {
            "title": self.title.id,
            "players": len(self.bots),
            "seed": seed,
            "options": options,
            "bots": self.bots,
            "games": self.games,
            "unfinished": self.unfinished,
            "decisions": self.decisions,
            "seconds": round(seconds, 3),
            "games_per_second": round((self.games + self.unfinished) / seconds, 1),
            "decisions_per_second": round(self.decisions / seconds),
            "endings": dict(sorted(self.endings.items())),
            "scores": means,
            "by_bot": {
                name: {
                    "seats": self.seats[name],
                    "wins": self.wins[name],
                    "shared": self.shared[name],
                    "points": round(self.totals[name] / self.scored[name], 2) if self.scored[name] else None,
                }
                for name in dict.fromkeys(self.bots)
            },
        }


def progress(games: int, console: Console | None) -> Iterator[int]:
    """Count the games, with a bar where a person is looking."""
    if console is None or not console.is_terminal:
        yield from range(games)
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("playing", total=games)
        for game in range(games):
            yield game
            bar.advance(task)


def games_counted(number: int) -> str:
    return f"{number} game{'' if number == 1 else 's'}"


def report(figures: dict[str, Any], console: Console) -> None:
    """The figures for a reader."""
    from rich.table import Table as Grid

    words = titles.words(titles.load(figures["title"]), "en")

    def said(key: str, otherwise: str) -> str:
        return words.say(key) if key in words else otherwise

    console.print(
        f"{figures['title']}, {figures['players']} players: {games_counted(figures['games'])} finished"
        + (f", [red]{figures['unfinished']} not finished[/red]" if figures["unfinished"] else "")
    )
    console.print(
        f"{figures['decisions']} decisions in {figures['seconds']:.2f} s: "
        f"{figures['games_per_second']} games and {figures['decisions_per_second']} decisions per second"
    )
    if figures["endings"]:
        endings = Grid("how games ended", "games", box=None, pad_edge=False)
        for how, games in sorted(figures["endings"].items(), key=lambda one: -one[1]):
            endings.add_row(said(f"how.{how}", how), str(games))
        console.print(endings)
    if figures["scores"]:
        scores = Grid("points", "mean of a seat", box=None, pad_edge=False)
        for category, mean in figures["scores"].items():
            scores.add_row(said(f"score.{category}", category), f"{mean:.2f}")
        console.print(scores)
    bots = Grid("bot", "seats", "wins", "of them shared", "mean points", box=None, pad_edge=False)
    for name, row in figures["by_bot"].items():
        mean = "–" if row["points"] is None else f"{row['points']:.2f}"
        bots.add_row(name, str(row["seats"]), str(row["wins"]), str(row["shared"]), mean)
    console.print(bots)
