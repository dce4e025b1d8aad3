"""`pbem title check`: everything that a title owes to its players, onlookers and maintainers.

A duty is a function that returns what is missing or wrong, one sentence per fault. A duty that stops with an error
of the title has found something too. The tests of the repository call the same functions.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import titles
from ..campaign.published.position_text import board as position_text
from ..pages.board_api import Scene
from ..pages.boards import board_of
from ..pages.kit import icon, sprite
from ..table import Table, Title
from ..words import LANGUAGES
from ..words.console import as_text
from ..words.lazy_dataclass import dataclass
from . import (
    asks_schema,
    behaviour,
    by_mail_pages,
    desk_check,
    edition_bounds,
    refusal_claims,
    rulebook,
    rules_translation,
    title_words,
    told_words,
)
from .conformance import HANDLES, Effort, conform
from .simulate import OWN, RANDOM, BadBots, Tally, source

if TYPE_CHECKING:
    from rich.console import Console

FILES = (
    asks_schema.FILE,
    "rules.yaml",
    rules_translation.FILE,
    "by_mail.en.md",
    "by_mail.de.md",
    "words/en.yaml",
    "words/de.yaml",
)
MODULES = {"rules": "PHASES", "check": "faults", "bot": "answer"}
"""The modules every title has, and the name each must define. `board` and `text` are welcome, but can be plain."""
GAMES = 2
"""How many random games are played to the end, for each number of players."""
STEPS = 60
"""How many answers the conformance suite tries, for each number of players."""
POSITIONS = 8
"""How many positions of one game are drawn and put into text."""
SAMPLE = Effort(every=11, answers=25, mutants=5, twins=2, twin_steps=8)
MOST_TOLD = 12

DutyCheck = Callable[[Title], Iterator[str]]


@dataclass(frozen=True)
class Duty:
    name: str
    check: DutyCheck

    def faults(self, title: Title) -> list[str]:
        try:
            return list(self.check(title))
        except Exception as crash:  # whatever a title does wrong is a finding, and the other duties are still checked
            where = traceback.extract_tb(crash.__traceback__)[-1]
            return [f"stops with {type(crash).__name__}: {crash} ({Path(where.filename).name}, line {where.lineno})"]


def check(ident: str, tests: Path, console: Console, progress: Console) -> bool:
    """Print a line for each duty, and what is missing; returns whether nothing is."""
    title = titles.load(ident)
    covered = rulebook.named_in(title, tests)
    duties = DUTIES if covered is None else (*DUTIES, Duty("tests", lambda _: untested(covered)))
    if covered is not None and ident in titles.ours():  # what the tests of pbem itself demand of a title in its folder
        recorded = tests / "vectors" / "behaviour"
        duties = (
            *duties,
            Duty("recorded games", lambda one: behaviour.faults(one, recorded)),
            Duty("claims of refusals", lambda one: refusal_claims.faults(one, tests / "claims")),
        )
    whole = told(title, duties, console, progress)
    if covered is None:
        console.print(
            f"–     tests: not looked at, as there is no folder {tests / 'titles' / title.id}; whether each rule has a "
            "test can be said in a checkout of pbem, or with --tests FOLDER",
            markup=False,
            soft_wrap=True,
        )
    return whole


def check_desk(ident: str, console: Console, progress: Console) -> bool:
    """The same of what the page at which one plays needs."""
    return told(titles.load(ident), DESK, console, progress)


def told(title: Title, duties: Sequence[Duty], console: Console, progress: Console) -> bool:
    whole = True
    for duty in duties:
        with progress.status(f"{title.id}: {duty.name}"):
            found = duty.faults(title)
        whole = whole and not found
        colour, mark = ("red", "wrong") if found else ("green", "ok")
        console.print(f"[{colour}]{mark:5}[/{colour}] {duty.name}")
        for fault in found[:MOST_TOLD]:
            console.print(f"      {fault}", markup=False, soft_wrap=True)
        if len(found) > MOST_TOLD:
            console.print(f"      … and {len(found) - MOST_TOLD} more")
    return whole


# ---- what is there


def _late_seats(title: Title) -> Iterator[str]:
    """What a title that can be joined later declares about that."""
    if title.late is None:
        return
    option = next((one for one in title.options if one.id == title.late.option), None)
    if option is None or option.default != 0 or not all(type(value) is int for value in option.values):
        yield f"late joiners need an option {title.late.option} with the numbers of empty seats, 0 first"
    if title.late.ask not in title.language.kinds:
        yield f"late joiners enter with an ask {title.late.ask}, which there is not"


def folder(title: Title) -> Iterator[str]:
    """Files and modules, and what the title declares about itself."""
    yield from (f"there is no {path}" for path in FILES if not title.resource(path).is_file())
    if not title.resource("data").is_dir():
        yield "there is no folder data"
    for name, wanted in MODULES.items():
        module = title.module(name)
        if module is None:
            yield f"there is no {name}.py and no {name}/"
        elif not hasattr(module, wanted):
            yield f"{name} has no {wanted}"
    yield from (f"it has no name in {language}" for language in LANGUAGES if not title.names.get(language))
    if "setup" not in title.phases:
        yield "there is no phase setup, with which a game begins"
    if list(title.seats) != sorted(set(title.seats)) or not title.seats:
        yield "its numbers of players are not in order"
    unknown = [seats for seats in (*title.conformance, *title.mail_targets) if seats not in title.seats]
    yield from (f"it has a budget or target for {seats} players, but no game" for seats in unknown)
    if title.seats[:1] and title.seats[0] not in title.conformance:
        yield f"it has no budget of conformance steps for {title.seats[0]} players"
    yield from _late_seats(title)
    if f'id="i-{title.icon}"' not in sprite(icon(title.icon)):
        yield f"there is no icon {title.icon}"


def data(title: Title) -> Iterator[str]:
    yield from title.module("check").faults()


def bounds(title: Title) -> Iterator[str]:
    yield from edition_bounds.unsound(title.package)


def tables(title: Title) -> tuple[int, ...]:
    return tuple(seats for seats in title.seats if seats <= len(HANDLES))


# ---- what is played


def random_games(title: Title) -> Iterator[str]:
    for seats in tables(title):
        yield from _played(title, RANDOM, seats, GAMES)


def bot(title: Title) -> Iterator[str]:
    yield from _played(title, OWN, title.seats[0], 1)


def _played(title: Title, player: str, seats: int, games: int) -> Iterator[str]:
    tally = Tally(title, [player] * seats)
    try:
        for seed in range(games):
            tally.play(seed, seed, title.settle(seats, {}))
    except BadBots as wrong:
        yield str(wrong)
    if tally.unfinished:
        yield f"{tally.unfinished} of {games} games with {seats} players did not end after {title.longest} answers"


def defaults(title: Title) -> Iterator[str]:
    """A game in which nobody ever sends orders ends by itself."""
    for seats in tables(title):
        table = Table(title, HANDLES[:seats], below=source("nobody"))
        answers = 0
        while not table.over and answers < title.longest:
            for seat, ask in table.unanswered.items():
                default = ask.default()
                if not ask.allows(default):
                    yield f"the default of {ask.kind.id} is not legal: {ask.write(default, table.players)}"
                    return
                table.answer(seat, default, "default")
                answers += 1
        if not table.over:
            yield f"with {seats} players who never write a game goes on after {title.longest} answers"


def conformance(title: Title) -> Iterator[str]:
    for seats in tables(title):
        yield from map(str, conform(title, seats, count(1), effort=SAMPLE, budget=STEPS).failures)


# ---- what is shown


def shown(title: Title) -> Iterator[str]:
    """The board on the pages and the text at a terminal, for positions all through a game."""
    board, players = board_of(title), HANDLES[: title.seats[0]]
    spoken = {language: titles.words(title, language, players) for language in LANGUAGES}
    told: dict[str, None] = {}
    for table in positions(title):
        series = board.series(table.view(None))
        told |= {f"the chart {one.key} has no figures": None for one in board.CHARTS if one.key not in series}
        for language, words in spoken.items():
            scene = Scene(table.view(None), players, words)
            drawn: dict[str, Any] = {"draw": board.draw(scene), "thumb": board.thumb(scene)}
            told |= {f"board.{name} draws nothing in {language}": None for name, html in drawn.items() if not html}
            for seat in (None, *range(len(players))):
                if not as_text(position_text(title, table.view(seat), words, seat)).strip():
                    told[f"the text of a position is empty in {language}"] = None
    yield from told


def positions(title: Title) -> Iterator[Table]:
    """The first and last positions of a random game, and some in between."""
    answers = _length(title)
    table, pick = _begun(title), source("picks")
    for step in range(answers + 1):
        if step % max(1, answers // POSITIONS) == 0 or step == answers:
            yield table
        _answer(table, pick)


def _length(title: Title) -> int:
    table, pick, answers = _begun(title), source("picks"), 0
    while not table.over and answers < title.longest:
        _answer(table, pick)
        answers += 1
    return answers


def _begun(title: Title) -> Table:
    return Table(title, HANDLES[: title.seats[0]], below=source("positions"))


def _answer(table: Table, pick: Callable[[int], int]) -> None:
    """By whoever is asked first, if the game is not over."""
    for seat in [seat for seat in table.pending if seat not in table.given][:1]:
        table.answer(seat, table.pending[seat].sample(pick))


# ---- what is tested


def untested(covered: rulebook.Coverage) -> Iterator[str]:
    """Every rule is named by a test or scenario."""
    yield from (f"no test and no scenario names {rule}" for rule in covered.missing)
    yield from (f"no scenario plays the example {rule}" for rule in covered.examples_missing)
    yield from (
        f"no scenario with `legal: has` names {rule}, which allows something" for rule in covered.allowing_missing
    )
    yield from (f"there is no rule {rule}, which {', '.join(files)} names" for rule, files in covered.unknown.items())


DUTIES = (
    Duty("files and modules", folder),
    Duty("data", data),
    Duty("bounds of editions", bounds),
    Duty("asks, windows, facts and plans", asks_schema.faults),
    Duty("rules in both languages", rules_translation.faults),
    Duty("words in both languages", title_words.faults),
    Duty("words of fields and orders", told_words.faults),
    Duty("pages on playing by mail", by_mail_pages.faults),
    Duty("defaults", defaults),
    Duty("bot", bot),
    Duty("random games", random_games),
    Duty("conformance", conformance),
    Duty("board and text", shown),
)
DESK = (
    Duty("things and panes", desk_check.things),
    Duty("meters", desk_check.meters),
    Duty("sentences, buttons and labels", desk_check.sentences),
    Duty("examples as sentences", desk_check.examples),
    Duty("outcomes of chance", desk_check.outcomes),
)
"""What the page at which one plays needs."""
