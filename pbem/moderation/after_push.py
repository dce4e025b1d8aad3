"""The hook after a push: the moderator runs on what was pushed, and whoever pushed is told the result.

Also the same without a push, for cron: whatever is due by the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from pbem.campaign.campaign import all_games
from pbem.campaign.running.run import RunReport
from pbem.post.chat.carrier import set_up
from pbem.post.git.carrier import GitCarrier
from pbem.post.git.hooks import CHECKOUT, WAIT, Fetched, Say, Update, bare_of, checkout_of, discreetly, log, sentence
from pbem.post.git.push_gate import language_of
from pbem.post.git.repository import ZERO, Change, Repository, layout
from pbem.post.git.sent_files import SIG, SentFile, campaign_of, committed
from pbem.seals.moderator_key import Moderator
from pbem.storage import disk
from pbem.words.message import printable

from .loop import moderate


def post_receive(folder: Path, updates: Sequence[Update], load: Callable[[], Moderator], say: Say) -> bool:
    """Run the moderator on what was pushed, and report to whoever pushed; returns whether all went well."""
    with discreetly(folder, "post-receive", say) as done:
        git = bare_of(folder)
        bare = Repository(git)
        if not bare.has(bare.main()) or all(new == ZERO for _, new, _ in updates):
            return True
        moderator = load()
        done.append(_moderate(git, moderator, say, updates))
    return done == [True]


def serve(folder: Path, moderator: Moderator, say: Say, now: str | None = None) -> bool:
    """Do what is due in a shared repository without a push: deadlines, and files that have cooled off."""
    git = bare_of(folder)
    return not Repository(git).has(Repository(git).main()) or _moderate(git, moderator, say, (), now)


def _moderate(git: Path, moderator: Moderator, say: Say, updates: Sequence[Update], now: str | None = None) -> bool:
    failed: list[str] = []
    with disk.locked(git / CHECKOUT / disk.LOCK, "this repository", WAIT):  # pushes are handled one after the other
        bare, checkout = Repository(git), checkout_of(git)
        carrier = GitCarrier(checkout, say, Fetched(bare))
        games, chosen = layout(checkout.folder)

        def trouble(game: str, error: Exception) -> None:
            failed.append(game)
            log(git, f"{game}: {error}")
            say(sentence("game", language_of(checkout.folder), game=game))

        sent = _sent(bare, updates)
        rooms = set_up()
        reports = moderate([carrier, *rooms], games, moderator, chosen, now, WAIT, trouble)
        for unsent in (one for room in rooms for one in room.failed):
            log(git, unsent)
        for report in reports:
            _tell_troubles(git, report, say)
        told = {one.file for report in reports for one in report.receipts}
        for change, file in sent:
            game = campaign_of(change, {one: games / one for one in chosen or all_games(games)}, checkout)
            digest = file.digest(moderator.open)
            if game is not None and digest is not None and digest not in told:
                carrier.tell_again(game, digest, file.clear_digest == digest)
    return not failed


def _sent(bare: Repository, updates: Sequence[Update]) -> list[tuple[Change, SentFile]]:
    """The files that a push added to inboxes: of several pushes at once, the first may have run all their files."""
    found = []
    for old, new, _ in updates:
        base = bare.base(bare.main(), new) if old == ZERO else old
        if new == ZERO or base is None:
            continue
        for change in bare.changes(base, new):
            if change.place is not None and change.status == "A" and not change.path.endswith(SIG):
                sent = committed(bare, new, change.path)
                found += [(change, sent)] if sent is not None else []
    return found


def _tell_troubles(git: Path, report: RunReport, say: Say) -> None:
    """Report which files were not dealt with; where they are and why goes only to the log."""
    for one in report.troubles:
        log(git, f"{report.game}: {one.said}")
        key = "set-aside" if one.path else "left"
        say(sentence(key, report.language, game=report.game, name=printable(one.name, 80)))
