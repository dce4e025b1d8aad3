"""Files that players sent through a repository, on their way into an inbox.

A file there is never replaced by another: each gets a name that includes the digest of its content, and a
detached signature is named after its file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

from pbem.campaign.campaign import INBOX
from pbem.campaign.running import receipts
from pbem.seals import sshsig
from pbem.seals.errors import SealError
from pbem.seals.signed import Unseal, read_signed
from pbem.storage import disk
from pbem.words.lazy_dataclass import dataclass

from .repository import LARGEST_FILE, Change, Repository

SIG = ".sig"
# Long enough that nobody can make a second file with the same name.
_DIGEST = 32
_STEM = 40


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file with its detached signature, if it has one."""

    name: str
    data: bytes
    signature: bytes | None = None

    @property
    def clear_digest(self) -> str | None:
        """The digest of a signed file, as receipts give it, if it is not sealed."""
        return self.digest(None)

    def digest(self, unseal: Unseal | None) -> str | None:
        """The digest of a signed file, as receipts give it; of a sealed one only for whoever can open it."""
        try:
            move = read_signed(self.data, self.signature, unseal)
        except SealError:
            return None
        return sha256(move.payload + sshsig.dearmor(move.signature)).hexdigest()

    def answered(self, folder: Path) -> bool:
        """Whether the campaign has a receipt for it; for a sealed file this cannot be told here."""
        digest = self.clear_digest or sha256(self.data + (self.signature or b"")).hexdigest()
        return receipts.find(folder, digest) is not None

    @property
    def own_name(self) -> str:
        parts = f"{len(self.data)} ".encode() + self.data + (self.signature or b"")
        digest = sha256(parts).hexdigest()[:_DIGEST]
        stem, dot, kind = self.name.partition(".")
        return f"{stem.removesuffix(f'-{digest}')[:_STEM]}-{digest}{dot}{kind[:_STEM]}"

    def place(self, folder: Path) -> None:
        """Put it into the inbox of a campaign, unless the same file is already there."""
        if any((one.data, one.signature) == (self.data, self.signature) for _, one in waiting(folder)):
            return
        path = folder / INBOX / self.own_name
        if self.signature is not None:
            disk.write_whole(path.with_name(path.name + SIG), self.signature)
        disk.write_whole(path, self.data)


def waiting(folder: Path) -> Iterator[tuple[Path, SentFile]]:
    """The files in the inbox of a campaign."""
    inbox = folder / INBOX
    for path in sorted(inbox.iterdir()) if _is_folder(inbox) else ():
        beside = path.with_name(path.name + SIG)
        if not _is_plain(path) or (path.suffix == SIG and _is_plain(path.with_suffix(""))):
            continue
        signature = disk.read(beside, LARGEST_FILE + 1) if _is_plain(beside) else None
        yield path, SentFile(path.name, disk.read(path, LARGEST_FILE + 1), signature)


def committed(git: Repository, commit: str, path: str) -> SentFile | None:
    """The file at a path in a commit, or the one that a detached signature belongs to."""
    files = git.files(commit, path.removesuffix(SIG), path.removesuffix(SIG) + SIG)
    whole = path.removesuffix(SIG) if path.removesuffix(SIG) in files else path
    sizes = git.file_sizes(blob for _, blob in files.values())
    taken = {
        name: git.blob(blob)
        for name, (mode, blob) in files.items()
        if mode == "100644" and sizes.get(blob, LARGEST_FILE + 1) <= LARGEST_FILE
    }
    if whole not in taken:
        return None
    return SentFile(whole.rpartition("/")[2], taken[whole], taken.get(whole + SIG))


def campaign_of(change: Change, games: Mapping[str, Path], git: Repository) -> Path | None:
    """The campaign to whose inbox a changed path belongs."""
    place = change.place
    if place is None:
        return None
    if place[0] == "":
        return next((one for one in games.values() if one == git.folder), None)
    return games.get(place[0])


def _is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def _is_plain(path: Path) -> bool:
    return path.is_file() and not path.is_symlink() and not path.name.startswith(".")
