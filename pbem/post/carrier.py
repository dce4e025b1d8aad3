"""One way for files in and out of campaigns, whoever carries them: a folder, the mail, or git.

    collect   bring what players sent into the inboxes
    deliver   give each sender a receipt, and the players their hands and reports
    announce  tell who must act

Between collecting and delivering the campaigns are run. Each verb can be repeated: a run that died
anywhere is made good by the next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from pbem.campaign.campaign import all_games, find
from pbem.campaign.run import RunReport, run
from pbem.campaign.trouble import of_game
from pbem.seals.moderator_key import Moderator
from pbem.words.message import MessageError

from .errors import PostError, PostFault, phrase

_MOST_RACES = 8
Failed = Callable[[str, Exception], None]
"""Gets the game and what is wrong with it."""


class Again(Exception):
    """Others were faster: what they did has to be taken in first."""


class Carrier(Protocol):
    def collect(self, games: Sequence[Path]) -> None: ...

    def deliver(self, reports: Sequence[RunReport]) -> None: ...

    def announce(self, reports: Sequence[RunReport]) -> None: ...


def carry(
    carriers: Sequence[Carrier],
    folder: Path,
    moderator: Moderator,
    chosen: Sequence[str] | None = None,
    now: str | None = None,
    wait: float = 0.0,
    failed: Failed | None = None,
) -> list[RunReport]:
    """One run of the moderator with whatever carries the post.

    A game that cannot be run keeps no other from going on; `failed` is told of it, else it is raised at the end.
    """
    done: dict[str, RunReport] = {}
    for _ in range(_MOST_RACES):
        for carrier in carriers:
            # Git may bring new games, so they are looked up for each.
            carrier.collect([find(folder, game) for game in chosen or all_games(folder)])
        trouble: MessageError | None = None
        for game in chosen or all_games(folder):
            try:
                report = run(find(folder, game), moderator, now, wait)
                done[game] = _joined(done.get(game), report)
            except BaseException as caught:
                error = of_game(game, caught)
                if failed is not None:
                    failed(game, error)
                else:
                    trouble = trouble or error
        try:
            for carrier in carriers:
                carrier.deliver(list(done.values()))
            for carrier in carriers:
                carrier.announce(list(done.values()))
        except Again:
            continue
        if trouble is not None:
            raise trouble
        return list(done.values())
    raise PostError(PostFault.GIT_RACE, where=phrase("the-repository"), found=_MOST_RACES)


def _joined(earlier: RunReport | None, later: RunReport) -> RunReport:
    """Two runs of one game told as one."""
    if earlier is None:
        return later
    later.before = earlier.before
    later.receipts = [*earlier.receipts, *later.receipts]
    later.written = list(dict.fromkeys([*earlier.written, *later.written]))
    later.defaulted = [*earlier.defaulted, *later.defaulted]
    later.troubles = [*earlier.troubles, *later.troubles]
    return later
