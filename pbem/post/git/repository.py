"""A git repository as the post needs it: a few commands, a clean environment, one message when git refuses."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from pbem.campaign.ledger.file import NAME as LEDGER
from pbem.storage.ids import is_game
from pbem.words.lazy_dataclass import dataclass

from ..errors import PostError, PostFault

ZERO = "0" * 40
MOVES = "refs/heads/moves/"
"""Where players may create branches of their own."""
LARGEST_FILE = 256 * 1024
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", re.ASCII)
_WAIT = 120


@dataclass(frozen=True, slots=True)
class Change:
    """One path that differs between two commits."""

    status: str
    mode: str
    blob: str
    path: str

    @property
    def place(self) -> tuple[str, str] | None:
        """The game (empty: the repository is the campaign) and the file's name, if the path is in an inbox."""
        parts = self.path.split("/")
        if parts[:1] == ["games"] and len(parts) == 4:
            parts = parts[1:]
        if len(parts) == 3 and is_game(parts[0]) and parts[1] == "inbox" and _NAME.fullmatch(parts[2]):
            return parts[0], parts[2]
        if len(parts) == 2 and parts[0] == "inbox" and _NAME.fullmatch(parts[1]):
            return "", parts[1]
        return None


class Repository:
    def __init__(
        self, folder: Path, environment: Mapping[str, str] | None = None, settings: Mapping[str, str] | None = None
    ) -> None:
        """Hooks pass on their own GIT_ variables; they are only for git, and only for that repository.

        `settings` apply as if they were in the repository's own configuration.
        """
        self.folder = folder
        self._settings = [word for name, value in (settings or {}).items() for word in ("-c", f"{name}={value}")]
        kept = os.environ if environment is None else environment
        clean = {name: value for name, value in kept.items() if not name.startswith("GIT_") or environment is not None}
        self._environment = {**clean, "LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0"}

    def run(self, *words: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        try:
            return subprocess.run(
                ["git", "-c", "core.quotePath=false", *self._settings, *words],
                cwd=self.folder,
                env=self._environment,
                input=stdin,
                capture_output=True,
                timeout=_WAIT,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise PostError(PostFault.GIT, found=words[0], where=self.folder, why=error) from None

    def ask(self, *words: str, stdin: bytes = b"") -> str:
        """The output of a command that must succeed."""
        return self.output(*words, stdin=stdin).decode("utf-8", "replace").strip("\n")

    def output(self, *words: str, stdin: bytes = b"") -> bytes:
        done = self.run(*words, stdin=stdin)
        if done.returncode:
            why = (done.stderr or done.stdout).decode("utf-8", "replace").strip()
            raise PostError(PostFault.GIT, found=" ".join(words[:2]), where=self.folder, why=why)
        return done.stdout

    def works(self, *words: str) -> bool:
        return self.run(*words).returncode == 0

    # ---- what is in it

    def setting(self, name: str) -> str:
        return self.run("config", "--get", name).stdout.decode("utf-8", "replace").strip()

    def settings(self, pattern: str) -> dict[str, str]:
        listed = self.run("config", "--get-regexp", pattern).stdout.decode("utf-8", "replace")
        return {name: value for name, _, value in (line.partition(" ") for line in listed.split("\n")) if name}

    def flag(self, name: str) -> bool:
        return self.run("config", "--type=bool", "--get", name).stdout.strip() == b"true"

    def has(self, ref: str) -> bool:
        return self.works("rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}")

    def commit(self, ref: str) -> str:
        return self.ask("rev-parse", "--verify", f"{ref}^{{commit}}")

    def commits(self, idents: Iterable[str]) -> set[str]:
        """Those of the commits that are here."""
        names = "".join(f"{ident}\n" for ident in idents).encode()
        listed = self.ask("cat-file", "--batch-check=%(objectname) %(objecttype)", stdin=names)
        return {name for name, _, kind in (line.partition(" ") for line in listed.split("\n")) if kind == "commit"}

    def main(self) -> str:
        """The branch that HEAD names, as a full ref."""
        done = self.run("symbolic-ref", "--quiet", "HEAD")
        if done.returncode:
            raise PostError(PostFault.NO_BRANCH, where=self.folder)
        return done.stdout.decode().strip()

    def refs(self, *patterns: str) -> dict[str, str]:
        listed = self.ask("for-each-ref", "--format=%(objectname) %(refname)", *patterns)
        return {name: commit for commit, _, name in (line.partition(" ") for line in listed.split("\n") if line)}

    def changes(self, old: str, new: str) -> list[Change]:
        """What differs; a rename is reported as a deletion and an addition."""
        return self._changes(old, new)

    def changes_of(self, commit: str) -> list[Change]:
        """What a commit changed relative to each of its parents."""
        return self._changes("-m", "--root", commit)

    def _changes(self, *what: str) -> list[Change]:
        data = self.output("diff-tree", "-r", "-z", "--no-renames", "--raw", "--no-commit-id", *what)
        fields = data.decode("utf-8", "replace").split("\0")
        found = []
        for head, path in zip(fields[0::2], fields[1::2], strict=False):
            _, mode, _, blob, status = head.split(" ")
            found.append(Change(status, mode, blob, path))
        return found

    def base(self, one: str, other: str) -> str | None:
        done = self.run("merge-base", one, other)
        return done.stdout.decode().strip() if done.returncode == 0 else None

    def files(self, commit: str, *paths: str) -> dict[str, tuple[str, str]]:
        """Mode and blob of those paths that the commit has."""
        listed = self.output("--literal-pathspecs", "ls-tree", "-z", commit, "--", *paths).decode("utf-8", "replace")
        heads = (one.partition("\t") for one in listed.split("\0") if one)
        return {path: (head.split(" ")[0], head.split(" ")[2]) for head, _, path in heads}

    def changed_here(self) -> list[str]:
        """Files of the commit that have since been changed in the folder."""
        listed = self.output("diff", "--name-only", "--no-renames", "-z", "HEAD").decode("utf-8", "surrogateescape")
        return [path for path in listed.split("\0") if path]

    def file_sizes(self, idents: Iterable[str]) -> dict[str, int]:
        """Sizes of those objects that are files: a tree can call anything a file, only the object tells what it is."""
        names = "".join(f"{ident}\n" for ident in idents).encode()
        listed = self.ask("cat-file", "--batch-check=%(objectname) %(objecttype) %(objectsize)", stdin=names)
        found = (line.split(" ") for line in listed.split("\n"))
        return {words[0]: int(words[2]) for words in found if words[1:2] == ["blob"]}

    def blob(self, blob: str) -> bytes:
        return self.output("cat-file", "blob", blob)

    # ---- writing

    def empty_tree(self) -> str:
        return self.ask("hash-object", "-t", "tree", "-w", "--stdin")

    def identity(self) -> Sequence[str]:
        """Who commits: as configured, or else a placeholder moderator."""
        if self.works("var", "GIT_COMMITTER_IDENT") and self.setting("user.email"):
            return ()
        return ("-c", "user.name=pbem moderator", "-c", "user.email=moderator@pbem.invalid")


def top(folder: Path) -> Repository:
    """The repository that contains a folder."""
    start = folder if folder.is_dir() else folder.parent
    done = Repository(start).run("rev-parse", "--show-toplevel") if start.is_dir() else None
    if done is None or done.returncode:
        raise PostError(PostFault.NOT_A_REPOSITORY, where=folder)
    return Repository(Path(done.stdout.decode("utf-8", "surrogateescape").strip("\n")))


def layout(folder: Path) -> tuple[Path, list[str] | None]:
    """Where the campaigns of a checkout are: it may be one itself, or have them in `games`, or side by side."""
    if (folder / LEDGER).is_file():
        return folder.parent, [folder.name]
    return (folder / "games" if (folder / "games").is_dir() else folder), None
