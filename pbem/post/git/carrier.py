"""The git carrier: pull, run, one commit, push; repeated if others were faster.

Nobody but the moderator writes ledgers, so what players push (files for the inbox) never conflicts
with what a run writes. The contents of players' branches and pull requests are read as data and
never checked out.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from pbem.campaign.campaign import Campaign
from pbem.campaign.running import published_head, receipts
from pbem.campaign.running.receipts import Receipt
from pbem.campaign.running.run import RunReport
from pbem.seals.moderator_key import Moderator
from pbem.storage import disk
from pbem.table import Words

from .. import deadline_file
from ..carrier import Again, Collected
from ..errors import PostError, PostFault
from ..folder import became, deadlines, entries, named, over, spoken, waits
from ..post_words import words_for
from .offers import Offers
from .own_commits import sign_since
from .repository import MOVES, Repository, layout
from .sent_files import campaign_of, committed, waiting
from .upstream import LARGEST_LEDGER, Upstream

Say = Callable[[str], None]
REMOTE = "origin"
_PUSHED = "refs/pbem/pushed/"


class PublishWay(Protocol):
    """How a commit gets to where players look."""

    def publish(self, git: GitCarrier) -> bool:
        """Bring the branch there; False if others pushed first."""

    def drop(self, git: GitCarrier, branches: Mapping[str, str]) -> None:
        """Delete those of the players' branches that are still at these commits."""


class GitCarrier:
    """A checkout with the campaigns; if it has a remote, it is brought up to date first and pushed at the end."""

    def __init__(
        self, repository: Repository, say: Say, way: PublishWay | None = None, moderator: Moderator | None = None
    ) -> None:
        """With a `moderator`, what is pushed is signed, so that the gate of a shared repository lets it pass."""
        self.repository, self.say, self.moderator = repository, say, moderator
        self.branch = repository.main().removeprefix("refs/heads/")
        self._way = way or Pushed()
        self._taken: dict[str, str] = {}
        """Players' branches and pull requests that were read, with their commits."""
        self._looked_at: dict[str, str] = {}
        """These, and those of which nothing can be taken."""
        self._offers = Offers(repository, REMOTE if self.remote else None)
        self._clear: set[str | None] = set()
        """Files that anybody can read in the repository: their receipts need not be hidden from whoever pushed."""
        self._folder: dict[str, Path] = {}

    @property
    def remote(self) -> bool:
        return self.repository.works("remote", "get-url", REMOTE)

    # ---- collect

    def collect(self, games: Sequence[Path]) -> Collected:
        self._folder = {folder.name: folder for folder in games}
        self._commit("Finish what an earlier run did not come to")
        self.update()
        for name, commit in self._offers.new().items():
            self._take(name, commit)
        for folder in games:
            self._clear |= {sent.clear_digest for _, sent in waiting(folder)} - {None}
        return {}

    def complete(self) -> bool:
        return True

    def untold(self) -> Collection[str]:
        return ()

    def update(self) -> None:
        """Take in the remote's commits."""
        git = self.repository
        upstream = f"refs/remotes/{REMOTE}/{self.branch}"
        if not self._offers.look(self.branch):
            git.run("update-ref", "-d", upstream)
            return
        # This branch alone: another can have a name that gets into its way here.
        git.ask("fetch", "--quiet", "--no-tags", "--refmap=", REMOTE, f"+refs/heads/{self.branch}:{upstream}")
        Upstream(git, upstream, self._folder).take_in()

    def _take(self, name: str, commit: str) -> None:
        """Copy the files for inboxes that a branch adds; everything else on it is ignored."""
        git = self.repository
        self._looked_at[name] = commit
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
        """Make one commit of the run, and publish it."""
        for report in reports:
            # A game may have arrived with this very run's pull.
            folder = layout(self.repository.folder)[0] / report.game
            if report.game not in self._folder and folder.is_dir():
                self._folder[report.game] = folder
        notices = {report.game: deadline_file.write(report) for report in reports}
        self._commit(message(reports, notices))
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
                self.say(f"  {became(report, one, words)}")
                if named(report, one):
                    self._tell(report.game, one, words)
            for line in notices[report.game]:
                self.say(f"  {line}")

    def _note(self, campaign: Campaign) -> None:
        """From now on everybody can see these entries, so they must stay in the ledger."""
        published_head.save(campaign.genesis, disk.read(campaign.ledger.path, LARGEST_LEDGER))

    def _tell(self, game: str, one: Receipt, words: Words) -> None:
        if one.file in self._clear or one.player is None:
            for line in one.text(words.language).split("\n"):
                self.say(f"    {line}")
        else:
            self.say("    " + words.say("run.more", {"game": game, "name": one.player}))

    def tell_again(self, folder: Path, digest: str, clear: bool) -> None:
        """What became of a file, as its public receipt says: the run after another push has dealt with it."""
        saved = receipts.find(folder, digest)
        if saved is None:
            return
        words = words_for(None, Campaign.open(folder).genesis.language)
        if clear:
            self._clear.add(digest)
        known = (saved["file"], saved["result"], saved["at"], saved["player"], saved["n"])
        one = Receipt(*known, said=saved.get("said", []))
        self.say(f"  {spoken(one.player, one.result, words)}")
        self._tell(folder.name, one, words)

    def announce(self, reports: Sequence[RunReport]) -> None:
        for report in reports:
            words = words_for(None, report.language)
            lead = f"{report.game}: " if len(reports) > 1 else "  "
            for line in deadlines(report, words):
                self.say(f"{lead}{line}")
            if report.over:
                self.say(f"  {over(report, words)}")
            elif report.receipts or report.n > report.before:
                self.say(f"{lead}{waits(report, words)}")

    def _commit(self, text: str) -> None:
        git = self.repository
        # Only the games: there may be anything beside them.
        games = [os.path.relpath(folder.resolve(), git.folder.resolve()) for folder in self._folder.values()]
        if games:
            git.ask("add", "--all", "--", *games, ":(exclude,glob)**/.new", ":(exclude,glob)**/.*.new")
        if git.works("diff", "--cached", "--quiet"):
            return
        signed = ("--gpg-sign",) if git.setting("user.signingkey") else ()
        git.ask(*git.identity(), "commit", "--quiet", *signed, "--message", text)

    def _drop_branches(self) -> None:
        """A branch whose files were all taken has served its purpose; one that moved on meanwhile stays."""
        branches = {name: commit for name, commit in self._taken.items() if name.startswith(MOVES)}
        if self._offers.remote is None:
            for name, commit in branches.items():
                self.repository.run("update-ref", "-d", name, commit)
        elif branches:
            self._way.drop(self, branches)
        self._offers.remember(self._looked_at)
        self._taken, self._looked_at = {}, {}


class Pushed:
    """To the remote, if there is one."""

    def publish(self, git: GitCarrier) -> bool:
        if not git.remote:
            return True
        upstream = f"refs/remotes/{REMOTE}/{git.branch}"
        if git.moderator is not None and git.repository.has(upstream):
            sign_since(git.repository, upstream, git.moderator)
        # By a pattern: a branch with the whole name of another, refs/heads/main, would make a plain name ambiguous.
        for name in git.repository.refs(_PUSHED):
            git.repository.ask("update-ref", "-d", name)
        git.repository.ask("update-ref", f"{_PUSHED}{git.branch}", "HEAD")
        done = git.repository.run("push", "--quiet", "--porcelain", REMOTE, f"{_PUSHED}*:refs/heads/*")
        said = (done.stdout + done.stderr).decode("utf-8", "replace")
        if done.returncode and ("[rejected]" in said or "fetch first" in said or "cannot lock ref" in said):
            return False
        if done.returncode:
            raise PostError(PostFault.GIT, found="push", where=git.repository.folder, why=said.strip())
        return True

    def drop(self, git: GitCarrier, branches: Mapping[str, str]) -> None:
        leases = {branch: f"--force-with-lease={branch}:{commit}" for branch, commit in branches.items()}
        done = git.repository.run("push", "--quiet", *leases.values(), REMOTE, *(f":{branch}" for branch in branches))
        if done.returncode and b"more than one" in done.stderr:  # of one of them; that one stays
            for branch, lease in leases.items():
                git.repository.run("push", "--quiet", lease, REMOTE, f":{branch}")


def message(reports: Sequence[RunReport], notices: Mapping[str, Sequence[str]] | None = None) -> str:
    """What a run did, for readers of the history; `notices`: by game, reminders that are due."""
    said = notices or {}
    spoken = {one.language for one in reports}
    words = words_for(None, spoken.pop() if len(spoken) == 1 else "en")
    moved = [one for one in reports if one.n > one.before]
    told = [one for one in reports if one.n > one.before or one.receipts or said.get(one.game)]
    count = sum(one.n - one.before for one in moved)
    names = ", ".join(one.game for one in told[:4]) + (", …" if len(told) > 4 else "") or "pbem"
    about = "git.commit"
    if told and not moved and not any(one.receipts for one in told):
        about = "git.commit_past_due" if any(one.past_due for one in told) else "git.commit_reminder"
    lines = [words.say(about, {"games": names, "entries": count}), ""]
    for report in told:
        lines.append(words.say("git.commit_line", {"game": report.game, "entry_number": report.n}))
        for one in report.receipts:
            lines.append(f"  {became(report, one, words)}")
        lines += [f"  {line}" for line in said.get(report.game, ())]
    return "\n".join(lines)
