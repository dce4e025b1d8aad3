"""Hooks of a shared bare repository: the gate before a push is taken, the moderator after it (`moderation/after_push`).

The moderator works in its own checkout inside the bare repository, and brings its commit back
with `git fetch`, which calls no hooks; a branch that moved meanwhile is never overwritten.

One account owns the repository and runs the hooks; players push through it. They see only what the hooks print
to standard output, in sentences that reveal nothing about the server. All else goes into a log for that account.
"""

from __future__ import annotations

import os
import shlex
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from pbem.campaign.clock import deadlines
from pbem.campaign.errors import CampaignError
from pbem.campaign.ledger.entries import read_line
from pbem.campaign.ledger.file import NAME as LEDGER
from pbem.seals.moderator_key import FOLDER as KEYS
from pbem.seals.moderator_key import Moderator
from pbem.storage import disk
from pbem.storage.errors import StorageError, StorageFault
from pbem.words.message import put

from ..errors import PostError, PostFault
from .carrier import GitCarrier
from .push_gate import PushGate, language_of
from .repository import Repository

NAMES = ("pre-receive", "post-receive")
_OURS = "# written by `pbem hook install`"
CHECKOUT = "pbem"
_LOG = "hooks.log"
_LARGEST_LOG = 1 << 20
WAIT = 120.0
_TROUBLE = {"pre-receive": "closed", "post-receive": "later"}
_SCRIPT = """\
#!/bin/sh
{ours}
# Who pushes sees what is said on standard output; all else is for the account that owns the repository.
[ -O . ] || {{ echo {account}; exit 1; }}
(umask 077; mkdir -p {folder}; true >>{log}) 2>/dev/null
exec 2>>{log}
{kept}said=$({command} hook {name})
code=$?
if [ -n "$said" ]; then
  printf '%s\\n' "$said"
elif [ "$code" -ne 0 ]; then
  echo {trouble}
fi
exit "$code"
"""
Say = Callable[[str], None]
Update = tuple[str, str, str]


def read_updates(lines: Sequence[str]) -> list[Update]:
    """What git gives a hook on standard input: old commit, new commit, ref."""
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
        raise PostError(PostFault.NOT_A_REPOSITORY, where=folder)
    return Path(done.stdout.decode("utf-8", "surrogateescape").strip("\n"))


def install(folder: Path, program: Sequence[str] | None = None) -> list[Path]:
    """Write both hooks. A hook that is not ours is left alone."""
    git = bare_of(folder)
    command = shlex.join(program or _program())
    keys = os.environ.get(KEYS)
    # A push over ssh brings no environment variables along.
    kept = f"{KEYS}={shlex.quote(str(Path(keys).absolute()))}\nexport {KEYS}\n" if keys else ""
    written = []
    for name in NAMES:
        path = git / "hooks" / name
        if path.exists() and _OURS not in path.read_text(encoding="utf-8", errors="replace"):
            raise PostError(PostFault.HOOK_EXISTS, where=path, found=name)
    for name in NAMES:
        path = git / "hooks" / name
        text = _SCRIPT.format(
            ours=_OURS,
            kept=kept,
            command=command,
            name=name,
            log=f"{CHECKOUT}/{_LOG}",
            folder=CHECKOUT,
            account=shlex.quote(sentence("account", "en")),
            trouble=shlex.quote(sentence(_TROUBLE[name], "en")),
        )
        disk.write_whole(path, text.encode(), 0o755)
        written.append(path)
    return written


def _program() -> list[str]:
    beside = Path(sys.executable).with_name("pbem")
    return [str(beside)] if beside.is_file() else [sys.executable, "-c", "from pbem.cli import main; main()"]


def pre_receive(
    folder: Path, updates: Sequence[Update], load: Callable[[], Moderator], environment: dict[str, str], say: Say
) -> bool:
    """Whether a push may be accepted; if not, say what is wrong with it.

    The hook's environment variables let us see the push before it is accepted.
    """
    wrong: list[str] = []
    with discreetly(folder, "pre-receive", say) as done:
        git = bare_of(folder)
        bare = Repository(git, environment)
        with disk.locked(git / CHECKOUT / disk.LOCK, "this repository", WAIT):
            checkout = checkout_of(git) if bare.has(bare.main()) else None
            gate = PushGate(bare, checkout.folder if checkout else None, load())
            wrong = gate.check(updates)
        if wrong:
            say("\n".join([sentence("nothing-taken", gate.language, "gate"), *(f"  {one}" for one in wrong)]))
        done.append(not wrong)
    return done == [True]


@contextmanager
def discreetly(folder: Path, name: str, say: Say) -> Iterator[list[bool]]:
    """Say one sentence about whatever goes wrong inside, and write the details to the log."""
    done: list[bool] = []
    try:
        yield done
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # libraries in other languages raise things that are not Exceptions
        done.clear()
        busy = isinstance(error, StorageError) and error.fault is StorageFault.LOCKED
        if not busy:
            log(folder, "".join(traceback.format_exception(error)))
        say(sentence("busy" if busy else _TROUBLE[name], _spoken(folder)))


def log(folder: Path, text: str) -> None:
    """Write to a file of the bare repository that only its account can read; its size is bounded."""
    with suppress(OSError, StorageError, PostError):
        path = bare_of(folder) / CHECKOUT / _LOG
        disk.make_private(path.parent)
        if path.exists() and path.stat().st_size > _LARGEST_LOG:
            os.replace(path, path.with_name(f"{_LOG}.old"))
        handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | disk.PLAIN, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as file:
            file.write(f"{deadlines.now()} {text.rstrip()}\n")


def _spoken(folder: Path) -> str:
    """The language of the games, as far as it can be determined when something is broken."""
    try:
        git = bare_of(folder)
        return language_of(git / CHECKOUT / _folder_name(Repository(git)))
    except Exception:
        return "en"


def sentence(key: str, language: str, part: str = "hook", **values: object) -> str:
    """A sentence for whoever pushes."""
    return put("post", f"{part}.{key}", values).say(language)


class Fetched:
    """The bare repository fetches by itself, so that no hook is called while one is running."""

    def __init__(self, bare: Repository) -> None:
        self.bare = bare

    def publish(self, git: GitCarrier) -> bool:
        branch = f"refs/heads/{git.branch}"
        return self.bare.works("fetch", "--quiet", "--no-tags", str(git.repository.folder), f"{branch}:{branch}")

    def drop(self, git: GitCarrier, branches: Mapping[str, str]) -> None:
        for branch, commit in branches.items():
            self.bare.run("update-ref", "-d", branch, commit)


def checkout_of(git: Path) -> Repository:
    """The moderator's own checkout, created when it is first needed."""
    bare = Repository(git)
    branch = bare.main().removeprefix("refs/heads/")
    folder = git / CHECKOUT / _folder_name(bare)
    if not (folder / ".git").exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        bare.ask("clone", "--quiet", "--config", "core.symlinks=false", "--branch", branch, str(git), str(folder))
    # The committer's identity and signing key are configured in the bare repository.
    found = Repository(folder, settings=bare.settings(r"^(user|gpg|commit)\."))
    upstream = f"refs/remotes/origin/{branch}"
    found.ask("fetch", "--quiet", "origin", f"+refs/heads/{branch}:{upstream}")
    if found.works("merge-base", "--is-ancestor", "HEAD", upstream):
        found.run("merge", "--quiet", "--ff-only", upstream)  # whatever is in its way is dealt with after the push
    return found


def _folder_name(bare: Repository) -> str:
    """A campaign's folder is named after its game; if the repository is itself a campaign, so is the checkout."""
    done = bare.run("show", f"HEAD:{LEDGER}")
    if done.returncode == 0:
        try:
            return str(read_line(done.stdout.split(b"\n")[0], 0)["game"])
        except (CampaignError, KeyError):
            pass
    return "checkout"
