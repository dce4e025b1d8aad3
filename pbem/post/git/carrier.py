"""The git carrier: pull, run, one commit, push; again if others were faster.

Nobody but the moderator writes ledgers, so what players push (files for the inbox) never conflicts
with what a run writes. What stands on players' branches and in pull requests is read as data and is
never checked out.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from pbem.campaign import published_head
from pbem.campaign.campaign import Campaign
from pbem.campaign.receipts import Receipt
from pbem.campaign.run import RunReport
from pbem.storage import disk
from pbem.table import Words

from ..carrier import Again, Collected
from ..errors import PostError, PostFault
from ..folder import became, deadlines, entries, over, waits
from ..post_words import words_for
from .repository import MOVES, Repository, layout
from .sent_files import campaign_of, committed, waiting
from .upstream import LARGEST_LEDGER, Upstream

Say = Callable[[str], None]
REMOTE = "origin"
# GitHub and GitLab offer pull requests as refs; elsewhere these match nothing.
_FETCHED = (
    "+refs/heads/*:refs/remotes/origin/*",
    "+refs/pull/*/head:refs/remotes/origin/pull/*",
    "+refs/merge-requests/*/head:refs/remotes/origin/merge-requests/*",
)
_OFFERED = (
    "refs/remotes/origin/moves",
    "refs/remotes/origin/pull",
    "refs/remotes/origin/merge-requests",
)


class PublishWay(Protocol):
    """How a commit gets to where players look."""

    def publish(self, git: GitCarrier) -> bool:
        """Bring the branch there; False if others were faster."""

    def drop(self, git: GitCarrier, branch: str, commit: str) -> None:
        """Delete a player's branch, if it still is at that commit."""


class GitCarrier:
    """A checkout with the campaigns; with a remote it is brought up to date first and pushed to at the end."""

    def __init__(self, repository: Repository, say: Say, way: PublishWay | None = None) -> None:
        self.repository, self.say = repository, say
        self.branch = repository.main().removeprefix("refs/heads/")
        self._way = way or Pushed()
        self._taken: dict[str, str] = {}
        """Branches of players that were read, with their commits."""
        self._clear: set[str | None] = set()
        """Files that anybody can read in the repository: their receipts need not be hidden from who pushed."""
        self._folder: dict[str, Path] = {}

    @property
    def remote(self) -> bool:
        return self.repository.works("remote", "get-url", REMOTE)

    # ---- collect

    def collect(self, games: Sequence[Path]) -> Collected:
        self._folder = {folder.name: folder for folder in games}
        self._commit("Finish what an earlier run did not come to")
        self.update()
        for name, commit in self.offered():
            self._take(name, commit)
        for folder in games:
            self._clear |= {sent.clear_digest for _, sent in waiting(folder)} - {None}
        return {}

    def update(self) -> None:
        """Take in what the remote has."""
        git = self.repository
        upstream = f"refs/remotes/{REMOTE}/{self.branch}"
        if not self.remote:
            return
        git.ask("fetch", "--quiet", "--prune", REMOTE, *_FETCHED)
        if git.has(upstream):
            Upstream(git, upstream, self._folder).take_in()

    def offered(self) -> Iterator[tuple[str, str]]:
        """Players' branches and pull requests."""
        patterns = _OFFERED if self.remote else (MOVES.rstrip("/"),)
        yield from self.repository.refs(*patterns).items()

    def _take(self, name: str, commit: str) -> None:
        """Copy the files for inboxes that a branch adds; everything else on it is passed over."""
        git = self.repository
        base = git.base("HEAD", commit)
        if base is None:
            return
        for change in git.changes(base, commit):
            folder = campaign_of(change, self._folder, git)
            if folder is None or change.status not in ("A", "M"):
                continue
            sent = committed(git, commit, change.path)
            if sent is not None and not sent.answered(folder):
                sent.place(folder)
        self._taken[name] = commit

    # ---- deliver

    def deliver(self, reports: Sequence[RunReport]) -> None:
        """One commit of the run, and away with it."""
        for report in reports:
            # A game that came with the pull of this very run.
            folder = layout(self.repository.folder)[0] / report.game
            if report.game not in self._folder and folder.is_dir():
                self._folder[report.game] = folder
        self._commit(message(reports))
        if not self._way.publish(self):
            raise Again
        for report in reports:
            self._note(report.happened.campaign)
        self._drop_branches()
        for report in reports:
            words = words_for(None, report.language)
            if report.n > report.before or report.receipts:
                self.say(entries(report, words))
            for one in report.receipts:
                self._tell(report.game, one, words)

    def _note(self, campaign: Campaign) -> None:
        """What everybody can see from now on stays in the ledger."""
        published_head.save(campaign.genesis, disk.read(campaign.ledger.path, LARGEST_LEDGER))

    def _tell(self, game: str, one: Receipt, words: Words) -> None:
        self.say(f"  {became(one, words)}")
        if one.file in self._clear or one.player is None:
            for line in one.text(words.language).split("\n"):
                self.say(f"    {line}")
        else:
            self.say("    " + words.say("run.more", {"game": game, "name": one.player}))

    def announce(self, reports: Sequence[RunReport]) -> None:
        for report in reports:
            words = words_for(None, report.language)
            for line in deadlines(report, words):
                self.say(f"  {line}")
            if report.over:
                self.say(f"  {over(report, words)}")
            elif report.receipts or report.n > report.before:
                self.say(f"  {waits(report, words)}")

    def _commit(self, text: str) -> None:
        git = self.repository
        # The games and nothing else: who knows what lies beside them.
        games = [os.path.relpath(folder.resolve(), git.folder.resolve()) for folder in self._folder.values()]
        if games:
            git.ask("add", "--all", "--", *games, ":(exclude,glob)**/.new", ":(exclude,glob)**/.*.new")
        if git.works("diff", "--cached", "--quiet"):
            return
        signed = ("--gpg-sign",) if git.setting("user.signingkey") else ()
        git.ask(*git.identity(), "commit", "--quiet", *signed, "--message", text)

    def _drop_branches(self) -> None:
        """A branch whose files were all taken has done its work; one that went on meanwhile stays."""
        mine = f"refs/remotes/{REMOTE}/moves/"
        for name, commit in self._taken.items():
            if name.startswith(mine):
                self._way.drop(self, MOVES + name.removeprefix(mine), commit)
            elif name.startswith(MOVES):
                self.repository.run("update-ref", "-d", name, commit)
        self._taken = {}


class Pushed:
    """To the remote, where there is one."""

    def publish(self, git: GitCarrier) -> bool:
        if not git.remote:
            return True
        words = ("push", "--quiet", "--porcelain", REMOTE, f"HEAD:refs/heads/{git.branch}")
        done = git.repository.run(*words)
        said = (done.stdout + done.stderr).decode("utf-8", "replace")
        if done.returncode and ("[rejected]" in said or "fetch first" in said or "cannot lock ref" in said):
            return False
        if done.returncode:
            raise PostError(PostFault.GIT, found="push", where=git.repository.folder, why=said.strip())
        return True

    def drop(self, git: GitCarrier, branch: str, commit: str) -> None:
        git.repository.run("push", "--quiet", f"--force-with-lease={branch}:{commit}", REMOTE, f":{branch}")


def message(reports: Sequence[RunReport]) -> str:
    """What a run did, for people who read the history."""
    spoken = {one.language for one in reports}
    words = words_for(None, spoken.pop() if len(spoken) == 1 else "en")
    moved = [one for one in reports if one.n > one.before]
    told = [one for one in reports if one.n > one.before or one.receipts]
    count = sum(one.n - one.before for one in moved)
    names = ", ".join(one.game for one in told[:4]) + (", …" if len(told) > 4 else "") or "pbem"
    lines = [words.say("git.commit", {"games": names, "entries": count}), ""]
    for report in told:
        lines.append(words.say("git.commit_line", {"game": report.game, "entry_number": report.n}))
        for one in report.receipts:
            lines.append(f"  {became(one, words)}")
    return "\n".join(lines)
