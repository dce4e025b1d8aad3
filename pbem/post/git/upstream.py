"""How the moderator's checkout takes in what others pushed to the main branch.

Whoever may push there may push anything. So nothing in the tree, theirs or ours, can prevent it from
being taken in; no link and no attribute of theirs is followed; a file that they put into an inbox and removed again
counts as sent; and what is known to have been published of a ledger is never forgotten because of them.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from pbem.campaign.campaign import INBOX, RECEIPTS, SEALED, Campaign
from pbem.campaign.errors import CampaignError
from pbem.campaign.ledger.file import Ledger
from pbem.campaign.running import published_head
from pbem.campaign.running.checkpoint import Checkpoints
from pbem.storage import disk
from pbem.storage.errors import StorageError

from .repository import Repository, layout
from .sent_files import campaign_of, committed, waiting

LARGEST_LEDGER = 1 << 30
_MOST_COMMITS = 1000
_FOLDERS = (INBOX, RECEIPTS, SEALED)
_ATTRIBUTES = "-text -ident -merge !eol !filter !working-tree-encoding"
# A link of theirs is written as a plain text file.
_NO_LINKS = ("-c", "core.symlinks=false")


class Upstream:
    def __init__(self, git: Repository, ref: str, games: Mapping[str, Path]) -> None:
        self.git, self.ref, self.games = git, ref, games

    def take_in(self) -> None:
        """Move the checkout to their commit; put our own commits that were never pushed on top, if they fit."""
        git = self.git
        ours = git.commit("HEAD") if git.has("HEAD") else None
        self._note_first()
        if ours is not None and git.works("merge-base", "--is-ancestor", self.ref, ours):
            return
        before = {folder: _ledger(folder) for folder in self.games.values()}
        inboxes = {folder: [sent for _, sent in waiting(folder)] for folder in self.games.values()}
        self._keep_bytes()
        self._set_aside(ours)
        git.ask(*_NO_LINKS, "reset", "--quiet", "--hard", self.ref)
        if ours is not None and not self._lost(before):
            self._replay(ours)
        for folder, ledger in before.items():
            self._rewind(folder, ledger)
            _mend(folder)
        self._drop_gitlinks()
        for folder, files in inboxes.items():
            for sent in files:
                if folder.is_dir() and not sent.answered(folder):
                    sent.place(folder)
        if ours is not None:
            self._place_passed(ours)

    # ---- ledgers

    def _theirs(self, folder: Path) -> bytes | None:
        path = os.path.relpath(Ledger(folder).path.resolve(), self.git.folder.resolve())
        done = self.git.run("cat-file", "blob", f"{self.ref}:{path}")
        return done.stdout if done.returncode == 0 else None

    def _note_first(self) -> None:
        """If nothing is known to have been published, take what they have of our own ledger as published."""
        for folder in self.games.values():
            ours, theirs = _ledger(folder), self._theirs(folder)
            if theirs and ours.startswith(theirs):
                campaign = _campaign(folder)
                if campaign and published_head.load(campaign.genesis, campaign.genesis_digest) is None:
                    published_head.save(campaign.genesis, theirs)

    def _lost(self, before: Mapping[Path, bytes]) -> bool:
        """Whether another moderator was faster for some game: then that run counts, not ours."""
        theirs = {folder: _ledger(folder) for folder in before}
        return any(
            not theirs[folder].startswith(ledger) and not ledger.startswith(theirs[folder])
            for folder, ledger in before.items()
        )

    def _replay(self, ours: str) -> None:
        own = self.git.ask("rev-list", "--reverse", "--no-merges", f"{self.ref}..{ours}").split()
        settings = (*_NO_LINKS, "-c", "merge.renames=false", *self.git.identity())
        if own and not self.git.works(*settings, "cherry-pick", "--keep-redundant-commits", *own):
            self.git.run("cherry-pick", "--quit")
            self.git.ask(*_NO_LINKS, "reset", "--quiet", "--hard", self.ref)

    def _rewind(self, folder: Path, before: bytes) -> None:
        """Our entries that are gone now may go if nobody has seen them; otherwise the next run refuses to go on."""
        now, campaign = _ledger(folder), _campaign(folder)
        if campaign is None or now.startswith(before):
            return
        known = published_head.load(campaign.genesis, campaign.genesis_digest)
        if known is not None and known.begins(now):
            Checkpoints(campaign.genesis, folder).rewind(known.genesis, known.n, known.head)

    # ---- the tree

    def _drop_gitlinks(self) -> None:
        """A commit of another repository in the place of a campaign's folder: nobody could add a file to it."""
        here = self.git.folder.resolve()
        places = [os.path.relpath((one / name).resolve(), here) for one in self.games.values() for name in _FOLDERS]
        if not places:
            return
        listed = self.git.output("--literal-pathspecs", "ls-files", "--stage", "-z", "--", *places)
        for line in listed.decode("utf-8", "surrogateescape").split("\0"):
            head, _, path = line.partition("\t")
            if head.startswith("160000 "):
                self.git.ask("update-index", "--force-remove", "--", path)

    def _keep_bytes(self) -> None:
        """A repository's attributes could change line endings, or merge two ledgers line by line."""
        games = os.path.relpath(layout(self.git.folder)[0].resolve(), self.git.folder.resolve())
        line = f"{'*' if games in ('.', '..') else f'/{games}/**'} {_ATTRIBUTES}\n"
        path = self._inside("info/attributes")
        text = path.read_text(encoding="utf-8", errors="surrogateescape") if path.is_file() else ""
        if not text.endswith(line):
            disk.write_whole(path, (text + line).encode("utf-8", "surrogateescape"))

    def _set_aside(self, ours: str | None) -> None:
        """Files that are not part of our commit and lie where theirs go are kept inside `.git`, not overwritten."""
        git = self.git
        tracked = set(git.output("ls-files", "-z").decode("utf-8", "surrogateescape").split("\0"))
        in_the_way = {
            place
            for change in git.changes(ours or git.empty_tree(), self.ref)
            if change.status != "D" and change.path not in tracked
            for place in _in_the_way(git.folder, change.path)
        }
        in_the_way |= set(git.changed_here()) if ours else set()
        kept = self._inside("pbem") / "aside" / git.commit(self.ref)[:12]
        for name in sorted(in_the_way):
            if os.path.lexists(git.folder / name):
                target = kept / name
                target.parent.mkdir(parents=True, exist_ok=True)
                os.replace(git.folder / name, target.with_name(f"{target.name}.{len(list(target.parent.iterdir()))}"))

    def _inside(self, name: str) -> Path:
        """A path inside `.git`."""
        return self.git.folder / self.git.ask("rev-parse", "--git-path", name)

    # ---- inboxes

    def _place_passed(self, ours: str) -> None:
        """What a commit put into an inbox counts as sent, even if a later commit removed or replaced it."""
        inboxes = [os.path.relpath(folder / INBOX, self.git.folder) for folder in self.games.values()]
        if not inboxes:
            return
        listed = self.git.ask(
            "rev-list", "--full-history", f"--max-count={_MOST_COMMITS}", f"{ours}..{self.ref}", "--", *inboxes
        )
        for commit in listed.split():
            for change in self.git.changes_of(commit):
                folder = campaign_of(change, self.games, self.git)
                if folder is None or change.status not in ("A", "M"):
                    continue
                if self.git.files(self.ref, change.path).get(change.path, ("", ""))[1] == change.blob:
                    continue
                sent = committed(self.git, commit, change.path)
                if sent is not None and not sent.answered(folder):
                    sent.place(folder)


def _ledger(folder: Path) -> bytes:
    path = Ledger(folder).path
    return disk.read(path, LARGEST_LEDGER) if path.is_file() else b""


def _campaign(folder: Path) -> Campaign | None:
    """A campaign, if its first entry can be read; if it cannot, the run refuses the campaign."""
    try:
        campaign = Campaign.open(folder)
        _ = campaign.genesis, campaign.genesis_digest
        return campaign
    except (CampaignError, StorageError):
        return None


def _mend(folder: Path) -> None:
    """Replace a file that lies in the place of a campaign's folder: it would stop the campaign."""
    for name in _FOLDERS:
        path = folder / name
        if folder.is_dir() and (path.is_symlink() or path.is_file()):
            disk.remove(path)
            disk.make_folder(path)


def _in_the_way(folder: Path, path: str) -> Iterable[str]:
    """What lies at a path, or in the place of one of its folders."""
    parts = path.split("/")
    for end in range(1, len(parts)):
        prefix = "/".join(parts[:end])
        if (folder / prefix).is_symlink() or (folder / prefix).is_file():
            return (prefix,)
    return (path,) if os.path.lexists(folder / path) else ()
