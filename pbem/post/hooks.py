"""Hooks of a shared bare repository: the gate before a push is taken, the moderator after it.

The moderator works in a checkout of its own inside the bare repository, and brings its commit back
with `git fetch`, which calls no hooks; a branch that moved meanwhile is never overwritten.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from pbem.campaign import disk
from pbem.campaign.entries import read_line
from pbem.campaign.faults import CampaignError
from pbem.campaign.ledger import NAME as LEDGER
from pbem.seals.moderator import FOLDER as KEYS
from pbem.seals.moderator import Moderator
from pbem.seals.said import Said

from .carrier import carry
from .faults import Fault, PostError
from .gate import Gate
from .git import Git
from .repository import ZERO, Repository, layout

NAMES = ("pre-receive", "post-receive")
_OURS = "# written by `pbem hook install`"
_CHECKOUT = "pbem"
_WAIT = 120.0
Update = tuple[str, str, str]


def read_updates(lines: Sequence[str]) -> list[Update]:
    """What git tells a hook on standard input: old commit, new commit, ref."""
    found = []
    for line in lines:
        old, _, rest = line.strip().partition(" ")
        new, _, ref = rest.partition(" ")
        if ref:
            found.append((old, new, ref))
    return found


def bare_of(folder: Path) -> Path:
    """The git folder of a repository, bare or not."""
    done = Repository(folder).run("rev-parse", "--absolute-git-dir") if folder.is_dir() else None
    if done is None or done.returncode:
        raise PostError(Fault.NOT_A_REPOSITORY, where=folder)
    return Path(done.stdout.decode("utf-8", "surrogateescape").strip("\n"))


def install(folder: Path, program: Sequence[str] | None = None) -> list[Path]:
    """Write both hooks. One of somebody else's is left alone."""
    git = bare_of(folder)
    command = shlex.join(program or _program())
    keys = os.environ.get(KEYS)
    # Who pushes over ssh brings no variables along.
    kept = f"{KEYS}=${{{KEYS}:-{shlex.quote(str(Path(keys).absolute()))}}}\nexport {KEYS}\n" if keys else ""
    written = []
    for name in NAMES:
        path = git / "hooks" / name
        if path.exists() and _OURS not in path.read_text(encoding="utf-8", errors="replace"):
            raise PostError(Fault.HOOK_EXISTS, where=path, found=name)
    for name in NAMES:
        path = git / "hooks" / name
        text = f"#!/bin/sh\n{_OURS}\n{kept}exec {command} hook {name}\n"
        disk.write_whole(path, text.encode(), 0o755)
        written.append(path)
    return written


def _program() -> list[str]:
    beside = Path(sys.executable).with_name("pbem")
    return [str(beside)] if beside.is_file() else [sys.executable, "-c", "from pbem.cli import main; main()"]


def pre_receive(folder: Path, updates: Sequence[Update], moderator: Moderator, environment: dict[str, str]) -> str:
    """What is wrong with a push, or nothing. The variables of the hook let us see it before it is taken."""
    git = bare_of(folder)
    bare = Repository(git, environment)
    with disk.locked(git / _CHECKOUT / disk.LOCK, "this repository", _WAIT):
        checkout = _checkout(git) if bare.has(bare.main()) else None
        gate = Gate(bare, checkout.folder if checkout else None, moderator.open)
        wrong = gate.check(updates)
    lines = [Said("post", "gate.nothing-taken").say(gate.language), *(f"  {one}" for one in wrong)]
    return "\n".join(lines) if wrong else ""


def post_receive(folder: Path, updates: Sequence[Update], moderator: Moderator, say: Callable[[str], None]) -> None:
    """Run the moderator on what was pushed, and tell the one who pushed."""
    git = bare_of(folder)
    bare = Repository(git)
    if not bare.has(bare.main()) or all(new == ZERO for _, new, _ in updates):
        return
    with disk.locked(git / _CHECKOUT / disk.LOCK, "this repository", _WAIT):  # two pushes at once: one after the other
        checkout = _checkout(git)
        carrier = Git(checkout, say, Fetched(bare))
        games, chosen = layout(checkout.folder)
        carry([carrier], games, moderator, chosen, wait=_WAIT)


class Fetched:
    """Into the bare repository by its own hand, so that no hook is called while one is at work."""

    def __init__(self, bare: Repository) -> None:
        self.bare = bare

    def publish(self, git: Git) -> bool:
        branch = f"refs/heads/{git.branch}"
        return self.bare.works("fetch", "--quiet", "--no-tags", str(git.repository.folder), f"{branch}:{branch}")

    def drop(self, git: Git, branch: str, commit: str) -> None:
        self.bare.run("update-ref", "-d", branch, commit)


def _checkout(git: Path) -> Repository:
    """The moderator's own checkout, made when it is first needed."""
    bare = Repository(git)
    branch = bare.main().removeprefix("refs/heads/")
    folder = git / _CHECKOUT / _folder_name(bare)
    if not (folder / ".git").exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        bare.ask("clone", "--quiet", "--config", "core.symlinks=false", "--branch", branch, str(git), str(folder))
    # Who commits, and with which key, is set up in the bare repository.
    found = Repository(folder, settings=bare.settings(r"^(user|gpg|commit)\."))
    upstream = f"refs/remotes/origin/{branch}"
    found.ask("fetch", "--quiet", "origin", f"+refs/heads/{branch}:{upstream}")
    if found.works("merge-base", "--is-ancestor", "HEAD", upstream):
        found.ask("merge", "--quiet", "--ff-only", upstream)
    return found


def _folder_name(bare: Repository) -> str:
    """A campaign's folder has the name of its game; where the repository is one, so has the checkout."""
    done = bare.run("show", f"HEAD:{LEDGER}")
    if done.returncode == 0:
        try:
            return str(read_line(done.stdout.split(b"\n")[0], 0)["game"])
        except (CampaignError, KeyError):
            pass
    return "checkout"
