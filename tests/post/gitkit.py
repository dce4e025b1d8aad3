"""A shared repository with hooks, and players who have clones of it."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

from pbem.campaign.agreement.genesis import Seat, Terms
from pbem.campaign.campaign import Campaign
from pbem.campaign.player.player_view import open_hand, post, write_move
from pbem.campaign.running.create import begin
from pbem.campaign.running.run import run
from pbem.moderation.loop import moderate
from pbem.post.git.carrier import GitCarrier
from pbem.post.git.repository import layout, top
from pbem.post.git.scaffolds import init
from pbem.seals.keys import PrivateKey
from pbem.seals.moderator_key import Moderator
from pbem.seals.signed import SignedMove, clear_block, sealed_block
from tests.post.kit import NOW
from tests.seals.casekit import key


def git(folder: Path, *words: str, ok: bool | None = True, **environment: str) -> str:
    """Run git as a player does; the output of both streams."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    done = subprocess.run(
        ["git", *words],
        cwd=folder,
        capture_output=True,
        timeout=120,
        check=False,
        env={**clean, "LC_ALL": "C", "HOME": str(folder.parent), **environment},
    )
    said = (done.stdout + done.stderr).decode()
    assert ok is None or (done.returncode == 0) == ok, said
    return said


@dataclass
class Clone:
    """A player with a clone and a key."""

    handle: str
    key: PrivateKey
    folder: Path
    count: int = 0
    game: str = "duel-42"

    @property
    def campaign(self) -> Campaign:
        return Campaign.open(self.folder / "games" / self.game)

    def pull(self) -> None:
        git(self.folder, "pull", "--quiet", "--rebase")

    def move(self, order: str | None = None) -> SignedMove:
        """Signed orders: as given, or one of the legal ones; `join` where that is due."""
        found = self.campaign
        if not found.position["begun"]:
            return write_move(found, self.handle, "join\n", self.key)
        if order is None:
            ask = open_hand(found, self.handle, self.key).ask
            assert ask is not None
            order = ask["legal"][(7 * self.count) % len(ask["legal"])]["order"]
        return write_move(found, self.handle, f"{order}\n", self.key)

    def asked(self) -> bool:
        found = self.campaign
        if not found.position["begun"]:
            return self.handle not in found.position["joined"]
        return self.handle in (found.position["waiting"] or ())

    def add(self, block: str, name: str | None = None) -> None:
        self.count += 1
        path = self.folder / "games" / self.game / "inbox" / (name or f"{self.handle}-{self.count}.move")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block)
        git(self.folder, "add", "games")
        git(self.folder, "commit", "--quiet", "--message", "my move")

    def push(self, ok: bool | None = True, *words: str) -> str:
        return git(self.folder, "push", *(words or ("origin", "HEAD")), ok=ok)

    def back(self) -> None:
        """Forget what was refused."""
        git(self.folder, "fetch", "--quiet")
        git(self.folder, "reset", "--quiet", "--hard", "origin/main")


@dataclass
class Shared:
    root: Path
    bare: Path
    moderator: Moderator
    anna: Clone
    ben: Clone

    @property
    def players(self) -> tuple[Clone, Clone]:
        return self.anna, self.ben

    def next(self) -> Clone:
        """The clone whose player must act, brought up to date."""
        for one in self.players:
            one.pull()
        return next(one for one in self.players if one.asked())


FOLDERS = ("desk", "table.git", "anna", "ben", "keys")
_kept = TemporaryDirectory(prefix="pbem-shared-")
_made: dict[str, Shared] = {}


def copied(root: Path, name: str, make: Callable[[Path], Shared]) -> Shared:
    """What `make` sets up, which takes most of a second; from the second time on it is copied."""
    if Path(os.environ["PBEM_KEYS"]) != root / "keys":
        return make(root)
    kept = Path(_kept.name) / name
    if name not in _made:
        made = make(root)
        for folder in FOLDERS:
            copytree(root / folder, kept / folder, symlinks=True)
        _made[name] = replace(made, anna=replace(made.anna), ben=replace(made.ben))
        return made
    made = _made[name]
    for folder in FOLDERS:
        copytree(kept / folder, root / folder, symlinks=True)
    for file in _naming_places(root):
        data = file.read_bytes()
        if os.fsencode(made.root) in data:
            file.write_bytes(data.replace(os.fsencode(made.root), os.fsencode(root)))
    clones = (replace(one, folder=root / one.handle) for one in made.players)
    return Shared(root, root / "table.git", made.moderator, *clones)


def _naming_places(root: Path) -> Iterator[Path]:
    """The files that may have the path of a folder in them."""
    for folder in FOLDERS:
        yield from (root / folder).rglob("config")  # of clones, and of the moderator's checkout in the shared one
    yield from (one for one in (root / "table.git" / "hooks").iterdir() if one.is_file())
    yield from (one for one in (root / "keys").rglob("*") if one.is_file())


def make_shared(root: Path, joined: bool = False, language: str = "en") -> Shared:
    """A bare repository with hooks, one duel in it that both may have joined, and two clones."""
    return copied(root, f"{language}-{'joined' if joined else 'begun'}", lambda place: _shared(place, joined, language))


def _shared(root: Path, joined: bool, language: str) -> Shared:
    moderator = Moderator(key("moderator"))
    keys = Path(os.environ["PBEM_KEYS"])
    keys.mkdir(parents=True, exist_ok=True)
    (keys / "moderator").write_bytes(moderator.key.pem())
    (keys / "moderator").chmod(0o600)
    desk, bare = root / "desk", root / "table.git"
    init(desk, False, False, bare)
    for folder in (desk, bare):
        git(folder, "config", "user.name", "Moderator")
        git(folder, "config", "user.email", "moderator@table.example")
    seats = [(name, name.title(), Seat(name, "", key(name).public)) for name in ("anna", "ben")]
    begin(desk / "games" / "duel-42", moderator, "wonders_duel", seats, {}, language, Terms(0, "notify"), NOW)
    campaign = Campaign.open(desk / "games" / "duel-42")
    for name in ("anna", "ben") if joined else ():
        post(campaign, clear_block(write_move(campaign, name, "join\n", key(name))))
        run(campaign.folder, moderator, NOW)
    git(desk, "add", "--all")
    git(desk, "commit", "--quiet", "--message", "begin")
    git(desk, "push", "--quiet", "origin", "main")
    clones = []
    for name in ("anna", "ben"):
        git(root, "clone", "--quiet", str(bare), name)
        folder = root / name
        git(folder, "config", "user.name", name)
        git(folder, "config", "user.email", f"{name}@players.example")
        clones.append(Clone(name, key(name), folder))
    return Shared(root, bare, moderator, clones[0], clones[1])


def block(move: SignedMove, moderator: Moderator | None = None) -> str:
    return clear_block(move) if moderator is None else sealed_block(move, [moderator.public])


def entries(clone: Clone) -> int:
    clone.pull()
    return clone.campaign.head.n


def remote_lines(said: str) -> str:
    return "\n".join(
        re.sub(r"^remote: ?", "", line).rstrip() for line in said.split("\n") if line.startswith("remote:")
    )


def plain_shared(root: Path, joined: bool = False) -> Shared:
    """Without hooks: the moderator has a clone like everybody."""
    shared = make_shared(root, joined)
    for name in ("pre-receive", "post-receive"):
        (shared.bare / "hooks" / name).unlink()
    return shared


def run_git(shared: Shared, now: str = NOW) -> list[str]:
    """`pbem run --git` on the clone of the moderator."""
    said: list[str] = []
    desk = shared.root / "desk"
    games, chosen = layout(desk)
    carrier = GitCarrier(top(desk), said.append, moderator=shared.moderator)
    moderate([carrier], games, shared.moderator, chosen, now)
    return said
