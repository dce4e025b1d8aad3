"""The pre-receive gate of a shared repository: players add signed files to inboxes, and nothing else.

The moderator may push anything in commits that carry the moderator's signature, and begin games in any commit: a
genesis is signed too. Nobody else can make either.

Each kind of update is handled explicitly. A new branch has no old commit to compare with, and a
comparison with nothing would let everything pass: so it is compared with the point where it left main.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from pbem.campaign.acts import seat_keys
from pbem.campaign.agreement.genesis import Seat
from pbem.campaign.campaign import Campaign
from pbem.campaign.errors import CampaignError, CampaignFault
from pbem.campaign.ledger import signed_json
from pbem.campaign.ledger.entries import read_line
from pbem.campaign.ledger.file import NAME as LEDGER
from pbem.campaign.movefile import MoveFileError, parse
from pbem.seals.errors import SealError
from pbem.seals.keys import PublicKey
from pbem.seals.moderator_key import Moderator
from pbem.seals.signed import read_signed
from pbem.storage.errors import StorageError
from pbem.storage.ids import is_game
from pbem.words.message import Message, put

from .own_commits import signed_by
from .repository import LARGEST_FILE, MOVES, ZERO, Change, Repository, layout

MOST_FILES = 64
MOST_COMMITS = 64
MOST_REFS = 32
LARGEST_PUSH = 4 * 1024 * 1024
_SIG = ".sig"


class PushGate:
    def __init__(self, bare: Repository, checkout: Path | None, moderator: Moderator | None) -> None:
        """`checkout` is the moderator's own, at the head of the main branch; None before it exists."""
        self.bare = bare
        self.main = bare.main()
        self._seats: dict[str, tuple[Campaign, dict[str, Seat]]] = {}
        for folder, campaign, seats in _campaigns(checkout) if checkout is not None else ():
            self._seats[folder] = campaign, {seat.handle: seat for seat in seats}
        self.language = language_of(checkout) if checkout is not None else "en"
        self._moderator = moderator
        self.wrong: list[Message] = []

    def check(self, updates: Iterable[tuple[str, str, str]]) -> list[str]:
        """Everything that is wrong with a push; if there is anything, none of the push is accepted."""
        wanted = list(updates)
        if len(wanted) > MOST_REFS:
            self._say("push-refs", found=len(wanted), right=MOST_REFS)
            return [one.say(self.language) for one in self.wrong]
        for old, new, ref in wanted:
            name = ref.removeprefix("refs/heads/")
            if ref == self.main:
                self._main(old, new, name)
            elif ref.startswith(MOVES):
                self._branch(old, new, name)
            elif ref.startswith("refs/heads/"):
                self._say("branch-name", name=name)
            else:
                self._say("only-branches", name=ref)
        return [one.say(self.language) for one in self.wrong]

    def _say(self, key: str, /, **values: object) -> None:
        said = put("post", f"gate.{key}", values)
        if said not in self.wrong:
            self.wrong.append(said)

    def _main(self, old: str, new: str, name: str) -> None:
        if new == ZERO:
            self._say("main-deleted", name=name)
        elif old == ZERO:
            # The first push sets up the table: there are no players yet whose files it could contain.
            if self.bare.refs("refs/heads"):
                self._say("main-first", name=name)
        elif not self.bare.works("merge-base", "--is-ancestor", old, new):
            self._say("main-forced", name=name)
        else:
            self._content(old, new, name)

    def _branch(self, old: str, new: str, name: str) -> None:
        """Players' branches may come, go and be rewritten freely; only what they add is checked."""
        if new == ZERO:
            return
        if not self.bare.has(self.main):
            self._say("no-game-yet", name=name)
            return
        base = self.bare.base(self.main, new)
        if base is None:
            self._say("no-base", name=name, main=self.main.removeprefix("refs/heads/"))
            return
        self._content(base, new, name)

    def _content(self, base: str, new: str, name: str) -> None:
        """Look at every commit, because all of them become part of the history.

        Each must be main as it was where that commit left it, plus files added to inboxes: so a merge needs no
        rule of its own, and one that keeps an older ledger is caught.
        """
        commits, own = self._commits(base, new)
        if len(commits) > MOST_COMMITS:
            self._say("push-commits", name=name, found=len(commits), right=MOST_COMMITS)
            return
        if commits and new not in commits and new not in own:
            self._say("tag", name=name)  # what it leads to would pass as an older commit, and no file be read
            return
        size = self._size(base, new)
        if size > LARGEST_PUSH:
            self._say("push-size", name=name, found=size, right=LARGEST_PUSH)
            return
        if self.bare.flag("pbem.signedcommits"):
            self._signed(base, new)
        changed = {commit: self._changes(left, commit) for commit, left in commits.items()}
        found = len({(change.path, change.blob) for changes in changed.values() for change in changes})
        if found > MOST_FILES:
            self._say("push-files", name=name, found=found, right=MOST_FILES)
            return
        changes = list(dict.fromkeys(change for changes in changed.values() for change in changes))
        sizes = self.bare.file_sizes(change.blob for change in changes)
        for change in changes:
            self._place(change, sizes.get(change.blob))
        last = {one.path: one for one in changed.get(new, ()) if self._may_be(one, sizes.get(one.blob))}
        for change in last.values():
            self._signed_move(change, last)

    def _changes(self, left: str, commit: str) -> list[Change]:
        """What a commit changes, apart from games that the moderator begins with it."""
        changes = self.bare.changes(left, commit)
        folders = {folder for one in changes if (folder := _game_folder(one.path)) is not None}
        begun = {folder for folder in folders if self._begins(commit, folder)}
        return [
            one
            for one in changes
            if _game_folder(one.path) not in begun or (one.status, one.mode) != ("A", "100644") or one.place is not None
        ]

    def _begins(self, commit: str, folder: str) -> bool:
        """Whether a commit lays out a new game: one entry, the genesis, signed by the moderator for this very name."""
        game = folder.rpartition("/")[2]
        if game in self._seats or self._moderator is None:
            return False
        found = self.bare.files(commit, f"{folder}/{LEDGER}").get(f"{folder}/{LEDGER}")
        if found is None or self.bare.file_sizes([found[1]]).get(found[1], LARGEST_FILE + 1) > LARGEST_FILE:
            return False
        lines = self.bare.blob(found[1]).splitlines()
        try:
            entry = read_line(lines[0], 0) if len(lines) == 1 else None
        except CampaignError:
            return False
        return entry is not None and entry.get("game") == game and signed_json.fits(entry, self._moderator.public)

    def _commits(self, base: str, new: str) -> tuple[dict[str, str], set[str]]:
        """The new commits, each with the commit of main at which it left it; and those that the moderator signed.

        What the moderator signed on top of main is as good as main, and what follows is compared with it.
        """
        listed = self.bare.ask("rev-list", "--reverse", "--topo-order", "--parents", new, f"^{base}")
        found: dict[str, str] = {}
        main = {base}
        for line in listed.split("\n") if listed else ():
            commit, *parents = line.split(" ")
            left = parents[0] if parents[0:1] and parents[0] in main else found.get(parents[0]) if parents else None
            if len(parents) == 1 and left in main and self._is_own(commit):
                main.add(commit)
                continue
            if len(parents) == 1 and left in main:
                found[commit] = left
                continue
            # What comes after the base left main there; git is asked only about what comes from an older commit.
            after = any(parent == base or found.get(parent) == base for parent in parents)
            found[commit] = base if after else self.bare.base(base, commit) or base
        return found, main - {base}

    def _is_own(self, commit: str) -> bool:
        return self._moderator is not None and signed_by(self.bare, commit, self._moderator.public)

    def _size(self, base: str, new: str) -> int:
        listed = self.bare.output("rev-list", "--objects", new, f"^{base}", "--not", "--all")
        names = b"".join(line.split(b" ")[0] + b"\n" for line in listed.split(b"\n") if line)
        sizes = self.bare.output("cat-file", "--batch-check=%(objectsize)", stdin=names) if names else b""
        return sum(int(line) for line in sizes.split() if line.isdigit())

    # ---- one file

    def _place(self, change: Change, size: int | None) -> None:
        """Any commit may add plain files to inboxes, and nothing else; `size` is None where the object is no file."""
        path = change.path
        if change.place is None:
            self._say("inbox-only", path=path)
        elif change.status == "D":
            self._say("inbox-deleted", path=path)
        elif change.status != "A":
            self._say("inbox-changed", path=path)
        elif change.mode != "100644" or size is None:
            self._say("plain-file", path=path)
        elif size > LARGEST_FILE:
            self._say("file-size", path=path, right=LARGEST_FILE)

    def _may_be(self, change: Change, size: int | None) -> bool:
        plain = change.place is not None and (change.status, change.mode) == ("A", "100644")
        return plain and size is not None and size <= LARGEST_FILE

    def _signed_move(self, change: Change, added: Mapping[str, Change]) -> None:
        """What a push leaves in an inbox must be a signed move of a seat; its signature may come in a later commit."""
        path, place = change.path, change.place
        if place is None or (path.endswith(_SIG) and path.removesuffix(_SIG) in added):
            return
        beside = added.get(path + _SIG)
        signature = self.bare.blob(beside.blob) if beside is not None else None
        for trouble in self._move(place[0], self.bare.blob(change.blob), signature):
            self._say("file", path=path, why=trouble)

    def _move(self, game: str, data: bytes, signature: bytes | None) -> Sequence[Message]:
        """Why a file is not a signed move of a seat of this game."""
        if game not in self._seats:
            return (Message("post", "gate.no-game", {"game": game}),)
        campaign, seats = self._seats[game]
        known = campaign.id
        try:
            move = read_signed(data, signature, self._moderator.open if self._moderator else None)
            file = parse(move.payload)
            if file.game != known:
                raise CampaignError(CampaignFault.OTHER_GAME, found=file.game, game=known)
            if file.player not in seats:
                raise CampaignError(CampaignFault.OTHER_PLAYER, found=file.player, game=known, right=", ".join(seats))
            seat_keys.signer(campaign, seats[file.player], move)
        except MoveFileError as error:
            return error.said
        except (SealError, CampaignError) as error:
            return (error.said,)
        return ()

    # ---- the extra gate

    def _signed(self, base: str, new: str) -> None:
        """Every new commit must be signed by a key that has a seat, or by the moderator."""
        keys = {
            PublicKey(key.raw).line: handle
            for _, seats in self._seats.values()
            for handle, seat in seats.items()
            for key in seat.keys
        }
        if self._moderator is not None:
            keys[PublicKey(self._moderator.public.raw).line] = "moderator"
        lines = [f'{handle} namespaces="git" {line}\n' for line, handle in keys.items()]
        with tempfile.NamedTemporaryFile("w", suffix=".signers", encoding="utf-8") as file:
            file.write("".join(lines))
            file.flush()
            for commit in self.bare.ask("rev-list", new, f"^{base}", "--not", self.main).split("\n"):
                setting = f"gpg.ssh.allowedSignersFile={file.name}"
                if commit and not self.bare.works("-c", "gpg.format=ssh", "-c", setting, "verify-commit", commit):
                    self._say("commit-unsigned", name=commit[:12])


def _game_folder(path: str) -> str | None:
    """The folder of a game that a path lies in, wherever a repository keeps its games."""
    parts = path.split("/")
    at = 1 if parts[0] == "games" else 0
    return "/".join(parts[: at + 1]) if len(parts) > at + 1 and is_game(parts[at]) else None


def language_of(checkout: Path) -> str:
    """The language of all games of a repository; English if they differ, because a push may be about any of them."""
    spoken = {campaign.genesis.language for _, campaign, _ in _campaigns(checkout)}
    return spoken.pop() if len(spoken) == 1 else "en"


def _campaigns(checkout: Path) -> Iterator[tuple[str, Campaign, tuple[Seat, ...]]]:
    """The games of a repository by folder, with the keys that are valid now."""
    from pbem.campaign.campaign import all_games

    games, chosen = layout(checkout)
    for name in chosen or all_games(games):
        try:
            campaign = Campaign.open(games / name)
            found = campaign, campaign.seats
        except (CampaignError, StorageError):
            continue  # a game whose ledger cannot be read accepts no files
        yield "" if chosen else name, *found
