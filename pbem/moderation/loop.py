"""The path of a move: collect, run, and then deliver, announce, publish.

Carriers bring files into the inboxes; each campaign is run once; the run's report is all that the carriers and
the pages need. So the rules run once per move, and a file is opened and parsed once. If neither mail
nor git carries anything, there are no carriers, or one that only says what happened.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from pathlib import Path

from pbem.campaign.campaign import all_games, find
from pbem.campaign.running.run import RunReport, run
from pbem.campaign.running.submission import ReadFile
from pbem.campaign.running.trouble import of_game
from pbem.post.carrier import Again, Carrier
from pbem.post.errors import PostError, PostFault, phrase
from pbem.seals.moderator_key import Moderator
from pbem.words.message import MessageError

from .at_rest import AtRest

_MOST_RACES = 8
Failed = Callable[[str, Exception], None]
"""Called with the game and what is wrong with it."""
Publish = Callable[[Sequence[RunReport]], None]
"""Brings the pages up to date with what was reported."""


def moderate(
    carriers: Sequence[Carrier],
    folder: Path,
    moderator: Moderator,
    chosen: Sequence[str] | None = None,
    now: str | None = None,
    wait: float = 0.0,
    failed: Failed | None = None,
    publish: Publish | None = None,
    only_sent: bool = False,
) -> list[RunReport]:
    """One round with all carriers.

    A game that cannot be run does not stop the others; `failed` is called, or else the error is raised at the end.
    With `only_sent`, only games for which something has arrived are run.
    """
    done: dict[str, RunReport] = {}
    resting = AtRest(folder)
    for _ in range(_MOST_RACES):
        read = _collect(carriers, folder, chosen)
        complete = all(one.complete() for one in carriers)
        trouble: MessageError | None = None
        awake = chosen or _awake(
            resting, all_games(folder), {*read, *(game for one in carriers for game in one.untold())}
        )
        for game in [one for one in awake if one in read] if only_sent else awake:
            try:
                report = run(find(folder, game), moderator, now, wait, read.get(game), complete)
                done[game] = _joined(done.get(game), report)
            except BaseException as caught:
                error = of_game(game, caught)
                if failed is not None:
                    failed(game, error)
                else:
                    trouble = trouble or error
        reports = list(done.values())
        try:
            for carrier in carriers:
                carrier.deliver(reports)
            for carrier in carriers:
                carrier.announce(reports)
        except Again:
            continue
        if publish is not None:
            publish(reports)
        resting.remember(reports)
        if trouble is not None:
            raise trouble
        return reports
    raise PostError(PostFault.GIT_RACE, where=phrase("the-repository"), found=_MOST_RACES)


def _awake(resting: AtRest, games: list[str], wanted: Container[str]) -> list[str]:
    """The games to run: also those at rest that somebody has written about, or whose end is still to be told."""
    awake = set(resting.awake(games))
    return [game for game in games if game in awake or game in wanted]


def _collect(carriers: Sequence[Carrier], folder: Path, chosen: Sequence[str] | None) -> dict[str, dict[str, ReadFile]]:
    read: dict[str, dict[str, ReadFile]] = {}
    for carrier in carriers:
        # Git may bring new games, so they are looked up each time.
        games = [find(folder, game) for game in chosen or all_games(folder)]
        for game, files in carrier.collect(games).items():
            read.setdefault(game, {}).update(files)
    return read


def _joined(earlier: RunReport | None, later: RunReport) -> RunReport:
    """Two runs of one game, reported as one."""
    if earlier is None:
        return later
    later.before = earlier.before
    later.happened = later.happened.joined(earlier.happened)
    later.receipts = [*earlier.receipts, *later.receipts]
    later.written = list(dict.fromkeys([*earlier.written, *later.written]))
    later.defaulted = [*earlier.defaulted, *later.defaulted]
    later.troubles = [*earlier.troubles, *later.troubles]
    return later
