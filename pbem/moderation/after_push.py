"""The hook after a push: the moderator runs on what was pushed, and who pushed reads what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from pbem.campaign.run import RunReport
from pbem.post.git.carrier import GitCarrier
from pbem.post.git.hooks import CHECKOUT, WAIT, Fetched, Say, Update, bare_of, checkout_of, discreetly, log, sentence
from pbem.post.git.push_gate import language_of
from pbem.post.git.repository import ZERO, Repository, layout
from pbem.seals.moderator_key import Moderator
from pbem.storage import disk
from pbem.words.message import printable

from .loop import moderate


def post_receive(folder: Path, updates: Sequence[Update], load: Callable[[], Moderator], say: Say) -> bool:
    """Run the moderator on what was pushed, and tell the one who pushed; whether all went well."""
    with discreetly(folder, "post-receive", say) as done:
        git = bare_of(folder)
        bare = Repository(git)
        if not bare.has(bare.main()) or all(new == ZERO for _, new, _ in updates):
            return True
        moderator = load()
        failed: list[str] = []
        with disk.locked(git / CHECKOUT / disk.LOCK, "this repository", WAIT):  # pushes come one after the other
            checkout = checkout_of(git)
            carrier = GitCarrier(checkout, say, Fetched(bare))
            games, chosen = layout(checkout.folder)

            def trouble(game: str, error: Exception) -> None:
                failed.append(game)
                log(git, f"{game}: {error}")
                say(sentence("game", language_of(checkout.folder), game=game))

            for report in moderate([carrier], games, moderator, chosen, wait=WAIT, failed=trouble):
                _tell_troubles(git, report, say)
        done.append(not failed)
    return done == [True]


def _tell_troubles(git: Path, report: RunReport, say: Say) -> None:
    """Which files were not dealt with; where they lie and why is for the log alone."""
    for one in report.troubles:
        log(git, f"{report.game}: {one.said}")
        key = "set-aside" if one.path else "left"
        say(sentence(key, report.language, game=report.game, name=printable(one.name, 80)))
